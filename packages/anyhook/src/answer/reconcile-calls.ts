import type { CallAlert, CallAlertKind, Event, Verdict } from '@anyhook/core';
import { fileStamp, hasCall, newId, now, ticks } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { canGrant } from '../engine/fit.js';
import { withoutTokens } from '../journal/safe-name.js';
import { type AlertStore, alertShownMs, openAlertStore } from '../sessions/alert-store.js';
import { type CallWatch, callKey, openCallWatch } from '../sessions/call-watch.js';
import { entryRecordOf } from '../trust/entry-record.js';
import type { EventEntry } from './deduplicate-call.js';
import type { World } from './engine.js';

/** Finds calls that ran unasked or denied. Silent when uncertain: unseen starts, untested agents, lost records. */
export interface CallReconciler {
  /** The event arrived. Called for every event, also while hooks are off. A process that stays writes after the answer. */
  arrived(staysRunning: boolean): void;
  /** Alerts from this event, and earlier ones not shown yet. */
  check(root: string, remainingMs: number | undefined): Promise<readonly CallAlert[]>;
  /** The answer is about to be sent. */
  answered(verdict: Verdict, alerts: readonly CallAlert[]): void;
  /** Work for after the answer; missing if there is none. A process that keeps running can wait longer for the agent. */
  readonly afterAnswer?: (root: string, staysRunning: boolean) => Promise<void>;
}

export interface ReconcilerOptions {
  readonly agent: Agent;
  readonly event: Event;
  readonly entry: EventEntry | undefined;
  readonly world: World;
  /** The agent's own environment. */
  readonly env: World['env'];
  readonly state: string;
  readonly budgetMs: number | undefined;
}

/** Undefined where calls are not compared. */
export function callReconciler(options: ReconcilerOptions): CallReconciler | undefined {
  const { agent, event, entry, state, budgetMs, world } = options;
  // An entry run by another agent, or a session without an id, proves nothing.
  if (!entry || !agent.pairsCalls || entry.agent !== agent || event.sessionId === '') return undefined;
  const watch = openCallWatch(state, agent.name, event.sessionId);
  const alerts = openAlertStore(state);
  const began = ticks();
  const start = { since: now(), readUpTo: event.name === 'session.start' ? transcriptSize(event) : 0 };
  const key = keyOf(event, agent.pairsCalls);
  let isNoted = event.name !== 'tool.before' || key === undefined;
  const noteCall = () => {
    if (!isNoted && key !== undefined) noteAsked(watch, key, agent.pairsCalls?.by === 'tool');
    isNoted = true;
  };
  return {
    arrived(staysRunning) {
      noteStart(watch, options);
      if (isNoted) return;
      // The end of a call waits longer for this note than any timer is late.
      if (staysRunning) setTimeout(noteCall, 1);
      else noteCall();
    },
    async check(root, remainingMs) {
      if (event.name === 'tool.before') return [];
      if (event.name === 'tool.after') return alertsOf({ ...options, watch, alerts, key, root, remainingMs });
      return canGrant(agent, event.name, 'message') ? untoldAlerts(alerts, event) : [];
    },
    answered(verdict, shown) {
      const isDenied = event.name === 'tool.before' && verdict.decision === 'deny';
      // An agent that stopped waiting decided by its own rules.
      const isInTime = ticks() - began < patienceMs(budgetMs);
      if (isDenied && isInTime && key !== undefined && agent.pairsCalls?.by === 'id') {
        noteCall();
        watch.note('d', key);
      }
      if (shown.length > 0 && canGrant(agent, event.name, 'message')) ignoreFailure(() => alerts.notify(shown));
    },
    ...(agent.transcripts &&
      readingEvents.has(event.name) && {
        afterAnswer: (root, staysRunning) => readTranscript({ ...options, watch, alerts, key, root }, staysRunning),
      }),
    ...(event.name === 'session.start' && {
      afterAnswer: async () => {
        await beginWatch(watch, options, start);
        const { alertUnhookedSessions } = await import('./unhooked-sessions.js');
        await alertUnhookedSessions(agent, { ...world, cwd: event.cwd }, state);
      },
    }),
  };
}

/** Events after which all earlier calls have ended, or the agent is idle. */
const readingEvents: ReadonlySet<string> = new Set(['agent.stop', 'agent.done', 'session.end', 'prompt.submit']);

/** Agents wait a little longer than the entry says, but a slow process start uses some of that time. */
const patienceMs = (budgetMs = 30_000): number => budgetMs * 0.8;

type Pairing = NonNullable<Agent['pairsCalls']>;

function keyOf(event: Event, { by, except = [] }: Pairing): string | undefined {
  if (!hasCall(event) || except.includes(event.call.nativeName)) return undefined;
  if (by === 'tool') return callKey(`tool ${event.call.nativeName}`);
  return event.call.id === undefined ? undefined : callKey(event.call.id);
}

/** Records the start of a session. Whether its calls are watched is decided after the answer. */
function noteStart(watch: CallWatch, { event }: ReconcilerOptions): void {
  if (event.name !== 'session.start' || event.agent !== undefined) return;
  if (isStart(event)) watch.pause();
  else watch.mark();
}

