import { join } from 'node:path';
import type { Hook } from '@anyhook/core';
import type { HookFile, HookPlace, PluginOfFile, PluginRegistry } from '../../formats/kit/format.js';
import { filesOfPlugin, isEnabledInSettings, pluginsInList } from '../../formats/kit/plugin-list.js';

/** The file that shows that a folder is a plugin of droid. */
export const droidManifest = '.factory-plugin/plugin.json';

/** The plugins that a user installed with droid, in a list like Claude Code's. */
export const droidPluginRegistry: PluginRegistry = {
  agent: 'Factory droid',
  folder: '.factory',
  list: 'plugins/installed_plugins.json',
  userSettings: ['settings.json', 'settings.local.json'],
  projectSettings: ['.factory/settings.json', '.factory/settings.local.json'],
  installed: pluginsInList,
  isEnabled: isEnabledInSettings,
  places: ({ name, folder }, agentFolder) =>
    pluginPlaces(folder, { name, dataFolder: join(agentFolder, 'plugins', 'data', name.replace(/[^\w-]/g, '-')) }),
};

/** The place in the folder of an installed plugin. */
export const pluginPlaces = (folder: string, plugin: PluginOfFile): readonly HookPlace[] =>
  filesOfPlugin(folder, ['hooks/hooks.json'], plugin);

/** droid gives the plugin's folder to its commands, in its own name and in that of Claude Code. */
export function withPluginFolder(hook: Hook, { root }: HookFile): Hook {
  const { handler } = hook;
  if (handler.kind !== 'command') return hook;
  return {
    ...hook,
    handler: { ...handler, env: { ...handler.env, DROID_PLUGIN_ROOT: root, CLAUDE_PLUGIN_ROOT: root } },
  };
}
