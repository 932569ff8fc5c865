import { basename, dirname, join } from 'node:path';
import { type Handler, isObject, type Match, parseObject, slashedPath, withoutTrailing } from '@anyhook/core';
import type { InferOutput } from 'valibot';
import * as v from 'valibot';
import { eventMapSchema } from '../../formats/kit/claude-like-load.js';
import { isExtensionEvent, isExtensionFile } from '../../formats/kit/extension-hooks.js';
import type { HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../../formats/kit/format.js';
import { filePlace, userFolders } from '../../formats/kit/format.js';
import { type HandlerPosition, type HookParts, type JsonEntries, loadJsonHooks } from '../../formats/kit/json-hooks.js';
import { filledText, nullish, optional, strict, timeLimit, withDescription } from '../../formats/kit/parse.js';
import { patternError } from '../../formats/kit/pattern.js';
import { scriptsIn, substitute } from '../../formats/kit/scripts.js';
import { usableTimeout } from '../../formats/kit/timeout-field.js';
import { geminiFormatCodec } from './format-codec.js';

const gemini = geminiFormatCodec();

export const maxTimeoutMs = 86_400_000;

/** One handler. Gemini CLI only supports commands. */
export const geminiHandlerSchema = strict({
  type: v.literal('command'),
  command: withDescription(filledText, 'The line for bash.'),
  name: optional(v.string(), 'A name for the hook, also for `hooksConfig.disabled`.'),
  description: optional(v.string(), 'A description of the hook.'),
  timeout: timeLimit(maxTimeoutMs, 'milliseconds', 'Milliseconds; default 60000.'),
  env: optional(v.record(v.string(), v.string()), 'Variables for the command.'),
  source: optional(v.unknown(), 'Not used.'),
});

/** The fields of a group that other formats do not have. */
const geminiGroupFields = {
  sequential: optional(v.boolean(), 'The handlers run one after another, not together, and each sees earlier changes.'),
};

/** The handlers for what the matcher matches. */
export const geminiGroupSchema = strict({
  matcher: nullish(v.string(), 'Tool: a regex that is searched; source, reason, trigger or type: the exact word.'),
  ...geminiGroupFields,
  description: optional(v.string(), 'A description of its handlers.'),
  hooks: withDescription(v.array(geminiHandlerSchema), 'The handlers, in order.'),
});

/** The `hooks` map: the eleven events of Gemini CLI. */
const geminiHooksSchema = eventMapSchema(gemini.events, geminiGroupSchema);

/** A settings file; only its hooks and their switches are read. */
export const geminiSettingsSchema = v.looseObject({
  hooks: v.optional(geminiHooksSchema),
  hooksConfig: v.optional(
    v.looseObject({
      enabled: optional(v.boolean(), 'false switches the hooks of this file off.'),
      disabled: optional(v.array(v.string()), 'Names or commands of hooks that do not run.'),
    }),
  ),
});

/** The hooks/hooks.json of an extension. */
export const geminiExtensionSchema = v.looseObject({ hooks: v.optional(geminiHooksSchema) });

/** Empty or `*` matches all; for a tool a regex that is searched, or its exact name; else one exact word. */
export function matchOf(matcher: string, native: string): Match {
  const text = matcher.trim();
  const subject = gemini.events[native]?.matcher;
  if (subject === undefined || text === '' || text === '*') return {};
  if (subject === 'tool' && patternError(text) === undefined) return { tool: { source: text, mode: 'search' } };
  return { [subject]: { source: text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), mode: 'anchored' } };
}

const extensionFile = join('hooks', 'hooks.json');
const userFolder = '.gemini';

