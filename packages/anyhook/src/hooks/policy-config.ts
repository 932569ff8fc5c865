import { AnyhookError, type Hook, isObject } from '@anyhook/core';
import { type Document, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { configFormat, formats } from '../formats/index.js';
import { appendYaml } from '../formats/kit/yaml-edit.js';

/** The name of the telemetry key among the parts of a config. */
export const telemetryPart = 'telemetry';

/** The policies that come with the format of the config, as hooks. */
export const policyHooks = (): readonly Hook[] => formats[configFormat]?.policies?.('') ?? [];

/** The names of the policies that these hooks run. */
export const policyNamesOf = (hooks: readonly Hook[]): readonly string[] => {
  const used = hooks.flatMap(({ handler }) => (handler.kind === 'builtin' ? [handler.use] : []));
  return policyEntries()
    .map(({ use }) => use)
    .filter((use) => used.includes(use));
};

/** A policy as an entry under `hooks:`, or another entry that anyhook writes itself. */
interface PolicyEntry {
  readonly use: string;
  readonly on: string | readonly string[];
  readonly args?: unknown;
}

/** The name of the key `share` among the parts of a config. */
const sharePart = 'share';

/** The name of the key with folders of agents. */
const foldersKey = 'agentFolders';

/** The name of a folder of an agent among the parts. */
const folderPart = (format: string, folder: string): string => `agentFolder ${JSON.stringify([format, folder])}`;

const foldersOf = (parts: readonly string[]): readonly (readonly [string, string])[] =>
  parts
    .filter((part) => part.startsWith('agentFolder '))
    .map((part) => JSON.parse(part.slice('agentFolder '.length)) as [string, string]);

/** The name of an entry that is not a policy, among the parts: the whole entry, so a later version still knows it. */
const entryPart = (entry: PolicyEntry): string => `hook ${JSON.stringify(entry)}`;

const entriesOf = (parts: readonly string[]): readonly PolicyEntry[] => [
  ...policyEntries().filter(({ use }) => parts.includes(use)),
  ...parts
    .filter((part) => part.startsWith('hook '))
    .map((part) => JSON.parse(part.slice('hook '.length)) as PolicyEntry),
];

/** One entry for each policy, with all of its events. */
function policyEntries(): readonly PolicyEntry[] {
  const events = new Map<string, string[]>();
  for (const { handler, events: on } of policyHooks()) {
    if (handler.kind === 'builtin') events.set(handler.use, [...(events.get(handler.use) ?? []), ...on]);
  }
  return [...events].map(([use, on]) => ({ use, on: on.length === 1 ? (on[0] as string) : on }));
}

export interface ConfigEdit {
  readonly text: string;
  /** The parts that were added: names of policies, and `telemetry`. */
  readonly added: readonly string[];
  /** The parts that the file already had, whatever their settings. */
  readonly kept: readonly string[];
}

export interface ConfigParts {
  readonly policies: readonly string[];
  readonly telemetry: boolean;
  /** Further entries under `hooks:`. */
  readonly entries?: readonly PolicyEntry[];
  /** Leave hooks in an agent's own settings to that agent. */
  readonly isUnshared?: boolean;
  /** Further folders of agents, by the format of their hooks. */
  readonly agentFolders?: Readonly<Record<string, readonly string[]>>;
}

/** Adds policies and telemetry to the text of a config file; throws if the file is not a config. */
export function addConfigParts(path: string, text: string, parts: ConfigParts): ConfigEdit {
  const value: unknown = valueOf(text);
  if (value === null && text.trim() !== '') {
    const edit = addConfigParts(path, '', parts);
    return { ...edit, text: `${text.trimEnd()}\n${edit.text}` };
  }
  const file = isObject(value) ? value : {};
  const hasPolicy = ({ use }: PolicyEntry) => entriesIn(file).some((entry) => entry['use'] === use);
  const policies = policyEntries().filter(({ use }) => parts.policies.includes(use));
  const isPolicy = (entry: PolicyEntry) => policies.includes(entry);
  const wanted = [...policies, ...(parts.entries ?? [])];
  const missing = wanted.filter((entry) => !hasPolicy(entry));
  const isTelemetryNew = parts.telemetry && file[telemetryPart] === undefined;
  const isShareNew = parts.isUnshared === true && file[sharePart] !== false;
  if (isShareNew && file[sharePart] !== undefined)
    throw new AnyhookError(
      'BAD_HOOK_FILE',
      `${path}: "share" is set there already; change it by hand, or leave out --no-share`,
    );
  const withPolicies = missing.reduce((before, entry) => appendYaml(path, before, ['hooks'], entry), text);
  const newFolders = Object.entries(parts.agentFolders ?? {}).flatMap(([format, folders]) =>
    folders.filter((folder) => !foldersIn(file, format).includes(folder)).map((folder) => [format, folder] as const),
  );
  const withTelemetry = isTelemetryNew ? addKey(path, withPolicies, telemetryPart, {}) : withPolicies;
  const withShare = isShareNew ? addKey(path, withTelemetry, sharePart, false) : withTelemetry;
  return {
    text: newFolders.reduce((before, [format, folder]) => addFolder(path, before, format, folder), withShare),
    added: [
      ...missing.map((entry) => (isPolicy(entry) ? entry.use : entryPart(entry))),
      ...(isTelemetryNew ? [telemetryPart] : []),
      ...(isShareNew ? [sharePart] : []),
      ...newFolders.map(([format, folder]) => folderPart(format, folder)),
    ],
    kept: [
      ...wanted.filter(hasPolicy).map(({ use }) => use),
      ...(parts.telemetry && !isTelemetryNew ? [telemetryPart] : []),
    ],
  };
}

/** The text without the added parts, except those that were edited since; empty if nothing is left. */
export function removeConfigParts(text: string, added: readonly string[]): string {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) return text;
  const addedEntries = entriesOf(added);
  const hooks = document.get('hooks');
  if (isSeq(hooks)) {
    const isAddedEntry = (item: unknown) =>
      addedEntries.some((entry) => JSON.stringify(entry) === JSON.stringify(item));
    const values: unknown = hooks.toJS(document, { maxAliasCount: 100 });
    const list: readonly unknown[] = Array.isArray(values) ? values : [];
    hooks.items = hooks.items.filter((_, i) => !isAddedEntry(list[i]));
    if (hooks.items.length === 0 && list.length > 0) deleteKey(document, 'hooks');
  }
  const telemetry: unknown = document.toJS({ maxAliasCount: 100 })?.[telemetryPart];
  if (added.includes(telemetryPart) && JSON.stringify(telemetry) === '{}') deleteKey(document, telemetryPart);
  if (added.includes(sharePart) && document.get(sharePart) === false) deleteKey(document, sharePart);
  for (const [format, folder] of foldersOf(added)) removeFolder(document, format, folder);
  if (document.contents.items.length === 0 && !document.comment && !document.commentBefore) return '';
  return document.toString({ lineWidth: 0 });
}

