import type { Command } from 'commander';
import type { FeatureDoctor } from '../../doctor/finding.js';
import type { Io } from './io.js';

/** One invocation: input and output, and the exit code that the command sets. */
export interface CommandContext {
  readonly io: Io;
  exitCode: number;
  /** What features add to commands. */
  readonly features: readonly FeatureAtTerminal[];
}

/** Adds one command to the program. */
export type RegisterCommand = (program: Command, context: CommandContext) => void;

/** What commands need of a feature, loaded when a row is used. */
export interface FeatureAtTerminal {
  readonly commands?: readonly FeatureCommands[];
  /** Who else is in charge of this machine: a field of `status --json` and a line of `status` each. */
  readonly status?: (place: Pick<Io, 'env' | 'home'>) => Promise<Readonly<Record<string, string>>>;
  readonly candidate?: HookCandidate;
  readonly doctor?: () => Promise<{ readonly doctor: FeatureDoctor }>;
}

/** Commands below one heading of `--help`. */
export interface FeatureCommands {
  readonly heading: string;
  /** A heading that does not exist yet comes after this one. */
  readonly after?: string;
  readonly load: () => Promise<readonly RegisterCommand[]>;
}

/** Hooks that do not decide yet: `replay --candidate` shows what they would change. */
export interface HookCandidate {
  /** What the option says about them. */
  readonly option: string;
  /** Their name in a report. */
  readonly name: string;
  /** Throws if this machine has none. */
  require(place: Pick<Io, 'env' | 'home'>): Promise<void>;
}

/** The text below a command's options. */
export const examplesText = (...lines: readonly string[]): string =>
  `\nExample${lines.length > 1 ? 's' : ''}:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
