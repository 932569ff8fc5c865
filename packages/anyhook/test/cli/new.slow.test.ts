import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventNames } from '../../../core/src/contract.js';
import type { Problem } from '../../../core/src/errors.js';
import type { FireReport } from '../../src/answer/fire-report.js';
import { formatNamed, formatNames } from '../../src/formats/index.js';
import { testProject } from './harness.js';

const fire = (command: string) => [
  'fire',
  'tool.before',
  '--tool',
  'shell',
  '--input',
  JSON.stringify({ command }),
  '--json',
  '--trust-project',
];

for (const format of formatNames()) {
  for (const lang of format === 'flow' ? ['js'] : ['sh', 'py', 'js']) {
    test(`a new ${format} hook in ${lang} validates, runs, and blocks as its script decides`, async (t) => {
      const here = testProject(t);
      const made = await here.run([
        'hooks',
        'new',
        'my-guard',
        '--format',
        format,
        '--event',
        'tool.before',
        '--lang',
        lang,
      ]);
      assert.deepEqual([made.code, made.stderr], [0, '']);
      assert.match(
        made.stdout,
        /Next:\n {2}change the script and the expectations in my-guard\.hooktest\.yaml\n {2}anyhook hooks test\n {2}anyhook trust\n {2}anyhook fire tool\.before --tool shell/,
      );
      assert.deepEqual(await here.json(['hooks', 'validate', '--json']), []);
      const calm = await here.json<FireReport>(fire('ls'));
      assert.deepEqual([calm.decision, calm.hooks[0]?.outcome, calm.notes], ['pass', 'ok', []]);
      const { code, stdout } = await here.run(fire('never let this pass'));
      // An ability script answers with signals; the generated one only logs.
      assert.equal(code, format === 'ability' ? 0 : 2);
      assert.equal((JSON.parse(stdout) as FireReport).hooks[0]?.outcome, format === 'ability' ? 'ok' : 'blocked');
    });
  }

  test(`a new ${format} hook can be created for every event, and runs`, async (t) => {
    const here = testProject(t);
    for (const [i, event] of Object.keys(formatNamed(format).events).entries()) {
      const made = await here.run(['hooks', 'new', `n-${i}`, '--format', format, '--event', event]);
      assert.deepEqual([made.code, made.stderr], [0, ''], event);
    }
    // A note about events that only one agent has is not a fault of the new hook.
    const problems = await here.json<Problem[]>(['hooks', 'validate', '--json']);
    assert.deepEqual(
      problems.filter(({ message }) => !/^only .+ itself fires /.test(message)),
      [],
    );
    for (const event of Object.keys(formatNamed(format).events)) {
      const report = await here.json<FireReport>(['fire', `${format}:${event}`, '--json', '--trust-project']);
      const ran = report.hooks.filter(({ outcome }) => outcome === 'ok');
      assert.ok(ran.length > 0, `${event}: ${JSON.stringify(report.hooks)}`);
      assert.deepEqual(report.notes, [], event);
    }
  });
}

const matchers: readonly [string, string][] = [
  ['hook-md', 'Shell|WriteFile'],
  ['docker', 'shell|write_file'],
  ['ability', 'run_command|write_file'],
  ['claude', 'Bash|Write'],
  ['cursor', 'Shell|Write'],
  ['antigravity', 'run_command|write_to_file'],
  ['kiro', 'shell|write'],
  ['flow', 'Bash|Write'],
];
for (const [format, matcher] of matchers) {
  test(`--matcher narrows a ${format} hook to its tools`, async (t) => {
    const here = testProject(t);
    await here.run(['hooks', 'new', 'a', '--format', format, '--event', 'tool.before', '--matcher', matcher]);
    const outcome = async (tool: string) =>
      (await here.json<FireReport>(['fire', 'tool.before', '--tool', tool, '--json', '--trust-project'])).hooks[0]
        ?.outcome;
    assert.deepEqual(
      [await outcome('shell'), await outcome('write'), await outcome('read')],
      ['ok', 'ok', 'not-matched'],
    );
  });
}

