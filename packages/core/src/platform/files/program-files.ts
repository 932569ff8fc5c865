import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from '../../errors.js';
import { lazyCrypto } from '../hash.js';
import { isFolder, readText, realPath } from './files.js';
import { packageFile } from './package-file.js';

/** One file of a program, and its path inside the program's folder. */
export interface ProgramFile {
  readonly name: string;
  readonly path: string;
}

/** The parts of this package that are needed to run it. */
const packagedPaths = ['bin', 'dist', 'LICENSE', 'package.json'];
/** Only for users who compile against the package or copy its examples. */
const excludedFolders = ['dist/types', 'dist/examples', 'dist/packs', 'dist/clients/python'];
const maxFiles = 20_000;

/**
 * The files of this program and of the packages that it imports. Packages that users install themselves are included if
 * `isWanted` accepts them; packages that are not installed are left out.
 */
export function programFiles(isWanted: (peer: string) => boolean): readonly ProgramFile[] {
  const root = realPath(packageFile(''));
  const own = packagedPaths
    .flatMap((part) => filesAt(join(root, part), part))
    .filter(({ name }) => !excludedFolders.some((folder) => name.startsWith(`${folder}/`)));
  const found = new Map<string, string>();
  const add = (names: readonly string[], from: string): void => {
    for (const name of names.filter((one) => !found.has(one))) {
      const folder = packageFolder(name, from);
      if (folder === undefined || !fitsLibc(folder)) continue;
      found.set(name, folder);
      add(namesIn(folder, 'dependencies', 'optionalDependencies'), folder);
    }
  };
  add(
    [...namesIn(root, 'dependencies', 'optionalDependencies'), ...namesIn(root, 'peerDependencies').filter(isWanted)],
    root,
  );
  const others = [...found].flatMap(([name, folder]) => filesAt(folder, `node_modules/${name}`));
  return [...own, ...others];
}

/** Every file of a folder. Links are skipped: they may lead anywhere. */
export const listProgramFiles = (folder: string): readonly ProgramFile[] => filesAt(folder, '');

function filesAt(path: string, name: string): readonly ProgramFile[] {
  const found: ProgramFile[] = [];
  const visit = (current: string, name: string): void => {
    const stat = statSync(current, { throwIfNoEntry: false });
    if (stat?.isFile()) found.push({ name, path: current });
    if (found.length > maxFiles) throw new Error(`${path}: expected a program, got more than ${maxFiles} files`);
    if (!stat?.isDirectory()) return;
    for (const entry of readdirSync(current, { withFileTypes: true })) {
      if (entry.isFile() || entry.isDirectory())
        visit(join(current, entry.name), name === '' ? entry.name : `${name}/${entry.name}`);
    }
  };
  visit(path, name);
  return found;
}

/** Where Node finds a package that code in this folder imports. */
function packageFolder(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (isFolder(folder)) return realPath(folder);
    if (dirname(at) === at) return undefined;
  }
}

/** npm installs binaries for every C library of Linux, but only one of them can run here. */
function fitsLibc(folder: string): boolean {
  const { neon } = manifestOf(folder) as { readonly neon?: { readonly abi?: unknown } };
  const own = libcOfMachine();
  return own === undefined || (neon?.abi !== 'gnu' && neon?.abi !== 'musl') || neon.abi === own;
}

/** The C library of this machine, detected by its program loader; undefined if that is unclear. */
function libcOfMachine(): 'gnu' | 'musl' | undefined {
  const loader = readText('/usr/bin/ldd', 64 * 1024) ?? '';
  if (loader.includes('musl')) return 'musl';
  return /GNU C Library|GNU libc/.test(loader) ? 'gnu' : undefined;
}

const manifestOf = (folder: string): Readonly<Record<string, object>> =>
  attempt(() => JSON.parse(readText(join(folder, 'package.json')) ?? '{}'), {});

function namesIn(folder: string, ...fields: readonly string[]): readonly string[] {
  const manifest = manifestOf(folder);
  return fields.flatMap((field) => Object.keys(manifest[field] ?? {}));
}

/** A hash of the files' names and contents. */
export function hashFiles(files: readonly ProgramFile[]): string {
  const hash = lazyCrypto().createHash('sha256');
  for (const { name, path } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    hash.update(`${name}\0${contentHash(path)}\0`);
  return hash.digest('hex');
}

const knownHashes = new Map<string, string>();

function contentHash(path: string): string {
  const { ino, size, mtimeMs, ctimeMs } = statSync(path);
  const key = [path, ino, size, mtimeMs, ctimeMs].join('\0');
  const hash = knownHashes.get(key) ?? lazyCrypto().createHash('sha256').update(readFileSync(path)).digest('hex');
  knownHashes.set(key, hash);
  return hash;
}

/** Copies files into a new folder that only its owner can read or change. */
export function copyProgramFiles(files: readonly ProgramFile[], to: string): void {
  for (const { name, path } of files) {
    const file = join(to, name);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    copyFileSync(path, file);
    chmodSync(file, (statSync(path).mode & 0o100) === 0 ? 0o600 : 0o700);
  }
}

export const sizeOf = (files: readonly ProgramFile[]): number =>
  files.reduce((sum, { path }) => sum + statSync(path).size, 0);

/** When a folder was created or last marked, in milliseconds. */
export const markedAt = (folder: string): number => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;

export const markFolder = (folder: string, ms: number): void => utimesSync(folder, ms / 1000, ms / 1000);
