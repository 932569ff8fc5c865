import { dirname } from 'node:path';
import {
  callsAnyhook,
  isExecutable,
  maxSettingsBytes,
  objectOf,
  readSettingsText,
  readText,
  shellWord,
} from '@anyhook/core';
import { getNodeValue } from 'jsonc-parser';
import type { Agent } from '../agents/agent.js';
import {
  type AgentInstall,
  type EntriesTarget,
  type InstallTarget,
  isWrittenByInit,
  targetsOf,
} from '../agents/kit/install.js';
import { readsEveryOddity } from '../agents/kit/settings-oddities.js';
import { type EntryPlan, type EntryPlanOptions, planAgentEntries } from '../install/entry-plan.js';
import { unreadReason } from '../install/find-oddities.js';
import { parseJsonObject } from '../install/json-edit.js';
import { timeoutInCommand } from '../install/json-entries.js';
import { isShellCommand, isSilentCommand } from '../install/launcher.js';
import { readConnection } from '../install/plugin.js';
import { readToml } from '../install/toml-lines.js';
import { joinWindowsWords } from '../install/windows-launcher.js';

export interface RegisteredEvent {
  readonly event: string;
  /** The shell text that the agent runs; missing if the entry was written by hand. */
  readonly command?: string;
  readonly timeoutMs: number;
  readonly file: string;
  /** How many entries call anyhook for it. */
  readonly times: number;
  /** `own`: as init writes it. `old`: a plugin from another version; `unfixed`: one that obeys the environment. `unclear`: init cannot change its file. */
  readonly state: 'own' | 'changed' | 'by-hand' | 'not-executable' | 'old' | 'unfixed' | 'unclear';
}

/** A settings file that we can parse and the agent does not read. */
interface UnreadFile {
  readonly file: string;
  readonly problem: string;
}

/** What connects an agent in one scope. */
export interface ScopeEntries {
  readonly scope: 'user' | 'project';
  /** Where its entries are: a file, or a folder if each entry has its own file. */
  readonly file: string;
  readonly registeredEvents: readonly RegisteredEvent[];
  /** Why its settings cannot be parsed. */
  readonly problem?: string;
  /** Why init could not change the existing entries: the file and its problem. */
  readonly editProblem?: string;
  /** Files with entries that the agent does not read, and why. */
  readonly unread: readonly UnreadFile[];
  /** The agent does not trust the existing entries. */
  readonly distrusted: boolean;
  /** Events that can have an entry here. */
  readonly possibleEvents: readonly string[];
}

export function readScopeEntries(agent: Agent, install: AgentInstall, options: EntryPlanOptions): ScopeEntries {
  const targets = targetsOf(install, options.place);
  const all = Object.keys(agent.events);
  const [firstPath] = targets.map((target) =>
    target.kind === 'files' ? dirname(target.file(all[0] ?? '')) : target.file,
  );
  const possibleEvents = all.filter((event) =>
    targets.some((one) => one.kind !== 'entries' || (one.acceptsEvent?.(event) ?? true)),
  );
  const base = { scope: options.place.scope, file: firstPath ?? '', possibleEvents };
  const targetEntries = targets.map((target) => ({ target, entries: readEntries(target, all) }));
  for (const { target, entries } of targetEntries) {
    if ('problem' in entries && target.kind === 'entries')
      return {
        ...base,
        file: target.file,
        registeredEvents: [],
        unread: [],
        problem: entries.problem,
        distrusted: false,
      };
  }
  // Plan with the entry's own timeout, which another check covers, and its own style: older entries have no `exec`, or
  // stay silent if anyhook is missing.
  // Accept comments, duplicate keys and the like in the file: another check reports them.
  const lenient = { ...install, oddities: readsEveryOddity };
  const planEntry = ({ event, timeoutMs, command = '' }: UncheckedEntry): EntryPlan =>
    planAgentEntries(
      agent,
      isShellCommand(command) ? lenient : { ...lenient, posixShell: false },
      [{ event, timeoutMs }],
      {
        ...options,
        isSilent: isSilentCommand(command),
      },
    );
  const plans = new Map<string, EntryPlan>();
  const registeredEvents = targetEntries.flatMap(({ target, entries }) => {
    if ('problem' in entries) return [];
    for (const one of entries.own) plans.set(one.event, plans.get(one.event) ?? planEntry(one));
    const own = entries.own.map(
      (one): RegisteredEvent => ({ ...one, state: stateOf(one, target, plans.get(one.event)) }),
    );
    return [...own, ...entries.byHand.map((one): RegisteredEvent => ({ ...one, state: 'by-hand' }))];
  });
  const isDistrusted = [...plans.values()].some(({ changes }) => changes.some(({ use }) => use.tables !== undefined));
  const editProblem = [...plans.values()].find(({ problem }) => problem !== undefined)?.problem;
  const unread = targets
    .filter((target) => target.kind === 'entries')
    .filter(({ file }) => registeredEvents.some((one) => one.file === file))
    .flatMap((target) => unreadFile(agent, install, target));
  return {
    ...base,
    registeredEvents,
    unread,
    distrusted: isDistrusted,
    ...(editProblem !== undefined && { editProblem }),
  };
}

