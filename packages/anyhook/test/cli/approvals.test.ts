import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { slashedPath } from '../../../core/src/file-path.js';
import { hookMdWithScript, type TestProject, testProject } from './harness.js';

const terminal = { columns: 100, env: { NO_COLOR: '1' } };
const bin = resolve('packages/anyhook/bin/anyhook.cjs');

/** A project whose hook asks before each shell command. */
const asking = (t: TestContext) =>
  testProject(t, hookMdWithScript('careful', 'before_tool', `echo '{"decision":"ask","reason":"is this meant?"}'`));

let calls = 0;

/** What Codex, which cannot ask, is answered for a command. */
function call(here: TestProject, command: string, session = 's') {
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: session,
    cwd: here.dir,
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: `call-${++calls}`,
  };
  const { stdout, stderr, status } = spawnSync(process.execPath, [bin, 'run', '--host', 'codex', '--trust-project'], {
    cwd: here.dir,
    env: here.env,
    input: JSON.stringify(payload),
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [0, '']);
  return stdout;
}

interface Listed {
  readonly id: string;
  readonly state: string;
  readonly by?: string;
  readonly why?: string;
}
const listed = (here: TestProject, ...more: string[]) =>
  here.json<readonly Listed[]>(['approve', '--list', '--json', ...more]);

test('a question names the id of its decision, so that "why" can explain it', async (t) => {
  const here = asking(t);
  call(here, 'git push');
  const [waiting] = await here.json<readonly { readonly decisionId?: string }[]>(['approve', '--list', '--json']);
  const why = await here.json<{ readonly id: string; readonly decision: string }>([
    'why',
    waiting?.decisionId ?? 'missing',
    '--json',
  ]);
  assert.deepEqual([why.id, why.decision], [waiting?.decisionId, 'deny']);
});

test('a call that a hook asks about is denied until a person approves it, and passes only once', async (t) => {
  const here = asking(t);
  assert.match(call(here, 'git push'), /"deny".*a person must approve it first/);
  const [waiting] = await listed(here);
  assert.equal(waiting?.state, 'pending');
  const { code, stdout } = await here.run(['approve', waiting?.id ?? '', '--reason', 'reviewed'], {
    ...terminal,
    stdin: 'y\n',
  });
  assert.equal(code, 0);
  assert.match(stdout, /^ {2}tool {5}shell$/m);
  assert.match(stdout, /^ {2}command {2}git push$/m);
  assert.match(stdout, /^ {2}why {6}\[careful\] is this meant\?$/m);
  assert.match(stdout, /Approve this call once\? \[y\/N\] approved: the same call may run once\n$/);
  assert.match(call(here, 'git push --force'), /"deny"/);
  assert.doesNotMatch(call(here, 'git push', 'a resumed session'), /deny/);
  assert.match(call(here, 'git push'), /"deny"/);
  const used = (await listed(here, '--all')).find(({ id }) => id === waiting?.id);
  assert.equal(used, undefined);
});

test("a refused call is answered with the person's reason", async (t) => {
  const here = asking(t);
  call(here, 'git push');
  const { code } = await here.run(['refuse', '--reason', 'use staging', '--yes'], terminal);
  assert.equal(code, 0);
  assert.match(call(here, 'git push'), /A person refused this call: use staging\./);
  const [record] = await listed(here, '--all');
  assert.deepEqual([record?.state, record?.why], ['refused', 'use staging']);
  assert.ok(record?.by);
  assert.deepEqual(await listed(here), []);
});

