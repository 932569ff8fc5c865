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
  /** Added to the records of decisions that are sent to the organisation; missing: none are sent. */
  readonly audit?: AuditMark;
  /** What happens to an action that cannot be recorded there, and why. */
  readonly unrecorded?: { readonly rule: 'keep' | 'ask' | 'deny'; readonly reason: string };
}

export interface PolicyBundle {
  /** Its config file; it may be missing. */
  readonly configFile: string;
  readonly added: PackageOfHook;
}

/** The part of a config file that switches hooks off. Its full type needs the schema, which published types must not use. */
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
  /** Placeholders for a missing policy. */
  readonly standIns: readonly Hook[];
  /** Hooks of the policy that are not in a file. */
  readonly hooks: readonly Hook[];
  /** The part of a config file that applies under this policy. */
  readonly effective?: <Source extends DisablingSource>(source: Source) => Source;
}

export const noPolicy: FoundPolicy = { places: [], standIns: [], hooks: [] };

export interface PolicySearch {
  readonly loaders: Readonly<Record<FormatName, HookLoader>>;
  readonly user: UserPaths;
  /** The user's settings are part of the project: then they cannot name a policy. */
  readonly isUserInProject: boolean;
  /** The candidate replaces the active policy, to show what it would change. */
  readonly candidateDecides?: boolean | undefined;
}

export type FindPolicy = (search: PolicySearch, collector: SnapshotCollector) => FoundPolicy;
