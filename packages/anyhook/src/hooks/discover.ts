import { basename, join, sep } from 'node:path';
import type { FolderEntry, FormatName, Problem, Scope, SearchLimits, UserPaths } from '@anyhook/core';
import {
  entryKind,
  fileStamp,
  type IsAbsent,
  inode,
  isHookTest,
  isStartable,
  listFolder,
  realPath,
  searchLimits,
  spelledPath,
  thisSystem,
  tooManyEntries,
} from '@anyhook/core';
import type { HookFile, HookLoader, HookPlace, SearchFolders } from '../formats/kit/format.js';

export type FormatPlace = HookPlace & { readonly format: FormatName };

/** A hook file that exists but has not been read. */
export interface FoundHookFile {
  readonly path: string;
  readonly format: FormatName;
  readonly place: number;
  readonly beside: HookFile['siblings'];
  readonly deep?: HookFile['deepScripts'];
}

/** All hook files of a project, and places that could not be searched. */
export interface Discovery {
  readonly found: readonly FoundHookFile[];
  readonly problems: readonly Problem[];
  /** The places that could not be searched, or in which the hook file's name is not a file. */
  readonly unlisted: readonly number[];
}

/** Searches every place; `projectLimits` apply to the project's. Plain data, to compare searches. */
export function discoverHookFiles(
  places: readonly FormatPlace[],
  projectLimits: SearchLimits = searchLimits,
  system = thisSystem,
  isAbsent: IsAbsent = () => false,
): Discovery {
  const found: FoundHookFile[] = [];
  const problems: Problem[] = [];
  const unlisted: number[] = [];
  const projectScripts = { left: projectLimits.scriptEntries };
  const otherScripts = { left: searchLimits.scriptEntries };
  for (const [index, place] of places.entries()) {
    if (isAbsent(pathOf(place))) continue;
    const { folderEntries } = place.scope === 'project' ? projectLimits : searchLimits;
    const candidates = candidateNames(place, folderEntries, problems);
    if (typeof candidates === 'string') {
      unlisted.push(index);
      const message = `hooks in this folder were not loaded: ${candidates}`;
      problems.push({ source: place.dir, severity: 'error', message });
      continue;
    }
    for (const { name, kind } of candidates) {
      const path = join(place.dir, name);
      let hidden: string | undefined;
      const foundKind =
        kind ??
        entryKind(path, (why) => {
          if (place.scope !== 'project') hidden = `not loaded: ${why}`;
        });
      if (foundKind !== 'file') {
        const message = foundKind ? noFileMessage : hidden;
        if (message !== undefined) {
          problems.push({ source: path, severity: 'error', message });
          if (place.find.kind === 'file') unlisted.push(index);
        }
        continue;
      }
      const counter = place.scope === 'project' ? projectScripts : otherScripts;
      const scripts = place.find.kind === 'each' ? scriptsNextTo(path, counter, system) : { files: [] };
      const { files: beside = [], deep } = scripts ?? {};
      if (scripts) found.push({ path, format: place.format, place: index, beside, ...(deep && { deep }) });
      else problems.push({ source: path, severity: 'error', message: tooManyMessage });
    }
  }
  return { found, problems, unlisted };
}

/** The file or folder in which a place has its hooks. Cached, because a loaded project is searched at every event. */
function pathOf(place: HookPlace): string {
  const known = placePaths.get(place);
  if (known !== undefined) return known;
  const path = place.find.kind === 'file' ? join(place.dir, place.find.name) : place.dir;
  placePaths.set(place, path);
  return path;
}

const placePaths = new WeakMap<HookPlace, string>();

/** The names to search for, with their kind if known. */
function candidateNames(
  { dir, find }: HookPlace,
  maxEntries: number,
  problems: Problem[],
): readonly { name: string; kind?: FolderEntry['kind'] }[] | string {
  if (find.kind === 'file') return [{ name: find.name }];
  const entries = listFolder(dir, maxEntries);
  if (typeof entries === 'string') return entries;
  if (find.kind === 'folder') {
    const isWanted = nameTest(find);
    return entries.filter(({ name }) => isWanted(name) && !isHookTest(name));
  }
  // Neither file nor folder means a broken link, most likely to a hook.
  return entries
    .filter(({ kind }) => kind !== 'file')
    .map((entry) =>
      entry.kind === 'folder' ? { name: join(entry.name, fileNameIn(join(dir, entry.name), find, problems)) } : entry,
    );
}

function nameTest(find: Extract<HookPlace['find'], { kind: 'folder' }>): (name: string) => boolean {
  if ('endings' in find) return (name) => find.endings.some((ending) => name.endsWith(ending));
  const names = new RegExp(`^(?:${find.names})$`, 'i');
  return (name) => names.test(name);
}

