import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { test } from 'node:test';
import { testProject } from './cli/harness.js';
import { docCommands, wordsOf } from './support/doc-commands.js';

/** Commands that a test cannot run in a fresh home, and why. Their options are checked by docs-commands.test.ts. */
const notRun: Readonly<Record<string, string>> = {
  demo: 'shown by npm start, which CI runs',
  'engine start': 'starts an engine that stays',
  'engine stop': 'stops the engine of the machine',
  'flow conformance': 'starts a program that the reader has to bring',
  'flow run-hook': 'reads a payload that an agent sends',
  'flow telemetry': 'sends to an address of the reader',
  'hooks add': 'fetches from addresses that do not exist, or is run by packages/anyhook/test/packages',
  'hooks test': 'runs every hook test of a project, as packages/anyhook/test/hooktests.slow.test.ts does',
  mcp: 'a server: it waits for a client',
  run: 'reads a payload that an agent sends',
  serve: 'a server: it waits for a client',
  ui: 'a server: it waits for a browser',
};

/** The key of a line in the list: its command, with its group. */
const nameOf = ([first = '', second = '']: readonly string[]): string =>
  notRun[first] === undefined ? `${first} ${second}` : first;

/** Placeholders for the reader's own values. */
const placeholder = /[<>…]|\.\.\.|^\[|\b(?:NAME|ID|CODE|FILE|FOLDER)\b|^-$/;

/** Options that wait for input that never comes in a test. */
const waiting = /^--(?:follow|watch|interactive|serve|foreground)$/;

/** The words of a line as a shell would pass them. */
const argumentsOf = (line: string): readonly string[] =>
  wordsOf(line).map((word) => word.replace(/^(["'])(.*)\1$/s, '$2'));

test('every runnable command line in the docs is accepted, and none ends with an internal error', async (t) => {
  const canRun = (words: readonly string[]) =>
    notRun[nameOf(words)] === undefined && !words.some((word) => placeholder.test(word) || waiting.test(word));
  const all = docCommands().map(({ line }) => argumentsOf(line));
  const lines = [...new Map(all.filter(canRun).map((words) => [words.join(' '), words])).values()];
  assert.ok(lines.length > 100, `${lines.length} command lines can run`);
  const faults: string[] = [];
  const here = testProject(t);
  cpSync('examples/sample-project', here.dir, { recursive: true });
  for (const words of lines) {
    const line = words.join(' ');
    const { stderr, stdout } = await here.run(words, { stdin: '' });
    const said = `${stderr}\n${stdout}`;
    // A command in running text may be only a name, so a missing argument is fine.
    if (/unknown (?:option|command)|too many arguments|argument '.*' is invalid/.test(said))
      faults.push(`anyhook ${line}: not understood: ${stderr.split('\n')[0]}`);
    if (/^ {4}at .*\(.*:\d+:\d+\)$/m.test(said) || /\bTypeError\b|is not a function/.test(said))
      faults.push(`anyhook ${line}: a fault: ${said.trim().split('\n')[0]}`);
  }
  assert.deepEqual(faults, []);
});

test('every command that is not run has a reason and occurs in the docs', () => {
  const named = new Set(docCommands().map(({ line }) => nameOf(wordsOf(line))));
  assert.deepEqual(
    Object.keys(notRun).filter((name) => !named.has(name)),
    [],
  );
});
