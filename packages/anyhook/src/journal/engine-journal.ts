import { createDecisionNumbers, decisionId } from './decision-id.js';
import { createDecisionLines } from './decision-lines.js';
import { createDetailQueue } from './detail-queue.js';
import { journalPaths } from './journal-files.js';
import { type AnsweredEvent, decisionLine } from './record.js';
import type { Recorder } from './recorder.js';
import { connectThread, type StartThread } from './thread-connection.js';

/** The journal of an engine: decisions are collected in memory and written together, before the answers leave. */
export interface EngineJournal extends Recorder {
  /** Writes what was collected. Call it before the answers leave. */
  flush(): void;
  report(): JournalReport;
  /** Resolves when all details are stored, or after `timeoutMs`. */
  end(timeoutMs: number): Promise<void>;
}

interface JournalReport {
  /** What is wrong; undefined if nothing is. */
  readonly trouble?: string;
  /** Decisions that wait in memory until the disk has space. */
  readonly waiting: number;
  /** Decisions that were not written, and decisions of which only the details are missing. */
  readonly lost: number;
  readonly withoutDetails: number;
}

interface EngineJournalOptions {
  readonly state: string;
  readonly writer: string;
  readonly now: () => number;
  readonly startThread: StartThread;
  readonly log: (text: string) => void;
  /** Gets the lines of decisions that were just written. */
  readonly written?: (lines: string) => void;
}

export function createEngineJournal(options: EngineJournalOptions): EngineJournal {
  const { state, writer, now, startThread, log, written } = options;
  const logOnce = withoutRepeats((text) => log(`journal: ${text}`));
  const nextNumber = createDecisionNumbers();
  const flush = () => {
    // The answers are sent first.
    if (lines.flush()) setImmediate(details.pack);
  };
  const { spool } = journalPaths(state);
  const lines = createDecisionLines({ spool, writer, now, notify: logOnce, retry: flush, written });
  const thread = connectThread({ startThread, now, notify: logOnce });
  const details = createDetailQueue(thread);

  return {
    record(answered, { config, set, audit }) {
      if (!config.enabled && !audit) return undefined;
      try {
        const at = now();
        const hookSet = set();
        const decided: AnsweredEvent = { hookSet: hookSet.hash, via: 'engine', ...answered };
        const id = decisionId(nextNumber(at));
        if (!lines.add(decisionLine(decided, id, at, audit), hookSet, { isSync: config.sync, audit })) return undefined;
        details.limits = { days: config.days, maxMb: config.maxMb };
        if (config.payloads === 'redacted') details.add(id, decided);
        return id;
      } catch (error) {
        logOnce(`a decision could not be recorded: ${(error as Error).message}`);
        return undefined;
      }
    },
    flush,
    report() {
      const trouble = lines.problem ?? thread.problem;
      const { waiting, lost } = lines;
      return { ...(trouble !== undefined && { trouble }), waiting, lost, withoutDetails: details.dropped };
    },
    async end(timeoutMs) {
      lines.retryNow();
      flush();
      if (!details.limits) return;
      details.sendAll();
      await thread.end(timeoutMs);
    },
  };
}

/** Drops texts that were logged before. Bounded: texts may contain untrusted names. */
function withoutRepeats(log: (text: string) => void): (text: string) => void {
  const logged = new Set<string>();
  return (text) => {
    if (logged.has(text) || logged.size > 100) return;
    logged.add(text);
    log(text);
  };
}
