import { join } from 'node:path';
import { nearestWord } from '../core/errors.js';
import type { FormatName } from '../core/hook.js';
import type { HookLoader, HookPlace, InstalledPlugin, PluginRegistry } from '../formats/format.js';
import { isFile, readText } from '../platform/files/files.js';
import type { ConfigSource } from './config.js';
import type { FormatPlace } from './discover.js';
import type { SnapshotCollector } from './snapshot-collector.js';

/** A plugin that a user installed with an agent, for all projects or for some. */
export interface PluginOfUser extends InstalledPlugin {
  readonly dialect: FormatName;
  readonly registry: PluginRegistry;
}

/** Where to look for plugins. */
export interface PluginSearch {
  readonly loaders: Readonly<Record<FormatName, HookLoader>>;
  /** The folders of the project: plugins may be installed for one project only. */
  readonly levels: readonly string[];
  /** The folder of the agent that has the plugins. */
  readonly folderOf: (registry: PluginRegistry) => string;
}

/** The plugins that a user installed, whether they are switched on there or not. */
export function installedPlugins({ loaders, levels, folderOf }: PluginSearch): readonly PluginOfUser[] {
  return Object.entries(loaders).flatMap(([dialect, { plugins: registry }]) => {
    const list = registry && readText(join(folderOf(registry), registry.list));
    if (!registry || list === undefined) return [];
    return registry.installed(list, levels).map((plugin): PluginOfUser => ({ ...plugin, dialect, registry }));
  });
}

/** Is the plugin switched on in the settings of its agent? */
export function isPluginEnabled({ name, registry }: PluginOfUser, { levels, folderOf }: PluginSearch): boolean {
  const files = [
    ...registry.userSettings.map((file) => join(folderOf(registry), file)),
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
  const registries = Object.values(search.loaders).flatMap(({ plugins }) => plugins ?? []);
  for (const registry of registries) collector.stampFile(join(search.folderOf(registry), registry.list));
  const installed = installedPlugins(search);
  return wanted.flatMap(({ source, name, i }) => {
    const plugin = installed.find((one) => one.name === name);
    if (plugin?.isElsewhere) return [];
    const places = plugin?.registry.places(plugin, search.folderOf(plugin.registry)) ?? [];
    if (plugin && places.some((place) => isFile(hookFileOf(place))))
      return places.map((place): FormatPlace => ({ ...place, dialect: plugin.dialect }));
    for (const place of places) collector.stampFile(hookFileOf(place));
    const lists = registries.map((registry) => join(search.folderOf(registry), registry.list)).join(', ');
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

function hint(name: string, installed: readonly PluginOfUser[], lists: string): string {
  const names = installed.map((one) => one.name);
  const near = nearestWord(name, names) ?? names.find((one) => one.startsWith(`${name}@`));
  if (near !== undefined) return `did you mean "${near}"?`;
  return names.length > 0 ? `installed: ${names.join(', ')}` : `${lists} has no plugin`;
}

const hookFileOf = ({ dir, find }: HookPlace): string => (find.kind === 'file' ? join(dir, find.name) : dir);
