import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuTime } from '../../../anyhook/test/support/cpu-time.js';
import { makeNotingMachine, splitWords } from '../../../anyhook/test/support/noting-machine.js';
import type { Effect } from '../effect.js';
import { marks, type Value } from '../value.js';
import { runPack } from './match-pack.js';
import { type Pack, readPack } from './pack.js';

type Shapes = readonly Readonly<Record<string, string>>[];

function packOf(shapes: Shapes, more: Readonly<Record<string, unknown>> = {}): Pack {
  const result = readPack({ pack: 'tool', tools: ['tool'], shapes, ...more }, 'tool.yaml');
  assert.ok('pack' in result, JSON.stringify(result.problems));
  return result.pack;
}

/** Runs a command line; `?` alone is an unknown word, `?all` a list of everything. */
function run(pack: Pack, command: string, stdin?: Value) {
  const argv = splitWords(command).map((word) =>
    word
      .replace('?all', marks.all)
      .replace('?secret', marks.secret)
      .replace(/^\?$/, marks.any)
      .replace('=?', `=${marks.any}`),
  );
  const machine = makeNotingMachine();
  const output = runPack(pack, { name: argv[0] ?? '', argv, stdin }, machine);
  return { machine, output, effects: machine.effects.map(describeEffect), log: machine.log };
}

function describeEffect(effect: Effect): string {
  if ('at' in effect && effect.at) {
    const more = 'recursive' in effect && effect.recursive ? ' recursive' : 'how' in effect ? ` ${effect.how}` : '';
    return `${effect.do} ${effect.at.path}${more}`;
  }
  return Object.values(effect)
    .map((part) => (typeof part === 'object' ? part.path : String(part)))
    .join(' ');
}

const destroys = (words: string, more?: Readonly<Record<string, unknown>>): Pack =>
  packOf([{ [words]: 'destroy cluster it' }], more);
const matches = (pack: Pack, command: string): boolean => run(pack, command).effects.length > 0;

/** Shape, commands that it matches, commands that it does not match. */
const words: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['delete **', ['delete', 'delete a', 'delete a b', '-x delete a'], ['get delete', 'deletes', '']],
  ['delete *', ['delete a', 'delete -f a'], ['delete', 'delete a b']],
  ['delete|remove x', ['delete x', 'remove x'], ['drop x', 'delete y']],
  ['delete-* **', ['delete-stack', 'delete-db x'], ['delete', 'describe-x']],
  ['x --to=a|\\* **', ['x --to=a', 'x --to=*'], ['x --to=b', 'x', 'x --to=**']],
  ['release[* **', ['release[a]', 'release[ b'], ['release', 'released']],
  ['* rm', ['a rm'], ['rm', 'a b rm']],
  ['** rm', ['rm', 'a rm', 'a b rm'], ['a rm b']],
  ['a ** b ** c', ['a b c', 'a x b y z c', 'a b b c'], ['a c b', 'a b']],
  ['', ['', '-f'], ['a']],
  ['-f|--force **', ['-f', 'a --force', '-xf'], ['a', '-g', '-- -f']],
  ['a !-n|--dry-run', ['a', 'a -f', '-- a', 'a --dry-run=false'], ['a -n', 'a --dry-run']],
  [
    'a --level=full|part*',
    ['a --level=full', 'a --level=partial'],
    ['a', 'a --level=none', 'a --level', 'a --level=?'],
  ],
  ['a --level=*', ['a --level=full', 'a --level=?'], ['a']],
  ['a !--level=none', ['a', 'a --level=all'], ['a --level=none']],
  ['a --del*', ['a --delete', 'a --delete-after'], ['a', 'a --keep']],
  ['a -- b', ['a -- b'], ['a b', 'a b --', '-- a b']],
  ['rm <all> **', ['rm ?all', 'rm ?all x'], ['rm x', 'rm ?']],
  ['rm <paths old> to <path new>', ['rm a to b', 'rm a b to c'], ['rm to b', 'rm a to']],
];

for (const [shape, fits, others] of words) {
  test(`the shape "${shape}" matches exactly the commands that fit it`, () => {
    const pack = destroys(shape, { values: ['-v'] });
    for (const command of fits) assert.ok(matches(pack, `tool ${command}`), `${command} matches`);
    for (const command of others) assert.ok(!matches(pack, `tool ${command}`), `${command} does not match`);
  });
}

