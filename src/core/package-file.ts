/** One file of a package, in memory: nothing is written before it was checked. */
export interface PackageFile {
  /** Relative to the package, with `/`. */
  readonly path: string;
  readonly bytes: Buffer;
  readonly isExecutable: boolean;
}

/** A package cannot be taken as it is; `why` is for people. */
export class PackageRefusal extends Error {
  override readonly name = 'PackageRefusal';
}

/** Why a path must not be in a package; undefined if it may. */
export function pathProblem(path: string): string | undefined {
  if (path.startsWith('/') || path.split('/').some((part) => part === '..' || part === '' || part === '.'))
    return `a path leads out of the package: ${path}`;
  return /[\u0000-\u001f\u007f\\]/.test(path)
    ? `a path has characters that are not allowed: ${JSON.stringify(path)}`
    : undefined;
}
