import type { SqlConnection } from '@anyhook/core';
import { type CommitQueue, retryPauseMs } from './commit-queue.js';
import { taskTreeSql } from './task-table.js';

/** Which ended tasks and sessions are old. */
export interface PruneScope {
  /** They ended more than this many days ago. */
  readonly days: number;
  /** Only those of this project. */
  readonly root?: string;
}

export interface PrunedCounts {
  readonly tasks: number;
  readonly sessions: number;
}

export interface TaskPrunerOptions {
  readonly sql: SqlConnection;
  readonly commits: CommitQueue;
  readonly now: () => number;
  readonly monotonicMs: () => number;
}

/** Deletes what ended long ago, in short steps, so that others can write in between. */
export interface TaskPruner {
  prune(pruneScope: PruneScope): Promise<PrunedCounts>;
  /** How many would be deleted; changes nothing. */
  count(scope: PruneScope): PrunedCounts;
  /** Deletes in the background, at most once an hour, what ended more than `days` ago. */
  tidy(days: number): void;
  /** No step starts after this. */
  end(): void;
}

/** A `PruneScope` with its age as a point in time. */
interface PruneCutoff {
  readonly before: number;
  readonly root?: string;
}

/** The position of a walk through the ended tasks: the last one it visited. */
interface WalkPosition {
  readonly endedAt: number;
  readonly taskNumber: number;
}

interface PruneStep extends PrunedCounts {
  /** Where to continue; undefined when all were visited. */
  readonly next?: WalkPosition;
}

const rowsPerQuery = 200;
/** How long one step deletes before others get their turn. */
const stepMs = 20;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const startPosition: WalkPosition = { endedAt: -1, taskNumber: 0 };

// A task is deleted only together with all tasks below it: a reader finds a workflow with all its steps, or nothing.
const statements = {
  topTasks: `SELECT ended_at, n FROM tasks INDEXED BY tasks_by_end
    WHERE ended_at IS NOT NULL AND ended_at < ?1 AND (ended_at, n) > (?2, ?3) AND (?4 IS NULL OR root = ?4)
      AND NOT EXISTS (SELECT 1 FROM tasks AS above WHERE above.n = tasks.parent)
    ORDER BY ended_at, n LIMIT ${rowsPerQuery}`,
  tree: `${taskTreeSql} SELECT COUNT(*), TOTAL(ended_at IS NULL OR ended_at >= ?) FROM tasks WHERE n IN below`,
  drop: `${taskTreeSql} DELETE FROM tasks WHERE n IN below RETURNING n`,
  sessions: `SELECT COUNT(*) FROM sessions INDEXED BY sessions_by_end
    WHERE ended_at IS NOT NULL AND ended_at < ?1 AND (?2 IS NULL OR root = ?2)`,
  dropSessions: `DELETE FROM sessions WHERE n IN (
    SELECT n FROM sessions INDEXED BY sessions_by_end
    WHERE ended_at IS NOT NULL AND ended_at < ?1 AND (?2 IS NULL OR root = ?2) LIMIT ${rowsPerQuery}) RETURNING n`,
} as const;

export function createTaskPruner({ sql, commits, now, monotonicMs }: TaskPrunerOptions): TaskPruner {
  const cutoffOf = ({ days, root }: PruneScope): PruneCutoff => ({
    before: now() - days * dayMs,
    ...(root !== undefined && { root }),
  });
  let isOpen = true;
  let tidiedAt = Number.NEGATIVE_INFINITY;
  // Compiled at first use: most processes find nothing old.
  const compiled = new Map<keyof typeof statements, ReturnType<SqlConnection['read']>>();
  const statement = (name: keyof typeof statements) => {
    const known = compiled.get(name) ?? sql.read(statements[name]);
    compiled.set(name, known);
    return known;
  };
  const topTasks = ({ before, root }: PruneCutoff, { endedAt, taskNumber }: WalkPosition): readonly WalkPosition[] =>
    statement('topTasks')(before, endedAt, taskNumber, root ?? null).map(
      ([at, number]): WalkPosition => ({ endedAt: Number(at), taskNumber: Number(number) }),
    );
  /** The number of tasks in a tree that may be deleted; 0 if one of them has not ended, or not long ago. */
  const countPrunable = ({ taskNumber }: WalkPosition, before: number): number => {
    const [all, young] = statement('tree')(taskNumber, before)[0] ?? [];
    return Number(young) > 0 ? 0 : Number(all);
  };
  const oldSessions = ({ before, root }: PruneCutoff): number =>
    Number(statement('sessions')(before, root ?? null)[0]?.[0]);

  const step = (cutoff: PruneCutoff, after: WalkPosition): PruneStep => {
    const until = monotonicMs() + stepMs;
    let tasks = 0;
    const found = topTasks(cutoff, after);
    for (const head of found) {
      if (countPrunable(head, cutoff.before) > 0) tasks += statement('drop')(head.taskNumber).length;
      if (monotonicMs() >= until) return { tasks, sessions: 0, next: head };
    }
    const last = found.at(-1) ?? after;
    if (found.length === rowsPerQuery) return { tasks, sessions: 0, next: last };
    const sessions = statement('dropSessions')(cutoff.before, cutoff.root ?? null).length;
    return { tasks, sessions, ...(sessions === rowsPerQuery && { next: last }) };
  };
  const walk = async (cutoff: PruneCutoff, pause: () => Promise<unknown>): Promise<PrunedCounts> => {
    let total: PrunedCounts = { tasks: 0, sessions: 0 };
    for (let position: WalkPosition | undefined = startPosition; position && isOpen; ) {
      const from: WalkPosition = position;
      const { tasks, sessions, next } = await commits.add(() => step(cutoff, from));
      total = { tasks: total.tasks + tasks, sessions: total.sessions + sessions };
      if (next) await pause();
      position = next;
    }
    return total;
  };

  const tidyUp = async (cutoff: PruneCutoff): Promise<void> => {
    // Reading takes no lock.
    if (topTasks(cutoff, startPosition).length === 0 && oldSessions(cutoff) === 0) return;
    await walk(cutoff, () => new Promise((resolve) => setTimeout(resolve, pauseBetweenStepsMs).unref()));
  };

  return {
    prune: (scope) => walk(cutoffOf(scope), () => new Promise((resolve) => setTimeout(resolve, pauseBetweenStepsMs))),
    count(scope) {
      const cutoff = cutoffOf(scope);
      let tasks = 0;
      for (let found = topTasks(cutoff, startPosition); found.length > 0; ) {
        for (const head of found) tasks += countPrunable(head, cutoff.before);
        found = topTasks(cutoff, found.at(-1) ?? startPosition);
      }
      return { tasks, sessions: oldSessions(cutoff) };
    },
    tidy(days) {
      if (!isOpen || now() - tidiedAt < hourMs) return;
      tidiedAt = now();
      // Runs in the background; an error is not reported, because the next call tries again.
      tidyUp(cutoffOf({ days })).catch(() => undefined);
    },
    end() {
      isOpen = false;
    },
  };
}

/** Long enough for every process that waits for the database to get a turn. */
const pauseBetweenStepsMs = 4 * retryPauseMs;
