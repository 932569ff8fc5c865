import { callsAnyhook } from '@anyhook/core';
import { type EntriesTarget, isWrittenByInit } from '../agents/kit/install.js';
import { type EntriesEdit, type EntryEvent, type MakeParts, timeoutInCommand } from './json-entries.js';
import {
  isPathBelow,
  lineBreakOf,
  readToml,
  samePath,
  type TomlLine,
  type TomlProblem,
  type TomlText,
  tomlCommaAfter,
  tomlListAt,
  valueSpan,
  withTomlValue,
} from './toml-lines.js';
import { checkTomlChange, tomlMark, withoutBlocks } from './toml-tables.js';

type Fields = Readonly<Record<string, unknown>>;

/** Like `addEntries`, for a list of tables in TOML: `[[hooks]]`, or `hooks = [{ … }]` if the file uses that. */
export function addTomlEntries(
  before: string,
  target: EntriesTarget,
  wanted: readonly EntryEvent[],
  makeParts: MakeParts,
): EntriesEdit | TomlProblem {
  const byHand: string[] = [];
  const events: EntryEvent[] = [];
  let text = before;
  for (const { event, timeoutMs } of wanted) {
    const elements = elementsIn(text, target);
    if ('problem' in elements) return elements;
    const forEvent = elements
      .map((element, index) => ({ element, index }))
      .filter(({ element }) => element[target.eventKey ?? 'event'] === event);
    const ownEntry = forEvent.find(({ element }) => isWrittenByInit(element['command']));
    if (!ownEntry && forEvent.some(({ element }) => callsAnyhook(element['command']))) {
      byHand.push(event);
      continue;
    }
    const currentMs = ownEntry ? timeoutInCommand(String(ownEntry.element['command'])) : 0;
    const parts = makeParts({ event, timeoutMs: Math.max(timeoutMs, currentMs) });
    events.push({ event, timeoutMs: parts.timeoutMs });
    const entry = target.entry(parts);
    if (ownEntry && Object.entries(entry).every(([key, value]) => ownEntry.element[key] === value)) continue;
    const edited = setElement(text, target, entry, ownEntry?.index);
    if (typeof edited !== 'string') return edited;
    text = edited;
  }
  return { text, byHand, events };
}

/** Removes our entries; returns the text unchanged if that would change anything else. */
export function removeTomlEntries(text: string, target: EntriesTarget): string {
  const elements = elementsIn(text, target);
  const doc = readToml(text);
  if ('problem' in elements || 'problem' in doc) return text;
  const isOwn = elements.map(({ command }) => isWrittenByInit(command));
  if (!isOwn.includes(true)) return text;
  const headers = listHeaders(doc, target);
  const inline = headers.length === 0;
  const stripped = inline
    ? withoutItem(text, doc, target, isOwn.lastIndexOf(true))
    : withoutBlocks(doc.lines, (line) => isOwn[headers.indexOf(line)] === true);
  const isRemoved = inline ? isOwn.map((_, i) => i === isOwn.lastIndexOf(true)) : isOwn;
  const checked = checkTomlChange(stripped, text, (value) => {
    const remaining = elements.filter((_, i) => !isRemoved[i]);
    if (remaining.length > 0 || inline) value[listName(target)] = remaining;
    else delete value[listName(target)];
  });
  if (typeof checked !== 'string') return text;
  return inline ? removeTomlEntries(checked, target) : checked;
}

const listName = ({ keyPath }: EntriesTarget): string => keyPath[0] ?? '';
const listHeaders = ({ lines }: TomlText, { keyPath }: EntriesTarget): readonly TomlLine[] =>
  lines.filter(({ kind, path }) => kind === 'list' && samePath(path, keyPath));

function elementsIn(text: string, target: EntriesTarget): readonly Fields[] | TomlProblem {
  const doc = readToml(text);
  if ('problem' in doc) return doc;
  const found = Object.hasOwn(doc.value, listName(target)) ? doc.value[listName(target)] : [];
  const isList = Array.isArray(found) && found.every((one) => typeof one === 'object' && one !== null);
  return isList ? (found as readonly Fields[]) : { problem: `"${listName(target)}": expected a list of tables` };
}

/** Adds this element, or replaces our old one. */
function setElement(
  text: string,
  target: EntriesTarget,
  entry: Fields,
  oldIndex: number | undefined,
): string | TomlProblem {
  const doc = readToml(text);
  if ('problem' in doc) return doc;
  const line = doc.lines.find(({ kind, path }) => kind === 'value' && samePath(path, target.keyPath));
  const edited = line
    ? setItem(text, line, entry, oldIndex)
    : oldIndex === undefined
      ? addBlock(text, doc, target, entry)
      : changeBlock(text, doc, target, entry, oldIndex);
  return checkTomlChange(edited, text, (value) => {
    const name = listName(target);
    const list = (Object.hasOwn(value, name) ? value[name] : []) as Fields[];
    if (oldIndex === undefined) list.push(entry);
    else list[oldIndex] = line ? entry : { ...list[oldIndex], ...entry };
    value[name] = list;
  });
}

