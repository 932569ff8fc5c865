import { join } from 'node:path';
import { dataHome, readSettingsFile, sha256, userPaths, withLock } from '@anyhook/core';
import { applyChanges } from './apply-changes.js';
import type { FileChange } from './entry-plan.js';
import type { InstallWorld } from './install-world.js';
import { type FileRecord, findFileRecord, installLock, readManifest } from './manifest.js';
import { applyRemovals, type Removal } from './uninstall.js';

/** The files that make a shell complete `anyhook`. */
interface CompletionFiles {
  /** The completion script, which is ours. */
  readonly script: string;
  /** A file of the user that loads it; missing where the shell finds the script by itself. */
  readonly startFile?: string;
  /** The lines in that file. */
  readonly loadLines?: readonly string[];
}

type Place = InstallWorld['place'];

/** Where completion is put, for each shell. */
const completionFiles: Readonly<Record<string, (place: Place) => CompletionFiles>> = {
  bash: (place) => {
    const script = ownScript(place, 'anyhook.bash');
    return { script, startFile: join(homeOf(place), '.bashrc'), loadLines: [loadLine(place, script)] };
  },
  zsh: (place) => {
    const script = ownScript(place, 'anyhook.zsh');
    const startFolder = place.env['ZDOTDIR'] || homeOf(place);
    const startsCompletion = '(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }';
    return { script, startFile: join(startFolder, '.zshrc'), loadLines: [startsCompletion, loadLine(place, script)] };
  },
  fish: (place) => ({
    script: join(userPaths(place.env, place.home).configHome, 'fish', 'completions', 'anyhook.fish'),
  }),
};

const homeOf = (place: Place): string => userPaths(place.env, place.home).home;

const ownScript = (place: Place, name: string): string =>
  join(dataHome(place.env, homeOf(place)), 'anyhook', 'completion', name);

/** A line for bash and zsh that reads a script if it is there. */
function loadLine(place: Place, script: string): string {
  const home = homeOf(place);
  const rest = script.startsWith(`${home}/`) ? script.slice(home.length) : undefined;
  // People share these files between machines, where their homes differ.
  const word =
    rest !== undefined && /^[\w./-]+$/.test(rest) ? `"$HOME${rest}"` : `'${script.replaceAll("'", "'\\''")}'`;
  return `if [ -r ${word} ]; then . ${word}; fi`;
}

const scriptHeader = '# Written by "anyhook completion --install". Changes to this file are lost.\n';

/** `#compdef` must be the first line of a script for zsh. */
const withHeader = (script: string): string =>
  script.startsWith('#compdef') ? script.replace('\n', `\n${scriptHeader}`) : scriptHeader + script;

/**
 * A manifest of its own. The one of `init` says that agents are connected, and hooks of new formats wait on a machine
 * where that is so.
 */
const completionState = (state: string): string => join(state, 'completion');

/** What `completion --install` would write, or why it cannot. */
export function planCompletion({ place }: InstallWorld, shell: string, script: string): readonly FileChange[] | string {
  const files = completionFiles[shell]?.(place);
  if (!files) return `completion is not known for ${shell}`;
  const { startFile, loadLines = [] } = files;
  const wanted = [
    { path: files.script, change: () => withHeader(script) },
    ...(startFile === undefined
      ? []
      : [{ path: startFile, change: (text: string) => withMarkedLines(text, loadLines) }]),
  ];
  const changes: FileChange[] = [];
  for (const { path, change } of wanted) {
    const found = readSettingsFile(path);
    if (found.kind === 'unusable') return `${path}: ${found.why}`;
    const before = found.kind === 'file' ? found.bytes : undefined;
    const text = change(before?.toString('latin1') ?? '');
    if (text === undefined) return `${path}: ${markedLines.broken}`;
    // Latin-1 keeps every byte of the user's file; our own lines are ASCII.
    const after = path === files.script ? Buffer.from(text) : Buffer.from(text, 'latin1');
    if (!before?.equals(after)) changes.push({ path, before, after, use: { scope: 'user' } });
  }
  return changes;
}

export const installCompletion = ({ state }: InstallWorld, changes: readonly FileChange[]): Promise<void> =>
  withLock(installLock(completionState(state)), async () => applyChanges(completionState(state), changes));

/** What taking completion back would do, and what it cannot change. */
export interface CompletionRemovals {
  readonly removals: readonly Removal[];
  readonly problems: readonly string[];
}

