import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Command } from 'commander';
import { reportFailure } from '../../src/cli/terminal/failure.js';
import { testProject } from './harness.js';

interface Failure {
  readonly error: { readonly code: string; readonly message: string };
}

const failures: readonly [string, readonly string[], string, RegExp, number?][] = [
  [
    'a misspelt option',
    ['list', '--fromat', 'x'],
    'BAD_ARGUMENT',
    /^unknown option '--fromat'; did you mean --format\?$/,
  ],
  ['an unknown value', ['list', '--format', 'foo'], 'BAD_ARGUMENT', /'foo' is invalid\. Allowed choices are hook-md/],
  [
    'a missing argument',
    ['ability', 'show'],
    'BAD_ARGUMENT',
    /^missing required argument 'name'; see "anyhook ability show --help"$/,
  ],
  ['a misspelt command', ['lst'], 'BAD_ARGUMENT', /^unknown command 'lst'; did you mean list\?$/],
  [
    'an unknown command of a group',
    ['task', 'foo'],
    'BAD_ARGUMENT',
    /^unknown command 'foo'; see "anyhook task --help"$/,
  ],
  ['an unknown ability', ['ability', 'show', 'nothing'], 'BAD_ARGUMENT', /"nothing"/],
  ['an unknown event', ['list', '--event', 'tool.befor'], 'UNKNOWN_EVENT', /did you mean "tool.before"\?$/],
  [
    'an unknown host',
    ['fire', 'tool.before', '--agent', 'claude-cod'],
    'UNKNOWN_HOST',
    /did you mean "claude-code"\?$/,
  ],
  [
    'a folder that is not there',
    ['doctor', '--cwd', 'nowhere'],
    'BAD_ARGUMENT',
    /^--cwd: expected a folder, got .*nowhere$/,
  ],
  ['what only a person may do', ['uninstall', '--yes'], 'UNTRUSTED', /needs a person at a terminal/],
  ['a journal that is not there', ['log'], 'BAD_STATE', /no decisions are recorded yet/],
  [
    'a journal that is not there, for a command of a group,',
    ['log', 'export'],
    'BAD_STATE',
    /no decisions are recorded yet/,
  ],
  ['an unknown decision', ['why', 'x'], 'BAD_STATE', /no decisions are recorded yet/],
  ['a bad limit', ['task', 'list', '--limit', 'x'], 'BAD_ARGUMENT', /^--limit: expected a whole number/],
  ['a replay of nothing', ['replay', 'none.jsonl'], 'BAD_ARGUMENT', /none\.jsonl/, 2],
  ['a misspelt option of replay, unlike a flip', ['replay', '--agianst', 'x'], 'BAD_ARGUMENT', /did you mean/, 2],
];
for (const [what, args, code, message, exit = 1] of failures) {
  test(`with --json, ${what} is a JSON object on stdout with the same exit code`, async (t) => {
    const here = testProject(t);
    const plain = await here.run(args);
    assert.deepEqual([plain.code, plain.stdout], [exit, '']);
    const ran = await here.run([...args, '--json']);
    assert.deepEqual([ran.code, ran.stderr], [exit, '']);
    const { error } = JSON.parse(ran.stdout) as Failure;
    assert.equal(error.code, code);
    assert.match(error.message, message);
    assert.equal(ran.stdout.trimEnd().includes('\n'), false);
  });
}

test('without --json, after "--", or on a command without --json, errors are text on stderr', async (t) => {
  const here = testProject(t);
  for (const [args, text] of [
    [['off', '--json'], /^anyhook: unknown option '--json'/],
    [['list', '--', '--json'], /^anyhook: too many arguments/],
  ] as const) {
    const { code, stdout, stderr } = await here.run(args);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, text);
  }
});

test('a system error has the code FAILED and says what to do', () => {
  const out: string[] = [];
  const stdout = { write: (text: string) => out.push(text) };
  const io = { ...process, cwd: '/', home: '/', env: {}, stdout, ancestry: () => undefined };
  const error = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/x' });
  const program = new Command('anyhook');
  program.command('list').option('--json');
  reportFailure(error, { program, argv: ['list', '--json'], io });
  assert.deepEqual(JSON.parse(out.join('')), {
    error: { code: 'FAILED', message: 'EACCES: permission denied; check your read and write permission there' },
  });
});
