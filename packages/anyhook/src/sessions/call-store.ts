import { join } from 'node:path';
import {
  fileNameFor,
  fileStamp,
  isOwnerAlive,
  listFolder,
  newId,
  ownerMark,
  parseObject,
  readText,
  removePath,
  type Verdict,
  withLock,
  writeAtomic,
} from '@anyhook/core';

/** The answer that one entry got, for the other entries of the same call. */
export type CallAnswer = Pick<Verdict, 'decision' | 'reason' | 'rewrite' | 'stop'>;

/** A call that some entry has reported. */
interface CallRecord {
  /** The full key, because file names are cut. */
  readonly key: string;
  readonly id: string;
  /** The process that answers it. */
  readonly owner: string;
  /** Entries that have reported it. */
  readonly entries: readonly string[];
}

/** Whether this process answers the call, or another one does. */
export type CallClaim =
  | {
      readonly kind: 'own';
      /** Stores the answer. Later entries see a rewritten call as `rewrittenIdentity` and pass it unchanged. */
      finish(answer: CallAnswer | undefined, rewrittenIdentity?: string): Promise<void>;
    }
  /** Undefined if the owner died or time is up: then answer the call yourself. */
  | { readonly kind: 'join'; wait(deadline: number): Promise<CallAnswer | undefined> };

export interface CallStoreDeps {
  readonly now: () => number;
  readonly ticks: () => number;
}

/** Agents start all entries of a call together, so an entry this long after the answer reports another call. */
const joinWindowMs = 15_000;
const retentionMs = 60_000;
const minFilesToPrune = 50;
const maxChars = 1024 * 1024;
const pollMs = 4;

/** The first entry answers a call, others repeat the answer. The same entry again means a new, equal call. */
export async function claimCall(
  stateDir: string,
  identity: string,
  entry: string,
  deps: CallStoreDeps,
): Promise<CallClaim> {
  const dir = join(stateDir, 'once');
  const key = await shortKey(identity);
  const { call, isOwn } = await withLock(
    join(dir, 'lock'),
    () => joinOrBegin(dir, key, entry, deps.now()),
    lockOptions,
  );
  if (!isOwn) return { kind: 'join', wait: (deadline) => waitForAnswer(dir, call, deadline, deps) };
  return {
    kind: 'own',
    async finish(answer, rewrittenIdentity) {
      const text = JSON.stringify(answer ?? {});
      writeAtomic(answerFile(dir, call), text.length > maxChars ? '{}' : text);
      if (rewrittenIdentity === undefined || answer === undefined) return;
      const next: CallRecord = { ...call, key: await shortKey(rewrittenIdentity), id: newId() };
      writeAtomic(answerFile(dir, next), JSON.stringify({ decision: 'pass' } satisfies CallAnswer));
      writeAtomic(callFile(dir, next.key), JSON.stringify(next));
    },
  };
}

/** Hashed only if it is long: two calls must never get the same key, and a secure hash takes time to load. */
const shortKey = async (identity: string): Promise<string> =>
  identity.length <= 16_384 ? identity : (await import('@anyhook/core')).sha256(identity);

const lockOptions = { timeoutMs: 1_000, pollMs: 2 };

/** Joins a running call, or starts one. */
function joinOrBegin(
  dir: string,
  key: string,
  entry: string,
  now: number,
): { readonly call: CallRecord; readonly isOwn: boolean } {
  const file = callFile(dir, key);
  const found = readCall(file);
  if (found?.key === key && !found.entries.includes(entry) && isInProgress(dir, found, now)) {
    const call = { ...found, entries: [...found.entries, entry] };
    writeAtomic(file, JSON.stringify(call));
    return { call, isOwn: false };
  }
  pruneCalls(dir, now);
  const call: CallRecord = { key, id: newId(), owner: ownerMark(), entries: [entry] };
  writeAtomic(file, JSON.stringify(call));
  return { call, isOwn: true };
}

function isInProgress(dir: string, call: CallRecord, now: number): boolean {
  const answered = fileStamp(answerFile(dir, call));
  return answered ? now - answered.mtimeMs < joinWindowMs : isOwnerAlive(call.owner);
}

async function waitForAnswer(dir: string, call: CallRecord, deadline: number, { ticks }: CallStoreDeps) {
  for (;;) {
    // Check this before reading: the owner may write its answer and then end.
    const isAlive = isOwnerAlive(call.owner);
    const answer = readCallAnswer(answerFile(dir, call));
    if (answer !== 'none yet') return answer;
    if (!isAlive || ticks() >= deadline) return undefined;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

const callFile = (dir: string, key: string): string => join(dir, `${fileNameFor(key)}.call`);
const answerFile = (dir: string, { id }: CallRecord): string => join(dir, `${fileNameFor(id)}.answer`);

function readCall(file: string): CallRecord | undefined {
  const { key, id, owner, entries } = (parseObject(readText(file, 2 * maxChars)) ?? {}) as Partial<CallRecord>;
  if (typeof key !== 'string' || typeof id !== 'string' || typeof owner !== 'string') return undefined;
  return Array.isArray(entries) ? { key, id, owner, entries } : undefined;
}

const decisions: readonly unknown[] = ['pass', 'allow', 'ask', 'deny'] satisfies CallAnswer['decision'][];

function readCallAnswer(file: string): CallAnswer | 'none yet' | undefined {
  const text = readText(file, 4 * maxChars);
  if (text === undefined) return 'none yet';
  const answer = parseObject(text) as Partial<CallAnswer> | undefined;
  return decisions.includes(answer?.decision) ? (answer as CallAnswer) : undefined;
}

/** Deletes old files, which are not read any more; skipped while there are only a few. */
function pruneCalls(dir: string, now: number): void {
  const entries = listFolder(dir);
  if (typeof entries === 'string' || entries.length <= minFilesToPrune) return;
  for (const { name, kind } of entries) {
    const file = join(dir, name);
    if (kind === 'file' && (fileStamp(file)?.mtimeMs ?? now) < now - retentionMs) removePath(file);
  }
}
