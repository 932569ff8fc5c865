import { isObject, lazyCrypto } from '@anyhook/core';
import { isNamedSecret, mayNameSecret } from './assignment.js';
import { assignedKind, findSecrets, redactionMarks, type SecretSpan } from './find-secrets.js';

export interface RedactOptions {
  /** The user's random key: equal secrets get equal marks, which reveal nothing without the key. */
  readonly key: string | Uint8Array;
  /** Characters that are scanned; everything beyond is replaced as a whole. */
  readonly maxChars?: number;
  readonly maxDepth?: number;
}

export interface Redaction<T = unknown> {
  /** The same object if nothing was found. */
  readonly value: T;
  /** How many were replaced. */
  readonly found: number;
  /** Their kinds, sorted, each once. */
  readonly kinds: readonly string[];
}

/** Replaces what was too large to scan. */
export const tooLargeMark = '[redacted:too-large]';

/** Replaces every secret in a JSON value, its keys too, by `[redacted:<kind>:<hash>]`. Never throws; idempotent. */
export function redactSecrets(value: unknown, options: RedactOptions): Redaction {
  const { maxChars = 16 * 1024 * 1024, maxDepth = 64 } = options;
  const marker = createMarker(options.key);
  const walk: RedactionWalk = { marker, left: maxChars, maxDepth, seen: new Map() };
  const result = redactValue(value, '', 0, walk);
  return { value: result, found: marker.found(), kinds: marker.kinds() };
}

/** Creates marks and counts them. */
interface SecretMarker {
  readonly mark: (secret: string, kind: string) => string;
  readonly found: () => number;
  readonly kinds: () => readonly string[];
}

export function createMarker(key: string | Uint8Array): SecretMarker {
  const counts = new Map<string, number>();
  return {
    mark: (secret, kind) => {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return `[redacted:${kind}:${lazyCrypto().createHmac('sha256', key).update(secret).digest('hex').slice(0, 10)}]`;
    },
    found: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    kinds: () => [...counts.keys()].sort(),
  };
}

export function replaceSpans(text: string, spans: readonly SecretSpan[], { mark }: Pick<SecretMarker, 'mark'>): string {
  let result = '';
  let done = 0;
  for (const { start, end, kind } of spans) {
    result += text.slice(done, start) + mark(text.slice(start, end), kind);
    done = end;
  }
  return done === 0 ? text : result + text.slice(done);
}

interface RedactionWalk {
  readonly marker: SecretMarker;
  readonly maxDepth: number;
  left: number;
  /** Findings in long texts: the same text often occurs twice, in the native and in the canonical event. */
  readonly seen: Map<string, readonly SecretSpan[]>;
}

function redactValue(value: unknown, name: string, depth: number, walk: RedactionWalk): unknown {
  if (typeof value === 'string') return redactText(value, name, walk);
  if (typeof value === 'number')
    return isNumberSecret(name, value) ? walk.marker.mark(String(value), assignedKind) : value;
  if (typeof value !== 'object' || value === null) return value;
  walk.left -= 1;
  if (depth >= walk.maxDepth || walk.left <= 0) return tooLargeMark;
  if (isObject(value)) return redactObject(value, depth, walk);
  return Array.isArray(value) ? redactList(value, name, depth, walk) : value;
}

function redactText(text: string, name: string, walk: RedactionWalk): string {
  if (text.length > walk.left) return tooLargeMark;
  walk.left -= text.length;
  if (text.length === 0) return text;
  const spans = text.length < longText ? findSecrets(text) : scanOnce(text, walk.seen);
  if (mayNameSecret(name) && isNamedSecret(name, withoutSecrets(text, spans)))
    return walk.marker.mark(text, assignedKind);
  return replaceSpans(text, spans, walk.marker);
}

const longText = 256;

function scanOnce(text: string, seen: Map<string, readonly SecretSpan[]>): readonly SecretSpan[] {
  const known = seen.get(text) ?? findSecrets(text);
  seen.set(text, known);
  return known;
}

/** The text around known secrets and marks. */
function withoutSecrets(text: string, spans: readonly SecretSpan[]): string {
  const removedSpans = [...spans, ...redactionMarks(text)].sort((a, b) => a.start - b.start);
  let result = '';
  let done = 0;
  for (const { start, end } of removedSpans) {
    result += text.slice(done, start);
    done = end;
  }
  return (result + text.slice(done)).trim();
}

/** A number as a password; `pass: 1234` is a count. */
const isNumberSecret = (name: string, value: number): boolean =>
  value >= 1000 && /pass(?:word|wd|code)|pwd/i.test(name) && isNamedSecret(name, String(value));

function redactList(list: readonly unknown[], name: string, depth: number, walk: RedactionWalk): readonly unknown[] {
  const items = list.map((item) => redactValue(item, name, depth + 1, walk));
  const redacted = isArguments(items) ? redactArguments(items, walk) : items;
  return redacted.every((item, i) => item === list[i]) ? list : redacted;
}

const isFlag = (item: string | undefined): boolean => item !== undefined && /^--?[A-Za-z][\w-]{0,60}$/.test(item);

/** The arguments of a process: a program, and strings of which one is a flag. */
function isArguments(list: readonly unknown[]): list is readonly string[] {
  const [program] = list;
  if (list.length < 3 || list.length > 256 || typeof program !== 'string' || /\s/.test(program)) return false;
  return list.every((item) => typeof item === 'string') && list.some(isFlag);
}

/** A list of arguments, scanned as one command line: a flag and its value are two strings. */
function redactArguments(list: readonly string[], { marker }: RedactionWalk): readonly string[] {
  const line = list.join(' ');
  const spans = line.length > 64 * 1024 ? [] : findSecrets(line);
  if (spans.length === 0) return list;
  let from = 0;
  return list.map((item, i) => {
    const start = from;
    from += item.length + 1;
    if (!isFlag(list[i - 1])) return item;
    const itemSpans = spans.filter((span) => span.start >= start && span.start < start + item.length);
    // A value with spaces is one argument.
    if (itemSpans.some((span) => span.start === start && span.kind === assignedKind))
      return marker.mark(item, assignedKind);
    const inside = itemSpans.map((span) => spanInItem(span, start, item.length));
    return replaceSpans(item, inside, marker);
  });
}

const spanInItem = ({ start, end, kind }: SecretSpan, from: number, length: number): SecretSpan => ({
  start: Math.max(0, start - from),
  end: Math.min(length, end - from),
  kind,
});

function redactObject(object: Readonly<Record<string, unknown>>, depth: number, walk: RedactionWalk): object {
  let changed: [string, unknown][] | undefined;
  const keys = Object.keys(object);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] ?? '';
    const child = object[key];
    const newKey = redactText(key, '', walk);
    const newChild = redactValue(child, isValueKey(key) ? nameOfValue(object) : key, depth + 1, walk);
    if (newKey !== key || newChild !== child) changed ??= Object.entries(object).slice(0, i);
    changed?.push([newKey, newChild]);
  }
  // Not assigned: a key may be `__proto__`.
  return changed ? Object.fromEntries(changed) : object;
}

const isValueKey = (key: string): boolean => key.length === 'value'.length && key.toLowerCase() === 'value';

/** `{ name: 'DB_PASSWORD', value: '…' }`: the name is in a separate field. */
function nameOfValue(object: Readonly<Record<string, unknown>>): string {
  const named = Object.entries(object).find(([key, child]) => /^(?:name|key)$/i.test(key) && typeof child === 'string');
  return typeof named?.[1] === 'string' ? named[1] : '';
}
