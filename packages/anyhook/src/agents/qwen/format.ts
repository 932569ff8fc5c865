import { basename, dirname, join, resolve, sep } from 'node:path';
import { isObject, type Pattern, parseObject, slashedPath } from '@anyhook/core';
import * as v from 'valibot';
import { aliases } from '../../../.cache/agents/qwen/tables.js';
import {
  type ClaudeLikeFiles,
  claudeLikeEntries,
  commandFields,
  eventMapSchema,
  groupSchema,
  postSchema,
  questionSchema,
} from '../../formats/kit/claude-like-load.js';
import type { HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../../formats/kit/format.js';
import { userFolders } from '../../formats/kit/format.js';
import { loadJsonHooks } from '../../formats/kit/json-hooks.js';
import { makeWarning, optional, strict } from '../../formats/kit/parse.js';
import { substitute } from '../../formats/kit/scripts.js';
import { qwenFormatCodec } from './format-codec.js';

const qwen = qwenFormatCodec();

/** Runs a program. */
export const qwenCommandSchema = strict({
  ...commandFields('Seconds; default 60. 1000 or more means milliseconds.'),
  env: optional(v.record(v.string(), v.string()), 'Variables for the command.'),
  shell: optional(v.picklist(['bash', 'powershell']), 'The shell; default bash.'),
});

export const qwenPostSchema = postSchema('Seconds; default 600.');
export const qwenQuestionSchema = questionSchema('Seconds; default 30.');

/** One handler. */
export const qwenHandlerSchema = v.variant('type', [qwenCommandSchema, qwenPostSchema, qwenQuestionSchema]);

/** The fields of a group that other agents do not have. */
const qwenGroupFields = {
  sequential: optional(v.boolean(), 'The handlers run one after another, not together.'),
};

/** The handlers for what the matcher matches. */
export const qwenGroupSchema = groupSchema(qwenHandlerSchema, qwenGroupFields);

/** A settings file; only its hooks and their switches are read. */
export const qwenSettingsSchema = v.looseObject({
  hooks: v.optional(eventMapSchema(qwen.events, qwenGroupSchema)),
  disableAllHooks: optional(v.boolean(), 'true switches the hooks of this file off.'),
});

const toolOf = (alias: string): string | undefined =>
  Object.keys(aliases).find((name) => aliases[name]?.includes(alias));

/**
 * Qwen Code's rule: the entries of a list are compared exactly, for tools also with their other names; else the matcher
 * is a regex search. A matcher that begins with `^` or `(` is only a regex.
 */
function qwenPattern(matcher: string, subject: 'tool' | 'subject'): Pattern | undefined {
  if (['', '*', '.*'].includes(matcher.trim())) return undefined;
  if (/^[\^(]/.test(matcher)) return { source: matcher, mode: 'search' };
  const entries = listEntries(matcher);
  if (entries.some((entry) => entry === '*' || entry === '.*')) return undefined;
  // An empty list matches nothing.
  if (entries.length === 0) return { source: '[^\\s\\S]', mode: 'search' };
  const tools = subject === 'tool' ? entries.flatMap((entry) => toolOf(entry) ?? []) : [];
  if (tools.length === entries.length) return { source: [...new Set(tools)].join('|'), mode: 'anchored' };
  const source = entries.join('|');
  return { source: tools.length > 0 ? `(?:${source})|^(?:${tools.join('|')})$` : source, mode: 'search' };
}

/** The entries between `|` that are outside of brackets and groups and not escaped, without the spaces around them. */
function listEntries(matcher: string): readonly string[] {
  const entries: string[] = [''];
  let depth = 0;
  for (let i = 0; i < matcher.length; i++) {
    const char = matcher[i] as string;
    if (char === '|' && depth === 0) {
      entries.push('');
      continue;
    }
    if (char === '(' || char === '[') depth++;
    if (char === ')' || char === ']') depth = Math.max(0, depth - 1);
    const taken = char === '\\' ? matcher.slice(i, i + 2) : char;
    entries[entries.length - 1] += taken;
    i += taken.length - 1;
  }
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

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

/** Older versions keep other settings among the events. */
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

/** The folder of the extension replaces a variable, as text. bash would read `\` as an escape. */
function readFile(file: HookFile, origin: string, more: { readonly isOff: boolean; readonly isEventMap?: boolean }) {
  const text = substitute(file.text, { CLAUDE_PLUGIN_ROOT: jsonInside(slashedPath(file.root)) }, { bracedOnly: true });
  return loadJsonHooks({ ...file, text }, claudeLikeEntries(files, origin, more));
}

const jsonInside = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Is the extension switched off? The last rule decides. */
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
  pattern: qwenPattern,
  seconds: (given, type) => given ?? defaultSeconds[type],
  millisecondsFrom: 1000,
  shell: (named) => (named === 'powershell' ? 'powershell' : 'bash'),
  folderVariables: ['QWEN_PROJECT_DIR', 'CLAUDE_PROJECT_DIR', 'GEMINI_PROJECT_DIR'],
};
