import { createYielder, type Event } from '@anyhook/core';
import { type DecisionSide, type Flip, flipOf } from './flip.js';
import { isSameOutcome, recordedOutcome, recordedStatements } from './outcome.js';
import { recordedEvent } from './recorded-event.js';
import type { RecordedEvent } from './recording.js';

/** One version of the hooks that recorded events are replayed with. */
export interface ReplaySide {
  /** `isWhole`: the span contains the session from its start. */
  decide(recorded: RecordedEvent, event: Event, isWholeSession: boolean): Promise<ReplayedDecision>;
}

/** What the hooks of a side decide at an event, or why that is unknown. */
export type ReplayedDecision =
  | ({ readonly kind: 'decided' } & DecisionSide)
  | { readonly kind: 'not-replayed' | 'unknown'; readonly hook?: string; readonly why: string };

/** Events that were not compared, by hook and reason. */
export interface UncomparedEvents {
  readonly kind: 'not-replayed' | 'unknown';
  readonly hook?: string;
  readonly why: string;
  readonly count: number;
}

export interface ReplayReport {
  readonly total: number;
  readonly same: number;
  readonly flipped: number;
  readonly notReplayed: number;
  readonly unknown: number;
  /** In the order in which they were recorded. */
  readonly flips: readonly Flip[];
  /** Most frequent first. */
  readonly left: readonly UncomparedEvents[];
}

interface ReplayOptions {
  /** The side to compare with; default: the record. */
  readonly before?: ReplaySide;
  readonly current: ReplaySide;
  readonly parallelSessions: number;
  /** Ends the replay: it rejects. */
  readonly signal?: AbortSignal | undefined;
}

/** Events to read ahead, so that sessions can be replayed in parallel. */
const windowSize = 256;

/** Replays recorded events, those of a session in order, and reports which decisions differ. */
export async function replayRecording(
  events: AsyncIterable<RecordedEvent>,
  options: ReplayOptions,
): Promise<ReplayReport> {
  const totals = new ReplayTotals();
  const wholeSessions = new Map<string, boolean>();
  const pause = createYielder();
  for await (const batch of batches(events)) {
    const compared: (Comparison | undefined)[] = [];
    const waiting = [...bySession(batch)];
    const replaySessions = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [session, indexes] = next;
        for (const index of indexes) {
          await pause();
          options.signal?.throwIfAborted();
          const recorded = batch[index] as RecordedEvent;
          const event = recordedEvent(recorded);
          if (!wholeSessions.has(session)) wholeSessions.set(session, isSessionStart(event));
          compared[index] = await compare(recorded, event, wholeSessions.get(session) ?? false, options);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.max(1, options.parallelSessions) }, replaySessions));
    for (const one of compared) if (one) totals.add(one);
  }
  return totals.report();
}

/** The indexes of each session's events, in order. */
function bySession(events: readonly RecordedEvent[]): ReadonlyMap<string, readonly number[]> {
  const sessions = new Map<string, number[]>();
  for (const [index, { decision }] of events.entries()) {
    const key = `${decision.host}\n${decision.session}`;
    const indexes = sessions.get(key);
    if (indexes) indexes.push(index);
    else sessions.set(key, [index]);
  }
  return sessions;
}

type Comparison =
  | { readonly kind: 'same' }
  | { readonly kind: 'flip'; readonly flip: Flip }
  | Omit<UncomparedEvents, 'count'>;

async function compare(
  recorded: RecordedEvent,
  event: Event | string,
  isWholeSession: boolean,
  { before, current }: ReplayOptions,
): Promise<Comparison> {
  if (typeof event === 'string') return { kind: 'not-replayed', why: event };
  const oldDecision = before ? await before.decide(recorded, event, isWholeSession) : recordedSide(recorded);
  // Decide even if the other side has no answer: the counts of the session must continue.
  const newDecision = await current.decide(recorded, event, isWholeSession);
  if (newDecision.kind !== 'decided') return newDecision;
  if (oldDecision.kind !== 'decided') return oldDecision;
  if (isSameOutcome(oldDecision.outcome, newDecision.outcome)) return { kind: 'same' };
  return { kind: 'flip', flip: flipOf(recorded, event, oldDecision, newDecision) };
}

const recordedSide = (recorded: RecordedEvent): Extract<ReplayedDecision, { kind: 'decided' }> => ({
  kind: 'decided',
  outcome: recordedOutcome(recorded),
  statements: recordedStatements(recorded),
  describeHook: () => '',
});

/** Does the session begin here? Otherwise it has events before the span. */
const isSessionStart = (event: Event | string): boolean =>
  typeof event !== 'string' &&
  event.name === 'session.start' &&
  event.source !== 'resume' &&
  event.source !== 'compact';

async function* batches(events: AsyncIterable<RecordedEvent>): AsyncIterable<readonly RecordedEvent[]> {
  let batch: RecordedEvent[] = [];
  for await (const one of events) {
    batch.push(one);
    if (batch.length < windowSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

class ReplayTotals {
  #same = 0;
  readonly #flips: Flip[] = [];
  readonly #left = new Map<string, UncomparedEvents>();

  add(one: Comparison): void {
    if (one.kind === 'same') this.#same++;
    else if (one.kind === 'flip') this.#flips.push(one.flip);
    else {
      const key = JSON.stringify([one.kind, one.hook, one.why]);
      this.#left.set(key, { ...one, count: (this.#left.get(key)?.count ?? 0) + 1 });
    }
  }

  report(): ReplayReport {
    const left = [...this.#left.values()].sort((a, b) => b.count - a.count);
    const countOf = (kind: UncomparedEvents['kind']) =>
      left.filter((one) => one.kind === kind).reduce((n, { count }) => n + count, 0);
    const counts = {
      same: this.#same,
      flipped: this.#flips.length,
      notReplayed: countOf('not-replayed'),
      unknown: countOf('unknown'),
    };
    const total = counts.same + counts.flipped + counts.notReplayed + counts.unknown;
    return { total, ...counts, flips: this.#flips, left };
  }
}
