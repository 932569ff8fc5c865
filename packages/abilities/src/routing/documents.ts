import { dirname, join, normalize } from 'node:path/posix';
import { entryExists, isWithin, readStart, realPath, type TreeRules } from '@anyhook/core';
import type { DocumentRow } from './build-index.js';

const documentNames = ['ABILITY.md', 'ROUTING.md'];

/** Folders with downloaded or generated files, which contain no documents of the project. */
const skippedFolders = new Set([
  ...['node_modules', 'bower_components', 'jspm_packages', 'vendor', 'third_party', 'Pods', 'Carthage'],
  ...['dist', 'build', 'out', 'target', 'coverage', 'bin', 'obj', 'tmp', 'temp', 'logs'],
  ...['__pycache__', 'venv', 'site-packages', 'DerivedData', 'bazel-out', 'elm-stuff'],
]);
/** Hidden folders that may contain documents. */
const enteredHiddenFolders = new Set(['.system', '.agents']);

export const documentTree: TreeRules = {
  isWanted: (name) => documentNames.includes(name),
  enters: (name) => !skippedFolders.has(name) && (!name.startsWith('.') || enteredHiddenFolders.has(name)),
  depth: 6,
  maxFolders: 2_000,
};

const maxDocuments = 200;
const maxRows = 5_000;

/** The rows of all routing documents of a project, given by their paths in it. */
export function readDocuments(root: string, paths: readonly string[]): readonly DocumentRow[] {
  const rows: DocumentRow[] = [];
  for (const path of paths.slice(0, maxDocuments)) {
    const file = join(root, path);
    // A link may lead out of the project, to a file that is not trusted.
    if (!isWithin(realPath(file), realPath(root))) continue;
    const { text, size } = readStart(file, tableLimits.bytes) ?? { text: '', size: 0 };
    const whole = size > tableLimits.bytes ? text.slice(0, text.lastIndexOf('\n') + 1) : text;
    for (const row of readTables(whole)) {
      if (rows.length === maxRows) return rows;
      rows.push(documentRow(row, path, root));
    }
  }
  return rows;
}

function documentRow({ line, cells }: TableRow, source: string, root: string): DocumentRow {
  const namedDocuments = (cells.document ?? []).flatMap((cell) => documentPath(cell, source, root) ?? []);
  const abilities = cells.ability ?? [];
  const [topic] = cells.topic ?? [];
  const [scope] = cells.scope ?? [];
  const [stage] = cells.stage ?? [];
  return {
    abilities,
    keywords: [...(cells.keywords ?? []), ...(cells.topic ?? []).slice(1)],
    negativeKeywords: cells.negative ?? [],
    // A row without a target leads to the document that contains it.
    documents: namedDocuments.length > 0 || abilities.length > 0 ? namedDocuments : [source],
    summary: (cells.summary ?? []).join(' '),
    ...(topic !== undefined && { topic }),
    ...(scope !== undefined && { scope }),
    ...(stage !== undefined && { stage: stage.toLowerCase() }),
    source,
    line,
  };
}

/** A document's path in the project: relative to the document that names it if it exists there, else to the root. */
function documentPath(cell: string, source: string, root: string): string | undefined {
  const path = cell.replace(/#.*$/, '');
  if (path === '' || /^[A-Za-z][\w+.-]*:/.test(path) || /[\u0000-\u001f]/.test(path)) return undefined;
  const besideSource = normalize(join(dirname(source), path));
  const belowRoot = normalize(path.replace(/^\/+/, ''));
  const candidates = path.startsWith('/') ? [belowRoot] : [besideSource, belowRoot];
  const inProject = candidates.filter((place) => place !== '..' && !place.startsWith('../') && place !== '.');
  return inProject.find((place) => entryExists(join(root, place))) ?? inProject[0];
}

/** The columns of a routing table, and the headers that identify them, regardless of case, order and punctuation. */
export const routingColumns = {
  ability: ['ability', 'abilities', 'ability id', 'operation', 'operations', 'operation key', 'tool', 'id', 'key'],
  keywords: ['keywords', 'keyword', 'key words', 'words', 'when', 'use when', 'when to use', 'trigger', 'triggers'],
  topic: ['topic', 'topics', 'subject', 'intent', 'task'],
  negative: ['negative keywords', 'negative', 'not', 'not when', 'not for', 'exclude', 'except', 'unless'],
  document: ['document', 'documents', 'doc', 'docs', 'path', 'file', 'read', 'read first', 'reference', 'see'],
  summary: ['summary', 'description', 'purpose', 'about', 'what it does'],
  scope: ['scope', 'module', 'component', 'package', 'area', 'folder'],
  stage: ['stage', 'phase'],
} as const;

type RoutingColumn = keyof typeof routingColumns;

/** One row of a routing table, its cells split into their items. */
interface TableRow {
  readonly line: number;
  readonly cells: Readonly<Partial<Record<RoutingColumn, readonly string[]>>>;
}

/** Limits for one document; the rest is not read. */
export const tableLimits = { bytes: 256 * 1024, rows: 2_000, columns: 24, lineChars: 4_000, texts: 40, textChars: 300 };

/** The rows of all routing tables of a document: tables with keywords, topic or summary, and one more known column. */
export function readTables(markdown: string): readonly TableRow[] {
  const rows: TableRow[] = [];
  const lines = markdown.slice(0, tableLimits.bytes).split(/\r\n|\n|\r/);
  let fence: string | undefined;
  for (let i = 0; i < lines.length && rows.length < tableLimits.rows; i++) {
    const line = lines[i] as string;
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      continue;
    }
    fence = mark;
    if (!line.includes('|') || !isDashLine(lines[i + 1])) continue;
    const header = columnsOf(cellsOf(line));
    for (i += 2; i < lines.length && rows.length < tableLimits.rows; i++) {
      const row = lines[i] as string;
      if (!row.includes('|')) break;
      const cells = header && tableCells(cellsOf(row), header);
      if (cells) rows.push({ line: i + 1, cells });
    }
    // The line after a table may open a code fence.
    i--;
  }
  return rows;
}