/** Plans how to take completion back, from one shell or from all. Only reads. */
export function planCompletionRemoval({ place, state }: InstallWorld, shell?: string): CompletionRemovals {
  const manifest = readManifest(completionState(state));
  const shells = shell === undefined ? Object.keys(completionFiles) : [shell];
  const usual = shells.flatMap((name) => completionFiles[name]?.(place) ?? []);
  const scripts = usual.map(({ script }) => script);
  const startFiles = usual.flatMap(({ startFile }) => startFile ?? []);
  // With another ZDOTDIR or XDG folder, what was written stands elsewhere.
  const others = shell === undefined ? manifest.files.map(({ path }) => path) : [];
  const removals: Removal[] = [];
  const problems: string[] = [];
  for (const path of new Set([...startFiles, ...scripts, ...others])) {
    const removal = removalOf(path, findFileRecord(manifest, path));
    if (typeof removal === 'string') problems.push(removal);
    else if (removal) removals.push(removal);
  }
  return { removals, problems };
}

function removalOf(path: string, record: FileRecord | undefined): Removal | string | undefined {
  const found = readSettingsFile(path);
  const uses = record?.uses ?? [];
  if (found.kind === 'absent') return record && { path, before: undefined, after: undefined, how: 'strip', uses };
  const bytes = found.kind === 'file' ? found.bytes : undefined;
  const text = bytes?.toString('latin1') ?? '';
  const isOurs = text.includes(scriptHeader) || text.includes(markedLines.first);
  if (!record && !isOurs) return undefined;
  if (found.kind === 'unusable') return `${path}: ${found.why}`;
  const original = record?.origin.kind === 'bytes' ? Buffer.from(record.origin.base64, 'base64') : undefined;
  const isUntouched = record !== undefined && sha256(found.bytes) === record.after;
  const isOriginalOurs = original?.includes(markedLines.first) || original?.includes(scriptHeader);
  if (isUntouched && !isOriginalOurs && record.origin.kind !== 'unknown')
    return { path, before: found.bytes, after: original, how: 'restore', uses };
  if (text.includes(scriptHeader)) return { path, before: found.bytes, after: undefined, how: 'strip', uses };
  const stripped = withoutMarkedLines(text);
  if (stripped === undefined) return `${path}: ${markedLines.broken}`;
  const isEmptyNow = stripped === '' && record?.origin.kind === 'absent';
  return {
    path,
    before: found.bytes,
    after: isEmptyNow ? undefined : Buffer.from(stripped, 'latin1'),
    how: 'strip',
    uses,
  };
}

export async function removeCompletion({ state }: InstallWorld, { removals }: CompletionRemovals): Promise<void> {
  const ownState = completionState(state);
  if (removals.length > 0) await withLock(installLock(ownState), async () => applyRemovals(ownState, removals));
}

/** The lines around what we add to a start file of a shell. */
const markedLines = {
  first: '# >>> anyhook completion >>>',
  last: '# <<< anyhook completion <<<',
  broken:
    'expected "# <<< anyhook completion <<<" after "# >>> anyhook completion >>>", got one of them alone; delete that line, then try again',
} as const;

const { first, last } = markedLines;

/** The text with our lines at its end, or in the place where they are; undefined if one mark is alone. */
function withMarkedLines(text: string, lines: readonly string[]): string | undefined {
  const block = `${[first, ...lines, last].join('\n')}\n`;
  const place = findBlock(text);
  if (place === 'broken') return undefined;
  if (place) return text.slice(0, place.start) + block + text.slice(place.end);
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${block}`;
}

/** The text without our lines; undefined if one mark is alone. */
function withoutMarkedLines(text: string): string | undefined {
  const place = findBlock(text);
  if (place === 'broken') return undefined;
  return place ? text.slice(0, place.start) + text.slice(place.end) : text;
}

/** Where our lines are, with both marks and the end of the last line. */
function findBlock(text: string): { readonly start: number; readonly end: number } | 'broken' | undefined {
  const start = lineStart(text, first);
  const end = lineStart(text, last);
  if (start < 0 && end < 0) return undefined;
  if (start < 0 || end < start) return 'broken';
  const afterLine = text.indexOf('\n', end);
  return { start, end: afterLine < 0 ? text.length : afterLine + 1 };
}

/** Where a line begins that has only this text; -1 if none does. */
function lineStart(text: string, line: string): number {
  const found = new RegExp(`^${line}[ \\t\\r]*$`, 'm').exec(text);
  return found ? found.index : -1;
}
