import { join } from 'node:path';
import { type FormatName, isFile, namesIn, nearestWord, readText } from '@anyhook/core';
import type { AgentFolders, HookLoader, HookPlace, InstalledPlugin, PluginRegistry } from '../formats/kit/format.js';
import { userFolders } from '../formats/kit/format.js';
import type { ConfigSource } from './config.js';
import type { FormatPlace } from './discover.js';
import type { SnapshotCollector } from './snapshot-collector.js';

/** A plugin that a user installed with an agent, for all projects or for some. */
export interface PluginOfUser extends InstalledPlugin {
  readonly format: FormatName;
  readonly registry: PluginRegistry;
  /** The folder of the agent that it was installed with. */
  readonly agentFolder: string;
}

export interface PluginSearch {
  readonly loaders: Readonly<Record<FormatName, HookLoader>>;
  /** The folders of the project: plugins may be installed for one project only. */
  readonly levels: readonly string[];
  /** The folders of the agent that has the plugins. */
  readonly foldersOf: (registry: PluginRegistry, format: FormatName) => readonly string[];
}

/** The agent folders that events search: the usual ones, and those that the config adds. */
export const agentFoldersFor =
  (home: string, added: AgentFolders = {}): PluginSearch['foldersOf'] =>
  ({ folder }, format) =>
    userFolders({ home, agentFolders: added }, format, folder);

/** The plugins that a user installed, whether they are switched on there or not. */
export function installedPlugins({ loaders, levels, foldersOf }: PluginSearch): readonly PluginOfUser[] {
  return registriesIn(loaders).flatMap(({ format, registry }) =>
    foldersOf(registry, format).flatMap((agentFolder): readonly PluginOfUser[] => {
      const list = readText(join(agentFolder, registry.list));
      const found =
        list === undefined ? [] : registry.installed(list, { projectFolders: levels, agentFolder, namesIn });
      return found.map((plugin) => ({ ...plugin, format, registry, agentFolder }));
    }),
  );
}

const registriesIn = (loaders: PluginSearch['loaders']) =>
  Object.entries(loaders).flatMap(([format, { plugins: registry }]) => (registry ? [{ format, registry }] : []));

/** Is the plugin switched on in the settings of its agent? */
export function isPluginEnabled(
  { name, registry, agentFolder }: PluginOfUser,
  { levels }: Pick<PluginSearch, 'levels'>,
): boolean {
  const files = [
    ...registry.userSettings.map((file) => join(agentFolder, file)),
    ...levels.flatMap((level) => registry.projectSettings.map((file) => join(level, file))),
  ];
  return registry.isEnabled(
    name,
    files.map((path) => readText(path) ?? ''),
  );
}

/** The hook files of the plugins that the config switches on for all agents. Their lists are read only if there are some. */
export function switchedOnPlaces(
  sources: readonly ConfigSource[],
  search: PluginSearch,
  collector: SnapshotCollector,
): readonly FormatPlace[] {
  const wanted = sources.flatMap((source) => (source.file.plugins ?? []).map((name, i) => ({ source, name, i })));
  if (wanted.length === 0) return [];
  const lists = registriesIn(search.loaders).flatMap(({ format, registry }) =>
    search.foldersOf(registry, format).map((folder) => join(folder, registry.list)),
  );
  for (const list of lists) collector.stampFile(list);
  const installed = installedPlugins(search);
  return wanted.flatMap(({ source, name, i }) => {
    const plugin = installed.find((one) => one.name === name);
    if (plugin?.isElsewhere) return [];
    const places = plugin?.registry.places(plugin, plugin.agentFolder) ?? [];
    if (plugin && places.some((place) => isFile(hookFileOf(place))))
      return places.map((place): FormatPlace => ({ ...place, format: plugin.format }));
    for (const place of places) collector.stampFile(hookFileOf(place));
    collector.problems.push({
      source: source.path,
      line: source.doc.lineOf(['plugins', i]),
      field: `plugins.${i}`,
      severity: 'error',
      message: plugin
        ? `the plugin "${name}" guards nothing here: ${plugin.folder} has no hook files`
        : `the plugin "${name}" is not installed, so its hooks do not run; ${hint(name, installed, lists)}`,
    });
    return [];
  });
}

function hint(name: string, installed: readonly PluginOfUser[], lists: readonly string[]): string {
  const names = installed.map((one) => one.name);
  const near = nearestWord(name, names) ?? names.find((one) => one.startsWith(`${name}@`));
  if (near !== undefined) return `did you mean "${near}"?`;
  return names.length > 0 ? `installed: ${names.join(', ')}` : `no plugin is in ${lists.join(', ')}`;
}

const hookFileOf = ({ dir, find }: HookPlace): string => (find.kind === 'file' ? join(dir, find.name) : dir);
