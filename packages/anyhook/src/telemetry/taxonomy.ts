import type { EventName } from '@anyhook/core';

interface TelemetryEventRow {
  /** The canonical events that it covers. */
  readonly covers: readonly EventName[];
  /** Paths that every such record has before redaction. */
  readonly requires: readonly string[];
  /** Paths that a record has if the agent provides them. */
  readonly optional: readonly string[];
}

const commonRequired = ['schema_version', 'id', 'timestamp', 'event', 'hook.event_name', 'hook.runtime'] as const;
const commonOptional = [
  'hook.raw_input',
  'context.session_id',
  'context.model',
  'agent.id',
  'agent.name',
  'agent.type',
] as const;
const targetPaths = ['agent_id', 'agent_name', 'agent_type', 'query'].map((field) => `delegation.targets.${field}`);

/** The eight telemetry events: their sources and the fields of their records. */
export const telemetryEvents = {
  agentSpawn: {
    covers: ['session.start'],
    requires: [...commonRequired, 'context.cwd'],
    optional: [...commonOptional, 'context.source'],
  },
  userPromptSubmit: {
    covers: ['prompt.submit'],
    requires: commonRequired,
    optional: [...commonOptional, 'turn.prompt_text', 'context.cwd'],
  },
  preToolUse: {
    covers: ['tool.before'],
    requires: [...commonRequired, 'tool.name', 'tool.kind', 'tool.input'],
    optional: [...commonOptional, 'tool.id', 'context.cwd', ...targetPaths],
  },
  permissionRequest: {
    covers: ['tool.permission'],
    requires: [...commonRequired, 'tool.name', 'tool.kind'],
    optional: [...commonOptional, 'tool.id', 'tool.input', 'context.cwd', ...targetPaths],
  },
  postToolUse: {
    covers: ['tool.after', 'tool.failure'],
    requires: [...commonRequired, 'tool.name', 'tool.kind', 'tool.ok', 'tool.output'],
    optional: [
      ...commonOptional,
      ...['id', 'input', 'exit_code', 'duration_ms', 'error.type', 'error.message'].map((field) => `tool.${field}`),
      'context.cwd',
      ...targetPaths,
    ],
  },
  stop: {
    covers: ['agent.stop', 'session.end'],
    requires: commonRequired,
    optional: [...commonOptional, 'stop.reason', 'context.cwd'],
  },
  subagentStart: {
    covers: ['subagent.start'],
    requires: commonRequired,
    optional: [...commonOptional, 'context.cwd', ...targetPaths],
  },
  subagentStop: {
    covers: ['subagent.stop'],
    requires: commonRequired,
    optional: [...commonOptional, 'context.cwd', ...targetPaths, 'delegation.outcome'],
  },
} as const satisfies Record<string, TelemetryEventRow>;

export type TelemetryEvent = keyof typeof telemetryEvents;

export const isTelemetryEvent = (name: string): name is TelemetryEvent => Object.hasOwn(telemetryEvents, name);

/** The telemetry event for a canonical event; undefined if none covers it. */
export function telemetryEventOf(name: EventName): TelemetryEvent | undefined {
  return byEvent[name];
}

const byEvent: Readonly<Partial<Record<EventName, TelemetryEvent>>> = Object.fromEntries(
  Object.entries(telemetryEvents).flatMap(([event, { covers }]) => covers.map((name) => [name, event])),
);
