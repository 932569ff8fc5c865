import { type FixedVariables, nodeProgram, pluginSource, readSettingsFile } from '@anyhook/core';
import { getNodeValue } from 'jsonc-parser';
import type { Agent } from '../agents/agent.js';
import {
  type AgentInstall,
  type EntriesTarget,
  type FilesTarget,
  type InstallPlace,
  type InstallTarget,
  isWrittenByInit,
  type PluginTarget,
  scopesOf,
  targetsOf,
} from '../agents/kit/install.js';
import { folderVariableOf, movedFolderOf } from '../agents/moved-folders.js';
import { unreadReason } from './find-oddities.js';
import type { HookClient } from './hook-client.js';
import { parseJsonObject } from './json-edit.js';
import { addEntries, type EntryEvent, type MakeParts } from './json-entries.js';
import {
  type AnyhookProgram,
  type EntryCommandOptions,
  entryWords,
  launcherText,
  nodeLauncher,
  pluginArgs,
  projectCommand,
  userCommand,
} from './launcher.js';
import type { FileUse } from './manifest.js';
import { pluginText, readConnection } from './plugin.js';
import { addTomlEntries } from './toml-entries.js';
import { setTables } from './toml-tables.js';
import { unavailableAnswer } from './unavailable-answer.js';
import type { UnavailableAnswer } from './unavailable-script.js';
import {
  isWindowsLauncher,
  launcherPathProblem,
  systemFolderProblem,
  windowsClientFile,
  windowsCommand,
  windowsNodeText,
} from './windows-launcher.js';

export interface FileChange {
  readonly path: string;
  /** Undefined: the file does not exist. */
  readonly before: Buffer | undefined;
  /** Undefined: delete the file. */
  readonly after: Buffer | undefined;
  /** Mode of a new file. */
  readonly mode?: number;
  readonly use: FileUse;
}

/** The plan that connects one agent. */
export interface EntryPlan {
  readonly agent: string;
  readonly title: string;
  readonly events: readonly EntryEvent[];
  /** Events with entries written by hand, which stay as they are. */
  readonly byHand: readonly string[];
  readonly steps: readonly string[];
  readonly changes: readonly FileChange[];
  /** Why this agent cannot be connected; its files are then not changed. */
  readonly problem?: string;
}

export interface EntryPlanOptions {
  readonly place: InstallPlace;
  readonly launcher: string;
  readonly failClosed: boolean;
  /** What the agent's environment cannot change. */
  readonly fixed: FixedVariables;
  /** Write entries as earlier versions did, to recognise those. */
  readonly isSilent?: boolean;
}

/** Plans how to connect one agent for these events. Only reads. */
export function planAgentEntries(
  agent: Agent,
  install: AgentInstall,
  wanted: readonly EntryEvent[],
  options: EntryPlanOptions,
): EntryPlan {
  const { place } = options;
  const base = { agent: agent.name, title: agent.title, events: wanted, byHand: [], steps: [], changes: [] };
  if (wanted.length === 0) return base;
  if (!scopesOf(install).includes(place.scope))
    return {
      ...base,
      problem: `it has no ${place.scope} settings; use --scope ${scopesOf(install).join(' or ')}`,
    };
  const unsupported = place.isWindows ? windowsProblem(agent, install, options) : undefined;
  if (unsupported !== undefined) return { ...base, problem: unsupported };
  const answer = (text: string) => unavailableAnswer(agent, install, text);
  const targetOptions = { ...options, agent, answer };
  const targetPlans = targetsOf(install, place).map((target) => planTarget(install, target, wanted, targetOptions));
  const failed = targetPlans.find((one) => 'problem' in one);
  if (failed) return { ...base, problem: failed.problem };
  const parts = targetPlans.filter((one) => 'events' in one);
  const events = parts.flatMap((one) => one.events);
  return {
    ...base,
    events: [...new Map(events.map((one) => [one.event, one])).values()],
    byHand: [...new Set(parts.flatMap((one) => one.byHand))],
    changes: parts.flatMap((one) => one.changes),
    steps: events.length > 0 ? (install.userSteps?.(place) ?? []) : [],
  };
}

/** Why an agent cannot be connected on Windows: unsupported parts must not look supported. */
function windowsProblem(
  { title }: Agent,
  install: AgentInstall,
  { place, launcher }: EntryPlanOptions,
): string | undefined {
  if (place.scope === 'project')
    return 'entries that a project shares need a POSIX shell, so init does not write them on Windows; use --scope user';
  const kind = install.target(place).kind;
  if (kind === 'files' || (kind === 'entries' && install.windowsStart === undefined))
    return `it is not known how ${title} starts hooks on Windows, so init does not connect it there; use it in WSL`;
  return systemFolderProblem() ?? launcherPathProblem(launcher, kind === 'entries' && install.windowsStart === 'any');
}

