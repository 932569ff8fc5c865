import { isDeepStrictEqual } from 'node:util';
import { callsAnyhook } from '@anyhook/core';
import { getNodeValue, type Node } from 'jsonc-parser';
import { type EntriesTarget, type EntryParts, isWrittenByInit } from '../agents/kit/install.js';
import {
  addElement,
  addProperty,
  findProperty,
  type JsonText,
  parseJsonObject,
  removeChild,
  replaceValue,
} from './json-edit.js';

/** One event to register, with its minimum timeout. */
export interface EntryEvent {
  readonly event: string;
  readonly timeoutMs: number;
}

export interface EntriesEdit {
  readonly text: string;
  /** Events with an entry written by hand. */
  readonly byHand: readonly string[];
  /** The entry in the file for each of our events. */
  readonly events: readonly EntryEvent[];
}

/** Makes the parts of an entry; keeps the timeout of the file if it is longer. */
export type MakeParts = (wanted: EntryEvent) => EntryParts;

/** Adds one entry for each event and changes nothing else; returns a problem as text if that fails. */
export function addEntries(
  before: string,
  target: EntriesTarget,
  wanted: readonly EntryEvent[],
  makeParts: MakeParts,
): EntriesEdit | { readonly problem: string } {
  const byHand: string[] = [];
  const events: EntryEvent[] = [];
  let text =
    before.trim() === '' ? `${JSON.stringify(target.newFileFields ?? {}, null, 2).replace('{}', '{\n}')}\n` : before;
  for (const { event, timeoutMs } of wanted) {
    const edited = addEntry(text, event, target, (currentMs) => {
      const parts = makeParts({ event, timeoutMs: Math.max(timeoutMs, currentMs) });
      events.push({ event, timeoutMs: parts.timeoutMs });
      return target.entry(parts);
    });
    if (typeof edited !== 'string') return edited;
    if (events.at(-1)?.event !== event) byHand.push(event);
    text = edited;
  }
  return { text, byHand, events };
}

function addEntry(
  text: string,
  event: string,
  target: EntriesTarget,
  entryFor: (currentMs: number) => Readonly<Record<string, unknown>>,
): string | { readonly problem: string } {
  const doc = parseJsonObject(text);
  if (typeof doc === 'string') return { problem: doc };
  const path = target.eventKey === undefined ? [...target.keyPath, event] : target.keyPath;
  const found = followPath(doc, path);
  if ('missing' in found) {
    const { deepest, missing, depth } = found;
    const isList = depth === path.length - 1;
    if (deepest.type !== 'object') return { problem: `"${path.slice(0, depth).join('.')}": expected an object` };
    // A list with many events gets one line per event.
    const first = isList && target.eventKey === undefined ? [entryFor(0)] : undefined;
    const extended = addProperty(doc, deepest, missing, first ?? (isList ? [] : {}));
    return first ? extended : addEntry(extended, event, target, entryFor);
  }
  const list = found.node;
  if (list.type !== 'array') return { problem: `"${path.join('.')}": expected a list` };
  const handlers = handlersIn(list).filter(({ node }) => isForEvent(node, event, target));
  const ownHandler = handlers.find(({ node }) => isInitHandler(node));
  if (!ownHandler)
    return handlers.some(({ node }) => isAnyhookHandler(node)) ? text : addElement(doc, list, entryFor(0));
  const entry = entryFor(handlerTimeout(ownHandler.node));
  const wantedHandler = ownHandler.isAlone
    ? entry
    : (((entry['hooks'] as unknown[] | undefined) ?? [entry])[0] as unknown);
  const node = ownHandler.isAlone ? ownHandler.element : ownHandler.node;
  return isDeepStrictEqual(plainJson(getNodeValue(node)), wantedHandler)
    ? text
    : replaceValue(doc, node, wantedHandler);
}

/** Removes our entries, and the lists that become empty, unless they were empty before. */
export function removeEntries(text: string, target: EntriesTarget, original?: string): string {
  const doc = parseJsonObject(text);
  if (typeof doc === 'string') return text;
  for (const { path, list } of listsIn(doc, target)) {
    const ownHandler = handlersIn(list).find(({ node }) => isInitHandler(node));
    if (!ownHandler) continue;
    const stripped = ownHandler.isAlone
      ? removeChild(doc, list, ownHandler.element)
      : removeChild(doc, ownHandler.group, ownHandler.node);
    return removeEntries(removeEmptyParents(stripped, path, original), target, original);
  }
  return text;
}

