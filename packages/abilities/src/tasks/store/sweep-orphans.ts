import type { SqlConnection } from '@anyhook/core';
import { endMarkedGroup, groupLeadersByVariable, processLife, processMark, taskKeyVariable } from '@anyhook/core';
import type { TaskError } from '../task.js';
import type { CommitQueue } from './commit-queue.js';
import { taskKeyOf, toJson } from './rows.js';

export interface SweepOptions {
  readonly sql: SqlConnection;
  readonly commits: CommitQueue;
  readonly now: () => number;
}

interface OrphanedTask {
  readonly n: number;
  readonly runner: string;
  readonly child: string | null;
  readonly idempotent: boolean;
}

/** A runner that is not visible from here may be alive; after this long it counts as gone. */
const maxElsewhereMs = 24 * 3_600_000;

/** Finds tasks whose runner is gone, ends the processes that still work for them, and marks them interrupted. */
export function createSweep({ sql, commits, now }: SweepOptions): (only?: number) => Promise<readonly string[]> {
  const running = sql.read(
    `SELECT n, runner, child, idempotent, started_at FROM tasks INDEXED BY tasks_running WHERE status = 'running'`,
  );
  // Only in the state that was read: meanwhile another process may have swept it, and a third one may have started it
  // again.
  const interrupt = sql.read(
    `UPDATE tasks SET status = 'interrupted', updated_at = ?1, ended_at = ?1, error = ?2, runner = NULL, child = NULL
     WHERE n = ?3 AND status = 'running' AND runner = ?4 RETURNING n`,
  );
  const isGone = (runner: string, startedAt: number): boolean => {
    const life = processLife(runner);
    return life === 'elsewhere' ? now() - startedAt > maxElsewhereMs : life !== 'alive';
  };
  const findOrphans = (): readonly OrphanedTask[] => {
    const goneRunners = new Map<string, boolean>();
    return running().flatMap(([n, mark, child, idempotent, startedAt]) => {
      const runner = String(mark);
      const isOrphaned = goneRunners.get(runner) ?? isGone(runner, Number(startedAt));
      goneRunners.set(runner, isOrphaned);
      if (!isOrphaned) return [];
      return [{ n: Number(n), runner, child: child === null ? null : String(child), idempotent: idempotent === 1 }];
    });
  };
  return async (onlyTask) => {
    const tasks = findOrphans().filter(({ n }) => onlyTask === undefined || n === onlyTask);
    const groupsOf = createGroupsFinder(tasks);
    const swept = tasks.map(async (task) => {
      const { n, runner, idempotent } = task;
      await Promise.all(groupsOf(task).map((mark) => endMarkedGroup(mark)));
      const error = toJson(errorOf(idempotent), 'error');
      return commits.add(() => (interrupt(now(), error, n, runner).length > 0 ? [taskKeyOf(n)] : []));
    });
    return (await Promise.all(swept)).flat();
  };
}

/** The process groups of tasks. One that a killed runner did not record is found by the key in its environment. */
function createGroupsFinder(
  tasks: readonly OrphanedTask[],
): (task: Pick<OrphanedTask, 'n' | 'child'>) => readonly string[] {
  const leaders = tasks.some(({ child }) => child === null) ? groupLeadersByVariable(taskKeyVariable) : undefined;
  return ({ n, child }) =>
    child !== null ? [child] : (leaders?.get(taskKeyOf(n)) ?? []).map((pid) => processMark(pid));
}

const errorOf = (idempotent: boolean): TaskError => ({
  code: 'INTERRUPTED',
  message: 'the process that ran the task is gone, and it is unknown how much was done',
  suggestion: idempotent
    ? 'run the task again: its ability is idempotent'
    : 'check what was done, then create a new task for the rest',
});
