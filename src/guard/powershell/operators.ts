import { hasUnknown, isKnown, type Value } from '../value.js';
import {
  eitherOf,
  isEither,
  isList,
  isTrue,
  itemsOf,
  listOf,
  numberOf,
  type PsItem,
  textOf,
  unknownFrom,
} from './items.js';
import type { PsSession } from './session.js';

const mostRange = 1_000;

/** What an operator gives; unknown text with its sources where it cannot be computed. */
export function applyOperator(op: string, left: PsItem, right: PsItem, session: PsSession): PsItem {
  if (isEither(left)) return eitherOf(left.items.map((item) => applyOperator(op, item, right, session)));
  if (isEither(right)) return eitherOf(right.items.map((item) => applyOperator(op, left, item, session)));
  switch (op) {
    case '+':
      return add(left, right, session);
    case '-f':
      return formatted(textOf(left), itemsOf(right));
    case '-join':
      return session.bounded(itemsOf(left).map(textOf).join(textOf(right)));
    case '-replace':
      return replaced(left, right);
    case '-split':
      return splitText(textOf(left), textOf(itemsOf(right)[0] ?? ' '));
    case '..':
      return range(left, right);
    case '*':
      return repeated(left, right, session);
    case '-as':
      return left;
    case '??':
      return left === null ? right : left;
    case '-and':
    case '-or':
    case '-eq':
    case '-ne':
      return compared(op, left, right);
    default:
      return calculated(op, left, right);
  }
}

export function splitText(text: Value, separator: Value): PsItem {
  if (hasUnknown(separator)) return unknownFrom(text, separator);
  // Only plain separators are computed: a pattern of the text is never run as a regular expression.
  const plain = plainPattern(separator);
  if (plain === undefined) return listOf([unknownFrom(text)]);
  if (/^\s+$/.test(plain)) return listOf(text.split(/\s+/).filter((part) => part !== ''));
  return listOf(plain === '' ? [...text] : text.split(plain));
}

function add(left: PsItem, right: PsItem, session: PsSession): PsItem {
  if (isList(left)) return listOf([...left.items, ...(isList(right) ? right.items : [right])]);
  if (typeof left === 'number') {
    const number = numberOf(right);
    return number === undefined ? unknownFrom(right) : left + number;
  }
  if (left === null) return right;
  return session.bounded(textOf(left) + textOf(right));
}

/** `"{1}{0}" -f 'a', 'b'`. */
function formatted(format: Value, items: readonly PsItem[]): Value {
  return format
    .replaceAll('{{', '\0')
    .replaceAll('}}', '\x01')
    .replaceAll(/\{(\d{1,3})(?:,-?\d{1,3})?(?::[^{}]{0,40})?\}/g, (_, index) => textOf(items[Number(index)] ?? null))
    .replaceAll('\0', '{')
    .replaceAll('\x01', '}');
}

function replaced(left: PsItem, right: PsItem): PsItem {
  const [from = '', to = ''] = isList(right) ? right.items : [right];
  const pattern = plainPattern(textOf(from));
  const change = (item: PsItem): PsItem => {
    const text = textOf(item);
    if (pattern === undefined || pattern === '' || typeof to === 'object') return unknownFrom(text, to);
    return replaceIgnoringCase(text, pattern, textOf(to));
  };
  return isList(left) ? listOf(left.items.map(change)) : change(left);
}

/** Replaces all, without regard to case, as `-replace` does. */
export function replaceIgnoringCase(text: Value, from: string, to: Value): Value {
  const lower = text.toLowerCase();
  const wanted = from.toLowerCase();
  // Some letters change their length in lower case; then only the exact spelling is replaced.
  if (lower.length !== text.length || wanted.length !== from.length) return text.replaceAll(from, () => to);
  let result = '';
  let at = 0;
  for (let next = lower.indexOf(wanted); next >= 0; next = lower.indexOf(wanted, at)) {
    result += text.slice(at, next) + to;
    at = next + from.length;
  }
  return result + text.slice(at);
}

/** The text that a regular expression means if it has no special signs besides escapes; else undefined. */
function plainPattern(pattern: Value): string | undefined {
  if (hasUnknown(pattern)) return undefined;
  const unescaped = pattern.replaceAll(/\\([^A-Za-z0-9])/g, '\0$1');
  if (/^\\s\+?$/.test(pattern)) return ' ';
  for (let at = 0; at < unescaped.length; at++) {
    if (unescaped[at] === '\0') at++;
    else if ('\\^$.|?*+()[]{}'.includes(unescaped[at] as string)) return undefined;
  }
  return unescaped.replaceAll('\0', '');
}

function range(left: PsItem, right: PsItem): PsItem {
  const from = charOrNumber(left);
  const to = charOrNumber(right);
  if (from === undefined || to === undefined || Math.abs(to - from) > mostRange) return unknownFrom(left, right);
  const step = from <= to ? 1 : -1;
  const numbers = Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => from + at * step);
  const isText = typeof left === 'string' && numberOf(left) === undefined;
  return listOf(isText ? numbers.map((code) => String.fromCharCode(code)) : numbers);
}

const charOrNumber = (item: PsItem): number | undefined =>
  numberOf(item) ?? (typeof item === 'string' && item.length === 1 && isKnown(item) ? item.charCodeAt(0) : undefined);

function repeated(left: PsItem, right: PsItem, session: PsSession): PsItem {
  const times = numberOf(right);
  if (times === undefined) return unknownFrom(left, right);
  if (typeof left === 'number') return left * times;
  if (isList(left)) return left;
  const text = textOf(left);
  session.bounded(text.length * times > 65_536 ? ' '.repeat(65_537) : '');
  return text.repeat(Math.max(0, Math.floor(times)));
}

function compared(op: string, left: PsItem, right: PsItem): PsItem {
  if (op === '-and') return isTrue(left) && isTrue(right);
  if (op === '-or') return isTrue(left) || isTrue(right);
  const [one, other] = [textOf(left).toLowerCase(), textOf(right).toLowerCase()];
  if (hasUnknown(one + other)) return unknownFrom();
  return (one === other) === (op === '-eq');
}

function calculated(op: string, left: PsItem, right: PsItem): PsItem {
  const [one, other] = [numberOf(left), numberOf(right)];
  // Comparisons that are not computed give no text of their operands.
  if (one === undefined || other === undefined) return op.length > 2 ? unknownFrom() : unknownFrom(left, right);
  switch (op) {
    case '-':
      return one - other;
    case '/':
      return one / other;
    case '%':
      return one % other;
    case '-bxor':
      return one ^ other;
    case '-band':
      return one & other;
    case '-bor':
      return one | other;
    case '-shl':
      return one << other;
    case '-shr':
      return one >> other;
    default:
      return unknownFrom();
  }
}
