import { callsAnyhook } from '@anyhook/core';
import { getNodeValue, type Node } from 'jsonc-parser';
import { addElement, addProperty, findProperty, parseJsonObject, removeChild } from './json-edit.js';
import { withoutTomlEntries, withTomlEntriesBack } from './moved-toml-entries.js';

/** An entry of an agent's settings that moved into a package. */
export interface MovedEntry {
  readonly event: string;
  readonly value: unknown;
  /** The lines of an entry in TOML. */
  readonly text?: string;
  /** The events are at the top of the file, not below `hooks`. */
  readonly isAtTop?: true;
}

const stringsIn = (node: Node): readonly unknown[] =>
  node.children ? node.children.flatMap(stringsIn) : node.type === 'string' ? [node.value] : [];

/** A list of hooks in a settings file. */
interface EventList extends Pick<MovedEntry, 'event' | 'isAtTop'> {
  readonly list: Node;
}

/** The lists of hooks in a settings file, by event: below `hooks`, or at its top. */
function listsIn(root: Node): readonly EventList[] {
  const hooks = findProperty(root, 'hooks');
  const events = hooks ?? root;
  return (events.type === 'object' ? (events.children ?? []) : []).flatMap(({ children = [] }): readonly EventList[] =>
    children[1]?.type === 'array'
      ? [{ event: String(children[0]?.value), list: children[1], ...(!hooks && { isAtTop: true }) }]
      : [],
  );
}

const isMovable = (node: Node, isWanted: (value: unknown) => boolean): boolean =>
  !stringsIn(node).some(callsAnyhook) && isWanted(getNodeValue(node));

/** The entries of these events that are not anyhook's own; undefined if the file has another form. */
export function movableEntries(
  text: string,
  events: ReadonlySet<string>,
  isWanted: (value: unknown) => boolean,
): { readonly entries: readonly MovedEntry[]; readonly head: Readonly<Record<string, unknown>> } | undefined {
  const doc = parseJsonObject(text.replace(/^\uFEFF/, ''));
  if (typeof doc === 'string') return undefined;
  const entries = listsIn(doc.root)
    .filter(({ event }) => events.has(event))
    .flatMap(({ event, list, isAtTop }) =>
      (list.children ?? [])
        .filter((node) => isMovable(node, isWanted))
        .map((node): MovedEntry => ({ event, value: getNodeValue(node), ...(isAtTop && { isAtTop }) })),
    );
  const version = findProperty(doc.root, 'version')?.value as unknown;
  return { entries, head: version === undefined ? {} : { version } };
}

/** The file without these entries; lists that become empty stay, and nothing else changes. */
export function withoutEntries(text: string, entries: readonly MovedEntry[]): string {
  if (entries.some((entry) => entry.text !== undefined)) return withoutTomlEntries(text, entries);
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  let body = text.slice(bom.length);
  for (const { event, value } of entries) {
    const doc = parseJsonObject(body);
    if (typeof doc === 'string') return text;
    const wanted = JSON.stringify(value);
    const list = listsIn(doc.root).find((one) => one.event === event)?.list;
    const node = list?.children?.find((one) => JSON.stringify(getNodeValue(one)) === wanted);
    if (list && node) body = removeChild(doc, list, node);
  }
  return bom + body;
}

/** The file with these entries restored at the end of each event's list; undefined if there is no place for them. */
export function withEntriesBack(text: string, entries: readonly MovedEntry[]): string | undefined {
  if (entries.some((entry) => entry.text !== undefined)) return withTomlEntriesBack(text, entries);
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  let body = text.slice(bom.length).trim() === '' ? '{\n}\n' : text.slice(bom.length);
  for (const entry of entries) {
    const added = withEntry(body, entry);
    if (added === undefined) return undefined;
    body = added;
  }
  return bom + body;
}

function withEntry(text: string, { event, value, isAtTop }: MovedEntry): string | undefined {
  const doc = parseJsonObject(text);
  if (typeof doc === 'string') return undefined;
  const hooks = isAtTop ? doc.root : findProperty(doc.root, 'hooks');
  if (!hooks) return addProperty(doc, doc.root, 'hooks', { [event]: [value] });
  if (hooks.type !== 'object') return undefined;
  const list = findProperty(hooks, event);
  if (!list) return addProperty(doc, hooks, event, [value]);
  return list.type === 'array' ? addElement(doc, list, value) : undefined;
}
