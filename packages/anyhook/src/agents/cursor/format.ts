import { basename, join } from 'node:path';
import { isObject, type Match, quoteValue, thisSystem } from '@anyhook/core';
import * as v from 'valibot';
import { matcherTargets } from '../../../.cache/agents/cursor/tables.js';
import { eventMapSchema } from '../../formats/kit/claude-like-load.js';
import {
  addHook,
  addStandIn,
  checkedEntry,
  checkedFile,
  commandFields,
  type EntryFile,
  type EntryPosition,
  isOwnCommand,
  listedEntries,
  readEntryFile,
  report,
  timeoutMsOf,
  warn,
  withoutFields,
} from '../../formats/kit/entry-file.js';
import type { HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../../formats/kit/format.js';
import { filePlace, userFolders } from '../../formats/kit/format.js';
import { matchesName, namePattern, withNames } from '../../formats/kit/name-pattern.js';
import { nullish, optional, strict, filledText as text, withDescription } from '../../formats/kit/parse.js';
import { patternError } from '../../formats/kit/pattern.js';
import { cursorFormatCodec } from './format-codec.js';

const cursor = cursorFormatCodec();

const seconds = v.pipe(v.number(), v.gtValue(0, 'expected a positive number of seconds'));

const common = {
  timeout: optional(seconds, 'Seconds; default 60, or 30 for a prompt.'),
  matcher: nullish(
    v.string(),
    'A regex over what the event has: the tool, the command (beforeShellExecution), the kind of subagent.',
  ),
  failClosed: optional(v.boolean(), 'A hook that fails blocks the action.'),
  loop_limit: nullish(
    v.number(),
    'How often in a row followup_message may make the agent continue; default 5, null: no limit.',
  ),
};

/** Runs a program. */
export const commandSchema = strict({
  type: v.optional(v.literal('command'), 'command'),
  command: withDescription(text, "The command line. It starts in the project, a user's in ~/.cursor."),
  ...common,
});

/** Asks a model. */
export const promptSchema = strict({
  type: v.literal('prompt'),
  prompt: withDescription(text, 'Question to the model; may name $ARGUMENTS.'),
  model: optional(text, 'Another model than the configured one.'),
  ...common,
});

/** A hooks.json of Cursor. */
export const cursorSchema = strict({
  $schema: v.optional(v.string()),
  version: optional(v.number(), 'Always 1.'),
  hooks: v.optional(eventMapSchema(cursor.events, v.union([commandSchema, promptSchema]))),
});

const hooksFile = 'hooks.json';
const machineFolder = thisSystem === 'win32' ? 'C:\\ProgramData\\Cursor' : '/etc/cursor';
const pluginFile = 'hooks-cursor.json';
const userFolder = '.cursor';

/** Finds and reads Cursor's hooks.json, of a project, of its user and of the machine, and that of a plugin. */
export const cursorLoader: HookLoader = {
  fileNames: ['.cursor/hooks.json', pluginFile],
  userFolder,
  places,
  load,
  recognise: ({ path, name }) =>
    name === pluginFile || (name === hooksFile && /(?:^|\/)\.?cursor\//.test(path)) ? 'yes' : 'no',
  placeOf: (path) => filePlace(path, flavourOf(basename(path))),
};

const flavourOf = (name: string): string => (name === pluginFile ? 'plugin' : 'hooks');

const place = (scope: HookPlace['scope'], dir: string, root: string, name = hooksFile): HookPlace => ({
  ...{ scope, dir, root, find: { kind: 'file', name }, flavour: flavourOf(name) },
});

function places(search: SearchFolders): readonly HookPlace[] {
  const { root } = search;
  return [
    place('managed', machineFolder, machineFolder),
    ...userFolders(search, cursor.name, userFolder).map((dir) => place('user', dir, dir)),
    place('project', join(root, '.cursor'), root),
    place('project', join(root, 'hooks'), root, pluginFile),
  ];
}

function load(file: HookFile): LoadedFile {
  return readEntryFile(cursor, file, file.flavour ?? flavourOf(basename(file.path)), (entries) => {
    const value = checkedFile(entries);
    if (!value) return;
    for (const { entry, ...position } of listedEntries(entries, value['hooks'] ?? {}, ['hooks']))
      readEntry(entry, position, entries);
  });
}

function readEntry(entry: unknown, position: EntryPosition, entries: EntryFile): void {
  if (!isObject(entry) || !Array.isArray(entry['hooks']) || 'command' in entry)
    return void readHandler(entry, position, entries);
  // Files modeled on Claude Code's have groups.
  const { matcher, hooks } = entry;
  warn(entries, position.path, 'Cursor documents a list of handlers here; those of the group are read');
  for (const [i, handler] of hooks.entries()) {
    const inner = { ...position, path: [...position.path, 'hooks', i], indexPath: `${position.indexPath}.${i}` };
    readHandler(isObject(handler) && matcher !== undefined ? { matcher, ...handler } : handler, inner, entries);
  }
}

/** How often in a row a hook may make the agent continue, by default. */
const defaultLoopLimit = 5;

function readHandler(entry: unknown, position: EntryPosition, entries: EntryFile): void {
  if (isObject(entry) && isOwnCommand(entry['command'])) return;
  const isPrompt = isObject(entry) && entry['type'] === 'prompt';
  const schema = isPrompt ? promptSchema : commandSchema;
  const checked = checkedEntry(schema, entries, withoutFields(entry, 'timeout'), position);
  if (!checked) return;
  const { match, enabled } = matchFor(checked.matcher ?? '', position, entries);
  if (!match) return;
  const timeout = { field: 'timeout', unit: 'seconds', defaultMs: isPrompt ? 30_000 : 60_000 } as const;
  const { failClosed, loop_limit: loopLimit = defaultLoopLimit } = checked;
  addHook(entries, position, {
    ...(checked.type === 'prompt'
      ? {
          handler: {
            kind: 'prompt',
            prompt: checked.prompt,
            ...(checked.model !== undefined && { model: checked.model }),
          },
        }
      : commandFields(entries, checked.command, { vars: variables(entries) })),
    timeoutMs: timeoutMsOf(entries, entry, position.path, timeout),
    match,
    enabled,
    onFailure: failClosed ? 'closed' : 'open',
    ...(position.native === 'stop' && loopLimit !== null && { stopLimit: loopLimit }),
  });
}

const variables = ({ file, flavour }: EntryFile): Readonly<Record<string, string>> => ({
  ...(file.scope === 'project' && { CURSOR_PROJECT_DIR: file.root, CLAUDE_PROJECT_DIR: file.root }),
  ...(flavour === 'plugin' && { CURSOR_PLUGIN_ROOT: file.root }),
});

/** What Cursor compares the matcher of an event with; tables.yaml has it for each event. */
export type MatcherTarget = 'tool' | 'mcp' | 'input' | 'subject' | { readonly word: string };

/** What a matcher limits the hook to; no match if it is invalid. */
function matchFor(
  matcher: string,
  position: EntryPosition,
  entries: EntryFile,
): { readonly match?: Match; readonly enabled: boolean } {
  const path = [...position.path, 'matcher'];
  const pattern = namePattern(matcher);
  if (!pattern) return { match: {}, enabled: true };
  const why = patternError(matcher);
  if (why) {
    addStandIn(entries, position, [report(entries, path, why)]);
    return { enabled: true };
  }
  const target = matcherTargets[position.native];
  if (target === undefined) {
    warn(entries, path, `not applied to ${position.native}: the hook runs on each of them`);
    return { match: {}, enabled: true };
  }
  if (typeof target === 'object') {
    const enabled = matchesName({ source: matcher, mode: 'search' }, target.word);
    const message = `expected a regex that matches "${target.word}", got ${quoteValue(matcher)}: the hook never runs`;
    if (!enabled) warn(entries, path, message);
    return { match: {}, enabled };
  }
  switch (target) {
    case 'tool':
      return { match: { tool: withNames(pattern, 'Write', ['StrReplace']) }, enabled: true };
    case 'mcp':
      return { match: { tool: { source: mcpSource(matcher), mode: 'search' } }, enabled: true };
    case 'input':
      return {
        match: { tool: position.row.tools ?? pattern, input: { source: matcher, mode: 'search' } },
        enabled: true,
      };
    case 'subject':
      return { match: { subject: pattern }, enabled: true };
  }
}

const mcpSource = (matcher: string): string => (/^\^?MCP:/.test(matcher) ? matcher : `^MCP:.*(?:${matcher})`);
