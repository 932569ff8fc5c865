import { type BrokenHook, contractOf, type Event, type EventName, emptyVerdict, type Verdict } from '@anyhook/core';
import { type ApprovalDeps, resolveAsk } from './approve.js';
import { derive, joinDerivedVerdict } from './derive.js';
import { type AgentCapabilities, canGrant, fit, narrowContract } from './fit.js';
import { merge } from './merge.js';
import { compileMatchers } from './plan.js';
import { type RunDeps, run } from './run.js';
import { addSessionFacts, recordEvent, type SessionDeps, withParentSession } from './session.js';

/** An agent as the engine sees it: what it can do, and how to encode an answer for it. */
export interface DecidingAgent<Context, Wire> extends AgentCapabilities {
  readonly events: Readonly<Record<string, EventName>>;
  /** True if the agent names the parent session of a subagent only when that session starts. */
  readonly parentAtStart?: boolean;
  encode(event: Event, verdict: Verdict, context: Context): Wire;
}

export interface DecideDeps extends RunDeps, SessionDeps, ApprovalDeps {
  /** Notes for the user, read when a session starts. */
  readonly notices: () => readonly string[];
  /** Text about hooks that do not run. User and model get it once per session, at its first event. */
  readonly skippedNotices?: readonly string[] | undefined;
  /** False: the model does not get it with a tool call. A program makes such text part of the tool's result. */
  readonly notesAtTools?: boolean | undefined;
  /** Texts for the user about this event, besides those of hooks. */
  readonly alerts?: readonly string[] | undefined;
  /** Problems in hook files. The user gets them once per session and once more when they change. */
  readonly problems?: ProblemNotice | undefined;
  /** Text about unconfirmed agent code that runs before hooks. The user gets it once per session. */
  readonly codeAbove?: (() => Promise<string | undefined>) | undefined;
  /** Gets each event before any hook. */
  readonly observe?: ((event: Event) => void) | undefined;
}

/** A note about hook files, and a key that changes with their problems. */
export interface ProblemNotice {
  readonly key: string;
  readonly text: string;
}

/** The event, the verdict of the hooks, and the answer for the agent. */
export interface AgentAnswer<Wire> {
  readonly event: Event;
  readonly verdict: Verdict;
  readonly wire: Wire;
}

/** The steps for a decoded event: plan, run, merge, fit, encode. */
export async function decide<Context, Wire>(
  decoded: Event,
  agent: DecidingAgent<Context, Wire>,
  context: Context,
  deps: DecideDeps,
): Promise<AgentAnswer<Wire>> {
  notifyObserver(decoded, deps);
  const missingFacts: string[] = [];
  const known = agent.parentAtStart ? withParentSession(decoded, deps) : decoded;
  const event = await addSessionFacts(known, deps, (text) => missingFacts.push(text));
  const hookVerdict = await evaluateHooks(event, agent, deps);
  const resolution = hookVerdict.decision === 'ask' ? resolveAsk(event, hookVerdict, agent, deps) : undefined;
  let verdict = recordEvent(event, resolution ? await resolution : hookVerdict, deps);
  if (missingFacts.length > 0) verdict = { ...verdict, notes: [...verdict.notes, ...missingFacts] };
  if (event.name === 'session.start') verdict = { ...verdict, notes: [...verdict.notes, ...deps.notices()] };
  if (deps.skippedNotices?.length) verdict = withSkipped(verdict, event, agent, deps.skippedNotices, deps);
  if (deps.alerts?.length) verdict = { ...verdict, notes: [...deps.alerts, ...verdict.notes] };
  if (deps.problems) verdict = withProblems(verdict, event, deps.problems, deps);
  if (deps.codeAbove && notifiesCodeAbove.has(event.name))
    verdict = await withCodeAbove(verdict, event, deps.codeAbove, deps);
  // Later steps use only what the agent supports: if it cannot block a stop, the agent has stopped.
  let fitted = fit(verdict, agent, event.name);
  for (const next of derive(event, fitted, nativeEvents(agent))) {
    verdict = joinDerivedVerdict(verdict, await evaluateHooks(next, agent, deps), next.name);
    fitted = fit(verdict, agent, event.name);
  }
  return { event, verdict: fitted, wire: agent.encode(event, fitted, context) };
}

/** Keys in the session's record that mark who got the notice about skipped hooks. */
const noticeKeys = { user: 'anyhook:skipped', model: 'anyhook:skipped-model' } as const;

