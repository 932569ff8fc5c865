import { basename, dirname, join } from 'node:path';
import type { Problem } from '../core/errors.js';
import { type DialectName, type Hook, isHookTest } from '../core/hook.js';
import type { Place } from '../formats/format.js';
import { maxFileBytes, parseYaml } from '../formats/kit/parse.js';
import { isFile, isFolder, readText } from '../platform/files/files.js';
import type { UserPlaces } from '../state/user-paths.js';
import { parseConfig } from './config.js';
import { entryHooks } from './config-hooks.js';
import { whereIs } from './project-root.js';
import { type SnapshotDeps, soundHooks, takeSnapshot } from './snapshot.js';

/** What one hook file holds. */
export interface Checked {
  readonly hooks: readonly Hook[];
  readonly problems: readonly Problem[];
}

/** Loads one file alone, wherever it stands; undefined when it is no hook file by its name and shape. */
export async function checkFile(path: string, user: UserPlaces, deps: SnapshotDeps): Promise<Checked | undefined> {
  const kind = kindOf(path);
  if (kind === undefined) return undefined;
  return kind === 'config' ? checkConfig(path, user, deps) : checkHooks(path, kind, user, deps);
}

/** The format of a file: by its name, and where that says nothing, by what stands in it. */
export function kindOf(path: string): DialectName | 'config' | undefined {
  const name = basename(path);
  if (name === 'HOOK.md') return 'hook-md';
  if (name.endsWith('.json')) return 'claude';
  if (!/\.ya?ml$/.test(name) || isHookTest(name)) return undefined;
  if (/^anyhook\.ya?ml$/.test(name) || basename(dirname(path)) === 'anyhook') return 'config';
  const value = shapeOf(path);
  return 'event_type' in value || 'handler' in value || dirname(path).endsWith(join('.system', 'hooks'))
    ? 'ability'
    : 'docker';
}

function shapeOf(path: string): object {
  const parsed = parseYaml(readText(path, maxFileBytes) ?? '', path);
  const value = 'doc' in parsed ? parsed.doc.value : undefined;
  return typeof value === 'object' && value !== null ? value : {};
}

async function checkHooks(
  path: string,
  dialect: DialectName,
  user: UserPlaces,
  deps: SnapshotDeps,
): Promise<Checked | undefined> {
  const loader = deps.loaders[dialect];
  if (!loader) return undefined;
  const only = { ...loader, places: () => [placeOf(path, dialect, user)] };
  const { hooks, problems } = await takeSnapshot(dirname(path), user, { ...deps, loaders: { [dialect]: only } });
  return {
    hooks: hooks.filter(({ source }) => source === path),
    problems: problems.filter(({ source }) => source === path),
  };
}

/** A place that holds this file, with the base that its own relative paths would have in a project. */
function placeOf(path: string, dialect: DialectName, user: UserPlaces): Place {
  const dir = dirname(path);
  const name = basename(path);
  const scope = 'project';
  if (dialect === 'hook-md') return { scope, dir: dirname(dir), root: dir, find: { kind: 'each', name } };
  const find = { kind: 'file', name } as const;
  if (dialect !== 'claude') return { scope, dir, root: baseOf(dir, user), find };
  const plugin = name === 'hooks.json';
  return { scope, dir, root: dirname(dir), find, flavour: plugin ? 'plugin' : 'settings' };
}

/** The folder that has `.agents` or `.system` above the file, else the repository or the file's own folder. */
function baseOf(dir: string, user: UserPlaces): string {
  const parts = /^(.*?)\/\.(?:agents|system)(?:\/|$)/.exec(dir);
  if (parts?.[1]) return parts[1];
  const { root } = whereIs(dir, user);
  return isFolder(root) ? root : dir;
}

async function checkConfig(path: string, user: UserPlaces, deps: SnapshotDeps): Promise<Checked> {
  const text = readText(path, maxFileBytes) ?? '';
  const scope = path === user.userConfig ? 'user' : path === user.managedConfig ? 'managed' : 'project';
  const { source, problems } = parseConfig(text, path, scope);
  if (!source) return { hooks: [], problems };
  const entries = entryHooks(source, baseOf(dirname(path), user), { ...deps, exists: isFile });
  const all = [...problems, ...entries.problems];
  const hooks = await soundHooks(entries.hooks, deps, all);
  return { hooks, problems: all };
}
