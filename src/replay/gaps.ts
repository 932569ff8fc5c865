import type { Event } from '../core/event.js';

/** Stands where a secret was taken out; see journal/redact. */
const mark = /\[redacted:[^\][\n]{0,200}\]/g;
const markStart = '[redacted:';
/** Ends a text that was too long to be kept whole. */
const ellipsis = '…';

/** Is something missing in this text? */
export const isGap = (text: string): boolean => text.includes(markStart) || text.endsWith(ellipsis);

const mostDepth = 64;

/** Is something missing anywhere in this value? What is too deep to be looked at counts as missing. */
export function hasGap(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isGap(value);
  if (typeof value !== 'object' || value === null) return false;
  if (depth > mostDepth) return true;
  return Object.values(value).some((item) => hasGap(item, depth + 1));
}

/** The value with nothing in place of what was taken out: a text that still matches then matched for certain. */
export function withoutMarks<T>(value: T, depth = 0): T {
  if (typeof value === 'string') return value.replace(mark, '\uFFFC') as T;
  if (typeof value !== 'object' || value === null || depth > mostDepth) return value;
  if (Array.isArray(value)) return value.map((item) => withoutMarks(item, depth + 1)) as T;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutMarks(item, depth + 1)])) as T;
}

/** An event that knows whether somebody looked at a text in which something is missing. */
export interface WatchedEvent {
  readonly event: Event;
  looked(): boolean;
}

/** The same event for the eyes of one hook. */
export function watchEvent(event: Event): WatchedEvent {
  let looked = false;
  const view = guard(event, () => {
    looked = true;
  });
  return { event: view, looked: () => looked };
}

/** A copy whose texts with gaps tell when they are read; what has none stays the same object. */
function guard<T>(value: T, told: () => void, depth = 0): T {
  if (typeof value !== 'object' || value === null || !hasGap(value, depth)) return value;
  const copy: object = Array.isArray(value) ? [] : {};
  for (const [key, item] of Object.entries(value)) {
    const own = typeof item === 'string' && isGap(item);
    const get = () => {
      told();
      return item;
    };
    const kept = own ? { get } : { value: guard(item, told, depth + 1), writable: true };
    Object.defineProperty(copy, key, { enumerable: true, configurable: true, ...kept });
  }
  return copy as T;
}
