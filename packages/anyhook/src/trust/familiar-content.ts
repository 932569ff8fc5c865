import { resolve } from 'node:path';
import { maxStateFileBytes, parseObject, readText, stateProblem, trustLockFile, type UserPaths } from '@anyhook/core';
import { readTrustRecord, trustedContents } from './trust-records.js';

/** What a person trusts, reduced to what reading a project needs. */
export interface FamiliarContent {
  /** Is any hook of this project trusted? */
  readonly hasTrust: boolean;
  /** Does a record know a file at this path, whatever its content is now? */
  knowsPath(path: string): boolean;
  /** Does a record know this content, at any path? */
  knowsContent(sha: string): boolean;
}

/** For readers that load everything, and for fully trusted projects. */
export const everythingFamiliar: FamiliarContent = {
  hasTrust: true,
  knowsPath: () => true,
  knowsContent: () => true,
};

/** The content of trusted hooks everywhere, because copies of one must ask; empty if others may write to the state. */
export function contentFromRecords(root: string, levels: readonly string[], user: UserPaths): FamiliarContent {
  if (stateProblem(user.state)) return familiar([]);
  const here = (readTrustRecord(root, levels, user).hooks ?? []).map(({ shas }) => shas);
  return familiar([...here, ...trustedContents(user)], here);
}

/** The content that the lock files of these folders list. */
export function contentFromLocks(folders: readonly string[]): FamiliarContent {
  const listed = [...new Set(folders)].flatMap(locked);
  return familiar(listed, listed);
}

function locked(folder: string): readonly FileShas[] {
  const lock = parseObject(readText(trustLockFile(folder), maxStateFileBytes)) ?? {};
  const hooks = Object.values((lock['hooks'] ?? {}) as Readonly<Record<string, FileShas>>);
  return hooks.filter((shas) => typeof shas === 'object' && shas !== null).map((shas) => absolutePaths(shas, folder));
}

const absolutePaths = (shas: FileShas, root: string): FileShas =>
  Object.fromEntries(Object.entries(shas).map(([path, sha]) => [resolve(root, path), sha]));

type FileShas = Readonly<Record<string, string>>;

function familiar(all: readonly FileShas[], here: readonly FileShas[] = []): FamiliarContent {
  const contents = new Set(all.flatMap((shas) => Object.values(shas)));
  const paths = new Set(here.flatMap((shas) => Object.keys(shas)));
  return { hasTrust: here.length > 0, knowsPath: (path) => paths.has(path), knowsContent: (sha) => contents.has(sha) };
}
