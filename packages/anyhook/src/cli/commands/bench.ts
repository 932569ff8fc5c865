import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { packageFile } from '@anyhook/core';
import type { HookTiming } from '../../answer/measure-hooks.js';
import type { BenchResult, SpeedPromise, Timing } from '../../bench/measure.js';
import { examplesText, type RegisterCommand } from '../terminal/context.js';
import { colorsFor, type Io, print, printJson, terminalWidth, worldOf } from '../terminal/io.js';
import { cwdOption, parseNumberOption } from '../terminal/options.js';
import { requireSupportedSystem } from '../terminal/supported-system.js';
import { type TableCell, tableLines } from '../terminal/text.js';

interface Options {
  readonly rounds: string;
  readonly flow?: string;
  readonly svg?: string;
  readonly hooks?: true;
  readonly cwd?: string;
  readonly json?: true;
}

/** `anyhook engine bench`: how long an agent waits on this machine. */
export const addBench: RegisterCommand = (program, context) => {
  const { io } = context;
  program
    .command('bench')
    .summary('measure how long agents wait for hooks')
    .description(
      'Times the command that init registers, from start to exit, as an agent runs it, against a bare process start. Uses its own home folder and projects. Exits 1 if a promised speed is not reached.',
    )
    .option('--rounds <n>', 'runs of each command', '400')
    .option('--flow <folder>', 'folder with Flow Agents, to time its adapter too')
    .option('--svg <file>', 'also write a chart of the times')
    .option(
      '--hooks',
      "run this project's own command hooks on a call that does nothing, with and without interpreters that wait for them",
    )
    .addOption(cwdOption())
    .option('--json', 'print JSON for programs')
    .addHelpText(
      'after',
      examplesText('anyhook engine bench', 'anyhook engine bench --svg latency.svg', 'anyhook engine bench --hooks'),
    )
    .action(async ({ rounds, flow, svg, hooks, cwd, json }: Options) => {
      if (hooks) return benchHooks(io, cwd, json === true);
      requireSupportedSystem(io, '"anyhook engine bench"', 'it compares with sh, and Windows has none of its own');
      const count = parseNumberOption('--rounds', rounds, [20, 1_000_000]);
      const { runBench } = await import('../../bench/measure.js');
      const say = (what: string) => void (io.stderr.isTTY && io.stderr.write(`measuring: ${what}\n`));
      const bench = await runBench({
        program: packageFile('bin/anyhook.cjs'),
        env: io.env,
        rounds: count,
        flowFolder: flow && resolve(io.cwd, flow),
        onProgress: say,
      });
      if (svg)
        writeFileSync(resolve(io.cwd, svg), (await import('../../bench/timing-chart.js')).timingChart(bench.timings));
      if (json) printJson(io, { ...bench, timings: bench.timings.map(({ times: _times, ...rest }) => rest) });
      else printBench(io, bench);
      context.exitCode = bench.promises.every(({ ok }) => ok) ? 0 : 1;
    });
};

/** Runs of each hook, in each way. */
const hookRounds = 7;

/** How long the hooks of a project take, and why. */
async function benchHooks(io: Io, cwd: string | undefined, isJson: boolean): Promise<void> {
  const { measureHooks } = await import('../../answer/measure-hooks.js');
  const onProgress = (hook: string) => void (io.stderr.isTTY && io.stderr.write(`running: ${hook}\n`));
  const { hooks, notices } = await measureHooks(worldOf(io, cwd), { rounds: hookRounds, onProgress });
  if (isJson) return printJson(io, { hooks, notices });
  const { bold, yellow } = colorsFor(io);
  for (const notice of notices) print(io, yellow(notice));
  if (hooks.length === 0) return print(io, 'no hook that runs in this project is a command that an agent waits for');
  const head = ['hook', 'plain', 'spare', 'what takes the time'].map((text) => ({ text, paint: bold }));
  const rows = hooks.map((timing) => hookTimingCells(timing).map((text) => ({ text })));
  for (const line of tableLines([head, ...rows], terminalWidth(io))) print(io, line);
}

function hookTimingCells(timing: HookTiming): readonly string[] {
  const { hook, plainMs, spareMs, why } = timing;
  const parts = [...timePartsText(timing), ...(why === undefined ? [] : [`no spare: ${why}`])];
  return [hook, ms(plainMs), spareMs === undefined ? '' : ms(spareMs), parts.join('; ')];
}

function timePartsText({ plainMs, interpreterMs, slowedBy, importsMs }: HookTiming): readonly string[] {
  if (interpreterMs === undefined) return [];
  const slowed = slowedBy ? ` (${ms(slowedBy.ms)} of it because ${slowedBy.variable} is set)` : '';
  const interpreter = `interpreter ${ms(interpreterMs)}${slowed}`;
  const rest = ms(Math.max(0, plainMs - interpreterMs - (importsMs ?? 0)));
  return importsMs === undefined
    ? [`${interpreter}, imports and own work ${rest}`]
    : [`${interpreter}, imports ${ms(importsMs)}, own work ${rest}`];
}

function printBench(io: Io, { timings, promises }: BenchResult): void {
  const colors = colorsFor(io);
  const head = ['what the agent waits for', 'p50', 'p95', 'p99', 'times sh -c true'].map((text) => ({
    text,
    paint: colors.bold,
  }));
  for (const line of tableLines([head, ...timings.map(timingRow)], terminalWidth(io))) print(io, line);
  print(io, '');
  for (const line of tableLines(
    promises.map((one) => promiseRow(one, colors)),
    terminalWidth(io),
  ))
    print(io, line);
}

const ms = (value: number): string => `${value.toFixed(2)} ms`;
const timingRow = ({ name, p50, p95, p99, ratio }: Timing): readonly TableCell[] =>
  [name, ms(p50), ms(p95), ms(p99), ratio.toFixed(2)].map((text) => ({ text }));

function promiseRow(
  { ok, name, measured, bound, kind }: SpeedPromise,
  colors: ReturnType<typeof colorsFor>,
): readonly TableCell[] {
  const formatNumber = (value: number) =>
    value >= 1000 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2);
  return [
    { text: ok ? 'ok' : 'MISS', paint: ok ? colors.green : colors.red },
    { text: name },
    { text: formatNumber(measured) },
    { text: `${kind === 'most' ? 'at most' : 'at least'} ${formatNumber(bound)}` },
  ];
}
