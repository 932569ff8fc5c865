// Long runs of the resident engine: `npm run soak [-- kill|memory|sessions] [--minutes N] [--events N] [--kills N]`.
// `--write` stores the results for docs/reference/performance.md.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { clientKinds } from '../src/install/hook-client.js';
import { controlEngine } from '../src/resident/control-engine.js';
import { measureThroughput, startEngine, stopEngine } from './bench-engine.js';
import { agentArguments, type BenchWorld, benchWorld } from './bench-world.js';
import { percentile } from './timer.js';

const program = resolve('packages/anyhook/bin/anyhook.cjs');
const args = process.argv.slice(2);
const number = (name: string, usual: number) => {
  const at = args.indexOf(name);
  return at === -1 ? usual : Number(args[at + 1]);
};
const everything = ['kill', 'memory', 'sessions'];
const names = args.filter((word) => everything.includes(word));
const chosen = names.length > 0 ? names : everything;

const world = benchWorld(process.env);
const runs = { kill, memory, sessions };
let isFine = true;
let seen: { readonly what: string; readonly ok: boolean }[] = [];
const check = (what: string, ok: boolean) => {
  console.log(`${ok ? 'ok  ' : 'MISS'} ${what}`);
  seen.push({ what, ok });
  isFine &&= ok;
};
try {
  for (const [name, run] of Object.entries(runs)) {
    if (!chosen.includes(name)) continue;
    seen = [];
    await run(world);
    if (args.includes('--write')) keep(name);
  }
} finally {
  await stopEngine(world).catch(() => undefined);
  world.remove();
}
process.exit(isFine ? 0 : 1);

function keep(name: string): void {
  const file = 'packages/anyhook/bench/soaked.json';
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
  writeFileSync(file, `${JSON.stringify({ ...kept, [name]: seen }, null, 2)}\n`);
}

/** Kills the engine repeatedly while events arrive through each client: every event must get its verdict. */
async function kill(bench: BenchWorld): Promise<void> {
  const kills = number('--kills', 100);
  const project = projectOf(bench, 0);
  for (const kind of clientKinds) {
    const command = await bench.command(kind);
    const wanted = kind === 'c' ? kills : Math.ceil(kills / 5);
    const problems: string[] = [];
    let events = 0;
    let killed = 0;
    const agent = async (name: string) => {
      while (killed < wanted) {
        const { problem } = await once(bench, command, project, name);
        events++;
        if (problem) problems.push(problem);
      }
    };
    const killer = async () => {
      while (killed < wanted) {
        const engine = spawn(process.execPath, [program, 'engine', 'start', '--foreground'], {
          env: bench.env,
          stdio: 'ignore',
        });
        while (!(await controlEngine(bench.state, 'status', 1_000))) await wait(10);
        const before = events;
        while (events < before + 3) await wait(1);
        // At a different moment within an event each time.
        await wait((killed * 7) % 40);
        const pid = (await controlEngine(bench.state, 'status', 1_000))?.pid;
        for (const one of [pid, engine.pid]) if (one) endProcess(one);
        killed++;
      }
    };
    await Promise.all([agent('a'), agent('b'), agent('c'), killer()]);
    check(
      `${kind}: killed ${killed} times with -9 during ${events} events: ${problems.length} wrong answers${problems[0] ? ` (${problems[0]})` : ''}`,
      problems.length === 0 && events > 0,
    );
    await stopEngine(bench).catch(() => undefined);
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It exited on its own.
  }
}

/** A million events: memory stays small and does not grow in the second half. */
async function memory(bench: BenchWorld): Promise<void> {
  const events = number('--events', 1_000_000);
  const engine = await startEngine(bench, program);
  const { HOME = '', PATH = '', ANYHOOK_TRUST = '' } = bench.env;
  const load = {
    input: bench.payload({ all: 5, matching: 5 }, 1),
    args: agentArguments,
    env: { HOME, PATH, ANYHOOK_TRUST },
  };
  const sizes: number[] = [];
  const rates: number[] = [];
  for (let part = 0; part < 20; part++) {
    const { perSecond, memoryBytes } = await measureThroughput(bench, { ...load, events: Math.ceil(events / 20) });
    sizes.push(memoryBytes / 1024 / 1024);
    rates.push(perSecond);
    console.log(
      `     ${((part + 1) * events) / 20} events, ${Math.round(memoryBytes / 1024 / 1024)} MB, ${Math.round(perSecond)}/s`,
    );
  }
  await stopEngine(bench);
  engine.kill('SIGKILL');
  const thirdQuarter = sizes.slice(10, 15);
  const last = sizes.slice(15);
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
  check(`${events} events: ${Math.round(Math.max(...sizes))} MB at most (limit: 150 MB)`, Math.max(...sizes) < 150);
  check(
    `the last quarter has ${(mean(last) / mean(thirdQuarter)).toFixed(2)} times the memory of the third quarter (limit: 1.1)`,
    mean(last) < mean(thirdQuarter) * 1.1,
  );
  const rate = Math.round(percentile(rates, 0.5));
  check(
    `${rate.toLocaleString('en-US')} events a second, 32 at a time over one connection, with the journal (min 20,000)`,
    rate >= 20_000,
  );
}

