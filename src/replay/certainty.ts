import type { Event } from '../core/event.js';
import type { Hook } from '../core/hook.js';
import { type Ending, type HookReport, skipped, type Verdict } from '../core/verdict.js';
import { canGrant, type HostCapabilities } from '../engine/fit.js';
import type { PermissionsOf } from '../engine/permissions.js';
import type { HookIndex } from '../engine/plan.js';
import { hasGap, watchEvent } from './gaps.js';
import type { RecordedEvent } from './recording.js';
import { type Reach, reachOf, uncertainMatches } from './uncertain-matches.js';

/** What determines whether a replayed verdict is certain. */
export interface CertaintyOptions {
  readonly recorded: RecordedEvent;
  readonly host: HostCapabilities;
  readonly rowOf: PermissionsOf;
  /** Why a hook does not run again; undefined if it does. */
  readonly idle: (hook: Hook) => string | undefined | Promise<string | undefined>;
  /** It never decides, so it does not need to run. */
  readonly onlyTells: (hook: Hook) => boolean | Promise<boolean>;
}

/** A certain verdict, or a hook that might have changed it. */
export type CertaintyResult =
  | { readonly kind: 'decided'; readonly verdict: Verdict }
  | { readonly kind: 'not-replayed' | 'unknown'; readonly hook?: string; readonly why: string };

interface OpenDoubt {
  readonly kind: 'not-replayed' | 'unknown';
  readonly hook: Hook;
  readonly reach: Exclude<Reach, 'nothing'>;
  readonly why: string;
}

/** One replayed event, with hooks that run again, are watched or are left out. */
export class CertaintyCheck {
  readonly #open: OpenDoubt[] = [];
  readonly #options: CertaintyOptions;

  constructor(options: CertaintyOptions) {
    this.#options = options;
  }

  /** Wraps each run of a hook. */
  async around(hook: Hook, event: Event, run: (event: Event) => Ending | Promise<Ending>): Promise<Ending> {
    const { host, rowOf, idle, onlyTells } = this.#options;
    const reach = reachOf(hook, event, host, rowOf);
    if (reach === 'nothing' || (await onlyTells(hook))) return skipped('it decides nothing');
    const why = await idle(hook);
    if (why !== undefined) {
      this.#open.push({ kind: 'not-replayed', hook, reach, why });
      return skipped(why);
    }
    if (!hasGap(event)) return run(event);
    const watched = watchEvent(event);
    const ending = await run(watched.event);
    if (watched.hasReadGap()) this.#doubt(hook, reach, 'it read a string that was redacted or cut');
    return ending;
  }

  /** Judges the verdict. */
  judge(event: Event, verdict: Verdict, index: HookIndex, isCounted: boolean): CertaintyResult {
    const { host, rowOf } = this.#options;
    for (const hook of uncertainMatches(index, event)) {
      const reach = reachOf(hook, event, host, rowOf);
      if (reach !== 'nothing') this.#doubt(hook, reach, 'its matcher reads a string that was redacted or cut');
    }
    const [open] = this.#open.filter((one) => !this.#isForced(one, event, verdict));
    if (open) return { kind: open.kind, hook: open.hook.id, why: open.why };
    if (isCounted) return { kind: 'unknown', why: 'a hook counts, and the session began before the recorded span' };
    return { kind: 'decided', verdict };
  }

  #doubt(hook: Hook, reach: Exclude<Reach, 'nothing'>, why: string): void {
    this.#open.push({ kind: 'unknown', hook, reach, why });
  }

  /** Would the outcome be the same for every answer of this hook? */
  #isForced({ hook, reach, kind }: OpenDoubt, event: Event, { decision, hooks }: Verdict): boolean {
    const { recorded, host } = this.#options;
    const gave = recorded.decision.hooks.find((run) => run.hook === hook.id)?.gave;
    if (kind === 'not-replayed' && gave?.includes('rewrite')) return false;
    const doubtful = new Set(this.#open.map((open) => open.hook.id));
    const firm = hooks.filter((report) => !doubtful.has(report.hook.id));
    // An ask becomes a deny if the agent cannot ask.
    if (decision === 'deny') return firm.some(isBlock) || (!canGrant(host, event.name, 'ask') && firm.some(isAsk));
    return reach === 'allow' && decision === 'ask' && firm.some(isAsk);
  }
}

const isBlock = ({ hook, outcome, decision }: HookReport): boolean =>
  hook.mode === 'enforce' && (outcome === 'blocked' || (outcome !== 'ok' && decision === 'deny'));

const isAsk = ({ hook, decision }: HookReport): boolean =>
  hook.mode === 'enforce' && hook.blocking && decision === 'ask';
