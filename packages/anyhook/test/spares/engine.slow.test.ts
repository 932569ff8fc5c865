import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  anyhookProgram,
  claudeShellCall,
  dialProtocol,
  type EngineWorld,
  engineWorld,
  until,
} from '../resident/engine-world.js';

const hooks = {
  'guard.cjs': `const { tool_input: input } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
if (/rm/.test(input.command)) { console.error('no ' + input.command); process.exit(2); }`,
  'guard.py': `import json, sys
command = json.load(sys.stdin)['tool_input']['command']
if 'curl' in command:
    print('no ' + command, file=sys.stderr)
    sys.exit(2)`,
  'plain.cjs': '',
  '.agents/anyhook.yaml': `hooks:
  - { id: by-node, on: tool.before, run: 'node "$ROOT/guard.cjs"' }
  - { id: by-python, on: tool.before, run: /usr/bin/python3 $ROOT/guard.py }
  - { id: opted-out, on: tool.before, run: node $ROOT/plain.cjs, spare: false }
`,
};

/** An engine with hooks that profit from spares. */
function spareEngineWorld(t: TestContext): EngineWorld {
  const world = engineWorld(t, hooks);
  return { ...world, env: { ...world.env, ROOT: world.project, MARK: world.project } };
}

const settled = async (world: EngineWorld, count: number) =>
  until(async () => {
    const waiting = (await world.status())?.spares?.waiting ?? {};
    return Object.values(waiting).reduce((sum, one) => sum + one, 0) >= count;
  });

/** Spares that wait below this engine, and processes that a hook of this world left behind. */
const leftoverProcesses = (world: EngineWorld): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      const text = readFileSync(`/proc/${pid}/environ`, 'utf8') + readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return text.includes(world.project) || (text.includes(world.state) && text.includes('sitecustomize'));
    } catch {
      return false;
    }
  });

/** The pids of spares: they are children of the engine, or of a shell that is. */
const sparesOf = (engine: number): readonly number[] => {
  const children = (pid: number): readonly number[] => {
    try {
      const own = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number).filter(Boolean);
      return [...own, ...own.flatMap(children)];
    } catch {
      return [];
    }
  };
  return children(engine);
};

test('hooks run in spares from their second event on, as "why" shows, unless they opted out', async (t) => {
  const world = spareEngineWorld(t);
  await world.up();
  const line = dialProtocol(world);
  await line.ask(world, claudeShellCall(world.project, 'ls'));
  await settled(world, 4);
  const denied = await line.ask(world, claudeShellCall(world.project, 'rm x'));
  assert.match(denied?.stdout ?? '', /no rm x/);
  assert.equal((await world.status())?.spares?.used, 2);
  const shown = spawnSync(process.execPath, [anyhookProgram, 'why'], {
    env: world.env,
    cwd: world.project,
    encoding: 'utf8',
  });
  assert.match(shown.stdout, /by-node.* spare/, shown.stderr);
  assert.match(shown.stdout, /by-python.* spare/);
  assert.doesNotMatch(shown.stdout, /opted-out.* spare/);
  const status = spawnSync(process.execPath, [anyhookProgram, 'engine', 'status'], {
    env: world.env,
    encoding: 'utf8',
  });
  assert.match(status.stdout, /spares +\d of .*waiting \(\d+ MB\), 2 used/);
});