/** Finds and reads Gemini CLI's settings files and the hooks of its extensions. */
export const geminiLoader: HookLoader = {
  fileNames: ['.gemini/settings.json', 'hooks/hooks.json of an extension'],
  userFolder,
  places,
  load,
  recognise: ({ path, hookEvents }) => {
    if (/(?:^|\/)\.gemini\/(?:settings\.json|extensions\/[^/]+\/hooks\/hooks\.json)$/.test(path)) return 'yes';
    return path.endsWith('.json') && hookEvents().some(isExtensionEvent) ? 'yes' : 'no';
  },
  placeOf: (path) => filePlace(path, flavourOf(path)),
};

const flavourOf = (path: string): string => (basename(dirname(path)) === '.gemini' ? 'settings' : 'extension');

function places(search: SearchFolders): readonly HookPlace[] {
  const { root } = search;
  const settings = { kind: 'file', name: 'settings.json' } as const;
  const ofUser = userFolders(search, gemini.name, userFolder).flatMap((dir): readonly HookPlace[] => {
    const extensions = join(dir, 'extensions');
    return [
      { scope: 'user', dir, root: dir, find: settings, flavour: 'settings' },
      {
        ...{ scope: 'user', dir: extensions, root: extensions, flavour: 'extension' },
        find: { kind: 'each', name: extensionFile },
      },
    ];
  });
  return [
    ...ofUser,
    { scope: 'project', dir: join(root, '.gemini'), root, find: settings, flavour: 'settings' },
    {
      ...{ scope: 'project', dir: join(root, 'hooks'), root, flavour: 'extension' },
      find: { kind: 'file', name: basename(extensionFile) },
    },
  ];
}

function load(found: HookFile): LoadedFile {
  const nothing = { hooks: [], problems: [] };
  // Most settings have no hooks.
  if (!found.text.includes('"hooks"')) return nothing;
  if (found.flavour !== 'extension')
    return loadJsonHooks(found, entriesOf(found, found.scope === 'project' ? 'settings' : found.scope));
  const root = dirname(dirname(found.path));
  const file = { ...found, root };
  if (!isExtensionFile(file) || isSwitchedOff(file)) return nothing;
  return loadJsonHooks(file, entriesOf(file, `extension-${basename(root).replace(/[^\p{L}\p{N}_-]+/gu, '-')}`));
}

/** Did the user switch the extension off for the agent's working folder? The last matching rule decides. */
function isSwitchedOff({ root, cwd, scope, exists, readNamedFile }: HookFile): boolean {
  const list = join(dirname(root), 'extension-enablement.json');
  if (scope === 'project' || cwd === undefined || !exists(list)) return false;
  const content = readNamedFile?.(list) ?? 'unread';
  const rules = typeof content === 'string' ? undefined : parseObject(content.text)?.[basename(root)];
  const overrides = isObject(rules) && Array.isArray(rules['overrides']) ? rules['overrides'] : [];
  const matching = overrides.filter(
    (rule): rule is string => typeof rule === 'string' && ruleMatches(rule, ruleFolder(cwd)),
  );
  return matching.at(-1)?.startsWith('!') ?? false;
}

/** A folder as Gemini CLI writes it into rules: with `/` at both ends, also on Windows (`/C:/Users/me/`). */
const ruleFolder = (path: string): string =>
  `/${withoutTrailing(slashedPath(path), '/').replace(/^\/+/, '')}/`.replace('//', '/');

/** `/home/me/*` is a folder with everything below it, `/home/me/` only the folder; a leading `!` switches off. */
function ruleMatches(rule: string, folder: string): boolean {
  const path = rule.replace(/^!/, '');
  const base = ruleFolder(path.replace(/\*$/, ''));
  return path.endsWith('*') ? folder.startsWith(base) : folder === base;
}

type GeminiHandler = InferOutput<typeof geminiHandlerSchema>;

