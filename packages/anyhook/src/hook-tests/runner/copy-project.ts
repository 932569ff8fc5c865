import { basename, dirname, join, relative } from 'node:path';
import {
  AnyhookError,
  copyFile,
  fileStamp,
  type Hook,
  isFile,
  isFolder,
  isHookTest,
  isWithin,
  linkEntries,
  listFolder,
} from '@anyhook/core';
import { foldersFromRoot } from '../../hooks/project-root.js';
import type { TestedFolder } from './find-tests.js';

const maxFiles = 5_000;
const maxBytes = 64 * 1024 * 1024;
const maxDepth = 16;

interface CopyBudget {
  files: number;
  bytes: number;
}

export const newBudget = (): CopyBudget => ({ files: maxFiles, bytes: maxBytes });

/** Files and folders of a project that contain hooks, their scripts or settings of anyhook. */
const hookPaths = [
  ...['.agents', '.system', '.claude/settings.json', '.claude/settings.local.json', '.claude/hooks'],
  ...['.claude-plugin', 'hooks.yaml', 'hooks.yml'],
];

/** The files that hooks of a project consist of: hook folders, scripts, and files next to a script. */
export function hookSourceFiles(
  { root, folder, standaloneHook }: TestedFolder,
  hooks: readonly Hook[],
): readonly string[] {
  const budget = newBudget();
  if (standaloneHook !== undefined) return filesBelow(standaloneHook, budget);
  const places = foldersFromRoot({ cwd: folder, root }).flatMap((level) => [
    ...hookPaths.map((name) => join(level, name)),
    ...(isFile(join(level, 'hooks', 'hooks.json')) ? [join(level, 'hooks')] : []),
  ]);
  const hookFiles = places.flatMap((path) => filesBelow(path, budget));
  const scripts = hooks.flatMap(({ files }) => files).filter((path) => isWithin(path, root) && isFile(path));
  const siblings = [...new Set(scripts.map(dirname))]
    .filter((dir) => !hookFiles.some((path) => dirname(path) === dir) && dir !== root && dir !== folder)
    .flatMap((dir) => filesIn(dir));
  return [...new Set([...hookFiles, ...scripts, ...siblings])].filter((path) => !isHookTest(path));
}

/** A file, or all files of a folder; throws if there are too many. */
export function filesBelow(path: string, budget: CopyBudget, depth = 0): readonly string[] {
  if (isFile(path)) {
    budget.bytes -= fileStamp(path)?.size ?? 0;
    if (budget.files-- > 0 && budget.bytes > 0) return [path];
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `${path}: a test copies at most ${maxFiles} files and ${maxBytes / 1024 / 1024} MiB, but the hook folders contain more`,
    );
  }
  const entries = depth > maxDepth ? [] : listFolder(path);
  if (typeof entries === 'string') return [];
  return entries
    .filter(({ name, kind }) => kind !== 'other' && name !== 'node_modules' && name !== '.git')
    .flatMap(({ name }) => filesBelow(join(path, name), budget, depth + 1));
}

const maxSiblings = 200;

/** The files directly in a folder, if there are only a few. */
function filesIn(dir: string): readonly string[] {
  const entries = listFolder(dir);
  const files = typeof entries === 'string' ? [] : entries.filter(({ kind }) => kind === 'file');
  return files.length > maxSiblings ? [] : files.map(({ name }) => join(dir, name));
}

/** Copies files to the same relative path below another folder; follows links, keeps modes. */
export function copyFiles(files: readonly string[], from: string, to: string): void {
  for (const file of files) copyFile(file, join(to, relative(from, file)));
}

export const placeInCopy = ({ root, standaloneHook }: TestedFolder, copy: string): string =>
  standaloneHook === undefined ? copy : join(copy, '.agents', 'hooks', basename(root));

/** Packages that hooks import: a folder of links, so that nothing is written into the project's own folder. */
export function linkPackages({ root, folder, standaloneHook }: TestedFolder, copy: string): void {
  if (standaloneHook !== undefined) return;
  for (const level of foldersFromRoot({ cwd: folder, root })) {
    const packages = join(level, 'node_modules');
    if (!isFolder(packages)) continue;
    linkEntries(packages, join(copy, relative(root, level), 'node_modules'), ['.cache']);
  }
}
