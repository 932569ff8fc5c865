import { basename, dirname, join, resolve, sep } from 'node:path';
import { exitRuleFields, isObject, type Match, quoteValue } from '@anyhook/core';
import * as v from 'valibot';
import {
  addHook,
  addStandIn,
  checkedEntry,
  type EntryFile,
  type EntryPosition as EventPosition,
  eventRow,
  isOwnCommand,
  leaveOut,
  readEntryFile,
  report,
  warn,
} from '../../formats/kit/entry-file.js';
import { isExtensionFile } from '../../formats/kit/extension-hooks.js';
import {
  filePlace,
  type HookFile,
  type HookLoader,
  type HookPlace,
  type LoadedFile,
  type PluginOfFile,
  type PluginRegistry,
  projectPlaces,
  type SearchFolders,
  userFolders,
} from '../../formats/kit/format.js';
import { checkEntry, checkSchema, type FieldPath, strict } from '../../formats/kit/parse.js';
import { patternError } from '../../formats/kit/pattern.js';
import { filesOfPlugin, idPart, isEnabledInSettings, pluginsInList } from '../../formats/kit/plugin-list.js';
import { unloadableFile } from '../../formats/kit/unloadable-hook.js';
import { claudeFormatCodec, defaultExitRule, isOfPlugin } from './format-codec.js';
import {
  type ClaudeHandler,
  completeHandler,
  handlerOf,
  handlerScripts,
  typeByField,
  unsupportedFields,
} from './format-handlers.js';
import { patternOf, ruleOf } from './format-matcher.js';
import { claudeHandlerTypes, commandSchema, httpSchema, promptSchema } from './format-schema.js';

/** The names of a plugin's files that may contain hooks. */
const pluginFile = 'hooks.json';
const manifestFile = 'plugin.json';

/** The folder of a plugin's manifest. */
const manifestFolder = '.claude-plugin';

