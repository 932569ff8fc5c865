import { contractOf, type EventName } from '../core/contract.js';
import type { Event } from '../core/event.js';
import { emptyVerdict, type Verdict } from '../core/verdict.js';
import { type ApprovalDeps, answerAsk } from './approve.js';
import { derive, join } from './derive.js';
import { type Fittable, fit, narrow } from './fit.js';
import { merge } from './merge.js';
import { prepare } from './plan.js';
import { type RunDeps, run } from './run.js';
import { enrich, remember, type SessionDeps, withParent } from './session.js';

/** An agent as the engine sees it: what it can do, and how it takes an answer. */
export interface DecidingHost<Context, Wire> extends Fittable {
  readonly events: Readonly<Record<string, EventName>>;
  /** Names the session above a subagent's only where that session starts. */
  readonly parentAtStart?: boolean;
  encode(event: Event, verdict: Verdict, context: Context): Wire;
}

export interface Deps extends RunDeps, SessionDeps, ApprovalDeps {
  /** What the user should hear; asked when a session starts. */
  readonly notices: () => readonly string[];
  /** Sees each event before any hook does. */
  readonly observe?: ((event: Event) => void) | undefined;
}

/** The event, what the hooks mean, and what the host gets. */
export interface Answer<Wire> {
  readonly event: Event;
  readonly verdict: Verdict;
  readonly wire: Wire;
}

/** The line of a decoded event: plan, run, merge, fit, encode. */
export async function decide<Context, Wire>(
  decoded: Event,
  host: DecidingHost<Context, Wire>,
  context: Context,
  deps: Deps,
): Promise<Answer<Wire>> {
  show(decoded, deps);
  const event = await enrich(host.parentAtStart ? withParent(decoded, deps) : decoded, deps);
  const judged = await judge(event, host, deps);
  const asked = answerAsk(event, judged, host, deps);
  let verdict = remember(event, asked ? await asked : judged, deps);
  if (event.name === 'session.start') verdict = { ...verdict, notes: [...verdict.notes, ...deps.notices()] };
  // Only what the host grants decides what follows: a stop that it cannot block is the end.
  let fitted = fit(verdict, host, event.name);
  for (const next of derive(event, fitted, nativeEvents(host))) {
    verdict = join(verdict, await judge(next, host, deps), next.name);
    fitted = fit(verdict, host, event.name);
  }
  return { event, verdict: fitted, wire: host.encode(event, fitted, context) };
}

function show(event: Event, { observe }: Deps): void {
  try {
    observe?.(event);
  } catch {
    // An observer's error must not change the answer.
  }
}

async function judge(event: Event, host: Fittable, deps: Deps): Promise<Verdict> {
  if (!deps.index.lists.has(event.name)) return emptyVerdict;
  const unprepared = prepare(deps.index, event.name);
  if (unprepared) await unprepared;
  const contract = narrow(contractOf(event.name), host, event.name);
  const ran = await run(deps.index, event, contract, deps);
  return merge(event, contract, ran, deps.rowOf);
}

const nativeCache = new WeakMap<object, ReadonlySet<EventName>>();
function nativeEvents(host: { readonly events: Readonly<Record<string, EventName>> }): ReadonlySet<EventName> {
  let found = nativeCache.get(host);
  if (!found) {
    found = new Set(Object.values(host.events));
    nativeCache.set(host, found);
  }
  return found;
}
