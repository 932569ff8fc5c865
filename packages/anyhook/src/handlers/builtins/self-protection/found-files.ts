import { posix } from 'node:path';
import { exists, isFolder, listFolder, readText } from '@anyhook/core';
import { hasGlob, hasUnknown, type SeenCall, type Value } from '@anyhook/guard';
import { type GuardLook, guardedPathsMatching, matchesPart, resolveLinks, shownPattern } from './guarded-paths.js';
import { type PlaceBelow, placesBelow } from './places-below.js';
import { absoluteWord } from './word-effects.js';

// All paths here use slashes on every system.
const { basename } = posix;

/** How a program that prints file names reads its arguments. */
interface Finder {
  /** Its first operand is the pattern to search for in the files. */
  readonly hasPattern: boolean;
  /** Its operands are parts of paths, in any folder. */
  readonly isIndex?: boolean;
  /** It also searches below the folders. */
  readonly isDeep: (words: readonly Value[]) => boolean;
}

const always = (): boolean => true;
const withOption = (option: RegExp) => (words: readonly Value[]) => words.some((word) => option.test(word));
const grep: Finder = { hasPattern: true, isDeep: withOption(/^(?:-[a-zA-Z]*[rR]|--(?:dereference-)?recursive)/) };
const search: Finder = { hasPattern: true, isDeep: always };
const lister: Finder = { hasPattern: false, isDeep: always };
const near: Finder = { hasPattern: false, isDeep: () => false };
const index: Finder = { ...lister, isIndex: true };

const finders: Readonly<Record<string, Finder>> = {
  ...{ grep, egrep: grep, fgrep: grep, ggrep: grep, zgrep: grep },
  ...{ rg: search, ag: search, ack: search, ugrep: search, ug: search },
  ...{ locate: index, plocate: index, mlocate: index, slocate: index, mdfind: index },
  ...{ tree: lister, du: lister, stat: near, file: near, wc: near, realpath: near, readlink: near },
  ls: { hasPattern: false, isDeep: withOption(/^(?:-[a-zA-Z0-9]*R|--recursive)/) },
};

/** Options with which it prints file names instead of lines. */
const printsNames = /^(?:-[a-zA-Z]*[lL]|--files-with(?:out)?-match(?:es)?|--name-only|--files)/;

/** No settings file is longer. */
const maxBytes = 1024 * 1024;

/** Guarded files whose names a program may print as arguments for another one. */
export function* foundFiles(call: SeenCall, look: GuardLook): Generator<string> {
  const { finder, words } = finderOf(call) ?? {};
  if (!finder || !words || (finder.hasPattern && !words.some((word) => printsNames.test(word)))) return;
  const options = words.filter((word) => word.startsWith('-'));
  const operands = words.filter((word, at) => !word.startsWith('-') && !takesValue.test(words[at - 1] ?? ''));
  const given = words[words.findIndex((word) => /^(?:-e|--regexp)$/.test(word)) + 1];
  const isList = words.some((word) => /^--files$/.test(word));
  const hasOwn = isList || (given !== undefined && words.some((word) => /^(?:-e|--regexp)$/.test(word)));
  if (finder.isIndex) {
    yield* indexedFiles(operands, look);
    return;
  }
  const pattern = finder.hasPattern && !isList ? (hasOwn ? given : operands[0]) : undefined;
  const folders = finder.hasPattern && !hasOwn ? operands.slice(1) : operands;
  const names = namesIn(words);
  const isDeep = finder.isDeep(options);
  for (const folder of folders.length === 0 ? ['.'] : folders)
    for (const path of possiblePaths(absoluteWord(folder, call, look.guarded), look)) {
      // The folder may be inside a guarded one.
      yield path;
      for (const place of placesBelow(path, look)) {
        const isNear = isDeep || place.at === path || posix.dirname(place.at) === path;
        if (isNear && exists(place.at) && fitsNames(place, names) && mayContain(place, pattern)) yield place.path;
      }
    }
}

/** Guarded files whose paths have these parts. */
function* indexedFiles(operands: readonly Value[], look: GuardLook): Generator<string> {
  const isPattern = operands.some((word) => /[^\w\s./-]/.test(word));
  const names = operands.map((word) => `*${basename(word)}*`);
  const isNamed = (place: PlaceBelow) =>
    isPattern || operands.some((word) => place.at.includes(word)) || fitsNames(place, names);
  for (const top of new Set([look.guarded.home, look.cwd]))
    for (const place of placesBelow(top, look)) if (exists(place.at) && isNamed(place)) yield place.path;
}

