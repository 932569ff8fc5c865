import type { Command } from 'commander';
import type { Io } from './io.js';

/** One invocation: input and output, and the exit code that the command sets. */
export interface CommandContext {
  readonly io: Io;
  exitCode: number;
}

/** Adds one command to the program. */
export type RegisterCommand = (program: Command, context: CommandContext) => void;

/** The text below a command's options. */
export const examplesText = (...lines: readonly string[]): string =>
  `\nExample${lines.length > 1 ? 's' : ''}:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
