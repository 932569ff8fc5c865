/** One character of a pattern: the letters that it matches, and whether it repeats. */
interface PatternChar {
  readonly takes: (letter: string) => boolean;
  readonly isRepeated: boolean;
}

/** A `sed` pattern that is simple enough to be evaluated here: letters, `.`, `[…]`, `*`, `^` and `$`. */
export interface PlainPattern {
  readonly chars: readonly PatternChar[];
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

const maxChars = 60;
const maxRepeats = 2;
const maxMatchSteps = 20_000;

/** Reads a pattern; undefined if it has features that are not evaluated here, such as groups. */
export function readPlainPattern(text: string, isExtended: boolean): PlainPattern | undefined {
  const atStart = text.startsWith('^');
  const atEnd = text.endsWith('$') && !text.endsWith('\\$');
  const body = text.slice(atStart ? 1 : 0, atEnd ? -1 : undefined);
  const chars: PatternChar[] = [];
  for (let at = 0; at < body.length; ) {
    const [takes, next] = charAt(body, at, isExtended);
    if (!takes || chars.length >= maxChars) return undefined;
    const mark = body[next];
    const isMany = mark === '*' || (isExtended && mark === '+');
    if (isExtended && mark === '+') chars.push({ takes, isRepeated: false });
    chars.push({ takes, isRepeated: isMany });
    at = isMany ? next + 1 : next;
  }
  return chars.filter(({ isRepeated }) => isRepeated).length > maxRepeats ? undefined : { chars, atStart, atEnd };
}

type TakesLetter = (letter: string) => boolean;

function charAt(text: string, at: number, isExtended: boolean): readonly [TakesLetter | undefined, number] {
  const letter = text[at] as string;
  if (letter === '.') return [() => true, at + 1];
  if (letter === '[') return classAt(text, at);
  if (letter === '\\') {
    const escaped = text[at + 1] ?? '';
    if (/[a-zA-Z0-9<>`']/.test(escaped) || (!isExtended && /[(){}|+?]/.test(escaped))) return [undefined, at];
    return [(one) => one === escaped, at + 2];
  }
  if (letter === '*' || (isExtended && /[(){}|+?]/.test(letter))) return [undefined, at];
  return [(one) => one === letter, at + 1];
}

function classAt(text: string, at: number): readonly [TakesLetter | undefined, number] {
  const isNot = text[at + 1] === '^';
  const from = at + (isNot ? 2 : 1);
  const end = text.indexOf(']', from + 1);
  const inside = text.slice(from, end);
  if (end < 0 || inside.includes('[')) return [undefined, at];
  const has = (letter: string): boolean => {
    for (let index = 0; index < inside.length; index++) {
      const last = inside[index + 1] === '-' ? inside[index + 2] : undefined;
      if (last === undefined ? inside[index] === letter : letter >= (inside[index] as string) && letter <= last)
        return true;
      if (last !== undefined) index += 2;
    }
    return false;
  };
  return [(letter) => has(letter) !== isNot, end + 1];
}

/** Replaces the first match in a line, or all; undefined if it takes too long. */
export function replaceMatches(
  line: string,
  pattern: PlainPattern,
  replacement: (match: string) => string,
  all: boolean,
): string | undefined {
  let steps = 0;
  let result = '';
  let at = 0;
  while (at <= line.length) {
    const end = matchFrom(at, 0);
    if (steps > maxMatchSteps) return undefined;
    if (end === undefined) {
      if (pattern.atStart) break;
      result += line[at] ?? '';
      at++;
      continue;
    }
    result += replacement(line.slice(at, end));
    if (end === at) {
      result += line[at] ?? '';
      at++;
    } else at = end;
    if (!all || pattern.atStart) break;
  }
  return result + line.slice(at);

  /** The end of a match that begins here. */
  function matchFrom(from: number, char: number): number | undefined {
    if (steps++ > maxMatchSteps) return undefined;
    const current = pattern.chars[char];
    if (!current) return !pattern.atEnd || from === line.length ? from : undefined;
    if (!current.isRepeated) {
      return from < line.length && current.takes(line[from] as string) ? matchFrom(from + 1, char + 1) : undefined;
    }
    let most = from;
    while (most < line.length && current.takes(line[most] as string)) most++;
    for (let end = most; end >= from; end--) {
      const found = matchFrom(end, char + 1);
      if (found !== undefined || steps > maxMatchSteps) return found;
    }
    return undefined;
  }
}
