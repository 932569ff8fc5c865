import { join } from 'node:path';
import { exists, readText } from '../files/files.js';
import { findRepository } from './repository-folders.js';

/** Where a repository's HEAD is. */
export interface HeadState {
  /** The commit; undefined before the first one. */
  readonly commit?: string;
  /** The branch; undefined if HEAD is detached. */
  readonly branch?: string;
}

const maxPackedRefs = 16 * 1024 * 1024;
const commitShape = /^[0-9a-f]{40,64}$/;

/** Read from files, without git; undefined outside a repository. */
export function headState(folder: string): HeadState | undefined {
  const folders = findRepository(folder);
  const head = folders && readText(join(folders.gitFolder, 'HEAD'))?.trim();
  if (!folders || !head) return undefined;
  const [, ref] = /^ref: (refs\/[^\0\n]+)$/.exec(head) ?? [];
  if (ref === undefined || ref.split('/').includes('..')) return commitShape.test(head) ? { commit: head } : {};
  const loose = readText(join(folders.commonFolder, ref))?.trim();
  const packed = loose ?? packedCommit(readText(join(folders.commonFolder, 'packed-refs'), maxPackedRefs) ?? '', ref);
  const branch = ref.replace(/^refs\/heads\//, '');
  return packed !== undefined && commitShape.test(packed) ? { commit: packed, branch } : { branch };
}

const packedCommit = (text: string, ref: string): string | undefined =>
  text
    .split('\n')
    .find((line) => line.endsWith(` ${ref}`))
    ?.split(' ')[0];

const unfinishedWork: Readonly<Record<string, string>> = {
  MERGE_HEAD: 'merge',
  'rebase-merge': 'rebase',
  'rebase-apply': 'rebase',
  CHERRY_PICK_HEAD: 'cherry-pick',
  REVERT_HEAD: 'revert',
};

/** What git is in the middle of, in one word. */
export function unfinishedGitWork(folder: string): string | undefined {
  const folders = findRepository(folder);
  const file = folders && Object.keys(unfinishedWork).find((name) => exists(join(folders.gitFolder, name)));
  return file && unfinishedWork[file];
}
