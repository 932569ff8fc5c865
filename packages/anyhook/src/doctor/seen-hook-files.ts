import { join, resolve } from 'node:path';
import { callsAnyhook, isFile, isFullPath, isObject, listFolder, parseObject, readText } from '@anyhook/core';
import { unreadHookPlaces } from '../../.cache/agents/hook-files.js';
import { type HookFileKind, unreadHookPlaceOf } from '../agents/hook-files.js';
import { foldersByFormat, type MovedFolder, movedFolders } from '../agents/moved-folders.js';
import type { HookFile } from '../formats/kit/format.js';
import { parseJson, parseYaml } from '../formats/kit/parse.js';
import { discoverHookFiles } from '../hooks/discover.js';
import {
  agentFoldersFor,
  installedPlugins,
  isPluginEnabled,
  type PluginOfUser,
  type PluginSearch,
} from '../hooks/installed-plugins.js';
import { countHandlers, countHandlersUnderHooks } from './count-handlers.js';

/** A file with hooks of an agent that anyhook does not run on other agents. */
export interface SeenHookFile {
  readonly path: string;
  readonly agent: string;
  /** The installed plugin that the hooks belong to. */
  readonly plugin?: string;
  /** They apply only while the skill, agent or command of the file is active. */
  readonly isScoped?: true;
  /** It is code that the agent loads, and cannot run on other agents. */
  readonly isCode?: true;
  /** The variable that moves the agent's folder. anyhook reads that folder once "init" was answered. */
  readonly variable?: string;
  /** Undefined if the file cannot be parsed. */
  readonly hookCount: number | undefined;
}

/** Where to search: the folders of a project, from the root down, and the user's home folder. */
interface SeenFilesSearch {
  readonly levels: readonly string[];
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Files that anyhook reads, because the config names them or their plugin. */
  readonly readFiles: ReadonlySet<string>;
  readonly loaders: PluginSearch['loaders'];
}

/** The files with hooks that agents run and anyhook does not. Nothing is started or stored. */
export function seenHookFiles({ levels, home, env, readFiles, loaders }: SeenFilesSearch): readonly SeenHookFile[] {
  const inProject = levels.flatMap((level) =>
    unreadHookPlaces.flatMap(({ agent, kind, project }) =>
      project.flatMap((place) => filesAt(level, place).map((path) => ({ path, agent, kind }))),
    ),
  );
  const ofUser = unreadHookPlaces.flatMap(({ agent, kind, user }) =>
    user.flatMap((place) =>
      userPlaces(place, home, env).flatMap(([folder, rest]) =>
        filesAt(folder, rest).map((path) => ({ path, agent, kind })),
      ),
    ),
  );
  const all = new Map([...inProject, ...ofUser].map((one) => [one.path, one]));
  const moved = movedFolders(env, home);
  const search: PluginSearch = { loaders, levels, foldersOf: agentFoldersFor(home, foldersByFormat(moved)) };
  const plugins = installedPlugins(search)
    .filter((plugin) => !plugin.isElsewhere && isPluginEnabled(plugin, search))
    .flatMap((plugin) => pluginFiles(plugin, readFiles));
  return [
    ...[...all.values()]
      .filter(({ path }) => !readFiles.has(path))
      .flatMap(({ path, agent, kind }) => seen(path, agent, kind)),
    ...moved.flatMap((one) => filesInMovedFolder(one, loaders)).filter(({ path }) => !readFiles.has(path)),
    ...plugins,
  ];
}

/** Files with hooks in a folder that a variable names: read as an event would with that folder. */
function filesInMovedFolder(
  { agent, variable, folder, format }: MovedFolder,
  loaders: SeenFilesSearch['loaders'],
): readonly SeenHookFile[] {
  const loader = format === undefined ? undefined : loaders[format];
  if (!loader || format === undefined) return [];
  const nowhere = join(folder, '.anyhook-nowhere');
  const folders = { cwd: nowhere, root: nowhere, home: nowhere, configHome: nowhere, configuredFiles: [] };
  const places = loader
    .places({ ...folders, agentFolders: { [format]: [folder] } })
    .filter(({ scope, dir }) => scope === 'user' && !dir.startsWith(nowhere))
    .map((place) => ({ ...place, format }));
  return discoverHookFiles(places).found.flatMap(({ path, place: index }): readonly SeenHookFile[] => {
    const { root = folder, flavour } = places[index] ?? {};
    const file: HookFile = {
      ...{ path, text: readText(path) ?? '', scope: 'user', root, siblings: [], exists: isFile },
      ...(flavour !== undefined && { flavour }),
      readNamedFile: (named) => {
        const text = readText(named);
        return text === undefined ? 'unreadable' : { text };
      },
    };
    const hookCount = loader.load(file).hooks.length;
    return hookCount === 0 ? [] : [{ path, agent: agent.title, variable, hookCount }];
  });
}

