import { type Contract, contractOf } from '../core/contract.js';
import { type Event, hasCall } from '../core/event.js';
import type { Hook } from '../core/hook.js';
import { canGrant, type HostCapabilities, narrowContract } from '../engine/fit.js';
import { eventMismatch, type Matcher, toolMismatch } from '../engine/match.js';
import { mayBlock, type PermissionsOf } from '../engine/permissions.js';
import { type HookIndex, type PlannedHook, speechOf } from '../engine/plan.js';
import { hasGap, withoutPlaceholders } from './gaps.js';

/** The strongest effect that a hook can have at an event of this agent. */
export type Reach = 'deny' | 'rewrite' | 'allow' | 'nothing';

export function reachOf(hook: Hook, event: Event, host: HostCapabilities, rowOf: PermissionsOf): Reach {
  // A decision at an event that the agent does not have is only a note.
  if (hook.mode === 'shadow' || hook.async || event.derivedFrom !== undefined) return 'nothing';
  const contract = narrowContract(contractOf(event.name), host, event.name);
  if (mayBlock(hook, contract, rowOf(hook)) && canGrant(host, event.name, 'deny')) return 'deny';
  if (mayRewrite(hook, contract, rowOf)) return 'rewrite';
  return contract.decisions.includes('allow') && canGrant(host, event.name, 'allow') ? 'allow' : 'nothing';
}

const mayRewrite = (hook: Hook, { rewrites }: Contract, rowOf: PermissionsOf): boolean =>
  rewrites !== false && rowOf(hook).rewrites && !hook.parallel;

/** Hooks that may or may not match, because part of what their matchers read is missing. */
export function uncertainMatches(index: HookIndex, event: Event): readonly Hook[] {
  const steps = index.lists.get(event.name)?.steps ?? [];
  const { raw: _raw, ...seen } = event;
  if (!hasGap(seen)) return [];
  const clear = withoutPlaceholders(event);
  return steps.filter((step) => isUncertain(step, event, clear, index)).map(({ hook }) => hook);
}

function isUncertain({ hook, matcher }: PlannedHook, event: Event, clear: Event, { speech }: HookIndex): boolean {
  if (hasCall(event) && toolMismatch(hook, matcher, speechOf(speech, hook), event.call) !== undefined) return false;
  const sure = withoutGaps(matcher, event);
  if (sure === matcher || eventMismatch(hook, sure, event) !== undefined) return false;
  return eventMismatch(hook, matcher, clear) !== undefined;
}

/** The matcher parts that read nothing with gaps. */
function withoutGaps(matcher: Matcher, event: Event): Matcher {
  const { path, paths, command, url } = hasCall(event) ? event.call.input : {};
  const { raw: _raw, ...fields } = event;
  const looks: Readonly<Partial<Record<keyof Matcher, unknown>>> = {
    input: hasCall(event) ? event.call.input : undefined,
    paths: [path, paths],
    ruleGlob: [path, paths, command, url],
    changedPaths: 'changedFiles' in event ? event.changedFiles : undefined,
    subject: hasCall(event) ? undefined : fields,
  };
  const kept = Object.entries(matcher).filter(([test]) => !hasGap(looks[test as keyof Matcher]));
  return kept.length === Object.keys(matcher).length ? matcher : Object.fromEntries(kept);
}
