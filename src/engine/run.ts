import type { Contract } from '../core/contract.js';
import type { Event } from '../core/event.js';
import type { Hook } from '../core/hook.js';
import { type Ending, failed, type HookRun, skipped, withRewrite } from '../core/verdict.js';
import { lookAtEach, viewsOf } from './per-file.js';
import { enforced, mayBlock, type RowOf, rewriteRefusal } from './permissions.js';
import { type HookIndex, plan, type Step } from './plan.js';

/** Runs one hook on one event within the time given. Never rejects. */
export type RunHook = (hook: Hook, event: Event, timeoutMs: number) => Ending | Promise<Ending>;

export interface RunDeps {
  readonly runHook: RunHook;
  /** Starts an async hook, which nobody waits for; says why it could not start. */
  readonly startAsync: (hook: Hook, event: Event) => Promise<string | undefined>;
  readonly rowOf: RowOf;
  /** Does the hook's dialect look at one path per call? */
  readonly isSinglePath: (hook: Hook) => boolean;
  /** Milliseconds on a steady clock. */
  readonly ticks: () => number;
  /** When the answer must be there, on that clock. */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
}

/** What running left behind: each hook's ending, and the event after the last rewrite. */
export interface Ran {
  readonly runs: readonly HookRun[];
  readonly event: Event;
  readonly started: readonly Started[];
}

/** An async hook on its way, or why it is not. */
export interface Started {
  readonly hook: Hook;
  readonly trouble: string | undefined;
}

/**
 * Runs the matching hooks: in order where something may be rewritten or the dialect says so, else together; hooks
 * declared parallel at the end; then every voter that saw an older input looks at the final one.
 */
export async function run(index: HookIndex, event: Event, contract: Contract, deps: RunDeps): Promise<Ran> {
  const state: State = { runs: [], started: [], stopped: new Set(), event };
  let steps = plan(index, event);
  for (let i = 0; i < steps.length; ) {
    const group = groupAt(steps, i, contract);
    const last = group.at(-1) as Step;
    const before = state.event;
    const turns = group.length === 1 ? turn(last, state, contract, deps) : together(group, state, contract, deps);
    // A hook in this process answers at once, and waiting for nothing is not free.
    if (turns) await turns;
    if (state.event === before) {
      i += group.length;
    } else {
      steps = plan(index, state.event);
      i = steps.findIndex((step) => step.order > last.order);
      if (i === -1) break;
    }
  }
  const late = steps.filter(isParallel);
  if (late.length > 0) await together(late, state, contract, deps);
  if (state.event !== event) await secondLook(index, state, contract, deps);
  const started = state.started.length > 0 ? await Promise.all(state.started) : [];
  return { runs: state.runs, event: state.event, started };
}

interface State {
  readonly runs: HookRun[];
  readonly started: Promise<Started>[];
  /** Lists that a block has ended. */
  readonly stopped: Set<string>;
  event: Event;
}

const isParallel = ({ hook }: Step): boolean => hook.parallel && !hook.async;

/** Neighbours that run together: same dialect and event of it, where no rewrite is handed on. */
function groupAt(steps: readonly Step[], start: number, contract: Contract): readonly Step[] {
  const first = steps[start] as Step;
  if (contract.chains || !first.hook.concurrent || first.hook.parallel) return [first];
  let end = start + 1;
  while (end < steps.length && isNeighbour(first.hook, (steps[end] as Step).hook)) end++;
  return steps.slice(start, end);
}

const isNeighbour = (a: Hook, b: Hook): boolean =>
  b.concurrent && !b.parallel && a.dialect === b.dialect && a.nativeEvent === b.nativeEvent && a.flavour === b.flavour;

async function together(group: readonly Step[], state: State, contract: Contract, deps: RunDeps): Promise<void> {
  const parallel = group.filter(({ hook }) => !hook.async);
  for (const { hook } of group) if (hook.async) start(hook, state, deps);
  const runs = await Promise.all(parallel.map(({ hook }) => attempt(hook, state, deps, false)));
  for (const one of runs) settle(one, state, contract, deps);
}

