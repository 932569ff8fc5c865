import { guardLimits } from '../limits.js';
import { hasUnknown, isFullyKnown, type Value } from '../value.js';
import {
  isPsEither,
  isPsList,
  isPsTrue,
  type PsItem,
  psEither,
  psItems,
  psList,
  psNumber,
  psText,
  psUnknown,
} from './items.js';
import type { PsSession } from './session.js';

const maxRange = 1_000;

type Operator = (left: PsItem, right: PsItem, session: PsSession) => PsItem;

const compares =
  (op: string): Operator =>
  (left, right) => {
    const [one, other] = [psText(left).toLowerCase(), psText(right).toLowerCase()];
    return hasUnknown(one + other) ? psUnknown() : (one === other) === (op === '-eq');
  };

const operators: Readonly<Record<string, Operator>> = {
  '+': (left, right, session) => add(left, right, session),
  '-f': (left, right) => formatted(psText(left), psItems(right)),
  '-join': (left, right, session) => session.bounded(psItems(left).map(psText).join(psText(right))),
  '-replace': (left, right) => replaced(left, right),
  '-split': (left, right) => splitPsText(psText(left), psText(psItems(right)[0] ?? ' ')),
  '..': (left, right) => range(left, right),
  '*': (left, right, session) => repeated(left, right, session),
  '-as': (left) => left,
  '??': (left, right) => (left === null ? right : left),
  '-and': (left, right) => isPsTrue(left) && isPsTrue(right),
  '-or': (left, right) => isPsTrue(left) || isPsTrue(right),
  '-eq': compares('-eq'),
  '-ne': compares('-ne'),
};

/** The result of an operator; unknown text with its sources if it cannot be computed. */
export function applyOperator(op: string, left: PsItem, right: PsItem, session: PsSession): PsItem {
  if (isPsEither(left)) return psEither(left.items.map((item) => applyOperator(op, item, right, session)));
  if (isPsEither(right)) return psEither(right.items.map((item) => applyOperator(op, left, item, session)));
  return (operators[op] ?? calculated(op))(left, right, session);
}

export function splitPsText(text: Value, separator: Value): PsItem {
  if (hasUnknown(separator)) return psUnknown(text, separator);
  // Only plain separators are computed: a pattern is never run as a regular expression.
  const plain = plainPattern(separator);
  if (plain === undefined) return psList([psUnknown(text)]);
  if (/^\s+$/.test(plain)) return psList(text.split(/\s+/).filter((part) => part !== ''));
  return psList(plain === '' ? [...text] : text.split(plain));
}

function add(left: PsItem, right: PsItem, session: PsSession): PsItem {
  if (isPsList(left)) return psList([...left.items, ...(isPsList(right) ? right.items : [right])]);
  if (typeof left === 'number') {
    const number = psNumber(right);
    return number === undefined ? psUnknown(right) : left + number;
  }
  if (left === null) return right;
  return session.bounded(psText(left) + psText(right));
}

/** `"{1}{0}" -f 'a', 'b'`. */
const formatted = (format: Value, items: readonly PsItem[]): Value =>
  format
    .replaceAll('{{', '\0')
    .replaceAll('}}', '\x01')
    .replaceAll(/\{(\d{1,3})(?:,-?\d{1,3})?(?::[^{}]{0,40})?\}/g, (_, index) => psText(items[Number(index)] ?? null))
    .replaceAll('\0', '{')
    .replaceAll('\x01', '}');

function replaced(left: PsItem, right: PsItem): PsItem {
  const [from = '', to = ''] = isPsList(right) ? right.items : [right];
  const pattern = plainPattern(psText(from));
  const change = (item: PsItem): PsItem => {
    const text = psText(item);
    if (pattern === undefined || pattern === '' || typeof to === 'object') return psUnknown(text, to);
    return replaceIgnoringCase(text, pattern, psText(to));
  };
  return isPsList(left) ? psList(left.items.map(change)) : change(left);
}

/** Replaces all occurrences, ignoring case, as `-replace` does. */
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

/** The literal text of a regular expression without special characters besides escapes; else undefined. */
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
  if (from === undefined || to === undefined || Math.abs(to - from) > maxRange) return psUnknown(left, right);
  const step = from <= to ? 1 : -1;
  const numbers = Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => from + at * step);
  const isText = typeof left === 'string' && psNumber(left) === undefined;
  return psList(isText ? numbers.map((code) => String.fromCharCode(code)) : numbers);
}

const charOrNumber = (item: PsItem): number | undefined =>
  psNumber(item) ??
  (typeof item === 'string' && item.length === 1 && isFullyKnown(item) ? item.charCodeAt(0) : undefined);

function repeated(left: PsItem, right: PsItem, session: PsSession): PsItem {
  const times = psNumber(right);
  if (times === undefined) return psUnknown(left, right);
  if (typeof left === 'number') return left * times;
  if (isPsList(left)) return left;
  const text = psText(left);
  const most = Math.ceil((guardLimits.valueLength + 1) / Math.max(1, text.length));
  return session.bounded(text.repeat(Math.max(0, Math.min(most, Math.floor(times)))));
}

const calculations: Readonly<Record<string, (one: number, other: number) => number>> = {
  '-': (one, other) => one - other,
  '/': (one, other) => one / other,
  '%': (one, other) => one % other,
  '-bxor': (one, other) => one ^ other,
  '-band': (one, other) => one & other,
  '-bor': (one, other) => one | other,
  '-shl': (one, other) => one << other,
  '-shr': (one, other) => one >> other,
};

const calculated =
  (op: string): Operator =>
  (left, right) => {
    const [one, other] = [psNumber(left), psNumber(right)];
    // Comparisons that are not computed do not pass on text of their operands.
    if (one === undefined || other === undefined) return op.length > 2 ? psUnknown() : psUnknown(left, right);
    return calculations[op]?.(one, other) ?? psUnknown();
  };
