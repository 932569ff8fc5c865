// How long an agent waits at each event: `node .cache/bench/resident.js [--flow <folder>] [--write]`. Times the command
// that init registers, from start to exit, against a bare process start. scripts/bench.mjs runs it.

import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { shellWord } from '@anyhook/core';
import { type ClientKind, clientKinds } from '../src/install/hook-client.js';
import { measureThroughput, startEngine, stopEngine, waitUntilUp } from './bench-engine.js';
import { agentArguments, type BenchWorld, benchWorld, type HookCounts } from './bench-world.js';
import { printRows } from './table.js';
import { percentile, startTimer, type TimedCommand, type Timer, type Times } from './timer.js';
import { timingChart } from './timing-chart.js';

/** One measurement. */
export interface Timing {
  readonly name: string;
  readonly group: 'bare' | 'warm' | 'cold' | 'load' | 'other';
  readonly times: Times;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Median, as a multiple of `sh -c true` measured at the same time. */
  readonly ratio: number;
}

/** A promise about a measured value. */
export interface SpeedPromise {
  readonly name: string;
  readonly measured: number;
  readonly bound: number;
  /** `most`: must not be above the bound; `least`: must not be below. */
  readonly kind: 'most' | 'least';
  readonly ok: boolean;
}

export interface BenchResult {
  readonly timings: readonly Timing[];
  readonly promises: readonly SpeedPromise[];
}

const program = 'packages/anyhook/bin/anyhook.cjs';
/** Runs of each command. */
const fullRounds = 400;

const { values: options } = parseArgs({
  options: { write: { type: 'boolean', default: false }, flow: { type: 'string' } },
});
/** A folder with Flow Agents, to measure its own adapter too. */
const flowFolder = options.flow === undefined ? undefined : resolve(options.flow);

const oneHook: HookCounts = { all: 1, matching: 1 };
const tenHooks: HookCounts = { all: 10, matching: 10 };
const hundredHooks: HookCounts = { all: 100, matching: 10 };

/** Measures how long an agent waits. Compares everything with programs that ran alternately with it. */
async function runBench(): Promise<BenchResult> {
  const world = benchWorld(process.env);
  const timer = startTimer(world.folder, world.env);
  try {
    const timings: Timing[] = [];
    const promises: SpeedPromise[] = [];
    for (const kind of clientKinds) {
      console.error(`measuring: the ${kind} client, warm`);
      const measured = await measureWarm(world, timer, kind);
      timings.push(...measured.timings);
      promises.push(...measured.promises);
    }
    console.error('measuring: without an engine');
    const cold = await measureCold(world, timer);
    console.error('measuring: many events over one connection');
    promises.push(...cold.promises, ...(await throughputPromises(world)));
    return { timings: [...timings, ...cold.timings], promises };
  } finally {
    timer.end();
    await stopEngine(world).catch(() => undefined);
    world.remove();
  }
}

interface Measurements {
  readonly timings: readonly Timing[];
  readonly promises: readonly SpeedPromise[];
}

const noMeasurements: Measurements = { timings: [], promises: [] };

const bounds: Readonly<Record<ClientKind, { readonly small: number; readonly large: number } | undefined>> = {
  c: { small: 2, large: 3 },
  perl: { small: 3, large: 4.5 },
  node: undefined,
};

const cases: readonly (readonly [name: string, hooks: HookCounts, kilobytes: number])[] = [
  ['1 hook, 1 KB', oneHook, 1],
  ['1 hook, 20 KB', oneHook, 20],
  ['1 hook, 200 KB', oneHook, 200],
  ['10 hooks, 20 KB', tenHooks, 20],
  ['100 hooks of which 10 match, 20 KB', hundredHooks, 20],
];

