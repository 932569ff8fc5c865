import { type Hook, isObject, type Match, quoteValue } from '@anyhook/core';
import * as v from 'valibot';
import {
  addHook,
  addStandIn,
  checkedEntry,
  type EntryFile,
  type EntryPosition,
  eventRow,
  isOwnCommand,
  leaveOut,
  readEntryFile,
  report,
  warn,
} from './entry-file.js';
import type { Codec, FormatEvent, HookFile, LoadedFile } from './format.js';
import { type ParseResult, parseJson, strict } from './parse.js';

/** How a format reads the entries of its JSON files, which have lists of handlers or groups below `hooks`. */
export interface JsonEntries<E> {
  readonly codec: Pick<Codec, 'name' | 'events'>;
  /** The first part of the ids of the file's hooks. */
  readonly origin: string;
  /** The file itself is the map of events; else that is below `hooks`. */
  readonly isEventMap?: boolean;
  /** Keys of the `hooks` map that are not events. */
  readonly otherKeys?: readonly string[];
  /** Fields of a group besides `matcher`, `hooks` and `description`. */
  readonly groupFields?: v.ObjectEntries;
  /** Handlers are in groups. Otherwise they may also be in the list itself, with their own matcher. */
  readonly onlyGroups?: true;
  readonly schema: v.GenericSchema<unknown, E>;
  /** Corrects a handler before it is checked. */
  complete(handler: Fields, warn: WarnField): Fields;
  /** Why anyhook cannot run a handler. */
  leaveOut(handler: Fields, native: string): string | undefined;
  /** When the hook runs; a text is the problem of the matcher. */
  match(matcher: string, native: string): Match | string;
  hook(entry: E, position: HandlerPosition): HookParts;
}

/** The position of a handler. */
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

/** Reports a field that is not used as written. */
export type WarnField = (field: string, message: string) => void;

/** Loads the hooks of a JSON file. An entry that cannot be loaded does not disable the others. */
export function loadJsonHooks<E>(file: HookFile, entries: JsonEntries<E>): LoadedFile {
  return loadParsedHooks(file, entries, parseJson(file.text, file.path));
}

/** Loads the hooks of a parsed file. */
export function loadParsedHooks<E>(file: HookFile, entries: JsonEntries<E>, parsed: ParseResult): LoadedFile {
  const { codec, origin, otherKeys } = entries;
  const readEvents = (of: EntryFile) => {
    const state: LoadState<E> = { ...of, entries };
    for (const [native, list] of Object.entries(eventsOf(state)))
      if (!otherKeys?.includes(native)) readEvent(native, list, state);
  };
  return readEntryFile(codec, file, file.flavour, readEvents, { origin, parsed });
}

interface LoadState<E> extends EntryFile {
  readonly entries: JsonEntries<E>;
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
  const path = state.entries.isEventMap ? [native] : ['hooks', native];
  const row = eventRow(state, native, path);
  if (!row) return;
  if (!Array.isArray(list)) return void report(state, path, `expected a list, got ${quoteValue(list)}`);
  for (const [i, item] of list.entries())
    readItem(item, { native, row, path: [...path, i], indexPath: `${native}.${i}` }, state);
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
  const group = checkedEntry(groupShape(groupFields), state, item, position);
  if (!group) return;
  const handlers = group['hooks'] as readonly unknown[];
  const at = (i: number) => ({ ...position, path: [...path, 'hooks', i], indexPath: `${indexPath}.${i}` });
  readHandlers(handlers, group, [...handlers.keys()].map(at), state);
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
    const problem = report(state, [...groupPath, 'matcher'], match);
    return void addStandIn(state, { ...first.position, path: groupPath }, [problem]);
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
  const { entries, file } = state;
  const { native, row, path } = position;
  const warnField: WarnField = (field, message) => warn(state, [...path, field], message);
  const handler = isObject(rawHandler) ? entries.complete(rawHandler, warnField) : rawHandler;
  const why = isObject(handler) ? entries.leaveOut(handler, native) : undefined;
  if (why !== undefined) return void leaveOut(state, path, why);
  const checked = checkedEntry(entries.schema, state, handler, position, match);
  if (!checked) return;
  const { scripts, ...parts } = entries.hook(checked as E, { native, row, file, group });
  const { description } = group;
  addHook(state, position, {
    concurrent: false,
    ...(typeof description === 'string' && description !== '' && { description }),
    ...parts,
    match,
    files: [file.path, ...scripts.filter((script) => script !== file.path)],
  });
}
