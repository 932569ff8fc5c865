import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { slashedPath } from '../../../core/src/file-path.js';
import { hookMdWithScript, testProject } from './harness.js';

const files = {
  ...hookMdWithScript('guard', 'before_tool', 'exit 0', 'matcher:\n  tool: Shell\n  pattern: rm\npriority: 500\n'),
  ...hookMdWithScript('log', 'session_end', 'exit 0', 'async: true\n'),
  '.agents/hooks.yaml':
    'hooks:\n  pre_tool_use:\n    - matcher: shell\n      hooks:\n        - {name: first, type: command, command: "true", timeout: 5}\n',
  '.system/hooks/off.yaml':
    'id: off\nevent_type: PostAbilityCall\nenabled: false\nblocking: false\nmatch: {ability_scope: "*"}\nhandler: {kind: script, command: "true"}\n',
};
const others = {
  '.claude/settings.json': JSON.stringify({
    hooks: Object.fromEntries(
      ['Setup', 'FileChanged'].map((name) => [name, [{ hooks: [{ type: 'command', command: 'true' }] }]]),
    ),
  }),
};

test('the table lists hooks by event in run order, with all columns', async (t) => {
  const { code, stdout } = await testProject(t, files).run(['list', '--trust-project']);
  assert.equal(code, 0);
  assert.equal(
    stdout,
    [
      'id     event_type       enabled  blocking  format   state                      match_summary',
      'log    session_end      true     false     hook-md  active                     all sessions, async',
      'guard  before_tool      true     true      hook-md  active                     tool=Shell input=/rm/',
      'first  pre_tool_use     true     true      docker   active                     tool=shell',
      'off    PostAbilityCall  false    false     ability  disabled (enabled: false)  ability=*',
      '',
    ].join('\n'),
  );
});

const longIds = {
  ...files,
  'hooks/hooks.json': JSON.stringify({
    hooks: { PostToolUseFailure: [{ matcher: 'Write|Edit|MultiEdit', hooks: [{ type: 'command', command: 'true' }] }] },
  }),
};
for (const columns of [80, 60, 40])
  test(`in a terminal of ${columns} columns, ids are complete and lines fit`, async (t) => {
    const here = testProject(t, longIds);
    const { stdout } = await here.run(['list', '--trust-project'], { columns, env: { NO_COLOR: '1' } });
    for (const id of ['guard', 'first', 'log', 'off', 'plugin.claude.PostToolUseFailure.0.0'])
      assert.match(stdout, new RegExp(`^[! ] +${id.replaceAll('.', '\\.')}( |$)`, 'm'));
    for (const line of stdout.split('\n').slice(0, -2)) assert.ok([...line].length <= columns, line);
    assert.match(stdout, /^! may block/m);
  });

test('untrusted hooks are marked, with the command that trusts them', async (t) => {
  const { stdout } = await testProject(t, files).run(['list', '--format', 'docker']);
  assert.match(stdout, /^first .* untrusted /m);
  assert.match(stdout, /1 hook not trusted: see "anyhook trust"\n$/);
});

test('a hook at an event that cannot be blocked is not called blocking', async (t) => {
  const command = '{type: command, command: "true"}';
  const here = testProject(t, {
    '.agents/hooks.yaml': `hooks:\n  notification:\n    - ${command}\n  turn_start:\n    - ${command}\n  session_start:\n    - ${command}\n`,
  });
  const entries = await here.json<{ nativeEvent: string; blocking: boolean }[]>(['list', '--json', '--trust-project']);
  const blocking = Object.fromEntries(entries.map((one) => [one.nativeEvent, one.blocking]));
  assert.deepEqual(blocking, { notification: false, turn_start: false, session_start: false });
  const { stdout } = await here.run(['list', '--trust-project']);
  assert.doesNotMatch(stdout, / true +true /);
});

test('two hooks with the same name both run, and list and validate name both files', async (t) => {
  const user = Object.entries(hookMdWithScript('sec', 'before_tool', 'exit 0'));
  const here = testProject(t, {
    ...hookMdWithScript('sec', 'before_tool', 'exit 0'),
    ...Object.fromEntries(user.map(([path, text]) => [`../home/.config/${path.replace('.agents', 'agents')}`, text])),
  });
  const own = slashedPath(join(here.dir, '.agents/hooks/sec/HOOK.md'));
  const users = slashedPath(join(here.env['HOME'] ?? '', '.config/agents/hooks/sec/HOOK.md'));
  const { stdout } = await here.run(['list', '--trust-project']);
  assert.ok(stdout.includes(`sec and sec#2 have the same name, and both run: ${users}, ${own}\n`), stdout);
  const checked = await here.run(['hooks', 'validate']);
  const said = `${checked.stdout}${checked.stderr}`;
  assert.ok(said.includes(users) && /sec\/HOOK\.md.*another hook is called "sec"/s.test(said), said);
});