/** Alternates each case only with a bare start: leftover work of a large payload would slow down a small one. */
async function measureWarm(world: BenchWorld, timer: Timer, kind: ClientKind): Promise<Measurements> {
  const command = await world.command(kind);
  const engine = await startEngine(world, program);
  const bare = { command: 'true', input: world.payload(oneHook, 1) };
  const rounds = kind === 'node' ? Math.ceil(fullRounds / 5) : fullRounds;
  const timings: Timing[] = [];
  let [start, flow, load] = [noMeasurements, noMeasurements, noMeasurements];
  try {
    for (const [name, hooks, kilobytes] of cases) {
      const measured = { command, input: world.payload(hooks, kilobytes) };
      await timer.run([measured], 20);
      const [base = [], times = []] = await timer.run([bare, measured], rounds);
      const warmTiming = timing(`${kind}: ${name}`, 'warm', times, base);
      timings.push(warmTiming);
      // At the same time, because these are compared with it.
      if (kind !== 'c' || hooks !== oneHook || kilobytes !== 20) continue;
      start = { ...noMeasurements, timings: [timing('sh -c true', 'bare', base, base)] };
      if (flowFolder !== undefined)
        flow = await compareWithFlow(timer, flowAdapter(flowFolder, world), warmTiming, base);
      load = await measureUnderLoad(timer, bare, measured, rounds);
    }
    return {
      timings: [...start.timings, ...timings, ...load.timings, ...flow.timings],
      promises: [...promisesOf(kind, timings), ...flow.promises],
    };
  } finally {
    await stopOrKill(engine, world);
  }
}

async function compareWithFlow(timer: Timer, adapter: TimedCommand, ours: Timing, base: Times): Promise<Measurements> {
  const [times = []] = await timer.run([adapter], 25);
  const flow = timing("Flow Agents' own adapter", 'other', times, base);
  return { timings: [flow], promises: [atLeast("Flow Agents' adapter: times our answer", flow.p50 / ours.p50, 50)] };
}

function promisesOf(kind: ClientKind, timings: readonly Timing[]): readonly SpeedPromise[] {
  const bound = bounds[kind];
  const [small, middle, large, , many] = timings;
  if (!bound || !small || !middle || !large || !many) return [];
  const all = [
    atMost(`${kind}, warm, 1 KB: times sh -c true`, small.ratio, bound.small),
    atMost(`${kind}, warm, 20 KB: times sh -c true`, middle.ratio, bound.small),
    atMost(`${kind}, warm, 200 KB: times sh -c true`, large.ratio, bound.large),
  ];
  if (kind !== 'c') return all;
  return [
    ...all,
    atMost('c, warm, 20 KB: p99 times p50', middle.p99 / middle.p50, 3),
    atMost('100 hooks of which 10 match: times one hook', many.ratio / middle.ratio, 1.3),
  ];
}

