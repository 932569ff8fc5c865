import { basename, dirname, join } from 'node:path';
import { type Hook, isObject, type Match, type Pattern, quoteValue } from '@anyhook/core';
import * as v from 'valibot';
import { agentEvents, aliases } from '../../../.cache/agents/kiro/tables.js';
import { eventMapSchema } from '../../formats/kit/claude-like-load.js';
import {
  addHook,
  addStandIn,
  checkedEntry,
  commandFields,
  type EntryFile,
  type EntryPosition,
  eventRow,
  fileIdPart,
  fileShape,
  isOwnCommand,
  leaveOut,
  listedEntries,
  readEntryFile,
  report,
  timeoutMsOf,
  warn,
  withoutFields,
} from '../../formats/kit/entry-file.js';
import type { HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../../formats/kit/format.js';
import { userFolders } from '../../formats/kit/format.js';
import { matchesName, namePattern, withNames } from '../../formats/kit/name-pattern.js';
import {
  checkEntry,
  type FieldPath,
  nullish,
  optional,
  strict,
  filledText as text,
  withDescription,
} from '../../formats/kit/parse.js';
import { patternError } from '../../formats/kit/pattern.js';
import { kiroFormatCodec } from './format-codec.js';

const kiro = kiroFormatCodec();

/** Runs a program. */
export const commandActionSchema = strict({
  type: v.literal('command'),
  command: withDescription(text, 'The command line. It starts in the project.'),
});

/** A prompt to the agent, which only Kiro can give. */
const agentActionSchema = v.looseObject({ type: v.literal('agent') });

/** One hook of a `.kiro/hooks/*.json`. */
export const hookSchema = strict({
  name: optional(v.string(), 'Name of the hook; its id is made from it.'),
  description: optional(v.string(), 'A description of the hook.'),
  trigger: withDescription(text, 'The event.'),
  matcher: nullish(v.string(), 'A regex over the tool, the prompt or the path of a saved file.'),
  action: v.union([commandActionSchema, agentActionSchema]),
  timeout: optional(v.number(), 'Seconds; default 60, 0 means no limit (here an hour).'),
  enabled: optional(v.boolean(), 'false switches the hook off.'),
});

/** A file of CLI 3 and IDE 1. */
export const hooksFileSchema = strict({
  $schema: v.optional(v.string()),
  version: optional(v.string(), 'Always v1.'),
  hooks: v.array(hookSchema),
});

/** One hook of an agent of CLI 2. */
export const agentHookSchema = strict({
  command: withDescription(text, 'The command line. It starts in the folder of the agent.'),
  matcher: nullish(v.string(), 'A tool: fs_write, fs_*, @server, @server/tool, @builtin or *.'),
  timeout_ms: optional(v.number(), 'Milliseconds; default 30000.'),
  cache_ttl_seconds: optional(v.number(), 'Not supported: the hook runs every time.'),
  max_output_size: optional(v.number(), 'Not used.'),
  description: optional(v.string(), 'A description of the hook.'),
});

/** An agent of CLI 2; only its `hooks` are read. */
export const agentSchema = v.looseObject({
  name: v.optional(v.string()),
  hooks: v.optional(eventMapSchema(agentEvents, agentHookSchema)),
});

/** A hook of the older IDE. */
export const ideHookSchema = strict({
  enabled: optional(v.boolean(), 'false switches the hook off.'),
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  version: v.optional(v.unknown()),
  shortName: v.optional(v.unknown()),
  workspaceFolderName: v.optional(v.unknown()),
  when: v.looseObject({
    type: withDescription(text, 'The event.'),
    patterns: optional(v.array(v.string()), 'Globs over the paths of files.'),
    toolTypes: optional(v.array(v.string()), 'read, write, shell, web, *, or regexes over tools.'),
  }),
  // biome-ignore lint/suspicious/noThenProperty: the word is Kiro's.
  then: v.looseObject({
    type: withDescription(v.picklist(['runCommand', 'askAgent']), 'A command, or a prompt that only Kiro can give.'),
    command: v.optional(v.string()),
    prompt: v.optional(v.string()),
    timeout: optional(v.number(), 'Seconds; default 60, 0 means no limit (here an hour).'),
  }),
});

/** The tools that a matcher names; undefined if it matches all. */
function toolPattern(matcher: string): Pattern | undefined {
  const pattern = plainPattern(matcher.trim());
  return pattern && withAliases(pattern);
}

/** The tools that one of several matchers names; undefined if they match all. */
function anyToolPattern(matchers: readonly string[]): Pattern | undefined {
  const patterns = matchers.map(toolPattern);
  if (patterns.length === 0 || patterns.includes(undefined)) return undefined;
  const found = patterns.filter((pattern) => pattern !== undefined);
  if (found.every(({ mode }) => mode === 'anchored'))
    return { source: [...new Set(found.flatMap(({ source }) => source.split('|')))].join('|'), mode: 'anchored' };
  return {
    source: found.map(({ source, mode }) => (mode === 'anchored' ? `^(?:${source})$` : `(?:${source})`)).join('|'),
    mode: 'search',
  };
}

function plainPattern(matcher: string): Pattern | undefined {
  if (matcher === '@builtin') return { source: '^[^@]', mode: 'search' };
  if (matcher === '@mcp' || matcher === '@powers') return { source: '^@', mode: 'search' };
  const [, server, tool] = /^@([^/|()]+)(?:\/([^|()]+))?$/.exec(matcher) ?? [];
  if (server !== undefined)
    return { source: `^@${glob(server)}/${tool === undefined ? '.*' : glob(tool)}$`, mode: 'search' };
  // `fs_*` is a glob in an agent's file; as a regex it would match more.
  return /^\w+\*$/.test(matcher) ? { source: `^${glob(matcher)}$`, mode: 'search' } : namePattern(matcher);
}

const glob = (text: string): string => text.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.*');

/** Kiro has several names for each tool, and hooks for new files also apply to changed ones. */
function withAliases(pattern: Pattern): Pattern {
  let all = pattern.mode === 'anchored' ? { ...pattern, source: canonicalNames(pattern.source) } : pattern;
  for (const [tool, names] of Object.entries(aliases)) {
    const used = names.find((name) => matchesName(all, name));
    if (used !== undefined) all = withNames(all, used, [tool]);
  }
  return withNames(all, 'fs_write', ['str_replace']);
}

/** A list of names with aliases resolved. */
function canonicalNames(list: string): string {
  const tools = list.split('|').flatMap((name) => {
    const found = Object.keys(aliases).filter((tool) => aliases[tool]?.includes(name));
    return found.length > 0 ? found : [name];
  });
  return [...new Set(tools)].join('|');
}

const ideEnding = '.kiro.hook';
const userFolder = '.kiro';
const isAgentFile = (path: string): boolean => basename(dirname(path)) === 'agents';

/** Finds and reads Kiro's hook files and the hooks of its agents. */
export const kiroLoader: HookLoader = {
  fileNames: ['.kiro/hooks/*.json', `*${ideEnding}`, '.kiro/agents/*.json'],
  userFolder,
  places,
  load,
  recognise: ({ path, name }) =>
    name.endsWith(ideEnding) || (name.endsWith('.json') && /(?:^|\/)\.kiro\/(?:hooks|agents)\/[^/]+$/.test(path))
      ? 'yes'
      : 'no',
};

function places(search: SearchFolders): readonly HookPlace[] {
  const folders = (scope: HookPlace['scope'], base: string, hookRoot: string): readonly HookPlace[] => [
    { scope, dir: join(base, 'hooks'), root: hookRoot, find: { kind: 'folder', endings: ['.json', ideEnding] } },
    { scope, dir: join(base, 'agents'), root: hookRoot, find: { kind: 'folder', endings: ['.json'] } },
  ];
  const ofUser = userFolders(search, kiro.name, userFolder).flatMap((dir) => folders('user', dir, dir));
  return [...ofUser, ...folders('project', join(search.root, '.kiro'), search.root)];
}

function load(file: HookFile): LoadedFile {
  if (file.path.endsWith(ideEnding)) return readEntryFile(kiro, file, 'ide', readIdeHook);
  if (!isAgentFile(file.path)) return readEntryFile(kiro, file, 'hooks', readHooksFile);
  // Most agents have no hooks, and the other content of their files does not matter here.
  return file.text.includes('"hooks"') ? readEntryFile(kiro, file, 'agent', readAgent) : { hooks: [], problems: [] };
}

const idBase = ({ file }: EntryFile): string => fileIdPart(file.path);

/** A project's command starts in the project, a user's in the agent's working folder. */
function commandOf(entries: EntryFile, command: string): Pick<Hook, 'handler' | 'files'> {
  const fields = commandFields(entries, command);
  return entries.file.scope === 'project'
    ? fields
    : { ...fields, handler: { kind: 'command', form: 'shell', command } };
}

const maxWaitMs = 3_600_000;
const seconds = { field: 'timeout', unit: 'seconds', defaultMs: 60_000, zeroMs: maxWaitMs } as const;
const milliseconds = { field: 'timeout_ms', unit: 'milliseconds', defaultMs: 30_000 } as const;

// Files of CLI 3 and IDE 1.

function readHooksFile(entries: EntryFile): void {
  const { value } = entries.doc;
  if (!isObject(value)) return void report(entries, [], `expected a map with "hooks", got ${quoteValue(value)}`);
  // The older IDE also accepts its hooks under this name.
  if (isObject(value['when']) && isObject(value['then'])) return void readIdeHook({ ...entries, flavour: 'ide' });
  // The folder may contain other files.
  if (value['hooks'] === undefined) return void warn(entries, [], 'not read: expected "hooks", or "when" and "then"');
  entries.problems.push(...checkEntry(fileShape, entries.doc).problems);
  const list = value['hooks'] ?? [];
  if (!Array.isArray(list)) return void report(entries, ['hooks'], `expected a list of hooks, got ${quoteValue(list)}`);
  for (const [i, entry] of list.entries()) readHook(entry, i, entries);
}

function readHook(entry: unknown, i: number, entries: EntryFile): void {
  const path = ['hooks', i];
  const trigger = isObject(entry) ? entry['trigger'] : undefined;
  if (typeof trigger !== 'string') return void reportMissing(entries, [...path, 'trigger'], trigger);
  const row = eventRow(entries, trigger, [...path, 'trigger']);
  if (!row) return;
  const position = { native: trigger, row, path, indexPath: `${idBase(entries)}.${trigger}.${i}` };
  const checked = checkedEntry(hookSchema, entries, withoutFields(entry, 'timeout'), position);
  if (!checked) return;
  const { action, matcher, name, description, enabled = true } = checked;
  if (action.type === 'agent')
    return void leaveOut(entries, path, 'a prompt to the agent can only be given by Kiro itself');
  if (isOwnCommand(action.command)) return;
  const match = matchFor(matcher ?? '', position, entries);
  if (!match) return;
  addHook(entries, position, {
    ...commandOf(entries, action.command),
    timeoutMs: timeoutMsOf(entries, entry, path, seconds),
    match,
    enabled,
    ...describedBy(description, name),
  });
}

const reportMissing = (entries: EntryFile, path: FieldPath, given: unknown) =>
  report(entries, path, `"${path.join('.')}" is required: expected an event, got ${quoteValue(given)}`);

/** What a matcher limits a hook to; undefined if it is invalid. */
function matchFor(matcher: string, position: EntryPosition, entries: EntryFile): Match | undefined {
  const path = [...position.path, 'matcher'];
  if (matcher === '' || matcher === '*') return {};
  const why = patternError(matcher);
  if (why) {
    addStandIn(entries, position, [report(entries, path, why)]);
    return undefined;
  }
  const [event] = position.row.events;
  if (position.row.tools) return { tool: position.row.tools, input: { source: matcher, mode: 'search' } };
  if (event === 'tool.before' || event === 'tool.after') {
    const tool = toolPattern(matcher);
    return tool ? { tool } : {};
  }
  warn(entries, path, `not applied to ${position.native}: the hook runs on each of them`);
  return {};
}

// Agents of CLI 2.

/** Kiro's own agent, whose hooks apply when no other one was chosen. */
const defaultAgents: readonly string[] = ['default', 'kiro_default', 'q_cli_default'];

function readAgent(entries: EntryFile): void {
  const { value } = entries.doc;
  if (!isObject(value) || value['hooks'] === undefined) return;
  const name =
    typeof value['name'] === 'string' && value['name'] ? value['name'] : basename(entries.file.path, '.json');
  const agent = defaultAgents.includes(name) ? 'root' : name;
  const before = entries.hooks.length;
  for (const { entry, ...position } of listedEntries(entries, value['hooks'], ['hooks']))
    readAgentHook(entry, agent, { ...position, indexPath: `${idBase(entries)}.${position.indexPath}` }, entries);
  const message = `these hooks belong to the agent "${name}" of Kiro: elsewhere they run only in a subagent of that name; "anyhook hooks convert" makes hooks of them that always run`;
  if (agent !== 'root' && entries.hooks.length > before) warn(entries, ['hooks'], message);
}

function readAgentHook(entry: unknown, agent: string, position: EntryPosition, entries: EntryFile): void {
  if (isObject(entry) && isOwnCommand(entry['command'])) return;
  const checked = checkedEntry(agentHookSchema, entries, withoutFields(entry, 'timeout_ms'), position);
  if (!checked) return;
  const match = matchFor(checked.matcher ?? '', position, entries);
  if (!match) return;
  const field = 'cache_ttl_seconds';
  if (checked[field]) warn(entries, [...position.path, field], `"${field}" is not supported: the hook runs every time`);
  addHook(entries, position, {
    ...commandOf(entries, checked.command),
    timeoutMs: timeoutMsOf(entries, entry, position.path, milliseconds),
    match: { ...match, agent },
    ...(checked.description && { description: checked.description }),
  });
}

// Hooks of the older IDE.

function readIdeHook(entries: EntryFile): void {
  const { value } = entries.doc;
  const type = isObject(value) && isObject(value['when']) ? value['when']['type'] : undefined;
  if (typeof type !== 'string') return void reportMissing(entries, ['when', 'type'], type);
  const row = eventRow(entries, type, ['when', 'type']);
  if (!row) return;
  const position = { native: type, row, path: [], indexPath: `${idBase(entries)}.${type}` };
  const checked = checkedEntry(ideHookSchema, entries, value, position);
  if (!checked) return;
  const { when, then: action, enabled = true, name, description } = checked;
  if (action.type === 'askAgent')
    return void leaveOut(entries, ['then'], '"askAgent" is a prompt that only Kiro itself can give to its agent');
  if (!action.command)
    return void addStandIn(entries, position, [
      report(entries, ['then', 'command'], '"then.command" is required and missing'),
    ]);
  if (isOwnCommand(action.command)) return;
  addHook(entries, position, {
    ...commandOf(entries, action.command),
    timeoutMs: timeoutMsOf(entries, action, ['then'], seconds),
    match: ideMatch(when, position),
    enabled,
    ...describedBy(description, name),
  });
}

function ideMatch(
  {
    patterns = [],
    toolTypes = [],
  }: { readonly patterns?: readonly string[] | undefined; readonly toolTypes?: readonly string[] | undefined },
  { row }: EntryPosition,
): Match {
  if (row.tools) return patterns.length > 0 ? { tool: row.tools, paths: patterns.flatMap(anywhere) } : {};
  const tool =
    row.events[0] === 'tool.before' || row.events[0] === 'tool.after' ? anyToolPattern(toolTypes) : undefined;
  return tool ? { tool } : {};
}

const describedBy = (...texts: readonly (string | undefined)[]): Pick<Hook, 'description'> => {
  const description = texts.find((text) => text);
  return description === undefined ? {} : { description };
};

/** A pattern without a folder matches files in every folder. */
const anywhere = (glob: string): readonly string[] => (glob.includes('/') ? [glob] : [glob, `**/${glob}`]);