function entriesOf(file: HookFile, origin: string): JsonEntries<GeminiHandler> {
  const switches = switchesOf(file.text);
  return {
    codec: gemini,
    origin,
    otherKeys: ['enabled', 'disabled', 'notifications'],
    groupFields: geminiGroupFields,
    onlyGroups: true,
    schema: geminiHandlerSchema,
    complete: ({ timeout, ...handler }, warn) => {
      const ms =
        timeout === undefined || timeout === null
          ? undefined
          : usableTimeout(timeout, { name: 'milliseconds', max: maxTimeoutMs }, (message) => warn('timeout', message));
      if (handler['type'] === undefined && typeof handler['command'] === 'string') {
        warn('type', 'Gemini CLI ignores a hook without "type": "command"; it runs on other agents');
        return { ...handler, type: 'command', ...(ms !== undefined && { timeout: ms }) };
      }
      return { ...handler, ...(ms !== undefined && { timeout: ms }) };
    },
    leaveOut: ({ type }) =>
      type === 'runtime' || type === 'plugin' ? `"${type}" handlers can only be run by Gemini CLI itself` : undefined,
    match: matchOf,
    hook: (entry, position) => hookParts(entry, position, switches(entry)),
  };
}

/** Does the file itself switch a hook off? */
function switchesOf(text: string): (entry: GeminiHandler) => boolean {
  const config = parseObject(text)?.['hooksConfig'];
  const { enabled, disabled } = isObject(config) ? config : {};
  const names: readonly unknown[] = Array.isArray(disabled) ? disabled : [];
  return ({ name, command }) => enabled !== false && !names.includes(name || command);
}

function hookParts(entry: GeminiHandler, { file, group, native }: HandlerPosition, enabled: boolean): HookParts {
  const { name, command, timeout, env } = entry;
  const description = entry.description || name;
  const isInProject = file.scope === 'project';
  const line = file.flavour === 'extension' ? withExtensionPaths(command, file.root) : command;
  const handler: Handler = {
    kind: 'command',
    form: 'exec',
    command: 'bash',
    args: ['-c', quoteVariables(line, variables)],
    // Gemini CLI always works in the project's folder.
    ...(isInProject && { cwd: '.' }),
    ...(env && { env }),
  };
  const vars = isInProject ? Object.fromEntries(variables.map((one) => [one, file.root])) : {};
  return {
    handler,
    enabled,
    ...(description !== undefined && description !== '' && { description }),
    timeoutMs: Math.ceil(timeout ?? 60_000),
    concurrent: group['sequential'] !== true,
    // Gemini CLI runs identical hooks of an event once.
    identity: JSON.stringify([gemini.name, native, file.root, name ?? '', command]),
    scripts: scriptsIn(line, { base: file.root, vars, exists: file.exists }),
  };
}

/** Variables that Gemini CLI fills in as quoted words. */
const variables = ['GEMINI_PROJECT_DIR', 'CLAUDE_PROJECT_DIR', 'GEMINI_CWD', 'GEMINI_SESSION_ID'];

/** An extension's own variables, which Gemini CLI replaces as plain text. bash would read `\` as an escape. */
const withExtensionPaths = (command: string, root: string): string =>
  substitute(
    command,
    { extensionPath: slashedPath(root), workspacePath: '${GEMINI_PROJECT_DIR}' },
    { bracedOnly: true },
  ).replaceAll('${/}', '/');

/**
 * A shell line in which each of these variables is one word in any context: agents that fill in `$NAME` themselves
 * quote its value, even inside single quotes. `${NAME}` is left to the shell.
 */
function quoteVariables(line: string, names: readonly string[]): string {
  const isVariable = new RegExp(String.raw`^\$(?:${names.join('|')})(?!\w)`);
  let out = '';
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const char = line[i] as string;
    const [variable] = char === '$' && quote !== '"' ? (isVariable.exec(line.slice(i, i + 64)) ?? []) : [];
    if (variable !== undefined) {
      out += quote === "'" ? `'"${variable}"'` : `"${variable}"`;
      i += variable.length - 1;
      continue;
    }
    out += char;
    if (char === '\\' && quote !== "'") out += line[++i] ?? '';
    else if (quote === '' && (char === '"' || char === "'")) quote = char;
    else if (char === quote) quote = '';
  }
  return out;
}
