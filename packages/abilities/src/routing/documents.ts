import { dirname, join, normalize } from 'node:path/posix';
import { entryExists, isWithin, readStart, realPath, type TreeRules } from '@anyhook/core';
import type { DocumentRow } from './build-index.js';
import { readTables, type TableRow, tableLimits } from './tables.js';

/** Names of the documents whose tables are read. */
const documentNames = ['ABILITY.md', 'ROUTING.md'];

/** Folders with downloaded or generated files, which contain no documents of the project. */
const skippedFolders = new Set([
  ...['node_modules', 'bower_components', 'jspm_packages', 'vendor', 'third_party', 'Pods', 'Carthage'],
  ...['dist', 'build', 'out', 'target', 'coverage', 'bin', 'obj', 'tmp', 'temp', 'logs'],
  ...['__pycache__', 'venv', 'site-packages', 'DerivedData', 'bazel-out', 'elm-stuff'],
]);
/** Hidden folders that may contain documents. */
const enteredHiddenFolders = new Set(['.system', '.agents']);

/** Where to look for routing documents. */
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

/**
 * A document's path in the project: relative to the document that names it if it exists there, otherwise to the root.
 */
function documentPath(cell: string, source: string, root: string): string | undefined {
  const path = cell.replace(/#.*$/, '');
  if (path === '' || /^[A-Za-z][\w+.-]*:/.test(path) || /[\u0000-\u001f]/.test(path)) return undefined;
  const besideSource = normalize(join(dirname(source), path));
  const belowRoot = normalize(path.replace(/^\/+/, ''));
  const candidates = path.startsWith('/') ? [belowRoot] : [besideSource, belowRoot];
  const inProject = candidates.filter((place) => place !== '..' && !place.startsWith('../') && place !== '.');
  return inProject.find((place) => entryExists(join(root, place))) ?? inProject[0];
}
