import { basename, dirname, join } from 'node:path';
import { isObject, parseObject, slashedPath } from '@anyhook/core';
import * as v from 'valibot';
import {
  type ClaudeLikeFiles,
  claudeLikeEntries,
  commandFields,
  eventMapSchema,
  groupSchema,
  namesOrRegex,
} from '../../formats/kit/claude-like-load.js';
import { isExtensionFile } from '../../formats/kit/extension-hooks.js';
import type {
  HookFile,
  HookLoader,
  HookPlace,
  LoadedFile,
  PluginOfFile,
  PluginRegistry,
  SearchFolders,
} from '../../formats/kit/format.js';
import { projectPlaces, userFolders } from '../../formats/kit/format.js';
import { loadJsonHooks } from '../../formats/kit/json-hooks.js';
import { makeWarning, strict } from '../../formats/kit/parse.js';
import {
  filesOfPlugin,
  idPart,
  installedPluginFlavour,
  isEnabledInSettings,
  pluginsInList,
  withVariables,
} from '../../formats/kit/plugin-list.js';
import { droidFormatCodec } from './format-codec.js';

const droid = droidFormatCodec();

/** One handler: droid only supports commands. */
export const droidHandlerSchema = strict(commandFields('Seconds; default 60.'));

/** The handlers for what the matcher matches. */
export const droidGroupSchema = groupSchema(droidHandlerSchema);

/** A hooks.json: the map of events itself. */
export const droidFileSchema = eventMapSchema(droid.events, droidGroupSchema);

/** A settings file; only its hooks are read. */
export const droidSettingsSchema = v.looseObject({ hooks: v.optional(droidFileSchema) });

/** The file that marks a folder as a plugin of droid. */
const droidManifest = '.factory-plugin/plugin.json';

/** The plugins that a user installed with droid, in a list like Claude Code's. */
const droidPluginRegistry: PluginRegistry = {
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

const hooksFile = 'hooks.json';
const userFolder = '.factory';
const fileNames = [hooksFile, join('hooks', hooksFile), 'settings.json', 'settings.local.json'];

/** Finds and reads droid's hooks.json and settings files. */
export const droidLoader: HookLoader = {
  fileNames: fileNames.map((name) => `.factory/${name}`),
  userFolder,
  places,
  load,
  recognise: ({ path }) => (pathPattern.test(path) ? 'yes' : 'no'),
  placeOf(path) {
    const root = dirname(
      pathPattern.exec(slashedPath(path))?.[1] === 'hooks/' ? dirname(dirname(path)) : dirname(path),
    );
    return { scope: 'project', dir: dirname(path), root, find: { kind: 'file', name: basename(path) } };
  },
  plugins: droidPluginRegistry,
  packageManifest: droidManifest,
  packagePlaces: (folder, plugin) => [...pluginPlaces(folder, plugin), ...projectPlaces(places, folder)],
};

const pathPattern = /(?:^|\/)\.factory\/(hooks\/(?=hooks\.json$))?(?:hooks|settings|settings\.local)\.json$/;

function places(search: SearchFolders): readonly HookPlace[] {
  const folders = [
    ...userFolders(search, droid.name, userFolder).map((dir) => ({ scope: 'user', dir, root: dir }) as const),
    { scope: 'project', dir: join(search.root, '.factory'), root: search.root } as const,
  ];
  return folders.flatMap(({ scope, dir, root: base }) =>
    fileNames.map((name): HookPlace => {
      const path = join(dir, name);
      return { scope, dir: dirname(path), root: base, find: { kind: 'file', name: basename(path) } };
    }),
  );
}

function load(file: HookFile): LoadedFile {
  if (file.flavour === installedPluginFlavour) return loadPlugin(file);
  const name = basename(file.path);
  const kind = name === hooksFile ? '' : `-${name.replace(/\.json$/, '').replace('.', '-')}`;
  const inFolder = basename(dirname(file.path)) === 'hooks' ? '-folder' : '';
  const origin = `${file.scope}${kind}${inFolder}`;
  if (name !== hooksFile) return file.text.includes('"hooks"') ? loadSettings(file, origin) : nothing;
  // droid silently ignores hooks in a file with a wrapper; on other agents they run, with a warning.
  const isWrapped = isObject(parseObject(file.text)?.['hooks']);
  const loaded = loadJsonHooks(file, claudeLikeEntries(files, origin, { isEventMap: !isWrapped }));
  if (!isWrapped || loaded.hooks.length === 0) return loaded;
  const message = 'droid itself does not run these hooks: expected the events at the top of the file, without "hooks"';
  return { ...loaded, problems: [...loaded.problems, makeWarning(file.path, message, 1, 'hooks')] };
}

/** The file of a plugin has a wrapper, unlike that of a user. */
function loadPlugin(file: HookFile): LoadedFile {
  // Two agents keep hooks in a file of this name.
  if (isExtensionFile(file)) return nothing;
  const origin = [...(file.plugin ? [idPart(file.plugin.name)] : []), 'plugin'].join('.');
  const ofPlugin = { ...files, folderVariables: ['DROID_PLUGIN_ROOT', 'CLAUDE_PLUGIN_ROOT'] };
  const { hooks, problems } = loadJsonHooks(file, claudeLikeEntries(ofPlugin, origin));
  // Under its own name and that of Claude Code.
  const variables = { DROID_PLUGIN_ROOT: file.root, CLAUDE_PLUGIN_ROOT: file.root };
  return { hooks: hooks.map((hook) => withVariables(hook, variables)), problems };
}

/** Settings have a switch among the events. */
function loadSettings(file: HookFile, origin: string): LoadedFile {
  const hooks = parseObject(file.text)?.['hooks'];
  const isOff = isObject(hooks) && hooks['hooksDisabled'] === true;
  return loadJsonHooks(file, claudeLikeEntries(files, origin, { otherKeys: ['hooksDisabled'], isOff }));
}

const nothing: LoadedFile = { hooks: [], problems: [] };

const files: ClaudeLikeFiles = {
  codec: droid,
  agent: 'droid',
  schema: droidHandlerSchema,
  leftOut: {},
  // Every matcher is a regex search.
  pattern: (matcher) => namesOrRegex(matcher, /^$/),
  unusedFields: ['if', 'args', 'once'],
  seconds: (given) => given ?? 60,
  shell: () => 'sh',
  folderVariables: ['FACTORY_PROJECT_DIR', 'DROID_PROJECT_DIR', 'CLAUDE_PROJECT_DIR'],
};
