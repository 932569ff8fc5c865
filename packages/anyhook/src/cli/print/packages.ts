import { type EventName, type Hook, lookAlikes, lookAlikeText, type PackageFile, shellLineOf } from '@anyhook/core';
import type { FetchedPackage } from '../../add/fetch.js';
import type { PackageReview } from '../../add/review.js';
import { diffLines } from '../../install/diff.js';
import { gapsOf } from '../../trust/trust-coverage.js';
import { handlerText } from '../terminal/describe-hook.js';
import { colorsFor, type Io, print, terminalWidth } from '../terminal/io.js';
import { symbolsFor } from '../terminal/symbols.js';
import { countNoun, oneLine, showControls, tableLines, wrap } from '../terminal/text.js';
import { type FileDiff, isProgram, printDiffs } from './file-changes.js';

/** When hooks of an event run, in words; other events show their names. */
const whenTexts: Partial<Readonly<Record<EventName, string>>> = {
  'tool.before': 'before',
  'tool.after': 'after',
  'tool.permission': 'when asked for',
  'session.start': 'at session start',
  'session.end': 'at session end',
  'prompt.submit': 'at each prompt',
  'agent.stop': 'at each stop',
};

/** `before Bash`, `at session start`. */
export function whenText({ events, nativeEvent, match }: Hook): string {
  const [event] = events;
  const text = event && whenTexts[event];
  if (text === undefined) return oneLine(nativeEvent);
  if (!event?.startsWith('tool.')) return text;
  return `${text} ${match.tool ? oneLine(match.tool.source) : 'every call'}`;
}

