import { posix } from 'node:path';
import { archiveEntries, exists, identityOf, listFolder, ownIdentityOf } from '@anyhook/core';
import { type CopySource, globFits } from '@anyhook/guard';
import type { GuardLook } from './guarded-paths.js';
import { isWithinAnyCase } from './guarded-settings.js';

// All paths here use slashes on every system.
const { basename, dirname, join, relative } = posix;

/** A guarded place at or below a folder. */
export interface PlaceBelow {
  /** The place that a change would affect. */
  readonly path: string;
  /** The file to look for, or the folder with files of any name. */
  readonly at: string;
  readonly hasAnyName: boolean;
  /** The name of the file; `{…}` in it matches any text. */
  readonly name: string;
  /** The root, for a place that every project has. */
  readonly root?: string;
}

/** For a folder in which every name matches, at any depth. */
const anyName = '{any}';

/** The root is at most this far above a folder in the middle of such a path: `.clinerules/hooks`. */
const maxParents = 4;

/** The guarded places at or below a path, existing or not. */
export function* placesBelow(path: string, look: GuardLook): Generator<PlaceBelow> {
  const { anyhookOnly, userWritten, program, settings, pathSuffixes } = look.guarded;
  const isBelow = ({ at }: PlaceBelow) => isWithinAnyCase(at, path);
  const folders = [...anyhookOnly, ...userWritten, ...program];
  for (const at of folders) if (isWithinAnyCase(at, path)) yield { path: at, at, hasAnyName: true, name: anyName };
  for (const file of settings.flatMap(({ userFiles }) => userFiles)) {
    const place = placeOf(file);
    if (isBelow(place)) yield place;
  }
  const ofProject = [...pathSuffixes, ...settings.flatMap(({ projectFiles }) => projectFiles)];
  for (const root of rootsNear(path, look.cwd))
    for (const file of ofProject) {
      const place = { ...placeOf(join(root, file)), root };
      if (isBelow(place)) yield place;
    }
}

/** `{…}` in a name matches any text. */
function placeOf(file: string): PlaceBelow {
  const hasAnyName = file.includes('{');
  const at = hasAnyName ? dirname(file) : file;
  return { path: file.replace(/\{.*\}/, 'x'), at, hasAnyName, name: basename(file) };
}

/** Folders that may be the root of a project with files at or below a path. */
function rootsNear(path: string, cwd: string): ReadonlySet<string> {
  const above = parentsOf(path).slice(0, maxParents);
  return new Set([path, ...above, ...[cwd, ...parentsOf(cwd)].filter((folder) => isWithinAnyCase(folder, path))]);
}

function parentsOf(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...parentsOf(parent)];
}

/** Whether a copy of a folder's content would write to a place below the target. */
export function isFilled(place: PlaceBelow, target: string, from: CopySource | undefined, cwd: string): boolean {
  const way = relative(target, place.at);
  if (from && place.root !== undefined && isCopyOfOwn(join(from.path, way), place.at, place.root, cwd)) return false;
  if (from?.names !== undefined && !globFits(from.names, way.split('/', 1)[0] ?? '')) return false;
  const isNamed = (name: string) => !place.hasAnyName || fitsName(name, place.name);
  const known = from && (from.as === 'archive' ? archived(from.path, way, isNamed) : holds(from.path, way, isNamed));
  if (known !== undefined) return known;
  // Unknown content: a clone or an archive in a project folder matters where it may replace something.
  const isProject = place.root !== undefined && isWithinAnyCase(place.root, target);
  return !isProject || exists(place.at);
}

/** Does this copy a file of the agent's own project to a new folder, like a copy of the project? Its guard applies there. */
export function isCopyOfOwn(source: string, target: string, root: string, cwd: string): boolean {
  if (exists(root)) return false;
  const name = relative(root, target);
  return [cwd, ...parentsOf(cwd)].some((own) => join(own, name) === source);
}

/** Is it a name like `{profile}.config.toml`? */
function fitsName(name: string, like: string): boolean {
  const [before = '', after = ''] = like.split(/\{.*\}/);
  return name.startsWith(before) && name.endsWith(after);
}

/** Whether a folder has something at this place, or something that would block the path to it. */
function holds(folder: string, way: string, isNamed: (name: string) => boolean): boolean {
  const parts = way === '' ? [] : way.split('/');
  let at = folder;
  for (const part of parts) {
    const found = ownIdentityOf(at);
    if (!found) return false;
    // A copy may keep its permissions, or replace a folder with a file or link.
    if (at !== folder && found.kind !== 'folder') return true;
    if (found.kind === 'folder' && !letsOwnerIn(found.mode)) return true;
    at = join(at, part);
  }
  const found = ownIdentityOf(at);
  if (found?.kind !== 'folder') return found !== undefined;
  const entries = listFolder(at);
  return typeof entries === 'string' || entries.length === 0 || entries.some(({ name }) => isNamed(name));
}

/** Whether an archive has something at this place or blocks the path to it; undefined if it cannot be read. */
function archived(archive: string, way: string, isNamed: (name: string) => boolean): boolean | undefined {
  const folders = parentsOf(`/${way}`).filter((folder) => folder !== '/');
  return archiveEntries(archive)?.some(({ name, isFolder, mode }) => {
    // Options and top-level folders may shorten the names in an archive.
    const path = join('/', name);
    const isAt = way === '' ? isNamed(basename(path)) : `${path}/`.includes(`/${way}/`) && isNamed(basename(path));
    if (isAt) return true;
    return (!isFolder || !letsOwnerIn(mode)) && folders.some((folder) => path.endsWith(folder));
  });
}

/** The owner can read, write and enter, and only the owner and the group can write. */
const letsOwnerIn = (mode: number): boolean => (mode & 0o700) === 0o700 && (mode & 0o002) === 0;

const maxListed = 3_000;

/** The guarded file that this path also names (a hard link). */
export function otherNameOf(path: string, look: GuardLook): string | undefined {
  const found = identityOf(path);
  if (found?.kind !== 'file' || found.names < 2) return undefined;
  for (const file of guardedFiles(look)) if (file !== path && identityOf(file)?.key === found.key) return file;
  return undefined;
}

/** The files of a folder with names like this. */
function filesLike(folder: string, like: string): readonly string[] {
  const entries = listFolder(folder, maxListed);
  const named = typeof entries === 'string' ? [] : entries.filter(({ name }) => fitsName(name, like));
  return named.map(({ name }) => join(folder, name));
}

function* guardedFiles(look: GuardLook): Generator<string> {
  let left = maxListed;
  const waiting: string[] = [];
  for (const { at, hasAnyName, name } of placesBelow('/', look)) {
    if (!hasAnyName) yield at;
    else if (name === anyName) waiting.push(at);
    else yield* filesLike(at, name);
  }
  for (let at = waiting.shift(); at !== undefined && left > 0; at = waiting.shift()) {
    const entries = listFolder(at, left);
    if (typeof entries === 'string') {
      yield at;
      continue;
    }
    left -= entries.length;
    for (const { name, kind } of entries) {
      if (kind === 'folder') waiting.push(join(at, name));
      else yield join(at, name);
    }
  }
}
