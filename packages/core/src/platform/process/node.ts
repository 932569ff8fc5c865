import { createRequire } from 'node:module';

/** The Node executable of this process, for scripts. */
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
