import { basename, dirname, join } from 'node:path';
import { type Handler, inSingleQuotes, type Match } from '@anyhook/core';
import type { InferOutput } from 'valibot';
import * as v from 'valibot';
import type { HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../../formats/kit/format.js';
import { userFolders } from '../../formats/kit/format.js';
import {
  type Fields,
  type HandlerPosition,
  type HookParts,
  type JsonEntries,
  loadJsonHooks,
} from '../../formats/kit/json-hooks.js';
import { nullish, optional, strict, filledText as text, timeLimit, withDescription } from '../../formats/kit/parse.js';
import { patternError } from '../../formats/kit/pattern.js';
import { scriptsIn } from '../../formats/kit/scripts.js';
import { usableTimeout } from '../../formats/kit/timeout-field.js';
import { copilotFormatCodec, inOwnNames } from './format-codec.js';

const copilot = copilotFormatCodec();

export const maxTimeoutSeconds = 86_400;

const common = {
  matcher: nullish(v.string(), 'A regex for the whole name of the tool.'),
  name: optional(v.string(), 'A name for the hook.'),
  description: optional(v.string(), 'A description of the hook.'),
  comment: optional(v.string(), 'The same.'),
  timeoutSec: timeLimit(maxTimeoutSeconds, 'seconds', 'Seconds; default 30.'),
  timeout: optional(v.number(), 'Used if there is no `timeoutSec`.'),
};

const commandFields = strict({
  type: v.optional(v.literal('command'), 'command'),
  bash: optional(text, 'The line for bash.'),
  command: optional(text, 'The line for bash if there is no `bash`.'),
  exec: optional(text, 'A program, without a shell.'),
  args: optional(v.array(v.string()), 'Its arguments.'),
  linux: optional(text, 'The line for Linux.'),
  osx: optional(text, 'The line for macOS.'),
  powershell: optional(text, 'The line for PowerShell; used if nothing else is given.'),
  windows: optional(text, 'Not used: the line for Windows.'),
  cwd: optional(v.string(), "Where it runs, from the project's folder."),
  env: optional(v.record(v.string(), v.string()), 'Variables for it, as written.'),
  ...common,
});

/** Runs a program: the first of `bash`, `command`, `exec`, `linux`, `osx` and `powershell` that is set. */
export const copilotCommandSchema = v.pipe(
  commandFields,
  v.check(
    ({ bash, command, exec, linux, osx, powershell }) =>
      [bash, command, exec, linux, osx, powershell].some((line) => line !== undefined),
    'expected one of "bash", "command", "exec", "linux", "osx", "powershell"',
  ),
);

/** Posts the event. */
export const copilotHttpSchema = strict({
  type: v.literal('http'),
  url: v.pipe(v.string(), v.regex(/^https:\/\/\S+$/, 'expected a URL that begins with https://')),
  headers: optional(v.record(v.string(), v.string()), 'Sent as written.'),
  ...common,
});

/** One handler of a hook file of Copilot CLI. */
const copilotHandlerSchema = v.union([copilotCommandSchema, copilotHttpSchema]);

/** Handlers with one matcher. */
export const copilotGroupSchema = strict({
  matcher: nullish(v.string(), 'A regex for the whole name of the tool.'),
  description: optional(v.string(), 'A description of its handlers.'),
  hooks: withDescription(v.array(copilotHandlerSchema), 'The handlers, in order.'),
});

/** A hook file; its events are in the table of the format. */
export const copilotFileSchema = v.looseObject({
  version: optional(v.literal(1), 'Always 1.'),
  hooks: v.record(v.string(), v.array(v.union([copilotHandlerSchema, copilotGroupSchema]))),
});

/** Copilot CLI's rule: a regex that must match the whole name, of a tool in either of its spellings. */
export function matchOf(matcher: string, native: string): Match | string {
  const subject = copilot.events[native]?.matcher;
  if (subject === undefined || matcher === '' || matcher === '*') return {};
  const problem = patternError(matcher);
  if (problem !== undefined) return problem;
  return { [subject]: { source: subject === 'tool' ? inOwnNames(matcher) : matcher, mode: 'anchored' } };
}

const userFolder = '.copilot';

/** Finds and reads Copilot CLI's hook files. */
export const copilotLoader: HookLoader = {
  fileNames: ['.github/hooks/*.json'],
  userFolder,
  places,
  load,
  recognise: ({ path, name, hookEvents }) => {
    if (!name.endsWith('.json')) return 'no';
    if (/(?:^|\/)\.(?:github|copilot)\/hooks\/[^/]+$/.test(path)) return 'yes';
    const events = hookEvents();
    const isOwn = (event: string) =>
      Object.hasOwn(copilot.events, event) && (/^[a-z]/.test(event) || /copilot/i.test(name));
    return events.length > 0 && events.every(isOwn) && !/cursor/i.test(path) ? 'yes' : 'no';
  },
};

function places(search: SearchFolders): readonly HookPlace[] {
  const files = { kind: 'folder', endings: ['.json'] } as const;
  const ofUser = userFolders(search, copilot.name, userFolder).flatMap((dir): readonly HookPlace[] => [
    { scope: 'user', dir: join(dir, 'hooks'), root: dir, find: files },
    { scope: 'user', dir, root: dir, find: { kind: 'file', name: 'settings.json' } },
  ]);
  return [...ofUser, { scope: 'project', dir: join(search.root, '.github', 'hooks'), root: search.root, find: files }];
}

function load(file: HookFile): LoadedFile {
  if (!file.text.includes('"hooks"')) return { hooks: [], problems: [] };
  const name = basename(file.path, '.json').replace(/[^\p{L}\p{N}_-]+/gu, '-');
  return loadJsonHooks(file, { ...entries, origin: file.scope === 'project' ? name : `${file.scope}-${name}` });
}

type CopilotHandler = InferOutput<typeof copilotHandlerSchema>;
type CopilotCommand = InferOutput<typeof copilotCommandSchema>;

const entries: Omit<JsonEntries<CopilotHandler>, 'origin'> = {
  codec: copilot,
  schema: copilotHandlerSchema,
  complete: (handler, warn) =>
    ['timeoutSec', 'timeout'].reduce<Fields>((all, field) => {
      const { [field]: value, ...rest } = all;
      if (value === undefined || value === null) return rest;
      const seconds = usableTimeout(value, { name: 'seconds', max: maxTimeoutSeconds }, (text) => warn(field, text));
      return { ...rest, ...(seconds !== undefined && { [field]: seconds }) };
    }, handler),
  leaveOut: (handler) => {
    if (handler['type'] === 'prompt') return '"prompt" handlers can only be run by Copilot CLI itself';
    return isWindowsOnly(handler) ? 'it has a command for Windows only' : undefined;
  },
  match: matchOf,
  hook: (entry, position) => ({
    ...(entry.type === 'http' ? httpParts(entry) : commandParts(entry, position)),
    ...descriptionOf(entry),
    timeoutMs: Math.ceil((entry.timeoutSec ?? entry.timeout ?? 30) * 1000),
    // The first deny ends the list.
    stopsList: position.row.blocks,
    ...(position.row.blockingFailures && { blockingFailures: position.row.blockingFailures }),
  }),
};

const lineFields = ['bash', 'command', 'exec', 'linux', 'osx', 'powershell'] as const;

const isWindowsOnly = (handler: Fields): boolean =>
  'windows' in handler && !lineFields.some((field) => handler[field] !== undefined);

function descriptionOf({ description, comment, name }: CopilotHandler): { readonly description?: string } {
  const text = description || comment || name;
  return text ? { description: text } : {};
}

const httpParts = ({ url, headers }: Extract<CopilotHandler, { type: 'http' }>) => ({
  handler: { kind: 'http', url, ...(headers && { headers }) } as const,
  scripts: [],
});

function commandParts(entry: CopilotCommand, { file }: HandlerPosition): Pick<HookParts, 'handler' | 'scripts'> {
  const isInProject = file.scope === 'project';
  const { env, cwd } = entry;
  const program = programOf(entry, isInProject ? undefined : cwd);
  const handler: Handler = {
    ...{ kind: 'command', form: 'exec', ...program },
    // Copilot CLI starts hooks in the folder of the repository.
    ...(isInProject && { cwd: cwd ?? '.' }),
    ...(env && { env }),
  };
  const base = isInProject ? join(file.root, cwd ?? '.') : file.root;
  const vars = {
    COPILOT_HOOK_DIR: dirname(file.path),
    ...(isInProject && { COPILOT_PROJECT_DIR: file.root, CLAUDE_PROJECT_DIR: file.root }),
  };
  // No shell splits the words of a program: each is one path.
  const lines = entry.exec === undefined ? [program.args.at(-1) ?? ''] : [program.command, ...program.args].map(quoted);
  const scripts = lines.flatMap((line) => scriptsIn(line, { base, vars, exists: file.exists }));
  return { handler, scripts: [...new Set(scripts)] };
}

const quoted = (word: string): string => `"${word}"`;

/** What the entry starts. A user's hook has no fixed folder: it starts in the agent's working folder, which changes. */
function programOf(
  { bash, command, exec, args = [], linux, osx, powershell }: CopilotCommand,
  cwd: string | undefined,
): { readonly command: string; readonly args: readonly string[] } {
  const line = bash ?? command ?? (exec === undefined ? systemLine(linux, osx) : undefined);
  if (line !== undefined) {
    const move = cwd === undefined ? '' : `cd ${inSingleQuotes(cwd)} || exit 1\n`;
    return { command: 'bash', args: ['-c', `${move}${line}`] };
  }
  if (exec !== undefined) return { command: exec, args };
  return { command: 'pwsh', args: ['-NoProfile', '-Command', powershell ?? ''] };
}

function systemLine(linux: string | undefined, osx: string | undefined): string | undefined {
  if (linux === undefined || osx === undefined) return linux ?? osx;
  return `if [ "$(uname)" = Darwin ]; then\n${osx}\nelse\n${linux}\nfi`;
}
