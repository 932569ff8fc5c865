import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { hookMdWithScript, testProject } from '../../anyhook/test/cli/harness.js';
import { startStaticServer } from './fleet-project.js';

const terminal = { columns: 100, env: { NO_COLOR: '1' } };

const policy = {
  'policy/.agents/anyhook.yaml':
    'hooks:\n  - {id: no-force, on: tool.before, match: {input: push.*--force}, run: ./scripts/deny.sh}\n',
  'policy/scripts/deny.sh': '#!/bin/sh\necho "acme: no force" >&2\nexit 2\n',
};

async function publisher(t: TestContext, files: Readonly<Record<string, string>> = policy) {
  const here = testProject(t, files);
  mkdirSync(join(here.dir, 'public'));
  const url = await startStaticServer(t, join(here.dir, 'public'));
  const keys = join(dirname(here.dir), 'keys');
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await here.run(['fleet', ...args], terminal);
    return { code, text: stdout + stderr };
  };
  const made = await run('init', '--org', 'acme', '--url', url, '--keys', keys);
  assert.equal(made.code, 0, made.text);
  const publish = (...args: string[]) => run('publish', 'policy', '--keys', keys, ...args);
  const decide = async () => {
    const input = JSON.stringify({ command: 'git push --force' });
    const { stdout } = await here.run(['fire', 'tool.before', '--tool', 'shell', '--input', input, '--json']);
    const { decision, hooks } = JSON.parse(stdout) as { decision: string; hooks: { id: string; decision: string }[] };
    return `${decision}: ${hooks
      .map((hook) => `${hook.id} ${hook.decision}`)
      .sort()
      .join(', ')}`;
  };
  return { here, url, keys, made, run, publish, decide };
}

test('a rule is signed, published, tried in shadow mode, enforced and rolled back on a machine that joined', async (t) => {
  const { here, url, keys, run, publish, decide } = await publisher(t);
  assert.match((await publish()).text, /stable, serial 1, .*\n {2}shadow +serial 1 on all devices\n/);
  // A web server runs as another user.
  for (const folder of ['public/root', 'public/b'])
    assert.equal(statSync(join(here.dir, folder)).mode & 0o777, 0o755 & ~process.umask(), folder);
  const joined = await run('join', `${url}/fleet.yaml`, '--yes');
  assert.equal(joined.code, 0, joined.text);
  assert.match(joined.text, /^acme, channel stable, from http.*\nroot keys [0-9a-f]{16}, of which 1 must sign/);
  assert.equal(await decide(), 'pass: candidate:no-force deny');
  await run('ring', '--enforce', '100%', '--keys', keys);
  assert.match((await run('fetch')).text, /serial 2 is in force now/);
  assert.equal(await decide(), 'deny: no-force deny');
  here.write({
    'policy/.agents/anyhook.yaml':
      'hooks:\n  - {id: other, on: tool.before, match: {input: push}, run: ./scripts/deny.sh}\n',
  });
  await publish();
  await run('fetch');
  assert.equal(await decide(), 'deny: candidate:other deny, no-force deny');
  await run('ring', '--enforce', '100%', '--keys', keys);
  await run('fetch');
  assert.equal(await decide(), 'deny: other deny');
  assert.match(
    (await run('ring', '--serial', '1', '--enforce', '100%', '--keys', keys)).text,
    /enforced {2}serial 1 on all/,
  );
  await run('fetch');
  assert.equal(await decide(), 'deny: no-force deny');
});

test('candidate hooks that equal those in force do not run twice', async (t) => {
  const { here, url, run, publish, decide } = await publisher(t);
  await publish('--enforce', '100%');
  await run('join', `${url}/fleet.yaml`, '--yes');
  here.write({ 'policy/README.md': 'more' });
  await publish();
  await run('fetch');
  assert.match((await run('status')).text, /serial 1 decides, serial 2 runs in shadow mode/);
  assert.equal(await decide(), 'deny: no-force deny');
});

test('private keys are readable by their owner only, never printed, and refused if others can read them', async (t) => {
  const { keys, made, publish } = await publisher(t);
  const files = readdirSync(keys);
  assert.equal(files.length, 2);
  for (const file of files) {
    assert.equal(statSync(join(keys, file)).mode & 0o777, 0o600);
    const secret = readFileSync(join(keys, file), 'utf8').split('\n')[1] ?? '';
    assert.ok(secret.length > 20 && !made.text.includes(secret));
  }
  const { chmodSync } = await import('node:fs');
  chmodSync(join(keys, files[0] ?? ''), 0o644);
  const { code, text } = await publish();
  assert.equal(code, 1);
  assert.match(text, /expected that only its owner can read it \(mode 600\), got mode 644; run "chmod 600/);
});

test('--dry-run writes nothing', async (t) => {
  const { here, publish } = await publisher(t);
  assert.match((await publish('--dry-run')).text, /nothing was written \(--dry-run\)/);
  assert.ok(!existsSync(join(here.dir, 'public', 'stable.json')) && !existsSync(join(here.dir, 'public', 'b')));
});

test('a policy with a hook that does not load, or a failing hook test, is not published', async (t) => {
  const { here, publish } = await publisher(t);
  here.write({
    'policy/.agents/no.hooktest.yaml':
      'cases:\n  - name: force is denied\n    event: tool.before\n    tool: shell\n    input: {command: git push}\n    expect: {decision: deny}\n',
  });
  const failing = await publish();
  assert.equal(failing.code, 1);
  assert.match(failing.text, /a hook test failed: .*nothing was published/);
  here.write({ 'policy/.agents/anyhook.yaml': 'hooks:\n  - {id: x, on: nonsense.event, run: x}\n' });
  const broken = await publish();
  assert.equal(broken.code, 1);
  assert.match(broken.text, /anyhook\.yaml:\d+: .*nonsense\.event.*nothing was published/);
  assert.ok(!existsSync(join(here.dir, 'public', 'stable.json')));
});

test('keys are not written where they would be published, and init does not overwrite a fleet', async (t) => {
  const { run, url } = await publisher(t);
  assert.match(
    (await run('init', '--org', 'acme', '--url', url, '--keys', 'public/keys')).text,
    /expected a folder outside of/,
  );
  assert.match((await run('init', '--org', 'acme', '--url', url, '--keys', 'other')).text, /there is a fleet already/);
});

test('join shows who would manage the machine, and writes nothing without a yes', async (t) => {
  const { here, url, publish } = await publisher(t, { ...policy, ...hookMdWithScript('own', 'after_tool', 'exit 0') });
  await publish();
  const { code, stdout } = await here.run(['fleet', 'join', `${url}/fleet.yaml`], { ...terminal, stdin: 'n\n' });
  assert.equal(code, 1);
  assert.match(stdout, /Let acme set hooks on this machine\?.*nothing was changed/s);
  assert.ok(!existsSync(join(here.env['HOME'] ?? '', '.config', 'anyhook', 'fleet.yaml')));
});
