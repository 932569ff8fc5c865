import type { FormatName, Hook, PackageOfHook, UserPaths } from '@anyhook/core';
import type { HookLoader } from '../formats/kit/format.js';
import type { AuditMark } from '../journal/audit-record.js';
import type { FormatPlace } from './discover.js';
import type { SnapshotCollector } from './snapshot-collector.js';

/** The organisation that sets hooks on this machine. Plain data, for the cache; the source of the policy adds its own. */
export interface MachinePolicy {
  readonly org: string;
  /** Users cannot switch hooks off or name other files of the organisation. */
  readonly lock: boolean;
  /** Goes into the records of decisions that are sent to the organisation; missing: none are. */
  readonly audit?: AuditMark;
  /** What happens to an action that can be in no such record, and why. */
  readonly unrecorded?: { readonly rule: 'keep' | 'ask' | 'deny'; readonly reason: string };
}

export interface PolicyBundle {
  /** Its config file; it may be missing. */
  readonly configFile: string;
  readonly added: PackageOfHook;
}

/** A config file, as far as it switches hooks off. Its full type needs the schema, which published types must not use. */
export interface DisablingSource {
  readonly path: string;
  readonly file: { readonly disabled?: readonly string[] | undefined };
}

export interface FoundPolicy {
  readonly machine?: MachinePolicy;
  /** The bundle whose hooks decide, and the one whose hooks run in shadow mode. */
  readonly enforced?: PolicyBundle;
  readonly candidate?: PolicyBundle;
  readonly places: readonly FormatPlace[];
  /** Hooks that stand for a policy that is not there. */
  readonly standIns: readonly Hook[];
  /** Hooks of the policy that are in no file. */
  readonly hooks: readonly Hook[];
  /** The part of a config file that counts under this policy. */
  readonly effective?: <Source extends DisablingSource>(source: Source) => Source;
}

export const noPolicy: FoundPolicy = { places: [], standIns: [], hooks: [] };

export interface PolicySearch {
  readonly loaders: Readonly<Record<FormatName, HookLoader>>;
  readonly user: UserPaths;
  /** The user's settings are part of the project: then they cannot name a policy. */
  readonly isUserInProject: boolean;
  /** The candidate decides in place of what is in force: for those who ask what it would change. */
  readonly candidateDecides?: boolean | undefined;
}

export type FindPolicy = (search: PolicySearch, collector: SnapshotCollector) => FoundPolicy;
