import { type Event, guardedEvents, hasTextValue, leadingFields } from '@anyhook/core';
import type { Agent, DecodeContext } from '../agents/agent.js';
import { callerOf } from '../agents/index.js';
import type { DecodedEvent } from './answer-event.js';

/**
 * The event of a payload that cannot be read, by what can be read of it, by the entry that sent it, or by an agent's name of an
 * event before an action anywhere in the text. Undefined if nothing names it.
 */
export function eventOfUnread(host: Agent, text: string, context: DecodeContext): DecodedEvent | undefined {
  const fields = leadingFields(text);
  const caller = callerOf(host, fields, context.env);
  const event = decoded(caller, fields, context) ?? decoded(caller, {}, context);
  if (event && event.nativeName !== '') return { host: caller, event, context };
  const name = guardedNames(caller).find((one) => hasTextValue(text, one));
  return name === undefined ? undefined : eventNamed(caller, name, context);
}

/** What an event of which nothing is known is taken for: a call, the only event that a model makes as large as it likes. */
export function unknownCall(host: Agent, context: DecodeContext): DecodedEvent | undefined {
  const name = Object.keys(host.events).find((native) => host.events[native] === 'tool.before');
  return name === undefined ? undefined : eventNamed(host, name, context);
}

/** May a guard have stopped it? */
export const isRefusable = ({ host, event }: DecodedEvent): boolean =>
  guardedEvents.includes(event.name) && !host.passesOnFaults;

const guardedNames = ({ events }: Agent): readonly string[] =>
  Object.keys(events).filter((native) => guardedEvents.includes(events[native] ?? 'other'));

function eventNamed(host: Agent, name: string, context: DecodeContext): DecodedEvent | undefined {
  const named = { ...context, event: name };
  const event = decoded(host, {}, named);
  return event && { host, event, context: named };
}

function decoded(host: Agent, payload: unknown, context: DecodeContext): Event | undefined {
  try {
    return host.decode(payload, context);
  } catch {
    return undefined;
  }
}
