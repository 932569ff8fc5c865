import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { nearestWord, type Problem, quoteValue } from '../../core/errors.js';
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
import { claudeTypes, commandSchema, httpSchema, longestTimeout, promptSchema } from './schema.js';

/** The outer shape of a file or group. Handlers are checked one by one: a broken one does not disable the others. */
const pluginShape = strict({ description: v.optional(v.string()), hooks: v.optional(v.unknown()) });
const groupShape = strict({ matcher: v.nullish(v.string()), hooks: v.array(v.unknown()) });
const typeShape = v.looseObject({ type: v.picklist(claudeTypes) });

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
  const own = join(root, '.claude');
  const user = join(home, '.claude');
  return [
    { scope: 'user', dir: user, root: user, find: file('settings.json'), flavour: 'settings' },
    { scope: 'project', dir: join(root, 'hooks'), root, find: file(pluginFile), flavour: 'plugin' },
    { scope: 'project', dir: own, root, find: file('settings.json'), flavour: 'settings' },
    { scope: 'project', dir: own, root, find: file('settings.local.json'), flavour: 'settings' },
  ];
}

function load(file: HookFile): LoadedFile {
  const parsed = parseJson(file.text, file.path);
  if (!('doc' in parsed)) return { hooks: [], problems: parsed.problems };
  const { doc } = parsed;
  const flavour = file.flavour ?? flavourOf(file.path);
  const reading: LoadState = { file, flavour, doc, hooks: [], problems: [...parsed.problems] };
  for (const [native, entries] of Object.entries(eventsOf(reading))) readEvent(native, entries, reading);
  return { hooks: reading.hooks, problems: reading.problems };
}

interface LoadState {
  readonly file: HookFile;
  readonly flavour: string;
  readonly doc: ParsedFile;
  readonly hooks: Hook[];
  readonly problems: Problem[];
}

function report({ doc, problems }: LoadState, at: FieldPath, message: string, as = makeProblem): void {
  problems.push(as(doc.source, message, doc.lineOf(at), at.join('.')));
}

function eventsOf(reading: LoadState): Readonly<Record<string, unknown>> {
  const { doc, flavour, problems } = reading;
  const top = doc.value;
  if (!isObject(top)) {
    report(reading, [], `expected a map with "hooks", got ${quoteValue(top)}`);
    return {};
  }
  // An unknown key in a plugin's file is an error, but its hooks are loaded all the same.
  if (flavour === 'plugin') problems.push(...checkSchema(pluginShape, doc).problems);
  const events = top['hooks'] ?? {};
  if (isObject(events)) return events;
  report(reading, ['hooks'], `expected a map of events, got ${quoteValue(events)}`);
  return {};
}

function readEvent(native: string, entries: unknown, reading: LoadState): void {
  const path = ['hooks', native];
  const row = Object.hasOwn(claude.events, native) ? claude.events[native] : undefined;
  if (!row) {
    const near = nearestWord(native, Object.keys(claude.events));
    const hint = near ? `did you mean "${near}"?` : `known events: ${Object.keys(claude.events).join(', ')}`;
    report(reading, path, `unknown event "${native}"; ${hint}`);
  } else if (!Array.isArray(entries)) {
    report(reading, path, `expected a list of {matcher, hooks}, got ${quoteValue(entries)}`);
  } else {
    entries.forEach((entry: unknown, i) => {
      readGroup(entry, { native, row, path: [...path, i], place: `${i}` }, reading);
    });
  }
}

interface EntryPosition {
  readonly native: string;
  readonly row: FormatEvent;
  readonly path: FieldPath;
  /** Numbers of group and handler, for the id. */
  readonly place: string;
}

function readGroup(entry: unknown, about: EntryPosition, reading: LoadState): void {
  // Older files have handlers where groups belong.
  if (isObject(entry) && !('hooks' in entry) && ('type' in entry || typeByField(entry))) {
    const { matcher, ...handler } = entry;
    readFrame({ matcher, hooks: [handler] }, { ...about, bare: true }, reading);
  } else readFrame(entry, { ...about, bare: false }, reading);
}

function readFrame(entry: unknown, about: EntryPosition & { readonly bare: boolean }, reading: LoadState): void {
  const { native, path, place, bare } = about;
  const { output: group, problems } = checkEntry(groupShape, reading.doc, entry, path);
  reading.problems.push(...problems);
  if (!group) return void keepPlace(about, problems, reading);
  const handlers = group.hooks.map((handler, i) => ({
    handler,
    at: { ...about, path: bare ? path : [...path, 'hooks', i], place: `${place}.${i}` },
  }));
  const theirs = handlers.filter(({ handler }) => !isOwnEntry(handler));
  if (theirs.length === 0) return;
  const matcher = group.matcher ?? '';
  const subject = matcherSubjectOf(native);
  const wrong = subject && patternError(matcher === '*' ? '' : matcher);
  if (wrong) {
    report(reading, [...path, 'matcher'], wrong);
    return void keepPlace(about, reading.problems.slice(-1), reading);
  }
  if (about.row.events[0] === 'other' && matcher !== '' && matcher !== '*')
    report(reading, [...path, 'matcher'], `not applied to ${native}: the hook runs on each of them`, makeWarning);
  const pattern = subject && patternOf(matcher, subject);
  const match: Match = subject && pattern ? { [subject]: pattern } : {};
  for (const { handler, at } of theirs) readHandler(handler, { ...at, match }, reading);
}

