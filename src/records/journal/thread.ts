import { remove } from '../../platform/files/files.js';
import { MissingSqlite, troubleOf } from '../../platform/sqlite.js';
import { journalPlaces } from './journal-files.js';
import type { FromThread, ToThread } from './messages.js';
import type { DetailRecord } from './record.js';
import type { Limits } from './store/prune.js';
import { spoolFiles } from './store/spool.js';
import { type Body, openStore, type Store, setBroken } from './store/store.js';
import { bodyOf } from './store/write.js';
import { bounded, shortened } from './truncate.js';

export interface ThreadOptions {
  readonly state: string;
  readonly now: () => number;
  readonly post: (message: FromThread) => void;
  /** No message is taken any more: the thread ends when nothing is left to do. */
  readonly leave: () => void;
  /** Takes secrets out of values. */
  readonly redact: (values: readonly unknown[]) => Promise<readonly unknown[]>;
}

/** Lines and details are stored together. */
const gatherMs = 40;
/** Files of processes that answered an event by themselves are looked for this often. */
const lookMs = 30_000;
const pruneMs = 3_600_000;
/** A journal that cannot be used is tried again after this. */
const againMs = 30_000;
const lockMs = 5_000;
/** Details that wait for a journal that cannot be used. */
const mostBodies = 5_000;
/** Bytes of the spool that wait for one; the oldest files go first. */
const mostSpool = 256 * 1024 * 1024;

/** Fills the journal from the spool and from details in memory, in a thread of its own. */
export function createJournalThread({ state, now, post, leave, redact }: ThreadOptions): (message: ToThread) => void {
  const { spool } = journalPlaces(state);
  let store: Store | undefined;
  let texts: string[] = [];
  let chars = 0;
  let bodies: Body[] = [];
  let limits: Limits | undefined;
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
    for (const some of inPortions(given)) bodies.push(...(await bodiesOf(some, redact)));
    bodies = bodies.slice(-mostBodies);
    if (done > 0) post({ kind: 'done', chars: done });
  };
  const fill = async () => {
    store ??= await openStore({ state, waitMs: lockMs, now, say: (text) => post({ kind: 'said', text }) });
    const ready = bodies;
    for (let more = store.take(ready); more; ) more = store.take([]);
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
    const what = troubleOf(error);
    if (what === 'corrupt') {
      const aside = setBroken(state, now());
      post({ kind: 'said', text: `${aside.from} was broken; it is kept as ${aside.to}, and a new one was begun` });
    } else tell(`${(error as Error).message}${what === 'other' ? '' : ` (${what})`}; decisions wait in ${spool}`);
    dropOldest(spool, (text) => post({ kind: 'said', text }));
    return error instanceof MissingSqlite ? lookMs * 10 : what === 'corrupt' ? gatherMs : againMs;
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
      // To its own end: a thread that is stopped within the database takes the process with it.
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

/** Characters that are looked through at once: many at a time are faster, and others shall get a turn. */
const mostAtOnce = 128 * 1024;

function* inPortions(texts: readonly string[]): Generator<readonly string[]> {
  let portion: string[] = [];
  let chars = 0;
  for (const text of texts) {
    portion.push(text);
    chars += text.length;
    if (chars < mostAtOnce) continue;
    yield portion;
    portion = [];
    chars = 0;
  }
  if (portion.length > 0) yield portion;
}

/** Details of decisions as they are kept: without secrets, and not too long. What cannot be looked through is not. */
async function bodiesOf(texts: readonly string[], redact: ThreadOptions['redact']): Promise<readonly Body[]> {
  const clean = await redact(texts.map((text) => bounded(JSON.parse(text))));
  return clean.map((one) => {
    const { value, cut } = shortened(one);
    const { id, ...detail } = value as DetailRecord;
    return { id, body: bodyOf({ ...detail, ...(cut && { cut: true }) }) };
  });
}

/** A spool that nobody can take in must not fill the disk. */
function dropOldest(spool: string, say: (text: string) => void): void {
  const files = spoolFiles(spool);
  let left = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of files) {
    if (left <= mostSpool) break;
    remove(path);
    left -= size;
    say(`${path} was deleted: more than ${mostSpool / 1024 / 1024} MB of decisions wait for a journal`);
  }
}
