import type { EventName } from '@anyhook/core';

/** The eight telemetry events, and the canonical events that each covers. */
export const telemetryEvents = {
  agentSpawn: { covers: ['session.start'] },
  userPromptSubmit: { covers: ['prompt.submit'] },
  preToolUse: { covers: ['tool.before'] },
  permissionRequest: { covers: ['tool.permission'] },
  postToolUse: { covers: ['tool.after', 'tool.failure'] },
  stop: { covers: ['agent.stop', 'session.end'] },
  subagentStart: { covers: ['subagent.start'] },
  subagentStop: { covers: ['subagent.stop'] },
} as const satisfies Record<string, { readonly covers: readonly EventName[] }>;

export type TelemetryEvent = keyof typeof telemetryEvents;

export const isTelemetryEvent = (name: string): name is TelemetryEvent => Object.hasOwn(telemetryEvents, name);

/** The telemetry event for a canonical event; undefined if none covers it. */
export function telemetryEventOf(name: EventName): TelemetryEvent | undefined {
  return byEvent[name];
}

const byEvent: Readonly<Partial<Record<EventName, TelemetryEvent>>> = Object.fromEntries(
  Object.entries(telemetryEvents).flatMap(([event, { covers }]) => covers.map((name) => [name, event])),
);
