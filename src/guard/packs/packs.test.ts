import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedPackFiles } from '../../../scripts/reference/guard-packs.js';
import {
  isCaughtEffect,
  makeNotingMachine,
  type RunProgram,
  splitWords,
} from '../../../test/support/noting-machine.js';
import { parseYaml } from '../../formats/kit/parse.js';
import { hasMark, type Value } from '../value.js';
import { checkPackExamples } from './check-examples.js';
import { loadPacks } from './load-packs.js';
import { runPack } from './match-pack.js';

/** `--test-name-pattern` narrows the run to one file: `kubectl.yaml`. */
const files = shippedPackFiles();
const { packs } = loadPacks(files, parseYaml);

for (const file of files) {
  test(`the packs of ${file.source} are well formed and judge their examples as they say`, () => {
    const load = loadPacks([file], parseYaml);
    assert.deepEqual(load.problems, []);
    const problems = load.packs.flatMap((pack) => checkPackExamples(pack, judge));
    assert.deepEqual(
      problems.map(({ field, message }) => `${field} ${message}`),
      [],
    );
  });

  test(`every pack of ${file.source} has an example that passes`, () => {
    for (const { name, examples } of loadPacks([file], parseYaml).packs) {
      assert.ok(examples.passed.length > 0, `${name} has none`);
    }
  });
}

/** Runs a simple command through the packs; commands that need a shell are judged where the interpreter is tested. */
function judge(command: string): 'ask' | 'pass' {
  const words = splitWords(command);
  if (words === undefined) return packs.some(({ examples }) => examples.caught.includes(command)) ? 'ask' : 'pass';
  const machine = makeNotingMachine(runWithPacks);
  const output = machine.run(words.map(withMarks));
  return hasMark(output, 'secret') || machine.effects.some(isCaughtEffect) ? 'ask' : 'pass';
}

const runWithPacks: RunProgram = (argv, machine, options) => {
  const [name = '', ...rest] = argv;
  if (name === 'rm') {
    for (const path of rest.filter((word) => !word.startsWith('-'))) {
      machine.note({ do: 'delete', at: machine.place(path), recursive: true });
    }
    return '';
  }
  const known = packs.filter(({ tools }) => tools.includes(name));
  const outputs = known.flatMap((pack) => runPack(pack, { name, argv, stdin: options.stdin }, machine) ?? []);
  return outputs.length === 0 ? undefined : outputs.join('');
};

/** Variables in an example are unknown. */
const withMarks = (word: string): Value => word.replace(/\$\{?(?!HOME\b)\w+\}?/g, '\uE000');
