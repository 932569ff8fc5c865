import { delimiter, dirname, isAbsolute, join, sep } from 'node:path';
import { isExecutable, realPath } from '../../../platform/files/files.js';
import { ancestors, findUp, projectRoot } from './project-root.js';

type Env = Readonly<Record<string, string | undefined>>;

/** A program that may be started, and its environment. */
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
  return repository === undefined ? isInside(realPath(dirname(path)), root) : realPath(repository) === root;
}

/**
 * The project's own program if the project is trusted, else the one on PATH. Programs of an untrusted repository
 * never run: neither the program nor an entry of its PATH may be inside the project.
 */
export function findProgram(name: string, from: string, search: ProgramSearch): RunnableProgram | undefined {
  if (!isInTrustedProject(search)) return findOutsideProject(name, search);
  const top = findUp(dirname(search.path), ['.git']) ?? search.trustedRoot ?? from;
  for (const dir of ancestors(from)) {
    for (const folder of ['node_modules/.bin', '.venv/bin', 'venv/bin']) {
      const projectProgram = join(dir, folder, name);
      if (isExecutable(projectProgram)) return { file: projectProgram, env: search.env };
    }
    if (realPath(dir) === realPath(top)) break;
  }
  return { file: name, env: search.env };
}

function findOutsideProject(name: string, { path, cwd, env }: ProgramSearch): RunnableProgram | undefined {
  const projects = [projectRoot(dirname(path)), projectRoot(cwd)].map(realPath);
  const isOutside = (place: string) => !projects.some((root) => isInside(realPath(place), root));
  const folders = (env['PATH'] ?? '').split(delimiter).filter((dir) => isAbsolute(dir) && isOutside(dir));
  const file = folders.map((dir) => join(dir, name)).find((program) => isExecutable(program) && isOutside(program));
  return file === undefined ? undefined : { file, env: { ...env, PATH: folders.join(delimiter) } };
}

const isInside = (path: string, root: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
