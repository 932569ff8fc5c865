import { MissingSqliteError, removePath, sqliteErrorKind } from '@anyhook/core';
import { journalPaths } from './journal-files.js';
import type { DetailRecord } from './record.js';
import type { JournalLimits } from './store/prune.js';
import { hasAuditMark, spoolFiles } from './store/spool-files.js';
import { type DetailBody, type JournalStore, openJournalStore, setBrokenJournalAside } from './store/store.js';
import { encodeDetail } from './store/writer.js';
import type { MessageFromThread, MessageToThread } from './thread-messages.js';
import { boundDetail, shortenTexts } from './truncate.js';

interface JournalThreadOptions {
  readonly state: string;
  readonly now: () => number;
  readonly post: (message: MessageFromThread) => void;
  /** Called when no more messages are accepted: the thread ends when it has nothing left to do. */
  readonly stopListening: () => void;
  /** Removes secrets from values. */
  readonly redact: (values: readonly unknown[]) => Promise<readonly unknown[]>;
}

/** Lines and details are collected this long and stored together. */
const gatherMs = 40;
/** How often to look for files of processes that answered an event themselves. */
const pollMs = 30_000;
const pruneMs = 3_600_000;
/** When to retry a journal that failed. */
const retryMs = 30_000;
const lockMs = 5_000;
/** Details that wait while the journal fails. */
const maxBodies = 5_000;
/** Bytes of the spool that wait while the journal fails; the oldest files are deleted first. */
const maxSpool = 256 * 1024 * 1024;

/** Fills the journal from the spool and from details in memory, in its own thread. */
export function createJournalThread(options: JournalThreadOptions): (message: MessageToThread) => void {
  const { state, now, post, stopListening, redact } = options;
  const { spool } = journalPaths(state);
  let store: JournalStore | undefined;
  let texts: string[] = [];
  let chars = 0;
  let bodies: DetailBody[] = [];
  let limits: JournalLimits | undefined;
  let prunedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let problem: string | undefined;

  const reportProblem = (text: string | undefined) => {
    if (text !== problem) post({ kind: 'problem', text });
    problem = text;
  };
  const redactWaiting = async () => {
    const waitingTexts = texts;
    const waitingChars = chars;
    texts = [];
    chars = 0;
    for (const portion of inPortions(waitingTexts)) bodies.push(...(await detailBodies(portion, redact)));
    bodies = bodies.slice(-maxBodies);
    if (waitingChars > 0) post({ kind: 'done', chars: waitingChars });
  };
  const fill = async () => {
    if (store?.isReplaced()) {
      store.close();
      store = undefined;
    }
    store ??= await openJournalStore({ state, waitMs: lockMs, now, notify: (text) => post({ kind: 'notice', text }) });
    const ready = bodies;
    for (let more = store.storePending(ready); more; ) more = store.storePending([]);
    bodies = bodies.slice(ready.length);
    if (limits && now() - prunedAt > pruneMs) {
      prunedAt = now();
      store.prune(limits);
    }
    reportProblem(undefined);
  };
  const handleFailure = (error: unknown) => {
    store?.close();
    store = undefined;
    const errorKind = sqliteErrorKind(error);
    if (errorKind === 'corrupt') {
      const { from, to } = setBrokenJournalAside(state, now());
      post({ kind: 'notice', text: `${from} was broken; it was renamed to ${to}, and a new one was created` });
    } else {
      const why = `${(error as Error).message}${errorKind === 'other' ? '' : ` (${errorKind})`}`;
      reportProblem(`${why}; decisions wait in ${spool}`);
    }
    dropOldest(spool, (text) => post({ kind: 'notice', text }));
    return error instanceof MissingSqliteError ? pollMs * 10 : errorKind === 'corrupt' ? gatherMs : retryMs;
  };
  const schedule = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
  const run = () => {
    running = running
      .then(redactWaiting)
      .then(fill)
      .then(
        () => schedule(texts.length > 0 ? gatherMs : pollMs),
        (error: unknown) => schedule(handleFailure(error)),
      );
  };
  let gatherTimer: NodeJS.Timeout | undefined;
  return (message) => {
    if (message.kind === 'end') {
      clearTimeout(gatherTimer);
      clearTimeout(timer);
      run();
      // Let it end by itself: a thread that is terminated inside the database crashes the process.
      void running.then(() => {
        clearTimeout(timer);
        store?.close();
        stopListening();
      });
      return;
    }
    texts.push(...message.details);
    chars += message.chars;
    limits = message.limits;
    if (gatherTimer || problem !== undefined) return;
    gatherTimer = setTimeout(() => {
      gatherTimer = undefined;
      clearTimeout(timer);
      run();
    }, gatherMs);
  };
}

/** Characters that are redacted at once: larger portions are faster, but block the thread for longer. */
const maxPortionChars = 128 * 1024;

function* inPortions(texts: readonly string[]): Generator<readonly string[]> {
  let portion: string[] = [];
  let chars = 0;
  for (const text of texts) {
    portion.push(text);
    chars += text.length;
    if (chars < maxPortionChars) continue;
    yield portion;
    portion = [];
    chars = 0;
  }
  if (portion.length > 0) yield portion;
}

/** Details as stored: truncated, and without secrets. What is not scanned is not stored. */
async function detailBodies(texts: readonly string[], redact: JournalThreadOptions['redact']) {
  const redacted = await redact(texts.map((text) => boundDetail(JSON.parse(text))));
  return redacted.map((one) => {
    const { value, cut } = shortenTexts(one);
    const { id, ...detail } = value as DetailRecord;
    return { id, body: encodeDetail({ ...detail, ...(cut && { cut: true }) }) };
  });
}

/** Keeps a spool that cannot be stored from filling the disk. Audit records are never deleted. */
export function dropOldest(spool: string, notify: (text: string) => void, maxBytes = maxSpool): void {
  const files = spoolFiles(spool);
  const limit = `more than ${maxBytes / 1024 / 1024} MB of decisions wait for the journal`;
  let remainingBytes = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of files) {
    if (remainingBytes <= maxBytes) return;
    if (hasAuditMark(path)) continue;
    removePath(path);
    remainingBytes -= size;
    notify(`${path} was deleted: ${limit}`);
  }
  if (remainingBytes > maxBytes) notify(`${limit}, and the audit of the fleet needs them`);
}