const fieldLines = (entry: Fields): readonly string[] =>
  Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);

/** Adds a block after the last one of its kind, else at the end. */
function addBlock(text: string, { lines }: TomlText, { keyPath }: EntriesTarget, entry: Fields): string {
  const eol = lineBreakOf(text);
  const isPart = ({ kind, path }: TomlLine) => kind !== 'blank' && kind !== 'comment' && isPathBelow(path, keyPath);
  const last = lines.findLast(isPart) ?? lines.at(-1);
  const place = last === undefined ? 0 : last.from + last.text.length;
  const before = text.slice(0, place);
  const gap = before === '' ? '' : before.endsWith('\n') ? eol : eol + eol;
  const block = [`[[${keyPath.join('.')}]]${tomlMark}`, ...fieldLines(entry)].join(eol);
  return `${before}${gap}${block}${eol}${text.slice(place)}`;
}

/** Updates our block; other fields and comments in it stay. */
function changeBlock(text: string, doc: TomlText, target: EntriesTarget, entry: Fields, oldIndex: number): string {
  const header = listHeaders(doc, target)[oldIndex];
  const start = header ? doc.lines.indexOf(header) : doc.lines.length;
  const next = doc.lines.findIndex(({ kind }, at) => at > start && (kind === 'table' || kind === 'list'));
  const inside = doc.lines.slice(start + 1, next === -1 ? undefined : next);
  const lineWithKey = (key: string) =>
    inside.find(({ kind, path }) => kind === 'value' && samePath(path, [...target.keyPath, key]));
  let changed = text;
  // From the end, so that positions stay valid.
  for (const line of [...inside].reverse()) {
    const key = Object.keys(entry).find((one) => lineWithKey(one) === line);
    if (key === undefined) continue;
    const { from, to } = { from: line.from, to: line.from + line.text.length };
    changed = changed.slice(0, from) + withTomlValue(line, JSON.stringify(entry[key])) + changed.slice(to);
  }
  const missing = Object.keys(entry).filter((key) => !lineWithKey(key));
  if (!header || missing.length === 0) return changed;
  const place = header.from + header.text.length;
  const eol = lineBreakOf(text);
  const added = missing.map((key) => `${key} = ${JSON.stringify(entry[key])}${eol}`).join('');
  return changed.slice(0, place) + added + changed.slice(place);
}

function setItem(text: string, line: TomlLine, entry: Fields, oldIndex: number | undefined): string {
  const list = tomlListAt(text, line.from + valueSpan(line.text).from);
  if (!list) return text;
  const { open, close, items } = list;
  const printed = `{ ${fieldLines(entry).join(', ')} }`;
  const oldItem = oldIndex === undefined ? undefined : items[oldIndex];
  if (oldItem) return splice(text, oldItem.from, oldItem.to, printed);
  const inner = text.slice(open + 1, close);
  const last = items.at(-1);
  const comma = last && tomlCommaAfter(text, last.to);
  const isOneLine = !inner.includes('\n');
  const indent = last ? (/^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', last.from) + 1))?.[0] ?? '') : '  ';
  const space = isOneLine ? (last ? ' ' : '') : lineBreakOf(text) + indent;
  const insertAt = open + 1 + inner.trimEnd().length;
  const extended = splice(text, insertAt, insertAt, space + printed + (comma === undefined ? '' : ','));
  return last && comma === undefined ? splice(extended, last.to, last.to, ',') : extended;
}

function withoutItem(text: string, { lines }: TomlText, { keyPath }: EntriesTarget, index: number): string {
  const line = lines.find(({ kind, path }) => kind === 'value' && samePath(path, keyPath));
  const list = line && tomlListAt(text, line.from + valueSpan(line.text).from);
  const item = list?.items[index];
  if (!list || !item) return text;
  const previous = list.items[index - 1];
  const start = previous ? previous.to : list.open + 1;
  const before = text.slice(start, item.from);
  const comma = tomlCommaAfter(text, item.to);
  const end = comma === undefined ? item.to : comma + 1;
  // The line break that ends a comment must stay, unless another follows.
  const isBelowComment = /#[^\n]*$/.test(before.trimEnd()) && !/^[ \t]*\r?\n/.test(text.slice(end));
  const from = isBelowComment ? item.from : start + before.trimEnd().length;
  const stripped = splice(text, from, end, '');
  const previousComma = comma === undefined && previous ? tomlCommaAfter(text, previous.to) : undefined;
  return previousComma === undefined || previousComma >= from
    ? stripped
    : splice(stripped, previousComma, previousComma + 1, '');
}

const splice = (text: string, from: number, to: number, added: string): string =>
  text.slice(0, from) + added + text.slice(to);
