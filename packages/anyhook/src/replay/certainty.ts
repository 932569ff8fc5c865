import type { Contract, Ending, Event, Hook, HookReport, Verdict } from '@anyhook/core';
import { contractOf, hasCall, skipped } from '@anyhook/core';
import { type AgentCapabilities, canGrant, narrowContract } from '../engine/fit.js';
import { eventMismatch, type Matcher, toolMismatch } from '../engine/match.js';
import { mayBlock, type PermissionsOf } from '../engine/permissions.js';
import { formatToolsOf, type HookIndex, type PlannedHook } from '../engine/plan.js';
import { hasGap, watchEvent, withoutPlaceholders } from './gaps.js';
import type { RecordedEvent } from './recording.js';

/** The strongest effect that a hook can have at an event of this agent. */
type Reach = 'deny' | 'rewrite' | 'allow' | 'nothing';

function reachOf(hook: Hook, event: Event, agent: AgentCapabilities, permissionsOf: PermissionsOf): Reach {
  // If the agent does not have the event, a decision at it is only a note.
  if (hook.mode === 'shadow' || hook.async || event.derivedFrom !== undefined) return 'nothing';
  const contract = narrowContract(contractOf(event.name), agent, event.name);
  if (mayBlock(hook, contract, permissionsOf(hook)) && canGrant(agent, event.name, 'deny')) return 'deny';
  if (mayRewrite(hook, contract, permissionsOf)) return 'rewrite';
  return contract.decisions.includes('allow') && canGrant(agent, event.name, 'allow') ? 'allow' : 'nothing';
}

const mayRewrite = (hook: Hook, { rewrites }: Contract, permissionsOf: PermissionsOf): boolean =>
  rewrites !== false && permissionsOf(hook).rewrites && !hook.parallel;

/** Hooks that may or may not match, because part of what their matchers read is missing. */
function uncertainMatches(index: HookIndex, event: Event): readonly Hook[] {
  const steps = index.lists.get(event.name)?.steps ?? [];
  const { raw: _raw, ...fields } = event;
  if (!hasGap(fields)) return [];
  const cleaned = withoutPlaceholders(event);
  return steps.filter((step) => isUncertain(step, event, cleaned, index)).map(({ hook }) => hook);
}

function isUncertain({ hook, matcher }: PlannedHook, event: Event, cleaned: Event, { toolsByFormat }: HookIndex) {
  if (hasCall(event) && toolMismatch(hook, matcher, formatToolsOf(toolsByFormat, hook), event.call) !== undefined)
    return false;
  const certainMatcher = withoutGaps(matcher, event);
  if (certainMatcher === matcher || eventMismatch(hook, certainMatcher, event) !== undefined) return false;
  return eventMismatch(hook, matcher, cleaned) !== undefined;
}

/** The matcher parts that read no values with gaps. */
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

interface CertaintyOptions {
  readonly recorded: RecordedEvent;
  readonly agent: AgentCapabilities;
  readonly permissionsOf: PermissionsOf;
  /** Why a hook does not run again; undefined if it does. */
  readonly skipReason: (hook: Hook) => string | undefined | Promise<string | undefined>;
  /** Does the hook never decide, so that it need not run? */
  readonly isPassive: (hook: Hook) => boolean | Promise<boolean>;
}

/** A certain verdict, or a hook that might have changed it. */
type CertaintyResult =
  | { readonly kind: 'decided'; readonly verdict: Verdict }
  | { readonly kind: 'not-replayed' | 'unknown'; readonly hook?: string; readonly why: string };

interface OpenDoubt {
  readonly kind: 'not-replayed' | 'unknown';
  readonly hook: Hook;
  readonly reach: Exclude<Reach, 'nothing'>;
  readonly why: string;
}

/** Checks one replayed event: runs, watches or skips each hook, then decides whether the verdict is certain. */
export class CertaintyCheck {
  readonly #doubts: OpenDoubt[] = [];
  readonly #options: CertaintyOptions;

  constructor(options: CertaintyOptions) {
    this.#options = options;
  }

  /** Runs a hook, or skips it; notes a doubt if its answer is not certain. */
  async runOrSkip(hook: Hook, event: Event, run: (event: Event) => Ending | Promise<Ending>): Promise<Ending> {
    const { agent, permissionsOf, skipReason, isPassive } = this.#options;
    const reach = reachOf(hook, event, agent, permissionsOf);
    if (reach === 'nothing' || (await isPassive(hook))) return skipped('it decides nothing');
    const why = await skipReason(hook);
    if (why !== undefined) {
      this.#doubts.push({ kind: 'not-replayed', hook, reach, why });
      return skipped(why);
    }
    if (!hasGap(event)) return run(event);
    const watched = watchEvent(event);
    const ending = await run(watched.event);
    if (watched.hasReadGap()) this.#addDoubt(hook, reach, 'it read a string that was redacted or cut');
    return ending;
  }

  /** The verdict if it is certain, else the hook that might have changed it. */
  judge(event: Event, verdict: Verdict, index: HookIndex, countsEarlierEvents: boolean): CertaintyResult {
    const { agent, permissionsOf } = this.#options;
    for (const hook of uncertainMatches(index, event)) {
      const reach = reachOf(hook, event, agent, permissionsOf);
      if (reach !== 'nothing') this.#addDoubt(hook, reach, 'its matcher reads a string that was redacted or cut');
    }
    const [doubt] = this.#doubts.filter((one) => !this.#isForced(one, event, verdict));
    if (doubt) return { kind: doubt.kind, hook: doubt.hook.id, why: doubt.why };
    if (countsEarlierEvents)
      return { kind: 'unknown', why: 'a hook counts, and the session began before the recorded span' };
    return { kind: 'decided', verdict };
  }

  #addDoubt(hook: Hook, reach: Exclude<Reach, 'nothing'>, why: string): void {
    this.#doubts.push({ kind: 'unknown', hook, reach, why });
  }

  /** Would the outcome be the same for every answer of this hook? */
  #isForced({ hook, reach, kind }: OpenDoubt, event: Event, { decision, hooks }: Verdict): boolean {
    const { recorded, agent } = this.#options;
    const gave = recorded.decision.hooks.find((run) => run.hook === hook.id)?.gave;
    if (kind === 'not-replayed' && gave?.includes('rewrite')) return false;
    const doubtfulIds = new Set(this.#doubts.map(({ hook: doubted }) => doubted.id));
    const certainReports = hooks.filter((report) => !doubtfulIds.has(report.hook.id));
    // An ask becomes a deny if the agent cannot ask.
    if (decision === 'deny')
      return certainReports.some(isBlock) || (!canGrant(agent, event.name, 'ask') && certainReports.some(isAsk));
    return reach === 'allow' && decision === 'ask' && certainReports.some(isAsk);
  }
}

const isBlock = ({ hook, outcome, decision }: HookReport): boolean =>
  hook.mode === 'enforce' && (outcome === 'blocked' || (outcome !== 'ok' && decision === 'deny'));

const isAsk = ({ hook, decision }: HookReport): boolean =>
  hook.mode === 'enforce' && hook.blocking && decision === 'ask';
