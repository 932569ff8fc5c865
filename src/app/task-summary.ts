import { inputSummary, longestSummary, oneLine } from '../core/summary.js';
import { redactSecrets } from '../journal/redact/secrets.js';
import type { Summarize } from './task-events.js';

/** Far more than is shown, so that no secret is cut in two where it shows. */
const mostChars = longestSummary * 40;

/** Makes short texts of inputs and outputs, without their secrets. */
export function taskSummary(key: () => string): Summarize {
  let known: string | undefined;
  return (value) => {
    known ??= key();
    const { value: safe } = redactSecrets(shorter(value), { key: known });
    if (typeof safe === 'object' && safe !== null && !Array.isArray(safe))
      return inputSummary(safe as Readonly<Record<string, unknown>>);
    return oneLine(typeof safe === 'string' ? safe : (JSON.stringify(safe) ?? ''));
  };
}

/** Without what no summary shows: the ends of long texts, and many of many. */
function shorter(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.slice(0, mostChars);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 0 && !Array.isArray(value))
    return Object.fromEntries(
      Object.keys(value)
        .slice(0, 20)
        .map((key) => [key, 0]),
    );
  if (Array.isArray(value)) return depth > 0 ? value.slice(0, 1_000).fill(0) : value.slice(0, 100);
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 200)
      .map(([key, one]) => [key, shorter(one, depth + 1)]),
  );
}
