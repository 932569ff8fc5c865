import { basename, isAbsolute, relative } from 'node:path';
import { callsAnyhook, type Hook, isObject, type Match, nearestWord, type Problem, quoteValue } from '@anyhook/core';
import * as v from 'valibot';
import { hookWithDefaults } from './builtin-hook.js';
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
import { scriptsIn } from './scripts.js';
import { unloadableHook } from './unloadable-hook.js';

/** A file of an agent that is read entry by entry: a broken entry does not disable the others. */
export interface EntryFile {
  readonly codec: Pick<Codec, 'name' | 'events'>;
  readonly file: HookFile;
  readonly flavour: string | undefined;
  /** The first part of the ids of its hooks. */
  readonly origin: string;
  readonly doc: ParsedFile;
  readonly hooks: Hook[];
  readonly problems: Problem[];
}

/** The position of an entry, and its event. */
export interface EntryPosition {
  readonly native: string;
  readonly row: FormatEvent;
  readonly path: FieldPath;
  /** What distinguishes the entry from the others of its file, for the id. */
  readonly indexPath: string;
}

/** The fields of a hook besides those that its position gives; the rest are defaults. */
type EntryFields = Partial<Hook> & Pick<Hook, 'handler' | 'timeoutMs'>;

/** Parses a file, JSON unless it is parsed already, and reads its entries. */
export function readEntryFile(
  codec: EntryFile['codec'],
  file: HookFile,
  flavour: string | undefined,
  readEntries: (entries: EntryFile) => void,
  { origin = originOf(file, flavour), parsed = parseJson(file.text, file.path) }: ReadEntryFileOptions = {},
): LoadedFile {
  if (!('doc' in parsed)) return { hooks: [], problems: parsed.problems };
  const entries = { codec, file, flavour, origin, doc: parsed.doc, hooks: [], problems: [...parsed.problems] };
  readEntries(entries);
  return { hooks: entries.hooks, problems: entries.problems };
}

interface ReadEntryFileOptions {
  readonly origin?: string;
  readonly parsed?: ParseResult;
}

export function report(
  { doc, problems }: EntryFile,
  path: FieldPath,
  message: string,
  make: typeof makeProblem = makeProblem,
): Problem {
  const problem = make(doc.source, message, doc.lineOf(path), path.join('.') || undefined);
  problems.push(problem);
  return problem;
}

export const warn = (entries: EntryFile, path: FieldPath, message: string): Problem =>
  report(entries, path, message, makeWarning);

/** Reports that only the agent itself supports an entry. */
export const leaveOut = (entries: EntryFile, path: FieldPath, what: string): Problem =>
  warn(entries, path, `${what}: left out`);

/** The row of an event; an unknown one is reported. */
export function eventRow(entries: EntryFile, native: string, path: FieldPath): FormatEvent | undefined {
  const { events } = entries.codec;
  if (Object.hasOwn(events, native)) return events[native];
  const near = nearestWord(native, Object.keys(events));
  const hint = near ? `did you mean "${near}"?` : `known events: ${Object.keys(events).join(', ')}`;
  report(entries, path, `unknown event "${native}"; ${hint}`);
  return undefined;
}

/** The entries of each known event of a map; values that are not lists are reported. */
export function* listedEntries(
  entries: EntryFile,
  events: unknown,
  path: FieldPath,
): Generator<EntryPosition & { readonly entry: unknown }> {
  if (!isObject(events)) {
    report(entries, path, `expected a map of events, got ${quoteValue(events)}`);
    return;
  }
  for (const [native, list] of Object.entries(events)) {
    const eventPath = [...path, native];
    const row = eventRow(entries, native, eventPath);
    if (!row) continue;
    if (Array.isArray(list))
      for (const [i, entry] of list.entries())
        yield { native, row, entry, path: [...eventPath, i], indexPath: `${native}.${i}` };
    else {
      const problem = report(entries, eventPath, `expected a list of hooks, got ${quoteValue(list)}`);
      addStandIn(entries, { native, row, path: eventPath, indexPath: native }, [problem]);
    }
  }
}

/** The outer shape of a file of hooks. Entries are checked one by one: a broken one does not disable the others. */
export const fileShape = strict({
  $schema: v.optional(v.unknown()),
  version: v.optional(v.unknown()),
  hooks: v.optional(v.unknown()),
});

/** The map of a file of hooks, after a check of its keys; undefined and reported if it is not a map. */
export function checkedFile(
  entries: EntryFile,
  shape: v.GenericSchema = fileShape,
): Readonly<Record<string, unknown>> | undefined {
  const { value } = entries.doc;
  if (isObject(value)) entries.problems.push(...checkEntry(shape, entries.doc).problems);
  else report(entries, [], `expected a map with "hooks", got ${quoteValue(value)}`);
  return isObject(value) ? value : undefined;
}

