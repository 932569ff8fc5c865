import { basename, dirname, join, resolve, sep } from 'node:path';
import { isObject, parseObject, slashedPath } from '@anyhook/core';
import { type ClaudeLikeFiles, claudeLikeEntries } from '../../formats/kit/claude-like-load.js';
import type { HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../../formats/kit/format.js';
import { loadJsonHooks } from '../../formats/kit/json-hooks.js';
import { claudeSubjects } from '../../formats/kit/matcher-subjects.js';
import { makeWarning } from '../../formats/kit/parse.js';
import { substitute } from '../../formats/kit/scripts.js';
import { userFolders } from '../../formats/kit/user-folders.js';
import { qwenCodec } from './format-codec.js';
import { qwenPattern } from './format-matcher.js';
import { qwenGroupFields, qwenHandlerSchema } from './format-schema.js';

const qwen = qwenCodec();

const settingsFile = 'settings.json';
const manifestFile = 'qwen-extension.json';
const userFolder = '.qwen';

/** Finds and reads Qwen Code's settings files and the hooks of its extensions. */
export const qwenLoader: HookLoader = {
  fileNames: [`.qwen/${settingsFile}`, manifestFile],
  userFolder,
  places,
  load,
  recognise: ({ path }) => (/(?:^|\/)(?:\.qwen\/settings\.json|qwen-extension\.json)$/.test(path) ? 'yes' : 'no'),
  placeOf(path) {
    const dir = dirname(path);
    const find = { kind: 'file', name: basename(path) } as const;
    const isManifest = find.name === manifestFile;
    return { scope: 'project', dir, root: isManifest ? dir : dirname(dir), find, ...(isManifest && extension) };
  },
};

const extension = { flavour: 'extension' } as const;

function places(search: SearchFolders): readonly HookPlace[] {
  const find = { kind: 'file', name: settingsFile } as const;
  const ofUser = userFolders(search, qwen.name, userFolder).flatMap((dir): readonly HookPlace[] => {
    const extensions = join(dir, 'extensions');
    return [
      { scope: 'user', dir, root: dir, find },
      { scope: 'user', dir: extensions, root: extensions, find: { kind: 'each', name: manifestFile }, ...extension },
    ];
  });
  return [...ofUser, { scope: 'project', dir: join(search.root, '.qwen'), root: search.root, find }];
}

function load(file: HookFile): LoadedFile {
  if (file.flavour === extension.flavour) return loadExtension({ ...file, root: dirname(file.path) });
  // Most settings have no hooks.
  if (!file.text.includes('"hooks"')) return nothing;
  const isOff = parseObject(file.text)?.['disableAllHooks'] === true;
  const origin = file.scope === 'project' ? 'settings' : file.scope;
  return loadJsonHooks(file, claudeLikeEntries(files, origin, { isOff, otherKeys }));
}

const nothing: LoadedFile = { hooks: [], problems: [] };

/** Settings of older versions stand among the events. */
const otherKeys = ['enabled', 'disabled', 'notifications'];

/** An extension's hooks are in its manifest, in the file that it names, or in `hooks/hooks.json`. */
function loadExtension(file: HookFile): LoadedFile {
  const hooks = parseObject(file.text)?.['hooks'];
  const origin = `extension-${basename(file.root).replace(/[^\p{L}\p{N}_-]+/gu, '-')}`;
  const isOff = isSwitchedOff(file);
  if (isObject(hooks)) return readFile(file, origin, { isOff });
  const named = typeof hooks === 'string' ? resolve(file.root, hooks) : join(file.root, 'hooks', 'hooks.json');
  if (typeof hooks === 'string' && !(named.startsWith(file.root + sep) && file.exists(named)))
    return { hooks: [], problems: [makeWarning(file.path, `"hooks" names ${hooks}, which is not read`, 1, 'hooks')] };
  const content = file.exists(named) ? (file.readNamedFile?.(named) ?? 'unread') : 'unread';
  if (typeof content === 'string') return nothing;
  const isEventMap = !isObject(parseObject(content.text)?.['hooks']);
  return readFile({ ...file, path: named, text: content.text }, origin, { isOff, isEventMap });
}

/** The folder of the extension takes the place of a variable, as text. bash would read `\` as an escape. */
function readFile(file: HookFile, origin: string, more: { readonly isOff: boolean; readonly isEventMap?: boolean }) {
  const text = substitute(file.text, { CLAUDE_PLUGIN_ROOT: jsonInside(slashedPath(file.root)) }, { bracedOnly: true });
  return loadJsonHooks({ ...file, text }, claudeLikeEntries(files, origin, more));
}

const jsonInside = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Is the extension switched off? The last rule that a person gave counts. */
function isSwitchedOff({ root, readNamedFile, exists }: HookFile): boolean {
  const path = join(dirname(root), 'extension-enablement.json');
  const content = exists(path) ? readNamedFile?.(path) : undefined;
  const rules = typeof content === 'object' ? parseObject(content.text)?.[basename(root)] : undefined;
  const last = isObject(rules) && Array.isArray(rules['overrides']) ? rules['overrides'].at(-1) : undefined;
  return typeof last === 'string' && last.startsWith('!');
}

const defaultSeconds = { command: 60, http: 600, prompt: 30 } as const;

const files: ClaudeLikeFiles = {
  codec: qwen,
  agent: 'Qwen Code',
  schema: qwenHandlerSchema,
  groupFields: qwenGroupFields,
  leftOut: { function: 'can only be run by Qwen Code itself' },
  subjects: { ...claudeSubjects, StopFailure: 'subject' },
  pattern: qwenPattern,
  seconds: (given, type) => given ?? defaultSeconds[type],
  thousandthsFrom: 1000,
  shell: (named) => (named === 'powershell' ? 'powershell' : 'bash'),
  folderVariables: ['QWEN_PROJECT_DIR', 'CLAUDE_PROJECT_DIR', 'GEMINI_PROJECT_DIR'],
};
