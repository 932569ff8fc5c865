import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuTime } from '../../../anyhook/test/support/cpu-time.js';
import { packLimits } from '../limits.js';
import { readPack } from './pack.js';

const good = { pack: 'tool', tools: ['tool'], shapes: [{ 'delete **': 'destroy cloud' }] };

/** The problems of a pack with some fields changed: `field: message`. */
function problemsOf(change: Readonly<Record<string, unknown>>): readonly string[] {
  const { problems } = readPack({ ...good, ...change }, 'tool.yaml');
  for (const { source } of problems) assert.equal(source, 'tool.yaml');
  return problems.map(({ field, message }) => `${field}: ${message}`);
}

function assertProblem(change: Readonly<Record<string, unknown>>, ...parts: readonly RegExp[]): void {
  const problems = problemsOf(change);
  assert.ok(problems.length > 0, `${JSON.stringify(change)} has a problem`);
  for (const part of parts) assert.match(problems.join('\n'), part);
}

test('every key of a pack is read', () => {
  const result = readPack(
    {
      ...good,
      values: { '*': ['-n', '--name'], 'get|list all': ['-o', '!-n'] },
      flags: ['--force'],
      oneDash: false,
      stopsAtOperand: true,
      harmless: ['--dry-run=client|server', '-h'],
      not: ['run'],
      target: ['--name'],
      examples: { caught: ['tool delete x'], passed: ['tool get'] },
    },
    'tool.yaml',
  );
  assert.ok('pack' in result, JSON.stringify(result.problems));
  const { table, harmless, not, target, examples } = result.pack;
  assert.deepEqual(table.values, ['-n', '--name']);
  assert.deepEqual(table.subcommands, [{ operands: [['get', 'list'], ['all']], values: ['-o', '!-n'] }]);
  assert.equal(table.stopsAtOperand, true);
  assert.ok(table.flags?.includes('--force'));
  assert.deepEqual(harmless[0], { names: ['--dry-run'], given: true, globs: ['client', 'server'] });
  assert.deepEqual([not, target], [['run'], ['--name']]);
  assert.deepEqual(examples, { caught: ['tool delete x'], passed: ['tool get'] });
});

test('an unknown key is an error that suggests the nearest known one', () => {
  assertProblem({ harmles: [] }, /harmles: unknown key "harmles"; did you mean "harmless"\?/);
  assertProblem({ examples: { caugth: [] } }, /examples\.caugth: .*did you mean "caught"\?/);
});

test('a field of the wrong kind is an error that names the expected and the found value', () => {
  assertProblem({ pack: 7 }, /pack: expected a name .* got 7/);
  assertProblem({ pack: '../x' }, /pack: expected a name/);
  assertProblem({ tools: [] }, /tools: expected at least one program name/);
  assertProblem({ tools: 'tool' }, /tools: expected a list .* got "tool"/);
  assertProblem({ tools: ['/bin/tool'] }, /tools: .* without folders/);
  assertProblem({ values: ['n'] }, /values: expected an option such as -n/);
  assertProblem({ values: { get: 'x' } }, /values\.get: expected a list/);
  assertProblem({ flags: [3] }, /flags\[0\]: expected a text .* got 3/);
  assertProblem({ oneDash: 'yes' }, /oneDash: expected true or false, got "yes"/);
  assertProblem({ harmless: ['help'] }, /harmless\[0\]: expected an option, got "help"/);
  assertProblem({ not: [null] }, /not\[0\]: expected a text/);
  assertProblem({ shapes: {} }, /shapes: expected a list/);
  assertProblem({ shapes: [] }, /shapes: expected a list of 1 to/);
  assertProblem({ shapes: ['delete'] }, /shapes\[0\]: expected one "words : effects"/);
  assertProblem({ shapes: [{ a: 'publish', b: 'publish' }] }, /shapes\[0\]: expected one "words : effects"/);
  assertProblem({ shapes: [{ a: ['publish'] }] }, /shapes\[0\]: expected one/);
  assertProblem({ examples: [] }, /examples: expected "caught" and "passed"/);
  for (const content of [null, 'pack', 3, undefined]) {
    assert.match(readPack(content, 'x.yaml').problems[0]?.message ?? '', /expected a pack with/);
  }
});

