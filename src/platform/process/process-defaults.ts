import { homedir } from 'node:os';

/** The world of this process, for callers that bring none of their own. */
export const environment = (): Readonly<Record<string, string | undefined>> => process.env;
export const workingFolder = (): string => process.cwd();
/** May a person be there? */
export const atTerminal = (): boolean => process.stdin.isTTY === true || process.stderr.isTTY === true;
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    // A user without an entry in the system's list, as containers have.
    return '/';
  }
}
