import { join } from 'node:path';
import { sizeOf } from '../../io/builtin-files.js';
import { remove } from '../../io/files.js';
import { openShadow, type ShadowGit, type SnapshotDeps, storeFolder } from './shadow-git.js';
import { alone } from './snapshot-lock.js';

export type { SnapshotDeps } from './shadow-git.js';

/** One kept state of the project's files. */
export interface Snapshot {
  readonly id: string;
  /** ISO 8601. */
  readonly takenAt: string;
  /** What it was taken for, in one line. */
  readonly label: string;
}

export interface Change {
  readonly path: string;
  readonly kind: 'added' | 'changed' | 'deleted';
}

const refs = 'refs/snapshots/';
const maxKept = 500;
const packEvery = 100;
const maxNewFileBytes = 2 * 1024 * 1024;
const idPattern = /^[0-9a-f]{4,64}$/;

/** Keeps the project's files as they are now; gives undefined when nothing changed since the last snapshot. */
export function takeSnapshot(root: string, label: string, deps: SnapshotDeps): Promise<Snapshot | undefined> {
  return inStore(root, deps, (shadow) => keep(shadow, label));
}

/** All snapshots of a project, oldest first. */
export function listSnapshots(root: string, deps: SnapshotDeps): Promise<readonly Snapshot[]> {
  return inStore(root, deps, async (shadow) => (await kept(shadow)).map(plainOf));
}

/** What changed in the project since a snapshot, or from one snapshot to another; `patch` is a unified diff. */
export function diffSnapshot(
  root: string,
  id: string,
  deps: SnapshotDeps,
  until?: string,
): Promise<{ readonly changes: readonly Change[]; readonly patch: string }> {
  return inStore(root, deps, async (shadow) => {
    const from = await find(shadow, id);
    const to = until === undefined ? await currentTree(shadow) : await find(shadow, until);
    const options = ['--no-ext-diff', '--no-textconv', '--no-renames'];
    const patch = await shadow.run(['diff', ...options, from, to, '--']);
    return { changes: await changesBetween(shadow, from, to), patch };
  });
}

/** Brings changed and deleted files back as they were; files that are new since then stay unless `removeNew`. */
export function restoreSnapshot(
  root: string,
  id: string,
  deps: SnapshotDeps,
  options: { readonly paths?: readonly string[]; readonly removeNew?: boolean } = {},
): Promise<{ readonly restored: readonly string[]; readonly removed: readonly string[]; readonly before?: Snapshot }> {
  return inStore(root, deps, async (shadow) => {
    const target = await find(shadow, id);
    const before = await keep(shadow, `before restore of ${id}`);
    const wanted = (await changesBetween(shadow, target, await currentTree(shadow))).filter(isWanted(options.paths));
    const restored = wanted.filter(({ kind }) => kind !== 'added').map(({ path }) => path);
    const removed = options.removeNew ? wanted.filter(({ kind }) => kind === 'added').map(({ path }) => path) : [];
    for (const path of removed) remove(join(root, path));
    if (restored.length > 0) {
      await shadow.run(['read-tree', target], { index: 'restore-index' });
      await shadow.run(['checkout-index', '--force', '-z', '--stdin'], {
        index: 'restore-index',
        stdin: nul(restored),
      });
    }
    return { restored, removed, ...(before ? { before } : {}) };
  });
}

async function inStore<T>(root: string, deps: SnapshotDeps, work: (shadow: ShadowGit) => Promise<T>): Promise<T> {
  return alone(storeFolder(root, deps.env), deps.timeoutMs, async () => work(await openShadow(root, deps)));
}

async function keep(shadow: ShadowGit, label: string): Promise<Snapshot | undefined> {
  const tree = await currentTree(shadow);
  const all = await kept(shadow);
  const last = all.at(-1);
  if (last?.tree === tree) return undefined;
  const id = (await shadow.run(['commit-tree', tree, '-m', label])).trim();
  const number = (last?.number ?? 0) + 1;
  const old = all.slice(0, Math.max(0, all.length + 1 - maxKept));
  const changes = [`create ${refOf(number)} ${id}\n`, ...old.map((one) => `delete ${refOf(one.number)}\n`)];
  await shadow.run(['update-ref', '--stdin'], { stdin: changes.join('') });
  // Packing is a courtesy: the snapshot is safe without it.
  if (number % packEvery === 0) await shadow.run(['gc', '--auto', '--quiet']).catch(() => '');
  return (await kept(shadow)).map(plainOf).at(-1);
}