/** The plugins that a user installed with Claude Code. */
const claudePluginRegistry: PluginRegistry = {
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

/** The places in the folder of an installed plugin. */
export const pluginPlaces = (folder: string, plugin: PluginOfFile): readonly HookPlace[] =>
  filesOfPlugin(
    folder,
    [`hooks/${pluginFile}`, `${manifestFolder}/${pluginFile}`, `${manifestFolder}/${manifestFile}`],
    plugin,
  );

const claude = claudeFormatCodec();

/** The outer shape of a file or group. Handlers are checked one by one: a broken one does not disable the others. */
const pluginShape = strict({
  $schema: v.optional(v.unknown()),
  description: v.optional(v.unknown()),
  hooks: v.optional(v.unknown()),
});
const groupShape = strict({
  matcher: v.nullish(v.string()),
  hooks: v.array(v.unknown()),
  description: v.optional(v.unknown()),
});
const typeShape = v.looseObject({ type: v.picklist(claudeHandlerTypes) });

/** Finds and reads a plugin's hooks.json and plugin.json, and Claude Code's settings files. */
export const claudeLoader: HookLoader = {
  fileNames: [pluginFile, manifestFile, 'settings.json'],
  userFolder: claudePluginRegistry.folder,
  places,
  load,
  recognise: ({ path, name }) => {
    if (!name.endsWith('.json')) return 'no';
    return /(?:^|\/)\.claude(?:-plugin)?\//.test(path) ? 'yes' : 'maybe';
  },
  placeOf: (path) => filePlace(path, flavourOf(path)),
  plugins: claudePluginRegistry,
  packageManifest: `${manifestFolder}/${manifestFile}`,
  // Plugins are made and tested with Claude Code, so a package has its rules, as an installed plugin has.
  packagePlaces: (folder, plugin) => [
    ...pluginPlaces(folder, plugin),
    ...projectPlaces(places, folder).filter(({ flavour }) => flavour === 'settings'),
  ],
};

const flavourOf = (path: string): string =>
  basename(path) === pluginFile || basename(path) === manifestFile ? 'plugin' : 'settings';

function places(search: SearchFolders): readonly HookPlace[] {
  const { root } = search;
  const file = (name: string) => ({ kind: 'file', name }) as const;
  const projectFolder = join(root, '.claude');
  const ofUser = userFolders(search, claude.name, claudePluginRegistry.folder).map(
    (dir): HookPlace => ({ scope: 'user', dir, root: dir, find: file('settings.json'), flavour: 'settings' }),
  );
  return [
    ...ofUser,
    { scope: 'project', dir: join(root, 'hooks'), root, find: file(pluginFile), flavour: 'plugin' },
    { scope: 'project', dir: join(root, manifestFolder), root, find: file(pluginFile), flavour: 'plugin' },
    { scope: 'project', dir: join(root, manifestFolder), root, find: file(manifestFile), flavour: 'plugin' },
    { scope: 'project', dir: projectFolder, root, find: file('settings.json'), flavour: 'settings' },
    { scope: 'project', dir: projectFolder, root, find: file('settings.local.json'), flavour: 'settings' },
  ];
}

function load(file: HookFile): LoadedFile {
  const flavour = file.flavour ?? flavourOf(file.path);
  if (isOfPlugin(flavour) && isExtensionFile(file)) return { hooks: [], problems: [] };
  if (!isOfPlugin(flavour) || basename(file.path) !== manifestFile)
    return read(file, flavour, (state) => readEvents(eventsOf(state), ['hooks'], '', state));
  // Most manifests have no hooks, and their other content does not matter here.
  return file.text.includes('"hooks"') ? read(file, flavour, readManifest) : { hooks: [], problems: [] };
}

const read = (file: HookFile, flavour: string, readHooks: (state: EntryFile) => void): LoadedFile =>
  readEntryFile(claude, file, flavour, readHooks, { origin: originOf(file, flavour) });

/** The `hooks` of a plugin's manifest: events, the path of a file, or a list of both. */
function readManifest(state: EntryFile): void {
  const { doc, file } = state;
  const hooks = isObject(doc.value) ? doc.value['hooks'] : undefined;
  // These are found without a manifest.
  const known = new Set(
    [join('hooks', pluginFile), join(manifestFolder, pluginFile)].map((name) => join(file.root, name)),
  );
  for (const [i, entry] of (Array.isArray(hooks) ? hooks : [hooks]).entries()) {
    const path = Array.isArray(hooks) ? ['hooks', i] : ['hooks'];
    if (entry === undefined) continue;
    if (typeof entry === 'string') readNamedFile(entry, path, known, state);
    else if (isObject(entry)) readEvents(entry, path, Array.isArray(hooks) ? `${i}.` : '', state);
    else
      report(state, path, `expected a map of events, the path of a file or a list of them, got ${quoteValue(entry)}`);
  }
}

/** Loads a hook file that the manifest names. Claude Code skips files that are missing or outside the plugin. */
function readNamedFile(name: string, path: FieldPath, known: Set<string>, state: EntryFile): void {
  const { file, flavour = 'plugin', hooks, problems } = state;
  const named = resolve(file.root, name);
  if (known.has(named)) return;
  known.add(named);
  const isInside = named.startsWith(join(file.root, sep));
  if (!isInside || !file.exists(named)) {
    const why = isInside ? 'there is no such file' : "it is outside of the plugin's folder";
    return void warn(state, path, `${quoteValue(name)} is not read: ${why}`);
  }
  const content = file.readNamedFile?.(named) ?? 'unread';
  if (content === 'unread') return;
  const namedFile = { ...file, path: named, text: content === 'unreadable' ? '' : content.text };
  const loaded = read(namedFile, flavour, (inner) => readEvents(eventsOf(inner), ['hooks'], '', inner));
  if (content !== 'unreadable') problems.push(...loaded.problems);
  const isLost = loaded.hooks.length === 0 && loaded.problems.some(({ severity }) => severity === 'error');
  hooks.push(...(isLost ? [unloadableFile('claude', namedFile, loaded.problems)] : loaded.hooks));
}

function readEvents(
  events: Readonly<Record<string, unknown>>,
  path: FieldPath,
  indexPrefix: string,
  state: EntryFile,
): void {
  for (const [native, entries] of Object.entries(events))
    readEvent(native, entries, { path: [...path, native], indexPrefix }, state);
}

function eventsOf(state: EntryFile): Readonly<Record<string, unknown>> {
  const { doc, flavour, problems } = state;
  const top = doc.value;
  if (!isObject(top)) {
    report(state, [], `expected a map with "hooks", got ${quoteValue(top)}`);
    return {};
  }
  if (isOfPlugin(flavour)) problems.push(...checkEntry(pluginShape, doc).problems);
  const events = top['hooks'] ?? {};
  if (isObject(events)) return events;
  report(state, ['hooks'], `expected a map of events, got ${quoteValue(events)}`);
  return {};
}

function readEvent(
  native: string,
  entries: unknown,
  { path, indexPrefix }: { readonly path: FieldPath; readonly indexPrefix: string },
  state: EntryFile,
): void {
  const row = eventRow(state, native, path);
  if (!row) return;
  if (!Array.isArray(entries))
    return void report(state, path, `expected a list of {matcher, hooks}, got ${quoteValue(entries)}`);
  for (const [i, entry] of entries.entries())
    readGroup(entry, { native, row, path: [...path, i], indexPath: `${native}.${indexPrefix}${i}` }, state);
}

interface EntryPosition extends EventPosition {
  /** The fields of the group that apply to its handlers. */
  readonly groupDescription?: string;
}

function readGroup(entry: unknown, position: EntryPosition, state: EntryFile): void {
  // Older files have handlers where groups belong.
  if (isObject(entry) && !('hooks' in entry) && ('type' in entry || typeByField(entry))) {
    const { matcher, ...handler } = entry;
    readHandlers({ matcher, hooks: [handler] }, { ...position, isBareHandler: true }, state);
  } else readHandlers(entry, { ...position, isBareHandler: false }, state);
}

function readHandlers(
  entry: unknown,
  position: EntryPosition & { readonly isBareHandler: boolean },
  state: EntryFile,
): void {
  const { native, row, path, indexPath, isBareHandler } = position;
  const group = checkedEntry(groupShape, state, entry, position);
  if (!group) return;
  const handlers = group.hooks.map((handler, i) => ({
    handler,
    handlerPosition: {
      ...position,
      path: isBareHandler ? path : [...path, 'hooks', i],
      indexPath: `${indexPath}.${i}`,
      ...(typeof group.description === 'string' && group.description !== '' && { groupDescription: group.description }),
    },
  }));
  const foreignHandlers = handlers.filter(({ handler }) => !isOwnEntry(handler));
  if (foreignHandlers.length === 0) return;
  const matcher = group.matcher ?? '';
  const subject = row.matcher;
  const patternProblem = subject && patternError(matcher === '*' ? '' : matcher);
  if (patternProblem) return void addStandIn(state, position, [report(state, [...path, 'matcher'], patternProblem)]);
  if (row.events[0] === 'other' && matcher !== '' && matcher !== '*')
    warn(state, [...path, 'matcher'], `not applied to ${native}: the hook runs on each of them`);
  const pattern = subject && patternOf(matcher, subject);
  const match: Match = subject && pattern ? { [subject]: pattern } : {};
  for (const { handler, handlerPosition } of foreignHandlers)
    readHandler(handler, { ...handlerPosition, match }, state);
}

/** Is this the entry that anyhook itself wrote into the file? */
function isOwnEntry(handler: unknown): boolean {
  const { command, args } = isObject(handler) ? handler : {};
  const line = Array.isArray(args) ? [command, ...args].join(' ') : String(command);
  return isOwnCommand(line);
}

const schemas = { command: commandSchema, prompt: promptSchema, http: httpSchema } as const;

function readHandler(rawHandler: unknown, position: EntryPosition & { readonly match: Match }, state: EntryFile): void {
  const { match, path } = position;
  const handler = completeHandler(rawHandler, (field, message) => warn(state, [...path, field], message));
  const type = typeOf(handler);
  if (!type) {
    const found = checkSchema(typeShape, state.doc, handler, path).problems;
    state.problems.push(...found);
    return void addStandIn(state, position, found, { match });
  }
  if (namesPluginOption(handler))
    return void leaveOut(state, path, 'names an option of the plugin (user_config), which only Claude Code knows');
  if (type === 'agent' || type === 'mcp_tool')
    return void leaveOut(state, path, `"${type}" handlers can only be run by Claude Code itself`);
  const schema = schemas[type] as v.GenericSchema<unknown, ClaudeHandler>;
  const checked = checkedEntry(schema, state, handler, position, match);
  if (!checked) return;
  for (const { field, message } of unsupportedFields(checked, position.native)) warn(state, [...path, field], message);
  addHandler(checked, position, state);
}

const typeOf = (handler: unknown) =>
  claudeHandlerTypes.find((type) => isObject(handler) && Object.hasOwn(handler, 'type') && handler['type'] === type);

/** A shell cannot read such a name: it would reject the command with the exit code that blocks. */
function namesPluginOption(handler: unknown): boolean {
  const { command, args } = isObject(handler) ? handler : {};
  const words = Array.isArray(args) ? [command, ...args] : [command];
  return words.some((word) => typeof word === 'string' && word.includes('${user_config.'));
}

function addHandler(entry: ClaudeHandler, position: EntryPosition & { readonly match: Match }, state: EntryFile): void {
  const { file, flavour } = state;
  const isAsync = entry.type === 'command' && (entry.async === true || entry.asyncRewake === true);
  const description = entry.statusMessage || entry.description || position.groupDescription;
  const handler = handlerOf(entry, file, isOfPlugin(flavour));
  addHook(state, position, {
    ...(description === undefined ? {} : { description }),
    blocking: !isAsync,
    async: isAsync,
    timeoutMs: Math.ceil((entry.timeout ?? defaultSeconds[entry.type]) * 1000),
    match: { ...position.match, ...(entry.if === undefined ? {} : { rule: ruleOf(entry.if) }) },
    handler,
    ...exitRuleFields(defaultExitRule(flavour), handler),
    files: [file.path, ...handlerScripts(entry, file)],
  });
}

/** How long Claude Code waits for a hook by default. */
const defaultSeconds = { command: 600, http: 600, prompt: 30 } as const;

function originOf({ path, scope, plugin }: HookFile, flavour: string): string {
  if (isOfPlugin(flavour))
    return [...(plugin === undefined ? [] : [idPart(plugin.name)]), pluginOriginOf(path)].join('.');
  if (scope !== 'project') return scope;
  return basename(path) === 'settings.local.json' ? 'local' : 'settings';
}

/** Several files of a plugin may have hooks; each needs its own ids. */
function pluginOriginOf(path: string): string {
  const name = basename(path);
  if (name === manifestFile) return 'plugin-manifest';
  if (name === pluginFile) return basename(dirname(path)) === manifestFolder ? 'claude-plugin' : 'plugin';
  return `plugin-${idPart(name.replace(/\.json$/, ''))}`;
}
