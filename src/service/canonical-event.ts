import { type EventDraft, makeEvent } from '../agents/canonical/event.js';
import { canonical } from '../agents/canonical/index.js';
import type { Event } from '../core/event.js';
import { isoNow } from '../platform/clock.js';
import type { IncomingEvent } from './answer-event.js';

/** An event in canonical fields, for callers without an agent's protocol. */
export const eventFromWords = (
  words: Omit<EventDraft, 'now'>,
  incoming: Omit<IncomingEvent, 'decode'>,
): IncomingEvent => canonicalEvent(() => makeEvent({ ...words, now: isoNow() }), incoming);

/** An event that a caller builds itself. */
export const canonicalEvent = (make: () => Event, incoming: Omit<IncomingEvent, 'decode'>): IncomingEvent => ({
  ...incoming,
  decode() {
    const event = make();
    const { env } = incoming.world;
    return { host: canonical, event, context: { env, cwd: event.cwd, now: event.timestamp } };
  },
});