/** The file if it is one of those, wherever it is. */
export function seenHookFile(path: string): SeenHookFile | undefined {
  const place = unreadHookPlaceOf(path);
  return place && seenFile(path, place.agent, place.kind);
}

function seen(path: string, agent: string, kind: HookFileKind): readonly SeenHookFile[] {
  const file = seenFile(path, agent, kind);
  return file.hookCount === 0 ? [] : [file];
}

const seenFile = (path: string, agent: string, kind: HookFileKind): SeenHookFile => ({
  path,
  agent,
  hookCount: hookCountOf(path, kind),
  ...(kind === 'frontmatter' && { isScoped: true }),
  ...(kind === 'code' && { isCode: true }),
});

const maxEntries = 500;

/** The files of a place; one part of its path may contain `{name}`. */
function filesAt(folder: string, place: string): readonly string[] {
  const parts = place.split('/');
  const at = parts.findIndex((part) => part.includes('{name}'));
  if (at < 0) return isFile(join(folder, place)) ? [join(folder, place)] : [];
  const dir = join(folder, ...parts.slice(0, at));
  const [before = '', after = ''] = (parts[at] ?? '').split('{name}');
  const entries = listFolder(dir, maxEntries);
  if (typeof entries === 'string') return [];
  return entries
    .filter(({ name }) => name.startsWith(before) && name.endsWith(after) && name.length > before.length + after.length)
    .map(({ name }) => join(dir, name, ...parts.slice(at + 1)))
    .filter(isFile);
}

/** Folders and the paths in them. A variable may move the folder of an agent out of the user's home folder. */
function userPlaces(place: string, home: string, env: SeenFilesSearch['env']): readonly (readonly [string, string])[] {
  const configHome = env['XDG_CONFIG_HOME'];
  const usual: readonly [string, string] =
    configHome && isFullPath(configHome) && place.startsWith('.config/')
      ? [configHome, place.slice('.config/'.length)]
      : [home, place];
  const moved = movedFolders(env, home).flatMap(({ agent: { settings }, folder }): readonly [string, string][] =>
    settings && place.startsWith(`${settings.folder}/`) ? [[folder, place.slice(settings.folder.length + 1)]] : [],
  );
  return [usual, ...moved];
}

/** How many hooks a file holds; undefined if it seems to hold some, but cannot be parsed. */
function hookCountOf(path: string, kind: HookFileKind): number | undefined {
  const text = readText(path) ?? '';
  if (kind === 'code') return callsAnyhook(text) || !isCode(path) ? 0 : 1;
  if (kind === 'toml') return tomlHookCount(text);
  if (kind === 'frontmatter') return frontmatterHookCount(text, path);
  if (kind === 'settings' && !text.includes('"hooks"')) return 0;
  const parsed = parseJson(text, path);
  if (!('doc' in parsed)) return undefined;
  const { value } = parsed.doc;
  return kind === 'settings'
    ? countHandlersUnderHooks(isObject(value) ? { hooks: value['hooks'] } : {})
    : countHandlers(value);
}

/** Agents load these files; tests and types may be next to them. */
const isCode = (path: string): boolean => /\.[jt]s$/.test(path) && !/\.(?:d|test|spec)\.[jt]s$/.test(path);

/** Tables `[[hooks]]`, or `[[hooks.Event.hooks]]` inside of groups. */
const tomlHookCount = (text: string): number =>
  text
    .split(/^(?=[ \t]*\[)/m)
    .filter((table) => /^[ \t]*\[\[[ \t]*hooks(?:\.\w+\.hooks)?[ \t]*\]\]/.test(table) && !callsAnyhook(table)).length;

function frontmatterHookCount(text: string, path: string): number | undefined {
  const yaml = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*\r?(?:\n|$)/.exec(text)?.[1] ?? '';
  if (!/^hooks[ \t]*:/m.test(yaml)) return 0;
  const parsed = parseYaml(yaml, path);
  return 'doc' in parsed ? countHandlersUnderHooks(parsed.doc.value) : undefined;
}

function pluginFiles(
  { name, folder, registry, agentFolder }: PluginOfUser,
  readFiles: ReadonlySet<string>,
): readonly SeenHookFile[] {
  const places = registry.places({ name, folder }, agentFolder);
  const files = places.flatMap(({ dir, find }) => (find.kind === 'file' ? [join(dir, find.name)] : []));
  const inManifests = files.flatMap((path) => parseObject(readText(path) ?? '')?.['hooks']);
  const named = inManifests.filter((entry) => typeof entry === 'string').map((entry) => resolve(folder, entry));
  const all = [...new Set([...files, ...named])];
  if (all.some((path) => readFiles.has(path))) return [];
  const contents = all.map((path) => readText(path)).filter((text) => text !== undefined);
  const isBroken = contents.some((text) => parseObject(text) === undefined);
  const hookCount = isBroken ? undefined : countHandlersUnderHooks(contents.map(parseObject));
  return hookCount === 0 ? [] : [{ path: folder, agent: registry.agent, plugin: name, hookCount }];
}
