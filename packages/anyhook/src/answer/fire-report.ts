import type {
  Decision,
  Event,
  ExitRule,
  Hook,
  HookReport,
  LoadedHook,
  Outcome,
  Problem,
  Signal,
  Verdict,
} from '@anyhook/core';
import type { Agent, Wire } from '../agents/agent.js';
import type { AgentAnswer } from '../engine/decide.js';
import { derive } from '../engine/derive.js';
import { buildHookIndex, compileMatchers, explainMismatch, type HookIndex } from '../engine/plan.js';
import { formats } from '../formats/index.js';

/** What happened to one hook of the event. */
export interface FiredHook {
  readonly id: string;
  readonly dialect: string;
  readonly source: string;
  readonly matched: boolean;
  readonly outcome: Exclude<Outcome, 'started'>;
  readonly decision: Decision;
  readonly reason?: string;
  readonly ms: number;
  /** True if the decision comes from its second run, on the final input. */
  readonly recheck?: true;
  /** The meaning of its exit codes, if its format has several rules. */
  readonly exitRule?: ExitRule;
  /** It runs in shadow mode: the decision that it would have made. */
  readonly shadow?: true;
}

/** What `fire --json` prints. */
export interface FireReport {
  readonly event: string;
  readonly nativeEvent: string;
  readonly host: string;
  readonly decision: Decision;
  readonly reason?: string;
  readonly context: readonly string[];
  readonly messages: readonly string[];
  readonly input?: unknown;
  readonly output?: string;
  readonly prompt?: string;
  readonly modelMessages?: unknown;
  readonly summary?: string;
  readonly stop?: string;
  readonly signals: readonly Signal[];
  readonly notes: readonly string[];
  readonly hooks: readonly FiredHook[];
  /** Problems in hook files; they may explain why a hook is missing here. */
  readonly problems?: readonly Problem[];
  readonly wire?: Wire;
}

export interface FireReportInput {
  readonly answer: AgentAnswer<Wire>;
  readonly agent: Agent;
  readonly loadedHooks: readonly LoadedHook[];
  readonly index: HookIndex;
  readonly problems: readonly Problem[];
  readonly withWire: boolean;
}

/** The verdict for programs, with every hook of the event, including those that did not run, and why. */
export async function fireReport(input: FireReportInput): Promise<FireReport> {
  const { answer, agent, loadedHooks, index, problems, withWire } = input;
  const { event, verdict, wire } = answer;
  const { decision, reason, context, messages, stop, signals, notes } = verdict;
  return {
    event: event.name,
    nativeEvent: event.nativeName,
    host: event.host,
    decision,
    ...(reason !== undefined && { reason }),
    context,
    messages,
    ...rewriteFields(event, verdict, agent),
    ...(stop !== undefined && { stop }),
    signals,
    notes,
    hooks: await firedHooks(answer, agent, loadedHooks, index),
    ...(problems.length > 0 && { problems }),
    ...(withWire && { wire }),
  };
}

function rewriteFields(event: Event, { rewrite }: Verdict, agent: Agent): Partial<FireReport> {
  if (!rewrite) return {};
  switch (rewrite.of) {
    case 'input':
      return { input: agent.nativeInput(event, rewrite.value) };
    case 'messages':
      return { modelMessages: rewrite.value };
    default:
      return { [rewrite.of]: rewrite.value };
  }
}

async function firedHooks(
  { event, verdict }: AgentAnswer<Wire>,
  agent: Agent,
  loaded: readonly LoadedHook[],
  index: HookIndex,
): Promise<readonly FiredHook[]> {
  const events = [event, ...derive(event, verdict, new Set(Object.values(agent.events)))];
  const all = buildHookIndex(
    loaded.map(({ hook }) => hook),
    formats,
  );
  for (const { name } of events) await compileMatchers(all, name);
  const states = new Map(loaded.map((one) => [one.hook, one.state]));
  const running = new Set([...index.lists.values()].flatMap(({ hooks }) => hooks.map(({ id }) => id)));
  const byId = new Map<string, FiredHook>();
  for (const occurred of events) {
    for (const hook of all.lists.get(occurred.name)?.hooks ?? []) {
      if (byId.has(hook.id)) continue;
      const reports = verdict.hooks.filter((report) => report.hook.id === hook.id);
      const mismatch = explainMismatch(all, hook, occurred);
      if (reports.length > 0) byId.set(hook.id, ranHook(hook, reports));
      else byId.set(hook.id, idleHook(hook, states.get(hook), running.has(hook.id), mismatch));
    }
  }
  return [...byId.values()];
}

const strength: Readonly<Record<Decision, number>> = { pass: 0, allow: 1, ask: 2, deny: 3 };

/** A hook that ran; of two runs, the stricter one. */
function ranHook(hook: Hook, reports: readonly HookReport[]): FiredHook {
  const decisive = reports.reduce((a, b) => (b.recheck && strength[b.decision] > strength[a.decision] ? b : a));
  const started = decisive.outcome === 'started';
  const reason = started ? 'started in the background' : decisive.reason;
  return {
    ...hookFields(hook),
    matched: true,
    outcome: decisive.outcome === 'started' ? 'ok' : decisive.outcome,
    decision: decisive.decision,
    ...(reason !== undefined && { reason }),
    ms: Math.round(reports.reduce((sum, { ms }) => sum + ms, 0) * 10) / 10,
    ...(decisive.recheck && { recheck: true }),
  };
}

/** A hook that did not run, and why. */
function idleHook(
  hook: Hook,
  state: LoadedHook['state'] | undefined,
  isInRun: boolean,
  mismatch: string | undefined,
): FiredHook {
  const idle = { ...hookFields(hook), matched: mismatch === undefined, decision: 'pass', ms: 0 } as const;
  if (state?.kind === 'untrusted')
    return { ...idle, outcome: 'untrusted', reason: 'not trusted, so it does not run: see "anyhook trust"' };
  if (state?.kind === 'disabled') return { ...idle, outcome: 'skipped', reason: `disabled: ${state.why}` };
  if (!isInRun) return { ...idle, outcome: 'skipped', reason: 'it is not part of this run' };
  const reason = mismatch ?? 'it does not match the call after earlier hooks rewrote it';
  return { ...idle, matched: false, outcome: 'not-matched', reason };
}

const hookFields = ({ id, dialect: format, source, mode, exitRule }: Hook) => ({
  id,
  dialect: format,
  source,
  ...(exitRule && { exitRule }),
  ...(mode === 'shadow' && { shadow: true as const }),
});
