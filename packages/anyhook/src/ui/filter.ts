import { AnyhookError, type EventName, eventNames, quoteValue } from '@anyhook/core';
import type { DecisionFilter } from '../journal/query.js';

const decisions = ['pass', 'allow', 'ask', 'deny'] as const;

/** The filter that the page's address names. */
export function journalFilterOf(query: URLSearchParams, now: number): DecisionFilter {
  const text = (name: string): string | undefined => query.get(name) || undefined;
  const [root, session, agent, tool, hook] = ['root', 'session', 'host', 'tool', 'hook'].map(text);
  const decision = oneOf('decision', text('decision'), decisions);
  const event = oneOf<EventName>('event', text('event'), eventNames);
  const minutes = Number(text('minutes') ?? Number.NaN);
  return {
    ...(root !== undefined && { root }),
    ...(session !== undefined && { session }),
    ...(agent !== undefined && { host: agent }),
    ...(tool !== undefined && { tool }),
    ...(hook !== undefined && { hook }),
    ...(decision && { decision }),
    ...(event && { event }),
    ...(query.get('shadow') === '1' && { shadow: true }),
    ...(minutes > 0 && { since: now - minutes * 60_000 }),
  };
}

function oneOf<T extends string>(name: string, value: string | undefined, known: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const found = known.find((one) => one === value);
  if (found === undefined)
    throw new AnyhookError('BAD_ARGUMENT', `${name}: expected one of ${known.join(', ')}, got ${quoteValue(value)}`);
  return found;
}
