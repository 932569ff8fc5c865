import { type Hook, isObject, type Match, nearestWord, type Problem, quoteValue } from '@anyhook/core';
import * as v from 'valibot';
import { builtinHook } from './builtin-hook.js';
import { isOwnCommand } from './entry-file.js';
import type { Codec, FormatEvent, HookFile, LoadedFile } from './format.js';
import {
  checkEntry,
  type FieldPath,
  makeProblem,
  makeWarning,
  type ParsedFile,
  type ParseResult,
  parseJson,
  strict,
} from './parse.js';
import { unloadableHook } from './unloadable-hook.js';

/** What a format says about the entries of its JSON files, which have lists of handlers or groups below `hooks`. */
export interface JsonEntries<E> {
  readonly codec: Pick<Codec, 'name' | 'events'>;
  /** The first part of the ids of the file's hooks. */
  readonly origin: string;
  /** The file itself is the map of events; else that is below `hooks`. */
  readonly isEventMap?: boolean;
  /** Keys of the `hooks` map that are no events. */
  readonly otherKeys?: readonly string[];
  /** What a group may say besides `matcher`, `hooks` and `description`. */
  readonly groupFields?: v.ObjectEntries;
  /** Handlers stand in groups. Else they may also stand in the list itself, with their own matcher. */
  readonly onlyGroups?: true;
  readonly schema: v.GenericSchema<unknown, E>;
  /** Corrects a handler before it is checked. */
  complete(handler: Fields, warn: WarnField): Fields;
  /** Why a handler cannot be run by anyhook. */
  leaveOut(handler: Fields, native: string): string | undefined;
  /** When the hook runs; a text says what is wrong with the matcher. */
  match(matcher: string, native: string): Match | string;
  hook(entry: E, position: HandlerPosition): HookParts;
}

/** Where a handler stands. */
export interface HandlerPosition {
  readonly native: string;
  readonly row: FormatEvent;
  readonly file: HookFile;
  readonly group: Fields;
}

/** The parts of a hook that its format decides. */
export type HookParts = Partial<Hook> & Pick<Hook, 'handler' | 'timeoutMs'> & { readonly scripts: readonly string[] };

/** A JSON object whose fields are not checked yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** Reports a field that is not used as it is written. */
export type WarnField = (field: string, message: string) => void;

/** Loads the hooks of a JSON file. An entry that cannot be loaded does not disable the others. */
export function loadJsonHooks<E>(file: HookFile, entries: JsonEntries<E>): LoadedFile {
  return loadParsedHooks(file, entries, parseJson(file.text, file.path));
}

/** Loads the hooks of a file that is parsed already. */
export function loadParsedHooks<E>(file: HookFile, entries: JsonEntries<E>, parsed: ParseResult): LoadedFile {
  if (!('doc' in parsed)) return { hooks: [], problems: parsed.problems };
  const state: LoadState<E> = { file, entries, doc: parsed.doc, hooks: [], problems: [...parsed.problems] };
  const events = eventsOf(state);
  for (const [native, list] of Object.entries(events)) {
    if (!entries.otherKeys?.includes(native)) readEvent(native, list, state);
  }
  return { hooks: state.hooks, problems: state.problems };
}

interface LoadState<E> {
  readonly file: HookFile;
  readonly entries: JsonEntries<E>;
  readonly doc: ParsedFile;
  readonly hooks: Hook[];
  readonly problems: Problem[];
}

/** The entry that is being read; `indexPath` has the numbers of group and handler, for the id. */
interface EntryPosition {
  readonly native: string;
  readonly row: FormatEvent;
  readonly path: FieldPath;
  readonly indexPath: string;
}

function report<E>({ doc, problems }: LoadState<E>, path: FieldPath, message: string, make = makeProblem): void {
  problems.push(make(doc.source, message, doc.lineOf(path), path.join('.') || undefined));
}

function eventsOf<E>(state: LoadState<E>): Fields {
  const top = state.doc.value;
  if (state.entries.isEventMap && isObject(top)) return top;
  const events = isObject(top) ? (top['hooks'] ?? {}) : undefined;
  if (isObject(events)) return events;
  if (events === undefined) report(state, [], `expected a map with "hooks", got ${quoteValue(top)}`);
  else report(state, ['hooks'], `expected a map of events, got ${quoteValue(events)}`);
  return {};
}

function readEvent<E>(native: string, list: unknown, state: LoadState<E>): void {
  const { events } = state.entries.codec;
  const path = state.entries.isEventMap ? [native] : ['hooks', native];
  const row = Object.hasOwn(events, native) ? events[native] : undefined;
  if (!row) {
    const near = nearestWord(native, Object.keys(events));
    const hint = near ? `did you mean "${near}"?` : `known events: ${Object.keys(events).join(', ')}`;
    report(state, path, `unknown event "${native}"; ${hint}`);
  } else if (!Array.isArray(list)) report(state, path, `expected a list, got ${quoteValue(list)}`);
  else
    for (const [i, item] of list.entries())
      readItem(item, { native, row, path: [...path, i], indexPath: String(i) }, state);
}