test('the list shows each pending question on one line, without control characters', async (t) => {
  const here = asking(t);
  call(here, 'echo \u001b[2J\u202e && ls\nsecond line');
  const { stdout } = await here.run(['approve', '--list'], terminal);
  assert.match(stdout, /^[a-z2-9]{5} {2}pending {2}\d+ s ago {2}shell {2}careful {2}echo \\u001b\[2J\\u202e/);
  const shown = await here.run(['approve'], { ...terminal, stdin: 'n\n' });
  assert.match(shown.stdout, /command {2}echo \\u001b\[2J\\u202e && ls\n {11}second line\n/);
  assert.match(shown.stdout, /nothing was decided\n$/);
  assert.equal(shown.code, 1);
  assert.doesNotMatch(stdout + shown.stdout, /\u001b|\u202e/);
});

for (const command of ['approve', 'refuse'])
  test(`${command} needs a person at their own terminal`, async (t) => {
    const here = asking(t);
    call(here, 'git push');
    const piped = await here.run([command, '--yes']);
    assert.equal(piped.code, 1);
    assert.match(piped.stderr, new RegExp(`"anyhook ${command}" needs a person at a terminal`));
    const inside = await here.run([command, '--yes'], { ...terminal, env: { CLAUDECODE: '1' } });
    assert.equal(inside.code, 1);
    assert.match(inside.stderr, /this runs inside Claude Code/);
    const inTask = await here.run([command, '--yes'], { ...terminal, env: { ANYHOOK_TASK_KEY: 't_1' } });
    assert.match(inTask.stderr, /this runs inside a task/);
    assert.deepEqual(
      (await listed(here)).map(({ state }) => state),
      ['pending'],
    );
  });

test('approval ids are not shown to an agent', async (t) => {
  const here = asking(t);
  call(here, 'git push');
  const { code, stdout, stderr } = await here.run(['approve', '--list', '--json'], { env: { CODEX_THREAD_ID: 'x' } });
  assert.deepEqual([code, stderr], [1, '']);
  const { error, ...more } = JSON.parse(stdout);
  assert.deepEqual([error.code, more], ['UNTRUSTED', {}]);
  assert.match(error.message, /this runs inside Codex/);
});

test('an empty list says so, and an id that is not pending is an error', async (t) => {
  const here = asking(t);
  for (const command of ['approve', 'refuse'])
    assert.equal((await here.run([command], terminal)).stdout, 'no call waits for your approval\n');
  const { code, stderr } = await here.run(['approve', 'zzzzz', '--yes'], terminal);
  assert.equal(code, 1);
  assert.match(stderr, /no pending call has the id "zzzzz"; see "anyhook approve --list"/);
});

test('fire does not create a question', async (t) => {
  const here = asking(t);
  const fired = ['fire', 'tool.before', '--agent', 'codex', '--tool', 'shell', '--input', '{"command":"ls"}'];
  assert.equal((await here.run([...fired, '--trust-project'])).code, 2);
  assert.deepEqual(await listed(here), []);
});

test("the user's config sets how long an approval is valid; a project's config cannot", async (t) => {
  const here = asking(t);
  here.write({
    '.agents/anyhook.yaml': 'approvalMinutes: 1000\n',
    '../home/.config/anyhook/config.yaml': 'approvalMinutes: 3\n',
  });
  assert.match(call(here, 'git push'), /within 3 minutes/);
  assert.match(
    (await here.run(['hooks', 'validate'])).stdout,
    /"approvalMinutes" is a key of the user or managed config/,
  );
});

/** The folder as the guard prints it: on Windows with the drive. */
const shop = slashedPath(resolve('/srv/shop'));

/** A project whose guard asks about what commands do. */
const guarded = (t: TestContext) =>
  testProject(t, { '.agents/anyhook.yaml': 'hooks:\n  - { on: tool.before, use: shell-guard }\n' });

test('a shell-guard approval covers effects: another command with equal effects passes, others do not', async (t) => {
  const here = guarded(t);
  assert.match(
    call(here, 'rm /srv/shop/old.log'),
    /"deny".*delete \/srv\/shop\/old\.log.*a person must approve it first/,
  );
  const { code, stdout } = await here.run(['approve', '--yes'], terminal);
  assert.equal(code, 0);
  assert.match(stdout, new RegExp(`^ {2}does {5}delete \\{"at":"${shop}/old\\.log","recursive":false\\}$`, 'm'));
  assert.match(call(here, 'rm /srv/shop/new.log'), /"deny"/);
  assert.match(call(here, 'cd /srv/shop && rm old.log new.log'), /"deny"/);
  assert.doesNotMatch(call(here, 'cd /srv/shop && unlink "old.log"'), /deny/);
  assert.match(call(here, 'rm /srv/shop/old.log'), /"deny"/);
});

test('a timed approval covers every command with the approved effects, and requires effects', async (t) => {
  const here = guarded(t);
  call(here, 'git stash drop');
  const { stdout } = await here.run(['approve', '--for', '10m', '--yes'], terminal);
  assert.match(stdout, /approved: calls that do the same may run for 10m\n$/);
  for (const command of ['git stash drop', 'sudo git stash drop', 'true && git stash drop'])
    assert.doesNotMatch(call(here, command), /deny/);
  assert.match(call(here, 'git stash clear'), /"deny"/);
  assert.match(call(here, 'cd other && git stash drop'), /"deny"/);
  assert.match(call(here, 'GIT_DIR=/srv/other/.git git stash drop'), /"deny"/);
  const other = asking(t);
  call(other, 'git push');
  const refused = await other.run(['approve', '--for', '10m', '--yes'], terminal);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /can be approved for one call only: its hooks do not say what it does/);
});

test('unknown code is approved only in its exact wording', async (t) => {
  const here = guarded(t);
  call(here, 'rm -rf "$WHERE"');
  await here.run(['approve', '--yes'], terminal);
  assert.match(call(here, 'true; rm -rf "$WHERE"'), /"deny"/);
  assert.doesNotMatch(call(here, 'rm -rf "$WHERE"'), /deny/);
});

test('the third equal approval suggests a rule, and with that rule the guard no longer asks', async (t) => {
  const guard = 'hooks:\n  - { id: shell-guard, on: tool.before, use: shell-guard }\n';
  const here = testProject(t);
  const folder = join(here.env['HOME'] ?? '', '.config/anyhook');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.yaml'), guard);
  const approveOnce = async (stdin: string) => {
    assert.match(call(here, 'rm /srv/shop/old.txt'), /"deny".*a person must approve it first/);
    const { stdout } = await here.run(['approve'], { ...terminal, stdin });
    assert.doesNotMatch(call(here, 'rm -f /srv/shop/old.txt'), /"deny"/);
    return stdout;
  };
  for (const _ of [1, 2]) assert.match(await approveOnce('y\n'), /approved: the same call may run once\n$/);
  const stats = await here.run(['log', '--stats', '--all'], terminal);
  assert.match(stats.stdout, /^2 calls stopped, 2 approved by a person with "anyhook approve" \(100 %\)$/m);
  assert.match(
    await approveOnce('y\nn\n'),
    new RegExp(
      `approved this 3 times\\. With this rule .*\\n {2}- pass: delete in ${shop}/old\\.txt\\nWrite it to ~/\\.config/anyhook/guard/rules\\.yaml\\? \\[y/N\\] $`,
    ),
  );
  assert.match(await approveOnce('y\ny\n'), /written to ~\/\.config\/anyhook\/guard\/rules\.yaml\n$/);
  assert.doesNotMatch(call(here, 'rm /srv/shop/old.txt'), /"deny"/);
  assert.match(call(here, 'rm /srv/shop/other.txt'), /"deny"/);
});
