import { attempt } from '../../errors.js';
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
