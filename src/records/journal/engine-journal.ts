import { join } from 'node:path';
import { type Appender, openAppender } from '../../platform/files/appender.js';
import { createNumbers, idOf } from './id.js';
import { journalPlaces, spoolName } from './journal-files.js';
import type { FromThread, ToThread } from './messages.js';
import { type Decided, detailOf, lineOf } from './record.js';
import type { Recorder } from './recorder.js';
import type { Limits } from './store/prune.js';
import { bounded } from './truncate.js';

/** The journal of an engine: lines are collected, and written once before answers leave. */
export interface EngineJournal extends Recorder {
  /** Writes what was collected. Call it before the answers leave. */
  flush(): void;
  report(): JournalReport;
  /** Resolves when all details are kept, or when there is no more time for them. */
  end(patienceMs: number): Promise<void>;
}

/** What `anyhook status` says about the journal. */
export interface JournalReport {
  /** What is wrong; undefined where all is well. */
  readonly trouble?: string;
  /** Decisions whose line waits in memory for room on the disk. */
  readonly waiting: number;
  /** Decisions that are in no file, and those of which only the details are missing. */
  readonly lost: number;
  readonly withoutDetails: number;
}

export interface EngineJournalOptions {
  readonly state: string;
  readonly writer: string;
  readonly now: () => number;
  /** Starts the thread that fills the journal; undefined where that cannot be. */
  readonly startThread: (take: (message: FromThread) => void, ended: (why: string) => void) => Post | undefined;
  /** Takes a line for the log. */
  readonly log: (text: string) => void;
}

type Post = (message: ToThread) => void;

const hourMs = 3_600_000;
/** A new file is begun at this size, so that the old one can go. */
const mostFileBytes = 16 * 1024 * 1024;
/** Characters of lines that wait in memory for a disk that is full. */
const mostWaiting = 8 * 1024 * 1024;
const againMs = 1_000;
/** Characters of details on their way to the thread. */
const mostOnTheWay = 4 * 1024 * 1024;
/** Details are handed over together, after the answers. */
const handMs = 20;
const mostTogether = 256;
/** A payload larger than this is cut before it is looked at. */
const largeBytes = 64 * 1024;
/** A thread that ended is started again after a while. */
const restMs = 30_000;

export function createEngineJournal(options: EngineJournalOptions): EngineJournal {
  const { state, writer, now, startThread, log } = options;
  const { spool } = journalPlaces(state);
  const next = createNumbers();
  const sets = new Set<string>();
  let lines = '';
  let waiting = 0;
  let lost = 0;
  let sync = false;
  let file: Appender | undefined;
  let hourEnds = 0;
  let part = 0;
  let retryAt = 0;
  let writeTrouble: string | undefined;

  let said: { readonly id: string; readonly decided: Decided }[] = [];
  let texts: string[] = [];
  let chars = 0;
  let limits: Limits | undefined;
  let withoutDetails = 0;
  let onTheWay = 0;
  let post: Post | undefined;
  let restUntil = 0;
  let threadTrouble: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let whenEnded: (() => void) | undefined;

  const told = new Set<string>();
  const say = (text: string) => {
    if (told.has(text) || told.size > 100) return;
    told.add(text);
    log(`journal: ${text}`);
  };

  const fileFor = (at: number): Appender => {
    if (file && at < hourEnds && file.size < mostFileBytes) return file;
    part = at < hourEnds ? part + 1 : 0;
    hourEnds = (Math.floor(at / hourMs) + 1) * hourMs;
    const opened = openAppender(join(spool, spoolName(at, writer, part)));
    file?.close();
    file = opened;
    return opened;
  };

  const thread = (): Post | undefined => {
    if (post || now() < restUntil) return post;
    const gone = (why: string) => {
      post = undefined;
      onTheWay = 0;
      restUntil = now() + restMs;
      if (whenEnded) return whenEnded();
      threadTrouble = `the thread that fills the journal ended: ${why}`;
      say(threadTrouble);
    };
    try {
      post = startThread(take, gone);
    } catch (error) {
      gone((error as Error).message);
    }
    return post;
  };
  const take = (message: FromThread) => {
    if (message.kind === 'done') onTheWay = Math.max(0, onTheWay - message.chars);
    else if (message.kind === 'said') say(message.text);
    else {
      threadTrouble = message.text;
      if (message.text !== undefined) say(message.text);
    }
  };

  /** As texts, and soon: events that live for long cost more than their texts do. */
  const pack = () => {
    for (const { id, decided } of said) {
      const text = onTheWay + chars > mostOnTheWay ? undefined : textOf(decided, id);
      if (text === undefined) withoutDetails++;
      else {
        chars += text.length;
        texts.push(text);
      }
    }
    said = [];
    if (texts.length >= mostTogether) handOver();
    else timer ??= setTimeout(handOver, handMs);
  };
  const handOver = () => {
    clearTimeout(timer);
    timer = undefined;
    const [details, size] = [texts, chars];
    texts = [];
    chars = 0;
    const to = limits && thread();
    if (!to || !limits) {
      withoutDetails += details.length;
      return;
    }
    onTheWay += size;
    to({ kind: 'details', details, chars: size, limits });
  };

  return {
    record(given, { config, set }) {
      if (!config.enabled) return;
      try {
        const at = now();
        const hookSet = set();
        const decided: Decided = { ...given, hookSet: hookSet.hash, via: 'engine' };
        const id = idOf(next(at));
        const line = lineOf(decided, id, at);
        if (lines.length + line.length > mostWaiting) return void lost++;
        lines += line;
        waiting++;
        if (!sets.has(hookSet.hash)) {
          sets.add(hookSet.hash);
          lines += `${JSON.stringify({ v: 1, set: hookSet })}\n`;
        }
        sync = config.sync;
        limits = { days: config.days, maxMb: config.maxMb };
        if (config.payloads === 'redacted') said.push({ id, decided });
      } catch (error) {
        say(`a decision could not be written down: ${(error as Error).message}`);
      }
    },
    flush() {
      if (lines === '') return;
      const at = now();
      if (at < retryAt) return;
      try {
        fileFor(at).write(lines, sync);
        lines = '';
        waiting = 0;
        writeTrouble = undefined;
      } catch (error) {
        retryAt = at + againMs;
        setTimeout(() => this.flush(), againMs + 1).unref();
        file?.close();
        file = undefined;
        writeTrouble = `${spool} cannot be written (${(error as Error).message}); decisions wait in memory`;
        say(writeTrouble);
      }
      // The answers leave first.
      setImmediate(pack);
    },
    report() {
      const trouble = writeTrouble ?? threadTrouble;
      return { ...(trouble !== undefined && { trouble }), waiting, lost, withoutDetails };
    },
    end(patienceMs) {
      retryAt = 0;
      this.flush();
      if (!limits) return Promise.resolve();
      pack();
      handOver();
      return new Promise((resolve) => {
        if (!post) return resolve();
        const patience = setTimeout(resolve, patienceMs);
        whenEnded = () => {
          clearTimeout(patience);
          resolve();
        };
        post({ kind: 'end' });
      });
    },
  };
}

/** The details of a decision on their way through memory. */
function textOf(decided: Decided, id: string): string | undefined {
  try {
    const detail = detailOf(decided, id);
    return JSON.stringify(decided.bytes > largeBytes ? bounded(detail) : detail);
  } catch {
    // Nothing that JSON can hold.
    return undefined;
  }
}
