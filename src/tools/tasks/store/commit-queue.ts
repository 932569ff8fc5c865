import { type SqlConnection, sqliteTrouble } from '../../../platform/sqlite.js';

/** Changes of one process, committed together if they are requested together: a commit waits for the disk. */
export interface CommitQueue {
  /** Settles when the change is on the disk. A change that throws is rolled back alone. */
  add<T>(change: () => T): Promise<T>;
  /** Commits what waits. */
  end(): void;
}

export interface CommitQueueOptions {
  readonly sql: SqlConnection;
  /** How long to wait for a lock of another process. */
  readonly waitMs: number;
  readonly ticks: () => number;
  /** Converts what a database call threw into the caller's error. */
  readonly explain: (error: unknown) => Error;
}

interface PendingChange {
  readonly since: number;
  readonly make: () => () => void;
  readonly fail: (error: unknown) => void;
}

/** Most changes in one transaction. */
const atOnce = 256;
/** Pause between two attempts to get a lock; the process does other work meanwhile. */
export const pauseMs = 5;

export function createCommitQueue({ sql, waitMs, ticks, explain }: CommitQueueOptions): CommitQueue {
  const queue: PendingChange[] = [];
  let isPlanned = false;
  const begin = sql.write('BEGIN IMMEDIATE');
  const commit = sql.write('COMMIT');

  const plan = (start: () => unknown) => {
    if (isPlanned || queue.length === 0) return;
    isPlanned = true;
    start();
  };
  const isBegun = (): boolean => {
    try {
      begin();
      return true;
    } catch (error) {
      const first = queue[0];
      if (sqliteTrouble(error) === 'locked' && first && ticks() - first.since < waitMs) return false;
      for (const { fail } of queue.splice(0)) fail(explain(error));
      return false;
    }
  };
  const flush = () => {
    isPlanned = false;
    if (queue.length === 0) return;
    if (!isBegun()) {
      plan(() => setTimeout(flush, pauseMs));
      return;
    }
    const batch = queue.splice(0, atOnce);
    plan(() => setImmediate(flush));
    let settle: readonly (() => void)[];
    try {
      settle = batch.map(({ make }) => make());
      commit();
    } catch (error) {
      rollBack(sql);
      for (const { fail } of batch) fail(explain(error));
      return;
    }
    for (const done of settle) done();
  };

  return {
    add: <T>(change: () => T) =>
      new Promise<T>((resolve, reject) => {
        const make = () => {
          const made = alone(sql, change);
          return () => (made.ok ? resolve(made.value) : reject(explain(made.error)));
        };
        queue.push({ since: ticks(), make, fail: reject });
        plan(() => setImmediate(flush));
      }),
    end() {
      while (queue.length > 0) flush();
    },
  };
}

type ChangeResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

/** Makes a change that leaves the rest of the transaction untouched if it throws. */
function alone<T>(sql: SqlConnection, change: () => T): ChangeResult<T> {
  sql.exec('SAVEPOINT one');
  const made = tried(change);
  try {
    if (!made.ok) sql.exec('ROLLBACK TO one');
    sql.exec('RELEASE one');
  } catch (error) {
    // The database ended the transaction itself: all of it failed.
    throw made.ok ? error : made.error;
  }
  return made;
}

function tried<T>(change: () => T): ChangeResult<T> {
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
