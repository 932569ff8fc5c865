import { createHash } from 'node:crypto';
import { delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import {
  askGit,
  canMakeOfFiles,
  type Environment,
  exists,
  findRepository,
  isFolder,
  makePrivateFolder,
  makeRepositoryOfFiles,
  type OwnRepository,
  readText,
  realPath,
  runOwnGit,
  timeLeft,
  writeAtomic,
  writeTarget,
} from '@anyhook/core';
import { plainExcludes } from './limits.js';
import { notedUndoFolders } from './undo-journal.js';

/** What a snapshot needs from its environment. */
export interface FileSnapshotDeps {
  readonly env: Environment;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** How a command in the shadow repository is run. */
export interface ShadowRunOptions {
  readonly stdin?: string;
  /** The index file, as a name in the store's folder or as a full path. */
  readonly index?: string;
  /** The files to work on, if not those of the project. */
  readonly workTree?: string;
  /** More object folders. Never use them for a snapshot: their content would be missing in the store. */
  readonly alternates?: readonly string[];
}

/** A separate git repository for the project's files; it does not touch the project's own repository. */
export interface ShadowGit {
  readonly root: string;
  readonly dir: string;
  readonly objects: string;
  readonly env: Environment;
  /** Standard output of a git command in the shadow repository; throws if the command fails. */
  run(args: readonly string[], options?: ShadowRunOptions): Promise<string>;
  runForBytes(args: readonly string[], options?: ShadowRunOptions): Promise<Buffer>;
  /** Standard output of a git command in the project's own repository, read-only; empty if it fails or cannot run. */
  queryProject(args: readonly string[], stdin?: string): Promise<string>;
}

// Enough for the file lists of large projects.
const maxBytes = 64 * 1024 * 1024;

// Line endings, filters and keywords must not change the bytes.
const attributes = '* -text !eol -filter -ident -working-tree-encoding\n';

/** An empty or relative one counts as unset. */
const homeOf = (env: Environment): string | undefined =>
  [env['HOME'], env['USERPROFILE']].find((path) => path !== undefined && isAbsolute(path));

export function storesFolder(env: Environment): string {
  const home = homeOf(env);
  const stateHome = env['XDG_STATE_HOME'];
  const state = stateHome && isAbsolute(stateHome) ? stateHome : home && join(home, '.local', 'state');
  if (!state) throw new Error('snapshot: neither XDG_STATE_HOME nor HOME is set, so there is no folder for snapshots');
  return join(state, 'anyhook', 'snapshots');
}

/** Folder of a project's snapshots below the user's state folder. */
export const storeFolder = (root: string, env: Environment): string =>
  join(storesFolder(env), createHash('sha256').update(root).digest('hex').slice(0, 32));

/** The folder and all folders above it, nearest first. */
function foldersUpFrom(folder: string): readonly string[] {
  const all = [folder];
  for (let dir = folder; dirname(dir) !== dir; dir = dirname(dir)) all.push(dirname(dir));
  return all;
}

/**
 * The project that contains a folder: the repository; without one (any more), the folder that was a project before;
 * else the folder itself.
 */
export function undoRoot(cwd: string, env: Environment): string {
  const folders = foldersUpFrom(realPath(cwd));
  const hasTurns = (folder: string) => exists(join(storeFolder(folder, env), 'root'));
  return folders.find((one) => exists(join(one, '.git'))) ?? folders.find(hasTurns) ?? folders[0] ?? cwd;
}

/** Why a folder is never tracked: saving a whole home folder or disk would take hours, and users do not want it. */
export function unsupportedRootReason(root: string, env: Environment): string | undefined {
  if (dirname(root) === root) return 'is the root of the file system';
  const home = homeOf(env);
  return home && foldersUpFrom(realPath(home)).includes(root) ? 'is or contains the home folder' : undefined;
}

/** Opens a project's shadow repository; creates it if needed. */
export async function openShadowGit(root: string, deps: FileSnapshotDeps): Promise<ShadowGit> {
  const dir = storeFolder(root, deps.env);
  if (writeTarget(dir).startsWith(root.endsWith(sep) ? root : root + sep)) {
    throw new Error(`snapshot: ${dir} is inside the project; set XDG_STATE_HOME to a folder outside of it`);
  }
  const open = shadowAt(root, dir, deps);
  const shadow = exists(join(dir, 'git', 'HEAD')) ? open : initialized(open);
  if (!exists(join(dir, 'root'))) writeAtomic(join(dir, 'root'), `${root}\n`);
  writeIfChanged(join(dir, 'git', 'info', 'attributes'), attributes);
  return shadow;
}

function initialized(shadow: ShadowGit): ShadowGit {
  if (!canMakeOfFiles) return initializedInBackground(shadow);
  makeRepositoryOfFiles(join(shadow.dir, 'git'));
  return shadow;
}

/** Initializes the repository while the project's index and files are read: the first command waits for it. */
function initializedInBackground(shadow: ShadowGit): ShadowGit {
  makePrivateFolder(shadow.dir);
  const ready = shadow.run(['init', '--quiet', '--template=']);
  // The error surfaces when a command is run.
  ready.catch(() => {});
  return {
    ...shadow,
    run: (args, options) => ready.then(() => shadow.run(args, options)),
    runForBytes: (args, options) => ready.then(() => shadow.runForBytes(args, options)),
  };
}

function shadowAt(root: string, dir: string, deps: FileSnapshotDeps): ShadowGit {
  const remainingMs = timeLeft(deps.timeoutMs);
  const options = () => ({ timeoutMs: remainingMs(), maxBytes, ...(deps.signal ? { signal: deps.signal } : {}) });
  const identity = {
    GIT_AUTHOR_NAME: 'anyhook',
    GIT_AUTHOR_EMAIL: 'anyhook@localhost',
    GIT_COMMITTER_NAME: 'anyhook',
    GIT_COMMITTER_EMAIL: 'anyhook@localhost',
  };
  const runGit = async (
    args: readonly string[],
    // A project that is gone can still be compared.
    { stdin = '', index = 'index', alternates = [], workTree = isFolder(root) ? root : dir }: ShadowRunOptions,
    onStdout?: (chunk: Buffer) => void,
  ): Promise<string> => {
    const variables = {
      ...identity,
      GIT_INDEX_FILE: resolve(dir, index),
      ...(alternates.length > 0 && { GIT_ALTERNATE_OBJECT_DIRECTORIES: alternates.join(delimiter) }),
    };
    const own: OwnRepository = { gitFolder: join(dir, 'git'), workTree, env: deps.env };
    const allArgs = ['-c', 'core.untrackedCache=false', ...args];
    const end = await runOwnGit({ ...own, variables }, allArgs, { ...options(), stdin, ...(onStdout && { onStdout }) });
    if (end.kind === 'exit' && end.exitCode === 0) return end.stdout;
    const why = end.kind === 'spawn' ? end.error : end.kind === 'exit' ? end.stderr.trim() : end.kind;
    throw new Error(`snapshot: git ${args[0]} failed: ${why.slice(0, 500)}`);
  };
  return {
    root,
    dir,
    objects: join(dir, 'git', 'objects'),
    env: deps.env,
    run: (args, runOptions = {}) => runGit(args, runOptions),
    async runForBytes(args, runOptions = {}) {
      const chunks: Buffer[] = [];
      await runGit(args, runOptions, (chunk) => void chunks.push(chunk));
      return Buffer.concat(chunks);
    },
    async queryProject(args, stdin = '') {
      const answer = await askGit({ cwd: root, env: deps.env }, args, { ...options(), stdin });
      return answer.kind === 'text' && !answer.isCut ? answer.text : '';
    },
  };
}

/** The store of a project, with access to the stores of nested repositories. */
export function withNestedContent(shadow: ShadowGit, paths: readonly string[]): ShadowGit {
  const folders = paths.map((path) => join(storeFolder(join(shadow.root, path), shadow.env), 'git', 'objects'));
  const alternates = folders.filter((folder) => exists(folder));
  if (alternates.length === 0) return shadow;
  return { ...shadow, run: (args, options) => shadow.run(args, { ...options, alternates }) };
}

/**
 * The project's private ignore rules are in its .git folder, which the shadow repository does not read. A folder
 * without git has no rules, so build output and caches are excluded.
 */
export function copyExcludes(shadow: Pick<ShadowGit, 'root' | 'dir'>): void {
  const folders = findRepository(shadow.root);
  const text = folders
    ? (readText(join(folders.commonFolder, 'info', 'exclude')) ?? '')
    : plainExcludes.map((name) => `${name}\n`).join('');
  // Ignore leftovers of an interrupted undo.
  const left = notedUndoFolders(shadow.dir).map((name) => `/${name}/\n`);
  const rules = left.length > 0 ? [text.replace(/\n?$/, '\n'), ...left].join('') : text;
  writeIfChanged(join(shadow.dir, 'git', 'info', 'exclude'), rules);
}

function writeIfChanged(path: string, text: string): void {
  if (readText(path) !== text) writeAtomic(path, text);
}

/** The texts between zeros. */
export const splitNul = (text: string): readonly string[] => text.split('\0').filter((part) => part !== '');
export const joinNul = (paths: readonly string[]): string => paths.map((path) => `${path}\0`).join('');
