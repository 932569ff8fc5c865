import type { ExitRule } from '@anyhook/core';

/** Is the hook of a plugin, in the repository of the plugin or installed by a user? Others are of settings. */
export const isOfPlugin = (flavour: string | undefined): boolean =>
  flavour === 'plugin' || flavour === 'installed-plugin';

/** An installed plugin already runs on Claude Code, so it means the same on other agents. */
export const defaultExitRule = (flavour: string | undefined): ExitRule =>
  flavour === 'plugin' ? 'decisions' : 'claude';
