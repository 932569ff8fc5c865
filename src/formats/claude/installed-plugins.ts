import { join } from 'node:path';
import { isObject, parseObject } from '../../core/json.js';
import type { HookPlace, InstalledPlugin, PluginOfFile, PluginRegistry } from '../format.js';
import { hookFileNames, manifestFolder } from './plugin-files.js';

/** The plugins that a user installed with Claude Code. */
export const claudePluginRegistry: PluginRegistry = {
  agent: 'Claude Code',
  folder: '.claude',
  list: 'plugins/installed_plugins.json',
  userSettings: ['settings.json'],
  projectSettings: ['.claude/settings.json', '.claude/settings.local.json'],
  installed,
  isEnabled: (name, settings) => {
    const switches = Object.assign({}, ...settings.map((text) => mapIn(text, 'enabledPlugins')));
    return switches[name] !== undefined && switches[name] !== false;
  },
  places,
};

/** The first version of the list has one map for each plugin, the second several, each with a scope. */
function installed(list: string, projectFolders: readonly string[]): readonly InstalledPlugin[] {
  return Object.entries(mapIn(list, 'plugins')).flatMap(([name, entry]) => {
    const entries = [entry].flat().filter(isObject);
    const isHere = ({ projectPath }: Readonly<Record<string, unknown>>) =>
      typeof projectPath === 'string' && projectFolders.includes(projectPath);
    // What is installed for this project counts before what is installed for all; what is for others does not.
    const place = entries.find(isHere) ?? entries.find(({ projectPath }) => typeof projectPath !== 'string');
    const folder = (place ?? entries[0])?.['installPath'];
    if (typeof folder !== 'string' || !folder.startsWith('/')) return [];
    return [{ name, folder, ...(!place && { isElsewhere: true }) }];
  });
}

/** The files of a plugin that may hold hooks. */
function places({ name, folder }: InstalledPlugin, agentFolder: string): readonly HookPlace[] {
  const dataFolder = join(agentFolder, 'plugins', 'data', name.replace(/[^\w-]/g, '-'));
  return pluginPlaces(folder, { name, dataFolder });
}

/** The places in the folder of an installed plugin. */
export const pluginPlaces = (folder: string, plugin: PluginOfFile): readonly HookPlace[] =>
  [
    { dir: join(folder, 'hooks'), file: hookFileNames.hooks },
    { dir: join(folder, manifestFolder), file: hookFileNames.hooks },
    { dir: join(folder, manifestFolder), file: hookFileNames.manifest },
  ].map(({ dir, file }) => ({
    scope: 'user',
    dir,
    root: folder,
    find: { kind: 'file', name: file },
    flavour: 'installed-plugin',
    plugin,
  }));

function mapIn(text: string, key: string): Readonly<Record<string, unknown>> {
  const value = parseObject(text)?.[key];
  return isObject(value) ? value : {};
}
