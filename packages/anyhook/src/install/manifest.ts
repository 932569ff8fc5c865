import { join } from 'node:path';
import { AnyhookError, readText, writeAtomic } from '@anyhook/core';
import type { InstallScope } from '../agents/kit/install.js';
import { installManifestFile } from '../switches/format-switch.js';
import type { MovedEntry } from './moved-entries.js';

/** The agent and scope that a file was changed for. */
export interface FileUse {
  /** Missing for the launcher, which all agents share. */
  readonly host?: string;
  readonly scope: InstallScope;
  /** The repository, for project scope. */
  readonly root?: string;
  /** The variable that had moved the agent's folder to where the file is, with its value. */
  readonly movedBy?: Readonly<Record<string, string>>;
  /** The tables that we added to a TOML file. */
  readonly tables?: readonly (readonly string[])[];
  /** The parts that we added to a config file of anyhook. */
  readonly parts?: readonly string[];
  /** The entries that `import` moved out of the file. */
  readonly moved?: readonly MovedEntry[];
  /** The whole file that `import` moved away. */
  readonly movedFile?: MovedFile;
  /** The package into which `import` moved it. */
  readonly movedTo?: string;
  /** The project had been trusted before we added them. */
  readonly wasTrusted?: true;
}

/** A file that was moved away. */
export interface MovedFile {
  readonly base64: string;
  readonly mode: number;
}

/** Did `import` take something out of the file? */
export const isImported = ({ moved, movedFile }: FileUse): boolean => moved !== undefined || movedFile !== undefined;

/** A file before the first change: its bytes, missing, or no longer known. */
export type OriginalFile =
  | { readonly kind: 'bytes'; readonly base64: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown' };

/** One file that `init` changed. */
export interface FileRecord {
  readonly path: string;
  readonly origin: OriginalFile;
  /** Hash of what we wrote. */
  readonly after: string;
  readonly uses: readonly FileUse[];
}

/** What `init` changed on this machine, so that `uninstall` can restore it. */
export interface InstallManifest {
  readonly version: 1;
  readonly files: readonly FileRecord[];
  /** Folders that we created for them. */
  readonly folders: readonly string[];
  /** The names of recommended hooks that a person was asked about. */
  readonly offered?: readonly string[];
}

export const installLock = (state: string): string => join(state, 'install', 'lock');

const maxManifestBytes = 256 * 1024 * 1024;

export function readManifest(state: string): InstallManifest {
  const file = installManifestFile(state);
  const text = readText(file, maxManifestBytes);
  if (text === undefined) return { version: 1, files: [], folders: [] };
  try {
    const value = JSON.parse(text) as Partial<InstallManifest>;
    if (value.version === 1 && Array.isArray(value.files) && Array.isArray(value.folders))
      return value as InstallManifest;
  } catch {
    // Reported below.
  }
  throw new AnyhookError(
    'BAD_STATE',
    `${file}: not in the format that "anyhook init" writes; move it away, then anyhook finds its entries without it`,
  );
}

export const writeManifest = (state: string, manifest: InstallManifest): void =>
  writeAtomic(installManifestFile(state), `${JSON.stringify(manifest, null, 2)}\n`);

/** Remembers which recommended hooks a person was asked about, so that init names only new ones. */
export function rememberOffered(state: string, names: readonly string[]): void {
  const manifest = readManifest(state);
  const offered = [...new Set([...(manifest.offered ?? []), ...names])];
  if (offered.length > (manifest.offered?.length ?? 0)) writeManifest(state, { ...manifest, offered });
}

export const findFileRecord = ({ files }: InstallManifest, path: string): FileRecord | undefined =>
  files.find((file) => file.path === path);

/** Replaces the record of a file, or removes it if there is no new one. */
export const withFileRecord = (
  manifest: InstallManifest,
  path: string,
  record: FileRecord | undefined,
): InstallManifest => ({
  ...manifest,
  files: [...manifest.files.filter((file) => file.path !== path), ...(record ? [record] : [])],
});

export const sameUse = (a: FileUse, b: FileUse): boolean =>
  a.host === b.host && a.scope === b.scope && a.root === b.root && isImported(a) === isImported(b);
