import { type Event, type ExitRule, emptyVerdict, type Hook } from '@anyhook/core';
import { agentNamed } from '../agents/index.js';
import { derive } from '../engine/derive.js';
import { buildHookIndex, compileMatchers, explainMismatch } from '../engine/plan.js';
import { formats } from '../formats/index.js';
import type { JournalEntry } from '../journal/query.js';
import type { DecisionRecord, RecordedHook, RunDetail, RunRecord } from '../journal/record.js';
import { selfProtectionBuiltin } from './self-protection.js';

/** One run of a hook on the event. */
export interface HookRunTrace extends Omit<RunRecord, 'hook' | 'shadow'>, Partial<Omit<RunDetail, 'at'>> {}

/** What happened to one hook of the event; if `looks` (its runs) is empty, `why` says why it did not run. */
export interface HookTrace {
  readonly hook: string;
  readonly dialect?: string;
  readonly source?: string;
  readonly shadow?: true;
  /** The meaning of its exit codes, if its format has several rules. */
  readonly exitRule?: ExitRule;
  readonly looks: readonly HookRunTrace[];
  readonly why?: string;
}

/** Every hook of the decision's event, in the order in which they run. */
export async function traceHooks({ decision, detail, hookSet }: JournalEntry): Promise<readonly HookTrace[]> {
  const detailsByIndex = new Map(detail?.hooks.map((one) => [one.at, one]));
  const runsByHook = new Map<string, HookRunTrace[]>();
  for (const [at, run] of decision.hooks.entries()) {
    const { hook: _hook, shadow: _shadow, ...runFields } = run;
    const { at: _at, ...detailFields } = detailsByIndex.get(at) ?? { at };
    runsByHook.set(run.hook, [...(runsByHook.get(run.hook) ?? []), { ...runFields, ...detailFields }]);
  }
  const shadows = new Set(decision.hooks.filter(({ shadow }) => shadow).map(({ hook }) => hook));
  const traced = (await explainHooks(decision, detail?.event as Event | undefined, hookSet?.hooks ?? [])).map(
    ({ hook, why }): HookTrace => ({
      hook: hook.id,
      dialect: hook.dialect,
      source: hook.source,
      ...(hook.exitRule && { exitRule: hook.exitRule }),
      ...((shadows.has(hook.id) || hook.mode === 'shadow') && { shadow: true }),
      looks: runsByHook.get(hook.id) ?? [],
      ...(!runsByHook.has(hook.id) && { why: why ?? noLongerMatches }),
    }),
  );
  const known = new Set(traced.map(({ hook }) => hook));
  const others = [...runsByHook].filter(([id]) => !known.has(id));
  return [
    ...traced,
    ...others.map(([hook, all]): HookTrace => ({ hook, looks: all, ...(shadows.has(hook) && { shadow: true }) })),
  ];
}

const noLongerMatches = 'it does not match the call after earlier hooks rewrote it';
const payloadMissing = 'the payload was not stored, so the reason why it did not match is unknown';

interface HookExplanation {
  readonly hook: RecordedHook;
  /** Why it does not match; undefined if it does. */
  readonly why: string | undefined;
}

async function explainHooks(
  decision: DecisionRecord,
  event: Event | undefined,
  set: readonly RecordedHook[],
): Promise<readonly HookExplanation[]> {
  const recordedById = new Map(set.map((hook) => [hook.id, hook]));
  const index = buildHookIndex(set.map(hookFromRecord), formats);
  const native = new Set(Object.values(agentNamed(decision.host)?.events ?? {}));
  const knownEvent: Event = event ?? eventFromDecision(decision);
  const out = new Map<string, HookExplanation>();
  for (const one of [knownEvent, ...derive(knownEvent, { ...emptyVerdict, decision: decision.decision }, native)]) {
    await compileMatchers(index, one.name);
    for (const hook of index.lists.get(one.name)?.hooks ?? []) {
      const recorded = recordedById.get(hook.id);
      if (!recorded || out.has(hook.id)) continue;
      const why = recorded.idle ?? shortMismatch(recorded, explainMismatch(index, hook, one));
      out.set(hook.id, { hook: recorded, why: event || isAboutTool(recorded, why) ? why : payloadMissing });
    }
  }
  return [...out.values()];
}

/** Self-protection matches a long built-in list of words, so the list is not shown. */
const shortMismatch = ({ handler }: RecordedHook, why: string | undefined): string | undefined =>
  why !== undefined && handler.what === selfProtectionBuiltin ? 'nothing in the call concerns anyhook itself' : why;

/** What is known without the payload. */
const isAboutTool = ({ idle }: RecordedHook, why: string | undefined): boolean =>
  idle !== undefined || /^(?:tool|ability) /.test(why ?? '');

const hookFromRecord = ({ handler, idle: _idle, ...hook }: RecordedHook): Hook => ({
  ...hook,
  files: [],
  handler: { kind: 'builtin', use: handler.what },
});

/** The event, as far as the decision describes it. */
const eventFromDecision = ({
  host: agent,
  event,
  nativeEvent,
  session,
  cwd,
  caller,
  tool,
  toolName = '',
}: DecisionRecord): Event =>
  ({
    host: agent,
    name: event,
    nativeName: nativeEvent,
    sessionId: session,
    cwd,
    caller,
    timestamp: '',
    raw: {},
    subagent: {},
    ability: { kind: 'ability_id', value: toolName },
    ...(tool && { call: { kind: tool, nativeName: toolName, input: {} } }),
  }) as unknown as Event;
