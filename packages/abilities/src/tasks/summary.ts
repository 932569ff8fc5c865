import { redactSecrets } from '@anyhook/anyhook';
import { isObject, maxSummaryLength, summarizeInput, summaryLine } from '@anyhook/core';
import type { Summarize } from './task-events.js';

/** Far more than is shown, so that no secret is cut in the visible part. */
const maxChars = maxSummaryLength * 40;

/** Makes short texts of inputs and outputs, without their secrets. */
export function createSummarizer(key: () => string): Summarize {
  let cachedKey: string | undefined;
  return (value) => {
    cachedKey ??= key();
    const { value: safe } = redactSecrets(shorten(value), { key: cachedKey });
    if (isObject(safe)) return summarizeInput(safe);
    return summaryLine(typeof safe === 'string' ? safe : (JSON.stringify(safe) ?? ''));
  };
}

/**
 * Drops what no summary shows: the ends of long strings, most items of long lists, and nested values, which are
 * counted.
 */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 100).map((one) => (isNested(one) ? '…' : cutString(one)));
  if (!isNested(value)) return cutString(value);
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 200)
      .map(([key, one]) => [cutString(key), shortenNested(one)]),
  );
}

function shortenNested(value: unknown): unknown {
  if (Array.isArray(value)) return Array.from({ length: value.length }, () => 0);
  if (!isNested(value)) return cutString(value);
  return Object.fromEntries(
    Object.keys(value)
      .slice(0, 20)
      .map((key) => [cutString(key), 0]),
  );
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
const cutString = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, maxChars) : value);
