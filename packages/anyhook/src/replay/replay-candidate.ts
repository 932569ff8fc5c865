import { isFolder, userPaths } from '@anyhook/core';
import type { World } from '../answer/engine.js';
import { sentHookId } from '../journal/audit-record.js';
import { openJournal } from '../journal/open-journal.js';
import type { Journal } from '../journal/query.js';
import type { Flip } from './flip.js';
import { openHooksAtRevision } from './hooks-at-revision.js';
import { eventsIn, type Span } from './journal-events.js';
import { type ReplayReport, replayRecording } from './replay.js';
import { maxParallelSessions } from './replay-project.js';

/** What the candidate of a policy would have changed, as numbers only: no content of the decisions. */
interface CandidateReplay {
  readonly total: number;
  readonly same: number;
  readonly flips: readonly {
    readonly hook: string;
    readonly from: string;
    readonly to: string;
    readonly count: number;
  }[];
  readonly notReplayed: number;
  readonly unknown: number;
}

/** Days of the journal that a candidate is replayed over. */
const candidateDays = 14;

const maxSessions = 100_000;

/** The sum of `anyhook replay --candidate --since 14d --json` over this user's projects that still exist. */
export async function replayCandidate(world: World, now: number): Promise<CandidateReplay> {
  const { state, home } = userPaths(world.env, world.home);
  const span: Span = { filter: { since: now - candidateDays * 24 * 3_600_000 } };
  // A machine without decisions also has a report.
  const { journal } = await openJournal({ state, notify: () => {}, create: true });
  try {
    const totals = new CandidateTotals();
    for (const root of rootsIn(journal, span)) {
      if (!isFolder(root)) {
        for await (const _event of eventsIn(journal, span, root)) totals.addNotReplayed();
        continue;
      }
      const place = { ...world, cwd: root, project: root };
      const common = { root, project: root, world: place, trust: undefined, runCommands: false, home };
      const before = await openHooksAtRevision(common);
      const current = await openHooksAtRevision({ ...common, candidateDecides: true });
      const options = { before, current, parallelSessions: maxParallelSessions };
      totals.add(await replayRecording(eventsIn(journal, span, root), options));
    }
    return totals.result();
  } finally {
    journal.close();
  }
}

const rootsIn = (journal: Journal, { filter }: Span): readonly string[] => [
  ...new Set(
    journal
      .sessions({ ...(filter.since !== undefined && { since: filter.since }) }, maxSessions)
      .map(({ root }) => root),
  ),
];

class CandidateTotals {
  #total = 0;
  #same = 0;
  #notReplayed = 0;
  #unknown = 0;
  readonly #flips = new Map<string, CandidateReplay['flips'][number]>();

  addNotReplayed(): void {
    this.#total++;
    this.#notReplayed++;
  }

  add({ total, same, notReplayed, unknown, flips }: ReplayReport): void {
    this.#total += total;
    this.#same += same;
    this.#notReplayed += notReplayed;
    this.#unknown += unknown;
    for (const flip of flips) this.#addFlip(flip);
  }

  #addFlip({ hook, before: from, after: to }: Flip): void {
    const name = hook === undefined ? 'several' : sentHookId(hook);
    const key = JSON.stringify([name, from, to]);
    this.#flips.set(key, { hook: name, from, to, count: (this.#flips.get(key)?.count ?? 0) + 1 });
  }

  result(): CandidateReplay {
    const flips = [...this.#flips.values()].sort((a, b) => b.count - a.count);
    return { total: this.#total, same: this.#same, flips, notReplayed: this.#notReplayed, unknown: this.#unknown };
  }
}
