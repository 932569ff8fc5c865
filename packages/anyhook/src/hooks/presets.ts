import { join } from 'node:path';
import type { EventName, FolderEntry, ToolKind } from '@anyhook/core';
import {
  AnyhookError,
  isEventName,
  isFolder,
  isHookTest,
  isObject,
  listFolder,
  nearestWord,
  packageFile,
  quoteValue,
  readText,
} from '@anyhook/core';
import { hookMdLoader } from '../formats/hook-md/load.js';
import type { FileToWrite, ReadProjectFile } from '../formats/kit/hook-draft.js';
import { appendYaml, hasYamlItem } from '../formats/kit/yaml-edit.js';
import { parseConfig } from './config.js';
import type { ConfigHookEntry } from './config-schema.js';

/** A hook that comes with anyhook and can be copied into a project. */
export interface Preset {
  readonly name: string;
  readonly description: string;
  /** When it runs, in the words of its file. */
  readonly nativeEvent: string;
  readonly event: EventName;
  /** A tool whose calls it looks at. */
  readonly tool: ToolKind;
  readonly files: readonly FileToWrite[];
  /** Its entries under `hooks:` in the project's config. */
  readonly entries: readonly ConfigHookEntry[];
}

/** The name for all presets. */
export const starterName = 'starter';

/** Every preset, in the order in which they run in a session. */
export function loadPresets(): readonly Preset[] {
  const folder = presetFolder();
  const folders = entriesOf(folder).filter(({ kind }) => kind === 'folder');
  return folders.map(({ name }) => loadPreset(folder, name)).sort((a, b) => presetOrder(a) - presetOrder(b));
}

const triggers = ['session_start', 'before_tool', 'after_tool', 'before_stop', 'session_end'];
/** Presets that only switch a builtin on come first, as the recommended ones. */
const presetOrder = ({ nativeEvent, entries }: Preset): number =>
  entries.length > 0 ? -1 : triggers.indexOf(nativeEvent);

export function presetsNamed(name: string): readonly Preset[] {
  const all = loadPresets();
  if (name === starterName) return all;
  const found = all.filter((preset) => preset.name === name);
  if (found.length > 0) return found;
  const known = [starterName, ...all.map((preset) => preset.name)];
  const near = nearestWord(name, known);
  throw new AnyhookError(
    'BAD_ARGUMENT',
    `--preset: expected one of ${known.join(', ')}, got ${quoteValue(name)}${near ? `; did you mean "${near}"?` : ''}`,
  );
}

function loadPreset(folder: string, name: string): Preset {
  const names = [...filesBelow(join(folder, name))].sort();
  return names.includes(configName) ? loadConfigPreset(folder, name, names) : loadHookPreset(folder, name, names);
}

function presetFile(folder: string, name: string, path: string, target: string): FileToWrite {
  const text = readText(join(folder, name, path)) ?? '';
  const file = { path: target, text };
  return text.startsWith('#!') ? { ...file, executable: true } : file;
}

function loadHookPreset(folder: string, name: string, names: readonly string[]): Preset {
  const files = names.map((path) => presetFile(folder, name, path, `.agents/hooks/${name}/${path}`));
  const text = files.find(({ path }) => path.endsWith('/HOOK.md'))?.text ?? '';
  const path = join(folder, name, 'HOOK.md');
  const file = { path, text, scope: 'project', root: folder, siblings: [], exists: () => true } as const;
  const { hooks, problems } = hookMdLoader.load(file);
  const [hook] = hooks;
  const event = hook?.events[0];
  if (!hook || !event) throw new AnyhookError('BAD_HOOK_FILE', `${path}: ${problems[0]?.message ?? 'holds no hook'}`);
  const { description = '', nativeEvent } = hook;
  return { name, description, nativeEvent, event, tool: 'write', files, entries: [] };
}

const configName = 'anyhook.yaml';

/** A preset for the config: adds its entries there, its tests next to those of hooks, other files next to the config. */
function loadConfigPreset(folder: string, name: string, names: readonly string[]): Preset {
  const path = join(folder, name, configName);
  const text = readText(path) ?? '';
  const { source, problems } = parseConfig(text, path, 'project');
  const entries = source?.file.hooks ?? [];
  const [event] = [entries[0]?.on].flat();
  if (!event || !isEventName(event))
    throw new AnyhookError('BAD_HOOK_FILE', `${path}: ${problems[0]?.message ?? 'holds no hook'}`);
  const files = names
    .filter((one) => one !== configName)
    .map((one) => presetFile(folder, name, one, isHookTest(one) ? `.agents/hooks/${name}/${one}` : `.agents/${one}`));
  const description = text.split('\n', 1)[0]?.replace(/^# */, '') ?? '';
  return { name, description, nativeEvent: event, event, tool: 'shell', files, entries };
}

/** The project's config with the entries of presets, or nothing if it has them all. */
export function presetConfig(presets: readonly Preset[], read: ReadProjectFile): readonly FileToWrite[] {
  const path = `.agents/${configName}`;
  const before = read(path);
  const isThere = ({ use }: ConfigHookEntry) =>
    hasYamlItem(before, ['hooks'], (item) => isObject(item) && item['use'] === use);
  const missing = presets.flatMap(({ entries }) => entries).filter((entry) => !isThere(entry));
  if (missing.length === 0) return [];
  const text = missing.reduce((all, entry) => appendYaml(path, all, ['hooks'], entry), before);
  return [{ path, text: text ?? '', shared: true }];
}

const filesBelow = (folder: string, subfolder = ''): readonly string[] =>
  entriesOf(join(folder, subfolder)).flatMap(({ name, kind }) => {
    const path = subfolder === '' ? name : `${subfolder}/${name}`;
    return kind === 'folder' ? filesBelow(folder, path) : kind === 'file' ? [path] : [];
  });

function entriesOf(folder: string): readonly FolderEntry[] {
  const entries = listFolder(folder);
  return typeof entries === 'string' ? [] : entries;
}

function presetFolder(): string {
  const folder = packageFile('dist/examples/hooks');
  if (isFolder(folder)) return folder;
  throw new AnyhookError('BAD_ARGUMENT', `the presets are missing: expected ${folder}; install anyhook again`);
}
