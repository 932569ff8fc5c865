import { join } from 'node:path';
import { newestReliableChange, type TreeFolder, type TreeRules, walkTree } from '@anyhook/core';
import { documentTree } from './documents.js';

/** Where the files are that an index depends on. */
export interface SurveyPaths {
  readonly root: string;
  /** Folders with registry files. */
  readonly registry: readonly string[];
  /** Files that say which abilities may be used. */
  readonly watchedFiles: readonly string[];
}

/** The files that exist. Plain JSON data. */
export interface FileSurvey {
  readonly at: number;
  readonly tree: readonly TreeFolder[];
  readonly registry: readonly (readonly TreeFolder[])[];
}

/** Finds the files that exist; a known folder is listed again only if it changed. */
export function surveyFiles({ root, registry }: SurveyPaths, now: number, previous?: FileSurvey): FileSurvey {
  const believed = newestReliableChange(previous?.at ?? 0);
  const walk = (top: string, rules: TreeRules, folders: readonly TreeFolder[] = []) =>
    walkTree(top, rules, { folders, reliableBefore: believed });
  return {
    at: now,
    tree: walk(root, documentTree, previous?.tree),
    registry: registry.map((dir, i) => walk(dir, registryTree, previous?.registry[i])),
  };
}

/** Paths of the routing documents in the project. */
export const surveyedDocuments = ({ tree }: FileSurvey): readonly string[] => treeFiles(tree);

/** Every file that an index depends on. */
export const surveyedFiles = (paths: SurveyPaths, { tree, registry }: FileSurvey): readonly string[] => [
  ...treeFiles(tree).map((path) => join(paths.root, path)),
  ...paths.registry.flatMap((dir, i) => treeFiles(registry[i] ?? []).map((path) => `${dir}/${path}`)),
  ...paths.watchedFiles,
];

const registryTree: TreeRules = {
  isWanted: (name) => /\.ya?ml$/.test(name),
  enters: () => false,
  depth: 0,
  maxFolders: 1,
};

const treeFiles = (folders: readonly TreeFolder[]): readonly string[] =>
  folders.flatMap(({ path, files }) => files.map((name) => (path === '' ? name : `${path}/${name}`)));
