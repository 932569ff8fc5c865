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
