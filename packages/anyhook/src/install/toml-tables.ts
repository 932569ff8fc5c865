import type { TrustTables } from '../agents/kit/install.js';
import {
  isPathBelow,
  lineBreakOf,
  readToml,
  samePath as same,
  type TomlLine,
  type TomlProblem,
  withTomlValue,
} from './toml-lines.js';

type TrustTable = TrustTables['tables'][number];

/** Marks a header that we wrote. */
export const tomlMark = ' # written by "anyhook init"';

/** Adds these tables and keeps existing ones; returns a problem if the file cannot be parsed. */
export function setTables(text: string, tables: readonly TrustTable[]): string | TomlProblem {
  const doc = readToml(text);
  if ('problem' in doc) return doc;
  const { lines } = doc;
  const eol = lineBreakOf(text);
  const missing = tables.filter(({ path }) => !lines.some((line) => line.kind === 'table' && same(line.path, path)));
  const clash = lines.find((line) => missing.some(({ path }) => blocksAddition(line, path)));
  if (clash)
    return {
      problem: `line ${clash.number}: "${clash.path.join('.')}" is an inline value, so nothing can be added to it`,
    };
  const updated = lines.map((line) => tableLine(line, lines, tables, eol)).join('');
  const block = missing.flatMap((table) => [`[${printKey(table.path)}]${tomlMark}`, tableValue(table)]);
  const gap = updated === '' ? '' : updated.endsWith('\n') ? eol : eol + eol;
  const after = missing.length === 0 ? updated : `${updated}${gap}${block.join(eol)}${eol}`;
  return checkTomlChange(after, text, (value) => {
    for (const { path, key, value: wanted } of tables) tableAt(value, path)[key] = wanted;
  });
}

/** Removes the tables with these paths. */
export function removeTables(text: string, paths: readonly (readonly string[])[]): string {
  const doc = readToml(text);
  if ('problem' in doc) return text;
  const isOurs = (path: readonly string[]) => paths.some((one) => same(path, one));
  const stripped = withoutBlocks(doc.lines, (header) => header.kind === 'table' && isOurs(header.path));
  return 'problem' in readToml(stripped) ? text : stripped;
}

/** Removes the headers and values of some blocks; comments stay. */
export function withoutBlocks(lines: readonly TomlLine[], isRemoved: (header: TomlLine) => boolean): string {
  const kept: TomlLine[] = [];
  let inside = false;
  for (const line of lines) {
    const isHeader = line.kind === 'table' || line.kind === 'list';
    if (isHeader) inside = isRemoved(line);
    if (!inside || (!isHeader && line.kind !== 'value')) kept.push(line);
    // The blank line before our block.
    else if (line.text.includes(tomlMark) && kept.at(-1)?.kind === 'blank') kept.pop();
  }
  return kept.map((line) => line.text).join('');
}

/** Returns the changed text if it differs from the old one by exactly this change; otherwise a problem. */
export function checkTomlChange(
  after: string,
  before: string,
  change: (value: Record<string, unknown>) => void,
): string | TomlProblem {
  const oldDoc = readToml(before);
  const newDoc = readToml(after);
  const unsafe = { problem: 'this file cannot be changed safely; write the entries by hand' };
  if ('problem' in oldDoc || 'problem' in newDoc) return unsafe;
  const expected = oldDoc.value as Record<string, unknown>;
  change(expected);
  return sortedText(expected) === sortedText(newDoc.value) ? after : unsafe;
}

/** The content of a file, independent of key order. */
const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => {
    if (typeof one === 'bigint' || typeof one === 'number') return `${typeof one} ${one}`;
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

/** Sets the value that the table should have. */
function tableLine(line: TomlLine, lines: readonly TomlLine[], tables: readonly TrustTable[], eol: string): string {
  if (line.kind === 'table') {
    const table = tables.find(({ path }) => same(path, line.path));
    const hasValue = table && lines.some((one) => one.kind === 'value' && same(one.path, [...table.path, table.key]));
    return !table || hasValue ? line.text : `${line.text.replace(/\r?\n$/, '')}${eol}${tableValue(table)}${eol}`;
  }
  const table = line.kind === 'value' && tables.find(({ path, key }) => same(line.path, [...path, key]));
  return table ? withTomlValue(line, JSON.stringify(table.value)) : line.text;
}

/** A list of tables or an inline table on this path, which cannot be extended. */
const blocksAddition = ({ kind, path }: TomlLine, tablePath: readonly string[]): boolean =>
  (kind === 'value' || kind === 'list') &&
  path.length < tablePath.length &&
  path.length > 0 &&
  isPathBelow(tablePath, path);

function tableAt(value: Record<string, unknown>, path: readonly string[]): Record<string, unknown> {
  return path.reduce((table, key) => {
    if (!Object.hasOwn(table, key)) table[key] = {};
    return table[key] as Record<string, unknown>;
  }, value);
}

const tableValue = ({ key, value }: TrustTable): string => `${key} = ${JSON.stringify(value)}`;
const printKey = (path: readonly string[]): string =>
  path.map((part) => (/^[\w-]+$/.test(part) ? part : JSON.stringify(part))).join('.');
