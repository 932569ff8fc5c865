import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { attempt } from '../../errors.js';
import { exists, readBytes, readText } from './files.js';
import { packageFile } from './package-file.js';
import { renameEntry } from './rename.js';

/** A file of the user or an agent that we are about to change. */
export type SettingsFile =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly mode: number }
  | { readonly kind: 'unusable'; readonly why: string };

/** Larger settings files are not changed. */
export const maxSettingsBytes = 4 * 1024 * 1024;

/** The text of an agent's settings in every encoding that agents read; undefined without a file, or if it is too large. */
export function readSettingsText(path: string, maxBytes = maxSettingsBytes): string | undefined {
  const bytes = readBytes(path, maxBytes);
  const isUtf16 = bytes?.[0] === 0xff && bytes[1] === 0xfe;
  return bytes?.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
}

/** Checks a file without changing it; returns why it cannot be changed. */
export function readSettingsFile(path: string): SettingsFile {
  try {
    if (!lstatSync(path, { throwIfNoEntry: false })) return checkMissingFile(path);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return unusableFile('it is a link that leads nowhere');
    if (!stat.isFile()) return unusableFile('expected a file, got something else');
    // A rename over it would work, but its owner made it read-only.
    if ((stat.mode & 0o222) === 0)
      return unusableFile(`it is read-only${linkText(path)}; make it writable first (chmod u+w)`);
    const folder = dirname(realpathSync(path));
    if (isReadOnlyFolder(statSync(folder))) return unusableFile(readOnlyFolder(folder));
    if (!mayWrite(path) || !mayWrite(folder)) return unusableFile('you may not write to it');
    const bytes = readBytes(path, maxSettingsBytes);
    if (!bytes) return unusableFile(`it cannot be read, or is larger than ${maxSettingsBytes} bytes`);
    return { kind: 'file', bytes, mode: stat.mode & 0o7777 };
  } catch (error) {
    return unusableFile((error as Error).message);
  }
}

/** The target of a link; empty for a file. */
const linkText = (path: string): string => {
  const real = realpathSync(path);
  return lstatSync(path).isSymbolicLink() ? ` (linked to ${real})` : '';
};

function checkMissingFile(path: string): SettingsFile {
  let folder = dirname(path);
  while (!exists(folder) && dirname(folder) !== folder) folder = dirname(folder);
  const stat = statSync(folder);
  if (!stat.isDirectory()) return unusableFile(`${folder} is not a folder`);
  if (isReadOnlyFolder(stat)) return unusableFile(readOnlyFolder(folder));
  if (!mayWrite(folder)) return unusableFile(`you may not write to ${folder}`);
  return { kind: 'absent' };
}

/** On Windows the attribute only marks folders with a custom icon or name. */
const isReadOnlyFolder = ({ mode }: Stats): boolean => process.platform !== 'win32' && (mode & 0o222) === 0;

const readOnlyFolder = (folder: string): string =>
  `the folder ${folder} is read-only; make it writable first (chmod u+w)`;

const mayWrite = (path: string): boolean =>
  attempt(() => {
    accessSync(path, constants.W_OK);
    return true;
  }, false);

const unusableFile = (why: string): SettingsFile => ({ kind: 'unusable', why });

/** Replaces the content of a file atomically. Links stay links; mode and owner stay the same. */
export function replaceFile(path: string, bytes: Uint8Array, newMode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  const current = statSync(path, { throwIfNoEntry: false });
  const real = current ? realpathSync(path) : path;
  const temporary = join(dirname(real), `.${basename(real)}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`);
  try {
    writeFileSync(temporary, bytes, { flag: 'wx', mode: 0o600 });
    chmodSync(temporary, current ? current.mode & 0o7777 : newMode);
    if (current) keepOwner(temporary, current);
    renameEntry(temporary, real);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function keepOwner(path: string, { uid, gid }: { readonly uid: number; readonly gid: number }): void {
  try {
    const { uid: own, gid: group } = statSync(path);
    if (own !== uid || group !== gid) chownSync(path, uid, gid);
  } catch {
    // Not permitted: the file then belongs to the user who ran the command.
  }
}

export function removeFile(path: string, folders: readonly string[]): void {
  rmSync(path, { force: true });
  removeEmptyFolders(folders);
}

/** Removes the empty ones of these folders, innermost first. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder);
    } catch {
      // It contains other files.
    }
  }
}

export function missingFolders(path: string): readonly string[] {
  const missing: string[] = [];
  for (let folder = dirname(path); !exists(folder) && dirname(folder) !== folder; folder = dirname(folder))
    missing.push(folder);
  return missing;
}

export function pluginSource(agent: string): string {
  const text = readText(packageFile(`dist/plugins/${agent}.ts`));
  if (text === undefined) throw new Error(`the plugin for ${agent} is missing; install anyhook again`);
  return text;
}

export const clientSource = (name: string): string => packageFile(`dist/clients/${name}`);
