import {
  AnyhookError,
  appendText,
  now as clock,
  fileStamp,
  isWritableByOthers,
  makePrivateFolder,
  openSqlite,
  processMark,
  type SqlConnection,
  sqliteErrorKind,
  ticks,
} from '@anyhook/core';
import { createCommitQueue, retryPauseMs } from './commit-queue.js';
import { StoreError, storeError } from './errors.js';
import { createTaskPruner } from './prune.js';
import { listTasks, taskNumberOf } from './rows.js';
import { migrateTaskStore } from './schema.js';
import { createSessionTable } from './session-table.js';
import { createSweep } from './sweep-orphans.js';
import type { TaskStore } from './task-store.js';
import { createTaskTable } from './task-table.js';

export interface TaskStoreOptions {
  /** How long to wait for a lock of another process. */
  readonly waitMs?: number;
  readonly now?: () => number;
  /** The mark of the process that runs tasks. */
  readonly runner?: string;
}

/** How long one attempt at a lock blocks this process. */
const lockTimeoutMs = 50;
const defaultWaitMs = 10_000;

export const taskDatabasePath = (state: string): string => `${state}/runtime.db`;

/** Opens the tasks and sessions of a user, and creates the database if there is none. Rejects with a `StoreError`. */
export async function openTaskStore(state: string, options: TaskStoreOptions = {}): Promise<TaskStore> {
  const { waitMs = defaultWaitMs } = options;
  const path = taskDatabasePath(state);
  const toError = (error: unknown): Error => (error instanceof AnyhookError ? error : storeError(error, path));
  const startedAt = ticks();
  for (;;) {
    try {
      return await openFile(state, path, (sql) => createStore(sql, { ...options, waitMs, toError }));
    } catch (error) {
      // Two processes that create the same database at once lock each other out.
      if (sqliteErrorKind(error) !== 'locked' || ticks() - startedAt > waitMs) throw toError(error);
      await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
    }
  }
}

async function openFile<T>(state: string, path: string, use: (sql: SqlConnection) => T): Promise<T> {
  makePrivateFolder(state);
  if (isWritableByOthers(state))
    throw new StoreError(`other users may write to ${state}`, 'check what is in it, then "chmod 700" it');
  // Created here, so that it is private. An existing file is not opened: closing it would release all locks that this
  // process holds on it, including those of another store.
  if (!fileStamp(path)) appendText(path, '');
  const sql = await openSqlite(path, lockTimeoutMs);
  try {
    migrateTaskStore(sql, path);
    // A confirmed change must survive a crash of the machine.
    sql.exec('PRAGMA synchronous = FULL');
    return use(sql);
  } catch (error) {
    sql.close();
    throw error;
  }
}

interface StoreParts extends TaskStoreOptions {
  readonly waitMs: number;
  readonly toError: (error: unknown) => Error;
}

function createStore(
  sql: SqlConnection,
  { waitMs, toError, now = clock, runner = processMark() }: StoreParts,
): TaskStore {
  const tasks = createTaskTable({ sql, now, runner });
  const sessions = createSessionTable(sql, now);
  const commits = createCommitQueue({ sql, waitMs, ticks, toError });
  const sweep = createSweep({ sql, commits, now });
  const pruner = createTaskPruner({ sql, commits, now, monotonicMs: ticks });
  /** A value that cannot be stored rejects before the transaction starts. */
  const change = async <T>(prepare: () => () => T): Promise<T> => commits.add(prepare());
  const read = <T>(query: () => T): T => {
    try {
      return query();
    } catch (error) {
      throw toError(error);
    }
  };

  return {
    insert: (task) => change(() => tasks.insert(task)),
    get: (key, root) =>
      read(() => {
        const task = tasks.get(key);
        return root === undefined || task?.root === root ? task : undefined;
      }),
    list: (root, query = {}) => read(() => listTasks(sql, root, query)),
    update: (request) => change(() => tasks.update(request)),
    async delete(key) {
      const first = await change(() => tasks.delete(key));
      return first === 'IN_USE' && (await sweep()).length > 0 ? change(() => tasks.delete(key)) : first;
    },
    async claim(request) {
      const first = await change(() => tasks.claim(request));
      if (first.ok || first.why !== 'IN_USE') return first;
      return (await sweep(taskNumberOf(request.key))).length > 0 ? change(() => tasks.claim(request)) : first;
    },
    recordProcessGroup: (key, leader) => change(() => tasks.setProcessGroup(key, processMark(leader))),
    recordWaiting: (key, guard) => change(() => tasks.setGuard(key, guard, 'waiting')),
    recordRefusal: (key, guard) => change(() => tasks.setGuard(key, guard, 'ready')),
    finish: (key, ending) => change(() => tasks.finish(key, ending)),
    sweep: () => sweep(),
    prune: pruner.prune,
    countOld: (scope) => read(() => pruner.count(scope)),
    tidy: pruner.tidy,
    insertSession: (session) => change(() => sessions.insert(session)),
    getSession: (id) => read(() => sessions.get(id)),
    listSessions: (query = {}) => read(() => sessions.list(query)),
    countTurn: (id) => change(() => sessions.countTurn(id)),
    recordUse: (id) => change(() => sessions.recordUse(id)),
    endSession: (id, summary) => change(() => sessions.end(id, summary)),
    close() {
      pruner.end();
      commits.end();
      sql.close();
    },
  };
}
