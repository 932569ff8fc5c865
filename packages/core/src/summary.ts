import type { ToolInput } from './tool.js';

/** In characters. */
export const maxSummaryLength = 500;

/** One line, short enough for a log. Cuts the text first, because it may be megabytes long. */
export function summaryLine(text: string): string {
  const line = text
    .slice(0, maxSummaryLength * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > maxSummaryLength || text.length > maxSummaryLength * 4
    ? `${line.slice(0, maxSummaryLength)}…`
    : line;
}

/** An input as one line: `path=src/a.ts content=…` */
export function summarizeInput(input: ToolInput): string {
  const parts: string[] = [];
  let length = 0;
  for (const [name, value] of Object.entries(input)) {
    const part = `${name}=${typeof value === 'string' ? summaryLine(value) : summarizeNested(value)}`;
    parts.push(part);
    length += part.length;
    if (length > maxSummaryLength) break;
  }
  return summaryLine(parts.join(' '));
}

/** Nested values are only counted. */
function summarizeNested(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length} items]`;
  if (typeof value === 'object' && value !== null) return `{${Object.keys(value).slice(0, 10).join(', ')}}`;
  return String(value);
}
