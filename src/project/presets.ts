import { join } from 'node:path';
import { AnyhookError, nearestWord, quoteValue } from '../core/errors.js';
import type { Hook } from '../core/hook.js';
import { hookMdLoader } from '../formats/hook-md/load.js';
import type { FileToWrite } from '../formats/kit/hook-draft.js';
import { type FolderEntry, isFolder, listFolder, readText } from '../platform/files/files.js';
import { packageFile } from '../platform/files/package-file.js';

/** A hook that comes with anyhook and can be copied into a project. */
export interface Preset {
  readonly name: string;
  readonly hook: Hook;
  readonly files: readonly FileToWrite[];
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
const presetOrder = ({ hook }: Preset): number => triggers.indexOf(hook.nativeEvent);

/** The presets that a name means. */
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
  const files = [...filesBelow(join(folder, name))].sort().map((path): FileToWrite => {
    const text = readText(join(folder, name, path)) ?? '';
    const file = { path: `.agents/hooks/${name}/${path}`, text };
    return text.startsWith('#!') ? { ...file, executable: true } : file;
  });
  const text = files.find(({ path }) => path.endsWith('/HOOK.md'))?.text ?? '';
  const path = join(folder, name, 'HOOK.md');
  const { hooks, problems } = hookMdLoader.load({
    path,
    text,
    scope: 'project',
    root: folder,
    siblings: [],
    exists: () => true,
  });
  const [hook] = hooks;
  if (!hook) throw new AnyhookError('BAD_HOOK_FILE', `${path}: ${problems[0]?.message ?? 'holds no hook'}`);
  return { name, hook, files };
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
  const folder = packageFile('examples/hooks');
  if (isFolder(folder)) return folder;
  throw new AnyhookError('BAD_ARGUMENT', `the presets are missing: expected ${folder}; install anyhook again`);
}
