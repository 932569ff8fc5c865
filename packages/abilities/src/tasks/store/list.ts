import { AnyhookError, quoteValue, type SqlCell, type SqlConnection } from '@anyhook/core';
import type { ListQuery, Task } from '../task.js';
import { taskNumberOf } from './keys.js';
import { listColumns, taskFromRow } from './rows.js';
import { clampLimit } from './values.js';

/** A list as a query: the matching tasks are found by an index alone, then read. */
export interface ListStatement {
  readonly text: string;
  readonly values: readonly SqlCell[];
}

/** The query for a project's tasks, newest first. */
export function listStatement(root: string, query: ListQuery): ListStatement {
  const filters = Object.entries({
    parent: query.parent === undefined ? undefined : keyNumber('parent', query.parent),
    session: query.session,
    status: query.status,
    ability: query.ability,
    source: query.caller,
  }).filter((test): test is [string, string | number] => test[1] !== undefined);
  const [first, ...others] = filters.map(([column]) => column);
  const index = first === undefined || (others.length > 0 && !isNarrow(first)) ? 'root' : first;
  const subquery = [
    `SELECT n FROM tasks INDEXED BY tasks_by_${index} WHERE root = ?`,
    ...filters.map(([column]) => `AND ${column} = ?`),
    'AND n < ? ORDER BY n DESC LIMIT ?',
  ].join(' ');
  const before = query.before === undefined ? Number.MAX_SAFE_INTEGER : keyNumber('before', query.before);
  return {
    text: `SELECT ${listColumns} FROM tasks WHERE n IN (${subquery}) ORDER BY n DESC`,
    values: [root, ...filters.map(([, value]) => value), before, clampLimit(query.limit)],
  };
}

/** The tasks of a project that match a query, without their outputs. */
export function listTasks(sql: SqlConnection, root: string, query: ListQuery): readonly Task[] {
  const { text, values } = listStatement(root, query);
  return sql
    .read(text)(...values)
    .map(taskFromRow);
}

/** Few tasks share a session or parent, and their indexes contain all filter columns. */
const isNarrow = (column: string): boolean => column === 'session' || column === 'parent';

function keyNumber(name: string, key: string): number {
  const number = taskNumberOf(key);
  if (number === undefined)
    throw new AnyhookError('BAD_ARGUMENT', `"${name}" must be a task key such as t_00000000a0, got ${quoteValue(key)}`);
  return number;
}