const plainOf = ({ id, takenAt, label }: Kept): Snapshot => ({ id, takenAt, label });

/** The tree of the project's files, ignored and very large new ones left out. */
async function currentTree(shadow: ShadowGit): Promise<string> {
  await shadow.run(['add', '--update', '--ignore-errors', '--', '.']).catch(ignoreUnreadable);
  const fresh = await shadow.run(['ls-files', '--others', '--exclude-standard', '-z']);
  // Files that the project tracks although a rule ignores them.
  const forced = await shadow.ask(['ls-files', '--cached', '--ignored', '--exclude-standard', '-z']);
  const known = forced === '' ? new Set<string>() : new Set(split(await shadow.run(['ls-files', '-z'])));
  const paths = [...split(fresh), ...split(forced).filter((path) => !known.has(path))].filter((path) =>
    isSmallFile(shadow.root, path),
  );
  if (paths.length > 0) {
    await shadow.run(['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], { stdin: nul(paths) });
  }
  return (await shadow.run(['write-tree'])).trim();
}

// A file that may not be read keeps its last known state; the rest must still be saved.
function ignoreUnreadable(error: unknown): string {
  if (error instanceof Error && /unable to index|Permission denied|short read/i.test(error.message)) return '';
  throw error;
}

// A path with a slash at its end is a repository inside the project: it has a history of its own.
function isSmallFile(root: string, path: string): boolean {
  if (path.endsWith('/')) return false;
  const size = sizeOf(join(root, path));
  return size !== undefined && size <= maxNewFileBytes;
}

interface Kept extends Snapshot {
  readonly number: number;
  readonly tree: string;
}

async function kept(shadow: ShadowGit): Promise<readonly Kept[]> {
  const format = '%(refname)%00%(tree)%00%(objectname)%00%(committerdate:iso-strict)%00%(contents:subject)';
  const lines = await shadow.run(['for-each-ref', '--sort=refname', `--format=${format}`, refs]);
  return split(lines, '\n').map((line) => {
    const [ref = '', tree = '', id = '', takenAt = '', label = ''] = line.split('\0');
    return { number: Number(ref.slice(refs.length)), tree, id, takenAt, label };
  });
}

const refOf = (number: number): string => `${refs}${String(number).padStart(9, '0')}`;

async function find(shadow: ShadowGit, id: string): Promise<string> {
  const matches = idPattern.test(id) ? (await kept(shadow)).filter((snapshot) => snapshot.id.startsWith(id)) : [];
  const [match] = matches;
  if (match && matches.length === 1) return match.id;
  throw new Error(
    matches.length > 1
      ? `snapshot: "${id}" means ${matches.length} snapshots; give more of its id`
      : `snapshot: there is no snapshot "${id}" of ${shadow.root}; "anyhook snapshot list" shows those that are kept`,
  );
}

const kinds: Readonly<Record<string, Change['kind']>> = { A: 'added', D: 'deleted', M: 'changed', T: 'changed' };

async function changesBetween(shadow: ShadowGit, from: string, to: string): Promise<readonly Change[]> {
  const parts = split(await shadow.run(['diff-tree', '-r', '-z', '--no-renames', '--name-status', from, to]));
  const changes: Change[] = [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    changes.push({ kind: kinds[parts[i] ?? ''] ?? 'changed', path: parts[i + 1] ?? '' });
  }
  return changes;
}

function isWanted(paths: readonly string[] | undefined): (change: Change) => boolean {
  if (!paths) return () => true;
  const clean = paths.map((path) => path.replace(/^\.\//, '').replace(/\/+$/, ''));
  return ({ path }) => clean.some((wanted) => wanted === '.' || path === wanted || path.startsWith(`${wanted}/`));
}

const split = (text: string, by = '\0'): readonly string[] => text.split(by).filter((part) => part !== '');
const nul = (paths: readonly string[]): string => paths.map((path) => `${path}\0`).join('');
