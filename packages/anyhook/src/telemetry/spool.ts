import { join } from 'node:path';
import {
  appendLine,
  fileStamp,
  listFolder,
  parseObject,
  readBytesFrom,
  readText,
  readTimerFile,
  removePath,
  setTimerFile,
  writeAtomic,
} from '@anyhook/core';
import { maxSpoolBytes, segmentName, timerFile } from './queue.js';

/** Records that wait to be sent, and where the next ones start. */
interface SpoolBatch {
  readonly records: readonly object[];
  readonly segment: string;
  readonly end: number;
}

/** The reading side of a spool folder; only the sender has one. */
export interface TelemetrySpool {
  /** The oldest records that were not sent yet. */
  next(maxRecords: number): SpoolBatch | undefined;
  /** Marks the batch as delivered. */
  advance(batch: SpoolBatch): void;
  /** Moves a record that its receiver rejects to a separate file. */
  setAside(batch: SpoolBatch): void;
  /** Failed rounds since the last successful one. */
  failures(): number;
  setFailures(failures: number): void;
  /** No other sender is needed before this time. */
  setNextSendTime(time: number): void;
  nextSendTime(): number;
  /** Deletes what was sent long enough ago, and records for writers whether there is space. */
  tidy(now: number): { readonly full: boolean };
}

/** State of the sender that outlives its process. */
interface SendProgress {
  readonly offsets: Readonly<Record<string, number>>;
  readonly failures: number;
}

// A record has at most 256 Ki characters; JSON needs at most six bytes for each.
const maxBatchBytes = 2 * 1024 * 1024;
const hourMs = 3_600_000;
/** How long a writer may be suspended between opening a file and writing to it. */
const graceMs = 600_000;

export function openTelemetrySpool(dir: string, now: () => number): TelemetrySpool {
  const stateFile = join(dir, 'sent.json');
  const timer = timerFile(dir);
  let progress = parseProgress(readText(stateFile));
  const save = (next: SendProgress) => {
    progress = next;
    writeAtomic(stateFile, JSON.stringify(progress));
  };
  const offsetOf = (segment: string, size: number) => {
    const offset = progress.offsets[segment] ?? 0;
    // Shorter than the sent part: a new file of the same name.
    return offset > size ? 0 : offset;
  };
  const isClosed = (segment: string, at: number) => at - timeOf(segment) > hourMs + graceMs;
  const advance = ({ segment, end }: SpoolBatch) =>
    save({ ...progress, offsets: { ...progress.offsets, [segment]: end } });
  return {
    next(maxRecords) {
      for (const { segment, size } of segmentsIn(dir)) {
        for (let from = offsetOf(segment, size); from < size; ) {
          const batch = batchAt(join(dir, segment), segment, from, maxRecords, isClosed(segment, now()));
          if (!batch) break;
          if (batch.records.length > 0) return batch;
          // Only damaged lines: no receiver could read them either.
          advance(batch);
          from = batch.end;
        }
      }
      return undefined;
    },
    advance,
    setAside(batch) {
      for (const record of batch.records) {
        appendLine(join(dir, 'refused.jsonl'), JSON.stringify(record), { maxBytes: maxSpoolBytes, keep: 1 });
      }
      advance(batch);
    },
    failures: () => progress.failures,
    setFailures: (failures) => save({ ...progress, failures }),
    setNextSendTime: (time) => setTimerFile(timer, time),
    nextSendTime: () => readTimerFile(timer).until,
    tidy(at) {
      let waiting = 0;
      const offsets: Record<string, number> = {};
      for (const { segment, size } of segmentsIn(dir)) {
        const offset = offsetOf(segment, size);
        if (offset >= size && isClosed(segment, at)) {
          removePath(join(dir, segment));
          continue;
        }
        offsets[segment] = offset;
        waiting += size - offset;
      }
      if (Object.keys(offsets).length !== Object.keys(progress.offsets).length) save({ ...progress, offsets });
      const full = waiting > maxSpoolBytes;
      if (readTimerFile(timer).isFull !== full) setTimerFile(timer, readTimerFile(timer).until, full);
      return { full };
    },
  };
}

/** How much of a spool is not sent yet; changes nothing, so any process may call it. */
export function waitingBytes(dir: string): number {
  const { offsets } = parseProgress(readText(join(dir, 'sent.json')));
  return segmentsIn(dir).reduce((sum, { segment, size }) => {
    const offset = offsets[segment] ?? 0;
    return sum + (offset > size ? size : size - offset);
  }, 0);
}

function segmentsIn(dir: string): readonly { readonly segment: string; readonly size: number }[] {
  const entries = listFolder(dir);
  if (typeof entries === 'string') return [];
  return entries
    .filter(({ name, kind }) => kind === 'file' && /^\d{4}-\d\d-\d\dT\d\d\.jsonl$/.test(name))
    .map(({ name }) => ({ segment: name, size: fileStamp(join(dir, name))?.size ?? 0 }));
}

const timeOf = (segment: string): number => Date.parse(`${segment.slice(0, 13)}:00:00.000Z`);

/** Whole lines from a position on; undefined if the only one is still being written. */
function batchAt(
  path: string,
  segment: string,
  from: number,
  maxRecords: number,
  closed: boolean,
): SpoolBatch | undefined {
  const bytes = readBytesFrom(path, from, maxBatchBytes);
  const records: object[] = [];
  let at = 0;
  while (records.length < maxRecords) {
    const end = bytes.indexOf(0x0a, at);
    if (end === -1) break;
    const record = parseObject(bytes.toString('utf8', at, end));
    if (record) records.push(record);
    at = end + 1;
  }
  // An unfinished line that will never be finished, or that is longer than any valid one.
  if (at === 0 && (closed || bytes.length === maxBatchBytes)) at = bytes.length;
  return at === 0 ? undefined : { records, segment, end: from + at };
}

function parseProgress(text: string | undefined): SendProgress {
  const value = text === undefined ? undefined : (parseObject(text) as Partial<SendProgress> | undefined);
  const offsets = Object.entries(value?.offsets ?? {}).filter(([name, at]) => isSegment(name) && Number.isInteger(at));
  return { offsets: Object.fromEntries(offsets), failures: Number(value?.failures) || 0 };
}

const isSegment = (name: string): boolean => name === segmentName(timeOf(name) || 0);
