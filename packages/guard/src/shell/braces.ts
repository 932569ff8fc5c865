import { guardLimits } from '../limits.js';

/** `a{b,c}d` gives `abd` and `acd`, expanded before quotes are removed; undefined for too many words. */
export function expandBraces(
  text: string,
  budget = { left: guardLimits.braceWords as number },
): readonly string[] | undefined {
  const brace = firstBrace(text);
  if (!brace) return --budget.left < 0 ? undefined : [text];
  const before = text.slice(0, brace.start);
  const results: string[] = [];
  for (const item of brace.items) {
    const rest = expandBraces(item + text.slice(brace.end), budget);
    if (!rest) return undefined;
    for (const one of rest) results.push(before + one);
  }
  return results;
}

interface BraceGroup {
  readonly start: number;
  readonly end: number;
  readonly items: readonly string[];
}

/** The first group of braces that bash would expand: one with a comma or `..`, outside quotes and `${`. */
function firstBrace(text: string): BraceGroup | undefined {
  for (let at = 0; at < text.length; at++) {
    const skipped = quoteEnd(text, at);
    if (skipped > at) at = skipped - 1;
    else if (text[at] === '{') {
      const group = readGroup(text, at);
      if (group) return group;
    }
  }
  return undefined;
}

/** The end of a quoted or escaped part or an expansion that starts here, else the same position. */
function quoteEnd(text: string, at: number): number {
  const character = text[at];
  if (character === '\\') return at + 2;
  if (character === "'" || character === '`') return after(text, character, at + 1);
  if (character === '"') {
    for (let end = at + 1; end < text.length; end++) {
      if (text[end] === '\\') end++;
      else if (text[end] === '"') return end + 1;
    }
    return text.length;
  }
  if (character === '$' && (text[at + 1] === '{' || text[at + 1] === '(')) return closing(text, at + 1);
  return at;
}

const after = (text: string, mark: string, from: number): number => {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end + 1;
};

function closing(text: string, open: number): number {
  const close = text[open] === '{' ? '}' : ')';
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === text[open]) depth++;
    else if (text[at] === close && --depth === 0) return at + 1;
  }
  return text.length;
}

function readGroup(text: string, start: number): BraceGroup | undefined {
  const items: string[] = [];
  let depth = 0;
  let itemStart = start + 1;
  for (let at = start; at < text.length; at++) {
    const skipped = quoteEnd(text, at);
    if (skipped > at) {
      at = skipped - 1;
      continue;
    }
    if (text[at] === '{') depth++;
    if (text[at] === ',' && depth === 1) {
      items.push(text.slice(itemStart, at));
      itemStart = at + 1;
    }
    if (text[at] !== '}' || --depth > 0) continue;
    const last = text.slice(itemStart, at);
    const all = items.length > 0 ? [...items, last] : rangeItems(last);
    return all && { start, end: at + 1, items: all };
  }
  return undefined;
}

/** `1..5`, `a..e`, `1..9..2`. */
function rangeItems(text: string): readonly string[] | undefined {
  const range = /^(-?\d{1,9}|[A-Za-z])\.\.(-?\d{1,9}|[A-Za-z])(?:\.\.(-?\d{1,4}))?$/.exec(text);
  if (!range) return undefined;
  const [, from = '', to = '', step] = range;
  const isNumber = /\d$/.test(from);
  if (isNumber !== /\d$/.test(to)) return undefined;
  const first = isNumber ? Number(from) : from.charCodeAt(0);
  const last = isNumber ? Number(to) : to.charCodeAt(0);
  const by = Math.max(1, Math.abs(Number(step ?? 1)));
  const count = Math.min(Math.floor(Math.abs(last - first) / by) + 1, guardLimits.braceWords + 1);
  const char = last < first ? -1 : 1;
  return Array.from({ length: count }, (_, index) => {
    const number = first + char * index * by;
    return isNumber ? String(number) : String.fromCharCode(number);
  });
}
