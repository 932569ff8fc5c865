import type { UserPaths } from '@anyhook/core';
import type { World } from './answer/engine.js';
import type { RuntimeSocket, RuntimeSocketOptions } from './answer/resident-runtime.js';
import type { AskingChannel } from './approvals/channel.js';
import type { FeatureAtTerminal } from './cli/terminal/context.js';
import type { BuiltinRow } from './handlers/builtins/index.js';
import type { Project } from './hooks/load.js';
import type { FindPolicy, MachinePolicy } from './hooks/policy-source.js';
import type { MachineLock } from './switches/machine-lock.js';

/**
 * A part of the program in its own package. The program knows it only by these rows; `features.ts` lists all of them.
 * This object is loaded with every event, so rows load what they need when they are used.
 */
export interface Feature {
  readonly name: string;
  readonly builtins?: Readonly<Record<string, BuiltinRow>>;
  /** Its commands that an agent must not run, or may run only with approval: `fleet join`. */
  readonly guardedCommands?: { readonly personal?: readonly string[]; readonly changing?: readonly string[] };
  /** The lock of this machine, if the feature has set one. */
  readonly lock?: (user: UserPaths) => MachineLock | undefined;
  readonly policy?: PolicySource;
  /** A channel for approval requests; loaded when a hook asks. */
  readonly approvalChannel?: () => Promise<{ readonly channel: AskingChannel<MachinePolicy> }>;
  readonly untrusted?: UntrustedFiles;
  /** A socket of the resident engine for clients of an agent runtime. Not built into the code that answers one event. */
  readonly runtimeSocket?: () => Promise<{
    readonly createRuntimeSocket: (options: RuntimeSocketOptions) => RuntimeSocket;
  }>;
  /** Parts that only commands need. The build leaves them out of the code that answers events. */
  readonly atTerminal?: () => Promise<{ readonly atTerminal: FeatureAtTerminal }>;
}

/** Other files of a project that do not run before a person trusts them: a note at the start of a session. */
export interface UntrustedFiles {
  readonly one: string;
  readonly many: string;
  count(project: Project, world: World): number;
}

/** Adds the hooks of an organisation to those of a machine. */
export interface PolicySource<Policy extends MachinePolicy = MachinePolicy> {
  /** Loaded when hook files are read; most events have a cached snapshot. */
  readonly load: () => Promise<{ readonly findPolicy: FindPolicy }>;
  /** Notes for the user at the start of a session. */
  notices(policy: Policy): readonly string[];
  /** Is background work due, such as a check for a newer policy? */
  isWorkDue(policy: Policy, moment: PolicyMoment): boolean;
  /** Starts a process that does this work. */
  startWork(world: World): Promise<void>;
}

/** When to check for due work of a policy. */
export interface PolicyMoment {
  readonly now: number;
  /** This process keeps running after its answer. */
  readonly staysRunning: boolean;
}
