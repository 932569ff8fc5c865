import type { UserPaths } from '@anyhook/core';
import type { Command } from 'commander';
import type { World } from '../../answer/engine.js';
import type { FeatureFiles } from '../../doctor/check-paths.js';
import type { FeatureDoctor } from '../../doctor/finding.js';
import type { Project } from '../../hooks/load.js';
import type { LockedShas } from '../../trust/trust.js';
import type { PageViews } from '../../ui/look-routes.js';
import type { Io } from './io.js';

/** One invocation: input and output, and the exit code that the command sets. */
export interface CommandContext {
  readonly io: Io;
  exitCode: number;
  /** What features add to commands. */
  readonly features: readonly FeatureAtTerminal[];
}

export type RegisterCommand = (program: Command, context: CommandContext) => void;

/** The parts of a feature for commands, loaded when a command needs them. */
export interface FeatureAtTerminal {
  readonly commands?: readonly FeatureCommands[];
  /** What else manages this machine: a field of `status --json` and a line of `status` each. */
  readonly status?: (place: Pick<Io, 'env' | 'home'>) => Promise<Readonly<Record<string, string>>>;
  /** The sessions of its agent runtime, for `status`; undefined: they cannot be counted. */
  readonly countSessions?: (state: string) => Promise<RuntimeSessionCounts | undefined>;
  readonly candidate?: HookCandidate;
  /** Files that `validate` checks. */
  readonly files?: FeatureFiles;
  /** What is trusted together with the hooks of a project. */
  readonly trust?: FeatureTrust;
  readonly pageViews?: PageViews;
  readonly doctor?: () => Promise<{ readonly doctor: FeatureDoctor }>;
}

/** Commands below one heading of `--help`. */
export interface FeatureCommands {
  readonly heading: string;
  /** A heading that does not exist yet comes after this one. */
  readonly after?: string;
  readonly load: () => Promise<readonly RegisterCommand[]>;
}

/** Open sessions, and how many of them will be closed after a long time without use. */
export interface RuntimeSessionCounts {
  readonly open: number;
  readonly idle: number;
  /** How long a session may be unused before it is closed. */
  readonly idleDuration: string;
}

export interface FeatureTrust {
  review(project: Project, world: World): Promise<TrustReview>;
  /** Forgets that a person trusted it; false if it was not trusted. */
  forget(root: string, user: UserPaths): boolean;
}

/** What a feature has in a project, compared with what was trusted before. */
export interface TrustReview {
  readonly one: string;
  readonly many: string;
  readonly total: number;
  /** How many are new or changed. */
  readonly untrusted: number;
  print(io: Io, options: { readonly all: boolean }): void;
  /** Records that a person trusts all in their current state. */
  trust(): void;
  /** The keys of the lock file, each with the hashes of files by names. */
  locked(): Readonly<Record<string, LockedShas>>;
}

/** Hooks that do not decide yet: `replay --candidate` shows what they would change. */
export interface HookCandidate {
  /** The option's help text about them. */
  readonly option: string;
  /** Their name in a report. */
  readonly name: string;
  /** Throws if this machine has none. */
  require(place: Pick<Io, 'env' | 'home'>): Promise<void>;
}

/** A command that only contains others, with its help text. */
export function commandGroup(
  name: string,
  texts: { readonly summary: string; readonly description: string; readonly examples: readonly string[] },
  commands: readonly RegisterCommand[],
): RegisterCommand {
  return (program, context) => {
    const group = program
      .command(name)
      .summary(texts.summary)
      .description(texts.description)
      .helpCommand(false)
      .addHelpText('after', examplesText(...texts.examples));
    for (const add of commands) add(group, context);
  };
}

/** The text below a command's options. */
export const examplesText = (...lines: readonly string[]): string =>
  `\nExample${lines.length > 1 ? 's' : ''}:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
