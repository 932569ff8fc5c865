import { dirname } from 'node:path';
import { getNodeValue } from 'jsonc-parser';
import type { Agent } from '../agents/agent.js';
import {
  type AgentInstall,
  callsAnyhook,
  type EntriesTarget,
  type InstallTarget,
  isWrittenByInit,
  targetsOf,
} from '../agents/kit/install.js';
import { readsEveryOddity } from '../agents/kit/settings-oddities.js';
import { objectOf } from '../core/json.js';
import { shellWord } from '../core/shell-quote.js';
import { unreadText } from '../install/find-oddities.js';
import { type HostPlan, type HostPlanOptions, planHost } from '../install/host-plan.js';
import { parseJsonObject } from '../install/json-edit.js';
import { timeoutInCommand } from '../install/json-entries.js';
import { isShellCommand, isSilentCommand } from '../install/launcher.js';
import { readConnection } from '../install/plugin.js';
import { readToml } from '../install/toml-lines.js';
import { isExecutable, readText } from '../platform/files/files.js';
import { largestSettings } from '../platform/files/settings-file.js';

/** One event that an entry handles. */
export interface RegisteredEvent {
  readonly event: string;
  /** The shell text that the agent runs; missing where an entry was written by hand. */
  readonly command?: string;
  readonly timeoutMs: number;
  readonly file: string;
  /** How many entries call anyhook for it. */
  readonly times: number;
  /** `own`: as init writes it. `old`: a plugin from another version. `unclear`: init cannot tell. */
  readonly state: 'own' | 'changed' | 'by-hand' | 'not-executable' | 'old' | 'unclear';
}

/** A settings file that we can parse and the agent does not read. */
export interface UnreadFile {
  readonly file: string;
  readonly problem: string;
}

/** What connects an agent in one scope. */
export interface ScopeEntries {
  readonly scope: 'user' | 'project';
  /** Where its entries are: a file, or a folder if each entry has its own file. */
  readonly file: string;
  readonly served: readonly RegisteredEvent[];
  /** Why its settings cannot be parsed. */
  readonly problem?: string;
  /** Why init could not change the existing entries: the file and its problem. */
  readonly trouble?: string;
  /** Files with entries that the agent does not read, and why. */
  readonly unread: readonly UnreadFile[];
  /** The agent does not trust the existing entries. */
  readonly distrusted: boolean;
  /** Events that can have an entry here. */
  readonly takes: readonly string[];
}

/** Reads the entries of an agent in one scope. */
export function readScopeEntries(host: Agent, install: AgentInstall, options: HostPlanOptions): ScopeEntries {
  const targets = targetsOf(install, options.place);
  const all = Object.keys(host.events);
  const [first] = targets.map((target) => (target.kind === 'files' ? dirname(target.file(all[0] ?? '')) : target.file));
  const takes = all.filter((event) => targets.some((one) => one.kind !== 'entries' || (one.takes?.(event) ?? true)));
  const base = { scope: options.place.scope, file: first ?? '', takes };
  const found = targets.map((target) => ({ target, entries: foundIn(target, all) }));
  for (const { target, entries } of found) {
    if ('problem' in entries && target.kind === 'entries')
      return { ...base, file: target.file, served: [], unread: [], problem: entries.problem, distrusted: false };
  }
  // Plan with the entry's own timeout, which another check covers, and its own style: older entries have no `exec`, or
  // no word for a missing anyhook.
  // Oddities of the file are a finding of their own.
  const lenient = { ...install, oddities: readsEveryOddity };
  const plan = ({ event, timeoutMs, command = '' }: EntryText): HostPlan =>
    planHost(host, isShellCommand(command) ? lenient : { ...lenient, posixShell: false }, [{ event, timeoutMs }], {
      ...options,
      isSilent: isSilentCommand(command),
    });
  const plans = new Map<string, HostPlan>();
  const served = found.flatMap(({ target, entries }) => {
    if ('problem' in entries) return [];
    for (const one of entries.own) plans.set(one.event, plans.get(one.event) ?? plan(one));
    const own = entries.own.map(
      (one): RegisteredEvent => ({ ...one, state: stateOf(one, target, plans.get(one.event)) }),
    );
    return [...own, ...entries.byHand.map((one): RegisteredEvent => ({ ...one, state: 'by-hand' }))];
  });
  const trust = [...plans.values()].some(({ changes }) => changes.some(({ use }) => use.tables !== undefined));
  const trouble = [...plans.values()].find(({ problem }) => problem !== undefined)?.problem;
  const unread = targets
    .filter((target) => target.kind === 'entries')
    .filter(({ file }) => served.some((one) => one.file === file))
    .flatMap((target) => unreadFile(host, install, target));
  return { ...base, served, unread, distrusted: trust, ...(trouble !== undefined && { trouble }) };
}

