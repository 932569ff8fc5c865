import { join } from 'node:path';
import { readBytes, sha256 } from '@anyhook/core';
import type { LockedPackage } from './hook-packages.js';

export interface PackageFault {
  readonly path: string;
  readonly what: 'changed' | 'missing';
}

const maxFileBytes = 64 * 1024 * 1024;

/** Compares every file in the folder of a package with the lock file. Files that the package wrote itself are ignored. */
export const packageFaults = (folder: string, { files }: Pick<LockedPackage, 'files'>): readonly PackageFault[] =>
  Object.entries(files).flatMap(([path, sha]): readonly PackageFault[] => {
    const bytes = readBytes(join(folder, path), maxFileBytes);
    if (bytes && sha256(bytes) === sha) return [];
    return [{ path, what: bytes ? 'changed' : 'missing' }];
  });
