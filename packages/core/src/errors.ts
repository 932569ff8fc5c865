import { eventNames, isEventName } from './contract.js';
import { showHidden } from './hidden-characters.js';

/** An error with a stable code that callers may check; each part of anyhook has its own table of codes. */
export class CodedError<Code extends string> extends Error {
  readonly code: Code;
  constructor(code: Code, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** Stable codes of the errors we throw; docs/reference/errors.md lists each. */
export const errorCodes = {
  UNKNOWN_EVENT: 'an event name that is unknown or ambiguous',
  UNKNOWN_HOST: 'an unknown agent',
  BAD_PAYLOAD: 'a native payload that is empty, not JSON, not an object, or too large',
  BAD_ARGUMENT: 'a command-line argument or API option that cannot be used',
  BAD_HOOK_FILE: 'a hook or config file that cannot be used',
  BAD_PATTERN: 'a regular expression or glob that cannot be compiled',
  BAD_STATE: 'the state folder cannot be used',
  BAD_POLICY: 'a document or bundle of a fleet that is rejected',
  UNTRUSTED: 'an action that needs a person at a terminal',
  UNTRUSTED_HOOKS: 'the project has untrusted hooks, so the library blocks everything they may guard',
  FAILED: 'anything else: the system refused something, or anyhook is broken',
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** An anyhook error: a stable code and one line with the place, what was expected, what was found and how to fix it. */
export class AnyhookError extends CodedError<ErrorCode> {
  override readonly name = 'AnyhookError';
}

/** Something wrong in a hook or config file; one broken file never disables the others. */
export interface Problem {
  readonly source: string;
  readonly line?: number;
  readonly field?: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** The known word nearest to a misspelt one, or undefined if none is close. */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let prefixMatch: string | undefined;
  let bestDistance = (word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3))) + 1;
  for (const candidate of known) {
    // People often type only the first part of a name: claude for claude-code.
    if (word.length > 2 && candidate.toLowerCase().startsWith(`${word.toLowerCase()}-`)) prefixMatch ??= candidate;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best ?? prefixMatch;
}

/** `did you mean "x"?`, or a list of all known words. */
export function hintFor(word: string, known: readonly string[]): string {
  const near = nearestWord(word.slice(0, 100), known);
  return near === undefined ? `known: ${known.join(', ')}` : `did you mean "${near}"?`;
}

/** `"x"` as a short quoted value for messages. Never throws. */
export function quoteValue(value: unknown, max = 60): string {
  const text = value === undefined ? 'nothing' : (jsonOf(value) ?? String(value));
  return text.length > max ? `${text.slice(0, max)}…` : text;
}

function jsonOf(value: unknown): string | undefined {
  try {
    const text = JSON.stringify(value);
    return text === undefined ? undefined : showHidden(text);
  } catch {
    // A cycle, a bigint, or endless nesting.
    return typeof value === 'object' ? 'an object' : String(value);
  }
}

function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min((row[j - 1] ?? 0) + 1, (previous[j] ?? 0) + 1, substitution));
    }
    previous = row;
  }
  return previous[b.length] ?? limit;
}

/** Problems without duplicates: two equal messages about one place count as one. */
export function distinctProblems(problems: readonly Problem[]): readonly Problem[] {
  const keyOf = ({ source, line, field, severity, message }: Problem) =>
    JSON.stringify([source, line, field, severity, message]);
  return [...new Map(problems.map((one) => [keyOf(one), one])).values()];
}

/** The result of a function, or `otherwise` if it throws. */
export function attempt<T>(work: () => T): T | undefined;
export function attempt<T, Otherwise>(work: () => T, otherwise: Otherwise): T | Otherwise;
export function attempt<T, Otherwise>(work: () => T, otherwise?: Otherwise): T | Otherwise | undefined {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** The problem with the `on` of a module hook: it must name at least one event, and only events that exist. */
export function eventListProblem(on: unknown): string | undefined {
  const names: readonly unknown[] = Array.isArray(on) ? on : [on];
  const bad = names.findIndex((name) => typeof name !== 'string' || !isEventName(name));
  if (names.length > 0 && bad === -1) return undefined;
  const name = names.length === 0 ? on : names[bad];
  const near = typeof name === 'string' ? nearestWord(name, eventNames) : undefined;
  return `"on": expected an event such as "tool.before", got ${quoteValue(name)}${near ? `; did you mean "${near}"?` : ''}`;
}
