import { join } from 'node:path';
import type { InstallScope } from '../agents/kit/install.js';
import { AnyhookError } from '../core/errors.js';
import { readText, writeAtomic } from '../platform/files/files.js';

/** For whom a file was changed. */
export interface FileUse {
  /** Missing for the launcher, which serves all. */
  readonly host?: string;
  readonly scope: InstallScope;
  /** The repository, for project scope. */
  readonly root?: string;
  /** Tables of a TOML file that are ours. */
  readonly tables?: readonly (readonly string[])[];
}

/** What a file was before the first change: its bytes, nothing, or not known any more. */
export type OriginalFile =
  | { readonly kind: 'bytes'; readonly base64: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown' };

/** One file that `init` changed. */
export interface FileRecord {
  readonly path: string;
  readonly origin: OriginalFile;
  /** Hash of what we left. */
  readonly after: string;
  readonly uses: readonly FileUse[];
}

/** What `init` has changed on this machine, so that `uninstall` can bring it back. */
export interface InstallManifest {
  readonly version: 1;
  readonly files: readonly FileRecord[];
  /** Folders that we made for them. */
  readonly folders: readonly string[];
}

export const manifestFile = (state: string): string => join(state, 'install', 'manifest.json');
export const installLock = (state: string): string => join(state, 'install', 'lock');

const maxManifestBytes = 256 * 1024 * 1024;

export function readManifest(state: string): InstallManifest {
  const file = manifestFile(state);
  const text = readText(file, maxManifestBytes);
  if (text === undefined) return { version: 1, files: [], folders: [] };
  try {
    const value = JSON.parse(text) as Partial<InstallManifest>;
    if (value.version === 1 && Array.isArray(value.files) && Array.isArray(value.folders))
      return value as InstallManifest;
  } catch {
    // Said below.
  }
  throw new AnyhookError(
    'BAD_STATE',
    `${file}: expected what "anyhook init" wrote, got something else; move it away, and entries are then removed by their mark`,
  );
}

export const writeManifest = (state: string, manifest: InstallManifest): void =>
  writeAtomic(manifestFile(state), `${JSON.stringify(manifest, null, 2)}\n`);

export const findFileRecord = ({ files }: InstallManifest, path: string): FileRecord | undefined =>
  files.find((file) => file.path === path);

/** The manifest with this record in the place of the file's old one; without one it is forgotten. */
export const withFileRecord = (
  manifest: InstallManifest,
  path: string,
  record: FileRecord | undefined,
): InstallManifest => ({
  ...manifest,
  files: [...manifest.files.filter((file) => file.path !== path), ...(record ? [record] : [])],
});

export const sameUse = (a: FileUse, b: FileUse): boolean =>
  a.host === b.host && a.scope === b.scope && a.root === b.root;
