import { join } from 'node:path';
import { appendLine, createLineAppender, fileStamp, writeAtomic } from '@anyhook/core';
import { redactSecrets } from '../redact/redact-secrets.js';
import { decisionId, oneShotDecisionNumber } from './decision-id.js';
import { journalPaths, processWriter, spoolFileName } from './journal-files.js';
import type { AnsweredEvent, DetailRecord, HookSet, SpoolLine } from './record.js';
import { decisionRecord, detailRecord } from './record.js';
import type { Recorder } from './recorder.js';
import { redactionKey } from './redaction-key.js';
import { writeLostMark } from './store/lost-marks.js';
import { boundDetail, shortenTexts } from './truncate.js';

/** The journal of a process that answers one event. */
interface ProcessJournal extends Recorder {
  /** Writes what can wait until the agent has its answer. */
  writeDeferred(): void;
}

interface ProcessJournalOptions {
  readonly state: string;
  readonly now: () => number;
  readonly random: () => number;
}

type AppendLine = (path: string, line: string, options: { readonly sync: boolean }) => void;

/** A decision is in the spool before its answer is printed. An error while writing never changes the answer. */
export function createProcessJournal(
  { state, now, random }: ProcessJournalOptions,
  append: AppendLine = (path, line, options) => appendLine(path, line, undefined, options),
): ProcessJournal {
  const waiting: (() => WaitingLine | undefined)[] = [];
  const { spool } = journalPaths(state);
  let hour = { number: -1, file: '' };
  const fileAt = (at: number): string => {
    const number = Math.floor(at / hourMs);
    if (hour.number !== number) hour = { number, file: join(spool, spoolFileName(at, processWriter)) };
    return hour.file;
  };
  return {
    record(answered, { config, set, audit }) {
      if (!config.enabled && !audit) return undefined;
      try {
        const at = now();
        const { hash } = set();
        const decided = { ...answered, hookSet: hash, via: 'process' } as const;
        const id = decisionId(oneShotDecisionNumber(at, random()));
        const file = fileAt(at);
        const write = (line: SpoolLine) => append(file, JSON.stringify(line), { sync: config.sync });
        write({ v: 1, decision: decisionRecord(decided, id, at), ...(audit && { audit }) });
        const keepsPayloads = config.payloads === 'redacted';
        waiting.push(() => {
          writeHookSet(state, set(), write, at);
          if (!keepsPayloads) return undefined;
          return { file, line: JSON.stringify(detailLine(state, id, decided)), sync: config.sync };
        });
        return id;
      } catch {
        // A full or read-only disk, or a payload that JSON cannot represent. For an audit, the answer says so.
        if (audit) attempt(() => writeLostMark(spool, audit, random()));
        return undefined;
      }
    },
    writeDeferred() {
      const lines = waiting.splice(0).flatMap((make) => attempt(make) ?? []);
      for (const file of new Set(lines.map((one) => one.file))) {
        const fileLines = lines.filter((one) => one.file === file);
        // One write for all of them.
        const text = fileLines.map(({ line }) => line).join('\n');
        attempt(() => append(file, text, { sync: fileLines.some(({ sync }) => sync) }));
      }
    },
  };
}

type WaitingLine = { readonly file: string; readonly line: string; readonly sync: boolean };

/** One failure must not affect other lines: the disk may be full or read-only, or JSON cannot represent a payload. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** A spool file is named by its hour. */
const hourMs = 3_600_000;
const maxWaiting = 64;

/** For a process that answers many events: its file may stay open, and details follow when it is idle. */
export function createProcessRecorder(
  options: ProcessJournalOptions,
  { staysOpen = true }: { readonly staysOpen?: boolean } = {},
): Recorder {
  const journal = createProcessJournal(options, staysOpen ? createLineAppender() : undefined);
  let waiting = 0;
  const flush = () => {
    waiting = 0;
    journal.writeDeferred();
  };
  return {
    record(...decided) {
      const id = journal.record(...decided);
      if (waiting++ === 0) setImmediate(flush);
      // A process that is never idle must not collect details without end.
      if (waiting >= maxWaiting) flush();
      return id;
    },
  };
}

/** A set is written again after a day: the journal may have deleted it by then. */
const rewriteMs = 24 * 3_600_000;
/** How long this process relies on that check. */
const checkMs = 60_000;

/** When this process last checked that a set is written, by its mark. */
const checkedSets = new Map<string, number>();
const maxSets = 100;

/** Writes the hook set of a decision if it is new. */
function writeHookSet(state: string, set: HookSet, write: (line: SpoolLine) => void, now: number): void {
  const mark = join(journalPaths(state).dir, 'sets', set.hash);
  if (now - (checkedSets.get(mark) ?? 0) <= checkMs) return;
  const writtenAt = fileStamp(mark)?.mtimeMs ?? 0;
  if (now - writtenAt > rewriteMs) {
    write({ v: 1, set });
    writeAtomic(mark, '');
  }
  if (checkedSets.size >= maxSets) checkedSets.clear();
  checkedSets.set(mark, now);
}

/** The details of a decision without secrets. */
function detailLine(state: string, id: string, decided: AnsweredEvent): SpoolLine {
  const { value } = redactSecrets(boundDetail(detailRecord(decided, id)), { key: redactionKey(state) });
  const { value: detail, cut } = shortenTexts(value);
  return { v: 1, detail: { ...(detail as DetailRecord), id, ...(cut && { cut: true }) } };
}
