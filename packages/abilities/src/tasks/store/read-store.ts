import { exists, openSqlite } from '@anyhook/core';
import type { Task } from '../task.js';
import { taskDatabasePath } from './open-task-store.js';
import { listColumns, taskFromRow } from './rows.js';

/** The latest tasks of all projects, newest first, without their outputs. Creates and changes nothing. */
export async function recentTasks(state: string, limit: number): Promise<readonly Task[]> {
  const path = taskDatabasePath(state);
  if (!exists(path)) return [];
  const sql = await openSqlite(path, 1_000);
  try {
    return sql.read(`SELECT ${listColumns} FROM tasks ORDER BY n DESC LIMIT ?`)(limit).map(taskFromRow);
  } finally {
    sql.close();
  }
}

interface OpenSessionCounts {
  readonly open: number;
  /** Those that were last used before the given time. */
  readonly idle: number;
}

/** How many sessions are open; undefined if the database cannot be read. Creates and changes nothing. */
export async function countOpenSessions(state: string, usedBefore: number): Promise<OpenSessionCounts | undefined> {
  const path = taskDatabasePath(state);
  if (!exists(path)) return { open: 0, idle: 0 };
  try {
    const sql = await openSqlite(path, 1_000);
    try {
      const query = sql.read('SELECT COUNT(*), TOTAL(updated_at < ?) FROM sessions WHERE ended_at IS NULL');
      const [open, idle] = query(usedBefore)[0] ?? [];
      return { open: Number(open), idle: Number(idle) };
    } finally {
      sql.close();
    }
  } catch {
    return undefined;
  }
}
