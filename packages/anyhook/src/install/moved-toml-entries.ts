import { callsAnyhook, isObject } from '@anyhook/core';
import type { MovedEntry } from './moved-entries.js';
import { isPathBelow, lineBreakOf, readToml, samePath, type TomlLine, type TomlText } from './toml-lines.js';
import { checkTomlChange } from './toml-tables.js';

/** The entries `[[hooks.EVENT]]` of these events that are not anyhook's own; undefined if the file has another form. */
export function movableTomlEntries(
  text: string,
  events: ReadonlySet<string>,
  isWanted: (value: unknown) => boolean,
): readonly MovedEntry[] | undefined {
  const doc = readToml(text);
  if ('problem' in doc) return undefined;
  const hooks = isObject(doc.value['hooks']) ? doc.value['hooks'] : {};
  const entries: MovedEntry[] = [];
  for (const event of events) {
    const values = Array.isArray(hooks[event]) ? hooks[event] : [];
    const blocks = blocksOf(doc, ['hooks', event]);
    // Inline lists have no headers.
    if (blocks.length !== values.length) return undefined;
    for (const [i, value] of values.entries()) {
      const block = blocks[i];
      if (block !== undefined && !stringsIn(value).some(callsAnyhook) && isWanted(value))
        entries.push({ event, value: JSON.parse(JSON.stringify(value)), text: block });
    }
  }
  return entries;
}

/** The texts of the elements of a list of tables, each with the tables in it. */
function blocksOf({ lines }: TomlText, path: readonly string[]): readonly string[] {
  const blocks: TomlLine[][] = [];
  let block: TomlLine[] | undefined;
  for (const line of lines) {
    if (line.kind === 'list' && samePath(line.path, path)) {
      block = [];
      blocks.push(block);
    } else if ((line.kind === 'list' || line.kind === 'table') && !isPathBelow(line.path, path)) block = undefined;
    block?.push(line);
  }
  // Blank lines and comments at the end may belong to what follows.
  return blocks.map((one) => {
    const end = one.findLastIndex(({ kind }) => kind !== 'blank' && kind !== 'comment');
    return one
      .slice(0, end + 1)
      .map((line) => line.text)
      .join('');
  });
}

const stringsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : [];

/** The file without these entries; as it was if that would change anything else. */
export function withoutTomlEntries(text: string, entries: readonly MovedEntry[]): string {
  return entries.reduce((before, { event, value, text: block = '' }) => {
    const at = block === '' ? -1 : before.indexOf(block);
    if (at < 0) return before;
    const after = before.slice(0, at) + before.slice(at + block.length);
    const checked = checkTomlChange(after, before, (doc) => removeElement(doc, event, value));
    return typeof checked === 'string' ? checked : before;
  }, text);
}

function removeElement(doc: Record<string, unknown>, event: string, value: unknown): void {
  const hooks = isObject(doc['hooks']) ? { ...doc['hooks'] } : {};
  const list = Array.isArray(hooks[event]) ? [...hooks[event]] : [];
  const wanted = JSON.stringify(value);
  const index = list.findIndex((one) => JSON.stringify(one) === wanted);
  if (index >= 0) list.splice(index, 1);
  if (list.length > 0) hooks[event] = list;
  else delete hooks[event];
  if (Object.keys(hooks).length > 0) doc['hooks'] = hooks;
  else delete doc['hooks'];
}

/** The file with these entries restored at its end; undefined if it would not be valid. */
export function withTomlEntriesBack(text: string, entries: readonly MovedEntry[]): string | undefined {
  const eol = lineBreakOf(text);
  const after = entries.reduce((before, { text: block = '' }) => {
    const gap = before === '' ? '' : before.endsWith('\n') ? eol : eol + eol;
    return `${before}${gap}${block.replace(/\r?\n?$/, eol)}`;
  }, text);
  return 'problem' in readToml(after) ? undefined : after;
}
