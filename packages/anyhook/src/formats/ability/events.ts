import type { FormatEvent } from '../kit/format.js';

/** The events of `.system/hooks` files. The last two report what happened and cannot change the current turn. */
export const events = {
  PromptSubmit: { events: ['prompt.submit'], blocks: true, context: true, rewrites: false },
  PreAbilityCreate: { events: ['task.create'], blocks: true, context: true, rewrites: false },
  PreAbilityCall: { events: ['tool.before'], blocks: true, context: true, rewrites: false },
  PostAbilityCall: { events: ['tool.after', 'tool.failure'], blocks: false, context: false, rewrites: false },
  SessionStop: { events: ['session.end'], blocks: false, context: false, rewrites: false },
} as const satisfies Record<string, FormatEvent>;

export type AbilityEventType = keyof typeof events;

export const eventTypes = Object.keys(events) as readonly AbilityEventType[];

/** The kinds of signal that have an effect on each event. */
export const signalKinds: Readonly<Record<AbilityEventType, readonly string[]>> = {
  PromptSubmit: ['routing_hint', 'normalized_intent'],
  PreAbilityCreate: ['ability_preflight'],
  PreAbilityCall: ['ability_guard'],
  PostAbilityCall: [],
  SessionStop: [],
};
