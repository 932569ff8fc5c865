import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { attempt } from '../../errors.js';
import { homeIn } from '../../file-path.js';
import { writeTarget } from '../files/bounded-reads.js';
import { exists, isFile, isFolder, listFolder, makePrivateFolder, readBytes, writeAtomic } from '../files/files.js';
import { isPrivateFolder } from '../files/ownership.js';
import { renameEntry } from '../files/rename.js';
import { sha256 } from '../hash.js';
import type { Environment } from '../process/fit-environment.js';
import type { RepositoryFolders } from './repository-folders.js';

/** A folder that git uses as a repository's common folder: it has our own config, and links to everything else. */
export interface GitStage {
  readonly folder: string;
  readonly variables?: Environment;
  close(): void;
}

/** What git reads from a repository besides HEAD and index, but not the config. */
const linkedEntries = ['objects', 'refs', 'packed-refs', 'reftable', 'info', 'shallow', 'logs'] as const;

const maxConfigBytes = 2 * 1024 * 1024;

/**
 * The stage of a repository, or why there is none. It is kept in the user's state folder, which an agent's sandbox
 * cannot write; without that folder, and on Windows, where it holds copies, it is temporary.
 */
export function openStage(config: string, folders: RepositoryFolders, env: Environment): GitStage | string {
  const kept = process.platform === 'win32' ? undefined : keptStage(config, folders, env);
  return kept ?? temporaryStage(config, folders);
}

function keptStage(config: string, { commonFolder, top }: RepositoryFolders, env: Environment): GitStage | undefined {
  const state = stateFolder(env);
  if (state === undefined || `${writeTarget(state)}/`.startsWith(`${top}/`)) return undefined;
  const stages = join(state, 'anyhook', 'git');
  const folder = join(stages, sha256(commonFolder).slice(0, 32));
  return attempt(() => {
    if (!isStageOf(folder, commonFolder)) {
      rmSync(folder, { recursive: true, force: true });
      removeOrphans(stages);
      buildStage(folder, config, commonFolder);
    }
    const file = join(folder, 'config');
    if (readBytes(file, maxConfigBytes)?.toString('latin1') !== config)
      writeAtomic(file, Buffer.from(config, 'latin1'));
    return isPrivateFolder(folder) ? { folder, close: () => {} } : undefined;
  });
}

/** Only an existing folder of the user: a made-up HOME is not created. */
function stateFolder(env: Environment): string | undefined {
  const [named, home] = [env['XDG_STATE_HOME'], homeIn(env)];
  if (named && isAbsolute(named)) return isFolder(named) || isFolder(dirname(named)) ? named : undefined;
  return home && isAbsolute(home) && isFolder(home) ? join(home, '.local', 'state') : undefined;
}

const isStageOf = (folder: string, commonFolder: string): boolean =>
  attempt(
    () => isPrivateFolder(folder) && readlinkSync(join(folder, 'objects')) === join(commonFolder, 'objects'),
    false,
  );

/** Builds it under a temporary name, so that no process sees a part of it. */
function buildStage(folder: string, config: string, commonFolder: string): void {
  makePrivateFolder(dirname(folder));
  const unfinished = mkdtempSync(`${folder}.`);
  try {
    fillStage(unfinished, config, commonFolder);
    renameEntry(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process may have been faster.
    if (!isStageOf(folder, commonFolder)) throw error;
  }
}

function fillStage(folder: string, config: string, commonFolder: string): void {
  for (const name of linkedEntries) symlinkSync(join(commonFolder, name), join(folder, name));
  writeFileSync(join(folder, 'config'), config, { encoding: 'latin1', mode: 0o600 });
}

/** Removes the stages of repositories that no longer exist. */
function removeOrphans(stages: string): void {
  const entries = listFolder(stages);
  for (const { name } of typeof entries === 'string' ? [] : entries)
    if (/^[0-9a-f]{32}$/.test(name) && !exists(join(stages, name, 'objects')))
      rmSync(join(stages, name), { recursive: true, force: true });
}

const temporaryFolders = new Set<string>();

function temporaryStage(config: string, { commonFolder }: RepositoryFolders): GitStage | string {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'anyhook-git-'));
    if (temporaryFolders.size === 0) process.once('exit', removeTemporaryFolders);
    temporaryFolders.add(folder);
    const stage = fillTemporary(folder, config, commonFolder);
    if (typeof stage === 'string') removeTemporary(folder);
    return stage;
  } catch {
    if (folder !== undefined) removeTemporary(folder);
    return `neither the state folder nor ${tmpdir()} can be written`;
  }
}

function fillTemporary(folder: string, config: string, commonFolder: string): GitStage | string {
  const close = () => removeTemporary(folder);
  if (process.platform !== 'win32') {
    fillStage(folder, config, commonFolder);
    return { folder, close };
  }
  const problem = copyEntries(commonFolder, folder);
  if (problem !== undefined) return problem;
  writeFileSync(join(folder, 'config'), config, { encoding: 'latin1' });
  return { folder, variables: { GIT_OBJECT_DIRECTORY: join(commonFolder, 'objects') }, close };
}

function removeTemporary(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It holds only links and one small file.
  }
  temporaryFolders.delete(folder);
  if (temporaryFolders.size === 0) process.off('exit', removeTemporaryFolders);
}

function removeTemporaryFolders(): void {
  for (const folder of temporaryFolders) removeTemporary(folder);
}

/** What git reads from a repository besides HEAD, index and objects. A variable tells git where the objects are. */
const copiedEntries = ['refs', 'packed-refs', 'reftable', 'info', 'shallow'] as const;

// A repository with more has not packed its refs for years; copying them would take longer than the query.
const maxFiles = 5_000;
const maxBytes = 64 * 1024 * 1024;

/**
 * Copies what a stage would link to: on Windows ordinary users cannot link files, and removing a junction the wrong way
 * deletes the repository. Returns why it failed.
 */
export function copyEntries(commonFolder: string, folder: string): string | undefined {
  const left = { files: maxFiles, bytes: maxBytes };
  for (const name of copiedEntries) copyEntry(join(commonFolder, name), join(folder, name), left);
  if (left.files >= 0 && left.bytes >= 0) return undefined;
  return `its refs are more than ${maxFiles} files or ${maxBytes} bytes, which anyhook copies on Windows; run "git pack-refs --all"`;
}

function copyEntry(from: string, to: string, left: { files: number; bytes: number }): void {
  if (left.files < 0 || left.bytes < 0) return;
  if (isFolder(from)) {
    mkdirSync(to);
    for (const name of readdirSync(from)) copyEntry(join(from, name), join(to, name), left);
  } else if (isFile(from)) {
    left.files--;
    left.bytes -= statSync(from).size;
    if (left.bytes >= 0) copyFileSync(from, to);
  }
}
