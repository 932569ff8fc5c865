import { dirname, join, relative, sep } from 'node:path';
import type { UserPaths } from '@anyhook/core';
import {
  fileNameFor,
  type Hook,
  listFolder,
  maxStateFileBytes,
  type Problem,
  parseObject,
  readPrivateFile,
} from '@anyhook/core';
import { trustRecordFolder } from '../switches/format-switch.js';
import { mainWorktree } from './repository.js';
import { runsOnlyCoveredFiles } from './trust-coverage.js';

/** A hook at the time it was trusted, with the content of its files. */
export interface TrustedHook {
  readonly hook: Hook;
  readonly shas: Readonly<Record<string, string>>;
  /** The version of the code that read its command. Missing in records of earlier versions, which knew fewer files. */
  readonly reader?: number;
  /** The uncovered parts that the user accepted. */
  readonly accepted?: readonly string[];
  /** The main work tree, if the hook is trusted only there. Not stored: set when another work tree reads the record. */
  readonly onlyIn?: string;
}

/** What a person trusted in one project; one file per project, so a large one does not slow the others. */
export interface HookTrustFile {
  readonly version: 1;
  readonly root: string;
  readonly at: string;
  readonly hooks: readonly TrustedHook[];
}

/** The hooks around one folder that a person trusted. */
export interface TrustRecord {
  /** Trusted at their own path, or in another work tree of the same repository. Undefined if there is no record. */
  readonly hooks?: readonly TrustedHook[];
  /** Trusted when the user added the packages that they are in. */
  readonly packageHooks?: readonly TrustedHook[];
  /** Whether the project's root itself has a record. */
  readonly isOwn?: boolean;
  readonly problem?: Problem;
}

export const trustFolder = ({ state }: UserPaths): string => trustRecordFolder(state);

/** The folder of packages that a repository includes. */
export const projectPackagesFolder = (root: string): string => join(root, '.agents', 'packages');

export const hookTrustFile = (root: string, user: UserPaths): string =>
  join(trustFolder(user), `${fileNameFor(root)}.json`);

/** Records of the folder and all above: a hook is known by its path, so a new `.git` does not switch off a guard. */
export function readTrustRecord(root: string, levels: readonly string[], user: UserPaths): TrustRecord {
  const names = recordNames(user);
  if (names.size === 0) return {};
  const own = readTrustFile(root, user, names);
  const above = foldersAboveAll(levels).filter((folder) => folder !== root);
  const others = above.map((folder) => readTrustFile(folder, user, names));
  const worktreeRecords = levels.map((level) => worktreeRecord(level, user, names));
  const all = [own, ...others, ...worktreeRecords];
  const problem = all.find((one) => one.problem)?.problem;
  const hooks = all.some((one) => one.hooks) ? all.flatMap((one) => one.hooks ?? []) : undefined;
  return { ...(hooks && { hooks }), ...(own.hooks && { isOwn: true }), ...(problem && { problem }) };
}

/** What the user trusted by adding packages for all projects. */
export function readPackageRecords(folders: readonly string[], user: UserPaths): TrustRecord {
  const names = recordNames(user);
  const all = folders.map((folder) => readTrustFile(folder, user, names));
  const problem = all.find((one) => one.problem)?.problem;
  return { packageHooks: all.flatMap(({ hooks }) => hooks ?? []), ...(problem && { problem }) };
}

/** Files that record what is trusted in and above a folder, whether they exist or not. */
export function trustRecordFiles(root: string, levels: readonly string[], user: UserPaths): readonly string[] {
  const mainWorktrees = levels.flatMap((level) => mainWorktree(level) ?? []);
  const roots = new Set([root, ...foldersAboveAll(levels), ...mainWorktrees]);
  return [...roots].map((folder) => hookTrustFile(folder, user));
}

export const readOwnRecord = (root: string, user: UserPaths): TrustRecord =>
  readTrustFile(root, user, recordNames(user));

/** The most records that are searched for hooks of equal content. */
const maxRecords = 200;

/** Everything that the user trusts in any project: a project may be a second clone, a copy, or have moved. */
function* allRecords(user: UserPaths): Generator<{ readonly root: string; readonly hooks: readonly TrustedHook[] }> {
  for (const name of [...recordNames(user)].slice(0, maxRecords)) {
    const { text } = readPrivateFile(join(trustFolder(user), name), maxStateFileBytes);
    const file = (parseObject(text) ?? {}) as Partial<HookTrustFile>;
    if (typeof file.root === 'string') yield { root: file.root, hooks: readableHooks(file.hooks) };
  }
}

