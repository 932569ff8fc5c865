import { basename, join } from 'node:path';
import { isObject, type Pattern } from '@anyhook/core';
import * as v from 'valibot';
import {
  type ClaudeLikeFiles,
  claudeLikeEntries,
  commandFields,
  eventMapSchema,
  groupSchema,
  matchesAlias,
  namesOrRegex,
} from '../../formats/kit/claude-like-load.js';
import type { HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../../formats/kit/format.js';
import { filePlace, projectPlaces, userFolders } from '../../formats/kit/format.js';
import { loadJsonHooks, loadParsedHooks } from '../../formats/kit/json-hooks.js';
import { optional, strict } from '../../formats/kit/parse.js';
import { installedPluginFlavour } from '../../formats/kit/plugin-list.js';
import { parseToml } from '../../formats/kit/toml.js';
import { codexFormatCodec } from './format-codec.js';
import { codexManifest, codexPluginRegistry, loadPluginFile, pluginPlaces, type ReadEvents } from './format-plugins.js';

const codex = codexFormatCodec();

/** One handler. Codex runs commands; other types are skipped. */
export const codexHandlerSchema = strict({
  ...commandFields('Seconds; default 600. SessionEnd and Interrupt: default 1, at most 3.'),
  commandWindows: optional(v.string(), 'Not used: the command line for Windows.'),
});

/** The handlers for what the matcher matches. */
export const codexGroupSchema = groupSchema(codexHandlerSchema);

/** A hooks.json. */
export const codexFileSchema = v.looseObject({ hooks: v.optional(eventMapSchema(codex.events, codexGroupSchema)) });

const hooksFile = 'hooks.json';
const configFile = 'config.toml';
const userFolder = '.codex';

/** Finds and reads Codex's hooks.json and the `[hooks]` of its config.toml. */
export const codexLoader: HookLoader = {
  fileNames: [`.codex/${hooksFile}`, `.codex/${configFile}`, codexManifest],
  userFolder,
  places,
  load,
  recognise: ({ path }) => (/(?:^|\/)\.codex\/(?:hooks\.json|config\.toml)$/.test(path) ? 'yes' : 'no'),
  placeOf: (path) => filePlace(path),
  plugins: codexPluginRegistry,
  packageManifest: codexManifest,
  packagePlaces: (folder, plugin) => [...pluginPlaces(folder, plugin), ...projectPlaces(places, folder)],
};

function places(search: SearchFolders): readonly HookPlace[] {
  const folders = [
    ...userFolders(search, codex.name, userFolder).map((dir) => ({ scope: 'user', dir, root: dir }) as const),
    { scope: 'project', dir: join(search.root, '.codex'), root: search.root } as const,
  ];
  return folders.flatMap((folder) =>
    [hooksFile, configFile].map((name): HookPlace => ({ ...folder, find: { kind: 'file', name } })),
  );
}

function load(file: HookFile): LoadedFile {
  if (file.flavour === installedPluginFlavour) return loadPluginFile(file, readPluginEvents);
  const isConfig = basename(file.path) === configFile;
  // Most config.toml files have no hooks, and their other content does not matter here.
  if (!file.text.includes('hooks')) return { hooks: [], problems: [] };
  const origin = `${file.scope === 'project' ? 'project' : file.scope}${isConfig ? '-config' : ''}`;
  if (!isConfig) return loadJsonHooks(file, claudeLikeEntries(files, origin));
  const parsed = parseToml(file.text, file.path);
  const value = 'doc' in parsed ? parsed.doc.value : undefined;
  const features = isObject(value) && isObject(value['features']) ? value['features'] : {};
  const isOff = features['hooks'] === false;
  return loadParsedHooks(file, claudeLikeEntries(files, origin, { otherKeys: ['state'], isOff }), parsed);
}

const readPluginEvents: ReadEvents = (file, origin, parsed, isEventMap) => {
  const ofPlugin = { ...files, folderVariables: ['PLUGIN_ROOT', 'CLAUDE_PLUGIN_ROOT'] };
  return loadParsedHooks(file, claudeLikeEntries(ofPlugin, origin, { isEventMap }), parsed);
};

/** Sessions end without waiting for their hooks. */
const shortEvents: ReadonlySet<string> = new Set(['SessionEnd', 'Interrupt']);

const files: ClaudeLikeFiles = {
  codec: codex,
  agent: 'Codex',
  schema: codexHandlerSchema,
  leftOut: {
    prompt: 'are read and skipped by Codex',
    agent: 'are read and skipped by Codex',
    mcp_tool: 'can only be run by Codex itself',
    http: 'are unknown to Codex, which drops the whole file because of one',
  },
  pattern: (matcher, subject) => {
    const pattern = namesOrRegex(matcher, /^[\w|]+$/);
    return pattern && subject === 'tool' ? withAliases(pattern) : pattern;
  },
  unusedFields: ['if', 'args', 'once', 'shell'],
  seconds: (given, _type, native) => (shortEvents.has(native) ? Math.min(given ?? 1, 3) : (given ?? 600)),
  shell: () => 'user',
  folderVariables: [],
};

/** Other names by which a matcher finds a tool. */
const toolAliases: Readonly<Record<string, readonly string[]>> = {
  apply_patch: ['Write', 'Edit'],
  spawn_agent: ['Agent'],
};

/** A matcher that matches another name of a tool matches the tool. */
function withAliases(pattern: Pattern): Pattern {
  if (pattern.mode === 'anchored')
    return { ...pattern, source: [...new Set(pattern.source.split('|').map(toolOf))].join('|') };
  const found = Object.keys(toolAliases).filter((name) => matchesAlias(pattern, toolAliases[name] ?? []));
  return found.length === 0 ? pattern : { ...pattern, source: `(?:${pattern.source})|^(?:${found.join('|')})$` };
}

const toolOf = (word: string): string =>
  Object.keys(toolAliases).find((name) => toolAliases[name]?.includes(word)) ?? word;
