import { homedir } from 'node:os';

/** The world of this process, for callers that bring none of their own. */
export const environment = (): Readonly<Record<string, string | undefined>> => process.env;
export const workingFolder = (): string => process.cwd();
export const homeFolder = (): string => homedir();