/** Guarded files that `find` may print: those in and below a folder whose names match a pattern. */
export function* foundBelow(path: Value, look: GuardLook): Generator<string> {
  const end = path.lastIndexOf('/');
  const folder = path.slice(0, end) || '/';
  if (end < 0 || hasGlob(folder) || hasUnknown(folder) || !isFolder(folder)) return;
  const names = [hasUnknown(path) ? '*' : shownPattern(path.slice(end + 1)).replace('(found)', '*')];
  for (const top of withTarget(folder)) {
    // A parent folder may be the match, and a glob for paths also tests folders.
    const fits = (place: PlaceBelow) =>
      fitsNames(place, names) ||
      posix
        .relative(top, place.at)
        .split('/')
        .some((part) => fitsNames({ ...place, at: part, hasAnyName: false }, names));
    for (const place of placesBelow(top, look)) if (exists(place.at) && fits(place)) yield place.path;
  }
}

function finderOf({ name, argv }: SeenCall): { readonly finder: Finder; readonly words: readonly Value[] } | undefined {
  const words = argv.slice(1);
  if (name === 'git') {
    const at = words.findIndex((word) => word === 'grep' || word === 'ls-files');
    return at < 0 ? undefined : { finder: words[at] === 'grep' ? search : lister, words: words.slice(at + 1) };
  }
  const finder = Object.hasOwn(finders, name) ? finders[name] : undefined;
  return finder && { finder, words };
}

/** A path, and the target if it is a link. */
const withTarget = (path: string): readonly string[] => [...new Set([path, resolveLinks(path)])];

/** A path, or the guarded paths that it may match. */
function possiblePaths(path: Value, { cwd, guarded }: GuardLook): readonly string[] {
  if (hasUnknown(path)) return [];
  return hasGlob(path) ? guardedPathsMatching(shownPattern(path), cwd, guarded) : withTarget(path);
}

/** Options of these programs whose value is the next word. */
const takesValue =
  /^(?:-[efmABCgtjMTd]|--(?:regexp|file|max-count|glob|iglob|type|type-not|include|exclude|exclude-dir))$/;

/** Globs that a name must match, from `--include=*.ts` and `-g '*.ts'`. */
function namesIn(words: readonly Value[]): readonly Value[] {
  return words.flatMap((word, at) => {
    const [, joined] = /^(?:--include|--glob|--iglob|-g)=?(.+)$/s.exec(word) ?? [];
    if (joined !== undefined) return [joined];
    return /^(?:--include|--glob|--iglob|-g)$/.test(words[at - 1] ?? '') ? [word] : [];
  });
}

function fitsNames({ at, hasAnyName }: PlaceBelow, names: readonly Value[]): boolean {
  const wanted = names.filter((name) => !name.startsWith('!')).map((name) => basename(shownPattern(name)));
  const isWanted = (name: string) => wanted.some((pattern) => matchesPart(name.toLowerCase(), pattern.toLowerCase()));
  return wanted.length === 0 || isWanted(basename(at)) || (hasAnyName && hasBelow(at, isWanted));
}

const maxEntries = 3_000;

/** Whether a folder contains such a name at any depth; assumed for folders with very many entries. */
function hasBelow(top: string, isWanted: (name: string) => boolean): boolean {
  let left = maxEntries;
  const waiting = [top];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entries = listFolder(at, left);
    if (typeof entries === 'string') return isFolder(at);
    left -= entries.length;
    if (entries.some(({ name }) => isWanted(name))) return true;
    for (const { name, kind } of entries) if (kind === 'folder') waiting.push(`${at}/${name}`);
  }
  return false;
}

/** Whether a file may contain the pattern; only plain words are searched. */
function mayContain({ at, hasAnyName, root }: PlaceBelow, pattern: Value | undefined): boolean {
  if (pattern === undefined || !/^[\w\s/@:"'=-]+$/.test(pattern)) return true;
  const contains = (file: string) => readText(file, maxBytes)?.toLowerCase().includes(pattern.toLowerCase()) ?? true;
  if (!hasAnyName) return contains(at);
  const entries = root === undefined ? 'any file' : listFolder(at);
  return typeof entries === 'string' || entries.some(({ name }) => contains(`${at}/${name}`));
}
