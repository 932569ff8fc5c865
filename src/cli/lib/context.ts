import type { Command } from 'commander';
import type { Io } from './io.js';

/** One invocation: the world, and the exit code that the command leaves. */
export interface Context {
  readonly io: Io;
  exitCode: number;
}

/** Adds one command to the program. */
export type Register = (program: Command, context: Context) => void;

/** The text below a command's options. */
export const examples = (...lines: readonly string[]): string =>
  `\nExample${lines.length > 1 ? 's' : ''}:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
