import type { EventName } from '../../core/contract.js';

interface TelemetryEventRow {
  /** The canonical events that it covers. */
  readonly of: readonly EventName[];
  /** Paths that every such record has before redaction. */
  readonly requires: readonly string[];
  /** Paths that it has if the agent provides them. */
  readonly may: readonly string[];
}

const always = ['schema_version', 'id', 'timestamp', 'event', 'hook.event_name', 'hook.runtime'] as const;
const anywhere = [
  'hook.raw_input',
  'context.session_id',
  'context.model',
  'agent.id',
  'agent.name',
  'agent.type',
] as const;
const target = ['agent_id', 'agent_name', 'agent_type', 'query'].map((field) => `delegation.targets.${field}`);

/** The eight telemetry events: their sources and the fields of their records. */
export const telemetryEvents = {
  agentSpawn: {
    of: ['session.start'],
    requires: [...always, 'context.cwd'],
    may: [...anywhere, 'context.source'],
  },
  userPromptSubmit: {
    of: ['prompt.submit'],
    requires: always,
    may: [...anywhere, 'turn.prompt_text', 'context.cwd'],
  },
  preToolUse: {
    of: ['tool.before'],
    requires: [...always, 'tool.name', 'tool.kind', 'tool.input'],
    may: [...anywhere, 'tool.id', 'context.cwd', ...target],
  },
  permissionRequest: {
    of: ['tool.permission'],
    requires: [...always, 'tool.name', 'tool.kind'],
    may: [...anywhere, 'tool.id', 'tool.input', 'context.cwd', ...target],
  },
  postToolUse: {
    of: ['tool.after', 'tool.failure'],
    requires: [...always, 'tool.name', 'tool.kind', 'tool.ok', 'tool.output'],
    may: [
      ...anywhere,
      ...['id', 'input', 'exit_code', 'duration_ms', 'error.type', 'error.message'].map((field) => `tool.${field}`),
      'context.cwd',
      ...target,
    ],
  },
  stop: {
    of: ['agent.stop', 'session.end'],
    requires: always,
    may: [...anywhere, 'stop.reason', 'context.cwd'],
  },
  subagentStart: {
    of: ['subagent.start'],
    requires: always,
    may: [...anywhere, 'context.cwd', ...target],
  },
  subagentStop: {
    of: ['subagent.stop'],
    requires: always,
    may: [...anywhere, 'context.cwd', ...target, 'delegation.outcome'],
  },
} as const satisfies Record<string, TelemetryEventRow>;

export type TelemetryEvent = keyof typeof telemetryEvents;

export const isTelemetryEvent = (name: string): name is TelemetryEvent => Object.hasOwn(telemetryEvents, name);

/** The telemetry event for a canonical event; undefined if none covers it. */
export function telemetryEventOf(name: EventName): TelemetryEvent | undefined {
  return byEvent[name];
}

const byEvent: Readonly<Partial<Record<EventName, TelemetryEvent>>> = Object.fromEntries(
  Object.entries(telemetryEvents).flatMap(([event, { of }]) => of.map((name) => [name, event])),
);
