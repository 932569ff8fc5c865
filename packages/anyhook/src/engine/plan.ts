import type { Event, EventName, FormatName, Hook } from '@anyhook/core';
import { AnyhookError, eventNames, hasCall, scopes, thisSystem } from '@anyhook/core';
import type { FormatTools, Matcher } from './match.js';
import { compileMatch, eventAgentName, eventMismatch, toolMismatch, visitStrings } from './match.js';
import { createNeedleFinder, type NeedleFinder, needlesOf } from './prefilter.js';

/** A hook to run, with its position in the event's list. */
export interface PlannedHook {
  readonly hook: Hook;
  /** Position in the event's whole list; does not change when planning again. */
  readonly order: number;
  readonly matcher: Matcher;
}

/** The hooks of each event, sorted once, compiled when the event first occurs. */
export interface HookIndex {
  readonly lists: ReadonlyMap<EventName, HookList>;
  readonly toolsByFormat: ToolsByFormat;
  /** The system whose paths the events have. */
  readonly system: string;
}

/** What matching needs to know about each format, in the order in which hooks of the formats run. */
export type ToolsByFormat = Readonly<Record<FormatName, FormatTools>>;

/** What matching needs to know about a hook's format. */
export function formatToolsOf(toolsByFormat: ToolsByFormat, { id, dialect: format }: Hook): FormatTools {
  const tools = toolsByFormat[format];
  if (!tools) throw new AnyhookError('FAILED', `hook "${id}" has the format "${format}", which does not exist`);
  return tools;
}

interface HookList {
  readonly hooks: readonly Hook[];
  steps?: readonly PlannedHook[];
  /** The steps that one tool of one agent can match. Limited in size, because the names come from outside. */
  readonly groups: Map<string, CandidateGroup>;
}

/** The steps that pass for a tool and agent, and which of them need a text in the input. */
interface CandidateGroup {
  readonly steps: readonly PlannedHook[];
  /** The steps that are always tested. */
  readonly alwaysTested: readonly PlannedHook[];
  /** Finds the other steps by their needles; missing if there are only a few. */
  readonly findNeedles?: NeedleFinder;
  readonly byOrder: ReadonlyMap<number, PlannedHook>;
}

const maxGroups = 512;
/** With fewer searchable hooks than this, each is tested. */
const minSearchable = 16;
const noSteps: readonly PlannedHook[] = [];

/** Sorts active hooks into one list per event. */
export function buildHookIndex(
  hooks: readonly Hook[],
  toolsByFormat: ToolsByFormat,
  system: string = thisSystem,
): HookIndex {
  const lists = new Map<EventName, HookList>();
  const sorted = raiseByPriority([...hooks].sort(byRunOrder(Object.keys(toolsByFormat))), toolsByFormat);
  for (const name of eventNames) {
    const eventHooks = sorted.filter((hook) => hook.events.includes(name));
    if (eventHooks.length > 0) lists.set(name, { hooks: eventHooks, groups: new Map() });
  }
  return { lists, toolsByFormat, system };
}

/** Compiles the matchers of one event. Returns undefined if nothing is left to do, so callers need not wait. */
export function compileMatchers(index: HookIndex, name: EventName): Promise<void> | undefined {
  const list = index.lists.get(name);
  if (!list || list.steps) return undefined;
  return Promise.all(list.hooks.map((hook) => compileMatch(hook.match, index.system))).then((matchers) => {
    list.steps = list.hooks.map((hook, order) => ({ hook, order, matcher: matchers[order] ?? {} }));
  });
}

/** The hooks that match the current state of the event, in order. The event must be prepared. */
export function plan(index: HookIndex, event: Event): readonly PlannedHook[] {
  const list = index.lists.get(event.name);
  if (!list?.steps) return noSteps;
  return candidates(candidateGroup(list, event, index), event, index).filter(
    (step) =>
      derivedMismatch(index, step.hook, event) === undefined &&
      eventMismatch(step.hook, step.matcher, event, index.system) === undefined,
  );
}

/** Why a hook of this event does not match; undefined if it does. */
export function explainMismatch(index: HookIndex, hook: Hook, event: Event): string | undefined {
  const step = index.lists.get(event.name)?.steps?.find((candidate) => candidate.hook === hook);
  if (!step) return `not a hook of ${event.name}`;
  const tool = hasCall(event)
    ? toolMismatch(hook, step.matcher, formatToolsOf(index.toolsByFormat, hook), event.call)
    : undefined;
  return tool ?? derivedMismatch(index, hook, event) ?? eventMismatch(hook, step.matcher, event, index.system);
}

