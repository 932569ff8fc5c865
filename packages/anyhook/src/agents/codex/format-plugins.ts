import { basename, join, resolve, sep } from 'node:path';
import { isObject, parseObject, quoteValue } from '@anyhook/core';
import { isExtensionFile } from '../../formats/kit/extension-hooks.js';
import type {
  HookFile,
  HookPlace,
  InstalledPlugin,
  LoadedFile,
  PluginOfFile,
  PluginRegistry,
} from '../../formats/kit/format.js';
import {
  type FieldPath,
  makeProblem,
  makeWarning,
  type ParsedFile,
  type ParseResult,
  parseJson,
} from '../../formats/kit/parse.js';
import { filesOfPlugin, idPart, withVariables } from '../../formats/kit/plugin-list.js';
import { parseToml } from '../../formats/kit/toml.js';

const hooksFile = 'hooks/hooks.json';
/** The manifest of a plugin; Codex also accepts the second one, which is Claude Code's. */
const manifests = ['.codex-plugin/plugin.json', '.claude-plugin/plugin.json'] as const;
/** The version of a plugin that was installed from a folder; it takes precedence over all others. */
const localVersion = 'local';

/** The file that marks a folder as a plugin of Codex. */
export const [codexManifest] = manifests;

/** The plugins that a user installed with Codex: tables of its config.toml, and a folder for each version. */
export const codexPluginRegistry: PluginRegistry = {
  agent: 'Codex CLI',
  folder: '.codex',
  list: 'config.toml',
  userSettings: ['config.toml'],
  projectSettings: [],
  installed: (list, { agentFolder, namesIn }) =>
    Object.keys(pluginTables(list)).flatMap((name): readonly InstalledPlugin[] => {
      const [plugin = '', market = ''] = name.split('@');
      const isPlain = [plugin, market].every((part) => /^[\w.-]+$/.test(part) && !part.startsWith('.'));
      const base = join(agentFolder, 'plugins', 'cache', market, plugin);
      const version = isPlain ? activeVersion(namesIn(base)) : undefined;
      return version === undefined ? [] : [{ name, folder: join(base, version) }];
    }),
  isEnabled: (name, settings) => settings.some((text) => pluginTables(text)[name]?.['enabled'] !== false),
  places: ({ name, folder }, agentFolder) => {
    const dataFolder = join(agentFolder, 'plugins', 'data', name.replace('@', '-'));
    return pluginPlaces(folder, { name, dataFolder });
  },
};

type Table = Readonly<Record<string, unknown>>;

/** The tables `[plugins."name@marketplace"]`. */
function pluginTables(text: string): Readonly<Record<string, Table>> {
  if (!text.includes('plugins')) return {};
  const parsed = parseToml(text, '');
  const value = 'doc' in parsed ? parsed.doc.value : undefined;
  const tables = isObject(value) && isObject(value['plugins']) ? value['plugins'] : {};
  return Object.fromEntries(
    Object.entries(tables).flatMap(([name, table]) => (isObject(table) ? [[name, table]] : [])),
  );
}

const activeVersion = (versions: readonly string[]): string | undefined =>
  versions.includes(localVersion)
    ? localVersion
    : versions
        .filter((name) => /^[\w.+-]+$/.test(name) && !name.startsWith('.'))
        .sort(compareVersions)
        .at(-1);

const compareVersions = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** The places in the folder of an installed plugin. */
export const pluginPlaces = (folder: string, plugin: PluginOfFile): readonly HookPlace[] =>
  filesOfPlugin(folder, [hooksFile, ...manifests], plugin);

/** Reads the events of one file, or of one part of a manifest. */
export type ReadEvents = (file: HookFile, origin: string, parsed: ParseResult, isEventMap: boolean) => LoadedFile;

/** The hooks of one file of a plugin. If the manifest says where hooks are, no other file is read. */
export function loadPluginFile(file: HookFile, readEvents: ReadEvents): LoadedFile {
  const manifest = manifests.map((name) => join(file.root, name)).find(file.exists);
  const loaded =
    file.path === join(file.root, hooksFile)
      ? loadDefault(file, manifest, readEvents)
      : file.path === manifest
        ? loadManifest(file, readEvents)
        : nothing;
  return { ...loaded, hooks: loaded.hooks.map((hook) => withVariables(hook, variablesOf(file))) };
}