/** Watches from the session's start, if this version wrote both entries. A start after a compaction may be older. */
async function beginWatch(watch: CallWatch, options: ReconcilerOptions, from: Parameters<CallWatch['begin']>[0]) {
  const { agent, event, entry, state, world, env } = options;
  if (event.agent !== undefined || !isStart(event)) return;
  const record = entryRecordOf(state, agent.name, entry?.name === 'project' ? 'project' : 'user', event.cwd);
  if (!record) return;
  const { hasWholeEntries } = await import('./whole-entries.js');
  if (!(await hasWholeEntries(agent, record, { ...world, env }))) return;
  watch.begin(from);
}

const transcriptSize = ({ transcriptPath }: Event): number =>
  transcriptPath === undefined ? 0 : (fileStamp(transcriptPath)?.size ?? 0);

const isStart = (event: Event): boolean => event.name === 'session.start' && starts.has(event.source ?? 'startup');
const starts: ReadonlySet<string> = new Set(['startup', 'resume', 'new']);

/** Also before the start is seen, which the first call may overtake. Without ids, once per tool and session. */
function noteAsked(watch: CallWatch, key: string, isOnce: boolean): void {
  if (isOnce && watch.read()?.has('a', key)) return;
  watch.mark();
  watch.note('a', key);
}

interface CheckDeps extends ReconcilerOptions {
  readonly watch: CallWatch;
  readonly alerts: AlertStore;
  readonly key: string | undefined;
  readonly root: string;
}

async function alertsOf(deps: CheckDeps & { readonly remainingMs: number | undefined }): Promise<readonly CallAlert[]> {
  const { event, watch, key, remainingMs } = deps;
  if (event.name !== 'tool.after' || key === undefined) return [];
  const kind = await kindOf(watch, key, Math.min(latestQuestionMs, (remainingMs ?? latestQuestionMs) / 3));
  const alert = kind && (await raise(kind, { tool: event.call.nativeName, call: event.call.id, key }, deps));
  return alert ? [alert] : [];
}

/** How late a request may arrive after the end of its call: its process may have started slowly. */
const latestQuestionMs = 1_500;
const pollMs = 50;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function kindOf(watch: CallWatch, key: string, waitMs: number): Promise<ComparedKind | undefined> {
  const deadline = ticks() + waitMs;
  for (;;) {
    const calls = watch.read();
    if (!calls || calls.has('r', key)) return undefined;
    if (calls.has('a', key)) return calls.isDenied(key) ? 'ran-denied' : undefined;
    if (ticks() >= deadline) return 'unasked';
    await pause(pollMs);
  }
}

type FoundCall = { readonly tool: string; readonly call: string | undefined; readonly key: string };

/** The possible results of a comparison. */
type ComparedKind = Exclude<CallAlertKind, 'unread'>;

/** Records the alert; undefined if it cannot be recorded. */
async function raise(kind: ComparedKind, { tool, call, key }: FoundCall, deps: CheckDeps) {
  const { agent, event, watch, alerts, root, world, env } = deps;
  watch.note('r', key);
  if (!watch.read()?.has('r', key)) return undefined;
  const name = withoutTokens(tool).slice(0, 80);
  const id = call === undefined ? undefined : withoutTokens(call).slice(0, 80);
  const what = `${agent.title} ran ${name}${id === undefined ? '' : ` (${id})`} ${kindTexts[kind]}`;
  const { causeOfBypass } = await import('./bypass-cause.js');
  const alert: CallAlert = {
    ...{ id: newId(), at: now(), kind, host: agent.name, session: event.sessionId.slice(0, 256), root, tool: name },
    ...(id !== undefined && { call: id }),
    text: `ALERT: ${what}. ${await causeOfBypass(agent, { ...world, env, cwd: event.cwd }, root)}`,
  };
  return ignoreFailure(() => {
    alerts.add(alert);
    return alert;
  });
}

const kindTexts: Readonly<Record<ComparedKind, string>> = {
  unasked: 'and never asked anyhook, so no guard saw it',
  'ran-denied': 'although anyhook had denied it',
  unseen: 'and none of its hooks was called, so no guard saw it',
};

/** Alerts of this session, and of other sessions that ended before theirs were shown. */
function untoldAlerts(alerts: AlertStore, { sessionId }: Event): readonly CallAlert[] {
  const found = ignoreFailure(() => alerts.untold(now() - alertShownMs)) ?? [];
  const textOf = ({ text, root }: CallAlert) => `${text} (in another session, in ${root})`;
  return found.slice(-maxNotified).map((one) => (one.session === sessionId ? one : { ...one, text: textOf(one) }));
}

const maxNotified = 5;

/** Searches the agent's transcript for calls without an event. */
async function readTranscript(deps: CheckDeps, staysRunning: boolean): Promise<void> {
  const { agent, event, watch } = deps;
  const { transcriptPath } = event;
  if (!agent.transcripts || transcriptPath === undefined) return;
  const { unseenCalls } = await import('./read-transcript.js');
  // The agent may write its transcript after the event. It waits for processes that end; the next event reads the rest.
  if (staysRunning) await pause(latestQuestionMs);
  const calls = watch.read();
  const found = calls && unseenCalls(transcriptPath, agent, calls);
  if (!found) return;
  // A request may still arrive.
  if (found.finished.length > 0 && !staysRunning) await pause(latestQuestionMs);
  for (const { id, tool } of found.finished) {
    const key = callKey(id);
    const kind = await kindOf(watch, key, 0);
    if (kind) await raise(kind === 'unasked' ? 'unseen' : kind, { tool, call: id, key }, deps);
  }
  if (found.readUpTo > calls.readUpTo) watch.noteRead(found.readUpTo);
}

function ignoreFailure<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
