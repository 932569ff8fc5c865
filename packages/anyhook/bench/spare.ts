import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { memoryOf } from '../../core/src/platform/spares/spare-process.js';
import { controlEngine } from '../src/resident/control-engine.js';
import { startEngine, stopEngine } from './bench-engine.js';
import { type BenchWorld, benchWorld } from './bench-world.js';
import { type BenchRow, median } from './table.js';
import { percentile, startTimer, type TimedCommand, type Timer } from './timer.js';

/** Hooks that read JSON, import only built-in modules, and print JSON. */
const hooks = {
  'Node, CommonJS': {
    file: 'hook.cjs',
    run: 'node',
    text: `const { readFileSync } = require('node:fs');
const path = require('node:path');
const { tool_input: input = {} } = JSON.parse(readFileSync(0, 'utf8'));
if (/rm -rf/.test(input.command)) console.log(JSON.stringify({ decision: 'block', reason: path.basename(input.command) }));`,
    bound: 0.35,
  },
  'Node, ES module': {
    file: 'hook.mjs',
    run: 'node',
    text: `import { readFileSync } from 'node:fs';
import path from 'node:path';
const { tool_input: input = {} } = JSON.parse(readFileSync(0, 'utf8'));
if (/rm -rf/.test(input.command)) console.log(JSON.stringify({ decision: 'block', reason: path.basename(input.command) }));`,
    bound: 0.45,
  },
  Python: {
    file: 'hook.py',
    run: '/usr/bin/python3',
    text: `import json
import re
import sys
from pathlib import Path
command = json.load(sys.stdin).get('tool_input', {}).get('command', '')
if re.search('rm -rf', command):
    print(json.dumps({'decision': 'block', 'reason': Path(command).name}))`,
    bound: 0.35,
  },
} as const;

const program = 'packages/anyhook/bin/anyhook.cjs';
/** The pause between events: an agent thinks meanwhile, and the next spare starts. */
const pauseMs = 200;
const rounds = 20;
const burstRounds = 5;

/** A variable that makes each start of Node twice as slow, which makes spares look better than on other machines. */
const slowVariable = 'NODE_EXTRA_CA_CERTS';

/** Compares hooks in spares with the same hooks that opted out, through the command that agents run. */
export async function spareBench(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  const say = (...more: readonly BenchRow[]) => {
    rows.push(...more);
    for (const { name, measured } of more) console.error(`${name}: ${measured}`);
  };
  await measureIn(process.env, say);
  const { [slowVariable]: value, ...env } = process.env;
  if (value !== undefined) await measureNodeIn(env, say);
  return rows;
}

type Say = (...rows: readonly BenchRow[]) => void;

/** The rows of Node again, in an environment without the slow variable. */
async function measureNodeIn(env: NodeJS.ProcessEnv, say: Say): Promise<void> {
  const world = benchWorld(env);
  const timer = startTimer(world.folder, world.env);
  try {
    const command = await world.command('c');
    for (const name of ['Node, CommonJS', 'Node, ES module'] as const)
      say(...(await compare(world, timer, command, `${name}, without ${slowVariable}`, hooks[name])));
  } finally {
    timer.end();
    await stopEngine(world).catch(() => undefined);
    world.remove();
  }
}

async function measureIn(env: NodeJS.ProcessEnv, say: Say): Promise<void> {
  const world = benchWorld(env);
  const timer = startTimer(world.folder, world.env);
  try {
    const command = await world.command('c');
    for (const [name, hook] of Object.entries(hooks)) {
      if (!hook.run.startsWith('/') || existsSync(hook.run)) say(...(await compare(world, timer, command, name, hook)));
    }
    for (const [spares, bound] of [
      [4, 0.65],
      [6, 0.5],
    ] as const)
      say(
        atMost(
          `ten events at once, ${spares} spares: until the last answer`,
          await burst(world, command, spares),
          bound,
        ),
      );
    say(atMost('the first event after a long pause', await afterIdle(world, timer, command), 1.05));
    say(...(await memory(world, timer, command, { run: 'node', whose: "the engine's own Node", boundMb: 45 })));
    if (otherNode !== undefined)
      say(...(await memory(world, timer, command, { run: otherNode, whose: 'another Node', boundMb: 75 })));
  } finally {
    timer.end();
    await stopEngine(world).catch(() => undefined);
    world.remove();
  }
}