/** The lists that may contain entries: one per event, or one for all. */
function listsIn(
  doc: JsonText,
  { keyPath, eventKey }: EntriesTarget,
): readonly { path: readonly string[]; list: Node }[] {
  const found = followPath(doc, keyPath);
  if ('missing' in found) return [];
  const named = (found.node.type === 'object' ? (found.node.children ?? []) : []).flatMap(({ children = [] }) =>
    children[1] ? [{ path: [...keyPath, String(children[0]?.value)], list: children[1] }] : [],
  );
  const lists = eventKey === undefined ? named : [{ path: keyPath, list: found.node }];
  return lists.filter(({ list }) => list.type === 'array');
}

/** Does the handler belong to this event? */
const isForEvent = (node: Node, event: string, { eventKey }: EntriesTarget): boolean =>
  eventKey === undefined || (node.type === 'object' && findProperty(node, eventKey)?.value === event);

/** Removes the parents of a list that became empty, innermost first. */
function removeEmptyParents(text: string, path: readonly string[], original: string | undefined): string {
  if (path.length === 0) return text;
  const doc = parseJsonObject(text);
  if (typeof doc === 'string' || hasPath(original, path)) return text;
  const parent = followPath(doc, path.slice(0, -1));
  if ('missing' in parent) return text;
  const child = parent.node.children?.findLast(({ children }) => children?.[0]?.value === path.at(-1));
  const value = child?.children?.[1];
  if (!child || !value || (value.children?.length ?? 1) > 0) return text;
  return removeEmptyParents(removeChild(doc, parent.node, child), path.slice(0, -1), original);
}

function hasPath(text: string | undefined, path: readonly string[]): boolean {
  const doc = text === undefined ? '' : parseJsonObject(text);
  return typeof doc !== 'string' && !('missing' in followPath(doc, path));
}

/** The node at a path, or the deepest existing one. */
type PathLookup =
  | { readonly node: Node }
  | { readonly deepest: Node; readonly missing: string; readonly depth: number };

function followPath({ root }: JsonText, path: readonly string[]): PathLookup {
  let node = root;
  for (const [depth, name] of path.entries()) {
    const next = node.type === 'object' ? findProperty(node, name) : undefined;
    if (!next) return { deepest: node, missing: name, depth };
    node = next;
  }
  return { node };
}

interface HandlerNode {
  readonly node: Node;
  /** The element of the event's list that contains it. */
  readonly element: Node;
  /** The list that contains it. */
  readonly group: Node;
  readonly isAlone: boolean;
}

/** The handlers of an event, grouped or not. */
function handlersIn(list: Node): readonly HandlerNode[] {
  return (list.children ?? []).flatMap((element): readonly HandlerNode[] => {
    const group = element.type === 'object' ? findProperty(element, 'hooks') : undefined;
    if (group?.type !== 'array') return [{ node: element, element, group: list, isAlone: true }];
    const inside = group.children ?? [];
    return inside.map((node) => ({ node, element, group, isAlone: inside.length === 1 }));
  });
}

/** Copies the parser's objects: without a prototype they would never equal ours. */
const plainJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** All strings in a handler, at any depth. */
const stringsIn = (node: Node): readonly unknown[] =>
  node.children ? node.children.flatMap(stringsIn) : node.type === 'string' ? [node.value] : [];
const isInitHandler = (node: Node): boolean => stringsIn(node).some(isWrittenByInit);
const isAnyhookHandler = (node: Node): boolean => stringsIn(node).some(callsAnyhook);

const handlerTimeout = (node: Node): number => timeoutInCommand(stringsIn(node).filter(isWrittenByInit).join(' '));

/** The timeout of one of our entries, read from its command. */
export function timeoutInCommand(command: string): number {
  const [, ms = '0'] = /--timeout (\d{1,9})/.exec(command) ?? [];
  return Number(ms) === 0 ? 0 : Number(ms) + answerMarginMs;
}

/** Time that the engine's answer needs to arrive before the agent's timeout. */
export const answerMarginMs = 1_000;
