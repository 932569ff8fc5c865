import { type Contract, contractOf, type Event, type Hook, hasCall } from '@anyhook/core';
import { type AgentCapabilities, canGrant, narrowContract } from '../engine/fit.js';
import { eventMismatch, type Matcher, toolMismatch } from '../engine/match.js';
import { mayBlock, type PermissionsOf } from '../engine/permissions.js';
import { formatToolsOf, type HookIndex, type PlannedHook } from '../engine/plan.js';
import { hasGap, withoutPlaceholders } from './gaps.js';

/** The strongest effect that a hook can have at an event of this agent. */
export type Reach = 'deny' | 'rewrite' | 'allow' | 'nothing';

export function reachOf(hook: Hook, event: Event, agent: AgentCapabilities, permissionsOf: PermissionsOf): Reach {
  // A decision at an event that the agent does not have is only a note.
  if (hook.mode === 'shadow' || hook.async || event.derivedFrom !== undefined) return 'nothing';
  const contract = narrowContract(contractOf(event.name), agent, event.name);
  if (mayBlock(hook, contract, permissionsOf(hook)) && canGrant(agent, event.name, 'deny')) return 'deny';
  if (mayRewrite(hook, contract, permissionsOf)) return 'rewrite';
  return contract.decisions.includes('allow') && canGrant(agent, event.name, 'allow') ? 'allow' : 'nothing';
}

const mayRewrite = (hook: Hook, { rewrites }: Contract, permissionsOf: PermissionsOf): boolean =>
  rewrites !== false && permissionsOf(hook).rewrites && !hook.parallel;

/** Hooks that may or may not match, because part of what their matchers read is missing. */
export function uncertainMatches(index: HookIndex, event: Event): readonly Hook[] {
  const steps = index.lists.get(event.name)?.steps ?? [];
  const { raw: _raw, ...fields } = event;
  if (!hasGap(fields)) return [];
  const cleaned = withoutPlaceholders(event);
  return steps.filter((step) => isUncertain(step, event, cleaned, index)).map(({ hook }) => hook);
}

function isUncertain(
  { hook, matcher }: PlannedHook,
  event: Event,
  cleaned: Event,
  { toolsByFormat }: HookIndex,
): boolean {
  if (hasCall(event) && toolMismatch(hook, matcher, formatToolsOf(toolsByFormat, hook), event.call) !== undefined)
    return false;
  const certainMatcher = withoutGaps(matcher, event);
  if (certainMatcher === matcher || eventMismatch(hook, certainMatcher, event) !== undefined) return false;
  return eventMismatch(hook, matcher, cleaned) !== undefined;
}

/** The matcher parts that read nothing with gaps. */
function withoutGaps(matcher: Matcher, event: Event): Matcher {
  const { path, paths, command, url } = hasCall(event) ? event.call.input : {};
  const { raw: _raw, ...fields } = event;
  const valuesRead: Readonly<Partial<Record<keyof Matcher, unknown>>> = {
    input: hasCall(event) ? event.call.input : undefined,
    paths: [path, paths],
    ruleGlob: [path, paths, command, url],
    changedPaths: 'changedFiles' in event ? event.changedFiles : undefined,
    subject: hasCall(event) ? undefined : fields,
  };
  const certainParts = Object.entries(matcher).filter(([test]) => !hasGap(valuesRead[test as keyof Matcher]));
  return certainParts.length === Object.keys(matcher).length ? matcher : Object.fromEntries(certainParts);
}
