import { join } from 'node:path';
import { entryNames, entryStat, headState } from '@anyhook/core';
import { type ShadowGit, splitNul } from './shadow-git.js';
import type { AgentTurn } from './turn-record.js';

export interface NotCovered {
  /** Ignored folders and files that changed since the turn began, with the number of files. */
  readonly ignored: readonly { readonly path: string; readonly files: number }[];
  /** New files that are too large. */
  readonly large: readonly string[];
  /** Repositories inside the project that changed and have no store. */
  readonly nested: readonly string[];
  /** The `.git` of the project and of repositories in it that were there when the turn began and are gone. */
  readonly lostGit: readonly string[];
  /** Files whose content before a call is lost, because anyhook was killed at that moment. */
  readonly unkept: readonly string[];
  /** Files outside the project that tools named. */
  readonly outside: readonly string[];
  readonly commits?: { readonly count: number; readonly branch?: string; readonly commit: string };
  /** Files of the turn that are staged. */
  readonly staged: readonly string[];
  /** Commands ran, which may have had effects elsewhere. */
  readonly hasCommands: boolean;
}

const maxEntries = 5_000;
const maxIgnored = 50;

/** Finds what the turns changed and no snapshot holds. `all`: newer turns too, for lost content only. */
export async function findNotCovered(
  shadow: ShadowGit,
  turns: readonly AgentTurn[],
  paths: readonly string[],
  all: readonly AgentTurn[] = turns,
): Promise<NotCovered> {
  const from = Math.min(...turns.map(({ at }) => at));
  const until = Math.max(...turns.map(({ endedAt, seenAt }) => Math.max(endedAt ?? 0, seenAt))) + 1_000;
  const isRecent = (path: string) => {
    const stat = entryStat(join(shadow.root, path));
    return stat !== undefined && Math.max(stat.changedAt, stat.modifiedAt) >= from && stat.modifiedAt <= until;
  };
  const leftOut = turns.flatMap(({ looks }) => looks.at(-1)?.leftOut ?? []);
  const named = (why: string) => [...new Set(leftOut.filter((one) => one.why === why).map(({ path }) => path))];
  const commits = await commitsSince(shadow, turns);
  const covered = new Set(turns.flatMap(({ nested }) => nested));
  return {
    ignored: await changedIgnored(shadow, from, until),
    large: named('size').filter(isRecent),
    nested: named('repository').filter(
      (path) => !covered.has(path) && (isRecent(path) || isRecent(`${path}/.git/index`)),
    ),
    lostGit: findLostGit(shadow.root, turns),
    unkept: findUnkept(all.filter(({ at, undone }) => at >= from && !undone)),
    outside: [...new Set(turns.flatMap(({ outside }) => outside.map(({ path }) => path)))],
    ...(commits && { commits }),
    staged: await stagedFiles(shadow, paths),
    hasCommands: turns.some(({ callSpans }) => callSpans.length > 0),
  };
}

export const findUnkept = (turns: readonly AgentTurn[]): readonly string[] => [
  ...new Set(turns.flatMap(({ unkept }) => unkept)),
];

/** The `.git` folders that are gone since these turns began; relative to the project. No snapshot holds them. */
export function findLostGit(root: string, turns: readonly AgentTurn[]): readonly string[] {
  const folders = turns.flatMap(({ commit, branch, nested, looks }) => [
    ...(commit === undefined && branch === undefined ? [] : ['']),
    ...nested,
    ...(looks[0]?.leftOut ?? []).flatMap(({ path, why }) => (why === 'repository' ? [path] : [])),
  ]);
  return [...new Set(folders)].map((folder) => join(folder, '.git')).filter((path) => !entryStat(join(root, path)));
}

async function changedIgnored(shadow: ShadowGit, from: number, until: number): Promise<NotCovered['ignored']> {
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const all = splitNul(await shadow.run(args).catch(() => ''));
  const budget = { left: maxEntries };
  return all
    .slice(0, maxIgnored)
    .map((path) => path.replace(/\/$/, ''))
    .map((path) => ({ path, files: countChanged(join(shadow.root, path), from, until, budget) }))
    .filter(({ files }) => files > 0);
}

/** Files at or below a path that changed in this time; stops when the budget is used up. */
function countChanged(path: string, from: number, until: number, budget: { left: number }): number {
  if (budget.left-- <= 0) return 0;
  const stat = entryStat(path);
  if (stat?.kind !== 'folder') return stat !== undefined && stat.changedAt >= from && stat.changedAt <= until ? 1 : 0;
  return entryNames(path).reduce((sum, name) => sum + countChanged(join(path, name), from, until, budget), 0);
}

async function commitsSince(shadow: ShadowGit, turns: readonly AgentTurn[]): Promise<NotCovered['commits']> {
  const first = turns.reduce((oldest, turn) => (turn.at < oldest.at ? turn : oldest));
  const head = headState(shadow.root);
  if (first.commit === undefined || head?.commit === undefined || head.commit === first.commit) return undefined;
  const text = await shadow.queryProject(['rev-list', '--count', `${first.commit}..${head.commit}`]);
  const count = Number(text.trim()) || 0;
  if (count === 0) return undefined;
  return { count, commit: first.commit, ...(head.branch !== undefined && { branch: head.branch }) };
}

/** The files that the project's index holds in another state than its last commit. */
async function stagedFiles(shadow: ShadowGit, paths: readonly string[]): Promise<readonly string[]> {
  const names = splitNul(await shadow.queryProject(['diff', '--cached', '--name-only', '--no-renames', '-z']));
  const own = new Set(paths);
  return names.filter((path) => own.has(path));
}