/** Shape, effects, expected message. */
const wrongShapes: readonly (readonly [string, string, RegExp])[] = [
  ['delete **', 'destory cloud', /unknown effect "destory"; did you mean "destroy"\?/],
  ['delete **', 'destroy clowd', /expected cloud, .* got "clowd"; did you mean "cloud"\?/],
  ['delete **', '', /unknown effect ""/],
  ['delete **', 'publish, ', /unknown effect ""/],
  ['<pth old>', 'delete old', /unknown operand <pth>; did you mean "path"\?/],
  ['<path old', 'delete old', /expected ">"/],
  ['<path old>x', 'delete old', /expected nothing after ">"/],
  ['<path a b>', 'delete a', /at most two words/],
  ['<path old>', 'delete odl', /expected the name of <path> or <paths> after "delete", got "odl"; known: old/],
  ['<host old>', 'delete old', /the shape has none/],
  ['<path old>', 'delete old recursiv', /did you mean "recursive"\?/],
  ['<path old>', 'delete old recursive now', /nothing more after "delete"/],
  ['<path p>', 'write p ovr', /did you mean "over"\?/],
  ['<path p>', 'move p', /expected "move A to B"/],
  ['<path p>', 'move p to q', /after "move", got "q"/],
  ['<path p>', 'read', /after "read", got ""/],
  ['a', 'reveal', /a few words after "reveal"/],
  ['a', 'discard', /a few words after "discard"/],
  ['a', 'send x', /a typed operand after "send"/],
  ['<path p>', 'send p at x', /expected "to" after "send p"/],
  ['<path p>', 'send p to x', /after "send … to", got "x"/],
  ['a', 'run it', /expected <cmd>, <shell> or <code …>/],
  ['a', 'run remot', /after "run", got "remot"/],
  ['a', 'run remote now', /nothing more after "run"/],
  ['a', 'shell local', /expected "shell network"/],
  ['a', 'push froce', /did you mean "force"\?/],
  ['a', 'sql now', /the name of <path> or <paths> after "sql"/],
  ['<path a>', 'sql a b', /nothing more after "sql"/],
  ['a', 'gives al', /did you mean "all"\?/],
  ['<cmd> x', 'run it', /no operand after <cmd>/],
  ['<cmd local>', 'run it', /<cmd> or <cmd remote>/],
  ['<code pyton>', 'run it', /did you mean "python"\?/],
  ['<code>', 'run it', /expected a language/],
  ['<sql query>', 'sql', /without a name/],
  ['-- a -- b', 'publish', /"--" at most once/],
  ['a||b', 'publish', /words around each "\|"/],
  ['-f|force', 'publish', /expected an option such as -f\|--force, got "force"/],
  ['!-f=<path p>', 'publish', /no typed value after "!"/],
  ['a -o=x', 'publish', /expected -o in the list/],
  ['a --out=<path p>', 'write p', /expected --out in the list/],
  ['a -rf', 'publish', /expected one letter after one dash, got -rf/],
  [`${'a '.repeat(41)}`, 'publish', /at most 40 words, got 41/],
  ['a'.repeat(601), 'publish', /at most 600 characters/],
];

for (const [shape, effects, message] of wrongShapes) {
  test(`the shape "${shape.slice(0, 40)} : ${effects}" is an error with a reason`, () => {
    assertProblem({ shapes: [{ [shape]: effects }] }, message);
  });
}

test('a problem has the line of its field', () => {
  const { problems } = readPack({ ...good, shapes: [{ a: 'publsh' }] }, 'tool.yaml', (path) => path.length * 10);
  assert.deepEqual(
    problems.map(({ line, field }) => [line, field]),
    [[20, 'shapes[0]']],
  );
});

test('hostile content gives a few problems quickly', () => {
  const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
  let deep: unknown = 'x';
  for (let level = 0; level < 50_000; level++) deep = [deep];
  const hostile: readonly Readonly<Record<string, unknown>>[] = [
    { shapes: many(packLimits.shapes + 1, { a: 'publish' }) },
    { shapes: many(packLimits.shapes, { a: 'x' }) },
    { shapes: deep },
    { shapes: [deep] },
    { tools: many(packLimits.names + 1, 'x') },
    { tools: ['x'.repeat(1_000_000)] },
    { values: Object.fromEntries(many(100_000, 0).map((_, index) => [`k${index}`, 3])) },
    { examples: { caught: many(100_000, 'x') } },
    { shapes: [{ ['<'.repeat(500_000)]: 'publish' }] },
    { shapes: [{ ['a|'.repeat(299)]: 'publish' }] },
    Object.fromEntries(many(100_000, 0).map((_, index) => [`k${index}`, 3])),
    { shapes: [{ a: 'publish,'.repeat(100_000) }] },
  ];
  for (const content of hostile) {
    const start = cpuTime();
    const problems = problemsOf(content);
    assert.ok(problems.length > 0 && problems.length <= 20);
    assert.ok(problems.every((problem) => problem.length < 10_000));
    assert.ok(cpuTime() - start < 1000);
  }
});

test('names of Object.prototype members are not pack keys', () => {
  assertProblem(JSON.parse('{"__proto__": 1, "constructor": 2}'), /unknown key "constructor"/);
  assertProblem({ shapes: [{ a: 'constructor' }] }, /unknown effect "constructor"/);
});
