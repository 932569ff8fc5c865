import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseYaml } from '../../../anyhook/src/formats/kit/parse.js';
import { makeNotingMachine } from '../../../anyhook/test/support/noting-machine.js';
import { packFileLimits } from '../limits.js';
import { loadPacks } from './load-packs.js';
import { runPack } from './match-pack.js';
import type { Pack } from './pack.js';
import { checkPackExamples } from './pack.js';

const shipped = `
pack: deployer
tools: [deployer]
shapes:
  - destroy ** : destroy infra
`;

const fileOf = (text: string, source = 'own.yaml') => ({ source, text });

test('valid files become packs, and invalid ones only problems', () => {
  const load = loadPacks(
    [fileOf('pack: [', 'a.yaml'), fileOf(shipped, 'b.yaml'), fileOf('pack: x', 'c.yaml')],
    parseYaml,
  );
  assert.deepEqual(
    load.packs.map(({ name }) => name),
    ['deployer'],
  );
  assert.deepEqual([...new Set(load.problems.map(({ source }) => source))], ['a.yaml', 'c.yaml']);
});

test('a problem names its file, line and field', () => {
  const { problems } = loadPacks([fileOf(`${shipped}  - stop ** : destory infra\n`)], parseYaml);
  assert.deepEqual(problems.length, 1);
  assert.deepEqual([problems[0]?.source, problems[0]?.line, problems[0]?.field], ['own.yaml', 6, 'shapes[1]']);
});

test('a file may hold a list of packs', () => {
  const text = `
- { pack: a, tools: [a], shapes: [{ x: publish }] }
- { pack: b, tools: [b], shapes: [{ x: publich }] }
- { pack: c, tools: [c], shapes: [{ x: publish }] }
`;
  const { packs, problems } = loadPacks([fileOf(text)], parseYaml);
  assert.deepEqual(
    packs.map(({ name }) => name),
    ['a', 'c'],
  );
  assert.deepEqual([problems.length, problems[0]?.line], [1, 3]);
});

test('a second pack with the same name is a problem', () => {
  const { packs, problems } = loadPacks([fileOf(shipped, 'a.yaml'), fileOf(shipped, 'b.yaml')], parseYaml);
  assert.equal(packs.length, 1);
  assert.match(problems[0]?.message ?? '', /got "deployer", the name of a pack in a.yaml/);
});

test('files beyond the limits of count and length are not read', () => {
  const long = loadPacks([fileOf('#'.repeat(packFileLimits.characters + 1)), fileOf(shipped)], parseYaml);
  assert.equal(long.packs.length, 1);
  assert.match(long.problems[0]?.message ?? '', /at most 200000 characters/);
  const many = Array.from({ length: packFileLimits.files + 50 }, (_, index) =>
    fileOf(shipped.replace('pack: deployer', `pack: p${index}`)),
  );
  const load = loadPacks(many, parseYaml);
  assert.equal(load.packs.length, packFileLimits.files);
  assert.equal(load.problems.length, 1);
  const list = `[${Array.from({ length: 101 }, () => '1').join(',')}]`;
  assert.match(loadPacks([fileOf(list)], parseYaml).problems.at(-1)?.message ?? '', /at most 100 packs in one file/);
});

test('a project pack cannot disable rules of a shipped pack', () => {
  const own = `
pack: own
tools: [deployer]
not: [destroy]
values: [--x, --all]
harmless: [--all]
shapes:
  - ping : gives nothing
`;
  const { packs, problems } = loadPacks([fileOf(shipped, 'shipped.yaml'), fileOf(own)], parseYaml);
  assert.deepEqual(problems, []);
  for (const order of [packs, [...packs].reverse()]) {
    assert.equal(effectsOf(order, ['deployer', 'destroy', '--all']), 1);
  }
});

function effectsOf(packs: readonly Pack[], argv: readonly string[]): number {
  const machine = makeNotingMachine();
  for (const pack of packs) runPack(pack, { name: argv[0] ?? '', argv, stdin: undefined }, machine);
  return machine.effects.length;
}

test('an example with an unexpected decision is a problem that names it', () => {
  const text = `${shipped}examples:\n  caught: [deployer destroy, deployer stop]\n  passed: [deployer list, deployer destroy x]\n`;
  const [pack] = loadPacks([fileOf(text)], parseYaml).packs;
  assert.ok(pack);
  const problems = checkPackExamples(pack, (command) => (command.includes('destroy') ? 'deny' : 'pass'), 'own.yaml');
  assert.deepEqual(
    problems.map(({ field, message }) => `${field}: ${message}`),
    [
      'examples.caught[1]: the example "deployer stop": expected deny or ask, got pass',
      'examples.passed[1]: the example "deployer destroy x": expected pass, got deny',
    ],
  );
});
