import { lstat, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../hash.js';
import type { Environment } from '../process/fit-environment.js';
import { execFileText } from '../process/run-process.js';
import { gitChangedFiles } from './changed-files.js';

/** A repository at one moment: its head, and the content of each file that differed from it. */
export interface WorkBaseline {
  readonly top: string;
  /** Undefined before the first commit. */
  readonly head?: string;
  readonly files: Readonly<Record<string, string>>;
}

export interface WorkLocation {
  readonly cwd: string;
  readonly env: Environment;
}

const timeoutMs = 5_000;
/** Files that are compared; any beyond that count as changed if they still differ from the head. */
const maxFiles = 5_000;
/** Bytes that are read, of one file and of all; larger ones are compared by size and time. */
const maxFileBytes = 1024 * 1024;
const maxTotalBytes = 32 * 1024 * 1024;

/** The state of the repository that contains a folder; undefined outside a repository. */
export async function workBaseline(place: WorkLocation): Promise<WorkBaseline | undefined> {
  const top = await git(['rev-parse', '--show-toplevel'], place);
  if (top === undefined || top.trimEnd() === '') return undefined;
  const folder = top.replace(/\n$/, '');
  const [head, dirty] = await Promise.all([headOf(place), gitChangedFiles(place.cwd, place.env)]);
  return {
    top: folder,
    ...(head !== undefined && { head }),
    files: await fingerprintsOf(folder, dirty.slice(0, maxFiles)),
  };
}

/** Files that changed since the baseline, committed or not, by their paths below the repository's top. */
export async function changedSince(baseline: WorkBaseline, place: WorkLocation): Promise<readonly string[]> {
  const { top, head, files } = baseline;
  const [committed, dirty] = await Promise.all([committedSince(head, place), gitChangedFiles(place.cwd, place.env)]);
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

async function committedSince(head: string | undefined, place: WorkLocation): Promise<readonly string[]> {
  const now = await headOf(place);
  if (now === undefined || now === head) return [];
  const names = await git(
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
    place,
  );
  return (names ?? '').split('\0').filter((name) => name !== '');
}

async function headOf(place: WorkLocation): Promise<string | undefined> {
  const head = (await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], place))?.trim();
  return head !== undefined && /^[0-9a-f]{40,64}$/.test(head) ? head : undefined;
}

async function git(args: readonly string[], { cwd, env }: WorkLocation): Promise<string | undefined> {
  // The fsmonitor is a program that the repository's own config names: it must not run.
  const safeArgs = ['-c', 'core.fsmonitor=false', '--no-optional-locks'];
  const { ok, stdout } = await execFileText('git', [...safeArgs, ...args], {
    cwd,
    env,
    timeoutMs,
    maxBytes: 4 * 1024 * 1024,
  });
  return ok ? stdout : undefined;
}

/** How the earlier fingerprint was made; the next one is made the same way. */
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
