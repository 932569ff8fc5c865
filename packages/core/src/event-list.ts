import { eventNames, isEventName } from './contract.js';
import { nearestWord, quoteValue } from './errors.js';

/** What is wrong with the `on` of a module hook: it must name at least one event, and only events that exist. */
export function eventListProblem(on: unknown): string | undefined {
  const names: readonly unknown[] = Array.isArray(on) ? on : [on];
  const bad = names.findIndex((name) => typeof name !== 'string' || !isEventName(name));
  if (names.length > 0 && bad === -1) return undefined;
  const name = names.length === 0 ? on : names[bad];
  const near = typeof name === 'string' ? nearestWord(name, eventNames) : undefined;
  return `"on": expected an event such as "tool.before", got ${quoteValue(name)}${near ? `; did you mean "${near}"?` : ''}`;
}