interface TargetOptions extends EntryPlanOptions, Pick<EntryCommandOptions, 'answer'> {
  readonly agent: Agent;
}

function planTarget(
  install: AgentInstall,
  target: InstallTarget,
  wanted: readonly EntryEvent[],
  options: TargetOptions,
): TargetPlan {
  if (target.kind === 'entries') {
    const accepted = wanted.filter(({ event }) => target.acceptsEvent?.(event) ?? true);
    return accepted.length > 0
      ? planEntries(install, target, accepted, options)
      : { events: [], byHand: [], changes: [] };
  }
  if (target.kind === 'files') return planFiles(install, target, wanted, options);
  return planPlugin(install, target, wanted, options);
}

/** The program that user entries call, and the files that it needs. */
export function planLauncher(
  path: string,
  program: AnyhookProgram,
  client: HookClient,
  answers: readonly UnavailableAnswer[],
): readonly FileChange[] | string {
  const { kind, bytes, native, failClosed, fixed } = client;
  const options = { failClosed, isClient: false, answers, fixed };
  const isWindows = isWindowsLauncher(path);
  const script = isWindows ? windowsNodeText(program, options) : launcherText(program, options);
  // Write the script before the client that calls it, so that the client always finds it.
  const files = [
    ...(kind === 'node' && !isWindows ? [] : [{ file: nodeLauncher(path), after: Buffer.from(script) }]),
    ...(native ? [{ file: windowsClientFile(path), after: native }] : []),
    { file: path, after: bytes },
  ];
  const changes: FileChange[] = [];
  for (const { file, after } of files) {
    const found = readSettingsFile(file);
    if (found.kind === 'unusable') return `${file}: ${found.why}`;
    const before = found.kind === 'file' ? found.bytes : undefined;
    changes.push({ path: file, before, after, mode: 0o755, use: { scope: 'user' } });
  }
  return changes;
}

type TargetPlan = Pick<EntryPlan, 'events' | 'byHand' | 'changes'> | { readonly problem: string };

function fileUse({ name, settings }: Agent, { scope, root, env, home }: InstallPlace): FileUse {
  if (scope === 'project') return { host: name, scope, root };
  const variable = settings && folderVariableOf(settings);
  const value = variable === undefined ? undefined : env[variable];
  const isMoved = settings !== undefined && movedFolderOf(settings, env, home) !== undefined;
  return { host: name, scope, ...(isMoved && variable && value && { movedBy: { [variable]: value } }) };
}

const partsMaker =
  (install: AgentInstall, options: TargetOptions): MakeParts =>
  ({ event, timeoutMs: wanted }) => {
    const timeoutMs = Math.min(wanted, install.maxTimeoutMs?.(event) ?? wanted);
    const command = commandFor(install, options, { event, timeoutMs });
    return { event, timeoutMs, command, failClosed: options.failClosed };
  };

function commandFor(
  install: AgentInstall,
  { place, launcher, failClosed, isSilent = false, answer }: TargetOptions,
  entry?: EntryEvent,
): string {
  const commandOptions = { install, failClosed, isSilent, answer, ...(entry && { entry }) };
  if (place.scope === 'project') return projectCommand(commandOptions);
  if (place.isWindows) return windowsCommand(install, launcher, entryWords(commandOptions));
  return userCommand(launcher, commandOptions, install.posixShell === true);
}

function planEntries(
  install: AgentInstall,
  target: EntriesTarget,
  wanted: readonly EntryEvent[],
  options: TargetOptions,
): TargetPlan {
  const { place, agent } = options;
  const found = readFileText(target.file);
  if ('problem' in found) return found;
  const { text, bom } = found;
  const unreadableWhy = unreadReason(agent, install, { text, hasBom: bom !== '', target });
  if (unreadableWhy !== undefined)
    return { problem: `${target.file}: ${unreadableWhy}; nothing was changed; remove that and run init again` };
  const add = target.format === 'toml' ? addTomlEntries : addEntries;
  const edit = add(text, target, wanted, partsMaker(install, options));
  if ('problem' in edit) return { problem: `${target.file}: ${edit.problem}; nothing was changed; fix the file first` };
  const use = fileUse(agent, place);
  const change = { path: target.file, before: found.before, after: Buffer.from(bom + edit.text), use };
  const trust = edit.events.length > 0 ? planTrust(install, edit.text, use, place) : undefined;
  if (trust && 'problem' in trust) return trust;
  return {
    events: edit.events,
    byHand: edit.byHand,
    changes: [change, ...(trust ? [trust] : [])].filter(isRealChange),
  };
}