/** A hook in a file, and what runs it. */
interface BenchedHook {
  readonly file: string;
  readonly run: string;
  readonly text: string;
}

/** An event in a project whose hook may or may not use spares. */
function eventIn(world: BenchWorld, command: string, { file, run, text }: BenchedHook, spare: boolean): TimedCommand {
  const project = join(world.folder, `${file}-${spare}`);
  mkdirSync(join(project, '.agents'), { recursive: true });
  writeFileSync(join(project, file), text);
  writeFileSync(
    join(project, '.agents/anyhook.yaml'),
    `hooks:\n  - { id: hook, on: tool.before, run: ${run} ${join(project, file)}, spare: ${spare} }\n`,
  );
  const payload = {
    session_id: 'bench',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls -la' },
    tool_use_id: 'toolu_bench',
    cwd: project,
  };
  return { command, input: Buffer.from(JSON.stringify(payload)) };
}

async function compare(
  world: BenchWorld,
  timer: Timer,
  command: string,
  name: string,
  hook: BenchedHook & { readonly bound: number },
): Promise<readonly BenchRow[]> {
  const engine = await startEngine(world, program);
  const [plain, spare] = [eventIn(world, command, hook, false), eventIn(world, command, hook, true)];
  try {
    await timer.run([spare, plain], 3, 700);
    const [plainTimes = [], spareTimes = []] = await timer.run([plain, spare], rounds, pauseMs);
    const busy = [0, 1].map(() => spawn('/bin/sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }));
    const [plainBusy = [], spareBusy = []] = await timer.run([plain, spare], rounds, 2 * pauseMs).finally(() => {
      for (const one of busy) one.kill('SIGKILL');
    });
    const report = await controlEngine(world.state, 'status', 2_000);
    const { used = 0, missed = 0 } = report?.spares ?? {};
    if (missed > used / 4) console.log(`${name}: ${used} events had a spare, ${missed} had none`);
    const ms = (times: readonly number[]) => percentile(times, 0.5).toFixed(1);
    return [
      atMost(
        `${name} (${ms(spareTimes)} ms, plain ${ms(plainTimes)} ms)`,
        percentile(spareTimes, 0.5) / percentile(plainTimes, 0.5),
        hook.bound,
      ),
      atMost(`${name}, two cores busy, p95`, percentile(spareBusy, 0.95) / percentile(plainBusy, 0.95), 0.5),
    ];
  } finally {
    await stopEngine(world).catch(() => engine.kill('SIGKILL'));
  }
}

const waitingSpares = async (world: BenchWorld): Promise<number> => {
  const report = await controlEngine(world.state, 'status', 2_000);
  return Object.values(report?.spares?.waiting ?? {}).reduce((sum, count) => sum + count, 0);
};

/** Waits until this many spares are ready. */
async function waitForSpares(world: BenchWorld, count: number): Promise<void> {
  for (let waited = 0; waited < 8_000 && (await waitingSpares(world)) < count; waited += 50) await wait(50);
}

/** Milliseconds until the last of many concurrent events is answered. */
async function together(world: BenchWorld, { command, input }: TimedCommand, count: number): Promise<number> {
  const began = performance.now();
  await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<void>((resolve) => {
          const child = spawn('/bin/sh', ['-c', command], { env: world.env, stdio: ['pipe', 'ignore', 'ignore'] });
          child.stdin.on('error', () => {});
          child.stdin.end(input);
          child.on('close', () => resolve());
        }),
    ),
  );
  return performance.now() - began;
}

/** A new engine for each round: after a burst of ten it would keep more spares than the next round measures. */
async function burst(world: BenchWorld, command: string, spares: number): Promise<number> {
  const hook = hooks['Node, CommonJS'];
  const [plain, spare] = [eventIn(world, command, hook, false), eventIn(world, command, hook, true)];
  const times = { plain: [] as number[], spare: [] as number[] };
  for (let round = 0; round < burstRounds; round++) {
    const engine = await startEngine(world, program);
    try {
      await together(world, plain, 1);
      await together(world, spare, 1);
      await waitForSpares(world, 2);
      await wait(1_100);
      await together(world, spare, spares);
      await waitForSpares(world, spares);
      await wait(200);
      times.plain.push(await together(world, plain, 10));
      await wait(200);
      times.spare.push(await together(world, spare, 10));
    } finally {
      await stopEngine(world).catch(() => engine.kill('SIGKILL'));
    }
  }
  return median(times.spare) / median(times.plain);
}

