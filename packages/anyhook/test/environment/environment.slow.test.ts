import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientKinds } from '../../src/install/hook-client.js';
import { controlEngine } from '../../src/resident/control-engine.js';
import { hookMdWithScript } from '../cli/harness.js';
import {
  type EntryRow,
  entryCommand,
  type InitMachine,
  initMachine,
  shellPayload,
  terminal,
} from '../cli/init-world.js';
import { hostileEnvironments, plantEvil } from './hostile-environments.js';

/** An agent's environment cannot loosen guards: through installed entries, each client and the engine. */

const claude: EntryRow = { agent: 'claude-code', scope: 'user', file: '~/.claude/settings.json', before: 'PreToolUse' };

/** A trusted project guard, a user guard, an untrusted guard, and files prepared by the project's authors. */
async function installed(
  t: TestContext,
  engine: 'off' | 'on',
  ...initArgs: string[]
): Promise<InitMachine & { readonly evil: string }> {
  const deny = (word: string) => `case $(cat) in *${word}*) echo "never ${word}" >&2; exit 2;; esac`;
  const here = initMachine(t, hookMdWithScript('no-rm', 'before_tool', deny('rm-it'), 'matcher:\n  tool: Shell\n'));
  const mine = hookMdWithScript('mine', 'before_tool', deny('push-it'), 'matcher:\n  tool: Shell\n');
  for (const [path, text] of Object.entries(mine)) here.put(path.replace('.agents/', '~/.config/agents/'), text);
  spawnSync('chmod', ['755', here.at('~/.config/agents/hooks/mine/scripts/run.sh')]);
  await here.run(['trust', '--yes'], terminal);
  const evil = join(here.dir, 'evil');
  plantEvil({ project: here.dir, evil });
  const env = { ANYHOOK_ENGINE: engine === 'off' ? 'off' : '' };
  const { code, stderr } = await here.run(['init', '--agent', 'claude-code', '--yes', ...initArgs], { env });
  assert.deepEqual([code, stderr], [0, '']);
  t.after(async () => {
    const engine = await controlEngine(stateOf(here), 'status', 500);
    if (engine) process.kill(engine.pid, 'SIGKILL');
  });
  return { ...here, evil };
}

const stateOf = (here: InitMachine): string => join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook');

/** Runs the entry as the agent does: by a shell, with these variables in its environment. */
function call(here: InitMachine, command: string, env: Readonly<Record<string, string>>) {
  const usual = { PATH: '/usr/bin:/bin', HOME: here.home, XDG_STATE_HOME: here.env['XDG_STATE_HOME'] ?? '' };
  return spawnSync('/bin/sh', ['-c', entryCommand(here, claude)], {
    cwd: here.dir,
    input: shellPayload(claude, command, here.dir),
    encoding: 'utf8',
    env: { ...usual, ...env },
  });
}

const isDenied = ({ stdout }: { stdout: string }): boolean => /"permissionDecision":"deny"/.test(stdout);

/** The commands that the project's guard, the user's guard and self-protection watch. */
const watched = [
  ['rm-it', isDenied],
  ['push-it', isDenied],
  ['anyhook off', ({ stdout }: { stdout: string }) => /"permissionDecision":"(?:ask|deny)"/.test(stdout)],
] as const;

for (const kind of clientKinds)
  test(`with the project first on PATH, starting the engine runs no project program: ${kind} client`, async (t) => {
    const here = await installed(t, 'on', '--client', kind);
    assert.equal(await controlEngine(stateOf(here), 'status', 500), undefined);
    for (let i = 0; i < 200 && !(await controlEngine(stateOf(here), 'status', 500)); i++) {
      call(here, 'true', { PATH: `${join(here.evil, 'bin')}:/usr/bin:/bin` });
      await sleep(50);
    }
    assert.ok(await controlEngine(stateOf(here), 'status', 500), 'the engine answers');
    assert.equal(existsSync(join(here.dir, 'ran')), false);
  });

for (const kind of clientKinds)
  for (const engine of ['off', 'on'] as const)
    test(`an agent's environment does not loosen a guard: ${kind} client, engine ${engine}`, async (t) => {
      const here = await installed(t, engine, '--client', kind);
      if (engine === 'on') {
        call(here, 'true', {});
        for (let i = 0; i < 200 && !(await controlEngine(stateOf(here), 'status', 500)); i++) await sleep(50);
      }
      const loosened: string[] = [];
      for (const [what, variables] of hostileEnvironments) {
        const env = variables({ project: here.dir, evil: here.evil });
        for (const [command, isGuarded] of watched) {
          const result = call(here, command, env);
          if (!isGuarded(result)) loosened.push(`${what}: ${command}: ${result.stdout}${result.stderr}`);
        }
        if (existsSync(join(here.dir, 'ran'))) loosened.push(`${what}: an untrusted hook ran`);
        rmSync(join(here.dir, 'ran'), { force: true });
      }
      assert.deepEqual(loosened, []);
      if (engine === 'on') {
        const { events = 0 } = (await controlEngine(stateOf(here), 'status', 2_000)) ?? {};
        // All except calls made before the engine had started.
        assert.ok(events >= 3 * (hostileEnvironments.length - 1), `the engine answered ${events} events`);
        assert.equal(existsSync(join(here.evil, 'anyhook/engine.sock')), false, 'no engine starts elsewhere');
      }
    });
