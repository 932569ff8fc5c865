import { join } from 'node:path';
import { isObject, type Match, parseJson, quoteValue } from '@anyhook/core';
import * as v from 'valibot';
import { antigravityEvents, toolEvents } from '../../../.cache/formats/antigravity/tables.js';
import {
  addHook,
  addStandIn,
  checkedEntry,
  commandFields,
  type EntryFile,
  type EntryPosition,
  eventRow,
  idPart,
  isOwnCommand,
  leaveOut,
  readEntryFile,
  report,
  timeoutMsOf,
  warn,
  withoutFields,
} from '../kit/entry-file.js';
import type { HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../kit/format.js';
import { filePlace } from '../kit/format.js';
import { namePattern } from '../kit/name-pattern.js';
import { makeWarning, strict } from '../kit/parse.js';
import { patternError } from '../kit/pattern.js';
import { commandSchema } from './schema.js';

const antigravity = { name: 'antigravity', events: antigravityEvents } as const;

const hooksFile = 'hooks.json';
const flavour = 'hooks';
const groupShape = strict({ matcher: v.nullish(v.string()), hooks: v.array(v.unknown()) });

/** Finds and reads Antigravity's hooks.json. Other programs also use the folder, so the file must have its form. */
export const antigravityLoader: HookLoader = {
  fileNames: ['.agents/hooks.json'],
  places,
  load,
  recognise: ({ path, name }) =>
    name === hooksFile && /(?:^|\/)(?:\.agents|\.gemini\/config)\//.test(path) ? 'yes' : 'no',
  placeOf: (path) => filePlace(path, flavour),
};

const place = (scope: HookPlace['scope'], dir: string, root: string): HookPlace => ({
  ...{ scope, dir, root, find: { kind: 'file', name: hooksFile }, flavour },
});

function places({ root, home }: SearchFolders): readonly HookPlace[] {
  const userFolder = join(home, '.gemini', 'config');
  return [place('user', userFolder, userFolder), place('project', join(root, '.agents'), root)];
}

/** Antigravity ignores the case of event names. */
const eventNames = new Map(Object.keys(antigravity.events).map((name) => [name.toLowerCase(), name]));
const eventOf = (key: string): string | undefined => eventNames.get(key.toLowerCase());

/** Is this a map of named hooks? One hook with one event, or one that is switched off, is enough. */
const hasForm = (value: unknown): boolean =>
  isObject(value) &&
  Object.values(value).some(
    (hook) =>
      isObject(hook) &&
      Object.entries(hook).some(
        ([key, given]) =>
          (eventOf(key) !== undefined && Array.isArray(given)) || (key === 'enabled' && typeof given === 'boolean'),
      ),
  );

/** A text that names an event as a key: it was meant to have the form, even if it cannot be parsed. */
const eventKey = new RegExp(`"(?:${[...eventNames.values()].join('|')})"\\s*:`, 'i');

function load(file: HookFile): LoadedFile {
  const value = parseJson(file.text);
  if (value === undefined ? !eventKey.test(file.text) : !hasForm(value))
    return { hooks: [], problems: foreign(file, value) };
  return readEntryFile(antigravity, file, flavour, (entries) => {
    for (const [name, hook] of Object.entries(entries.doc.value as object)) readNamedHook(name, hook, entries);
  });
}

/** Another program's file. An empty map may belong to any. */
function foreign({ path }: HookFile, value: unknown) {
  if (isObject(value) && Object.keys(value).length === 0) return [];
  return [makeWarning(path, 'not read: it has no hook in the form of Antigravity, {"name": {"PreToolUse": [...]}}', 1)];
}

function readNamedHook(name: string, hook: unknown, entries: EntryFile): void {
  if (!isObject(hook)) return void report(entries, [name], `expected a map of events, got ${quoteValue(hook)}`);
  const { enabled, ...events } = hook;
  if (enabled !== undefined && typeof enabled !== 'boolean')
    warn(entries, [name, 'enabled'], `expected true or false, got ${quoteValue(enabled)}: the hook is on`);
  for (const [key, list] of Object.entries(events)) {
    const path = [name, key];
    const native = eventOf(key) ?? key;
    const row = eventRow(entries, native, path);
    if (!row) continue;
    const position = { native, row, path, indexPath: `${idPart(name)}.${native}` };
    if (!Array.isArray(list)) {
      addStandIn(entries, position, [report(entries, path, `expected a list, got ${quoteValue(list)}`)]);
      continue;
    }
    for (const [i, entry] of list.entries()) {
      const at = { ...position, path: [...path, i], indexPath: `${position.indexPath}.${i}`, isOn: enabled !== false };
      if (toolEvents.includes(native)) readGroup(entry, at, entries);
      else readHandler(entry, { ...at, match: {} }, entries);
    }
  }
}

type HookPosition = EntryPosition & { readonly isOn: boolean };

function readGroup(entry: unknown, position: HookPosition, entries: EntryFile): void {
  // A handler instead of a group applies to all tools.
  if (isObject(entry) && typeof entry['command'] === 'string' && !('hooks' in entry)) {
    const { matcher, ...handler } = entry;
    return void readGroup({ ...(matcher !== undefined && { matcher }), hooks: [handler] }, position, entries);
  }
  const group = checkedEntry(groupShape, entries, entry, position);
  if (!group) return;
  const matcher = group.matcher ?? '';
  const why = patternError(matcher === '*' ? '' : matcher);
  if (why) return void addStandIn(entries, position, [report(entries, [...position.path, 'matcher'], why)]);
  const pattern = namePattern(matcher);
  const match: Match = pattern ? { tool: { source: pattern.source, mode: 'anchored' } } : {};
  for (const [i, handler] of group.hooks.entries()) {
    const at = { path: [...position.path, 'hooks', i], indexPath: `${position.indexPath}.${i}` };
    readHandler(handler, { ...position, ...at, match }, entries);
  }
}

const timeout = { field: 'timeout', unit: 'seconds', defaultMs: 30_000 } as const;

function readHandler(entry: unknown, position: HookPosition & { readonly match: Match }, entries: EntryFile): void {
  if (isObject(entry) && isOwnCommand(entry['command'])) return;
  if (isObject(entry) && entry['type'] === 'prompt')
    return void leaveOut(entries, position.path, '"prompt" handlers can only be run by Antigravity itself');
  const isToolEvent = toolEvents.includes(position.native);
  const handler = withoutFields(entry, 'timeout', ...(isToolEvent ? [] : ['matcher']));
  const checked = checkedEntry(commandSchema, entries, handler, position);
  if (!checked) return;
  addHook(entries, position, {
    ...commandFields(entries, checked.command),
    timeoutMs: timeoutMsOf(entries, entry, position.path, timeout),
    match: position.match,
    enabled: position.isOn,
  });
}