function unreadFile(agent: Agent, install: AgentInstall, target: EntriesTarget): readonly UnreadFile[] {
  const { text = '', hasBom } = readWithoutBom(target.file);
  const problem = unreadReason(agent, install, { text, hasBom, target });
  return problem === undefined ? [] : [{ file: target.file, problem }];
}

/** An entry is unchanged if init would not change it. */
function stateOf(entry: UncheckedEntry, target: InstallTarget, plan: EntryPlan | undefined): RegisteredEvent['state'] {
  const change = plan?.changes.find(({ path }) => path === entry.file);
  if (!plan || plan.problem !== undefined) return 'unclear';
  if (change && target.kind !== 'plugin') return 'changed';
  if (change) {
    const [wanted, found] = [change.after?.toString('utf8'), readText(entry.file)].map((text) =>
      readConnection(text ?? ''),
    );
    if (wanted?.command !== found?.command) return 'changed';
    return wanted?.args.includes('--fixed') && !found?.args.includes('--fixed') ? 'unfixed' : 'old';
  }
  return target.kind === 'files' && !isExecutable(entry.file) ? 'not-executable' : 'own';
}

type UncheckedEntry = Omit<RegisteredEvent, 'state'>;
type FoundEntries =
  | { readonly own: readonly UncheckedEntry[]; readonly byHand: readonly UncheckedEntry[] }
  | { readonly problem: string };

function readEntries(target: InstallTarget, events: readonly string[]): FoundEntries {
  if (target.kind === 'entries') return readSettingsEntries(target);
  if (target.kind === 'plugin') return { own: pluginEvents(target.file), byHand: [] };
  const files = events.map((event) => ({ event, file: target.file(event) }));
  const fileTexts = files.map((one) => ({ ...one, text: readText(one.file) ?? '' }));
  const entryOf = ({ event, file, text }: (typeof fileTexts)[number]): UncheckedEntry => ({
    event,
    file,
    command: shellWord(file),
    timeoutMs: timeoutInCommand(text),
    times: 1,
  });
  return {
    own: fileTexts.filter(({ text }) => isWrittenByInit(text)).map(entryOf),
    byHand: fileTexts.filter(({ text }) => !isWrittenByInit(text) && callsAnyhook(text)).map(entryOf),
  };
}

function pluginEvents(file: string): readonly UncheckedEntry[] {
  const { command = '', args = [], start, timeouts = {} } = readConnection(readText(file) ?? '') ?? {};
  const text = start ? joinWindowsWords([...start, args[0] ?? '']) : `exec ${command}`;
  return Object.entries(timeouts).map(([event, timeoutMs]) => ({
    event,
    file,
    command: `${text} --timeout ${timeoutMs}`,
    timeoutMs,
    times: 1,
  }));
}

function readSettingsEntries(target: EntriesTarget): FoundEntries {
  const { text } = readWithoutBom(target.file);
  if (text === undefined || text.trim() === '') return { own: [], byHand: [] };
  const value = parseSettings(target.file, text);
  if (typeof value === 'string') return { problem: value };
  const container = target.keyPath.reduce<unknown>((map, key) => mapOf(map)[key], value);
  const events = new Map<string, string[]>();
  const add = (event: string, handler: unknown) => {
    const command = stringsIn(handler).find(callsAnyhook);
    if (command !== undefined) events.set(event, [...(events.get(event) ?? []), command]);
  };
  const { eventKey } = target;
  if (eventKey !== undefined) for (const one of listOf(container)) add(String(mapOf(one)[eventKey]), one);
  else
    for (const [event, list] of Object.entries(mapOf(container)))
      for (const element of listOf(list))
        for (const handler of listOf(mapOf(element)['hooks'] ?? [element])) add(event, handler);
  const entries = [...events].map(([event, commands]): UncheckedEntry => {
    const command = commands.find(isWrittenByInit) ?? commands[0] ?? '';
    return { event, command, timeoutMs: timeoutInCommand(command), file: target.file, times: commands.length };
  });
  return {
    own: entries.filter(({ command }) => isWrittenByInit(command)),
    byHand: entries.filter(({ command }) => !isWrittenByInit(command)),
  };
}

function readWithoutBom(file: string): { readonly text?: string; readonly hasBom: boolean } {
  const text = readText(file, maxSettingsBytes);
  if (text === undefined) return { hasBom: false };
  const hasBom = text.startsWith('\uFEFF');
  return { text: hasBom ? text.slice(1) : text, hasBom };
}

/** Parses a settings file; returns a problem as text if that fails. */
function parseSettings(file: string, text: string): object | string {
  if (file.endsWith('.toml')) {
    const read = readToml(text);
    return 'problem' in read ? read.problem : mapOf(read.value);
  }
  const doc = parseJsonObject(text);
  return typeof doc === 'string' ? doc : mapOf(getNodeValue(doc.root));
}

export function readAgentSettings(file: string): unknown {
  const text = readSettingsText(file);
  const value = text === undefined || text.trim() === '' ? undefined : parseSettings(file, text);
  return typeof value === 'string' ? undefined : value;
}

type Fields = Readonly<Record<string, unknown>>;
const mapOf = (value: unknown): Fields => objectOf(value) ?? {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const stringsIn = (value: unknown, depth = 0): readonly string[] => {
  if (typeof value === 'string') return [value];
  return depth > 4 ? [] : Object.values(mapOf(value)).flatMap((one) => stringsIn(one, depth + 1));
};