/** Is this the entry that anyhook itself wrote into the file? */
function isOwnEntry(handler: unknown): boolean {
  const command = isObject(handler) ? [handler['command'], ...[handler['args']].flat()].join(' ') : '';
  return /anyhook(?:\.[cm]js)? run --host|anyhook-hook/.test(command);
}

const schemas = { command: commandSchema, prompt: promptSchema, http: httpSchema } as const;

/** The field that each type cannot do without; it tells the type of a handler that does not name one. */
const typeFields = { command: 'command', prompt: 'prompt', url: 'http' } as const;

function typeByField(handler: Readonly<Record<string, unknown>>): string | undefined {
  const fields = Object.entries(typeFields).filter(([field]) => typeof handler[field] === 'string');
  return fields.length === 1 ? fields[0]?.[1] : undefined;
}

/** The handler with its type, if only its fields tell it, and with a timeout that can be used. */
function completeHandler(given: unknown, path: FieldPath, reading: LoadState): unknown {
  if (!isObject(given)) return given;
  const type = given['type'] === undefined ? typeByField(given) : undefined;
  const typed = type === undefined ? given : { ...given, type };
  if (given['timeout'] === undefined) return typed;
  const { timeout, ...rest } = typed as Readonly<Record<string, unknown>>;
  const seconds = typeof timeout === 'string' && timeout.trim() !== '' ? Number(timeout) : timeout;
  if (typeof seconds === 'number' && seconds > 0 && seconds <= longestTimeout) return { ...rest, timeout: seconds };
  const isLong = typeof seconds === 'number' && seconds > longestTimeout;
  const instead = isLong ? `${longestTimeout} seconds are used` : 'the default is used';
  const message = `expected seconds, more than 0 and at most ${longestTimeout}, got ${quoteValue(timeout)}: ${instead}`;
  report(reading, [...path, 'timeout'], message, makeWarning);
  return isLong ? { ...rest, timeout: longestTimeout } : rest;
}

function readHandler(given: unknown, about: EntryPosition & { readonly match: Match }, reading: LoadState): void {
  const { doc, problems } = reading;
  const handler = completeHandler(given, about.path, reading);
  const typed = checkSchema(typeShape, doc, handler, about.path);
  problems.push(...typed.problems);
  if (!typed.output) return void keepPlace(about, typed.problems, reading);
  const { type } = typed.output;
  if (type === 'agent' || type === 'mcp_tool') {
    report(reading, about.path, `"${type}" handlers can only be run by Claude Code itself: left out`, makeWarning);
    return;
  }
  const checked = checkEntry(schemas[type] as v.GenericSchema<unknown, ClaudeHandler>, doc, handler, about.path);
  problems.push(...checked.problems);
  if (!checked.output) return void keepPlace(about, checked.problems, reading);
  for (const { field, message } of unsupportedFields(checked.output, about.native))
    report(reading, [...about.path, field], message, makeWarning);
  reading.hooks.push(hookOf(checked.output, about, reading));
}

/** Puts a stand-in where an entry cannot be loaded. */
function keepPlace(
  about: EntryPosition & { readonly match?: Match },
  found: readonly Problem[],
  { file, flavour, doc, hooks }: LoadState,
): void {
  const isPlugin = flavour === 'plugin';
  const { native, row, place, path, match = {} } = about;
  hooks.push(
    unloadableHook(
      {
        id: `${originOf(file, isPlugin)}.claude.${native}.${place}`,
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
  given: ClaudeHandler,
  about: EntryPosition & { readonly match: Match },
  { file, flavour, doc, hooks }: LoadState,
): Hook {
  const isPlugin = flavour === 'plugin';
  const isOther = about.row.events[0] === 'other';
  const isAsync = given.type === 'command' && (given.async === true || given.asyncRewake === true);
  return {
    id: `${originOf(file, isPlugin)}.claude.${about.native}.${about.place}`,
    dialect: 'claude',
    events: about.row.events,
    nativeEvent: about.native,
    scope: file.scope,
    source: file.path,
    line: doc.lineOf(about.path),
    position: hooks.length,
    root: file.root,
    ...(given.statusMessage ? { description: given.statusMessage } : {}),
    enabled: true,
    blocking: !isAsync,
    async: isAsync,
    mode: 'enforce',
    priority: 100,
    timeoutMs: Math.ceil((given.timeout ?? (given.type === 'prompt' ? 30 : 60)) * 1000),
    match: {
      ...about.match,
      ...(given.if === undefined ? {} : { rule: ruleOf(given.if) }),
      ...(isOther ? { nativeEvent: about.native } : {}),
    },
    handler: handlerOf(given, file, isPlugin),
    // The plugin rule is about programs. A model or server that does not answer must not block.
    onFailure: isPlugin && about.row.blocks && given.type === 'command' ? 'closed' : 'open',
    warnOnFailure: true,
    concurrent: !isPlugin,
    stopsList: isPlugin,
    parallel: false,
    recheck: true,
    profiles: [],
    files: [file.path, ...handlerScripts(given, file)],
    flavour: flavour,
  };
}

function originOf({ path, scope }: HookFile, isPlugin: boolean): string {
  if (isPlugin) return 'plugin';
  if (scope !== 'project') return scope;
  return basename(path) === 'settings.local.json' ? 'local' : 'settings';
}