/** Shape, effects as a pack writes them, command, effects found, output. */
const effectCases: readonly (readonly [string, string, string, readonly string[], Value?])[] = [
  ['<paths p>', 'delete p recursive', 'a /b', ['delete /home/dev/project/a recursive', 'delete /b recursive']],
  ['<path p> **', 'delete p', 'a b', ['delete /home/dev/project/a']],
  ['<paths p>', 'write p', 'a', ['write /home/dev/project/a over']],
  ['<paths p>', 'write p append', 'a', ['write /home/dev/project/a append']],
  ['<paths a> <path b>', 'move a to b', '/x /y', ['move /x /y']],
  ['<text mode> <paths p>', 'permit p recursive', '777 /x', ['permit /x recursive']],
  ['<paths p>', 'read p', '.env', [], marks.secret],
  ['get', 'reveal the vault', 'get', [], marks.secret],
  ['<path p> <host h>', 'send p to h', '.env me@host', ['send true me@host .env']],
  ['<path p> <host h>', 'send p to h', 'a.txt me@host', ['send false me@host a.txt']],
  ['<text t>', 'send t', '?secret', ['send true ']],
  ['<text t>', 'send secret', 'x', ['send true ']],
  ['**', 'run remote', 'x', ['run remote']],
  ['**', 'run decoded, run unknown', 'x', ['run decoded', 'run unknown']],
  ['**', 'shell network', 'x', ['shell network']],
  ['**', 'discard all changes', 'x', ['discard all changes']],
  ['**', 'rewrite history, forget the past', 'x', ['rewrite history', 'forget the past']],
  ['**', 'push force deletes', 'x', ['push true true']],
  ['**', 'push', 'x', ['push false false']],
  ['a|b **', 'destroy db', 'a x', ['destroy db tool a']],
  ['a **', 'destroy queue all of it', 'a x', ['destroy queue all of it']],
  ['a', 'publish, expose the port, grant', 'a', ['publish tool a', 'expose the port', 'grant tool a']],
  ['a', 'mount, system, persist, exhaust', 'a', ['mount tool a', 'system tool a', 'persist tool a', 'exhaust tool a']],
  ['a', 'gives all', 'a', [], marks.all],
  ['a', 'gives net', 'a', [], marks.net],
  ['a', 'gives secret', 'a', [], marks.secret],
  ['a', 'gives any', 'a', [], marks.any],
  ['a', 'gives decoded', 'a', [], marks.decoded],
  ['a', 'gives nothing', 'a', [], ''],
  ['a', 'destroy disk, gives nothing', 'a', ['destroy disk tool a'], ''],
];

for (const [shape, effects, command, expected, output] of effectCases) {
  test(`a pack with "${shape} : ${effects}" has the listed effects and output`, () => {
    const result = run(packOf([{ [shape]: effects }]), `tool ${command}`);
    assert.deepEqual(result.effects, expected);
    assert.equal(result.output, output);
  });
}

test('a typed operand may have a prefix in the same word', () => {
  const pack = packOf([{ '** of=<path out> **': 'write out' }, { '-c=!<shell> **': 'run it' }], { values: ['-c'] });
  assert.deepEqual(run(pack, 'tool bs=1M of=/dev/sda count=1').effects, ['write /dev/sda over']);
  assert.deepEqual(run(pack, 'tool -c q -c !ls a').log, ['shell: ls']);
  assert.deepEqual(run(pack, 'tool -c q').log, []);
});

test('editor commands are taken from options, operands or the input', () => {
  const pack = packOf([{ '-c=<ex> **': 'ex' }, { '!-c **': 'ex' }], { values: ['-c'] });
  assert.equal(run(pack, `tool -c '!ls'`).log[0], 'shell: ls');
  assert.equal(run(pack, 'tool file', '!ls').log[0], 'shell: ls');
});

test('unpacking marks literal text as decoded, and keeps the mark of network text', () => {
  const pack = packOf([{ '': 'gives unpacked' }]);
  assert.equal(run(pack, 'tool', 'H4sI').output, marks.decoded);
  assert.equal(run(pack, 'tool', marks.net).output, marks.net);
  assert.equal(run(pack, 'tool').output, marks.any);
});