/** Many concurrent agents, each in its own project, with command hooks. */
async function sessions(bench: BenchWorld): Promise<void> {
  const minutes = number('--minutes', 10);
  const agents = 200;
  const perSecond = 50;
  const command = await bench.command('c');
  const projects = Array.from({ length: agents }, (_, n) => projectOf(bench, n));
  const engine = await startEngine(bench, program);
  const run = (n: number) => once(bench, command, projects[n % agents] as string, `agent-${n % agents}`);
  // Load every project once before comparing.
  for (let n = 0; n < agents; n++) await run(n);
  const calm: number[] = [];
  for (let n = 0; n < 200; n++) calm.push((await run(n)).ms);
  const times: number[] = [];
  const errors: string[] = [];
  const began = performance.now();
  const open = new Set<Promise<void>>();
  for (let n = 0; performance.now() - began < minutes * 60_000; n++) {
    const one = run(n).then(({ ms, problem }) => {
      times.push(ms);
      if (problem) errors.push(problem);
    });
    open.add(one);
    void one.finally(() => open.delete(one));
    await wait(Math.max(0, began + ((n + 1) * 1000) / perSecond - performance.now()));
  }
  await Promise.all(open);
  const [p99, calmP99] = [percentile(times, 0.99), percentile(calm, 0.99)];
  console.log(
    `     ${times.length} events, p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; alone p50 ${percentile(calm, 0.5).toFixed(1)} ms, p99 ${calmP99.toFixed(1)} ms`,
  );
  check(
    `${agents} agents, ${perSecond} events a second, ${minutes} min: ${errors.length} errors${errors[0] ? ` (${errors[0]})` : ''}`,
    errors.length === 0,
  );
  check(`p99 is ${(p99 / calmP99).toFixed(2)} times that of one agent alone (limit: 3)`, p99 < 3 * calmP99);
  const report = await controlEngine(bench.state, 'status', 2_000);
  check(
    `nothing is open, running or waiting: ${JSON.stringify(report?.programs)}`,
    report?.open === 0 && report.programs.running + report.programs.waiting === 0,
  );
  await stopEngine(bench);
  engine.kill('SIGKILL');
  await wait(500);
  check(`no process of a hook is left: ${leftOf(bench)}`, leftOf(bench) === 0);
}

/** A repository with two command hooks: one passes, the other denies some calls. */
function projectOf({ folder }: BenchWorld, n: number): string {
  const project = join(folder, `agent-${n}`);
  mkdirSync(join(project, '.git'), { recursive: true });
  for (const [name, script] of [
    ['passes', 'cat >/dev/null; exit 0'],
    ['denies', `cat >/dev/null; echo "denied in ${n}" >&2; exit 2`],
  ] as const) {
    mkdirSync(join(project, `.agents/hooks/${name}/scripts`), { recursive: true });
    writeFileSync(
      join(project, `.agents/hooks/${name}/HOOK.md`),
      `---\nname: ${name}\ndescription: soak\ntrigger: before_tool\n---\n`,
    );
    writeFileSync(join(project, `.agents/hooks/${name}/scripts/run.sh`), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  return project;
}

/** Sends one event through the registered command; returns the problem with its answer, if any. */
function once(
  bench: BenchWorld,
  command: string,
  cwd: string,
  session: string,
): Promise<{ ms: number; problem?: string }> {
  const payload = {
    session_id: session,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    cwd,
  };
  return new Promise((resolve) => {
    const began = performance.now();
    const child = spawn('/bin/sh', ['-c', command], { cwd, env: bench.env });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify(payload));
    child.on('error', (error) => resolve({ ms: performance.now() - began, problem: error.message }));
    child.on('close', (code) => {
      const ms = performance.now() - began;
      const expected = `denied in ${cwd.split('-').at(-1)}`;
      if (code === 0 && stdout.includes(`${expected}`) && stdout.includes('"deny"')) resolve({ ms });
      else resolve({ ms, problem: `exit ${code}, ${stdout || stderr || 'no output'}` });
    });
  });
}

/** Processes started in the test folder that are still running. */
function leftOf({ folder }: BenchWorld): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${folder}/`);
      } catch {
        return false;
      }
    }).length;
}
