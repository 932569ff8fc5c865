import { cutNesting, type Event, isNestedDeeper, isoNow, maxPayloadDepth } from '@anyhook/core';
import { canonical } from '../agents/canonical/agent.js';
import { type EventDraft, makeEvent } from '../agents/canonical/event.js';
import type { IncomingEvent } from './answer-event.js';
import { tooDeepMessage } from './own-fault.js';

/** An event in canonical fields, for callers without an agent's protocol. */
export const eventFromWords = (
  words: Omit<EventDraft, 'now'>,
  incoming: Omit<IncomingEvent, 'decode'>,
): IncomingEvent => canonicalEvent(() => makeEvent({ ...words, now: isoNow() }), incoming, words);

/** An event that a caller builds itself from these values; all of them are foreign unless the caller says otherwise. */
export const canonicalEvent = (
  make: () => Event,
  incoming: Omit<IncomingEvent, 'decode'>,
  foreign?: unknown,
): IncomingEvent => ({
  ...incoming,
  decode() {
    const made = make();
    const isTooDeep = isNestedDeeper(foreign ?? made, maxPayloadDepth);
    const event = isTooDeep ? (cutNesting(made, maxPayloadDepth) as Event) : made;
    const context = { env: incoming.world.env, cwd: event.cwd, now: event.timestamp };
    return { agent: canonical, event, context, ...(isTooDeep && { refusal: tooDeepMessage }) };
  },
});
