import type { Event } from '@anyhook/core';

/** The placeholder for a removed secret; see records/redact. */
const placeholderPattern = /\[redacted:[^\][\n]{0,200}\]/g;
const markStart = '[redacted:';
/** Ends a text that was cut. */
const ellipsis = '…';

/** Is something missing in this text? */
export const isIncomplete = (text: string): boolean => text.includes(markStart) || text.endsWith(ellipsis);

const maxDepth = 64;

/** Is something missing anywhere in this value? Parts that are nested too deeply count as missing. */
export function hasGap(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isIncomplete(value);
  if (typeof value !== 'object' || value === null) return false;
  if (depth > maxDepth) return true;
  return Object.values(value).some((item) => hasGap(item, depth + 1));
}

/** The value without placeholders: a pattern that matches it also matches the original. */
export function withoutPlaceholders<T>(value: T, depth = 0): T {
  if (typeof value === 'string') return value.replace(placeholderPattern, '\uFFFC') as T;
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value;
  if (Array.isArray(value)) return value.map((item) => withoutPlaceholders(item, depth + 1)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutPlaceholders(item, depth + 1)]),
  ) as T;
}

/** An event that notices when a hook reads a text with missing parts. */
interface WatchedEvent {
  readonly event: Event;
  hasReadGap(): boolean;
}

/** The same event, watched for one hook. */
export function watchEvent(event: Event): WatchedEvent {
  let hasRead = false;
  const view = reportGapReads(event, () => {
    hasRead = true;
  });
  return { event: view, hasReadGap: () => hasRead };
}

/** A copy that reports reads of texts with gaps; values without gaps stay the same object. */
function reportGapReads<T>(value: T, onGapRead: () => void, depth = 0): T {
  if (typeof value !== 'object' || value === null || !hasGap(value, depth)) return value;
  const copy: object = Array.isArray(value) ? [] : {};
  for (const [key, item] of Object.entries(value)) {
    const incomplete = typeof item === 'string' && isIncomplete(item);
    const get = () => {
      onGapRead();
      return item;
    };
    const descriptor = incomplete ? { get } : { value: reportGapReads(item, onGapRead, depth + 1), writable: true };
    Object.defineProperty(copy, key, { enumerable: true, configurable: true, ...descriptor });
  }
  return copy as T;
}
