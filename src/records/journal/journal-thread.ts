import { removePath } from '../../platform/files/files.js';
import { MissingSqliteError, sqliteTrouble } from '../../platform/sqlite.js';
import { journalPaths } from './journal-files.js';
import type { DetailRecord } from './record.js';
import type { JournalLimits } from './store/prune.js';
import { spoolFiles } from './store/spool-files.js';
import { type DetailBody, type JournalStore, openJournalStore, setBrokenJournalAside } from './store/store.js';
import { encodeDetail } from './store/writer.js';
import type { MessageFromThread, MessageToThread } from './thread-messages.js';
import { boundDetail, shortenTexts } from './truncate.js';

export interface JournalThreadOptions {
  readonly state: string;
  readonly now: () => number;
  readonly post: (message: MessageFromThread) => void;
  /** Called when no more messages are accepted: the thread ends when it has nothing left to do. */
  readonly leave: () => void;
  /** Removes secrets from values. */
  readonly redact: (values: readonly unknown[]) => Promise<readonly unknown[]>;
}

/** Lines and details are collected this long and stored together. */
const gatherMs = 40;
/** How often to look for files of processes that answered an event themselves. */
const lookMs = 30_000;
const pruneMs = 3_600_000;
/** When to retry a journal that failed. */
const againMs = 30_000;
const lockMs = 5_000;
/** Details that wait while the journal fails. */
const maxBodies = 5_000;
/** Bytes of the spool that wait while the journal fails; the oldest files are deleted first. */
const maxSpool = 256 * 1024 * 1024;

/** Fills the journal from the spool and from details in memory, in its own thread. */
export function createJournalThread({
  state,
  now,
  post,
  leave,
  redact,
}: JournalThreadOptions): (message: MessageToThread) => void {
  const { spool } = journalPaths(state);
  let store: JournalStore | undefined;
  let texts: string[] = [];
  let chars = 0;
  let bodies: DetailBody[] = [];
  let limits: JournalLimits | undefined;
  let prunedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let trouble: string | undefined;

  const tell = (text: string | undefined) => {
    if (text !== trouble) post({ kind: 'trouble', text });
    trouble = text;
  };
  const clean = async () => {
    const given = texts;
    const done = chars;
    texts = [];
    chars = 0;
    for (const some of inPortions(given)) bodies.push(...(await detailBodies(some, redact)));
    bodies = bodies.slice(-maxBodies);
    if (done > 0) post({ kind: 'done', chars: done });
  };
  const fill = async () => {
    store ??= await openJournalStore({ state, waitMs: lockMs, now, say: (text) => post({ kind: 'said', text }) });
    const ready = bodies;
    for (let more = store.storePending(ready); more; ) more = store.storePending([]);
    bodies = bodies.slice(ready.length);
    if (limits && now() - prunedAt > pruneMs) {
      prunedAt = now();
      store.prune(limits);
    }
    tell(undefined);
  };
  const failed = (error: unknown) => {
    store?.close();
    store = undefined;
    const what = sqliteTrouble(error);
    if (what === 'corrupt') {
      const aside = setBrokenJournalAside(state, now());
      post({
        kind: 'said',
        text: `${aside.from} was broken; it was renamed to ${aside.to}, and a new one was created`,
      });
    } else tell(`${(error as Error).message}${what === 'other' ? '' : ` (${what})`}; decisions wait in ${spool}`);
    dropOldest(spool, (text) => post({ kind: 'said', text }));
    return error instanceof MissingSqliteError ? lookMs * 10 : what === 'corrupt' ? gatherMs : againMs;
  };
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
  const run = () => {
    running = running
      .then(clean)
      .then(fill)
      .then(
        () => later(texts.length > 0 ? gatherMs : lookMs),
        (error: unknown) => later(failed(error)),
      );
  };
  let gathering: NodeJS.Timeout | undefined;
  return (message) => {
    if (message.kind === 'end') {
      clearTimeout(gathering);
      clearTimeout(timer);
      run();
      // Let it end by itself: a thread that is terminated inside the database crashes the process.
      void running.then(() => {
        clearTimeout(timer);
        store?.close();
        leave();
      });
      return;
    }
    texts.push(...message.details);
    chars += message.chars;
    limits = message.limits;
    if (gathering || trouble !== undefined) return;
    gathering = setTimeout(() => {
      gathering = undefined;
      clearTimeout(timer);
      run();
    }, gatherMs);
  };
}

/** Characters that are redacted at once: larger portions are faster, but block the thread for longer. */
const maxAtOnce = 128 * 1024;

function* inPortions(texts: readonly string[]): Generator<readonly string[]> {
  let portion: string[] = [];
  let chars = 0;
  for (const text of texts) {
    portion.push(text);
    chars += text.length;
    if (chars < maxAtOnce) continue;
    yield portion;
    portion = [];
    chars = 0;
  }
  if (portion.length > 0) yield portion;
}

/**
 * Details in the form they are stored in: without secrets, and truncated. What is not scanned for secrets is not
 * stored.
 */
async function detailBodies(
  texts: readonly string[],
  redact: JournalThreadOptions['redact'],
): Promise<readonly DetailBody[]> {
  const clean = await redact(texts.map((text) => boundDetail(JSON.parse(text))));
  return clean.map((one) => {
    const { value, cut } = shortenTexts(one);
    const { id, ...detail } = value as DetailRecord;
    return { id, body: encodeDetail({ ...detail, ...(cut && { cut: true }) }) };
  });
}

/** Keeps a spool that cannot be stored from filling the disk. */
function dropOldest(spool: string, say: (text: string) => void): void {
  const files = spoolFiles(spool);
  let left = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of files) {
    if (left <= maxSpool) break;
    removePath(path);
    left -= size;
    say(`${path} was deleted: more than ${maxSpool / 1024 / 1024} MB of decisions wait for the journal`);
  }
}
