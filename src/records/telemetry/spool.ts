import { join } from 'node:path';
import { parseObject } from '../../core/json.js';
import { appendLine } from '../../platform/files/append-line.js';
import { list, readText, remove, stamp, writeAtomic } from '../../platform/files/files.js';
import { readFrom, readTimer, setTimer } from '../../platform/files/spool.js';
import { mostSpoolBytes, segmentAt, timerOf } from './queue.js';

/** Records that wait to be sent, and where the next ones begin. */
export interface Batch {
  readonly records: readonly object[];
  readonly segment: string;
  readonly end: number;
}

/** The reading side of a spool folder; only the sender has one. */
export interface Spool {
  /** The oldest records that were not sent yet. */
  next(mostRecords: number): Batch | undefined;
  /** They arrived. */
  advance(batch: Batch): void;
  /** A record that its receiver will never take is kept beside the others. */
  setAside(batch: Batch): void;
  /** Rounds of sending that failed since the last that did not. */
  failures(): number;
  countFailures(failures: number): void;
  /** No other sender is needed before this time. */
  restUntil(time: number): void;
  restsUntil(): number;
  /** Deletes what was sent long enough ago, and tells writers whether there is room. */
  tidy(now: number): { readonly full: boolean };
}

/** What the sender keeps between its lives. */
interface Sent {
  readonly offsets: Readonly<Record<string, number>>;
  readonly failures: number;
}

// A record has at most 256 Ki characters, each of which JSON may write in six bytes.
const mostBatchBytes = 2 * 1024 * 1024;
const hourMs = 3_600_000;
/** A writer that was stopped between opening a file and writing to it has this long to wake up. */
const graceMs = 600_000;

export function openSpool(dir: string, now: () => number): Spool {
  const stateFile = join(dir, 'sent.json');
  const timer = timerOf(dir);
  let sent = parseSent(readText(stateFile));
  const save = (next: Sent) => {
    sent = next;
    writeAtomic(stateFile, JSON.stringify(sent));
  };
  const offsetOf = (segment: string, size: number) => {
    const offset = sent.offsets[segment] ?? 0;
    // Shorter than what was sent of it: a new file of the same name.
    return offset > size ? 0 : offset;
  };
  const isClosed = (segment: string, at: number) => at - timeOf(segment) > hourMs + graceMs;
  const advance = ({ segment, end }: Batch) => save({ ...sent, offsets: { ...sent.offsets, [segment]: end } });
  return {
    next(mostRecords) {
      for (const { segment, size } of segmentsIn(dir)) {
        for (let from = offsetOf(segment, size); from < size; ) {
          const batch = batchAt(join(dir, segment), segment, from, mostRecords, isClosed(segment, now()));
          if (!batch) break;
          if (batch.records.length > 0) return batch;
          // Nothing but damaged lines: no receiver could read them either.
          advance(batch);
          from = batch.end;
        }
      }
      return undefined;
    },
    advance,
    setAside(batch) {
      for (const record of batch.records) {
        appendLine(join(dir, 'refused.jsonl'), JSON.stringify(record), { maxBytes: mostSpoolBytes, keep: 1 });
      }
      advance(batch);
    },
    failures: () => sent.failures,
    countFailures: (failures) => save({ ...sent, failures }),
    restUntil: (time) => setTimer(timer, time),
    restsUntil: () => readTimer(timer).until,
    tidy(at) {
      let waiting = 0;
      const offsets: Record<string, number> = {};
      for (const { segment, size } of segmentsIn(dir)) {
        const offset = offsetOf(segment, size);
        if (offset >= size && isClosed(segment, at)) {
          remove(join(dir, segment));
          continue;
        }
        offsets[segment] = offset;
        waiting += size - offset;
      }
      if (Object.keys(offsets).length !== Object.keys(sent.offsets).length) save({ ...sent, offsets });
      const full = waiting > mostSpoolBytes;
      if (readTimer(timer).marked !== full) setTimer(timer, readTimer(timer).until, full);
      return { full };
    },
  };
}

function segmentsIn(dir: string): readonly { readonly segment: string; readonly size: number }[] {
  const entries = list(dir);
  if (typeof entries === 'string') return [];
  return entries
    .filter(({ name, kind }) => kind === 'file' && /^\d{4}-\d\d-\d\dT\d\d\.jsonl$/.test(name))
    .map(({ name }) => ({ segment: name, size: stamp(join(dir, name))?.size ?? 0 }));
}

const timeOf = (segment: string): number => Date.parse(`${segment.slice(0, 13)}:00:00.000Z`);

/** Whole lines from a position on; undefined where the only one is still being written. */
function batchAt(path: string, segment: string, from: number, most: number, closed: boolean): Batch | undefined {
  const bytes = readFrom(path, from, mostBatchBytes);
  const records: object[] = [];
  let at = 0;
  while (records.length < most) {
    const end = bytes.indexOf(0x0a, at);
    if (end === -1) break;
    const record = parseObject(bytes.toString('utf8', at, end));
    if (record) records.push(record);
    at = end + 1;
  }
  // A line without an end that nobody will end any more, or that is longer than any of ours.
  if (at === 0 && (closed || bytes.length === mostBatchBytes)) at = bytes.length;
  return at === 0 ? undefined : { records, segment, end: from + at };
}

function parseSent(text: string | undefined): Sent {
  const value = text === undefined ? undefined : (parseObject(text) as Partial<Sent> | undefined);
  const offsets = Object.entries(value?.offsets ?? {}).filter(([name, at]) => isSegment(name) && Number.isInteger(at));
  return { offsets: Object.fromEntries(offsets), failures: Number(value?.failures) || 0 };
}

const isSegment = (name: string): boolean => name === segmentAt(timeOf(name) || 0);
