import { join } from 'node:path';
import { parseObject } from '../core/json.js';
import type { Verdict } from '../core/verdict.js';
import { fileNameFor } from '../platform/files/file-name.js';
import { list, readText, remove, stamp, writeAtomic } from '../platform/files/files.js';
import { newId } from '../platform/ids.js';
import { withLock } from '../platform/lock.js';
import { isOwnerAlive, ownerMark } from '../platform/process/process-identity.js';

/** What one entry was answered, for the others of the same call. */
export type Said = Pick<Verdict, 'decision' | 'reason' | 'rewrite' | 'stop'>;

/** A call that some entry has brought. */
interface Call {
  /** The whole key: file names are short. */
  readonly key: string;
  readonly id: string;
  /** The process that answers it. */
  readonly owner: string;
  /** Entries that have brought it. */
  readonly entries: readonly string[];
}

/** Ours to answer, or somebody else's. */
export type Begun =
  | {
      readonly kind: 'own';
      /** Leaves the answer for the others; `then` is the call as a later entry will see it, which changes nothing any more. */
      finish(said: Said | undefined, then?: string): Promise<void>;
    }
  /** Undefined: he died, or there is no time left. Answer it yourself. */
  | { readonly kind: 'join'; wait(deadline: number): Promise<Said | undefined> };

export interface OnceDeps {
  readonly now: () => number;
  readonly ticks: () => number;
}

/** An entry that comes later than this after the answer is not of the same call: agents start theirs at once. */
const togetherMs = 15_000;
const keptMs = 60_000;
const fewFiles = 50;
const mostChars = 1024 * 1024;
const pollMs = 4;

/**
 * Lets the first of several entries answer a call and the others repeat it. An entry that comes again is a new call, so
 * calls that look the same are never taken for one.
 */
export async function beginOnce(stateDir: string, about: string, entry: string, deps: OnceDeps): Promise<Begun> {
  const dir = join(stateDir, 'once');
  const key = await keyOf(about);
  const { call, isOwn } = await withLock(join(dir, 'lock'), () => enter(dir, key, entry, deps.now()), lockTimes);
  if (!isOwn) return { kind: 'join', wait: (deadline) => answerOf(dir, call, deadline, deps) };
  return {
    kind: 'own',
    async finish(said, then) {
      const text = JSON.stringify(said ?? {});
      writeAtomic(answerFile(dir, call), text.length > mostChars ? '{}' : text);
      if (then === undefined || said === undefined) return;
      const next: Call = { ...call, key: await keyOf(then), id: newId() };
      writeAtomic(answerFile(dir, next), JSON.stringify({ decision: 'pass' } satisfies Said));
      writeAtomic(callFile(dir, next.key), JSON.stringify(next));
    },
  };
}

/** Whole where it is short: two calls must never be taken for one, and a hash that is as good takes time to load. */
const keyOf = async (about: string): Promise<string> =>
  about.length <= 16_384 ? about : (await import('../platform/hash.js')).sha256(about);

const lockTimes = { patienceMs: 1_000, pollMs: 2 };

/** Joins a call that is going on, or begins one. */
function enter(dir: string, key: string, entry: string, now: number): { readonly call: Call; readonly isOwn: boolean } {
  const file = callFile(dir, key);
  const found = readCall(file);
  if (found?.key === key && !found.entries.includes(entry) && isGoingOn(dir, found, now)) {
    const call = { ...found, entries: [...found.entries, entry] };
    writeAtomic(file, JSON.stringify(call));
    return { call, isOwn: false };
  }
  prune(dir, now);
  const call: Call = { key, id: newId(), owner: ownerMark(), entries: [entry] };
  writeAtomic(file, JSON.stringify(call));
  return { call, isOwn: true };
}

function isGoingOn(dir: string, call: Call, now: number): boolean {
  const answered = stamp(answerFile(dir, call));
  return answered ? now - answered.mtimeMs < togetherMs : isOwnerAlive(call.owner);
}

async function answerOf(dir: string, call: Call, deadline: number, { ticks }: OnceDeps): Promise<Said | undefined> {
  for (;;) {
    // Before the look at his answer: he may leave one and end.
    const isAlive = isOwnerAlive(call.owner);
    const said = readSaid(answerFile(dir, call));
    if (said !== 'none yet') return said;
    if (!isAlive || ticks() >= deadline) return undefined;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

const callFile = (dir: string, key: string): string => join(dir, `${fileNameFor(key)}.call`);
const answerFile = (dir: string, { id }: Call): string => join(dir, `${fileNameFor(id)}.answer`);

function readCall(file: string): Call | undefined {
  const { key, id, owner, entries } = (parseObject(readText(file, 2 * mostChars)) ?? {}) as Partial<Call>;
  if (typeof key !== 'string' || typeof id !== 'string' || typeof owner !== 'string') return undefined;
  return Array.isArray(entries) ? { key, id, owner, entries } : undefined;
}

const decisions: readonly unknown[] = ['pass', 'allow', 'ask', 'deny'] satisfies Said['decision'][];

function readSaid(file: string): Said | 'none yet' | undefined {
  const text = readText(file, 4 * mostChars);
  if (text === undefined) return 'none yet';
  const said = parseObject(text) as Partial<Said> | undefined;
  return decisions.includes(said?.decision) ? (said as Said) : undefined;
}

/** Nobody comes for what is old; a few files are not worth a look at each. */
function prune(dir: string, now: number): void {
  const entries = list(dir);
  if (typeof entries === 'string' || entries.length <= fewFiles) return;
  for (const { name, kind } of entries) {
    const file = join(dir, name);
    if (kind === 'file' && (stamp(file)?.mtimeMs ?? now) < now - keptMs) remove(file);
  }
}
