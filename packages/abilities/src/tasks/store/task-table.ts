import type { SqlCell, SqlConnection } from '@anyhook/core';
import type { GuardAnswer, Task } from '../task.js';
import { StoreError } from './errors.js';
import { checkSize, firstTaskNumberAt, taskColumns, taskFromRow, taskNumberOf, toJson } from './rows.js';
import type {
  ClaimRequest,
  NewTask,
  TaskChange,
  TaskChangeResult,
  TaskEnding,
  TaskUnavailableReason,
} from './task-store.js';

/** Changes of tasks, to be made within a transaction. Values are converted to text before that. */
export interface TaskTable {
  get(key: string): Task | undefined;
  insert(task: NewTask): () => Task;
  update(change: TaskChange): () => TaskChangeResult;
  claim(request: ClaimRequest): () => TaskChangeResult;
  setGuard(key: string, guard: GuardAnswer, status: 'ready' | 'waiting'): () => TaskChangeResult;
  setProcessGroup(key: string, mark: string): () => boolean;
  finish(key: string, ending: TaskEnding): () => Task | undefined;
  delete(key: string): () => 'deleted' | 'IN_USE' | 'UNKNOWN_TASK';
}

export interface TaskTableOptions {
  readonly sql: SqlConnection;
  readonly now: () => number;
  readonly runner: string;
}

const notRun = `status IN ('ready', 'waiting')`;
const mayRun = `(${notRun} OR (status = 'interrupted' AND idempotent = 1))`;
const isOurs = `status = 'running' AND runner = ?`;
/** The tasks of a tree, by the number of its root. */
export const taskTreeSql = `WITH RECURSIVE below (n) AS (
  SELECT n FROM tasks WHERE n = ? UNION SELECT tasks.n FROM tasks JOIN below ON tasks.parent = below.n)`;

const statements = {
  get: `SELECT ${taskColumns} FROM tasks WHERE n = ?`,
  insert: `INSERT INTO tasks (n, root, kind, ability, version, status, source, session, parent, idempotent, attempts,
      created_at, updated_at, caller, more, note, preflight, settings, input)
    VALUES (MAX(?, 1 + COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'tasks'), 0)),
      ?, ?, ?, ?, 'ready', ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${taskColumns}`,
  note: `UPDATE tasks SET updated_at = ?, note = COALESCE(?, note) WHERE n = ? AND ${notRun} RETURNING ${taskColumns}`,
  update: `UPDATE tasks SET updated_at = ?, note = COALESCE(?, note), input = ?, preflight = COALESCE(?, preflight),
    status = 'ready', guard = NULL WHERE n = ? AND ${notRun} RETURNING ${taskColumns}`,
  claim: `UPDATE tasks SET updated_at = ?, started_at = ?, status = 'running', runner = ?, attempts = attempts + 1,
      input = COALESCE(?, input), guard = COALESCE(?, guard),
      child = NULL, ended_at = NULL, duration_ms = NULL, error = NULL
    WHERE n = ? AND ${mayRun} AND input = ? RETURNING ${taskColumns}`,
  guard: `UPDATE tasks SET updated_at = ?, guard = ?, status = CASE status WHEN 'interrupted' THEN status ELSE ? END
    WHERE n = ? AND ${mayRun} RETURNING ${taskColumns}`,
  child: `UPDATE tasks SET child = ? WHERE n = ? AND ${isOurs} RETURNING n`,
  finish: `UPDATE tasks SET updated_at = ?, ended_at = ?, status = ?, duration_ms = ?, output = ?, summary = ?, error = ?,
    runner = NULL, child = NULL WHERE n = ? AND ${isOurs} RETURNING ${taskColumns}`,
  running: `${taskTreeSql} SELECT COUNT(*), TOTAL(status = 'running') FROM tasks WHERE n IN below`,
  delete: `${taskTreeSql} DELETE FROM tasks WHERE n IN below RETURNING n`,
} as const;