function turn({ hook }: Step, state: State, contract: Contract, deps: RunDeps): Promise<void> | undefined {
  if (hook.parallel && !hook.async) return undefined;
  if (hook.async) {
    start(hook, state, deps);
    return undefined;
  }
  const ended = attempt(hook, state, deps, false);
  if (ended instanceof Promise) return ended.then((run) => settle(run, state, contract, deps));
  settle(ended, state, contract, deps);
  return undefined;
}

function start(hook: Hook, state: State, deps: RunDeps): void {
  if (deps.signal?.aborted) return void state.started.push(Promise.resolve({ hook, trouble: agentLeft }));
  const started = deps.startAsync(hook, state.event).catch((error: unknown) => String(error));
  state.started.push(started.then((trouble) => ({ hook, trouble })));
}

const agentLeft = 'the agent went away';

/** Why a hook was passed over whose list had ended; nobody needs to hear of it. */
export const listEnded = 'an earlier hook of its list blocked';

/** Records a run, hands its rewrite on, and ends its list when it blocked. */
function settle(one: HookRun, state: State, contract: Contract, deps: RunDeps): void {
  state.runs.push(one);
  const { hook, ending } = one;
  const row = deps.rowOf(hook);
  if (ending.kind === 'done' && ending.result.rewrite && !rewriteRefusal(hook, contract, row, ending.result.rewrite)) {
    state.event = withRewrite(state.event, ending.result.rewrite);
  }
  const blocked =
    (ending.kind === 'done' && ending.result.decision === 'deny') ||
    (ending.kind === 'failed' && hook.onFailure === 'closed');
  if (blocked && hook.stopsList && mayBlock(hook, contract, row)) state.stopped.add(listOf(hook));
}

const listOf = (hook: Hook): string => `${hook.dialect}/${hook.flavour ?? ''}`;

function attempt(hook: Hook, state: State, deps: RunDeps, recheck: boolean): HookRun | Promise<HookRun> {
  const { event } = state;
  if (state.stopped.has(listOf(hook))) {
    return { hook, ending: skipped(listEnded), ms: 0, recheck, saw: event };
  }
  const began = deps.ticks();
  const left = deps.deadline - began;
  if (deps.signal?.aborted) return { hook, ending: failed('cancelled', agentLeft), ms: 0, recheck, saw: event };
  if (left <= 0) return { hook, ending: noTime, ms: 0, recheck, saw: event };
  const ending = answer(hook, recheck ? { ...event, recheck: true } : event, Math.min(hook.timeoutMs, left), deps);
  const close = (end: Ending): HookRun => ({ hook, ending: end, ms: deps.ticks() - began, recheck, saw: event });
  return ending instanceof Promise ? ending.then(close) : close(ending);
}

/** One look of one hook at an event; a patch over several files is shown to a single-path dialect file by file. */
function answer(hook: Hook, event: Event, timeoutMs: number, deps: RunDeps): Ending | Promise<Ending> {
  const views = viewsOf(hook, event, deps.isSinglePath(hook));
  if (!views) return deps.runHook(hook, event, timeoutMs);
  const until = deps.ticks() + timeoutMs;
  return lookAtEach(views, hook.onFailure, (view) => {
    const left = until - deps.ticks();
    if (deps.signal?.aborted) return failed('cancelled', agentLeft);
    return left > 0 ? deps.runHook(hook, view, left) : noTime;
  });
}

const noTime = failed('timeout', 'there was no time left');

/** Every hook that may block and has not voted on the final input is asked about it. */
async function secondLook(index: HookIndex, state: State, contract: Contract, deps: RunDeps): Promise<void> {
  const final = state.event;
  const voted = new Set(state.runs.filter(({ saw }) => saw === final).map(({ hook }) => hook));
  for (const { hook } of plan(index, final)) {
    // A shadow hook too: what it would have decided is what the record is for.
    if (voted.has(hook) || !hook.recheck || !mayBlock(enforced(hook), contract, deps.rowOf(hook))) continue;
    state.runs.push(await attempt(hook, state, deps, true));
  }
}