test('a command among the words keeps its own options', () => {
  const pack = packOf([{ 'exec * <cmd remote>': 'run it' }], { harmless: ['--help'], values: ['-e'] });
  assert.deepEqual(run(pack, 'tool exec -t web rm -rf --help /x').log, ['run: rm -rf --help /x @tool']);
  assert.deepEqual(run(pack, 'tool exec web -- psql -e "drop x"').log, ['run: psql -e drop x @tool']);
  assert.deepEqual(run(pack, 'tool exec --help web rm x').log, []);
});

test('a remote command runs on the host that the shape names', () => {
  const pack = packOf([{ '<host h> <cmd remote>': 'run it' }]);
  assert.deepEqual(run(pack, 'tool web ls').log, ['run: ls @web']);
});

test('shell text and code run once for each use of their option', () => {
  const pack = packOf([{ '-c=<shell> **': 'run it' }, { '-e=<code python> **': 'run it' }], { values: ['-c', '-e'] });
  assert.deepEqual(run(pack, `tool -c 'ls a' -c pwd -e 'print(1)'`).log, [
    ...['shell: ls a', 'shell: pwd', 'python: print(1)'],
  ]);
});

test('an option value may be a whole command', () => {
  const pack = packOf([{ '--rsh=<cmd> **': 'run it' }], { values: ['--rsh'] });
  assert.deepEqual(run(pack, `tool --rsh 'rm x' a`).log[0], 'shell: rm x');
});

test('run file starts the file by its path', () => {
  const pack = packOf([{ '<path file>': 'run file' }]);
  assert.deepEqual(run(pack, 'tool a.sh').log, ['run: ./a.sh']);
});

test('SQL is taken from options, operands or the input, with its target', () => {
  const pack = packOf([{ '-c=<sql> **': 'sql' }, { '!-c **': 'sql' }], { values: ['-c', '-h'], target: ['-h'] });
  assert.deepEqual(run(pack, `tool -h prod -c 'select 1' -c 'drop x'`).log, [
    'sql: select 1 @prod',
    'sql: drop x @prod',
  ]);
  assert.deepEqual(run(pack, 'tool db', 'drop table x').log, ['sql: drop table x']);
  assert.deepEqual(run(pack, 'tool db').log, []);
});

test('the input may be sent or printed', () => {
  assert.deepEqual(run(packOf([{ '**': 'send stdin' }]), 'tool x', marks.environment).effects, ['send true ']);
  assert.equal(run(packOf([{ '**': 'gives stdin' }]), 'tool x', 'text').output, 'text');
  assert.equal(run(packOf([{ '<paths p>': 'read p' }]), 'tool -', 'text').output, 'text');
});

test('the target option names the target', () => {
  const pack = destroys('delete', { values: ['--context', '-n'], target: ['--context', '-n'] });
  assert.deepEqual(run(pack, 'tool --context prod delete').effects, ['destroy cluster it prod']);
  assert.deepEqual(run(pack, 'tool delete').effects, ['destroy cluster it']);
});

test('all matching shapes apply', () => {
  const pack = packOf([{ 'a **': 'publish' }, { '** b': 'grant' }, { c: 'expose' }]);
  assert.deepEqual(run(pack, 'tool a b').effects, ['publish tool a', 'grant tool b']);
});

test('a harmless option counts only as a real option that nothing later cancels', () => {
  const pack = destroys('delete **', {
    harmless: ['--dry-run=client|server', '--plan', '-h'],
    values: ['--name', '-x'],
  });
  for (const passed of [
    'delete --dry-run=client',
    'delete a --plan',
    '-h delete',
    'delete -vh',
    'delete --no-plan --plan',
  ]) {
    assert.ok(!matches(pack, `tool ${passed}`), passed);
  }
  for (const caught of [
    ...['delete --name --plan', 'delete -x -h', 'delete -- --plan', 'delete --dry-run=none', 'delete --dry-run=?'],
    ...['delete --plan=false', 'delete --plan --no-plan', 'delete --dry-run=client --dry-run=none', 'delete --plan=?'],
  ]) {
    assert.ok(matches(pack, `tool ${caught}`), caught);
  }
});

