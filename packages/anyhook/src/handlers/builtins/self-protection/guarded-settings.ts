import { posix } from 'node:path';
import { callsAnyhook, foldedName, isFile, isFullPath, listFolder, readText } from '@anyhook/core';
import type { GuardedSettings, GuardHit, GuardLook, PathEffect } from './guarded-paths.js';

// All paths here use slashes on every system.
const { basename, dirname, join } = posix;

const maxBytes = 1024 * 1024;
const maxFiles = 50;

/** Is this path at a place, or below it, ignoring case? */
export const isWithinAnyCase = (path: string, place: string): boolean => {
  const folded = foldedName(path);
  const foldedPlace = foldedName(place);
  return folded === foldedPlace || folded.startsWith(foldedPlace.endsWith('/') ? foldedPlace : `${foldedPlace}/`);
};

/** Settings of a connected agent may switch its hooks off, whether or not they contain an entry. */
export function settingsHitFor(path: string, effect: PathEffect, look: GuardLook): GuardHit | undefined {
  const removes = effect === 'remove';
  const inFolder = removes ? [...entryFilesBelow(path, look), ...filesIn(path, 'hooks')] : [];
  const files = [...(mayHoldEntry(path, look) ? [path] : []), ...inFolder];
  if (files.some(holdsEntry)) return { decision: 'ask', what: 'settings that contain an entry of anyhook' };
  const found = look.guarded.settings.find((one) => isAffected(path, effect, one) && isConnected(one, path, look));
  return found && { decision: 'ask', what: `a settings file of ${found.title}, which may switch its hooks off` };
}

/** The connected agent whose settings a text names. */
export function settingsNamedIn(text: string, look: GuardLook): GuardedSettings | undefined {
  const folded = foldedName(text);
  return look.guarded.settings.find(
    (one) =>
      [...one.userFiles, ...one.projectFiles].some((file) => isNamedIn(folded, foldedName(file))) &&
      isConnected(one, look.cwd, look),
  );
}

/** Whether a text names a file: a hidden folder and every part of the path below it, or the whole path. */
function isNamedIn(text: string, file: string): boolean {
  const parts = file.split('/');
  const hidden = parts.findLastIndex((part) => part.startsWith('.'));
  const [before = '', after = ''] = (parts.at(-1) ?? '').split(/\{.*\}/);
  if (hidden < 0) return isFullPath(file) && text.includes(file.replace(/\{.*/, ''));
  // If only the hidden folder is known, the end of the name must match; below another folder a variable may hold the name.
  const isOnlyHidden = hidden === parts.length - 2;
  const words = [...parts.slice(hidden, -1), before, isOnlyHidden ? after : ''];
  return hidden < parts.length - 1 && words.every((word) => text.includes(word));
}

function isAffected(path: string, effect: PathEffect, { userFiles, projectFiles }: GuardedSettings): boolean {
  const name = foldedName(path);
  if (userFiles.some((file) => matchesFile(name, file) || (effect === 'fill' && foldedName(dirname(file)) === name)))
    return true;
  if (effect === 'remove' && userFiles.some((file) => isWithinAnyCase(file, path) && isFile(file))) return true;
  return projectFiles.some(
    (file) =>
      matchesFile(name, file) ||
      (effect === 'fill' && dirname(file) !== '.' && name.endsWith(`/${foldedName(dirname(file))}`)) ||
      (effect === 'remove' && isFile(join(path, file))) ||
      (effect === 'remove' && name.endsWith(`/${foldedName(dirname(file))}`) && isFile(join(path, basename(file)))),
  );
}

/** Is the folded path this file? A relative file is one of any project. */
function matchesFile(path: string, named: string): boolean {
  const file = foldedName(named);
  const isFull = isFullPath(file);
  const end = isFull ? file : `/${file}`;
  if (!end.includes('{')) return isFull ? path === file : path.endsWith(end);
  const [before = '', after = ''] = [end.slice(0, end.indexOf('{')), end.slice(end.indexOf('}') + 1)];
  const at = isFull ? (path.startsWith(before) ? 0 : -1) : path.lastIndexOf(before);
  const name = at < 0 ? '' : path.slice(at + before.length);
  return name !== '' && !name.includes('/') && name.endsWith(after);
}

/** The agent makes this call, or one of its files calls anyhook. */
export function isConnected(
  { agent, userFiles, projectFiles }: GuardedSettings,
  path: string,
  look: GuardLook,
): boolean {
  if (agent === look.agent) return true;
  const roots = new Set([look.cwd, ...projectFiles.flatMap((file) => rootOf(path, file) ?? [])]);
  const files = [...userFiles, ...[...roots].flatMap((root) => projectFiles.map((file) => join(root, file)))];
  return files.flatMap((file) => (file.includes('{') ? namedLike(file) : [file])).some(holdsEntry);
}

const rootOf = (path: string, file: string): string | undefined =>
  foldedName(path).endsWith(`/${foldedName(file)}`) ? path.slice(0, -file.length - 1) : undefined;

const namedLike = (file: string): readonly string[] =>
  filesIn(dirname(file), '').filter((one) => matchesFile(foldedName(one), file));

/** Files in a folder with the names of settings files. */
function entryFilesBelow(path: string, { guarded }: GuardLook): readonly string[] {
  return [...entryNames(guarded.settings).all].map((name) => join(path, name));
}

/** Some agents have a folder with one file per event. */
function filesIn(path: string, name: string): readonly string[] {
  const dir = name === '' || basename(path) === name ? path : join(path, name);
  const entries = listFolder(dir);
  return typeof entries === 'string' ? [] : entries.slice(0, maxFiles).map((entry) => join(dir, entry.name));
}

interface EntryNames {
  readonly all: ReadonlySet<string>;
  readonly folded: ReadonlySet<string>;
}

const knownNames = new WeakMap<readonly GuardedSettings[], EntryNames>();

function entryNames(settings: readonly GuardedSettings[]): EntryNames {
  const known = knownNames.get(settings);
  if (known) return known;
  const all = new Set(
    settings.flatMap(({ userFiles, projectFiles }) => [...userFiles, ...projectFiles].map((one) => basename(one))),
  );
  const names: EntryNames = { all, folded: new Set([...all].map(foldedName)) };
  knownNames.set(settings, names);
  return names;
}

const mayHoldEntry = (path: string, { guarded }: GuardLook): boolean =>
  entryNames(guarded.settings).folded.has(foldedName(basename(path))) ||
  foldedName(basename(dirname(path))) === 'hooks';

const holdsEntry = (file: string): boolean => callsAnyhook(readText(file, maxBytes));
