import type { Contract, Ending, Event, Hook, HookRun } from '@anyhook/core';
import { failed, hasCall, neverRan, skipped, withRewrite } from '@anyhook/core';
import { wordList } from './pattern.js';
import type { FailureRules, PermissionsOf } from './permissions.js';
import { asEnforced, failureRule, mayBlock, rewriteRefusal } from './permissions.js';
import { type HookIndex, type PlannedHook, plan } from './plan.js';

/** Runs one hook on one event within the given time. Never rejects. `waited` gets the time that it waited for its turn. */
export type HookRunner = (
  hook: Hook,
  event: Event,
  timeoutMs: number,
  waited?: (ms: number) => void,
) => Ending | Promise<Ending>;

export interface RunDeps {
  readonly runHook: HookRunner;
  /** Starts an async hook without waiting for it. */
  readonly startAsync: (hook: Hook, event: Event) => Promise<AsyncStartOutcome>;
  readonly permissionsOf: PermissionsOf;
  /** Does the hook's format expect one path per call? */
  readonly isSinglePath: (hook: Hook) => boolean;
  /** Milliseconds on a monotonic clock. */
  readonly ticks: () => number;
  /** When the event arrived, and the deadline for the answer, on that clock. */
  readonly began: number;
  readonly deadline: number;
  /** The running hooks and when each started, for watchers. */
  readonly atWork?: HooksAtWork | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Hooks that have not ended yet, each with its start on the clock of `RunDeps.ticks`. */
export type HooksAtWork = Map<Hook, number>;

/** The outcome of starting an async hook: an error message, or the job under which its ending is recorded. */
export type AsyncStartOutcome = string | { readonly job: string } | undefined;

/** The result of running: each hook's ending, and the event after the last rewrite. */
export interface RunResults {
  readonly runs: readonly HookRun[];
  readonly event: Event;
  readonly started: readonly AsyncStart[];
}

/** An async hook that was started, or why it was not. */
interface AsyncStart {
  readonly hook: Hook;
  readonly startError: string | undefined;
  readonly job?: string;
}

/** Runs hooks in order if one may rewrite, else together, parallel ones last; then guards of older input again. */
export async function run(index: HookIndex, event: Event, contract: Contract, deps: RunDeps): Promise<RunResults> {
  const state: RunState = { runs: [], started: [], endedKeys: new Set(), event };
  let steps = plan(index, event);
  for (let i = 0; i < steps.length; ) {
    const group = groupAt(steps, i, contract);
    const last = group.at(-1) as PlannedHook;
    const before = state.event;
    const groupRun =
      group.length === 1 ? runOne(last, state, contract, deps) : runTogether(group, state, contract, deps);
    // A hook in this process answers at once, and an unnecessary await costs time.
    if (groupRun) await groupRun;
    if (state.event === before) {
      i += group.length;
    } else {
      steps = plan(index, state.event);
      i = steps.findIndex((step) => step.order > last.order);
      if (i === -1) break;
    }
  }
  const parallelSteps = steps.filter(isParallel);
  if (parallelSteps.length > 0) await runTogether(parallelSteps, state, contract, deps);
  if (state.event !== event) await recheckHooks(index, state, contract, deps);
  const started = state.started.length > 0 ? await Promise.all(state.started) : [];
  return { runs: state.runs, event: state.event, started };
}

interface RunState {
  readonly runs: HookRun[];
  readonly started: Promise<AsyncStart>[];
  /** Lists and events of formats that ended because a hook blocked. */
  readonly endedKeys: Set<string>;
  event: Event;
}

const isParallel = ({ hook }: PlannedHook): boolean => hook.parallel && !hook.async;

/** Neighbours that run together: same format and same event in it, with no rewrite to pass on. */
function groupAt(steps: readonly PlannedHook[], start: number, contract: Contract): readonly PlannedHook[] {
  const first = steps[start] as PlannedHook;
  if (contract.chains || !first.hook.concurrent || first.hook.parallel) return [first];
  let end = start + 1;
  while (end < steps.length && isNeighbour(first.hook, (steps[end] as PlannedHook).hook)) end++;
  return steps.slice(start, end);
}

const isNeighbour = (a: Hook, b: Hook): boolean =>
  b.concurrent && !b.parallel && a.dialect === b.dialect && a.nativeEvent === b.nativeEvent && a.flavour === b.flavour;

async function runTogether(
  group: readonly PlannedHook[],
  state: RunState,
  contract: Contract,
  deps: RunDeps,
): Promise<void> {
  const awaited = group.filter(({ hook }) => !hook.async);
  for (const { hook } of group) if (hook.async) startAsyncHook(hook, state, deps);
  const runs = await Promise.all(awaited.map(({ hook }) => tryHook(hook, state, deps, false)));
  for (const one of runs) recordRun(one, state, contract, deps);
}

function runOne({ hook }: PlannedHook, state: RunState, contract: Contract, deps: RunDeps): Promise<void> | undefined {
  if (hook.parallel && !hook.async) return undefined;
  if (hook.async) {
    startAsyncHook(hook, state, deps);
    return undefined;
  }
  const hookRun = tryHook(hook, state, deps, false);
  if (hookRun instanceof Promise) return hookRun.then((run) => recordRun(run, state, contract, deps));
  recordRun(hookRun, state, contract, deps);
  return undefined;
}

function startAsyncHook(hook: Hook, state: RunState, deps: RunDeps): void {
  if (deps.signal?.aborted) return void state.started.push(Promise.resolve({ hook, startError: agentGoneReason }));
  const started = deps.startAsync(hook, state.event).catch((error: unknown) => String(error));
  state.started.push(
    started.then((answer) =>
      typeof answer === 'object' ? { hook, startError: undefined, job: answer.job } : { hook, startError: answer },
    ),
  );
}

const agentGoneReason = 'the agent went away';

/** The reason recorded for a hook that was skipped because its list had ended; users need no note about it. */
export const listEndedReason = 'an earlier hook of the same format blocked';

/** Records a run, passes its rewrite on, and ends its list if it blocked. */
function recordRun(one: HookRun, state: RunState, contract: Contract, deps: RunDeps): void {
  state.runs.push(one);
  const { hook, ending } = one;
  const permissions = deps.permissionsOf(hook);
  if (
    ending.kind === 'done' &&
    ending.result.rewrite &&
    !rewriteRefusal(hook, contract, permissions, ending.result.rewrite)
  ) {
    state.event = withRewrite(state.event, ending.result.rewrite);
  }
  const blocked =
    (ending.kind === 'done' && ending.result.decision === 'deny') ||
    (ending.kind === 'failed' && failureRule(hook, ending) === 'closed');
  if (!blocked || !mayBlock(hook, contract, permissions)) return;
  state.endedKeys.add(eventKey(hook, hook.nativeEvent));
  if (hook.stopsList) state.endedKeys.add(listKey(hook));
}

const listKey = (hook: Hook): string => `${hook.dialect}/${hook.flavour ?? ''}`;
const eventKey = ({ dialect: format }: Hook, nativeEvent: string): string => `${format} at ${nativeEvent}`;

/** Has an earlier hook ended this one's list, or the event that comes before its own? */
function isEnded(hook: Hook, { endedKeys }: RunState, { permissionsOf }: RunDeps): boolean {
  if (endedKeys.size === 0) return false;
  const { after } = permissionsOf(hook);
  return endedKeys.has(listKey(hook)) || (after !== undefined && endedKeys.has(eventKey(hook, after)));
}

function tryHook(hook: Hook, state: RunState, deps: RunDeps, recheck: boolean): HookRun | Promise<HookRun> {
  const { event } = state;
  if (isEnded(hook, state, deps)) return { hook, ending: skipped(listEndedReason), ms: 0, recheck, seenEvent: event };
  const startedAt = deps.ticks();
  const from = startedAt - deps.began;
  const remainingMs = deps.deadline - startedAt;
  if (deps.signal?.aborted)
    return { hook, ending: failed('cancelled', agentGoneReason), ms: 0, from, recheck, seenEvent: event };
  if (remainingMs <= 0) return { hook, ending: outOfTime, ms: 0, from, recheck, seenEvent: event };
  let waited = 0;
  const ending = runHookOnEvent(
    hook,
    recheck ? { ...event, recheck: true } : event,
    Math.min(hook.timeoutMs, remainingMs),
    deps,
    (ms) => {
      waited += ms;
    },
  );
  const finishedRun = (end: Ending): HookRun => ({
    hook,
    ending: end,
    ms: deps.ticks() - startedAt,
    from,
    ...(waited >= minWaitMs && { waited }),
    recheck,
    seenEvent: event,
  });
  if (!(ending instanceof Promise)) return finishedRun(ending);
  const { atWork } = deps;
  if (!atWork) return ending.then(finishedRun);
  atWork.set(hook, startedAt);
  return ending.then((end) => {
    atWork.delete(hook);
    return finishedRun(end);
  });
}

/** Ignore waits this short: even a free slot takes a moment. */
const minWaitMs = 0.1;

/** Runs one hook on an event; a single-path format sees a patch over several files file by file. */
function runHookOnEvent(hook: Hook, event: Event, timeoutMs: number, deps: RunDeps, waited: (ms: number) => void) {
  const views = fileViews(hook, event, deps.isSinglePath(hook));
  if (!views) return deps.runHook(hook, event, timeoutMs, waited);
  const deadline = deps.ticks() + timeoutMs;
  return runForEachFile(views, hook, (view) => {
    const remainingMs = deadline - deps.ticks();
    if (deps.signal?.aborted) return failed('cancelled', agentGoneReason);
    return remainingMs > 0 ? deps.runHook(hook, view, remainingMs, waited) : outOfTime;
  });
}

const outOfTime = neverRan('timeout', 'there was no time left');

/** Runs every hook that may block and has not voted on the final input. */
async function recheckHooks(index: HookIndex, state: RunState, contract: Contract, deps: RunDeps): Promise<void> {
  const finalEvent = state.event;
  const voted = new Set(state.runs.filter(({ seenEvent }) => seenEvent === finalEvent).map(({ hook }) => hook));
  for (const { hook } of plan(index, finalEvent)) {
    // Shadow hooks too: the record shows what they would have decided.
    if (voted.has(hook) || !hook.recheck || !mayBlock(asEnforced(hook), contract, deps.permissionsOf(hook))) continue;
    state.runs.push(await tryHook(hook, state, deps, true));
  }
}

/** The most files of one patch that are passed one by one; for a larger patch the hook fails. */
const maxFiles = 200;

/** One event per file if a patch meets a hook written for single files; undefined if one run is enough. */
export function fileViews(hook: Hook, event: Event, singlePath: boolean): readonly Event[] | undefined {
  if (!singlePath || !hasCall(event) || event.call.kind !== 'patch') return undefined;
  if (hook.handler.kind === 'builtin' || hook.handler.kind === 'module') return undefined;
  // A hook that names the agent's own patch tool expects a patch.
  if (wordList(hook.match.tool?.source ?? '')?.includes(event.call.nativeName)) return undefined;
  const { paths, content } = event.call.input;
  if (!Array.isArray(paths) || paths.length === 0) return undefined;
  return paths.map(
    (path): Event => ({ ...event, call: { ...event.call, kind: 'edit', input: { path, newText: content } } }),
  );
}

export async function runForEachFile(
  views: readonly Event[],
  hook: FailureRules,
  runView: (view: Event) => Ending | Promise<Ending>,
): Promise<Ending> {
  if (views.length > maxFiles)
    return failed('error', `the patch touches ${views.length} files, the limit is ${maxFiles}`);
  const endings: Ending[] = [];
  for (const view of views) endings.push(await runView(view));
  return combineEndings(endings, hook);
}

/** Merges the endings of all views: the strictest decision, all texts; a rewrite of part of a patch becomes a note. */
export function combineEndings(endings: readonly Ending[], hook: FailureRules): Ending {
  const weight = { pass: 0, allow: 0, ask: 2, deny: 3 } as const;
  const unfinished = worstFailure(endings, hook) ?? endings.find((ending) => ending.kind === 'skipped');
  const results = endings.flatMap((ending) => (ending.kind === 'done' ? [ending.result] : []));
  const strictest = Math.max(0, ...results.map((result) => weight[result.decision]));
  // A failure counts as its rule says; a stricter answer wins.
  const unfinishedWeight = unfinished?.kind === 'failed' ? ruleWeight[failureRule(hook, unfinished)] : 0;
  if (unfinished && strictest <= unfinishedWeight) return unfinished;
  if (results.length === 0) return failed('error', 'the patch names no file');
  const agreeing = results.filter((result) => weight[result.decision] === strictest);
  // The patch is allowed only if every file is.
  const allAllow = results.every((result) => result.decision === 'allow');
  const decision = strictest === 0 ? (allAllow ? 'allow' : 'pass') : strictest === 2 ? 'ask' : 'deny';
  const reasons = [...new Set(agreeing.flatMap((result) => result.reason ?? []))];
  const stop = results.find((result) => result.stop !== undefined)?.stop;
  const rewrote = results.some((result) => result.rewrite);
  return {
    kind: 'done',
    ...(endings.every(({ spare }) => spare) && { spare: true }),
    result: {
      decision,
      ...(reasons.length > 0 && { reason: reasons.join('\n') }),
      context: [...new Set(results.flatMap((result) => result.context ?? []))],
      messages: [...new Set(results.flatMap((result) => result.messages ?? []))],
      signals: results.flatMap((result) => result.signals ?? []),
      logs: results.flatMap((result) => result.logs ?? []),
      notes: [
        ...results.flatMap((result) => result.notes ?? []),
        ...(unfinished
          ? [
              `did not check every file of the patch: ${unfinished.kind === 'failed' ? unfinished.detail : unfinished.why}`,
            ]
          : []),
        ...(rewrote ? ['rewrote one file of a patch, which cannot be applied to the patch: ignored'] : []),
      ],
      ...(stop !== undefined && { stop }),
    },
  };
}

const ruleWeight = { open: 0, ask: 2, closed: 3 } as const;

/** The most severe failure; the first of equals. */
function worstFailure(endings: readonly Ending[], hook: FailureRules): Extract<Ending, { kind: 'failed' }> | undefined {
  const failures = endings.filter((ending) => ending.kind === 'failed');
  const closed = failures.find((ending) => failureRule(hook, ending) === 'closed');
  return closed ?? failures[0];
}
