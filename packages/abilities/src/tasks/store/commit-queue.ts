import { type SqlConnection, sqliteErrorKind } from '@anyhook/core';

/** Changes of one process, committed together if they are requested together: a commit waits for the disk. */
export interface CommitQueue {
  /** Settles when the change is on the disk. A change that throws is rolled back alone. */
  add<T>(change: () => T): Promise<T>;
  /** Commits all pending changes. */
  end(): void;
}

export interface CommitQueueOptions {
  readonly sql: SqlConnection;
  /** How long to wait for a lock of another process. */
  readonly waitMs: number;
  readonly ticks: () => number;
  /** Converts what a database call threw into the caller's error. */
  readonly toError: (error: unknown) => Error;
}

interface PendingChange {
  readonly queuedAt: number;
  readonly apply: () => () => void;
  readonly fail: (error: unknown) => void;
}

const maxBatch = 256;
/** Pause between two attempts to get a lock; the process does other work meanwhile. */
export const retryPauseMs = 5;

export function createCommitQueue({ sql, waitMs, ticks, toError }: CommitQueueOptions): CommitQueue {
  const queue: PendingChange[] = [];
  let isScheduled = false;
  const begin = sql.write('BEGIN IMMEDIATE');
  const commit = sql.write('COMMIT');

  const schedule = (start: () => unknown) => {
    if (isScheduled || queue.length === 0) return;
    isScheduled = true;
    start();
  };
  const tryBegin = (): boolean => {
    try {
      begin();
      return true;
    } catch (error) {
      const first = queue[0];
      if (sqliteErrorKind(error) === 'locked' && first && ticks() - first.queuedAt < waitMs) return false;
      for (const { fail } of queue.splice(0)) fail(toError(error));
      return false;
    }
  };
  const flush = () => {
    isScheduled = false;
    if (queue.length === 0) return;
    if (!tryBegin()) {
      schedule(() => setTimeout(flush, retryPauseMs));
      return;
    }
    const batch = queue.splice(0, maxBatch);
    schedule(() => setImmediate(flush));
    let settlers: readonly (() => void)[];
    try {
      settlers = batch.map(({ apply }) => apply());
      commit();
    } catch (error) {
      rollBack(sql);
      for (const { fail } of batch) fail(toError(error));
      return;
    }
    for (const done of settlers) done();
  };

  return {
    add: <T>(change: () => T) =>
      new Promise<T>((resolve, reject) => {
        const apply = () => {
          const result = inSavepoint(sql, change);
          return () => (result.ok ? resolve(result.value) : reject(toError(result.error)));
        };
        queue.push({ queuedAt: ticks(), apply, fail: reject });
        schedule(() => setImmediate(flush));
      }),
    end() {
      while (queue.length > 0) flush();
    },
  };
}

type ChangeResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

/** Makes a change that leaves the rest of the transaction untouched if it throws. */
function inSavepoint<T>(sql: SqlConnection, change: () => T): ChangeResult<T> {
  sql.exec('SAVEPOINT one');
  const result = attempt(change);
  try {
    if (!result.ok) sql.exec('ROLLBACK TO one');
    sql.exec('RELEASE one');
  } catch (error) {
    // The database ended the transaction itself: all of it failed.
    throw result.ok ? error : result.error;
  }
  return result;
}

function attempt<T>(change: () => T): ChangeResult<T> {
  try {
    return { ok: true, value: change() };
  } catch (error) {
    return { ok: false, error };
  }
}

function rollBack(sql: SqlConnection): void {
  try {
    sql.exec('ROLLBACK');
  } catch {
    // The database has rolled back already.
  }
}
