import { dirname, join } from 'node:path';
import { findSafeProgram, isWithin, programFileIn, realPath, venvPrograms } from '@anyhook/core';
import { ancestors, findUp } from './project-root.js';

type Env = Readonly<Record<string, string | undefined>>;

export interface RunnableProgram {
  readonly file: string;
  readonly env: Env;
}

/** The file that a program is needed for, and the trusted project. */
export interface ProgramSearch {
  /** The file that the program will process. */
  readonly path: string;
  readonly cwd: string;
  readonly env: Env;
  /** The project whose own programs may be started. */
  readonly trustedRoot?: string | undefined;
}

/** Does the file belong to the trusted project? A nested repository is a separate project. */
export function isInTrustedProject({ path, trustedRoot }: ProgramSearch): boolean {
  if (trustedRoot === undefined) return false;
  const root = realPath(trustedRoot);
  const repository = findUp(dirname(path), ['.git']);
  return repository === undefined ? isWithin(realPath(dirname(path)), root) : realPath(repository) === root;
}

/** `refused`: there is a program on PATH, but any user could have put it there; `why` says which and why. */
type ProgramChoice =
  | ({ readonly kind: 'found' } & RunnableProgram)
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly why: string };

/** The project's own program if trusted, else one on PATH that is not inside the project. */
export function findProgram(name: string, from: string, search: ProgramSearch): ProgramChoice {
  const { path, cwd, env } = search;
  if (!isInTrustedProject(search)) {
    const result = findSafeProgram(name, env, [dirname(path), cwd]);
    return result.kind === 'found'
      ? { kind: 'found', file: result.file, env: { ...env, PATH: result.safePath() } }
      : result;
  }
  const file = findInProject(name, from, search);
  if (file !== undefined) return { kind: 'found', file, env };
  const result = findSafeProgram(name, env, []);
  return result.kind === 'found' ? { kind: 'found', file: result.file, env } : result;
}

export function findInProject(name: string, from: string, { path, trustedRoot }: ProgramSearch): string | undefined {
  const top = findUp(dirname(path), ['.git']) ?? trustedRoot ?? from;
  for (const dir of ancestors(from)) {
    for (const folder of ['node_modules/.bin', `.venv/${venvPrograms}`, `venv/${venvPrograms}`]) {
      const projectProgram = programFileIn(join(dir, folder), name);
      if (projectProgram !== undefined) return projectProgram;
    }
    if (realPath(dir) === realPath(top)) break;
  }
  return undefined;
}
