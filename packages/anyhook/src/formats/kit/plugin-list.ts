import { join } from 'node:path';
import { type Hook, isFullPath, isObject, parseObject, pathKey } from '@anyhook/core';
import type { HookPlace, InstalledPlugin, PluginOfFile, PluginRegistry } from './format.js';

/** The flavour of hooks of a plugin that a user installed. */
export const installedPluginFlavour = 'installed-plugin';

/** A list in Claude's format: one map for each plugin in its first version, several with a scope in the second. */
export const pluginsInList: PluginRegistry['installed'] = (list, { projectFolders }) =>
  Object.entries(mapIn(list, 'plugins')).flatMap(([name, entry]): readonly InstalledPlugin[] => {
    const entries = [entry].flat().filter(isObject);
    const isHere = ({ projectPath }: Readonly<Record<string, unknown>>) =>
      typeof projectPath === 'string' && projectFolders.some((folder) => pathKey(folder) === pathKey(projectPath));
    // An installation for this project precedes one for all projects; those for others are skipped.
    const place = entries.find(isHere) ?? entries.find(({ projectPath }) => typeof projectPath !== 'string');
    const folder = (place ?? entries[0])?.['installPath'];
    if (typeof folder !== 'string' || !isFullPath(folder)) return [];
    return [{ name, folder, ...(!place && { isElsewhere: true }) }];
  });

/** Settings in which `enabledPlugins` switches plugins on; the strongest last. */
export const isEnabledInSettings: PluginRegistry['isEnabled'] = (name, settings) => {
  const switches = Object.assign({}, ...settings.map((text) => mapIn(text, 'enabledPlugins')));
  return switches[name] !== undefined && switches[name] !== false;
};

/** Files in the folder of an installed plugin. */
export const filesOfPlugin = (folder: string, files: readonly string[], plugin: PluginOfFile): readonly HookPlace[] =>
  files.map((file) => {
    const [name = '', ...above] = file.split('/').reverse();
    return {
      scope: 'user',
      dir: join(folder, ...above.reverse()),
      root: folder,
      find: { kind: 'file', name },
      flavour: installedPluginFlavour,
      plugin,
    };
  });

/** The hook with variables that an agent gives to the commands of its plugins. */
export const withVariables = (hook: Hook, env: Readonly<Record<string, string>>): Hook =>
  hook.handler.kind === 'command'
    ? { ...hook, handler: { ...hook.handler, env: { ...hook.handler.env, ...env } } }
    : hook;

/** A name without characters that have a meaning in the id of a hook. */
export const idPart = (name: string): string => name.replace(/[^\p{L}\p{N}_@-]+/gu, '-');

function mapIn(text: string, key: string): Readonly<Record<string, unknown>> {
  const value = parseObject(text)?.[key];
  return isObject(value) ? value : {};
}