test('a hook with a spare does not wait for programs that are starting', async (t) => {
  const files = {
    'guard.cjs': hooks['guard.cjs'],
    '.agents/anyhook.yaml': `hooks:
  - { id: by-node, on: tool.before, run: 'node "$ROOT/guard.cjs"' }
  - { id: slow, on: prompt.submit, run: sleep 3 }
`,
  };
  const made = engineWorld(t, files);
  const world = { ...made, env: { ...made.env, ROOT: made.project, MARK: made.project } };
  await world.up();
  const line = dialProtocol(world);
  await line.ask(world, claudeShellCall(world.project, 'ls'));
  await settled(world, 2);
  const prompt = { ...claudeShellCall(world.project, ''), hook_event_name: 'UserPromptSubmit', prompt: 'go' };
  const most = (await world.status())?.programs?.most ?? 0;
  const slow = Array.from({ length: most + 2 }, () => line.ask(world, prompt));
  await until(async () => (await world.status())?.programs?.waiting === 2);
  const denied = await line.ask(world, claudeShellCall(world.project, 'rm x'));
  assert.match(denied?.stdout ?? '', /no rm x/);
  assert.equal((await world.status())?.programs?.waiting, 2);
  assert.equal((await world.status())?.spares?.used, 1);
  await Promise.all(slow);
});

test('killing the engine while spares wait and start leaves no process behind', async (t) => {
  const world = spareEngineWorld(t);
  for (const pauseMs of [0, 60, 700]) {
    const engine = await world.up();
    const line = dialProtocol(world);
    await line.ask(world, claudeShellCall(world.project, 'ls'));
    await wait(pauseMs);
    const spares = sparesOf(engine.pid as number);
    engine.kill('SIGKILL');
    const isAlive = (pid: number) => {
      try {
        return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
      } catch {
        return false;
      }
    };
    await until(() => !spares.some(isAlive));
  }
});

test('an engine that ends also ends its spares', async (t) => {
  const world = spareEngineWorld(t);
  const engine = await world.up();
  await dialProtocol(world).ask(world, claudeShellCall(world.project, 'ls'));
  await settled(world, 4);
  const spares = sparesOf(engine.pid as number);
  assert.ok(spares.length >= 4);
  engine.kill('SIGTERM');
  await until(() => engine.exitCode !== null && sparesOf(engine.pid as number).length === 0);
  await until(() => leftoverProcesses(world).length === 0);
});

test('200 events with engines and spares killed at random: no wrong answer, no orphan', {
  timeout: 240_000,
}, async (t) => {
  const world = spareEngineWorld(t);
  let engine = await world.up();
  let line = dialProtocol(world);
  const killed = { engines: 0, spares: 0 };
  let answers = 0;
  for (let n = 0; n < 200; n++) {
    const [command, expected] = [
      ['rm x', /no rm x/],
      ['curl x', /no curl x/],
      ['ls', /^$/],
    ][n % 3] as [string, RegExp];
    const asked = line.ask(world, claudeShellCall(world.project, command));
    if (n % 5 === 0) {
      await wait(Math.random() * 15);
      const spares = sparesOf(engine.pid as number);
      const victim = spares[Math.floor(Math.random() * spares.length)];
      if (n % 20 === 0) {
        engine.kill('SIGKILL');
        killed.engines++;
      } else if (victim !== undefined && killWaiting(victim)) killed.spares++;
    }
    const answer = await asked;
    if (answer === undefined) {
      engine = await world.up();
      line = dialProtocol(world);
      continue;
    }
    answers++;
    assert.match(answer.stdout, expected, `event ${n}`);
    await wait(Math.random() * 60);
  }
  assert.ok(answers >= 150 && killed.engines > 0 && killed.spares > 0, JSON.stringify({ answers, killed }));
  assert.ok(((await world.status())?.spares?.used ?? 0) > 0);
  engine.kill('SIGKILL');
  await until(() => leftoverProcesses(world).length === 0);
  t.diagnostic(JSON.stringify({ answers, killed }));
});

/** Kills a spare in which no hook runs yet, which must have no effect; false if a hook runs. */
function killWaiting(pid: number): boolean {
  try {
    // It must not start its hook between the check and the kill. The shell around it has the same folder.
    process.kill(pid, 'SIGSTOP');
    const isSpare =
      readlinkSync(`/proc/${pid}/cwd`) === '/' &&
      !/^(?:sh|\/bin\/sh)\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    process.kill(pid, isSpare ? 'SIGKILL' : 'SIGCONT');
    return isSpare;
  } catch {
    return false;
  }
}