/** The name of the hook file in a folder; a second file by the other name is reported. */
function fileNameIn(
  folder: string,
  { name, otherName }: Extract<HookPlace['find'], { kind: 'each' }>,
  problems: Problem[],
): string {
  if (otherName === undefined) return name;
  const other = join(folder, otherName);
  if (!entryKind(other)) return name;
  const preferred = join(folder, name);
  if (!entryKind(preferred)) return otherName;
  // On case-insensitive systems, both names are one file. A lock file must use the same name as other systems.
  if (fileStamp(preferred)?.ino === fileStamp(other)?.ino) return basename(spelledPath(preferred));
  const message = `not loaded: ${name} is in the same folder and is used; delete one of the two`;
  problems.push({ source: other, severity: 'warning', message });
  return name;
}

const noFileMessage = 'not loaded: expected a file, got a folder, a broken link or something else';

/** A limit, because a folder with links to itself is endless. */
const maxScripts = 2_000;
const tooManyMessage = `not loaded: trust covers the files below "scripts", and there are more than ${maxScripts} entries, or too many for all hooks`;

/** The files below `scripts/` next to a hook file, nearest first; undefined if there are too many. */
function scriptsNextTo(
  path: string,
  all: { left: number },
  system: string,
): { files: HookFile['siblings']; deep?: HookFile['deepScripts'] } | undefined {
  const folder = join(path, '..');
  const files: HookFile['siblings'][number][] = [];
  const entered: string[] = [];
  let left = maxScripts;
  let level: readonly string[] = ['scripts'];
  for (let depth = 0; depth < nearLevels; depth++) {
    const deeper: string[] = [];
    for (const folderPath of level) {
      const entries = listFolder(join(folder, folderPath), maxScripts);
      if (typeof entries === 'string') {
        if (entries === tooManyEntries(maxScripts)) return undefined;
        continue;
      }
      for (const { name, kind } of entries) {
        if (left-- <= 0 || all.left-- <= 0) return undefined;
        const entryPath = `${folderPath}/${name}`;
        if (kind === 'folder') deeper.push(entryPath);
        else if (kind === 'file')
          files.push({ path: entryPath, executable: isStartable(join(folder, entryPath), system) });
      }
    }
    entered.push(...level);
    level = deeper;
  }
  return { files, deep: level.length > 0 ? deepScripts(folder, level, entered, { left, all }) : undefined };
}

/** Trust has always covered the files down to here; earlier records do not include deeper ones. */
const nearLevels = 3;

/** All files below some folders. A folder that was already entered through a link is skipped. */
function deepScripts(
  folder: string,
  top: readonly string[],
  entered: readonly string[],
  { left: maxCount, all }: { readonly left: number; readonly all: { left: number } },
): HookFile['deepScripts'] {
  const seen = new Set(entered.map((name) => inode(join(folder, name))));
  const paths: string[] = [];
  let left = maxCount;
  for (const folders = [...top]; folders.length > 0; ) {
    const folderPath = folders.shift() as string;
    const number = inode(join(folder, folderPath));
    const entries = seen.has(number) ? [] : listFolder(join(folder, folderPath), maxScripts);
    seen.add(number);
    if (entries === tooManyEntries(maxScripts)) return { paths, isCut: true };
    for (const { name, kind } of typeof entries === 'string' ? [] : entries) {
      if (left-- <= 0 || all.left-- <= 0) return { paths, isCut: true };
      if (kind === 'folder') folders.push(`${folderPath}/${name}`);
      else if (kind === 'file') paths.push(`${folderPath}/${name}`);
    }
  }
  return { paths, isCut: false };
}

/** Whether a variable put the user's settings into the project: they need trust then, and may only tighten. */
export function isInProject({ configHome, home }: UserPaths, root: string): boolean {
  return configHome !== join(home, '.config') && isInRoot(configHome, root) && !isInRoot(home, root);
}

const isInRoot = (path: string, root: string): boolean =>
  `${realPath(path)}${sep}`.startsWith(root === sep ? sep : `${root}${sep}`);

/** A plugin, or a folder of an agent, inside the project needs trust: an agent that works there could change it. */
export function scopeInProject(place: FormatPlace, root: string, { home }: UserPaths): Scope | undefined {
  if (place.plugin === undefined && place.agentFolder === undefined) return undefined;
  return isInRoot(place.dir, root) && !isInRoot(home, root) ? 'project' : undefined;
}

/** Where to search, at every level; the user's own places are searched once. */
export function formatPlaces(
  folders: SearchFolders,
  levels: readonly string[],
  loaders: Readonly<Record<FormatName, HookLoader>>,
): readonly FormatPlace[] {
  const all = Object.entries(loaders).flatMap(([format, loader]) =>
    levels.flatMap((level) =>
      loader.places({ ...folders, cwd: level, root: level }).map((place): FormatPlace => ({ ...place, format })),
    ),
  );
  const keyOf = ({ format, scope, dir, find }: FormatPlace) => JSON.stringify([format, scope, dir, find]);
  return [...new Map(all.map((place) => [keyOf(place), place])).values()];
}