test('list counts problems and points to validate', async (t) => {
  const here = testProject(t, { '.system/hooks/bad.yaml': 'id: bad\n' });
  assert.match(
    (await here.run(['list'])).stdout,
    /errors?, \d+ warnings? in hook files: see "anyhook hooks validate"\n$/,
  );
});

test('--json has every documented field', async (t) => {
  const here = testProject(t, files);
  const [{ handler, ...entry } = {}] = await here.json<Record<string, unknown>[]>([
    'list',
    '--json',
    '--event',
    'tool.before',
    '--format',
    'hook-md',
  ]);
  const script = join(here.dir, '.agents/hooks/guard/scripts/run.sh');
  assert.deepEqual(entry, {
    id: 'guard',
    event: 'tool.before',
    events: ['tool.before'],
    nativeEvent: 'before_tool',
    dialect: 'hook-md',
    scope: 'project',
    source: join(here.dir, '.agents/hooks/guard/HOOK.md'),
    line: 1,
    enabled: true,
    trusted: false,
    state: 'untrusted',
    blocking: true,
    async: false,
    shadow: false,
    priority: 500,
    timeoutMs: 30_000,
    match: { tool: { source: 'Shell', mode: 'anchored' }, input: { source: 'rm', mode: 'search' } },
    onFailure: 'open',
    description: 'A hook for tests.',
    files: [join(here.dir, '.agents/hooks/guard/HOOK.md'), script],
  });
  assert.deepEqual(handler, { kind: 'command', form: 'exec', command: script });
});

test('a switched-off hook still shows whether it is trusted', async (t) => {
  const here = testProject(t, files);
  const find = async (args: readonly string[]) =>
    (await here.json<{ id: string }[]>(['list', '--json', ...args])).find(({ id }) => id === 'off');
  assert.deepEqual(pick(await find([])), { enabled: false, trusted: false, state: 'disabled' });
  assert.deepEqual(pick(await find(['--trust-project'])), { enabled: false, trusted: true, state: 'disabled' });
});

const events: readonly [string, readonly string[]][] = [
  ['tool.before', ['guard', 'first']],
  ['PreToolUse', ['guard', 'first']],
  ['docker:pre_tool_use', ['guard', 'first']],
  ['tool.failure', ['off']],
  ['session_end', ['log']],
  ['claude:Setup', ['settings.claude.Setup.0.0']],
  ['other', ['settings.claude.Setup.0.0', 'settings.claude.FileChanged.0.0']],
];
for (const [event, ids] of events) {
  test(`--event ${event} lists ${ids.join(' and ')}`, async (t) => {
    const found = await testProject(t, { ...files, ...others }).json<{ id: string }[]>([
      'list',
      '--json',
      '--event',
      event,
    ]);
    assert.deepEqual(
      found.map(({ id }) => id),
      ids,
    );
  });
}

test('an ambiguous event is an error that lists the choices', async (t) => {
  const { code, stderr } = await testProject(t).run(['list', '--event', 'stop']);
  assert.equal(code, 1);
  assert.match(stderr, /docker:stop \(agent\.done\).*flow:stop/);
});

test('in a folder without hooks, list says how to create one', async (t) => {
  assert.equal((await testProject(t).run(['list'])).stdout, 'no hooks here; create one with "anyhook hooks new"\n');
});

test('control characters in a hook file never reach the terminal', async (t) => {
  const here = testProject(t, {
    '.agents/hooks.yaml':
      'hooks:\n  pre_tool_use:\n    - matcher: "a\\e7b"\n      hooks: [{name: "x", type: command, command: "true"}]\n',
  });
  const { stdout } = await here.run(['list']);
  assert.equal(stdout.includes('\u001b'), false);
  assert.match(stdout, /tool=a\\u001b7b/);
});

const pick = (entry: object | undefined) => {
  const { enabled, trusted, state } = entry as Record<string, unknown>;
  return { enabled, trusted, state };
};
