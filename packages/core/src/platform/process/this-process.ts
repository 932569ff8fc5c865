import { createRequire } from 'node:module';
import { attempt } from '../../errors.js';

export const nodeProgram = (): string => process.execPath;

/** Sets variables of this process, for code that runs inside it and reads them. */
export function setEnvironmentVariables(variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, variables);
}

/** The exports of a CommonJS file; undefined if it is an ES module. Throws what the file throws. */
export function requireFile(path: string): unknown {
  try {
    return createRequire(path)(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_REQUIRE_ESM') return undefined;
    throw error;
  }
}

/** The folder of this process; undefined if it was deleted. */
export const workingDirectory = (): string | undefined => attempt(() => process.cwd());

/** Calls `act` in another working directory; undefined if that cannot be entered. */
export function withCwd<T>(folder: string, act: () => T): T | undefined {
  let before: string;
  try {
    before = process.cwd();
  } catch {
    // It was deleted meanwhile.
    before = '/';
  }
  try {
    process.chdir(folder);
  } catch {
    return undefined;
  }
  try {
    return act();
  } finally {
    process.chdir(before);
  }
}

/** Replaces `$NAME` and `${NAME}` in a text by variables of an environment; an unset one is empty. */
export const fillVariables = (text: string, env: Readonly<Record<string, string | undefined>>): string =>
  text.replace(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g, (_, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? '';
    return Object.hasOwn(env, name) ? (env[name] ?? '') : '';
  });
