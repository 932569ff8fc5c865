import type { Hook } from '@anyhook/core';
import type { OverrideRow } from './merged-config.js';

/**
 * The guards of the user's own config file, without additions of the project or the organisation. Plain data, for
 * records.
 */
export interface OwnConfig {
  /** Its hooks that may block something before it happens. */
  readonly hooks: readonly OwnHook[];
  /** The ids of its other hooks, which block nothing. */
  readonly others: readonly string[];
  readonly settings: OwnSettings;
}

export interface OwnHook {
  readonly hook: Hook;
  /** Why it blocks nothing; missing: it guards. */
  readonly off?: string;
}

/** The settings of a config file that decide which guards are on, also those in other files. */
export interface OwnSettings {
  readonly disabled: readonly string[];
  readonly overrides: readonly Pick<OverrideRow, 'id' | 'value'>[];
  readonly profile: 'minimal' | 'standard' | 'strict';
  readonly trust: 'ask' | 'lock' | 'project';
  readonly failClosed: boolean;
  readonly share: boolean;
  readonly files: readonly string[];
  readonly plugins: readonly string[];
  readonly agentFolders: readonly string[];
  readonly httpAllow: readonly string[];
  readonly model?: unknown;
}