test('a pack ignores commands with an excluded first operand', () => {
  const pack = destroys('** publish **', { not: ['run', 'ex*'] });
  assert.ok(matches(pack, 'tool publish'));
  assert.ok(!matches(pack, 'tool run publish'));
  assert.ok(!matches(pack, 'tool exec publish'));
  assert.ok(!matches(pack, 'tool ? run publish'));
});

test('a shape word never matches an unknown word, but matches words after it', () => {
  const pack = destroys('delete **');
  assert.ok(!matches(pack, 'tool ? pod'), 'an unknown verb');
  assert.ok(matches(pack, 'tool ? delete pod'), 'unknown options');
  assert.ok(matches(pack, 'tool delete ?'), 'an unknown operand');
  assert.ok(!matches(pack, 'tool get ? delete'));
  assert.ok(
    matches(destroys('compose down -v'), 'tool ? compose ? down -v'),
    'unknown words between the words of a shape',
  );
  assert.ok(matches(destroys('exec -- rm'), 'tool exec ? -- rm'));
});

test('a short option may have = before its value', () => {
  const pack = destroys('a -o=json', { values: ['-o'] });
  assert.ok(matches(pack, 'tool a -o=json'));
  assert.ok(matches(pack, 'tool a -ojson'));
});

test('one dash and two dashes are equal if the pack sets oneDash', () => {
  const pack = destroys('apply -auto-approve', { oneDash: true, values: ['-chdir'], harmless: ['--help'] });
  assert.ok(matches(pack, 'tool -chdir=x apply --auto-approve'));
  assert.ok(matches(pack, 'tool -chdir x apply -auto-approve'));
  assert.ok(!matches(pack, 'tool apply -auto-approve -help'));
});

test('abbreviated long options are accepted only if the pack lists flags', () => {
  assert.ok(matches(destroys('--force **', { flags: ['--follow'] }), 'tool --forc'));
  assert.ok(!matches(destroys('--force **'), 'tool --forc'));
});

test('a hostile pack with a long command ends quickly and is reported as unread', () => {
  const pack = packOf(Array.from({ length: 300 }, () => ({ [`${'** a '.repeat(19)}** b`]: 'publish' })));
  const argv = ['tool', ...Array.from({ length: 4000 }, () => 'a')];
  const machine = makeNotingMachine();
  const start = cpuTime();
  runPack(pack, { name: 'tool', argv, stdin: undefined }, machine);
  assert.ok(cpuTime() - start < 2000);
  assert.deepEqual(machine.effects, [{ do: 'unread', why: 'steps' }]);
});

test('a pack matches thousands of operands', () => {
  const argv = ['tool', ...Array.from({ length: 8000 }, (_, index) => `a${index}`)];
  const machine = makeNotingMachine();
  runPack(packOf([{ '** <path last>': 'delete last' }]), { name: 'tool', argv, stdin: undefined }, machine);
  assert.equal(machine.effects.length, 1);
});

test('the matcher never throws, whatever the shapes and words', () => {
  const parts = [
    'a',
    '-f',
    '--',
    '**',
    '*',
    '<path p>',
    '<cmd>',
    '<shell>',
    '-o=<text t>',
    '!-x',
    'b|c',
    '<',
    '>',
    '=',
    '-',
  ];
  const chars = [
    ...parts,
    marks.any,
    marks.all,
    marks.one,
    '-o',
    `-${marks.any}`,
    `--x=${marks.net}`,
    '',
    '--=',
    '-o=',
  ];
  let seed = 7;
  const pick = <T>(list: readonly T[]): T => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return list[seed % list.length] as T;
  };
  for (let round = 0; round < 3000; round++) {
    const shape = Array.from({ length: round % 6 }, () => pick(parts)).join(' ');
    const result = readPack({ pack: 'x', tools: ['x'], values: ['-o'], shapes: [{ [shape]: 'publish' }] }, 'x.yaml');
    if (!('pack' in result)) continue;
    const argv = ['x', ...Array.from({ length: round % 9 }, () => pick(chars))];
    runPack(result.pack, { name: 'x', argv, stdin: undefined }, makeNotingMachine());
  }
});
