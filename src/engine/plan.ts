import { type EventName, eventNames } from '../core/contract.js';
import { type Event, hasCall, type ToolEvent } from '../core/event.js';
import { type DialectName, dialectNames, type Hook, scopes } from '../core/hook.js';
import type { ToolCall } from '../core/tool.js';
import { compileMatch, type Matcher, mismatchOfEvent, mismatchOfTool, type ToolSpeech } from './match.js';

/** A hook that is to run, at its place in the event's list. */
export interface Step {
  readonly hook: Hook;
  /** Place in the event's whole list; steady over re-planning. */
  readonly order: number;
  readonly matcher: Matcher;
}

/** The hooks of each event, sorted once, compiled when the event first comes. */
export interface HookIndex {
  readonly lists: ReadonlyMap<EventName, HookList>;
  readonly speech: Speech;
}

export type Speech = Readonly<Record<DialectName, ToolSpeech>>;

interface HookList {
  readonly hooks: readonly Hook[];
  steps?: readonly Step[];
  /** Steps per tool, so that hooks for other tools cost nothing. Bounded: tool names come from outside. */
  readonly byTool: Map<string, readonly Step[]>;
}

const mostTools = 512;
const none: readonly Step[] = [];

/** Sorts active hooks into one list per event. */
export function buildIndex(hooks: readonly Hook[], speech: Speech): HookIndex {
  const lists = new Map<EventName, HookList>();
  const sorted = [...hooks].sort(byOrder);
  for (const name of eventNames) {
    const own = sorted.filter((hook) => hook.events.includes(name));
    if (own.length > 0) lists.set(name, { hooks: own, byTool: new Map() });
  }
  return { lists, speech };
}

/** Compiles the matchers of one event. Undefined when there is nothing left to do, so that callers need not wait. */
export function prepare(index: HookIndex, name: EventName): Promise<void> | undefined {
  const list = index.lists.get(name);
  if (!list || list.steps) return undefined;
  return Promise.all(list.hooks.map((hook) => compileMatch(hook.match))).then((matchers) => {
    list.steps = list.hooks.map((hook, order) => ({ hook, order, matcher: matchers[order] ?? {} }));
  });
}

/** The hooks that match the event as it is now, in order. The event must be prepared. */
export function plan(index: HookIndex, event: Event): readonly Step[] {
  const list = index.lists.get(event.name);
  if (!list?.steps) return none;
  const candidates = hasCall(event) ? stepsForTool(list, event, index.speech) : list.steps;
  return candidates.filter((step) => mismatchOfEvent(step.hook, step.matcher, event) === undefined);
}

/** Why a hook of this event does not match; undefined when it does. */
export function explain(index: HookIndex, hook: Hook, event: Event): string | undefined {
  const step = index.lists.get(event.name)?.steps?.find((candidate) => candidate.hook === hook);
  if (!step) return `not a hook of ${event.name}`;
  const tool = hasCall(event) ? mismatchOfTool(hook, step.matcher, index.speech[hook.dialect], event.call) : undefined;
  return tool ?? mismatchOfEvent(hook, step.matcher, event);
}

function stepsForTool(list: HookList, event: ToolEvent, speech: Speech): readonly Step[] {
  const key = toolKey(event.call);
  const known = list.byTool.get(key);
  if (known) return known;
  const found = (list.steps ?? none).filter(
    ({ hook, matcher }) => mismatchOfTool(hook, matcher, speech[hook.dialect], event.call) === undefined,
  );
  if (list.byTool.size >= mostTools) list.byTool.clear();
  list.byTool.set(key, found);
  return found;
}

const toolKey = ({ kind, nativeName, mcp }: ToolCall): string =>
  mcp ? `${kind}\n${nativeName}\n${mcp.server}\n${mcp.tool}` : `${kind}\n${nativeName}`;

/** Scope, priority (higher first), dialect, file, position. */
function byOrder(a: Hook, b: Hook): number {
  return (
    scopes.indexOf(a.scope) - scopes.indexOf(b.scope) ||
    b.priority - a.priority ||
    dialectNames.indexOf(a.dialect) - dialectNames.indexOf(b.dialect) ||
    compare(a.source, b.source) ||
    a.position - b.position
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
