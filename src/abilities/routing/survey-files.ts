import { join } from 'node:path';
import { newestReliableChange } from '../../platform/files/file-stamps.js';
import { type TreeFolder, type TreeRules, walkTree } from '../../platform/files/walk-tree.js';
import { documentTree } from './documents.js';

/** Where the files are on which an index hangs. */
export interface SurveyPaths {
  readonly root: string;
  /** Folders with registry files. */
  readonly registry: readonly string[];
  /** Files that say which abilities may be used. */
  readonly watchedFiles: readonly string[];
}

/** Which files there are. Plain JSON data. */
export interface FileSurvey {
  readonly at: number;
  readonly tree: readonly TreeFolder[];
  readonly registry: readonly (readonly TreeFolder[])[];
}

/** Which files there are; a folder that was seen before is listed again only where it changed. */
export function surveyFiles({ root, registry }: SurveyPaths, now: number, before?: FileSurvey): FileSurvey {
  const believed = newestReliableChange(before?.at ?? 0);
  const walk = (top: string, rules: TreeRules, folders: readonly TreeFolder[] = []) =>
    walkTree(top, rules, { folders, believed });
  return {
    at: now,
    tree: walk(root, documentTree, before?.tree),
    registry: registry.map((dir, i) => walk(dir, registryTree, before?.registry[i])),
  };
}

/** Paths of the routing documents in the project. */
export const surveyedDocuments = ({ tree }: FileSurvey): readonly string[] => treeFiles(tree);

/** Every file on which an index hangs. */
export const surveyedFiles = (places: SurveyPaths, { tree, registry }: FileSurvey): readonly string[] => [
  ...treeFiles(tree).map((path) => join(places.root, path)),
  ...places.registry.flatMap((dir, i) => treeFiles(registry[i] ?? []).map((path) => `${dir}/${path}`)),
  ...places.watchedFiles,
];

const registryTree: TreeRules = {
  isWanted: (name) => /\.ya?ml$/.test(name),
  enters: () => false,
  depth: 0,
  maxFolders: 1,
};

const treeFiles = (folders: readonly TreeFolder[]): readonly string[] =>
  folders.flatMap(({ path, files }) => files.map((name) => (path === '' ? name : `${path}/${name}`)));
