import { join } from 'node:path';
import { now } from '../platform/clock.js';
import { readBytes } from '../platform/files/files.js';
import { entryStat } from '../platform/files/kept-files.js';
import { parseGitIndex } from '../platform/git/git-index.js';
import { type ShadowGit, splitNul } from './shadow-git.js';

/** Permissions of all files. Git keeps only whether a file is executable. */
export interface PermissionTable {
  /** What most files have, and most executable ones. */
  readonly usual: readonly [number, number];
  /** The files that differ. */
  readonly odd: ReadonlyMap<string, number>;
  /** Files that changed right before the look. Git compares whole seconds, so it may not see the next change of theirs. */
  readonly young: readonly string[];
}

const maxIndexBytes = 512 * 1024 * 1024;
const chunk = 2_000;
const youngMs = 2_000;
const maxYoung = 1_000;

/** The table after a look, in which only some paths differ from the last one. */
export async function updatePermissions(
  shadow: ShadowGit,
  known: PermissionTable | undefined,
  { kept, removed }: { readonly kept: readonly string[]; readonly removed: readonly string[] },
): Promise<PermissionTable> {
  if (!known) return firstTable(shadow);
  const odd = new Map(known.odd);
  const young: string[] = [];
  let isChanged = false;
  for (const path of new Set([...kept, ...removed, ...known.young])) {
    const found = permissionsAt(shadow, path);
    if (found?.isYoung) young.push(path);
    const isUsual = found === undefined || known.usual.includes(found.permissions);
    if (isUsual ? !odd.has(path) : odd.get(path) === found.permissions) continue;
    isChanged = true;
    if (isUsual) odd.delete(path);
    else odd.set(path, found.permissions);
  }
  const isSame = !isChanged && kept.length + removed.length === 0;
  return isSame ? known : { usual: known.usual, odd: isChanged ? odd : known.odd, young: young.slice(0, maxYoung) };
}

async function firstTable(shadow: ShadowGit): Promise<PermissionTable> {
  const entries = parseGitIndex(readBytes(join(shadow.dir, 'index'), maxIndexBytes) ?? Buffer.alloc(0));
  const paths = entries?.map(({ path }) => path) ?? splitNul(await shadow.run(['ls-files', '-z']));
  const found: [string, number][] = [];
  const young: string[] = [];
  const counts = new Map<number, number>();
  for (const [i, path] of paths.entries()) {
    // Other events are answered meanwhile.
    if (i % chunk === chunk - 1) await new Promise((resolve) => setImmediate(resolve));
    const seen = permissionsAt(shadow, path);
    if (seen === undefined) continue;
    const { permissions } = seen;
    if (seen.isYoung) young.push(path);
    found.push([path, permissions]);
    counts.set(permissions, (counts.get(permissions) ?? 0) + 1);
  }
  const most = (isExecutable: boolean, fallback: number) =>
    [...counts].filter(([one]) => ((one & 0o100) !== 0) === isExecutable).sort((a, b) => b[1] - a[1])[0]?.[0] ??
    fallback;
  const usual = [most(false, 0o644), most(true, 0o755)] as const;
  const odd = new Map(found.filter(([, one]) => !usual.includes(one)));
  return { usual, odd, young: young.slice(0, maxYoung) };
}

/** Of a regular file; links have none that matter. */
function permissionsAt({ root }: ShadowGit, path: string) {
  try {
    const stat = entryStat(join(root, path));
    if (stat?.kind !== 'file') return undefined;
    return { permissions: stat.permissions, isYoung: now() - stat.changedAt < youngMs };
  } catch {
    return undefined;
  }
}

/** The permissions of a file in a look; `mode` as git has it. */
export const permissionsOf = (
  { usual, odd }: Pick<PermissionTable, 'usual' | 'odd'>,
  path: string,
  mode: string,
): number => odd.get(path) ?? (mode === '100755' ? usual[1] : usual[0]);

export const permissionsText = ({ usual, odd }: Pick<PermissionTable, 'usual' | 'odd'>): string =>
  JSON.stringify({ usual, odd: Object.fromEntries([...odd].sort(([a], [b]) => (a < b ? -1 : 1))) });

export function parsePermissions(text: string): PermissionTable {
  const { usual, odd } = JSON.parse(text) as { usual: readonly [number, number]; odd: Record<string, number> };
  return { usual, odd: new Map(Object.entries(odd)), young: [] };
}
