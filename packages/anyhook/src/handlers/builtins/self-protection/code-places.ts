import { posix } from 'node:path';
import { foldedName, isFullPath, isRealFolder, listFolder } from '@anyhook/core';
import { type GuardHit, type GuardLook, matchesPart, type PathEffect, resolveLinks } from './guarded-paths.js';
import { isCopyOfOwn } from './places-below.js';

// All paths here use slashes on every system.
const { join } = posix;

/** Where one agent loads code or commands from, whether or not it is connected. */
export interface CodePlaces {
  readonly title: string;
  /** Names of its programs. */
  readonly programs: readonly string[];
  /** Patterns of paths: `*` matches any part of a name, a trailing slash all below. Relative ones match in any folder. */
  readonly patterns: readonly string[];
}

/** The hit if a change of this path would add to agents' code. `from`: the copied source, if known. */
export function codeHitAt(path: string, effect: PathEffect, look: GuardLook, from?: string): GuardHit | undefined {
  if (effect === 'remove') return undefined;
  const paths = [...new Set([path, resolveLinks(path)])].map((one) => ({ path: one, parts: partsOf(one) }));
  const isPlain = from === undefined && !/[*?[]/.test(paths.map((one) => one.path).join());
  const adds = (pattern: Pattern) =>
    paths.some((one) => {
      if (isPlain && lacksFirstPart(one.parts, pattern)) return false;
      const place = placeOf(one.parts, pattern);
      return (
        place === 'in' ||
        (place === 'above' && mayBring(one.path, effect, pattern, { from, cwd: look.cwd })) ||
        bringsFolder(one.path, pattern, { from, cwd: look.cwd })
      );
    });
  const found = look.guarded.code.find(({ patterns }) => compiledAll(patterns).some(adds));
  return found && { decision: 'ask', what: `where ${found.title} loads code or commands from` };
}

/** Most paths lack the first part of a pattern. */
const lacksFirstPart = (path: readonly string[], { parts: [first = ''], isFull }: Pattern): boolean =>
  path.length > 0 && !/[*?]/.test(first) && (isFull ? path[0] !== first : !path.includes(first));

interface Pattern {
  readonly parts: readonly string[];
  readonly isFolder: boolean;
  readonly isFull: boolean;
  /** The number of path parts of an agent's folder; above it, in a home folder, writes are unrestricted. */
  readonly folderParts: number;
}

const known = new WeakMap<readonly string[], readonly Pattern[]>();

function compiledAll(patterns: readonly string[]): readonly Pattern[] {
  const before = known.get(patterns);
  if (before) return before;
  const all = patterns.map(compiled);
  known.set(patterns, all);
  return all;
}

function compiled(text: string): Pattern {
  const parts = partsOf(text);
  const isFull = isFullPath(text);
  const hidden = parts.findIndex((part) => part.startsWith('.'));
  const folderParts = isFull ? (hidden < 0 ? parts.length - 1 : hidden + 1) : 1;
  return { parts, isFolder: text.endsWith('/'), isFull, folderParts };
}

const partsOf = (path: string): readonly string[] =>
  foldedName(path)
    .split('/')
    .filter((part) => part !== '');

/** Does the pattern match the path, or a path below it? */
function placeOf(path: readonly string[], { parts, isFolder, isFull }: Pattern): 'in' | 'above' | undefined {
  // A wildcard alone could mean every file.
  if (parts.length === 1 && /[*?[]/.test(path.at(-1) ?? '')) return undefined;
  let found: 'above' | undefined;
  const starts = isFull ? 1 : path.length;
  for (let start = 0; start < starts; start++) {
    const place = placeFrom(path, start, parts, isFolder);
    if (place === 'in') return 'in';
    found ??= place;
  }
  return found;
}

function placeFrom(
  path: readonly string[],
  start: number,
  parts: readonly string[],
  isFolder: boolean,
): 'in' | 'above' | undefined {
  const length = Math.min(path.length - start, parts.length);
  for (let i = 0; i < length; i++) if (!fits(path[start + i] ?? '', parts[i] ?? '')) return undefined;
  if (path.length - start < parts.length) return 'above';
  return isFolder || path.length - start === parts.length ? 'in' : undefined;
}

/** A part of a path may itself be a shell pattern, whose wildcards do not match a leading dot. */
function fits(part: string, wanted: string): boolean {
  if (!/[*?[]/.test(part)) return matchesPart(part, wanted);
  if (wanted.startsWith('.') !== part.startsWith('.') && wanted.startsWith('.')) return false;
  const pattern = part.replace(/\[[^\]]{1,100}\]/g, '?');
  return matchesPart(pattern, wanted) || matchesPart(wanted.replace('*', 'x'), pattern);
}

/** The source of a copy, and the agent's folder. */
interface Source {
  readonly from: string | undefined;
  readonly cwd: string;
}

/** Does a copy contain an agent's project folder, which any folder may have? */
function bringsFolder(path: string, pattern: Pattern, { from, cwd }: Source): boolean {
  const [first = ''] = pattern.parts;
  if (from === undefined || pattern.isFull || !first.startsWith('.') || first.includes('*')) return false;
  return brings(join(from, first), join(path, first), { pattern, cwd });
}

/** Could this change of a folder above such places add files to them? */
function mayBring(path: string, effect: PathEffect, pattern: Pattern, { from, cwd }: Source): boolean {
  if (from !== undefined) return brings(from, path, { pattern, cwd });
  if (pattern.isFull && partsOf(path).length < pattern.folderParts) return false;
  return effect !== 'write' || mayBecomeFolder(path);
}

/** An existing folder stays a folder, and a name with an extension is a file. */
const mayBecomeFolder = (path: string): boolean => !isRealFolder(path) && !/[^/]\.[^/]*$/.test(path);

const maxEntries = 2_000;

/** Does a copy of a file or folder add something to such a place? */
function brings(
  from: string,
  to: string,
  { pattern, cwd }: { readonly pattern: Pattern; readonly cwd: string },
): boolean {
  const rootOf = (target: string): string => target.slice(0, target.indexOf(`/${pattern.parts[0]}/`));
  if (!isRealFolder(from)) return false;
  let left = maxEntries;
  const folders = [''];
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    const entries = listFolder(join(from, below), left);
    if (typeof entries === 'string') return true;
    left -= entries.length;
    for (const { name } of entries) {
      const [source, target] = [join(from, below, name), join(to, below, name)];
      const place = placeOf(partsOf(target), pattern);
      const isFolder = isRealFolder(source);
      if (place === 'in' && !pattern.isFull && isCopyOfOwn(source, target, rootOf(target), cwd)) continue;
      // A link adds its target.
      if (place === 'in' || (place === 'above' && !isFolder && mayBecomeFolder(target))) return true;
      if (isFolder) folders.push(join(below, name));
    }
  }
  return false;
}

/** The agent with a code place that is named in a text, with every part of the path. */
export function codeNamedIn(text: string, { guarded }: GuardLook): string | undefined {
  const folded = foldedName(text);
  return guarded.code.find(({ patterns }) => compiledAll(patterns).some((pattern) => isNamedIn(folded, pattern)))
    ?.title;
}

function isNamedIn(text: string, { parts }: Pattern): boolean {
  const hidden = parts.findIndex((part) => part.startsWith('.'));
  const words = parts.slice(Math.max(0, hidden)).filter((part) => part !== '*');
  if (hidden < 0 || words.length < 2 || words.some((word) => word.includes('*'))) return false;
  let at = 0;
  return words.every((word) => {
    const found = text.indexOf(word, at);
    at = found + word.length;
    return found >= 0;
  });
}