test('the next command uses a tool that the matcher names', async (t) => {
  const args = ['hooks', 'new', 'a', '--format', 'docker', '--event', 'post_tool_use', '--matcher', 'write_file'];
  assert.match((await testProject(t).run(args)).stdout, /anyhook fire tool\.after --tool write --input '\{"path"/);
});

test('a new flow hook can be created for any canonical event', async (t) => {
  const here = testProject(t);
  for (const [i, event] of eventNames.filter((name) => name !== 'other').entries())
    assert.equal((await here.run(['hooks', 'new', `n-${i}`, '--format', 'flow', '--event', event])).code, 0, event);
  assert.deepEqual(await here.json(['hooks', 'validate', '--json']), []);
});

test('generated scripts are executable', async (t) => {
  const here = testProject(t);
  await here.run(['hooks', 'new', 'a', '--format', 'docker', '--event', 'stop']);
  assert.equal(statSync(join(here.dir, '.agents/scripts/a.sh')).mode & 0o777, 0o755);
});

const shared: readonly [string, string, string, RegExp][] = [
  [
    'docker',
    '.agents/hooks.yaml',
    '# our hooks\nhooks:\n  # said at the start\n  session_start:\n    - {type: builtin, command: add_date} # today\n',
    /^# our hooks\nhooks:\n {2}# said at the start\n {2}session_start:\n {4}- \{ ?type: builtin, command: add_date ?\} # today\n {4}- name: a\n/,
  ],
  [
    'flow',
    '.agents/anyhook.yaml',
    '# ours\nprofile: strict # why\n',
    /^# ours\nprofile: strict # why\nhooks:\n {2}- id: a\n/,
  ],
  [
    'claude',
    'hooks/hooks.json',
    '{\n  // ours\n  "description": "x",\n  "hooks": {}\n}\n',
    /^\{\n {2}\/\/ ours\n {2}"description": "x",\n {2}"hooks": \{\n {4}"SessionStart": \[/,
  ],
];
for (const [format, path, text, expected] of shared) {
  test(`${path} keeps its content when a hook is added`, async (t) => {
    const here = testProject(t, { [path]: text });
    const { code, stderr } = await here.run(['hooks', 'new', 'a', '--format', format, '--event', 'session.start']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(readFileSync(join(here.dir, path), 'utf8'), expected);
    assert.deepEqual(await here.json(['hooks', 'validate', '--json']), []);
  });

  test(`an invalid ${path} is left unchanged with an error`, async (t) => {
    const here = testProject(t, { [path]: '{"hooks": [' });
    const { code, stderr } = await here.run(['hooks', 'new', 'a', '--format', format, '--event', 'session.start']);
    assert.equal(code, 1);
    assert.match(stderr, /^anyhook: .*see "anyhook hooks validate"\n$/);
    assert.equal(readFileSync(join(here.dir, path), 'utf8'), '{"hooks": [');
  });
}

for (const format of formatNames()) {
  test(`an existing ${format} hook is only overwritten with --force, and then not duplicated`, async (t) => {
    const here = testProject(t);
    const args = ['hooks', 'new', 'a', '--format', format, '--event', 'tool.before'];
    await here.run(args);
    const again = await here.run(args);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /exists already; use another name, or --force/);
    assert.equal((await here.run([...args, '--force'])).code, 0);
    assert.equal((await here.json<unknown[]>(['list', '--json'])).length, 1);
  });
}

const mistakes: readonly [string, readonly string[], RegExp][] = [
  ['a name in capitals', ['A', '--format', 'docker', '--event', 'stop'], /lowercase letters/],
  ['a name that leaves the folder', ['../x', '--format', 'docker', '--event', 'stop'], /lowercase letters/],
  [
    'an event that the format lacks',
    ['a', '--format', 'hook-md', '--event', 'turn.start'],
    /has no event for turn\.start/,
  ],
  ['an unknown event', ['a', '--format', 'docker', '--event', 'tool.befor'], /did you mean/],
  [
    'a matcher where nothing matches',
    ['a', '--format', 'hook-md', '--event', 'session.start', '--matcher', 'x'],
    /--matcher/,
  ],
  ['a flow hook in another language', ['a', '--format', 'flow', '--event', 'tool.before', '--lang', 'py'], /--lang js/],
  [
    'no event',
    ['a', '--format', 'docker'],
    /^anyhook: --event \(when it runs\) missing[\s\S]*anyhook hooks new a --format docker --event tool\.before/,
  ],
];
for (const [what, args, expected] of mistakes) {
  test(`${what} is an error in one line`, async (t) => {
    const { code, stdout, stderr } = await testProject(t).run(['hooks', 'new', ...args]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, expected);
  });
}
