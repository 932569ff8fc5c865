import type { Scope } from '../core/hook.js';
import type { ModelSettings } from '../handlers/handler.js';
import type { JournalConfig } from '../records/journal/settings.js';
import type { TelemetryConfig } from '../records/telemetry/settings.js';

// The package ships these types, so they stand here in plain words: those that the schema infers would need its library,
// which users do not have. A test keeps both equal.

type Profile = 'minimal' | 'standard' | 'strict';

/** What a config may say of a hook that stands somewhere else. */
export interface HookOverride {
  enabled?: boolean | undefined;
  onFailure?: 'open' | 'closed' | 'ask' | undefined;
  mode?: 'enforce' | 'shadow' | undefined;
  profiles?: Profile[] | undefined;
  parallel?: boolean | undefined;
  recheck?: boolean | undefined;
  priority?: number | undefined;
  timeoutMs?: number | undefined;
  pure?: boolean | undefined;
}

/** What one config file says of one hook, of a file or folder of hooks, or of all that it reaches. */
export interface OverrideRow {
  /** As it is written: an id, or a path; none for all. */
  readonly id?: string;
  readonly scope: Scope;
  readonly source: string;
  readonly value: HookOverride;
}

/** All config files as one. Plain data, for the cache. */
export interface Config {
  /** In the order in which they are applied: the last one wins. */
  readonly overrides: readonly OverrideRow[];
  readonly files: readonly string[];
  readonly profile?: Profile;
  /** Counts for the project's own hooks where neither user nor organisation chose one. */
  readonly projectProfile?: Profile;
  readonly failClosed: boolean;
  readonly stopLimit: number;
  /** How long a question to a person, and an approval, stays good. */
  readonly approvalMinutes: number;
  /** How long ended tasks and sessions are kept. */
  readonly taskDays: number;
  /** Ids that a user switched off, and those that the organisation did. */
  readonly disabled: { readonly user: readonly string[]; readonly managed: readonly string[] };
  readonly trust: 'ask' | 'lock' | 'project';
  readonly httpAllow: readonly string[];
  readonly model?: ModelSettings;
  readonly telemetry?: TelemetryConfig;
  readonly journal?: JournalConfig;
}
