import { type AgentRef, type Event, hasCall, objectOf, type ToolCall } from '@anyhook/core';
import { type TelemetryEvent, telemetryEventOf } from './taxonomy.js';

/** An event in the telemetry format; redaction paths name its fields. */
export interface TelemetryRecord {
  readonly schema_version: '1.0';
  readonly id: string;
  readonly timestamp: string;
  readonly event: TelemetryEvent;
  readonly hook: { readonly event_name: string; readonly runtime: string; readonly raw_input?: unknown };
  readonly context?: {
    readonly cwd?: string;
    readonly session_id?: string;
    readonly parent_session_id?: string;
    readonly model?: string;
    readonly permission_mode?: string;
    readonly source?: string;
  };
  readonly agent?: { readonly id?: string; readonly name?: string; readonly type?: string };
  readonly turn?: { readonly prompt_text: string };
  readonly tool?: {
    readonly name?: string;
    readonly kind: string;
    readonly id?: string;
    readonly input?: unknown;
    readonly output?: string;
    readonly ok?: boolean;
    readonly exit_code?: number;
    readonly duration_ms?: number;
    readonly error?: { readonly type: 'tool_failure'; readonly message: string };
  };
  readonly stop?: { readonly reason: string };
  readonly delegation?: { readonly targets?: readonly DelegationTarget[]; readonly outcome?: string };
}

interface DelegationTarget {
  readonly agent_id?: string;
  readonly agent_name?: string;
  readonly agent_type?: string;
  readonly query?: string;
}

interface TelemetryRecordOptions {
  readonly id: string;
  /** The program that sent the event; usually the agent's name in anyhook. */
  readonly runtime: string;
  /** The agent's name if the event has none. */
  readonly agent?: string | undefined;
}

/** The complete, unredacted record of an event; undefined for events that telemetry does not cover. */
export function telemetryRecord(
  event: Event,
  { id, runtime, agent }: TelemetryRecordOptions,
): TelemetryRecord | undefined {
  const name = telemetryEventOf(event.name);
  if (!name) return undefined;
  return definedFields({
    schema_version: '1.0',
    id,
    timestamp: truncateName(event.timestamp) ?? '',
    event: name,
    hook: definedFields({
      event_name: truncateName(event.nativeName) || name,
      runtime,
      raw_input: event.raw ?? undefined,
    }),
    context: definedFieldsOrNone({
      cwd: event.cwd || undefined,
      session_id: truncateName(event.sessionId),
      parent_session_id: truncateName(event.parentSessionId),
      model: truncateName(event.model),
      permission_mode: truncateName(event.permissionMode),
      source: event.name === 'session.start' ? truncateName(event.source) : undefined,
    }),
    agent: definedFieldsOrNone({
      id: truncateName(event.agent?.id),
      name: truncateName(event.agent?.name ?? agent),
      type: truncateName(event.agent?.type),
    }),
    turn: event.name === 'prompt.submit' ? { prompt_text: event.prompt } : undefined,
    tool: toolOf(event),
    stop: stopOf(event),
    delegation: delegationOf(event),
  }) as TelemetryRecord;
}

function toolOf(event: Event): TelemetryRecord['tool'] {
  if (!hasCall(event)) return undefined;
  const { kind, nativeName, id, input } = event.call;
  const call = { name: truncateName(nativeName), kind, id: truncateName(id), input };
  if (event.name === 'tool.before' || event.name === 'tool.permission') return definedFields(call);
  const { result, durationMs } = event;
  const failed = event.name === 'tool.failure';
  return definedFields({
    ...call,
    output: result?.text ?? '',
    ok: failed ? false : result?.ok,
    exit_code: result?.exitCode,
    duration_ms: durationMs,
    error: failed ? { type: 'tool_failure', message: event.error } : undefined,
  });
}

function stopOf(event: Event): TelemetryRecord['stop'] {
  if (event.name !== 'agent.stop' && event.name !== 'session.end') return undefined;
  const reason = identifierOnly(event.name === 'agent.stop' ? event.stopReason : event.reason);
  return reason === undefined ? undefined : { reason };
}

function delegationOf(event: Event): TelemetryRecord['delegation'] {
  if (event.name === 'subagent.start' || event.name === 'subagent.stop') {
    const target = targetOf(event.subagent, event.task);
    return definedFieldsOrNone({
      targets: target && [target],
      outcome: identifierOnly(objectOf(event.raw)?.['outcome']),
    });
  }
  if (!hasCall(event) || event.call.kind !== 'task') return undefined;
  return definedFieldsOrNone({ targets: targetsOf(event.call) });
}

const targetOf = ({ id, name, type }: AgentRef, query: unknown): DelegationTarget | undefined =>
  definedFieldsOrNone({
    agent_id: truncateName(id),
    agent_name: truncateName(name),
    agent_type: truncateName(type),
    query: ifText(query),
  });

const maxTargets = 50;

/** The subagents that a call delegates to. */
function targetsOf({ input }: ToolCall): readonly DelegationTarget[] | undefined {
  const listed = objectOf(input['content'])?.['subagents'] ?? input['subagents'];
  const calls = Array.isArray(listed) ? listed.slice(0, maxTargets) : [input];
  const targets = calls.flatMap((call) => {
    const fields = objectOf(call) ?? {};
    const firstText = (...names: readonly string[]) => names.map((name) => ifText(fields[name])).find((value) => value);
    const target = targetOf(
      definedFields({
        id: firstText('agent_id'),
        name: firstText('agent_name', 'agent', 'name'),
        type: firstText('agent_type', 'subagent_type'),
      }),
      firstText('query', 'prompt', 'task'),
    );
    return target ? [target] : [];
  });
  return targets.length > 0 ? targets : undefined;
}

const ifText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Names and ids come from outside, so their length is limited. */
const truncateName = (value: string | undefined): string | undefined => value?.slice(0, 300) || undefined;

/** A code such as `end_turn`. A sentence could be user text, which no redaction path would remove. */
const identifierOnly = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.:-]{1,64}$/.test(value) ? value : undefined;

/** Drops undefined fields. */
function definedFields<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

/** The same; undefined if no field is left. */
function definedFieldsOrNone<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } | undefined {
  const out = definedFields(given);
  return Object.keys(out).length > 0 ? out : undefined;
}
