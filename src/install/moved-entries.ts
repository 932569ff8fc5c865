import { getNodeValue, type Node } from 'jsonc-parser';
import { callsAnyhook } from '../agents/kit/install.js';
import { addElement, addProperty, findProperty, parseJsonObject, removeChild } from './json-edit.js';

/** An entry of an agent's settings that moved into a package. */
export interface MovedEntry {
  readonly event: string;
  readonly value: unknown;
}

const stringsIn = (node: Node): readonly unknown[] =>
  node.children ? node.children.flatMap(stringsIn) : node.type === 'string' ? [node.value] : [];

/** The lists of hooks in a settings file, by event. */
function listsIn(root: Node): readonly { readonly event: string; readonly list: Node }[] {
  const hooks = findProperty(root, 'hooks');
  return (hooks?.type === 'object' ? (hooks.children ?? []) : []).flatMap(({ children = [] }) =>
    children[1]?.type === 'array' ? [{ event: String(children[0]?.value), list: children[1] }] : [],
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
    .flatMap(({ event, list }) =>
      (list.children ?? [])
        .filter((node) => isMovable(node, isWanted))
        .map((node): MovedEntry => ({ event, value: getNodeValue(node) })),
    );
  const version = findProperty(doc.root, 'version')?.value as unknown;
  return { entries, head: version === undefined ? {} : { version } };
}

/** The file without these entries; lists that become empty stay, and nothing else changes. */
export function withoutEntries(text: string, entries: readonly MovedEntry[]): string {
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

/** The file with these entries again, each at the end of the list of its event. */
export function withEntriesBack(text: string, entries: readonly MovedEntry[]): string {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  let body = text.slice(bom.length).trim() === '' ? '{\n}\n' : text.slice(bom.length);
  for (const { event, value } of entries) {
    const added = withEntry(body, event, value);
    if (added === undefined) return text;
    body = added;
  }
  return bom + body;
}

function withEntry(text: string, event: string, value: unknown): string | undefined {
  const doc = parseJsonObject(text);
  if (typeof doc === 'string') return undefined;
  const hooks = findProperty(doc.root, 'hooks');
  if (!hooks) return addProperty(doc, doc.root, 'hooks', { [event]: [value] });
  if (hooks.type !== 'object') return undefined;
  const list = findProperty(hooks, event);
  if (!list) return addProperty(doc, hooks, event, [value]);
  return list.type === 'array' ? addElement(doc, list, value) : undefined;
}