function derivedMismatch({ toolsByFormat }: HookIndex, hook: Hook, { name, derivedFrom }: Event): string | undefined {
  if (derivedFrom === undefined || !formatToolsOf(toolsByFormat, hook).ignoresDerived) return undefined;
  return `${name} follows from ${derivedFrom} here, and ${hook.dialect} hooks run only on what the agent itself reports`;
}

/** The steps of a group that this input could match, in order. */
function candidates(
  { steps, alwaysTested, findNeedles, byOrder }: CandidateGroup,
  event: Event,
  { system }: HookIndex,
): readonly PlannedHook[] {
  if (!findNeedles || !hasCall(event)) return steps;
  const found = new Set<number>();
  const visitedAll = visitStrings(event, (text) => findNeedles(text, found), system);
  if (!visitedAll) return steps;
  if (found.size === 0) return alwaysTested;
  const hits = [...found].flatMap((order) => byOrder.get(order) ?? []);
  return [...alwaysTested, ...hits].sort((a, b) => a.order - b.order);
}

function candidateGroup(list: HookList, event: Event, index: HookIndex): CandidateGroup {
  const key = groupKey(event);
  const known = list.groups.get(key);
  if (known) return known;
  const group = makeGroup(list.steps ?? noSteps, event, index);
  if (list.groups.size >= maxGroups) list.groups.clear();
  list.groups.set(key, group);
  return group;
}

function makeGroup(all: readonly PlannedHook[], event: Event, { toolsByFormat, system }: HookIndex): CandidateGroup {
  const agent = eventAgentName(event);
  const matching = all.filter(({ hook, matcher }) => {
    if (hook.match.agent !== undefined && hook.match.agent !== agent) return false;
    return !hasCall(event) || toolMismatch(hook, matcher, formatToolsOf(toolsByFormat, hook), event.call) === undefined;
  });
  const steps = withoutDuplicates(matching);
  const needles = steps.map(({ hook, matcher }) =>
    matcher.input?.hasBudget ? undefined : needlesOf(hook.match, system),
  );
  if (needles.filter((texts) => texts).length < minSearchable)
    return { steps, alwaysTested: steps, byOrder: new Map() };
  const entries = steps.flatMap(({ order }, i) => (needles[i] ?? []).map((text) => ({ text, value: order })));
  const byOrder = new Map(steps.map((step) => [step.order, step]));
  return {
    steps,
    alwaysTested: steps.filter((_, i) => !needles[i]),
    findNeedles: createNeedleFinder(entries),
    byOrder,
  };
}

/** Keeps only the first of several hooks with the same identity. */
function withoutDuplicates(steps: readonly PlannedHook[]): readonly PlannedHook[] {
  if (!steps.some(({ hook }) => hook.identity !== undefined)) return steps;
  const seen = new Set<string>();
  return steps.filter(({ hook: { identity, mode } }) => {
    if (identity === undefined) return true;
    // A hook in shadow mode does not replace an active one.
    const key = `${mode} ${identity}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function groupKey(event: Event): string {
  const agent = eventAgentName(event);
  if (!hasCall(event)) return agent;
  const { kind, nativeName, mcp } = event.call;
  return mcp ? `${agent}\n${kind}\n${nativeName}\n${mcp.server}\n${mcp.tool}` : `${agent}\n${kind}\n${nativeName}`;
}

/** Scope, priority (higher first), format, file, position. `raiseByPriority` comes after. */
const byRunOrder =
  (formats: readonly FormatName[]) =>
  (a: Hook, b: Hook): number =>
    scopes.indexOf(a.scope) - scopes.indexOf(b.scope) ||
    b.priority - a.priority ||
    formats.indexOf(a.dialect) - formats.indexOf(b.dialect) ||
    compareText(a.source, b.source) ||
    a.position - b.position;

/** Where a format's priority applies across scopes, a project's hook goes before the user's first lower one. */
function raiseByPriority(sorted: readonly Hook[], toolsByFormat: ToolsByFormat): readonly Hook[] {
  const raisable = sorted.filter(
    ({ dialect: format, scope }) => scope === 'project' && toolsByFormat[format]?.priorityOverScopes,
  );
  if (raisable.length === 0) return sorted;
  const raised = new Set<Hook>();
  return sorted.flatMap((hook) => {
    if (raised.has(hook)) return [];
    const { dialect: format, scope, priority } = hook;
    if (scope !== 'user' || !toolsByFormat[format]?.priorityOverScopes) return [hook];
    const raisedHere = raisable.filter((one) => one.dialect === format && one.priority > priority && !raised.has(one));
    for (const one of raisedHere) raised.add(one);
    return [...raisedHere, hook];
  });
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
