import { type Ending, type Event, type Hook, type HookReport, skipped, type Verdict } from '@anyhook/core';
import { type AgentCapabilities, canGrant } from '../engine/fit.js';
import type { PermissionsOf } from '../engine/permissions.js';
import type { HookIndex } from '../engine/plan.js';
import { hasGap, watchEvent } from './gaps.js';
import type { RecordedEvent } from './recording.js';
import { type Reach, reachOf, uncertainMatches } from './uncertain-matches.js';

/** What determines whether a replayed verdict is certain. */
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

/** Checks one replayed event: runs, watches or skips each hook, then tells whether the verdict is certain. */
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