const nothing: LoadedFile = { hooks: [], problems: [] };

function loadDefault(file: HookFile, manifest: string | undefined, readEvents: ReadEvents): LoadedFile {
  const content = manifest === undefined ? undefined : file.readNamedFile?.(manifest);
  const named = typeof content === 'object' ? parseObject(content.text)?.['hooks'] : undefined;
  // Two agents keep hooks in a file of this name.
  if (named !== undefined || isExtensionFile(file)) return nothing;
  return readEvents(file, originOf(file, 'plugin'), parseJson(file.text, file.path), false);
}

/** `hooks` of a manifest: the path of a file, events, or a list of one of these. */
function loadManifest(file: HookFile, readEvents: ReadEvents): LoadedFile {
  if (!file.text.includes('"hooks"')) return nothing;
  const parsed = parseJson(file.text, file.path);
  if (!('doc' in parsed)) return { hooks: [], problems: parsed.problems };
  const given = isObject(parsed.doc.value) ? parsed.doc.value['hooks'] : undefined;
  const parts = (given === undefined ? [] : [given].flat()).map((entry: unknown, i): LoadedFile => {
    const path = Array.isArray(given) ? ['hooks', i] : ['hooks'];
    if (typeof entry === 'string') return loadNamed(file, entry, parsed.doc.lineOf(path), readEvents);
    if (isObject(entry)) return loadInline(file, partOf(parsed.doc, path, entry), i, readEvents);
    const message = `expected a map of events or the path of a file, got ${quoteValue(entry)}`;
    return { hooks: [], problems: [makeProblem(file.path, message, parsed.doc.lineOf(path), path.join('.'))] };
  });
  return { hooks: parts.flatMap(({ hooks }) => hooks), problems: parts.flatMap(({ problems }) => problems) };
}

/** A part of a file, with its line numbers there. */
const partOf = (doc: ParsedFile, path: FieldPath, value: unknown): ParsedFile => ({
  ...doc,
  value,
  lineOf: (inner) => doc.lineOf([...path, ...inner]),
});

function loadInline(file: HookFile, doc: ParsedFile, i: number, readEvents: ReadEvents): LoadedFile {
  const isEventMap = !(isObject(doc.value) && isObject(doc.value['hooks']));
  const origin = originOf(file, i === 0 ? 'plugin-manifest' : `plugin-manifest-${i}`);
  return readEvents(file, origin, { doc, problems: [] }, isEventMap);
}

function loadNamed(file: HookFile, name: string, line: number, readEvents: ReadEvents): LoadedFile {
  const path = resolve(file.root, name);
  const isInside = path.startsWith(join(file.root, sep));
  const content = isInside && file.exists(path) ? (file.readNamedFile?.(path) ?? 'unread') : undefined;
  if (content === 'unread') return nothing;
  if (content === undefined || content === 'unreadable') {
    const why = isInside ? 'it cannot be read' : "it is outside of the plugin's folder";
    return { hooks: [], problems: [makeWarning(file.path, `${quoteValue(name)} is not read: ${why}`, line, 'hooks')] };
  }
  const named = { ...file, path, text: content.text };
  const kind = path === join(file.root, hooksFile) ? 'plugin' : `plugin-${idPart(basename(path, '.json'))}`;
  return readEvents(named, originOf(file, kind), parseJson(content.text, path), false);
}

const originOf = ({ plugin }: HookFile, kind: string): string =>
  plugin === undefined ? kind : `${idPart(plugin.name)}.${kind}`;

/** Codex gives these to the commands of a plugin, under its own names and those of Claude Code. */
const variablesOf = ({ root, plugin }: HookFile): Readonly<Record<string, string>> => ({
  ...{ PLUGIN_ROOT: root, CLAUDE_PLUGIN_ROOT: root },
  ...(plugin && { PLUGIN_DATA: plugin.dataFolder, CLAUDE_PLUGIN_DATA: plugin.dataFolder }),
});
