import { basename, dirname, isAbsolute, join, normalize, resolve } from 'node:path';
import { exists, isFile, listFolder, readText, realPath } from '../../../platform/files/files.js';

/** The files of anyhook on this machine. */
export interface GuardedPaths {
  readonly home: string;
  /** Folders that only anyhook itself writes. */
  readonly anyhookOnly: readonly string[];
  /** Folders and files that a person writes. */
  readonly userWritten: readonly string[];
  /** Path suffixes of our files in every project. */
  readonly pathSuffixes: readonly string[];
  /** Names of settings files that may contain our entries. */
  readonly entryNames: readonly string[];
  /** Variables that identify an agent: full names, or prefixes that end with `*`. */
  readonly agentVariables: readonly string[];
}

/** Why an agent must not change a path. */
export interface GuardHit {
  readonly decision: 'ask' | 'deny';
  readonly what: string;
}

const marker = /anyhook-hook|anyhook(?:\.[cm]js)? run --host/;
const maxBytes = 1024 * 1024;
const maxFiles = 50;

/** What a change of this path would affect; removing it also affects everything below. */
export function guardHitAt(path: string, removes: boolean, guarded: GuardedPaths): GuardHit | undefined {
  for (const one of new Set([path, resolveLinks(path)])) {
    const hit = guardHitFor(one, removes, guarded);
    if (hit) return hit;
  }
  return undefined;
}

function guardHitFor(
  path: string,
  removes: boolean,
  { anyhookOnly, userWritten, pathSuffixes, entryNames }: GuardedPaths,
): GuardHit | undefined {
  const isHit = (place: string) => isWithin(path, place) || (removes && isWithin(place, path) && exists(place));
  if (anyhookOnly.some(isHit))
    return { decision: 'deny', what: 'the state of anyhook (trust, approvals and records) or its program' };
  if (userWritten.some(isHit))
    return { decision: 'ask', what: "the user's own hooks, the settings of anyhook or its launcher" };
  const below = (name: string) => removes && isFile(join(path, name));
  if (
    pathSuffixes.some(
      (end) =>
        path.endsWith(`/${end}`) || below(end) || (removes && basename(path) === dirname(end) && below(basename(end))),
    )
  )
    return { decision: 'ask', what: 'the settings of anyhook in this project' };
  const files = [
    ...(mayHoldEntry(path, entryNames) ? [path] : []),
    ...(removes ? [...entryNames.map((name) => join(path, name)), ...filesIn(path, 'hooks')] : []),
  ];
  if (files.some(holdsEntry)) return { decision: 'ask', what: 'settings that contain an entry of anyhook' };
  return undefined;
}

/** Some agents have a folder with one file per event. */
function filesIn(path: string, name: string): readonly string[] {
  const dir = basename(path) === name ? path : join(path, name);
  const entries = listFolder(dir);
  return typeof entries === 'string' ? [] : entries.slice(0, maxFiles).map((entry) => join(dir, entry.name));
}

const mayHoldEntry = (path: string, names: readonly string[]): boolean =>
  names.includes(basename(path)) || basename(dirname(path)) === 'hooks';

const holdsEntry = (file: string): boolean => marker.test(readText(file, maxBytes) ?? '');

const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** Resolves links in a path, even if its last parts do not exist yet. */
function resolveLinks(path: string): string {
  let existing = path;
  let missing = '';
  while (!exists(existing) && dirname(existing) !== existing) {
    missing = join(basename(existing), missing);
    existing = dirname(existing);
  }
  return join(realPath(existing), missing).replace(/\/$/, '');
}

/** Resolves a path from a folder. */
export const absoluteFrom = (path: string, cwd: string, { home }: GuardedPaths): string => {
  const expanded = /^~(?:\/|$)/.test(path) ? join(home, path.slice(1)) : path;
  const absolute = isAbsolute(expanded) ? normalize(expanded) : resolve(cwd, expanded);
  return absolute.length > 1 ? absolute.replace(/\/+$/, '') : absolute;
};

/** Our paths, or their parent folders, that a shell pattern could match, or below which it could match something. */
export function guardedPathsMatching(pattern: string, cwd: string, guarded: GuardedPaths): readonly string[] {
  const { anyhookOnly, userWritten, pathSuffixes, entryNames } = guarded;
  const entries = entryNames.map((name) => join(dirname(pattern), name));
  const ourPaths = [...anyhookOnly, ...userWritten, ...pathSuffixes.map((end) => join(cwd, end)), ...entries];
  const patternParts = pattern.replace(/\[[^\]]{1,100}\]/g, '?').split('/');
  const isAbove = (parts: readonly string[]) => isMatch(patternParts.slice(0, parts.length), parts);
  const found = ourPaths.flatMap(withParents).filter((path) => isMatch(patternParts, path.split('/')));
  return [...new Set([...found, ...ourPaths.filter((path) => isAbove(path.split('/')))])];
}

const isMatch = (patternParts: readonly string[], parts: readonly string[]): boolean =>
  patternParts.length === parts.length && parts.every((part, i) => matchesPart(part, patternParts[i] ?? ''));

/** Matches `*` and `?` in one part of a path; by hand, because a regular expression with many stars may never finish. */
function matchesPart(text: string, pattern: string): boolean {
  let star = -1;
  let retryFrom = 0;
  let patternIndex = 0;
  for (let i = 0; i < text.length; ) {
    if (pattern[patternIndex] === '*') {
      star = patternIndex++;
      retryFrom = i;
    } else if (patternIndex < pattern.length && (pattern[patternIndex] === '?' || pattern[patternIndex] === text[i])) {
      patternIndex++;
      i++;
    } else if (star >= 0) {
      patternIndex = star + 1;
      i = ++retryFrom;
    } else return false;
  }
  while (pattern[patternIndex] === '*') patternIndex++;
  return patternIndex === pattern.length;
}

function withParents(path: string): readonly string[] {
  const found: string[] = [];
  for (let folder = path; dirname(folder) !== folder; folder = dirname(folder)) found.push(folder);
  return found;
}
