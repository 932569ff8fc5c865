import { isDeepStrictEqual } from 'node:util';
import { getNodeValue, type Node } from 'jsonc-parser';
import { callsAnyhook, type EntriesTarget, type EntryParts, isOwnCommand } from '../hosts/render.js';
import {
  addElement,
  addProperty,
  type JsonText,
  parseObject,
  property,
  removeChild,
  replaceValue,
} from './json-edit.js';

/** One event to register, for at least so long. */
export interface Wanted {
  readonly event: string;
  readonly timeoutMs: number;
}

export interface Entered {
  readonly text: string;
  /** Events that an entry serves which somebody wrote by hand. */
  readonly byHand: readonly string[];
  /** What stands in the file for each of our events. */
  readonly events: readonly Wanted[];
}

/** Makes the parts of an entry; the time is what the file says already where that is longer. */
export type MakeParts = (wanted: Wanted) => EntryParts;

/** The text with one entry of ours for each event; a text that says what is wrong instead. Nothing else changes. */
export function addEntries(
  before: string,
  target: EntriesTarget,
  wanted: readonly Wanted[],
  partsOf: MakeParts,
): Entered | { readonly problem: string } {
  const byHand: string[] = [];
  const events: Wanted[] = [];
  let text = before.trim() === '' ? `${JSON.stringify(target.start ?? {}, null, 2).replace('{}', '{\n}')}\n` : before;
  for (const { event, timeoutMs } of wanted) {
    const made = addEntry(text, event, target, (known) => {
      const parts = partsOf({ event, timeoutMs: Math.max(timeoutMs, known) });
      events.push({ event, timeoutMs: parts.timeoutMs });
      return target.entry(parts);
    });
    if (typeof made !== 'string') return made;
    if (events.at(-1)?.event !== event) byHand.push(event);
    text = made;
  }
  return { text, byHand, events };
}

function addEntry(
  text: string,
  event: string,
  target: EntriesTarget,
  entryFor: (knownMs: number) => Readonly<Record<string, unknown>>,
): string | { readonly problem: string } {
  const doc = parseObject(text);
  if (typeof doc === 'string') return { problem: doc };
  const map = descend(doc, target.at);
  if ('missing' in map) {
    const { under, missing } = map;
    return addEntry(addProperty(doc, under, missing, {}), event, target, entryFor);
  }
  if (map.node.type !== 'object') return { problem: `"${target.at.join('.')}": expected an object` };
  const list = property(map.node, event);
  if (!list) return addProperty(doc, map.node, event, [entryFor(0)]);
  if (list.type !== 'array') return { problem: `"${[...target.at, event].join('.')}": expected a list` };
  const handlers = handlersIn(list);
  const own = handlers.find(({ node }) => isOwn(node));
  if (!own) return handlers.some(({ node }) => isOurs(node)) ? text : addElement(doc, list, entryFor(0));
  const entry = entryFor(budgetOf(own.node));
  const wantedHandler = own.alone ? entry : (((entry['hooks'] as unknown[] | undefined) ?? [entry])[0] as unknown);
  const node = own.alone ? own.element : own.node;
  return isDeepStrictEqual(plain(getNodeValue(node)), wantedHandler) ? text : replaceValue(doc, node, wantedHandler);
}

/** The text without our entries, and without the empty lists that they leave, unless they were there before. */
export function removeEntries(text: string, target: EntriesTarget, original?: string): string {
  const doc = parseObject(text);
  if (typeof doc === 'string') return text;
  const map = descend(doc, target.at);
  if ('missing' in map) return text;
  for (const property of map.node.children ?? []) {
    const [name, list] = property.children ?? [];
    if (list?.type !== 'array') continue;
    const own = handlersIn(list).find(({ node }) => isOwn(node));
    if (!own) continue;
    const less = own.alone ? removeChild(doc, list, own.element) : removeChild(doc, own.group, own.node);
    return removeEntries(withoutEmpty(less, [...target.at, String(name?.value)], original), target, original);
  }
  return text;
}

/** Removes what became empty on the way to a list, from within outwards. */
function withoutEmpty(text: string, path: readonly string[], original: string | undefined): string {
  if (path.length === 0) return text;
  const doc = parseObject(text);
  if (typeof doc === 'string' || hasPath(original, path)) return text;
  const above = descend(doc, path.slice(0, -1));
  if ('missing' in above) return text;
  const child = above.node.children?.findLast(({ children }) => children?.[0]?.value === path.at(-1));
  const value = child?.children?.[1];
  if (!child || !value || (value.children?.length ?? 1) > 0) return text;
  return withoutEmpty(removeChild(doc, above.node, child), path.slice(0, -1), original);
}

function hasPath(text: string | undefined, path: readonly string[]): boolean {
  const doc = text === undefined ? '' : parseObject(text);
  return typeof doc !== 'string' && !('missing' in descend(doc, path));
}

type Found = { readonly node: Node } | { readonly under: Node; readonly missing: string };

function descend({ root }: JsonText, path: readonly string[]): Found {
  let node = root;
  for (const name of path) {
    const next = node.type === 'object' ? property(node, name) : undefined;
    if (!next) return { under: node, missing: name };
    node = next;
  }
  return { node };
}

interface Handler {
  readonly node: Node;
  /** The element of the event's list in which it stands. */
  readonly element: Node;
  /** The list in which it stands. */
  readonly group: Node;
  readonly alone: boolean;
}

/** The handlers of an event: in groups, or bare. */
function handlersIn(list: Node): readonly Handler[] {
  return (list.children ?? []).flatMap((element): readonly Handler[] => {
    const group = element.type === 'object' ? property(element, 'hooks') : undefined;
    if (group?.type !== 'array') return [{ node: element, element, group: list, alone: true }];
    const inside = group.children ?? [];
    return inside.map((node) => ({ node, element, group, alone: inside.length === 1 }));
  });
}

/** The parser's objects have no prototype, and would never be equal to ours. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const strings = (node: Node): readonly unknown[] => {
  const value: unknown = getNodeValue(node);
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
};
const isOwn = (node: Node): boolean => strings(node).some(isOwnCommand);
const isOurs = (node: Node): boolean => strings(node).some(callsAnyhook);

/** The time that an entry of ours has, as its command says. */
const budgetOf = (node: Node): number => {
  const [, ms = '0'] = /--timeout (\d{1,9})/.exec(strings(node).filter(isOwnCommand).join(' ')) ?? [];
  return Number(ms) === 0 ? 0 : Number(ms) + marginMs;
};

/** What the engine's answer needs to arrive before the agent gives up. */
export const marginMs = 1_000;
