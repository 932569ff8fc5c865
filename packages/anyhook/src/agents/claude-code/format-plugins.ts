import { join } from 'node:path';
import type { HookPlace, PluginOfFile, PluginRegistry } from '../../formats/kit/format.js';
import { filesOfPlugin, isEnabledInSettings, pluginsInList } from '../../formats/kit/plugin-list.js';

/** The names of a plugin's files that may hold hooks. */
export const hookFileNames = { hooks: 'hooks.json', manifest: 'plugin.json' } as const;

/** The folder of a plugin's manifest. */
export const manifestFolder = '.claude-plugin';

/** The plugins that a user installed with Claude Code. */
export const claudePluginRegistry: PluginRegistry = {
  agent: 'Claude Code',
  folder: '.claude',
  list: 'plugins/installed_plugins.json',
  userSettings: ['settings.json'],
  projectSettings: ['.claude/settings.json', '.claude/settings.local.json'],
  installed: pluginsInList,
  isEnabled: isEnabledInSettings,
  places: ({ name, folder }, agentFolder) => {
    const dataFolder = join(agentFolder, 'plugins', 'data', name.replace(/[^\w-]/g, '-'));
    return pluginPlaces(folder, { name, dataFolder });
  },
};

const { hooks, manifest } = hookFileNames;

/** The places in the folder of an installed plugin. */
export const pluginPlaces = (folder: string, plugin: PluginOfFile): readonly HookPlace[] =>
  filesOfPlugin(folder, [`hooks/${hooks}`, `${manifestFolder}/${hooks}`, `${manifestFolder}/${manifest}`], plugin);
