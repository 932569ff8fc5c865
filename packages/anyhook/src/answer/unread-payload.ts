import { type Event, guardedEvents, hasTextValue, leadingFields } from '@anyhook/core';
import type { Agent, DecodeContext } from '../agents/agent.js';
import { callerOf } from '../agents/index.js';
import type { DecodedEvent } from './answer-event.js';

/**
 * The event of a payload that cannot be read, by what can be read of it, by the entry that sent it, or by an agent's name of an
 * event before an action anywhere in the text. Undefined if nothing names it.
 */
export function eventOfUnread(agent: Agent, text: string, context: DecodeContext): DecodedEvent | undefined {
  const fields = leadingFields(text);
  const caller = callerOf(agent, fields, context.env);
  const event = decoded(caller, fields, context) ?? decoded(caller, {}, context);
  if (event && event.nativeName !== '') return { agent: caller, event, context };
  const name = guardedNames(caller).find((one) => hasTextValue(text, one));
  return name === undefined ? undefined : eventNamed(caller, name, context);
}

/** What an event of which nothing is known is taken for: a call, the only event that a model makes as large as it likes. */
export function unknownCall(agent: Agent, context: DecodeContext): DecodedEvent | undefined {
  const name = Object.keys(agent.events).find((native) => agent.events[native] === 'tool.before');
  return name === undefined ? undefined : eventNamed(agent, name, context);
}

/** May a guard have stopped it? */
export const isRefusable = ({ agent, event }: DecodedEvent): boolean =>
  guardedEvents.includes(event.name) && !agent.passesOnFaults;

const guardedNames = ({ events }: Agent): readonly string[] =>
  Object.keys(events).filter((native) => guardedEvents.includes(events[native] ?? 'other'));

function eventNamed(agent: Agent, name: string, context: DecodeContext): DecodedEvent | undefined {
  const named = { ...context, event: name };
  const event = decoded(agent, {}, named);
  return event && { agent, event, context: named };
}

function decoded(agent: Agent, payload: unknown, context: DecodeContext): Event | undefined {
  try {
    return agent.decode(payload, context);
  } catch {
    return undefined;
  }
}