/** What a hook runs, without variables that every hook of a plugin gets. */
export function runText({ handler }: Hook): string {
  if (handler.kind !== 'command') return oneLine(handlerText(handler));
  const { env: _all, ...bare } = handler;
  // The folder of the package is left out.
  return oneLine(shellLineOf(handler) ?? handlerText(bare)).replace(/\$\{?\w*PLUGIN_ROOT\}?\//g, '');
}

/** `acme/agent-hooks v1.2.0 (3f9c2b7)`. */
export const packageTitle = ({
  name,
  version,
  commit,
}: {
  readonly name: string;
  readonly version?: string;
  readonly commit?: string;
}): string =>
  [
    oneLine(name),
    ...(version === undefined ? [] : [oneLine(version)]),
    ...(commit === undefined ? [] : [`(${commit.slice(0, 7)})`]),
  ].join(' ');

const widthOf = (io: Io): number => terminalWidth(io) ?? 100;

/** Shows what a package would run, before the user agrees to it. */
export function printPackage(io: Io, fetched: FetchedPackage, review: PackageReview): void {
  const { bold, dim } = colorsFor(io);
  const { files } = fetched;
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  print(
    io,
    `${bold(packageTitle(fetched))}: ${countNoun(review.hooks.length, 'hook')}, ${countNoun(files.length, 'file')}, ${sizeText(size)}`,
  );
  print(io, '');
  for (const line of hookRows(review.hooks, widthOf(io))) print(io, line);
  const { warning } = symbolsFor(io, colorsFor(io));
  const note = (text: string) => print(io, `  ${warning} ${wrap(text, widthOf(io) - 1, 4)}`);
  const gaps = distinctGaps(review.hooks);
  for (const gap of gaps.slice(0, maxNotes)) note(`may run more than its own files: ${gap}`);
  if (gaps.length > maxNotes) note(`and ${gaps.length - maxNotes} more like this`);
  const names = [
    fetched.name,
    ...files.map(({ path }) => path),
    ...review.hooks.flatMap((hook) => [hook.id, runText(hook)]),
  ];
  for (const one of lookAlikes(names.join(' '))) note(lookAlikeText(one));
  for (const text of distinctProblemTexts(review)) note(text);
  if (fetched.kind === 'npm' && hasInstallScripts(files))
    note('its install scripts are not run; hooks that need them fail.');
  if (review.others.length > 0)
    note(`it also has hooks for ${review.others.join(', ')}, which are not installed; --format selects them`);
  print(io, '');
  print(io, dim('They run as you, with your files and your network.'));
}

/** One line for each hook: when it runs, and what. */
export function hookRows(hooks: readonly Hook[], width: number): readonly string[] {
  const rows = hooks.map((hook) => [
    { text: whenText(hook) },
    { text: hook.unloadable === undefined ? runText(hook) : `cannot be loaded: ${oneLine(hook.unloadable)}` },
  ]);
  return tableLines(rows, width - 2).map((line) => `  ${line}`);
}

const distinctGaps = (hooks: readonly Hook[]): readonly string[] => [
  ...new Set(hooks.flatMap((hook) => gapsOf(hook).map(({ what, why }) => `${oneLine(what)} (${oneLine(why)})`))),
];

const maxNotes = 3;

/** Problems in its hook files; the same message about several lines once. */
function distinctProblemTexts({ problems }: PackageReview): readonly string[] {
  const first = new Map(problems.toReversed().map((problem) => [problem.message, problem]));
  return [...first.values()].toReversed().map(({ source, line, message }) => {
    const others = problems.filter((one) => one.message === message).length - 1;
    const place = `${oneLine(source)}${line === undefined ? '' : `:${line}`}`;
    return `${place}: ${oneLine(message)}${others > 0 ? ` (and ${others} more)` : ''}`;
  });
}

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

function hasInstallScripts(files: readonly PackageFile[]): boolean {
  const text = files.find(({ path }) => path === 'package.json')?.bytes.toString('utf8') ?? '';
  return /"(?:pre|post)?install"\s*:/.test(text);
}

/** Shows all files of a package completely, and reports what is cut or not text. */
export function printPackageFiles(io: Io, files: readonly PackageFile[]): void {
  const { dim, bold } = colorsFor(io);
  for (const { path, bytes } of files) {
    print(io, bold(`--- ${oneLine(path)}`));
    if (isProgram(bytes)) print(io, dim(`binary, ${sizeText(bytes.length)}: not shown`));
    else
      for (const line of bytes.toString('utf8').split('\n')) {
        const shown = line.replace(/\r$/, '');
        const rest = shown.length - maxShownChars;
        print(io, showControls(shown.slice(0, maxShownChars)) + (rest > 0 ? dim(` … ${rest} more characters`) : ''));
      }
    print(io, '');
  }
}

const maxShownChars = 2_000;

/** What a new version changes. */
export interface PackageChange {
  readonly diffs: readonly FileDiff[];
  readonly newHooks: readonly Hook[];
  readonly goneHooks: readonly Hook[];
}

/** Shows what an update would change: files first, then hooks. */
export function printPackageChange(
  io: Io,
  title: string,
  { diffs, newHooks, goneHooks }: PackageChange,
  fileCount: number,
): void {
  const { green, red, bold } = colorsFor(io);
  const parts = [
    `${diffs.length} of ${countNoun(fileCount, 'file')} changed`,
    ...(newHooks.length > 0 ? [`${countNoun(newHooks.length, 'hook')} new`] : []),
    ...(goneHooks.length > 0 ? [`${countNoun(goneHooks.length, 'hook')} gone`] : []),
  ];
  print(io, `${bold(title)}: ${parts.join(', ')}`);
  const rows = diffs.map((diff) => {
    const { plus, minus } = lineCounts(diff);
    const word = diff.before === undefined ? 'new' : diff.after === undefined ? 'gone' : 'changed';
    return [{ text: word }, { text: oneLine(diff.path) }, { text: plus, paint: green }, { text: minus, paint: red }];
  });
  for (const line of tableLines(rows)) print(io, `  ${line}`);
  for (const hook of newHooks) print(io, `  hook     ${whenText(hook)}, ${runText(hook)}`);
  for (const hook of goneHooks) print(io, `  no more  ${whenText(hook)}, ${runText(hook)}`);
}

function lineCounts({ before, after }: FileDiff): { readonly plus: string; readonly minus: string } {
  const isBinary = [before, after].some((bytes) => bytes && isProgram(bytes));
  const lines = isBinary ? [] : diffLines(before?.toString('utf8') ?? '', after?.toString('utf8') ?? '');
  const count = (wanted: '+' | '-') => lines.filter(({ sign }) => sign === wanted).length;
  return { plus: count('+') > 0 ? `+${count('+')}` : '', minus: count('-') > 0 ? `-${count('-')}` : '' };
}

/** Shows every changed line. */
export const printPackageDiffs = (io: Io, diffs: readonly FileDiff[]): void =>
  printDiffs(io, diffs, Number.POSITIVE_INFINITY);