/** The line of dashes below a header. */
function isDashLine(line: string | undefined): boolean {
  if (!line?.includes('-') || !line.includes('|')) return false;
  return cellsOf(line).every((cell) => /^:?-+:?$/.test(cell));
}

const byHeader = new Map<string, RoutingColumn>(
  Object.entries(routingColumns).flatMap(([column, names]) =>
    names.map((name) => [name, column as RoutingColumn] as const),
  ),
);

/** The column of each cell; undefined if the table is about something else. */
function columnsOf(headers: readonly string[]): readonly (RoutingColumn | undefined)[] | undefined {
  const found = headers.map((header) =>
    byHeader.get(
      header
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    ),
  );
  const known = new Set(found.filter((column) => column !== undefined));
  const hasSubject = known.has('keywords') || known.has('topic') || known.has('summary');
  return hasSubject && known.size > 1 ? found : undefined;
}

function tableCells(
  cells: readonly string[],
  header: readonly (RoutingColumn | undefined)[],
): TableRow['cells'] | undefined {
  const row: Partial<Record<RoutingColumn, readonly string[]>> = {};
  for (const [i, column] of header.entries()) {
    const cell = cells[i] ?? '';
    const texts = column === undefined ? [] : column === 'summary' ? [stripMarks(cell)] : splitCell(cell, column);
    const kept = texts.filter((text) => text !== '').slice(0, tableLimits.texts);
    // Two columns of the same kind are merged.
    if (column && kept.length > 0) row[column] = [...(row[column] ?? []), ...kept];
  }
  return Object.keys(row).length > 0 ? row : undefined;
}

/** The cells of a line, trimmed; `\|` is a bar inside a cell. */
function cellsOf(line: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  const text = line.slice(0, tableLimits.lineChars).trim();
  for (let i = text.startsWith('|') ? 1 : 0; i < text.length; i++) {
    if (text[i] === '\\' && text[i + 1] === '|') cell += text[++i];
    else if (text[i] !== '|') cell += text[i];
    else if (cells.push(cell.trim()) === tableLimits.columns) return cells;
    else cell = '';
  }
  return text.endsWith('|') && cell === '' ? cells : [...cells, cell.trim()];
}

const markdownLink = /\[([^[\]]{0,300})\]\(<?([^()<>\s]{0,300})[^()]{0,300}\)/g;

/** The items of a cell, split at commas, semicolons and line breaks. A link in a document column means its target. */
function splitCell(cell: string, column: RoutingColumn): readonly string[] {
  const target = column === 'document' ? '$2' : '$1';
  return cell
    .replace(markdownLink, target)
    .split(/[,;、，；]|<br ?\/?>/i)
    .map(stripMarks);
}

/** A text on one line without Markdown emphasis, code marks and quotes. */
function stripMarks(cell: string): string {
  const text = cell.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');
  const marks = new Set('`*"\'“”‘’ \t');
  let from = 0;
  let to = text.length;
  while (from < to && marks.has(text[from] as string)) from++;
  while (to > from && marks.has(text[to - 1] as string)) to--;
  return text.slice(from, Math.min(to, from + tableLimits.textChars));
}
