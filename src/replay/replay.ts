import type { Event } from '../core/event.js';
import { type DecisionSide, type Flip, flipOf } from './flip.js';
import { isSameOutcome, recordedOutcome, recordedStatements } from './outcome.js';
import { recordedEvent } from './recorded-event.js';
import type { RecordedEvent } from './recording.js';

/** One version of the hooks that recorded events are replayed with. */
export interface ReplaySide {
  /** `isWhole`: the span contains the session from its start. */
  decide(recorded: RecordedEvent, event: Event, isWhole: boolean): Promise<ReplayedDecision>;
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

export interface ReplayOptions {
  /** The side to compare with; default: the record. */
  readonly before?: ReplaySide;
  readonly now: ReplaySide;
  /** Number of sessions replayed at the same time. */
  readonly lanes: number;
}

/** Events to read ahead, so that sessions can be replayed in parallel. */
const windowSize = 256;

/** Replays recorded events, those of a session in order, and reports which decisions differ. */
export async function replayRecording(
  events: AsyncIterable<RecordedEvent>,
  options: ReplayOptions,
): Promise<ReplayReport> {
  const sum = new ReplayTotals();
  const whole = new Map<string, boolean>();
  for await (const some of windows(events)) {
    const compared: (Comparison | undefined)[] = [];
    const waiting = [...bySession(some)];
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [session, places] = next;
        for (const at of places) {
          const recorded = some[at] as RecordedEvent;
          const event = recordedEvent(recorded);
          if (!whole.has(session)) whole.set(session, isBeginning(event));
          compared[at] = await compare(recorded, event, whole.get(session) ?? false, options);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.max(1, options.lanes) }, lane));
    for (const one of compared) if (one) sum.add(one);
  }
  return sum.report();
}

/** The indexes of each session's events, in order. */
function bySession(events: readonly RecordedEvent[]): ReadonlyMap<string, readonly number[]> {
  const sessions = new Map<string, number[]>();
  for (const [at, { decision }] of events.entries()) {
    const key = `${decision.host}\n${decision.session}`;
    const places = sessions.get(key);
    if (places) places.push(at);
    else sessions.set(key, [at]);
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
  isWhole: boolean,
  { before, now }: ReplayOptions,
): Promise<Comparison> {
  if (typeof event === 'string') return { kind: 'not-replayed', why: event };
  const was = before ? await before.decide(recorded, event, isWhole) : recordedSide(recorded);
  // Also if the other side has no answer: counts of the session must continue.
  const is = await now.decide(recorded, event, isWhole);
  if (is.kind !== 'decided') return is;
  if (was.kind !== 'decided') return was;
  if (isSameOutcome(was.outcome, is.outcome)) return { kind: 'same' };
  return { kind: 'flip', flip: flipOf(recorded, event, was, is) };
}

const recordedSide = (recorded: RecordedEvent): Extract<ReplayedDecision, { kind: 'decided' }> => ({
  kind: 'decided',
  outcome: recordedOutcome(recorded),
  said: recordedStatements(recorded),
  tell: () => '',
});

/** A session that started earlier has events before the span. */
const isBeginning = (event: Event | string): boolean =>
  typeof event !== 'string' &&
  event.name === 'session.start' &&
  event.source !== 'resume' &&
  event.source !== 'compact';

async function* windows(events: AsyncIterable<RecordedEvent>): AsyncIterable<readonly RecordedEvent[]> {
  let some: RecordedEvent[] = [];
  for await (const one of events) {
    some.push(one);
    if (some.length < windowSize) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
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
    const sumOf = (kind: UncomparedEvents['kind']) =>
      left.filter((one) => one.kind === kind).reduce((n, { count }) => n + count, 0);
    const counts = {
      same: this.#same,
      flipped: this.#flips.length,
      notReplayed: sumOf('not-replayed'),
      unknown: sumOf('unknown'),
    };
    const total = counts.same + counts.flipped + counts.notReplayed + counts.unknown;
    return { total, ...counts, flips: this.#flips, left };
  }
}
