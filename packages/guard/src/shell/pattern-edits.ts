import { leftOut } from '../left-out.js';
import { marks, type Value } from '../value.js';
import { type GlobPattern, matchesPattern, setMark } from './glob.js';

/** The most steps for trying matches; beyond that the result is unknown. */
const maxSteps = 500_000;
/** How many characters a pattern matches; undefined if it has a star. */
function fixedLength({ text: pattern }: GlobPattern): number | undefined {
  if (pattern.includes(marks.star) || pattern.includes(marks.any)) return undefined;
  return pattern.length - (pattern.split(setMark).length - 1);
}

const takesTooLong = (pattern: GlobPattern, text: Value, tries: number): boolean =>
  tries * text.length * pattern.text.length > maxSteps;

/** Removes a matching beginning or end: `${x#p}`, `${x##p}`, `${x%p}`, `${x%%p}`. */
export function withoutMatch(operator: string, pattern: GlobPattern, text: Value): Value {
  const fromStart = operator.startsWith('#');
  // A folder printed by `find` represents every path in it.
  if (fromStart && text !== '' && pattern.text === `${text}/`) return marks.any;
  const isLongest = operator.length === 2;
  const length = fixedLength(pattern);
  if (length === undefined && takesTooLong(pattern, text, text.length)) return leftOut('search', text);
  const cuts = length === undefined ? Array.from({ length: text.length + 1 }, (_, size) => size) : [length];
  for (const size of isLongest ? cuts.reverse() : cuts) {
    if (size > text.length) continue;
    const piece = fromStart ? text.slice(0, size) : text.slice(text.length - size);
    if (matchesPattern(pattern, piece)) return fromStart ? text.slice(size) : text.slice(0, text.length - size);
  }
  return text;
}

/** `${x/p/r}` and its variants. */
export function withReplacement(operator: string, pattern: GlobPattern, replacement: Value, text: Value): Value {
  if (pattern.text === '') return text;
  if (fixedLength(pattern) === undefined && takesTooLong(pattern, text, text.length ** 2))
    return leftOut('search', text, replacement);
  let result = '';
  let at = 0;
  while (at <= text.length) {
    const isAllowed = (operator !== '/#' || at === 0) && at < text.length + 1;
    const end = isAllowed ? longestMatch(pattern, text, at, operator === '/%') : -1;
    if (end <= at) {
      result += text[at++] ?? '';
      if (operator === '/#') return result + text.slice(at);
      continue;
    }
    result += replacement;
    at = end;
    if (operator !== '//') return result + text.slice(at);
  }
  return result;
}

function longestMatch(pattern: GlobPattern, text: Value, from: number, toEnd: boolean): number {
  const length = fixedLength(pattern);
  const longest = length === undefined ? text.length : from + length;
  const shortest = toEnd ? text.length : length === undefined ? from + 1 : longest;
  for (let end = longest; end >= shortest && end > from && end <= text.length; end--) {
    if (matchesPattern(pattern, text.slice(from, end))) return end;
  }
  return -1;
}