function unreadFile(host: Agent, install: AgentInstall, target: EntriesTarget): readonly UnreadFile[] {
  const { text = '', hasBom } = readWithoutMark(target.file);
  const problem = unreadText(host, install, { text, hasBom, target });
  return problem === undefined ? [] : [{ file: target.file, problem }];
}

/** An entry is unchanged if init would not change it. */
function stateOf(one: EntryText, target: InstallTarget, plan: HostPlan | undefined): RegisteredEvent['state'] {
  const change = plan?.changes.find(({ path }) => path === one.file);
  if (!plan || plan.problem !== undefined) return 'unclear';
  if (change && target.kind !== 'plugin') return 'changed';
  if (change) {
    const command = (text: string | undefined) => readConnection(text ?? '')?.command;
    return command(change.after?.toString('utf8')) === command(readText(one.file)) ? 'old' : 'changed';
  }
  return target.kind === 'files' && !isExecutable(one.file) ? 'not-executable' : 'own';
}

type EntryText = Omit<RegisteredEvent, 'state'>;
type FoundEntries =
  | { readonly own: readonly EntryText[]; readonly byHand: readonly EntryText[] }
  | { readonly problem: string };

function foundIn(target: InstallTarget, events: readonly string[]): FoundEntries {
  if (target.kind === 'entries') return entriesIn(target);
  if (target.kind === 'plugin') return { own: pluginEvents(target.file), byHand: [] };
  const files = events.map((event) => ({ event, file: target.file(event) }));
  const read = files.map((one) => ({ ...one, text: readText(one.file) ?? '' }));
  const bare = ({ event, file, text }: (typeof read)[number]): EntryText => ({
    event,
    file,
    command: shellWord(file),
    timeoutMs: timeoutInCommand(text),
    times: 1,
  });
  return {
    own: read.filter(({ text }) => isWrittenByInit(text)).map(bare),
    byHand: read.filter(({ text }) => !isWrittenByInit(text) && callsAnyhook(text)).map(bare),
  };
}

function pluginEvents(file: string): readonly EntryText[] {
  const { command = '', timeouts = {} } = readConnection(readText(file) ?? '') ?? {};
  return Object.entries(timeouts).map(([event, timeoutMs]) => ({
    event,
    file,
    command: `exec ${command} --timeout ${timeoutMs}`,
    timeoutMs,
    times: 1,
  }));
}

function entriesIn(target: EntriesTarget): FoundEntries {
  const { text } = readWithoutMark(target.file);
  if (text === undefined || text.trim() === '') return { own: [], byHand: [] };
  const value = valueOf(target.file, text);
  if (typeof value === 'string') return { problem: value };
  const at = target.keyPath.reduce<unknown>((map, key) => mapOf(map)[key], value);
  const events = new Map<string, string[]>();
  const add = (event: string, handler: unknown) => {
    const command = texts(handler).find(callsAnyhook);
    if (command !== undefined) events.set(event, [...(events.get(event) ?? []), command]);
  };
  const { eventKey } = target;
  if (eventKey !== undefined) for (const one of listOf(at)) add(String(mapOf(one)[eventKey]), one);
  else
    for (const [event, list] of Object.entries(mapOf(at)))
      for (const element of listOf(list))
        for (const handler of listOf(mapOf(element)['hooks'] ?? [element])) add(event, handler);
  const bare = [...events].map(([event, commands]): EntryText => {
    const command = commands.find(isWrittenByInit) ?? commands[0] ?? '';
    return { event, command, timeoutMs: timeoutInCommand(command), file: target.file, times: commands.length };
  });
  return {
    own: bare.filter(({ command }) => isWrittenByInit(command)),
    byHand: bare.filter(({ command }) => !isWrittenByInit(command)),
  };
}

function readWithoutMark(file: string): { readonly text?: string; readonly hasBom: boolean } {
  const text = readText(file, largestSettings);
  if (text === undefined) return { hasBom: false };
  const hasBom = text.startsWith('\uFEFF');
  return { text: hasBom ? text.slice(1) : text, hasBom };
}

/** Parses a settings file; returns a problem as text if that fails. */
function valueOf(file: string, text: string): object | string {
  if (file.endsWith('.toml')) {
    const read = readToml(text);
    return 'problem' in read ? read.problem : mapOf(read.value);
  }
  const doc = parseJsonObject(text);
  return typeof doc === 'string' ? doc : mapOf(getNodeValue(doc.root));
}

/** Reads a settings file without planning to change it. */
export function readAgentSettings(file: string): unknown {
  const { text } = readWithoutMark(file);
  const value = text === undefined || text.trim() === '' ? undefined : valueOf(file, text);
  return typeof value === 'string' ? undefined : value;
}

type Fields = Readonly<Record<string, unknown>>;
const mapOf = (value: unknown): Fields => objectOf(value) ?? {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** All strings in an entry, at any depth. */
const texts = (value: unknown, depth = 0): readonly string[] => {
  if (typeof value === 'string') return [value];
  return depth > 4 ? [] : Object.values(mapOf(value)).flatMap((one) => texts(one, depth + 1));
};
