import { homedir } from 'node:os';

/** The environment of this process, for callers that pass none. */
export const processEnvironment = (): Readonly<Record<string, string | undefined>> => process.env;
export const workingFolder = (): string => process.cwd();
/** Whether a person may be at the terminal. */
export const isAtTerminal = (): boolean => process.stdin.isTTY === true || process.stderr.isTTY === true;
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    // A user without an entry in the system, as in containers.
    return '/';
  }
}
