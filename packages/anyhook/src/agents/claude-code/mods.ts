import { delimiter, join, resolve } from 'node:path';
import { isFullPath, isObject, objectOf, ownField, parseJson, parseObject } from '@anyhook/core';
import type { ModFolder, ModPlace, ModReader, ModSpec } from '../kit/mods.js';

/**
 * Mods of Claude Code (2.1.287 and newer): plugins with a hooks module. The places were found by running 2.1.327. A plugin
 * that settings switch off also counts, because one line in a project switches it on.
 */
export const mods: ModSpec = {
  find,
  codeFile: /\.[cm]?[jt]sx?$/,
  silencing: [
    { pattern: /\bclassic\.[\w*]/, effect: 'may keep hooks in settings from starting (classic.*)' },
    { pattern: /\btool\.(?:check\b|\*)/, effect: 'may run a call that a hook denied (tool.check)' },
    { pattern: /\btool\.(?:call\b|\*)/, effect: 'may answer a call before any hook sees it (tool.call)' },
  ],
  processVariable: 'CLAUDE_PID',
};

function find(place: ModPlace, read: ModReader): readonly ModFolder[] {
  const settings = settingsOf(place, read);
  const all = [
    ...skillFolders(place, read),
    ...installedFolders(place, settings, read),
    ...pluginDirs(place, settings, read),
  ];
  // Plugins found in known places come before named ones.
  const first = new Map(all.toReversed().map((one) => [one.folder, one]));
  return all.filter((one) => first.get(one.folder) === one && hasModule(one.folder, read));
}

const claudeFolders = ({ agentFolders, levels }: ModPlace): readonly string[] => [
  ...agentFolders,
  ...levels.map((level) => join(level, '.claude')),
];

const fullPath = (path: unknown, home: string): readonly string[] => {
  const full = typeof path === 'string' ? withHome(path, home) : '';
  return isFullPath(full) ? [join(full)] : [];
};

const withHome = (path: string, home: string): string => path.trim().replace(/^~(?=[\\/]|$)/, () => home);

/** Plugins in skills folders are loaded without asking. */
const skillFolders = (place: ModPlace, read: ModReader): readonly ModFolder[] =>
  claudeFolders(place).flatMap((folder) => {
    const skills = join(folder, 'skills');
    return read.folders(skills).map((name) => ({ folder: join(skills, name), origin: `a plugin in ${skills}` }));
  });

interface Settings {
  readonly folder: string;
  readonly value: Readonly<Record<string, unknown>>;
}

function settingsOf(place: ModPlace, read: ModReader): readonly Settings[] {
  return claudeFolders(place).flatMap((folder) =>
    ['settings.json', 'settings.local.json'].flatMap((name): readonly Settings[] => {
      const value = parseObject(read.text(join(folder, name)));
      return value ? [{ folder, value }] : [];
    }),
  );
}

/** The values of a variable: the agent's own and those from settings. */
const valuesOf = (name: string, { env }: ModPlace, settings: readonly Settings[]): readonly string[] =>
  [env[name], ...settings.map(({ value }) => ownField(objectOf(value['env']) ?? {}, name))].filter(
    (value) => typeof value === 'string',
  );

/** Plugins named by the command line or a variable: a plugin, or a folder of plugins. */
function pluginDirs(place: ModPlace, settings: readonly Settings[], read: ModReader): readonly ModFolder[] {
  const variable = 'CLAUDE_CODE_PLUGIN_DIRS';
  const cwd = place.levels.at(-1) ?? place.home;
  const named = [
    ...valuesOf(variable, place, settings).flatMap((value) =>
      value.split(delimiter).map((dir) => ({ dir, origin: variable })),
    ),
    ...pluginOptions(place.args).map((dir) => ({ dir, origin: '--plugin-dir' })),
    ...place.named.map((dir) => ({ dir, origin: 'this folder' })),
  ];
  return named
    .filter(({ dir }) => dir.trim() !== '')
    .flatMap(({ dir, origin }) => {
      const folder = resolve(cwd, withHome(dir, place.home));
      return [folder, ...read.folders(folder).map((name) => join(folder, name))].map((one) => ({
        folder: one,
        origin,
        isNamed: true as const,
      }));
    });
}

const pluginOption = /^--plugin-dir(?:-no-mcp)?(?:=(.*))?$/s;

const pluginOptions = (args: readonly string[]): readonly string[] =>
  args.flatMap((word, i) => {
    const match = pluginOption.exec(word);
    const value = match && (match[1] ?? args[i + 1]);
    return value ? [value] : [];
  });

