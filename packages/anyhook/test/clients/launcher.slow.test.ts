import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { clientKinds } from '../../src/install/hook-client.js';
import { type EntryRow, entryCommand, type InitMachine, initMachine, terminal } from '../cli/init-world.js';
import { plantEvil } from '../environment/hostile-environments.js';

/** What an agent gets through an installed entry if the deciding process is broken or starved. */

const claude: EntryRow = { agent: 'claude-code', scope: 'user', file: '~/.claude/settings.json', before: 'PreToolUse' };

async function installed(t: TestContext, kind: string): Promise<InitMachine> {
  const here = initMachine(t);
  await here.run(['trust', '--yes'], terminal);
  const { code, stderr } = await here.run(['init', '--agent', 'claude-code', '--yes', '--client', kind]);
  assert.deepEqual([code, stderr], [0, '']);
  return here;
}

const eventOf = (here: InitMachine, name: string): string =>
  JSON.stringify({
    hook_event_name: name,
    session_id: 's',
    cwd: here.dir,
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    last_message: 'it said "PreToolUse"',
  });

interface CallOptions {
  readonly before?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly shell?: readonly string[];
}

function call(here: InitMachine, event: string, { before = '', env, shell = ['/bin/sh', '-c'] }: CallOptions = {}) {
  const [file = '', ...args] = shell;
  const began = Date.now();
  const { status, stdout, stderr } = spawnSync(file, [...args, `${before}${entryCommand(here, claude)}`], {
    cwd: here.dir,
    input: eventOf(here, event),
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', HOME: here.home, ...env },
  });
  return { status, stdout, stderr, ms: Date.now() - began };
}

const isRefused = ({ status, stdout, stderr }: ReturnType<typeof call>): boolean =>
  (status === 2 && stderr !== '') ||
  (status === 0 && JSON.parse(stdout || '{}').hookSpecificOutput?.permissionDecision === 'deny');

function setLine(here: InitMachine, name: string, value: string): void {
  const node = '~/.local/share/anyhook/bin/anyhook-node';
  const file = existsSync(here.at(node)) ? node : '~/.local/share/anyhook/bin/anyhook-hook';
  here.put(
    file,
    here.get(file).replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`),
  );
}

/** Programs that replace Node.js. */
const brokenNodes: Readonly<Record<string, string>> = {
  'says nothing and ends with 0': 'exit 0',
  'says something else and ends with 0': 'echo "{}"; exit 0',
  'ends with 2 and says why': 'echo no >&2; exit 2',
  'ends with 101': 'exit 101',
  crashes: 'kill -SEGV $$',
  'is killed': 'kill -KILL $$',
};

for (const kind of clientKinds) {
  test(`with the ${kind} client, a broken Node.js refuses calls and lets a turn end`, async (t) => {
    const here = await installed(t, kind);
    for (const [what, script] of Object.entries(brokenNodes)) {
      const node = join(here.dir, '..', 'broken-node');
      writeFileSync(node, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      setLine(here, 'node', node);
      const before = call(here, 'PreToolUse');
      assert.ok(isRefused(before), `${what}: ${before.status} ${before.stdout} ${before.stderr}`);
      assert.match(before.stdout + before.stderr, /no hook (?:has checked this|runs)/, what);
      const stop = call(here, 'Stop');
      assert.deepEqual([stop.status, Object.keys(JSON.parse(stop.stdout))], [0, ['systemMessage']], what);
    }
  });

  test(`with the ${kind} client, a hanging Node.js refuses calls before the agent gives up`, async (t) => {
    const here = await installed(t, kind);
    const node = join(here.dir, '..', 'broken-node');
    writeFileSync(node, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
    setLine(here, 'node', node);
    const command = entryCommand(here, claude);
    here.put(
      '~/.claude/settings.json',
      here.get('~/.claude/settings.json').replaceAll(/--timeout \d+/g, '--timeout 2000'),
    );
    assert.notEqual(entryCommand(here, claude), command);
    const result = call(here, 'PreToolUse');
    assert.ok(isRefused(result), `${result.status} ${result.stdout} ${result.stderr}`);
    assert.ok(result.ms < 10_000, `${result.ms} ms`);
  });

  test(`with the ${kind} client, running out of memory or file descriptors refuses the call`, async (t) => {
    const here = await installed(t, kind);
    for (const limit of ['-v 300000', '-n 11', '-n 12', '-n 13', '-n 16']) {
      const result = call(here, 'PreToolUse', { before: `ulimit ${limit}; ` });
      assert.ok(isRefused(result), `${limit}: ${result.status} ${result.stdout} ${result.stderr}`);
    }
  });

  test(`with the ${kind} client, hooks get the agent's environment unchanged`, async (t) => {
    const here = await installed(t, kind);
    const evil = join(here.dir, 'evil');
    plantEvil({ project: here.dir, evil });
    const out = join(here.dir, 'seen');
    const guard = here.at('.agents/hooks/no-rm/scripts/run.sh');
    writeFileSync(guard, `#!/bin/sh\nexec env -0 > ${out}\n`, { mode: 0o755 });
    await here.run(['trust', '--yes'], terminal);
    const env = {
      PATH: `${join(evil, 'nothing')}:/usr/bin:/bin`,
      OPENSSL_CONF: join(evil, 'engine.cnf'),
      NODE_EXTRA_CA_CERTS: join(evil, 'pipe'),
      NODE_OPTIONS: '--no-such-option',
      TZ: ':/nowhere',
      LINES_OF: 'one\ntwo=2\n',
      EMPTY: '',
      SA_HOOK_PROFILE: 'strict',
    };
    const result = call(here, 'PreToolUse', { env });
    assert.deepEqual([result.status, result.stdout, result.stderr], [0, '', '']);
    const seen = Object.fromEntries(
      here
        .get('seen')
        .split('\0')
        .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
    );
    for (const [name, value] of Object.entries(env)) assert.equal(seen[name], value, name);
    for (const name of Object.keys(seen)) assert.doesNotMatch(name, /^ANYHOOK_(?:AGENT_|NODE_OPTIONS|LAUNCHER)/);
  });
}

test('functions that bash imports from the environment override nothing in the launcher', async (t) => {
  const here = await installed(t, 'node');
  const names = ['[', 'env', 'cat', 'printf', 'command', 'echo', 'test', 'wait', 'timeout'];
  const env = Object.fromEntries(names.map((name) => [`BASH_FUNC_${name}%%`, '() { exit 0; }']));
  setLine(here, 'program', '/nowhere/anyhook.cjs');
  const result = call(here, 'PreToolUse', { env, shell: ['bash', '--posix', '-c'], before: '' });
  assert.ok(isRefused(result), `${result.status} ${result.stdout} ${result.stderr}`);
  const file = here.at('~/.local/share/anyhook/bin/anyhook-hook');
  const direct = spawnSync('bash', ['--posix', file, 'claude-code'], {
    input: eventOf(here, 'PreToolUse'),
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', ...env },
  });
  assert.match(direct.stdout, /"permissionDecision":"deny"/);
});