/** Checks an entry. An unknown key is a warning; an unusable entry gets a placeholder. */
export function checkedEntry<S extends v.GenericSchema>(
  schema: S,
  entries: EntryFile,
  entry: unknown,
  position: EntryPosition,
  match: Match = {},
): v.InferOutput<S> | undefined {
  const checked = checkEntry(schema, entries.doc, entry, position.path);
  entries.problems.push(...checked.problems);
  if (checked.output === undefined) addStandIn(entries, position, checked.problems, { match });
  return checked.output;
}

/** Adds a placeholder for an entry that cannot be loaded. */
export function addStandIn(
  entries: EntryFile,
  position: EntryPosition,
  found: readonly Problem[],
  { match, ...fields }: Partial<Hook> = {},
): void {
  const entry = { ...placeOf(entries, position), ...fields, match: matchOf(position, match) };
  entries.hooks.push(unloadableHook(entry, found, position.row));
}

/** Adds the hook of an entry. */
export function addHook(entries: EntryFile, position: EntryPosition, { match, ...fields }: EntryFields): void {
  const { blockingFailures } = position.row;
  entries.hooks.push(
    hookWithDefaults({
      ...placeOf(entries, position),
      ...(blockingFailures && fields.handler.kind === 'command' && { blockingFailures }),
      concurrent: true,
      files: [entries.file.path],
      ...fields,
      match: matchOf(position, match),
    }),
  );
}

/** The tools of the event, and the entry's own conditions. A hook of an event that only its agent has names the event. */
function matchOf({ native, row }: EntryPosition, own: Match = {}): Match {
  return {
    ...(row.tools && { tool: row.tools }),
    ...(row.events[0] === 'other' && { nativeEvent: native }),
    ...own,
  };
}

function placeOf(entries: EntryFile, { native, row, path, indexPath }: EntryPosition) {
  const { codec, file, flavour, origin, doc, hooks } = entries;
  return {
    id: `${origin}.${codec.name}.${indexPath}`,
    dialect: codec.name,
    events: row.events,
    nativeEvent: native,
    scope: file.scope,
    source: file.path,
    line: doc.lineOf(path),
    position: hooks.length,
    root: file.root,
    ...(flavour !== undefined && { flavour }),
  };
}

const originOf = ({ scope }: HookFile, flavour: string | undefined): string =>
  scope !== 'project' ? scope : flavour === 'plugin' ? 'plugin' : 'project';

/** A part of an id derived from a name: `my hook` becomes `my-hook`. */
export const idPart = (name: string): string => name.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|(?<!-)-+$/g, '');

/** The name of a file without its extension, as a part of an id. */
export const fileIdPart = (path: string): string => idPart(basename(path).replace(/\.(?:kiro\.hook|json)$/, ''));

/** A command of the file, which starts in the file's root or below it; trust covers the scripts that it names. */
export function commandFields(
  { file }: Pick<EntryFile, 'file'>,
  command: string,
  { folder = '.', vars = {} }: { readonly folder?: string; readonly vars?: Readonly<Record<string, string>> } = {},
): Pick<Hook, 'handler' | 'files'> {
  const base = isAbsolute(folder) ? folder : `${file.root}/${folder}`;
  const scripts = scriptsIn(command, { base, vars, exists: file.exists }).filter((path) => path !== file.path);
  const cwd = isAbsolute(folder) ? relative(file.root, folder) || '.' : folder;
  return { handler: { kind: 'command', form: 'shell', command, cwd }, files: [file.path, ...scripts] };
}

/** Is this the entry that anyhook itself wrote into the file of an agent? */
export const isOwnCommand = (command: unknown): boolean => callsAnyhook(command);

/** How a format writes a timeout. */
interface TimeoutRule {
  readonly field: string;
  readonly unit: 'seconds' | 'milliseconds';
  readonly defaultMs: number;
  /** The meaning of 0 in the format; the default if absent. */
  readonly zeroMs?: number;
}

const maxTimeoutMs = 86_400_000;

/** The timeout of an entry in milliseconds. An invalid one is a warning: it must not switch a guard off. */
export function timeoutMsOf(entries: EntryFile, entry: unknown, path: FieldPath, rule: TimeoutRule): number {
  const { field, unit, defaultMs, zeroMs = defaultMs } = rule;
  const value = isObject(entry) ? entry[field] : undefined;
  if (value === undefined || value === null) return defaultMs;
  if (value === 0) return zeroMs;
  const ms = typeof value === 'number' ? Math.ceil(value * (unit === 'seconds' ? 1000 : 1)) : Number.NaN;
  if (ms > 0 && ms <= maxTimeoutMs) return ms;
  const used = ms > maxTimeoutMs ? maxTimeoutMs : defaultMs;
  const expected = `expected ${unit}, more than 0 and at most a day, got ${quoteValue(value)}`;
  warn(entries, [...path, field], `${expected}: ${used / 1000} seconds are used`);
  return used;
}

/** An entry without these fields, which are read one by one and not by its schema. */
export const withoutFields = (entry: unknown, ...fields: readonly string[]): unknown =>
  isObject(entry) ? Object.fromEntries(Object.entries(entry).filter(([key]) => !fields.includes(key))) : entry;
