import { basename, dirname, join } from 'node:path';
import {
  AnyhookError,
  copyProgramFiles,
  hashFiles,
  isFolder,
  listFolder,
  listProgramFiles,
  makePrivateFolder,
  markedAt,
  markFolder,
  newId,
  now,
  type ProgramFile,
  packageFile,
  programFiles,
  readText,
  removeFolder,
  renamePath,
  sizeOf,
} from '@anyhook/core';
import type { Config } from '../hooks/merged-config.js';

/** The copy of this program that the launcher starts. */
export interface ProgramCopy {
  readonly folder: string;
  /** The file that Node starts. */
  readonly program: string;
  readonly files: readonly ProgramFile[];
  readonly bytes: number;
  /** The copy exists, and every file in it is correct. */
  readonly isWhole: boolean;
}

export const copiesFolder = (launcher: string): string => join(dirname(dirname(launcher)), 'versions');

const programIn = (folder: string): string => join(folder, 'bin', 'anyhook.cjs');

/** The copy that this program would make, and whether it is there. Only reads. */
export function planCopy(launcher: string, { telemetry }: Pick<Config, 'telemetry'>): ProgramCopy {
  const files = programFiles((peer) => telemetry?.otel !== undefined && peer.startsWith('@opentelemetry/'));
  const names = new Set(files.map(({ name }) => name));
  for (const needed of ['bin/anyhook.cjs', 'dist/cli.js', 'dist/run/run.cjs'])
    if (!names.has(needed))
      throw new AnyhookError('FAILED', `${packageFile(needed)} is missing: this anyhook is damaged; install it again`);
  const folder = join(copiesFolder(launcher), copyName(versionIn(packageFile('')), files));
  return { folder, program: programIn(folder), files, bytes: sizeOf(files), isWhole: isWholeCopy(folder) };
}

/** The name of a copy: its version, and a hash of its content. */
export const copyName = (version: string, files: readonly ProgramFile[]): string =>
  `${version}-${hashFiles(files).slice(0, 16)}`;

const namePattern = /^(\d+\.\d+\.\d+.*)-([0-9a-f]{16})$/;

export const copyVersion = (folder: string): string | undefined => namePattern.exec(basename(folder))?.[1];

/** Does a copy have exactly the files that its name promises? */
export function isWholeCopy(folder: string): boolean {
  const version = copyVersion(folder);
  if (version === undefined || !isFolder(folder)) return false;
  try {
    return copyName(version, listProgramFiles(folder)) === basename(folder);
  } catch {
    return false;
  }
}

/** The copy that contains this program; undefined if the program is elsewhere. */
export function copyOf(program: string, launcher: string): string | undefined {
  const folder = dirname(dirname(program));
  const isCopy = dirname(folder) === copiesFolder(launcher) && program === programIn(folder);
  return isCopy && copyVersion(folder) !== undefined ? folder : undefined;
}

function versionIn(root: string): string {
  const { version } = JSON.parse(readText(join(root, 'package.json')) ?? '{}') as { readonly version?: string };
  return version ?? '0.0.0';
}

/** Makes the copy next to its final folder, checks it, and moves it there in one step. */
export function writeCopy({ folder, files }: ProgramCopy): void {
  if (isWholeCopy(folder)) return;
  const draft = join(dirname(folder), `.new-${newId()}`);
  const old = join(dirname(folder), `.old-${newId()}`);
  try {
    makePrivateFolder(draft);
    copyProgramFiles(files, draft);
    if (copyName(copyVersion(folder) ?? '', listProgramFiles(draft)) !== basename(folder))
      throw new AnyhookError('FAILED', 'this anyhook changed while init copied it; run init again');
    if (isFolder(folder)) renamePath(folder, old);
    renamePath(draft, folder);
  } finally {
    removeFolder(draft);
    removeFolder(old);
  }
}

/** A process that a former copy started may still run for as long as a hook may take. */
const retirementMs = 3_600_000;

/** Marks a copy that the launcher no longer starts; `pruneCopies` removes it later. */
export function retireCopy(folder: string): void {
  if (isFolder(folder)) markFolder(folder, now());
}

/** Removes copies that are no longer started. */
export function pruneCopies(launcher: string, inUse: readonly string[]): void {
  for (const folder of copiesIn(copiesFolder(launcher)))
    if (!inUse.includes(folder) && now() - markedAt(folder) > retirementMs) removeFolder(folder);
}

/** Removes all copies, and their folder if nothing else is in it. */
export function removeCopies(launcher: string): void {
  for (const folder of copiesIn(copiesFolder(launcher))) removeFolder(folder);
}

/** All copies, and the leftovers of an interrupted init. */
function copiesIn(versions: string): readonly string[] {
  const found = listFolder(versions);
  if (typeof found === 'string') return [];
  return found
    .map(({ name }) => join(versions, name))
    .filter((path) => isFolder(path) && (copyVersion(path) !== undefined || /^\.(?:new|old)-/.test(basename(path))));
}