/** The same while every core is busy. */
async function measureUnderLoad(
  timer: Timer,
  bare: TimedCommand,
  measured: TimedCommand,
  rounds: number,
): Promise<Measurements> {
  const busy = [0, 1].map(() => spawn('/bin/sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }));
  try {
    const [base = [], times = []] = await timer.run([bare, measured], Math.ceil(rounds / 4));
    return {
      ...noMeasurements,
      timings: [
        timing('sh -c true, two cores busy', 'load', base, base),
        timing('c: 1 hook, 20 KB, two cores busy', 'load', times, base),
      ],
    };
  } finally {
    for (const one of busy) one.kill('SIGKILL');
  }
}

/** The first event finds no engine but is still answered; the next one finds an engine. */
async function measureCold(world: BenchWorld, timer: Timer): Promise<Measurements> {
  const kind = 'c';
  const measured = { command: await world.command(kind), input: world.payload(oneHook, 20) };
  const node = { command: 'node -e 0', input: measured.input };
  const times: { node: number[]; cold: number[]; next: number[]; bare: number[] } = {
    node: [],
    cold: [],
    next: [],
    bare: [],
  };
  const timeOnce = async (command: TimedCommand) => (await timer.run([command], 1))[0]?.[0] ?? 0;
  // Parse the project's hooks once first, so that the cache is filled as in normal use.
  await timeOnce(measured);
  for (let round = 0; round < 15; round++) {
    await stopEngine(world);
    times.node.push(await timeOnce(node));
    times.cold.push(await timeOnce(measured));
    await waitUntilUp(world);
    times.next.push(await timeOnce(measured));
    times.bare.push(await timeOnce({ ...measured, command: 'true' }));
  }
  const [start, cold, next] = [
    timing('node -e 0', 'bare', times.node, times.bare),
    timing(`${kind}: without an engine, 1 hook, 20 KB`, 'cold', times.cold, times.bare),
    timing(`${kind}: the event after that`, 'cold', times.next, times.bare),
  ];
  return {
    timings: [start, cold, next],
    promises: [
      atMost('without an engine: times node -e 0', cold.p50 / start.p50, 1.5),
      atMost('the event after that: times node -e 0', next.p50 / start.p50, 0.5),
    ],
  };
}

/** Number of events measured over one connection. */
const manyEvents = 40_000;

async function throughputPromises(world: BenchWorld): Promise<readonly SpeedPromise[]> {
  const perSecond = async (journal: boolean) => {
    await stopEngine(world);
    world.setJournal(journal);
    const engine = await startEngine(world, program);
    try {
      const input = world.payload({ all: 5, matching: 5 }, 1);
      const { HOME = '', PATH = '' } = world.env;
      const load = { input, args: agentArguments, env: { HOME, PATH } };
      await measureThroughput(world, { ...load, events: 5_000 });
      return (await measureThroughput(world, { ...load, events: manyEvents })).perSecond;
    } finally {
      await stopOrKill(engine, world);
    }
  };
  return [
    atLeast('events a second over one connection, 32 at a time, 5 hooks, no journal', await perSecond(false), 20_000),
    atLeast('the same with the journal', await perSecond(true), 5_000),
  ];
}

async function stopOrKill(engine: ChildProcess, world: BenchWorld): Promise<void> {
  await stopEngine(world).catch(() => engine.kill('SIGKILL'));
}

/** The command that Flow Agents registers for Claude Code, without the login shell of older versions. */
function flowAdapter(folder: string, world: BenchWorld): TimedCommand {
  const adapter = shellWord(join(folder, 'scripts/hooks/claude-hook-adapter.js'));
  const command = `node ${adapter} PreToolUse config-protection config-protection.js default`;
  return { command, input: world.payload(oneHook, 20) };
}

function timing(name: string, group: Timing['group'], times: Times, base: Times): Timing {
  const [p50, p95, p99] = [percentile(times, 0.5), percentile(times, 0.95), percentile(times, 0.99)];
  return { name, group, times, p50, p95, p99, ratio: p50 / percentile(base, 0.5) };
}

const atMost = (name: string, measured: number, bound: number): SpeedPromise => ({
  name,
  measured,
  bound,
  kind: 'most',
  ok: measured <= bound,
});
const atLeast = (name: string, measured: number, bound: number): SpeedPromise => ({
  name,
  measured,
  bound,
  kind: 'least',
  ok: measured >= bound,
});

// Not awaited at the top level: a part of the bundle that is loaded later imports this file.
void runBench().then((bench) => {
  printBench(bench);
  if (options.write) keep(bench);
  process.exit(bench.promises.every(({ ok }) => ok) ? 0 : 1);
});

function printBench({ timings, promises }: BenchResult): void {
  const ms = (value: number): string => `${value.toFixed(2)} ms`;
  console.table(
    Object.fromEntries(
      timings.map(({ name, p50, p95, p99, ratio }) => [
        name,
        { p50: ms(p50), p95: ms(p95), p99: ms(p99), 'times sh -c true': ratio.toFixed(2) },
      ]),
    ),
  );
  const shown = (value: number) => (value >= 1000 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2));
  printRows(
    promises.map(({ name, measured, bound, kind, ok }) => ({
      name,
      measured: shown(measured),
      promised: `${kind === 'most' ? 'at most' : 'at least'} ${shown(bound)}`,
      ok,
    })),
  );
}

/** Stores a run for docs/reference/performance.md. */
function keep({ timings, promises }: BenchResult): void {
  const kept = { timings: timings.map(({ times: _times, ...rest }) => rest), promises };
  writeFileSync('packages/anyhook/bench/measured.json', `${JSON.stringify(kept, null, 2)}\n`);
  writeFileSync('docs/assets/latency.svg', timingChart(timings));
  console.log('wrote measured.json and docs/assets/latency.svg; "npm run generate" writes the page');
}
