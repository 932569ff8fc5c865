import { lstat, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../hash.js';
import { askGit, type GitAbsence, type GitPlace, gitAnswer, type OpenGit, openGit } from './run-git.js';

/** A repository at one moment: its head, and the content of each file that differed from it. */
export interface WorkBaseline {
  readonly top: string;
  /** Undefined before the first commit. */
  readonly head?: string;
  readonly files: Readonly<Record<string, string>>;
}

const timeoutMs = 5_000;
/** Files that are compared; any others count as changed if they still differ from the head. */
const maxFiles = 5_000;
/** Limit for the bytes read from one file and from all; larger files are compared by size and time. */
const maxFileBytes = 1024 * 1024;
const maxTotalBytes = 32 * 1024 * 1024;

/** The state of the repository that contains a folder; undefined outside a repository, or if git cannot be asked. */
export async function workBaseline(place: GitPlace): Promise<WorkBaseline | undefined> {
  const git = openGit(place);
  if (git.kind !== 'open') return undefined;
  try {
    const { top } = git.folders;
    const [head, dirty] = await Promise.all([headOf(git), dirtyFiles(git)]);
    if (dirty === undefined) return undefined;
    return { top, ...(head !== undefined && { head }), files: await fingerprintsOf(top, dirty.slice(0, maxFiles)) };
  } finally {
    git.close();
  }
}

/** Files that changed since the baseline, committed or not, by their paths below the repository's top. */
export async function changedSince(baseline: WorkBaseline, place: GitPlace): Promise<readonly string[]> {
  const { top, files } = baseline;
  const [committed, dirty] = await changesInGit(baseline, place);
  const before = Object.entries(files);
  const unchanged = new Set<string>();
  // One after the other: the process has other work to do.
  for (const [path, fingerprint] of before)
    if (fingerprint === (await fingerprintOf(join(top, path), fingerprintMethod(fingerprint)))) unchanged.add(path);
  const candidates = new Set([...committed, ...dirty, ...before.map(([path]) => path)]);
  return [...candidates].filter((path) => !unchanged.has(path)).sort();
}

async function fingerprintsOf(folder: string, paths: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const found: [string, string][] = [];
  let left = maxTotalBytes;
  for (const path of paths) {
    const file = join(folder, path);
    const size = (await lstat(file).catch(() => undefined))?.size ?? 0;
    const isRead = size <= Math.min(left, maxFileBytes);
    if (isRead) left -= size;
    found.push([path, await fingerprintOf(file, isRead ? 'content' : 'stamp')]);
  }
  return Object.fromEntries(found);
}

/** Files committed since then, and files that differ from the head now. */
async function changesInGit(
  { head }: WorkBaseline,
  place: GitPlace,
): Promise<readonly [readonly string[], readonly string[]]> {
  const git = openGit(place);
  if (git.kind !== 'open') return [[], []];
  try {
    const [committed, dirty] = await Promise.all([committedSince(head, git), dirtyFiles(git)]);
    return [committed, dirty ?? []];
  } finally {
    git.close();
  }
}

/** Undefined if git fails. */
async function dirtyFiles(git: OpenGit): Promise<readonly string[] | undefined> {
  const text = await textOf(git, statusArgs);
  return text === undefined ? undefined : statusPaths(text);
}

async function committedSince(head: string | undefined, git: OpenGit): Promise<readonly string[]> {
  const now = await headOf(git);
  if (now === undefined || now === head) return [];
  const names = await textOf(
    git,
    head === undefined
      ? ['ls-tree', '-r', '-z', '--name-only', '--full-tree', now]
      : [
          'diff',
          '--name-only',
          '-z',
          '--no-renames',
          '--no-ext-diff',
          '--no-textconv',
          '--no-relative',
          head,
          now,
          '--',
        ],
  );
  return (names ?? '').split('\0').filter((name) => name !== '');
}

async function headOf(git: OpenGit): Promise<string | undefined> {
  const head = (await textOf(git, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']))?.trim();
  return head !== undefined && /^[0-9a-f]{40,64}$/.test(head) ? head : undefined;
}

async function textOf(git: OpenGit, args: readonly string[]): Promise<string | undefined> {
  const answer = gitAnswer(await git.run(args, { timeoutMs, maxBytes: 4 * 1024 * 1024 }));
  return answer.kind === 'text' && !answer.isCut ? answer.text : undefined;
}

/** The method of the earlier fingerprint; the next one uses the same. */
const fingerprintMethod = (fingerprint: string): 'content' | 'stamp' =>
  fingerprint.startsWith('stamp ') ? 'stamp' : 'content';

/** A short text that changes with the file. */
async function fingerprintOf(path: string, method: 'content' | 'stamp'): Promise<string> {
  try {
    const stat = await lstat(path);
    if (stat.isSymbolicLink()) return `link ${await readlink(path)}`;
    if (!stat.isFile()) return 'no file';
    if (method === 'stamp' || stat.size > maxFileBytes) return `stamp ${stat.size} ${stat.mtimeMs}`;
    return sha256(await readFile(path)).slice(0, 32);
  } catch {
    return 'gone';
  }
}

/** The files that git reports; `refused` is the reason if git was not asked. Outside a repository there are none. */
interface ChangedFiles {
  readonly files: readonly string[];
  readonly refused?: string;
}

/** The git arguments that list changed and new files. */
const statusArgs: readonly string[] = ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames'];

export async function gitChangedFiles(place: GitPlace): Promise<ChangedFiles> {
  const answer = await askGit(place, statusArgs, { timeoutMs: 5_000, maxBytes: 4 * 1024 * 1024 });
  if (answer.kind === 'refused') return { files: [], refused: refusalText(answer) };
  return { files: answer.kind === 'text' && !answer.isCut ? statusPaths(answer.text) : [] };
}

/** The paths in the output of `git status --porcelain=v1 -z`. */
const statusPaths = (text: string): readonly string[] =>
  text
    .split('\0')
    .filter((line) => line.length > 3)
    .map((line) => line.slice(3));

/** The message to user and model when git was not asked. */
export const refusalText = ({ why }: Extract<GitAbsence, { kind: 'refused' }>): string => `git cannot be asked: ${why}`;
