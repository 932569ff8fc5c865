import { createRequire } from 'node:module';

/** The program that runs us, for scripts of the same kind. */
export const nodeProgram = (): string => process.execPath;

/** Sets variables of this process, for code that is called inside it and looks there. */
export function setVariables(variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, variables);
}

/** What a CommonJS file exports; undefined where it is an ES module. Throws what the file throws. */
export function requireFile(path: string): unknown {
  try {
    return createRequire(path)(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_REQUIRE_ESM') return undefined;
    throw error;
  }
}
