import { isPlainName, thisSystem } from './file-path.js';

/** One file of a package, in memory: nothing is written to disk before it is checked. */
export interface PackageFile {
  /** Relative to the package, with `/`. */
  readonly path: string;
  readonly bytes: Buffer;
  readonly isExecutable: boolean;
}

/** A package cannot be accepted; `why` is shown to the user. */
export class PackageRefusal extends Error {
  override readonly name = 'PackageRefusal';
}

/** Why a path must not be in a package; undefined if it is allowed. */
export function pathProblem(path: string, system = thisSystem): string | undefined {
  const parts = path.split('/');
  if (path.startsWith('/') || parts.some((part) => part === '..' || part === '' || part === '.'))
    return `a path leads out of the package: ${path}`;
  if (/[\u0000-\u001f\u007f\\]/.test(path))
    return `a path has characters that are not allowed: ${JSON.stringify(path)}`;
  return parts.every((part) => isPlainName(part, system))
    ? undefined
    : `a path names another file on this system: ${JSON.stringify(path)}`;
}