/** Reads a group of handlers, or one handler. */
function readItem<E>(item: unknown, position: EntryPosition, state: LoadState<E>): void {
  const { path, indexPath } = position;
  const { onlyGroups, groupFields = {} } = state.entries;
  if (!onlyGroups && !(isObject(item) && 'hooks' in item)) {
    const { matcher, ...handler } = isObject(item) ? item : {};
    readHandlers(isObject(item) ? [handler] : [item], { matcher }, [position], state);
    return;
  }
  const { output, problems } = checkEntry(groupShape(groupFields), state.doc, item, path);
  state.problems.push(...problems);
  const group = output as (Fields & { readonly hooks: readonly unknown[] }) | undefined;
  if (!group) return void addStandIn(position, {}, problems, state);
  const positions = group.hooks.map((_, i) => ({
    ...position,
    path: [...path, 'hooks', i],
    indexPath: `${indexPath}.${i}`,
  }));
  readHandlers(group.hooks, group, positions, state);
}

const groupShape = (fields: v.ObjectEntries) =>
  strict({
    matcher: v.nullish(v.string()),
    description: v.optional(v.unknown()),
    ...fields,
    hooks: v.array(v.unknown()),
  });

function readHandlers<E>(
  handlers: readonly unknown[],
  group: Fields,
  positions: readonly EntryPosition[],
  state: LoadState<E>,
): void {
  const foreign = handlers.flatMap((handler, i) => {
    const position = positions[i];
    return position && !isOwnEntry(handler) ? [{ handler, position }] : [];
  });
  const [first] = foreign;
  if (!first) return;
  const { matcher = '' } = group;
  const groupPath = first.position.path.slice(0, state.entries.isEventMap ? 2 : 3);
  const match =
    typeof matcher === 'string' || matcher === null
      ? state.entries.match(matcher ?? '', first.position.native)
      : `expected a string, got ${quoteValue(matcher)}`;
  if (typeof match === 'string') {
    report(state, [...groupPath, 'matcher'], match);
    return void addStandIn({ ...first.position, path: groupPath }, {}, state.problems.slice(-1), state);
  }
  for (const { handler, position } of foreign) readHandler(handler, position, { group, match }, state);
}

/** Is this the entry that anyhook itself wrote into the file? */
const isOwnEntry = (handler: unknown): boolean =>
  isObject(handler) && isOwnCommand(Object.values(handler).flat().join(' '));

function readHandler<E>(
  rawHandler: unknown,
  position: EntryPosition,
  { group, match }: { readonly group: Fields; readonly match: Match },
  state: LoadState<E>,
): void {
  const { entries, doc, file, hooks, problems } = state;
  const { native, row, path, indexPath } = position;
  const warn: WarnField = (field, message) => report(state, [...path, field], message, makeWarning);
  const handler = isObject(rawHandler) ? entries.complete(rawHandler, warn) : rawHandler;
  const why = isObject(handler) ? entries.leaveOut(handler, native) : undefined;
  if (why !== undefined) {
    report(state, path, `${why}: left out`, makeWarning);
    return;
  }
  const checked = checkEntry(entries.schema, doc, handler, path);
  problems.push(...checked.problems);
  if (!checked.output) return void addStandIn(position, match, checked.problems, state);
  const { scripts, ...parts } = entries.hook(checked.output as E, { native, row, file, group });
  const { description } = group;
  hooks.push(
    builtinHook({
      ...entryFields(position, match, state),
      ...(typeof description === 'string' && description !== '' && { description }),
      ...parts,
      id: `${entries.origin}.${entries.codec.name}.${native}.${indexPath}`,
      files: [file.path, ...scripts.filter((script) => script !== file.path)],
    }),
  );
}

/** Puts a stand-in where an entry cannot be loaded. */
function addStandIn<E>(position: EntryPosition, match: Match, found: readonly Problem[], state: LoadState<E>): void {
  const { entries, hooks } = state;
  const id = `${entries.origin}.${entries.codec.name}.${position.native}.${position.indexPath}`;
  hooks.push(unloadableHook({ ...entryFields(position, match, state), id }, found, position.row));
}

function entryFields<E>(
  { native, row, path }: EntryPosition,
  match: Match,
  { file, entries, doc, hooks }: LoadState<E>,
) {
  return {
    dialect: entries.codec.name,
    events: row.events,
    nativeEvent: native,
    scope: file.scope,
    source: file.path,
    line: doc.lineOf(path),
    position: hooks.length,
    root: file.root,
    match: row.events[0] === 'other' ? { ...match, nativeEvent: native } : match,
    ...(file.flavour !== undefined && { flavour: file.flavour }),
  };
}