/** Is this an entry that `addConfigParts` wrote for one of these parts? */
export const isAddedPolicy = ({ handler, match }: Hook, added: readonly string[]): boolean =>
  handler.kind === 'builtin' &&
  Object.keys(match).length === 0 &&
  entriesOf(added).some(
    ({ use, args }) => use === handler.use && JSON.stringify(args) === JSON.stringify(handler.args),
  );

/** Deletes a key; a comment above it may be about what follows, or about the file. */
function deleteKey(document: Document, key: string): void {
  if (!isMap(document.contents)) return;
  const { items } = document.contents;
  const index = items.findIndex((item) => isScalar(item.key) && item.key.value === key);
  const deletedKey = items[index]?.key;
  const comment = isScalar(deletedKey) ? deletedKey.commentBefore : undefined;
  document.delete(key);
  if (!comment) return;
  const next = items[index]?.key;
  if (isScalar(next)) next.commentBefore = [comment, ...(next.commentBefore ? [next.commentBefore] : [])].join('\n');
  else document.comment = [comment, ...(document.comment ? [document.comment] : [])].join('\n');
}

const foldersIn = (file: Readonly<Record<string, unknown>>, format: string): readonly unknown[] => {
  const all = file[foldersKey];
  return isObject(all) ? [all[format]].flat() : [];
};

function addFolder(path: string, text: string, format: string, folder: string): string {
  const value = valueOf(text);
  const all = isObject(value) && isObject(value[foldersKey]) ? value[foldersKey] : {};
  const known = [all[format] ?? []].flat();
  return addKey(path, text, foldersKey, { ...all, [format]: known.length === 0 ? folder : [...known, folder] });
}

/** Removes a folder of an agent, and the keys that become empty. */
function removeFolder(document: Document, format: string, folder: string): void {
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  const all = isObject(value) && isObject(value[foldersKey]) ? value[foldersKey] : undefined;
  if (!all || !foldersIn({ [foldersKey]: all }, format).includes(folder)) return;
  const left = [all[format]].flat().filter((one) => one !== folder);
  if (left.length > 0) document.setIn([foldersKey, format], left.length === 1 ? left[0] : left);
  else document.deleteIn([foldersKey, format]);
  if (left.length === 0 && Object.keys(all).length === 1) deleteKey(document, foldersKey);
}

function addKey(path: string, text: string, key: string, value: unknown): string {
  const document = parseDocument(text.trim() === '' ? '{}\n' : text);
  if (document.errors.length > 0 || !isMap(document.contents)) {
    const what = document.errors.length > 0 ? 'it is not valid YAML' : 'expected a map at its top';
    throw new AnyhookError(
      'BAD_HOOK_FILE',
      `${path}: ${what}, so "${key}" cannot be added; see "anyhook hooks validate"`,
    );
  }
  document.contents.flow = false;
  document.set(key, document.createNode(value));
  return document.toString({ lineWidth: 0 });
}

/** The value of a file that may be broken; `appendYaml` reports its problem. */
function valueOf(text: string): unknown {
  try {
    return parseDocument(text).toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

const entriesIn = (file: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(file['hooks']) ? file['hooks'].filter(isObject) : [];
