import { basename, dirname, join } from 'node:path';
import { type Handler, inSingleQuotes } from '@anyhook/core';
import type { InferOutput } from 'valibot';
import type { HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../../formats/kit/format.js';
import {
  type Fields,
  type HandlerPosition,
  type HookParts,
  type JsonEntries,
  loadJsonHooks,
} from '../../formats/kit/json-hooks.js';
import { scriptsIn } from '../../formats/kit/scripts.js';
import { usableTimeout } from '../../formats/kit/timeout-field.js';
import { userFolders } from '../../formats/kit/user-folders.js';
import { copilotCodec } from './format-codec.js';
import { matchOf } from './format-matcher.js';
import { type copilotCommandSchema, copilotHandlerSchema, maxTimeoutSeconds } from './format-schema.js';

const copilot = copilotCodec();

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
    // The first refusal ends the list.
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

/** What the entry starts. A user's hook has no folder of its own: it starts where the agent works, and moves on. */
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