function planTrust(
  install: AgentInstall,
  text: string,
  use: FileUse,
  place: InstallPlace,
): FileChange | { problem: string } | undefined {
  const doc = install.trust ? parseJsonObject(text) : '';
  const trust = typeof doc === 'string' ? undefined : install.trust?.(place, getNodeValue(doc.root));
  if (!trust) return undefined;
  const found = readFileText(trust.file);
  if ('problem' in found) return found;
  const after = setTables(found.text, trust.tables);
  if (typeof after !== 'string')
    return { problem: `${trust.file}: ${after.problem}; nothing was changed; fix the file first` };
  const tables = trust.tables.map(({ path }) => path);
  return {
    path: trust.file,
    before: found.before,
    after: Buffer.from(found.bom + after),
    mode: 0o600,
    use: { ...use, tables },
  };
}

function planFiles(
  install: AgentInstall,
  target: FilesTarget,
  wanted: readonly EntryEvent[],
  options: TargetOptions,
): TargetPlan {
  const partsOf = partsMaker(install, options);
  const use = fileUse(options.agent, options.place);
  const events: EntryEvent[] = [];
  const byHand: string[] = [];
  const changes: FileChange[] = [];
  for (const one of wanted) {
    const path = target.file(one.event);
    const found = readFileText(path);
    if ('problem' in found) return found;
    if (found.before !== undefined && !isWrittenByInit(found.text)) {
      byHand.push(one.event);
      continue;
    }
    const parts = partsOf(one);
    events.push({ event: one.event, timeoutMs: parts.timeoutMs });
    changes.push({ path, before: found.before, after: Buffer.from(target.text(parts)), mode: 0o755, use });
  }
  return { events, byHand, changes: changes.filter(isRealChange) };
}

/** A plugin keeps its existing events: hooks of another project may need them. */
function planPlugin(
  install: AgentInstall,
  { file }: PluginTarget,
  wanted: readonly EntryEvent[],
  options: TargetOptions,
): TargetPlan {
  const found = readFileText(file);
  if ('problem' in found) return found;
  if (found.before !== undefined && !isWrittenByInit(found.text))
    return { problem: `${file}: expected the plugin of anyhook, got another file; move it away first` };
  const known = readConnection(found.text)?.timeouts ?? {};
  const maxTimeouts = new Map(Object.entries(known));
  for (const { event, timeoutMs } of wanted) maxTimeouts.set(event, Math.max(timeoutMs, maxTimeouts.get(event) ?? 0));
  const timeouts = Object.fromEntries([...maxTimeouts].sort(([a], [b]) => (a < b ? -1 : 1)));
  const args = pluginArgs(install.agent, options.place.scope, options.fixed);
  const { place, launcher } = options;
  const start = place.isWindows
    ? { start: [nodeProgram(), nodeLauncher(launcher)] }
    : { ...(place.scope === 'user' && { launcher }) };
  const connection = {
    command: commandFor(install, options),
    args,
    failClosed: options.failClosed,
    timeouts,
    ...start,
  };
  const after = Buffer.from(pluginText(pluginSource(install.agent), connection));
  const events = Object.entries(timeouts).map(([event, timeoutMs]) => ({ event, timeoutMs }));
  const change = { path: file, before: found.before, after, use: fileUse(options.agent, options.place) };
  return { events, byHand: [], changes: [change].filter(isRealChange) };
}

/** Does the plan change the file? */
export const isRealChange = ({ before, after }: FileChange): boolean =>
  before === undefined || after === undefined ? before !== after : !before.equals(after);

interface FileText {
  readonly text: string;
  /** The byte order mark that some editors write. */
  readonly bom: string;
  readonly before: Buffer | undefined;
}

function readFileText(path: string): FileText | { readonly problem: string } {
  const found = readSettingsFile(path);
  if (found.kind === 'unusable') return { problem: `${path}: ${found.why}` };
  if (found.kind === 'absent') return { text: '', bom: '', before: undefined };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(found.bytes);
    const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
    return { text: text.slice(bom.length), bom, before: found.bytes };
  } catch {
    return { problem: `${path}: expected UTF-8, got invalid bytes; nothing was changed` };
  }
}
