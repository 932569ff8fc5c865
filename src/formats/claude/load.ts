import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { nearestWord, type Problem, quoteValue } from '../../core/errors.js';
import { withExitRule } from '../../core/exit-rule.js';
import type { Hook, Match } from '../../core/hook.js';
import { isObject } from '../../core/json.js';
import type { FormatEvent, HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../format.js';
import {
  checkEntry,
  checkSchema,
  type FieldPath,
  makeProblem,
  makeWarning,
  type ParsedFile,
  parseJson,
  strict,
} from '../kit/parse.js';
import { patternError } from '../kit/pattern.js';
import { unloadableHook } from '../kit/unloadable-hook.js';
import { claude } from './codec.js';
import { type ClaudeHandler, handlerOf, handlerScripts, unsupportedFields } from './handler.js';
import { matcherSubjectOf, patternOf, ruleOf } from './matcher.js';
import { claudeHandlerTypes, commandSchema, httpSchema, maxTimeoutSeconds, promptSchema } from './schema.js';

/** The outer shape of a file or group. Handlers are checked one by one: a broken one does not disable the others. */
const pluginShape = strict({ description: v.optional(v.string()), hooks: v.optional(v.unknown()) });
const groupShape = strict({ matcher: v.nullish(v.string()), hooks: v.array(v.unknown()) });
const typeShape = v.looseObject({ type: v.picklist(claudeHandlerTypes) });

const pluginFile = 'hooks.json';

/** Finds and reads a plugin's hooks.json and Claude Code's settings files. */
export const claudeLoader: HookLoader = {
  fileNames: [pluginFile, 'settings.json'],
  places,
  load,
  recognise: ({ name }) => (name.endsWith('.json') ? 'yes' : 'no'),
  placeOf(path) {
    const dir = dirname(path);
    const find = { kind: 'file', name: basename(path) } as const;
    return { scope: 'project', dir, root: dirname(dir), find, flavour: flavourOf(path) };
  },
};

const flavourOf = (path: string): string => (basename(path) === pluginFile ? 'plugin' : 'settings');

function places({ root, home }: SearchFolders): readonly HookPlace[] {
  const file = (name: string) => ({ kind: 'file', name }) as const;
  const projectFolder = join(root, '.claude');
  const userFolder = join(home, '.claude');
  return [
    { scope: 'user', dir: userFolder, root: userFolder, find: file('settings.json'), flavour: 'settings' },
    { scope: 'project', dir: join(root, 'hooks'), root, find: file(pluginFile), flavour: 'plugin' },
    { scope: 'project', dir: projectFolder, root, find: file('settings.json'), flavour: 'settings' },
    { scope: 'project', dir: projectFolder, root, find: file('settings.local.json'), flavour: 'settings' },
  ];
}

function load(file: HookFile): LoadedFile {
  const parsed = parseJson(file.text, file.path);
  if (!('doc' in parsed)) return { hooks: [], problems: parsed.problems };
  const { doc } = parsed;
  const flavour = file.flavour ?? flavourOf(file.path);
  const state: LoadState = { file, flavour, doc, hooks: [], problems: [...parsed.problems] };
  for (const [native, entries] of Object.entries(eventsOf(state))) readEvent(native, entries, state);
  return { hooks: state.hooks, problems: state.problems };
}

interface LoadState {
  readonly file: HookFile;
  readonly flavour: string;
  readonly doc: ParsedFile;
  readonly hooks: Hook[];
  readonly problems: Problem[];
}

function report({ doc, problems }: LoadState, fieldPath: FieldPath, message: string, make = makeProblem): void {
  problems.push(make(doc.source, message, doc.lineOf(fieldPath), fieldPath.join('.')));
}

function eventsOf(state: LoadState): Readonly<Record<string, unknown>> {
  const { doc, flavour, problems } = state;
  const top = doc.value;
  if (!isObject(top)) {
    report(state, [], `expected a map with "hooks", got ${quoteValue(top)}`);
    return {};
  }
  // An unknown key in a plugin's file is an error, but its hooks are still loaded.
  if (flavour === 'plugin') problems.push(...checkSchema(pluginShape, doc).problems);
  const events = top['hooks'] ?? {};
  if (isObject(events)) return events;
  report(state, ['hooks'], `expected a map of events, got ${quoteValue(events)}`);
  return {};
}

function readEvent(native: string, entries: unknown, state: LoadState): void {
  const path = ['hooks', native];
  const row = Object.hasOwn(claude.events, native) ? claude.events[native] : undefined;
  if (!row) {
    const near = nearestWord(native, Object.keys(claude.events));
    const hint = near ? `did you mean "${near}"?` : `known events: ${Object.keys(claude.events).join(', ')}`;
    report(state, path, `unknown event "${native}"; ${hint}`);
  } else if (!Array.isArray(entries)) {
    report(state, path, `expected a list of {matcher, hooks}, got ${quoteValue(entries)}`);
  } else {
    entries.forEach((entry: unknown, i) => {
      readGroup(entry, { native, row, path: [...path, i], indexPath: `${i}` }, state);
    });
  }
}

interface EntryPosition {
  readonly native: string;
  readonly row: FormatEvent;
  readonly path: FieldPath;
  /** Numbers of group and handler, for the id. */
  readonly indexPath: string;
}

function readGroup(entry: unknown, position: EntryPosition, state: LoadState): void {
  // Older files have handlers where groups belong.
  if (isObject(entry) && !('hooks' in entry) && ('type' in entry || typeByField(entry))) {
    const { matcher, ...handler } = entry;
    readHandlers({ matcher, hooks: [handler] }, { ...position, isBareHandler: true }, state);
  } else readHandlers(entry, { ...position, isBareHandler: false }, state);
}

function readHandlers(
  entry: unknown,
  position: EntryPosition & { readonly isBareHandler: boolean },
  state: LoadState,
): void {
  const { native, path, indexPath, isBareHandler } = position;
  const { output: group, problems } = checkEntry(groupShape, state.doc, entry, path);
  state.problems.push(...problems);
  if (!group) return void addStandIn(position, problems, state);
  const handlers = group.hooks.map((handler, i) => ({
    handler,
    handlerPosition: {
      ...position,
      path: isBareHandler ? path : [...path, 'hooks', i],
      indexPath: `${indexPath}.${i}`,
    },
  }));
  const foreignHandlers = handlers.filter(({ handler }) => !isOwnEntry(handler));
  if (foreignHandlers.length === 0) return;
  const matcher = group.matcher ?? '';
  const subject = matcherSubjectOf(native);
  const patternProblem = subject && patternError(matcher === '*' ? '' : matcher);
  if (patternProblem) {
    report(state, [...path, 'matcher'], patternProblem);
    return void addStandIn(position, state.problems.slice(-1), state);
  }
  if (position.row.events[0] === 'other' && matcher !== '' && matcher !== '*')
    report(state, [...path, 'matcher'], `not applied to ${native}: the hook runs on each of them`, makeWarning);
  const pattern = subject && patternOf(matcher, subject);
  const match: Match = subject && pattern ? { [subject]: pattern } : {};
  for (const { handler, handlerPosition } of foreignHandlers)
    readHandler(handler, { ...handlerPosition, match }, state);
}

/** Is this the entry that anyhook itself wrote into the file? */
function isOwnEntry(handler: unknown): boolean {
  const command = isObject(handler) ? [handler['command'], ...[handler['args']].flat()].join(' ') : '';
  return /anyhook(?:\.[cm]js)? run --host|anyhook-hook/.test(command);
}

const schemas = { command: commandSchema, prompt: promptSchema, http: httpSchema } as const;

/** Required field → handler type: it shows the type of a handler that does not name one. */
const typeFields = { command: 'command', prompt: 'prompt', url: 'http' } as const;

function typeByField(handler: Readonly<Record<string, unknown>>): string | undefined {
  const fields = Object.entries(typeFields).filter(([field]) => typeof handler[field] === 'string');
  return fields.length === 1 ? fields[0]?.[1] : undefined;
}

/** Adds the type if only the fields show it, and replaces a timeout that cannot be used. */
function completeHandler(rawHandler: unknown, path: FieldPath, state: LoadState): unknown {
  if (!isObject(rawHandler)) return rawHandler;
  const type = rawHandler['type'] === undefined ? typeByField(rawHandler) : undefined;
  const withType = type === undefined ? rawHandler : { ...rawHandler, type };
  if (rawHandler['timeout'] === undefined) return withType;
  const { timeout, ...rest } = withType as Readonly<Record<string, unknown>>;
  const seconds = typeof timeout === 'string' && timeout.trim() !== '' ? Number(timeout) : timeout;
  if (typeof seconds === 'number' && seconds > 0 && seconds <= maxTimeoutSeconds) return { ...rest, timeout: seconds };
  const isLong = typeof seconds === 'number' && seconds > maxTimeoutSeconds;
  const fallback = isLong ? `${maxTimeoutSeconds} seconds are used` : 'the default is used';
  const message = `expected seconds, more than 0 and at most ${maxTimeoutSeconds}, got ${quoteValue(timeout)}: ${fallback}`;
  report(state, [...path, 'timeout'], message, makeWarning);
  return isLong ? { ...rest, timeout: maxTimeoutSeconds } : rest;
}

function readHandler(rawHandler: unknown, position: EntryPosition & { readonly match: Match }, state: LoadState): void {
  const { doc, problems } = state;
  const handler = completeHandler(rawHandler, position.path, state);
  const typeCheck = checkSchema(typeShape, doc, handler, position.path);
  problems.push(...typeCheck.problems);
  if (!typeCheck.output) return void addStandIn(position, typeCheck.problems, state);
  const { type } = typeCheck.output;
  if (type === 'agent' || type === 'mcp_tool') {
    report(state, position.path, `"${type}" handlers can only be run by Claude Code itself: left out`, makeWarning);
    return;
  }
  const checked = checkEntry(schemas[type] as v.GenericSchema<unknown, ClaudeHandler>, doc, handler, position.path);
  problems.push(...checked.problems);
  if (!checked.output) return void addStandIn(position, checked.problems, state);
  for (const { field, message } of unsupportedFields(checked.output, position.native))
    report(state, [...position.path, field], message, makeWarning);
  state.hooks.push(hookOf(checked.output, position, state));
}

/** Puts a stand-in where an entry cannot be loaded. */
function addStandIn(
  position: EntryPosition & { readonly match?: Match },
  found: readonly Problem[],
  { file, flavour, doc, hooks }: LoadState,
): void {
  const isPlugin = flavour === 'plugin';
  const { native, row, indexPath, path, match = {} } = position;
  hooks.push(
    unloadableHook(
      {
        id: `${originOf(file, isPlugin)}.claude.${native}.${indexPath}`,
        dialect: 'claude',
        events: row.events,
        nativeEvent: native,
        scope: file.scope,
        source: file.path,
        line: doc.lineOf(path),
        position: hooks.length,
        root: file.root,
        match: row.events[0] === 'other' ? { ...match, nativeEvent: native } : match,
        flavour: flavour,
      },
      found,
    ),
  );
}

function hookOf(
  entry: ClaudeHandler,
  position: EntryPosition & { readonly match: Match },
  { file, flavour, doc, hooks }: LoadState,
): Hook {
  const isPlugin = flavour === 'plugin';
  const isOther = position.row.events[0] === 'other';
  const isAsync = entry.type === 'command' && (entry.async === true || entry.asyncRewake === true);
  const hook: Hook = {
    id: `${originOf(file, isPlugin)}.claude.${position.native}.${position.indexPath}`,
    dialect: 'claude',
    events: position.row.events,
    nativeEvent: position.native,
    scope: file.scope,
    source: file.path,
    line: doc.lineOf(position.path),
    position: hooks.length,
    root: file.root,
    ...(entry.statusMessage ? { description: entry.statusMessage } : {}),
    enabled: true,
    blocking: !isAsync,
    async: isAsync,
    mode: 'enforce',
    priority: 100,
    timeoutMs: Math.ceil((entry.timeout ?? (entry.type === 'prompt' ? 30 : 60)) * 1000),
    match: {
      ...position.match,
      ...(entry.if === undefined ? {} : { rule: ruleOf(entry.if) }),
      ...(isOther ? { nativeEvent: position.native } : {}),
    },
    handler: handlerOf(entry, file, isPlugin),
    onFailure: 'open',
    warnOnFailure: true,
    concurrent: false,
    stopsList: false,
    parallel: false,
    recheck: true,
    profiles: [],
    files: [file.path, ...handlerScripts(entry, file)],
    flavour: flavour,
  };
  return withExitRule(hook, isPlugin ? 'decisions' : 'claude');
}

function originOf({ path, scope }: HookFile, isPlugin: boolean): string {
  if (isPlugin) return 'plugin';
  if (scope !== 'project') return scope;
  return basename(path) === 'settings.local.json' ? 'local' : 'settings';
}
