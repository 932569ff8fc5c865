import type { ExitRule, Scope } from '@anyhook/core';
import type { ModelSettings } from '../handlers/handler.js';
import type { JournalConfig } from '../journal/settings.js';
import type { TelemetryConfig } from '../telemetry/settings.js';

// The package ships these types, so they are written out: the types inferred from the schema need its library, which
// users do not have. A test compares both.

type Profile = 'minimal' | 'standard' | 'strict';

/** What a config may set for a hook that is declared elsewhere. */
export interface HookOverride {
  enabled?: boolean | undefined;
  blocking?: boolean | undefined;
  onFailure?: 'open' | 'closed' | 'ask' | undefined;
  exitRule?: ExitRule | undefined;
  mode?: 'enforce' | 'shadow' | undefined;
  profiles?: Profile[] | undefined;
  parallel?: boolean | undefined;
  recheck?: boolean | undefined;
  priority?: number | undefined;
  timeoutMs?: number | undefined;
  pure?: boolean | undefined;
  spare?: boolean | undefined;
}

/** What one config file sets for one hook, for a file or folder of hooks, or for all hooks that it may change. */
export interface OverrideRow {
  /** As written: an id or a path; undefined means all hooks. */
  readonly id?: string;
  readonly scope: Scope;
  readonly source: string;
  readonly value: HookOverride;
}

/** All config files merged. Plain data, for the cache. */
export interface Config {
  /** In the order of application: the last one wins. */
  readonly overrides: readonly OverrideRow[];
  readonly files: readonly string[];
  /** Installed plugins whose hooks run on all agents. */
  readonly plugins?: readonly string[];
  /** Folders of agents besides the usual ones, by the format of their hooks. */
  readonly agentFolders?: Readonly<Record<string, readonly string[]>>;
  readonly profile?: Profile;
  /** The profile that the organisation chose. */
  readonly managedProfile?: Profile;
  /** The machine is locked to the policy of an organisation: the only profile for hooks of the organisation. */
  readonly lockedProfile?: Profile;
  /** For the project's own hooks if neither the user nor the organisation chose one. */
  readonly projectProfile?: Profile;
  readonly failClosed: boolean;
  readonly stopLimit: number;
  /** How long a request to a person, and an approval, is valid. */
  readonly approvalMinutes: number;
  /** How long ended tasks and sessions are kept. */
  readonly taskDays: number;
  /** Ids that the user switched off, and ids that the organisation switched off. */
  readonly disabled: { readonly user: readonly string[]; readonly managed: readonly string[] };
  readonly trust: 'ask' | 'lock' | 'project';
  /** Hooks in an agent's own settings run in that agent only. */
  readonly share?: false;
  readonly httpAllow: readonly string[];
  readonly model?: ModelSettings;
  readonly telemetry?: TelemetryConfig;
  readonly journal?: JournalConfig;
}