/** Plugins of marketplaces, as `name@marketplace`, that some settings switch on. */
function installedFolders(place: ModPlace, settings: readonly Settings[], read: ModReader): readonly ModFolder[] {
  const enabled = settings.flatMap(({ value }) =>
    Object.entries(objectOf(value['enabledPlugins']) ?? {}).flatMap(([name, isOn]) => (isOn === false ? [] : [name])),
  );
  if (enabled.length === 0) return [];
  const { home, agentFolders } = place;
  const moved = [
    ...valuesOf('CLAUDE_CODE_PLUGIN_CACHE_DIR', place, settings),
    ...valuesOf('CLAUDE_CODE_PLUGIN_SEED_DIR', place, settings).flatMap((value) => value.split(delimiter)),
  ];
  const stores = [
    ...agentFolders.map((folder) => join(folder, 'plugins')),
    ...moved.flatMap((path) => fullPath(path, home)),
  ];
  const listed = stores.map((store) =>
    objectOf(parseObject(read.text(join(store, 'installed_plugins.json')))?.['plugins']),
  );
  return [...new Set(enabled)].flatMap((name) => {
    const at = name.lastIndexOf('@');
    const [plugin, marketplace] = at > 0 ? [name.slice(0, at), name.slice(at + 1)] : [name, ''];
    const inList = listed.flatMap((list) =>
      [ownField(list ?? {}, name)].flat().flatMap((entry) => fullPath(objectOf(entry)?.['installPath'], home)),
    );
    const inCache = stores.flatMap((store) => {
      const versions = join(store, 'cache', marketplace, plugin);
      return read.folders(versions).map((version) => join(versions, version));
    });
    const inPlace = marketplaceFolders(marketplace, { home, stores, settings, read }).flatMap((folder) =>
      pluginInMarketplace(folder, plugin, read),
    );
    return [...inList, ...inCache, ...inPlace].map((folder) => ({ folder, origin: `the plugin ${name}` }));
  });
}

/** Where a marketplace is: a known one, or one named by settings. Plugins of a local folder are loaded from it without a copy. */
function marketplaceFolders(
  name: string,
  search: {
    readonly home: string;
    readonly stores: readonly string[];
    readonly settings: readonly Settings[];
    readonly read: ModReader;
  },
): readonly string[] {
  const { home, stores, settings, read } = search;
  const known = stores.map((store) => ({
    folder: store,
    entry: ownField(parseObject(read.text(join(store, 'known_marketplaces.json'))) ?? {}, name),
  }));
  const extra = settings.map(({ folder, value }) => ({
    folder: join(folder, '..'),
    entry: ownField(objectOf(value['extraKnownMarketplaces']) ?? {}, name),
  }));
  return [...known, ...extra].flatMap(({ folder, entry }) => {
    const { installLocation, source } = objectOf(entry) ?? {};
    const paths = [installLocation, objectOf(source)?.['path']].filter((path) => typeof path === 'string');
    return paths.map((path) => resolve(folder, withHome(path, home)).replace(marketplaceFile, ''));
  });
}

const marketplaceFile = /[\\/](?:\.claude-plugin[\\/])?marketplace\.json$/;

/** The folder of a plugin inside its marketplace. */
function pluginInMarketplace(folder: string, plugin: string, read: ModReader): readonly string[] {
  const list = parseObject(read.text(join(folder, '.claude-plugin', 'marketplace.json')));
  const root = objectOf(list?.['metadata'])?.['pluginRoot'];
  const plugins = Array.isArray(list?.['plugins']) ? list['plugins'].filter(isObject) : [];
  return plugins.flatMap(({ name, source }) => {
    if (name !== plugin || typeof source !== 'string') return [];
    return [resolve(folder, source), ...(typeof root === 'string' ? [resolve(folder, root, source)] : [])];
  });
}

/** Does a hooks file of the plugin name a module? */
function hasModule(folder: string, read: ModReader): boolean {
  const text = read.text(join(folder, '.claude-plugin', 'plugin.json'));
  const manifest = parseObject(text);
  // It may name a hooks file anywhere.
  if (!manifest && /hooks|\\u/.test(text ?? '')) return true;
  const named = [manifest?.['hooks']].flat();
  const files = ['hooks/hooks.json', ...named.filter((entry) => typeof entry === 'string')];
  return named.some(namesModule) || files.some((file) => namesModule(hooksIn(read.text(resolve(folder, file)))));
}

/** The agent may be able to read a file that this program cannot parse. */
const hooksIn = (text: string | undefined): unknown =>
  parseJson(text ?? '') ?? (/modules|\\u/.test(text ?? '') ? { modules: [text] } : undefined);

const namesModule = (hooks: unknown): boolean => {
  const named = objectOf(hooks)?.['modules'];
  return Array.isArray(named) ? named.length > 0 : named !== undefined && named !== null;
};