/** Reports skipped hooks once: to the user at the first event, to the model at the first one with context. */
function withSkipped(
  verdict: Verdict,
  event: Event,
  agent: AgentCapabilities,
  skipped: readonly string[],
  { store, notesAtTools = true }: DecideDeps,
): Verdict {
  const { name } = event;
  // The notices at a session's start already contain it.
  const notifiesUser = isFirstTime(noticeKeys.user, event, store) && name !== 'session.start';
  const isForModel = notesAtTools || !name.startsWith('tool.');
  const notifiesModel = isForModel && canGrant(agent, name, 'context') && isFirstTime(noticeKeys.model, event, store);
  if (!notifiesUser && !notifiesModel) return verdict;
  return {
    ...verdict,
    ...(notifiesUser && { notes: [...verdict.notes, ...skipped] }),
    ...(notifiesModel && { context: [...verdict.context, ...skipped] }),
  };
}

/** Hook files may break in the middle of a session, and some agents never report the start of one. */
function withProblems(verdict: Verdict, event: Event, { key, text }: ProblemNotice, { store }: DecideDeps): Verdict {
  const isNew = isFirstTime(`anyhook:problems ${key}`, event, store);
  return !isNew || event.name === 'session.start' ? verdict : { ...verdict, notes: [...verdict.notes, text] };
}

/** Such code can hide the session start from us, so report it at the first of these events. */
const notifiesCodeAbove: ReadonlySet<EventName> = new Set(['session.start', 'prompt.submit', 'agent.stop']);

async function withCodeAbove(
  verdict: Verdict,
  event: Event,
  findCode: NonNullable<DecideDeps['codeAbove']>,
  { store }: DecideDeps,
): Promise<Verdict> {
  const isNew = isFirstTimeOrUnknown('anyhook:above', event, store);
  if (!isNew && event.name !== 'session.start') return verdict;
  const text = await findCode();
  return text === undefined ? verdict : { ...verdict, notes: [...verdict.notes, text] };
}

/** True once per session and key. Callers without a session get such texts with their own answers. */
function isFirstTime(key: string, { sessionId }: Event, store: DecideDeps['store']): boolean {
  if (sessionId === '' || (store.read(sessionId).counts[key] ?? 0) > 0) return false;
  store.append(sessionId, { kind: 'count', key });
  return true;
}

function notifyObserver(event: Event, { observe }: DecideDeps): void {
  try {
    observe?.(event);
  } catch {
    // An observer's error must not change the answer.
  }
}

async function evaluateHooks(event: Event, agent: AgentCapabilities, deps: DecideDeps): Promise<Verdict> {
  if (!deps.index.lists.has(event.name)) return emptyVerdict;
  const compilation = compileMatchers(deps.index, event.name);
  if (compilation) await compilation;
  const contract = narrowContract(contractOf(event.name), agent, event.name);
  const results = await run(deps.index, event, contract, deps);
  const verdict = merge(event, contract, results, deps.permissionsOf, agent);
  return verdict.broken ? withBroken(verdict, verdict.broken, event, agent, deps) : verdict;
}

/** Adds a text about each broken hook, once per session: for the user at once, for the model at an event with context. */
function withBroken(
  { broken: _broken, ...verdict }: Verdict,
  broken: readonly BrokenHook[],
  event: Event,
  agent: AgentCapabilities,
  { store }: DecideDeps,
): Verdict {
  const readsContext = canGrant(agent, event.name, 'context');
  const isNew = (key: string) => event.sessionId === '' || isFirstTimeOrUnknown(key, event, store);
  const forUser = broken.filter(({ key }) => isNew(`anyhook:broken ${key}`));
  const forModel = readsContext ? broken.filter(({ key }) => isNew(`anyhook:broken-model ${key}`)) : [];
  const texts = (before: readonly string[], hooks: readonly BrokenHook[]) => [
    ...before,
    ...hooks.map(({ text }) => text),
  ];
  return { ...verdict, notes: texts(verdict.notes, forUser), context: texts(verdict.context, forModel) };
}

/** A store that cannot be written must not hide a broken guard. */
function isFirstTimeOrUnknown(key: string, event: Event, store: DecideDeps['store']): boolean {
  try {
    return isFirstTime(key, event, store);
  } catch {
    return true;
  }
}

const nativeEventsCache = new WeakMap<object, ReadonlySet<EventName>>();
function nativeEvents(agent: { readonly events: Readonly<Record<string, EventName>> }): ReadonlySet<EventName> {
  let found = nativeEventsCache.get(agent);
  if (!found) {
    found = new Set(Object.values(agent.events));
    nativeEventsCache.set(agent, found);
  }
  return found;
}
