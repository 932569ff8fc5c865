import { join } from 'node:path';
import { type Appender, openAppender } from '@anyhook/core';
import type { AuditMark } from './audit-record.js';
import { spoolFileName } from './journal-files.js';
import type { HookSet, SpoolLine } from './record.js';

interface LineOptions {
  /** Wait for the disk. */
  readonly isSync: boolean;
  /** The decision belongs to an audit: if it is dropped, the next recorded one reports that. */
  readonly audit?: AuditMark | undefined;
}

interface DecisionLinesOptions {
  readonly spool: string;
  readonly writer: string;
  readonly now: () => number;
  readonly notify: (text: string) => void;
  /** Called when a write that failed should be tried again. */
  readonly retry: () => void;
  /** Gets the lines that were just written. */
  readonly written?: ((lines: string) => void) | undefined;
}

/** Characters of lines that wait in memory while the disk is full. */
const maxWaiting = 8 * 1024 * 1024;
const retryMs = 1_000;

/** Lines of decisions that are collected in memory and written to the spool together. */
export function createDecisionLines(options: DecisionLinesOptions) {
  const { spool, writer, now, notify, retry, written } = options;
  const files = createSpoolFiles(spool, writer);
  const sets = new Set<string>();
  let lines = '';
  let waiting = 0;
  let lost = 0;
  /** Dropped audit decisions that no line reports yet. */
  let unreported = 0;
  let isSync = false;
  let retryAt = 0;
  let problem: string | undefined;

  return {
    /** Adds a decision and, if it is new, its hook set. False: too many lines wait already, so this one is dropped. */
    add(line: string, hookSet: HookSet, { isSync: sync, audit }: LineOptions) {
      if (lines.length + line.length > maxWaiting) {
        lost++;
        if (audit) unreported++;
        return false;
      }
      if (audit && unreported > 0) {
        lines += `${JSON.stringify({ v: 1, lost: unreported, audit } satisfies SpoolLine)}\n`;
        unreported = 0;
      }
      lines += line;
      waiting++;
      if (!sets.has(hookSet.hash)) {
        sets.add(hookSet.hash);
        lines += `${JSON.stringify({ v: 1, set: hookSet })}\n`;
      }
      isSync = sync;
      return true;
    },
    /** Writes what was collected. False: there was nothing to write, or it is too early to try again. */
    flush() {
      if (lines === '') return false;
      const at = now();
      if (at < retryAt) return false;
      try {
        files.at(at).write(lines, isSync);
        written?.(lines);
        lines = '';
        waiting = 0;
        problem = undefined;
      } catch (error) {
        retryAt = at + retryMs;
        setTimeout(retry, retryMs + 1).unref();
        files.close();
        problem = `cannot write to ${spool} (${(error as Error).message}); decisions wait in memory`;
        notify(problem);
      }
      return true;
    },
    /** Makes the next flush try the disk, even if the last one failed just now. */
    retryNow() {
      retryAt = 0;
    },
    get problem() {
      return problem;
    },
    get waiting() {
      return waiting;
    },
    get lost() {
      return lost;
    },
  };
}

const hourMs = 3_600_000;
/** A new file starts at this size, so that the old one can be deleted. */
const maxFileBytes = 16 * 1024 * 1024;

/** The file of the current hour; it stays open. */
function createSpoolFiles(spool: string, writer: string) {
  let file: Appender | undefined;
  let hourEnds = 0;
  let part = 0;
  return {
    at(at: number): Appender {
      if (file && !file.isGone() && at < hourEnds && file.size < maxFileBytes) return file;
      part = at < hourEnds ? part + 1 : 0;
      hourEnds = (Math.floor(at / hourMs) + 1) * hourMs;
      const opened = openAppender(join(spool, spoolFileName(at, writer, part)));
      file?.close();
      file = opened;
      return opened;
    },
    close(): void {
      file?.close();
      file = undefined;
    },
  };
}