/** How many first events are measured; each needs its own spares. */
const firstEvents = 20;
/** Longer than unused spares are kept. */
const maxIdleMs = 240_000;

/** The first event after a pause long enough that no spare is left, in an engine that knows the hook. */
async function afterIdle(world: BenchWorld, timer: Timer, command: string): Promise<number> {
  const engine = await startEngine(world, program);
  try {
    const hook = hooks['Node, CommonJS'];
    const plain = eventIn(world, command, hook, false);
    // Node reads this variable when it starts, so a spare with one value cannot serve a hook with another.
    const first = Array.from({ length: firstEvents }, (_, n) => {
      const event = eventIn(world, command, hook, true);
      return { ...event, command: `UV_BENCH=${n} ${event.command}` };
    });
    await timer.run([plain, ...first], 1, pauseMs);
    for (let waited = 0; waited < maxIdleMs && (await waitingSpares(world)) > 0; waited += 1_000) await wait(1_000);
    const before = await controlEngine(world.state, 'status', 2_000);
    const times = { plain: [] as number[], first: [] as number[] };
    for (const event of first) {
      // Meanwhile the spares start that the last event requested.
      const [plainTimes = [], firstTimes = []] = await timer.run([plain, event], 1, 4 * pauseMs);
      times.plain.push(...plainTimes);
      times.first.push(...firstTimes);
    }
    const after = await controlEngine(world.state, 'status', 2_000);
    const missed = (after?.spares?.missed ?? 0) - (before?.spares?.missed ?? 0);
    if (missed < firstEvents) console.log(`${firstEvents - missed} of ${firstEvents} first events had a spare`);
    return percentile(times.first, 0.5) / percentile(times.plain, 0.5);
  } finally {
    await stopEngine(world).catch(() => engine.kill('SIGKILL'));
  }
}

/** A Node other than the engine's, to measure the memory of its spares. */
const otherNode = process.env['ANYHOOK_BENCH_NODE'];

/** Four spares of one Node: the memory that they add, and their CPU time while idle. */
async function memory(
  world: BenchWorld,
  timer: Timer,
  command: string,
  { run, whose, boundMb }: { readonly run: string; readonly whose: string; readonly boundMb: number },
): Promise<readonly BenchRow[]> {
  const engine = await startEngine(world, program);
  const hook = { ...hooks['Node, CommonJS'], run };
  const event = eventIn(world, command, hook, true);
  try {
    await timer.run([eventIn(world, command, hook, false)], 5);
    const report = await controlEngine(world.state, 'status', 2_000);
    const pid = report?.pid ?? 0;
    const before = memoryOf([pid]);
    await together(world, event, 1);
    await waitForSpares(world, 2);
    await wait(1_100);
    await together(world, event, 4);
    await waitForSpares(world, 4);
    await wait(500);
    const added = (memoryOf([pid]) - before) / 1024 / 1024;
    const ticks = () => childTicks(pid);
    const started = ticks();
    await wait(3_000);
    return [
      row(`four spares of ${whose}: MB more`, added, boundMb, (value) => value.toFixed(0)),
      row('the same: processor time while they wait, in ticks', ticks() - started, 0, String),
    ];
  } finally {
    await stopEngine(world).catch(() => engine.kill('SIGKILL'));
  }
}

/** CPU time of all descendants of a process, in clock ticks. */
function childTicks(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children.reduce((sum, child) => {
    const fields = readFileSync(`/proc/${child}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return sum + Number(fields[11]) + Number(fields[12]) + childTicks(child);
  }, 0);
}

const atMost = (name: string, measured: number, bound: number): BenchRow =>
  row(`${name}: times a plain start`, measured, bound, (value) => value.toFixed(2));

const row = (name: string, measured: number, bound: number, text: (value: number) => string): BenchRow => ({
  name,
  measured: text(measured),
  promised: `at most ${bound}`,
  ok: measured <= bound,
});
