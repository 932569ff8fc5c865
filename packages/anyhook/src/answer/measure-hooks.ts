import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Event, type Hook, isoNow, type ProcessJob, readText, runProcess, ticks, userPaths } from '@anyhook/core';
import { makeEvent } from '../agents/canonical/event.js';
import { callerNamesOf } from '../agents/environment.js';
import { formatNamed } from '../formats/index.js';
import { builtinByName } from '../handlers/builtins/index.js';
import { createHandlers, createHookRunner } from '../handlers/index.js';
import { type SparePlan, SparePlanner } from '../handlers/spares/plan-spare.js';
import { createSparePool } from '../handlers/spares/spare-pool.js';
import type { Spares } from '../handlers/spares/spares.js';
import type { TrustMode } from '../trust/trust.js';
import { openProject, type World } from './engine.js';
import { engineParts } from './project-engine.js';

/** How long one hook takes, with and without a spare interpreter; medians in milliseconds. */
export interface HookTiming {
  readonly hook: string;
  readonly command: string;
  readonly plainMs: number;
  readonly spareMs?: number;
  /** Why it runs in no spare. */
  readonly why?: string;
  /** How much of it the bare interpreter takes. */
  readonly interpreterMs?: number;
  /** How much of that a variable costs that is set, such as one that makes Node read certificates at every start. */
  readonly slowedBy?: { readonly variable: string; readonly ms: number };
  /** How much its imports take; missing if they cannot be run alone. The rest is its own work. */
  readonly importsMs?: number;
}

export interface MeasureHooksOptions {
  readonly trust?: TrustMode | undefined;
  /** Runs of each hook, in each way. */
  readonly rounds: number;
  readonly onProgress: (hook: string) => void;
}

/** How long the hooks of a project take, and how many were not measured because they do not run. */
export interface MeasuredHooks {
  readonly hooks: readonly HookTiming[];
  readonly notices: readonly string[];
}

/** Runs the command hooks of a project on a harmless event, each several times, the slowest first. */
export async function measureHooks(world: World, options: MeasureHooksOptions): Promise<MeasuredHooks> {
  const parts = engineParts(await openProject(world, options.trust), world);
  const { state } = userPaths(world.env, world.home);
  const pool = createSparePool({ state, ticks, isBusy: () => false });
  const planner = new SparePlanner();
  const runHook = createHookRunner(createHandlers({ findBuiltin: builtinByName }));
  const timings: HookTiming[] = [];
  try {
    for (const hook of parts.hooks) {
      if (hook.handler.kind !== 'command' || hook.async) continue;
      options.onProgress(hook.id);
      const event = harmlessEvent(hook, world.cwd);
      const run = async (spares?: Spares) => {
        const began = ticks();
        const ending = await runHook(hook, event, {
          codec: formatNamed(hook.dialect),
          env: world.env,
          caller: () => callerNamesOf(event.host, world.env),
          timeoutMs: hook.timeoutMs,
          settings: parts.settings,
          ...(spares && { spares }),
        });
        return { ms: ticks() - began, spare: ending.spare === true };
      };
      timings.push({
        hook: hook.id,
        command: hook.handler.command,
        ...(await timingOf(run, { pool, planner }, options.rounds)),
        ...(hook.spare === false && { why: 'it is switched off (spare: false)' }),
      });
    }
  } finally {
    pool.close();
  }
  return { hooks: timings.sort((a, b) => b.plainMs - a.plainMs), notices: parts.skippedNotices ?? [] };
}

type RunOnce = (spares?: Spares) => Promise<{ readonly ms: number; readonly spare: boolean }>;

async function timingOf(
  run: RunOnce,
  { pool, planner }: { readonly pool: Spares; readonly planner: SparePlanner },
  rounds: number,
): Promise<Omit<HookTiming, 'hook' | 'command'>> {
  let job: ProcessJob | undefined;
  const spares: Spares = {
    take(taken) {
      job = taken;
      return pool.take(taken);
    },
  };
  await run(spares);
  const plain: number[] = [];
  const inSpare: number[] = [];
  for (let round = 0; round < rounds; round++) plain.push((await run()).ms);
  const plan = job && (await planner.prepare(job));
  if (plan === undefined || typeof plan === 'string')
    return { plainMs: median(plain), ...(plan !== undefined && { why: plan }) };
  for (let round = 0; inSpare.length < rounds && round < 3 * rounds; round++) {
    // An agent thinks meanwhile, and the next spare starts.
    await wait(thinkMs);
    const { ms, spare } = await run(spares);
    if (spare) inSpare.push(ms);
  }
  const spareFields = inSpare.length > 0 ? { spareMs: median(inSpare) } : { why: 'its spares did not start it' };
  return { plainMs: median(plain), ...spareFields, ...(await partsOf(plan, rounds)) };
}

/** How long the interpreter takes without the script, and how much longer with the script's imports. */
async function partsOf(
  { binary, interpreter, env, script }: SparePlan,
  rounds: number,
): Promise<Pick<HookTiming, 'interpreterMs' | 'slowedBy' | 'importsMs'>> {
  const variable = interpreter.slowVariables.find((name) => env[name] !== undefined);
  const { [variable ?? '']: _slow, ...quickEnv } = env;
  const importing = interpreter.importing(readText(script, maxScriptBytes) ?? '');
  const cwd = dirname(script);
  const bare: number[] = [];
  const quick: number[] = [];
  const withImports: (number | undefined)[] = [];
  for (let round = 0; round < rounds; round++) {
    bare.push((await programMs(binary, interpreter.empty, { cwd, env })) ?? 0);
    if (variable) quick.push((await programMs(binary, interpreter.empty, { cwd, env: quickEnv })) ?? 0);
    withImports.push(await programMs(binary, importing, { cwd, env }));
  }
  const interpreterMs = median(bare);
  const slowerMs = interpreterMs - median(quick);
  const slowed = variable && slowerMs > slowPart * interpreterMs ? { slowedBy: { variable, ms: slowerMs } } : {};
  const times = withImports.filter((time) => time !== undefined);
  if (times.length < rounds) return { interpreterMs, ...slowed };
  return { interpreterMs, ...slowed, importsMs: Math.max(0, median(times) - interpreterMs) };
}

const thinkMs = 250;
/** A variable is named if it costs this part of the interpreter's start. */
const slowPart = 0.2;

const maxScriptBytes = 256 * 1024;

/** How long a program takes; undefined if it fails. */
async function programMs(
  file: string,
  args: readonly string[],
  place: Pick<ProcessJob, 'cwd' | 'env'>,
): Promise<number | undefined> {
  const began = ticks();
  const end = await runProcess({ file, args, ...place, stdin: '', timeoutMs: 10_000 });
  return end.kind === 'exit' && end.exitCode === 0 ? ticks() - began : undefined;
}

/** A call of the shell tool that does nothing, or the hook's event without a text. */
function harmlessEvent({ events: [name = 'tool.before'] }: Hook, cwd: string): Event {
  const base = { name, cwd, now: isoNow() };
  return makeEvent(name.startsWith('tool.') ? { ...base, tool: 'shell', input: { command: 'true' } } : base);
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
