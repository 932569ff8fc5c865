// Loads a set of real hook files with anyhook's readers and counts the results by handler: `npm run corpus -- --set
// files.jsonl [--json] [--write]`. Each line of the set is {"repo","path","commit","dialect","text"}. The files belong
// to others, so their texts are not stored. `--write` stores the numbers for docs/reference/formats.md.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { unreadHookPlaceOf } from '../packages/anyhook/src/agents/hook-files.js';
import { snapshotDeps } from '../packages/anyhook/src/answer/engine.js';
import { countHandlers, countHandlersUnderHooks } from '../packages/anyhook/src/doctor/count-handlers.js';
import { parseJson, parseYaml } from '../packages/anyhook/src/formats/kit/parse.js';
import { checkFile } from '../packages/anyhook/src/hooks/check-file.js';
import type { Problem } from '../packages/core/src/errors.js';
import { userPaths } from '../packages/core/src/platform/user-paths.js';

interface CorpusRow {
  readonly path: string;
  readonly dialect: string;
  readonly text: string;
}

/** The results for the handlers of one or more files. */
interface Counts {
  files: number;
  /** Files that no reader accepts. */
  unreadFiles: number;
  /** Files that are read and whose handlers are all loaded, or left out with a warning. */
  wholeFiles: number;
  handlers: number;
  loaded: number;
  /** Handlers in files that no reader accepts. */
  unread: number;
  /** Handlers that only their own agent can run; a warning says so. */
  leftOut: number;
  refused: number;
  /** Number of warnings by cause. */
  readonly warnings: Record<string, number>;
  readonly errors: Record<string, number>;
}

const { values: options } = parseArgs({
  options: { set: { type: 'string' }, json: { type: 'boolean' }, write: { type: 'boolean' } },
});
if (options.set === undefined) {
  process.stderr.write('expected --set <file.jsonl> with one hook file on each line\n');
  process.exit(1);
}
const rows = readFileSync(options.set, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as CorpusRow);

const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
const user = userPaths({ HOME: join(folder, 'home') }, folder);
const deps = await snapshotDeps();
const byFormat = new Map<string, Counts>();
const all = emptyCounts();
try {
  for (const [i, row] of rows.entries()) {
    const counts = await countsOf(row, join(folder, String(i)));
    add(all, counts);
    const known = byFormat.get(row.dialect) ?? emptyCounts();
    byFormat.set(row.dialect, known);
    add(known, counts);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const results = [...byFormat].sort(([, a], [, b]) => b.files - a.files);
if (options.json) process.stdout.write(`${JSON.stringify({ all, dialects: Object.fromEntries(results) }, null, 2)}\n`);
else printTable([...results, ['all', all]]);

if (options.write) {
  const numbers = ({ warnings, errors, ...counts }: Counts) => ({ ...counts, warnings: total(warnings) });
  const figures = Object.fromEntries([...results, ['all', all] as const].map(([name, one]) => [name, numbers(one)]));
  writeFileSync('packages/anyhook/bench/corpus.json', `${JSON.stringify(figures, null, 2)}\n`);
}

/** Loads one file at its path in a separate folder. */
async function countsOf({ path, text }: CorpusRow, project: string): Promise<Counts> {
  const counts = { ...emptyCounts(), files: 1 };
  const file = join(project, path);
  mkdirSync(join(project, '.git'), { recursive: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  counts.handlers = handlersIn(text, file);
  const checked = unreadHookPlaceOf(file) ? undefined : await checkFile(file, user, deps);
  if (!checked) return { ...counts, unreadFiles: 1, unread: counts.handlers };
  for (const problem of checked.problems) {
    const causes = problem.severity === 'error' ? counts.errors : counts.warnings;
    const cause = causeOf(problem);
    causes[cause] = (causes[cause] ?? 0) + 1;
  }
  counts.loaded = checked.hooks.filter(({ unloadable }) => unloadable === undefined).length;
  counts.leftOut = checked.problems.filter(({ message }) => message.endsWith(': left out')).length;
  counts.handlers = Math.max(counts.handlers, counts.loaded + counts.leftOut);
  counts.refused = counts.handlers - counts.loaded - counts.leftOut;
  counts.wholeFiles = counts.refused === 0 ? 1 : 0;
  return counts;
}

/** The handlers in a file, counted without its reader; a Markdown file is one hook. */
function handlersIn(text: string, path: string): number {
  if (path.endsWith('.md')) return 1;
  const parsed = /\.ya?ml$/.test(path) ? parseYaml(text, path) : parseJson(text, path);
  if (!('doc' in parsed)) return 0;
  return countHandlersUnderHooks(parsed.doc.value) || (/hook/.test(path) ? countHandlers(parsed.doc.value) : 0);
}

/** The cause of a problem, without quotes from the file. */
function causeOf({ message }: Problem): string {
  const key = /^unknown key "[^"]*"/.exec(message)?.[0];
  const event = /^unknown event "[^"]*"/.exec(message)?.[0];
  return (
    key ??
    event ??
    message
      .replace(/"[^"]*"/g, '"…"')
      .replace(/, got .*$|;.*$|\d[\d.]*/gs, '')
      .slice(0, 80)
  );
}

function total(causes: Readonly<Record<string, number>>): number {
  return Object.values(causes).reduce((a, b) => a + b, 0);
}

function emptyCounts(): Counts {
  const none = { files: 0, unreadFiles: 0, wholeFiles: 0, handlers: 0, loaded: 0, unread: 0, leftOut: 0, refused: 0 };
  return { ...none, warnings: {}, errors: {} };
}

function add(sum: Counts, more: Counts): void {
  for (const key of [
    'files',
    'unreadFiles',
    'wholeFiles',
    'handlers',
    'loaded',
    'unread',
    'leftOut',
    'refused',
  ] as const)
    sum[key] += more[key];
  for (const key of ['warnings', 'errors'] as const)
    for (const [cause, n] of Object.entries(more[key])) sum[key][cause] = (sum[key][cause] ?? 0) + n;
}

function printTable(lines: readonly (readonly [string, Counts])[]): void {
  const titles = [
    'dialect',
    'files',
    'whole',
    'not read',
    'handlers',
    'loaded',
    'left out',
    'refused',
    'not read',
    'warnings',
  ];
  const cells = lines.map(([name, one]) => [
    ...[
      name,
      one.files,
      one.wholeFiles,
      one.unreadFiles,
      one.handlers,
      one.loaded,
      one.leftOut,
      one.refused,
      one.unread,
    ],
    total(one.warnings),
  ]);
  const widths = titles.map((title, i) => Math.max(title.length, ...cells.map((row) => String(row[i]).length)));
  for (const row of [titles, ...cells])
    process.stdout.write(
      `${row.map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i] ?? 0) : String(cell).padStart(widths[i] ?? 0))).join('  ')}\n`,
    );
  for (const [name, one] of lines) {
    for (const [kind, causes] of [
      ['refused', one.errors],
      ['warned', one.warnings],
    ] as const)
      for (const [cause, n] of Object.entries(causes).sort(([, a], [, b]) => b - a))
        process.stdout.write(`${name}: ${kind}: ${n} × ${cause}\n`);
  }
}
