import { basename, join } from 'node:path';
import {
  callsAnyhook,
  type FormatName,
  type Hook,
  isObject,
  maxSettingsBytes,
  pathInFile,
  readText,
} from '@anyhook/core';
import { loadLoaders } from '../formats/index.js';
import type { HookLoader } from '../formats/kit/format.js';
import { packagePlaces } from '../hooks/hook-packages.js';
import { type MovedEntry, movableEntries } from '../install/moved-entries.js';
import { movableTomlEntries } from '../install/moved-toml-entries.js';
import { knownToolOf } from './import-plan.js';

/** Hooks of one file that move into a package: some of its entries, or the file as a whole. */
export interface ImportMove {
  readonly name: string;
  readonly source: string;
  readonly format: FormatName;
  /** The base of paths in the file. */
  readonly base: string;
  /** Where the file is in the package. */
  readonly path: string;
  readonly entries: readonly MovedEntry[];
  /** Other keys that the format needs, such as a version. */
  readonly head: Readonly<Record<string, unknown>>;
  /** How many hooks move with the whole file; missing if only entries move. */
  readonly wholeFile?: number;
}

/** How many hooks move. */
export const movedCount = ({ entries, wholeFile }: ImportMove): number => wholeFile ?? entries.length;

/** A file whose hooks cannot move. */
interface UnmovableFile {
  readonly source: string;
  readonly why: string;
}

export interface ImportMoves {
  readonly moves: readonly ImportMove[];
  readonly unmovable: readonly UnmovableFile[];
}

/** Plans which hooks move. An entry that also contains one of anyhook or of a known tool stays. Only reads. */
export async function planMoves(chosen: readonly Hook[], home: string): Promise<ImportMoves> {
  const loaders = await loadLoaders();
  const files = [...new Map(chosen.map((hook) => [hook.source, hook])).values()];
  const plans = files.map((first) => {
    const hooks = chosen.filter(({ source }) => source === first.source);
    const loader = loaders[first.dialect];
    const plan = loader ? planFile(first, hooks, loader, home) : 'its format is unknown to this version';
    return { source: first.source, plan };
  });
  return {
    moves: plans.flatMap(({ plan }) => (typeof plan === 'string' ? [] : [plan])),
    unmovable: plans.flatMap(({ source, plan }) => (typeof plan === 'string' ? [{ source, why: plan }] : [])),
  };
}

/** How the hooks of one file move, or why they cannot. */
function planFile(
  { source, dialect: format, root, flavour, match }: Hook,
  hooks: readonly Hook[],
  loader: HookLoader,
  home: string,
): ImportMove | string {
  const text = readText(source, maxSettingsBytes);
  if (text === undefined) return 'it cannot be read';
  if (flavour === 'extension') return 'they belong to an extension and come with it';
  if (match.agent !== undefined) return 'they belong to one agent of it, and run only while that is chosen';
  const isUsual = loader.userFolder !== undefined && root === join(home, loader.userFolder);
  const name = `imported-${format}${isUsual ? '' : `-${basename(root).replace(/[^\w-]+/g, '')}`}`;
  const base = { name, source, format, base: root };
  const isWanted = (value: unknown) => knownToolOf(JSON.stringify(value)) === undefined;
  const events = new Set(hooks.map(({ nativeEvent }) => nativeEvent));
  if (source.endsWith('.toml')) {
    const entries = movableTomlEntries(text, events, isWanted);
    const path = pathInPackage(loader, 'hooks.json');
    if (!entries || path === undefined) return 'they are not written as tables, such as [[hooks.PreToolUse]]';
    return entries.length === 0 ? 'nothing of it can move' : { ...base, path, entries, head: {} };
  }
  const movable = source.endsWith('.json') ? movableEntries(text, events, isWanted) : undefined;
  const path = pathInPackage(loader, basename(source));
  if (path === undefined) return 'a package has no place for it';
  if (movable && movable.entries.length > 0) return { ...base, path, entries: movable.entries, head: movable.head };
  if (!isWanted(text) || callsAnyhook(text)) return 'nothing of it can move';
  const problem = loadsNeighbours(text, source);
  return problem ?? { ...base, path, entries: [], head: {}, wholeFile: hooks.length };
}

/** A script that loads files next to it would not find them in another folder. */
function loadsNeighbours(text: string, source: string): string | undefined {
  const isScript = !/\.(?:json|hook)$/.test(source);
  const places = /\$\{?0\b|BASH_SOURCE|__dirname|__file__|import\.meta|(?:require\(|from |import )['"]\.|PSScriptRoot/;
  return isScript && places.test(text) ? 'it loads files next to it, which would not be found elsewhere' : undefined;
}

/** Where a package of this format keeps a file of this name. */
function pathInPackage(loader: HookLoader, name: string): string | undefined {
  const folder = '/package';
  const place = packagePlaces(loader, { name: '', folder, dataFolder: '' }).find(({ find, flavour }) => {
    if (flavour === 'installed-plugin') return false;
    if (find.kind === 'file') return find.name === name;
    if (find.kind !== 'folder') return false;
    return 'endings' in find
      ? find.endings.some((end) => name.endsWith(end))
      : new RegExp(`^(?:${find.names})$`, 'i').test(name);
  });
  return place && pathInFile(folder, join(place.dir, name));
}

export function movedFileText({ entries, head }: ImportMove, before: string | undefined): string {
  const isAtTop = entries.some((entry) => entry.isAtTop);
  const known: unknown = before === undefined ? {} : JSON.parse(before);
  const top = isObject(known) ? known : {};
  const old = isAtTop ? top : isObject(top['hooks']) ? top['hooks'] : {};
  const hooks: Record<string, unknown[]> = Object.fromEntries(
    Object.entries(old).map(([event, list]) => [event, Array.isArray(list) ? [...list] : []]),
  );
  for (const { event, value } of entries) hooks[event] = [...(hooks[event] ?? []), value];
  return `${JSON.stringify(isAtTop ? { ...head, ...hooks } : { ...head, hooks }, null, 2)}\n`;
}