/** The contents of all hooks that are trusted anywhere. */
export const trustedContents = (user: UserPaths): readonly TrustedHook['shas'][] =>
  [...allRecords(user)].flatMap(({ hooks }) => hooks.map(({ shas }) => shas));

/** Finds where a hook with equal content, or by the same name, is trusted. Reads the records when first needed. */
export function trustedCopyFinder(
  user: UserPaths,
): (isSame: (trusted: TrustedHook, root: string) => boolean, sourceSha: string, id: string) => string | undefined {
  let byKey: ReadonlyMap<string, readonly RootedTrust[]> | undefined;
  return (isSame, sourceSha, id) => {
    byKey ??= recordsByKey(user);
    const candidates = [...(byKey.get(`sha ${sourceSha}`) ?? []), ...(byKey.get(`id ${id}`) ?? [])];
    return candidates.find(({ trusted, root }) => isSame(trusted, root))?.root;
  };
}

interface RootedTrust {
  readonly root: string;
  readonly trusted: TrustedHook;
}

function recordsByKey(user: UserPaths): ReadonlyMap<string, readonly RootedTrust[]> {
  const byKey = new Map<string, RootedTrust[]>();
  for (const { root, hooks } of allRecords(user)) {
    for (const trusted of hooks) {
      const shas = new Set(Object.values(trusted.shas));
      for (const key of [`id ${trusted.hook.id}`, ...[...shas].map((sha) => `sha ${sha}`)]) {
        const list = byKey.get(key);
        if (list) list.push({ root, trusted });
        else byKey.set(key, [{ root, trusted }]);
      }
    }
  }
  return byKey;
}

export const recordRoots = (user: UserPaths): readonly string[] =>
  [...recordNames(user)].flatMap((name) => {
    const { text } = readPrivateFile(join(trustFolder(user), name), maxStateFileBytes);
    const root = parseObject(text)?.['root'];
    return typeof root === 'string' ? [root] : [];
  });

function recordNames(user: UserPaths): ReadonlySet<string> {
  const entries = listFolder(trustFolder(user));
  const files = typeof entries === 'string' ? [] : entries.filter(({ kind }) => kind === 'file');
  return new Set(files.map(({ name }) => name).filter((name) => name.endsWith('.json')));
}

function readTrustFile(root: string, user: UserPaths, names: ReadonlySet<string>): TrustRecord {
  if (!names.has(`${fileNameFor(root)}.json`)) return {};
  const { text, problem } = readPrivateFile(hookTrustFile(root, user), maxStateFileBytes);
  if (problem) return { problem };
  const file = (parseObject(text) ?? {}) as Partial<HookTrustFile>;
  return file.root === root && Array.isArray(file.hooks) ? { hooks: readableHooks(file.hooks) } : {};
}

const readableHooks = (hooks: unknown): readonly TrustedHook[] =>
  (Array.isArray(hooks) ? (hooks as readonly TrustedHook[]) : []).filter(
    (entry) => typeof entry?.hook?.source === 'string' && typeof entry.shas === 'object' && entry.shas !== null,
  );

/** The hooks that are trusted in the main work tree of a folder's repository, as if they were trusted here. */
function worktreeRecord(folder: string, user: UserPaths, names: ReadonlySet<string>): TrustRecord {
  const main = mainWorktree(folder);
  if (main === undefined) return {};
  const { hooks, problem } = readTrustFile(main, user, names);
  if (problem) return { problem };
  return hooks ? { hooks: hooks.map((one) => moveToWorktree(folder, main, one)) } : {};
}

function moveToWorktree(folder: string, main: string, trusted: TrustedHook): TrustedHook {
  const { hook, shas } = trusted;
  const movePath = (path: string) => (path.startsWith(main + sep) ? join(folder, relative(main, path)) : path);
  return {
    ...trusted,
    ...(!runsOnlyCoveredFiles(trusted) && { onlyIn: main }),
    hook: {
      ...hook,
      source: movePath(hook.source),
      root: hook.root === main ? folder : movePath(hook.root),
      files: hook.files.map(movePath),
    },
    shas: Object.fromEntries(Object.entries(shas).map(([path, sha]) => [movePath(path), sha])),
  };
}

/** All folders at or above the given folders. */
export const foldersAboveAll = (folders: readonly string[]): readonly string[] => [
  ...new Set(folders.flatMap(foldersAbove)),
];

export function foldersAbove(folder: string): readonly string[] {
  const folders = [folder];
  for (let dir = folder; dirname(dir) !== dir; dir = dirname(dir)) folders.push(dirname(dir));
  return folders;
}
