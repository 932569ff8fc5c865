import { isObject, quoteValue } from '@anyhook/core';
import { conditionProblem } from './format-matcher.js';
import { maxTimeoutSeconds } from './format-schema.js';

type UncheckedHandler = Readonly<Record<string, unknown>>;
type Warn = (field: string, message: string) => void;

/** Required field → handler type: it shows the type of a handler that does not name one. */
const typeFields = { command: 'command', prompt: 'prompt', url: 'http' } as const;

/** The type of a handler by its fields. */
export function typeByField(handler: UncheckedHandler): string | undefined {
  const fields = Object.entries(typeFields).filter(([field]) => typeof handler[field] === 'string');
  return fields.length === 1 ? fields[0]?.[1] : undefined;
}

/** Adds the type if only the fields show it, and replaces a rule or a timeout that cannot be used. */
export function completeHandler(rawHandler: unknown, warn: Warn): unknown {
  if (!isObject(rawHandler)) return rawHandler;
  const type = rawHandler['type'] === undefined ? typeByField(rawHandler) : undefined;
  const withType = type === undefined ? rawHandler : { ...rawHandler, type };
  return completeTimeout(completeRule(withType, warn), warn);
}

/** An empty text means none. With one that is no rule, Claude Code never runs the hook: a slip must not switch a guard off here. */
function completeRule(handler: UncheckedHandler, warn: Warn): UncheckedHandler {
  const { if: rule, ...rest } = handler;
  if (typeof rule !== 'string') return handler;
  const problem = rule.trim() === '' ? undefined : conditionProblem(rule);
  if (problem === undefined && rule.trim() !== '') return handler;
  if (problem !== undefined)
    warn('if', `${problem}: it is not applied, so the hook runs at each call; Claude Code never runs it`);
  return rest;
}

function completeTimeout(handler: UncheckedHandler, warn: Warn): UncheckedHandler {
  const { timeout, ...rest } = handler;
  if (timeout === undefined) return handler;
  const seconds = typeof timeout === 'string' && timeout.trim() !== '' ? Number(timeout) : timeout;
  const isPositive = typeof seconds === 'number' && seconds > 0;
  const hint = isPositive && isMeantInThousandths(seconds) ? `; did you mean ${seconds / 1000}?` : '';
  if (isPositive && seconds <= maxTimeoutSeconds) {
    const length = `${Math.round(seconds / 60)} minutes`;
    if (hint) warn('timeout', `a timeout is in seconds, so ${seconds} is ${length}${hint}`);
    return seconds === timeout ? handler : { ...rest, timeout: seconds };
  }
  const fallback = isPositive ? `${maxTimeoutSeconds} seconds are used` : 'the default is used';
  const expected = `expected seconds, more than 0 and at most ${maxTimeoutSeconds}`;
  warn('timeout', `${expected}, got ${quoteValue(timeout)}: ${fallback}${hint}`);
  return isPositive ? { ...rest, timeout: maxTimeoutSeconds } : rest;
}

/** Round thousands are thousandths of a second by all likelihood; minutes and hours are other numbers. */
const isMeantInThousandths = (seconds: number): boolean => seconds >= 1000 && seconds % 500 === 0;