export function createTaskTable({ sql, now, runner }: TaskTableOptions): TaskTable {
  const queries = Object.fromEntries(
    Object.entries(statements).map(([name, text]) => [name, sql.read(text)]),
  ) as Record<keyof typeof statements, ReturnType<SqlConnection['read']>>;
  const firstTask = (rows: readonly (readonly SqlCell[])[]): Task | undefined => rows[0] && taskFromRow(rows[0]);
  const get = (key: string) => firstTask(queries.get(numberOrZero(key)));
  const changeResult = (key: string, rows: readonly (readonly SqlCell[])[]): TaskChangeResult => {
    const changed = firstTask(rows);
    if (changed) return { ok: true, task: changed };
    const task = get(key);
    return task ? { ok: false, why: unavailableReason(task), task } : { ok: false, why: 'UNKNOWN_TASK' };
  };

  return {
    get,
    insert(task) {
      const { ability, caller, environment, implementation } = task;
      const parent = task.parent === undefined ? null : parentNumber(task.parent);
      const jsonValues = [
        toJson(caller, 'caller'),
        toJson({ environment, implementation }, 'configuration'),
        toJson(task.note, 'note'),
        toJson(task.preflight, 'preflight'),
        toJson(task.settings, 'settings'),
        toJson(task.input, 'input'),
      ];
      checkSize('the task', jsonValues);
      return () => {
        const time = now();
        const row = queries.insert(
          ...[firstTaskNumberAt(time), task.root, ability.kind, ability.value, task.version],
          ...[caller.source, caller.session_id ?? null, parent, task.idempotent ? 1 : 0, time, time, ...jsonValues],
        )[0];
        if (!row) throw new Error('the database gave no row back');
        return taskFromRow(row);
      };
    },
    update({ key, ...change }) {
      const note = toJson(change.note, 'note');
      const [input, preflight] = [toJson(change.input, 'input'), toJson(change.preflight, 'preflight')];
      checkSize(`the task ${key}`, [input, note, preflight]);
      const n = numberOrZero(key);
      return () => {
        const rows = input === null ? queries.note(now(), note, n) : queries.update(now(), note, input, preflight, n);
        const result = changeResult(key, rows);
        // A task that was started keeps its input, even if it may be run again.
        return !result.ok && result.why === 'CHANGED' ? { ...result, why: 'INTERRUPTED' } : result;
      };
    },
    claim({ key, seenInput, ...change }) {
      const [seenJson, input] = [toJson(seenInput, 'input'), toJson(change.input, 'input')];
      const guard = toJson(change.guard, 'guard');
      checkSize(`the task ${key}`, [input, guard]);
      return () => {
        const time = now();
        return changeResult(key, queries.claim(time, time, runner, input, guard, numberOrZero(key), seenJson));
      };
    },
    setGuard(key, guard, status) {
      const text = toJson(guard, 'guard');
      checkSize(`the task ${key}`, [text]);
      return () => changeResult(key, queries.guard(now(), text, status, numberOrZero(key)));
    },
    setProcessGroup: (key, mark) => () => queries.child(mark, numberOrZero(key), runner).length > 0,
    finish(key, { result, durationMs, outputSummary }) {
      const jsonValues = [
        toJson(result.output, 'output'),
        toJson(outputSummary, 'summary'),
        toJson(result.error, 'error'),
      ];
      checkSize(`the task ${key}`, jsonValues);
      return () => {
        const time = now();
        return firstTask(
          queries.finish(time, time, result.status, durationMs, ...jsonValues, numberOrZero(key), runner),
        );
      };
    },
    delete: (key) => () => {
      const [all, running] = queries.running(numberOrZero(key))[0] ?? [];
      if (Number(all) === 0) return 'UNKNOWN_TASK';
      if (Number(running) > 0) return 'IN_USE';
      queries.delete(numberOrZero(key));
      return 'deleted';
    },
  };
}

/** No task has the number 0. */
const numberOrZero = (key: string): number => taskNumberOf(key) ?? 0;

function parentNumber(key: string): number {
  const number = taskNumberOf(key);
  if (number === undefined) throw new StoreError(`the parent ${key} is not a task key`, 'name an existing task');
  return number;
}

function unavailableReason({ status, idempotent }: Task): TaskUnavailableReason {
  switch (status) {
    case 'running':
      return 'IN_USE';
    case 'interrupted':
      return idempotent ? 'CHANGED' : 'INTERRUPTED';
    case 'ready':
    case 'waiting':
      return 'CHANGED';
    default:
      return 'ALREADY_RUN';
  }
}
