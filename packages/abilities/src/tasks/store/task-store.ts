import type { JsonObject } from '../../registry/ability.js';
import type { CallerInfo, ExecutionResult, GuardAnswer, ListQuery, Task } from '../task.js';
import type { PrunedCounts, PruneScope } from './prune.js';

/** A task to be stored: everything known at its creation. The store assigns its key. */
export type NewTask = Pick<
  Task,
  | 'root'
  | 'ability'
  | 'version'
  | 'input'
  | 'environment'
  | 'implementation'
  | 'settings'
  | 'caller'
  | 'parent'
  | 'note'
  | 'idempotent'
  | 'preflight'
>;

/** Why a task is not available. `CHANGED`: the guard saw another input and must be asked again. */
export type TaskUnavailableReason = 'UNKNOWN_TASK' | 'ALREADY_RUN' | 'IN_USE' | 'INTERRUPTED' | 'CHANGED';

/** The task in its current state, or why it was not changed. */
export type TaskChangeResult =
  | { readonly ok: true; readonly task: Task }
  | { readonly ok: false; readonly why: TaskUnavailableReason; readonly task?: Task };

export interface ClaimRequest {
  readonly key: string;
  /** The input that the guard saw. */
  readonly seenInput: JsonObject;
  /** The input after the guard, if it rewrote it. */
  readonly input?: JsonObject;
  readonly guard?: GuardAnswer;
}

export interface TaskChange {
  readonly key: string;
  readonly input?: JsonObject;
  readonly note?: string;
  /** The hooks' answer about the new input. */
  readonly preflight?: GuardAnswer;
}

export interface TaskEnding {
  readonly result: ExecutionResult;
  readonly durationMs: number;
  readonly outputSummary?: string;
}

/** A stored session of the Agent Runtime. Times are milliseconds since 1970. */
export interface StoredSession {
  readonly id: string;
  readonly root: string;
  readonly cwd: string;
  readonly caller: CallerInfo;
  readonly environment?: string;
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly endedAt?: number;
  readonly turns: number;
  /** The project's changes before the session started, in the runtime's own form. */
  readonly baseline?: unknown;
  readonly summary?: unknown;
}

export type NewSession = Pick<StoredSession, 'id' | 'root' | 'cwd' | 'caller' | 'environment' | 'baseline'>;

export interface SessionQuery {
  readonly root?: string;
  /** Only sessions that have not ended. */
  readonly open?: boolean;
  /** Only sessions that were last used before this time. */
  readonly before?: number;
  /** The maximum number of sessions, latest first. Default 50. */
  readonly limit?: number;
}

/**
 * Tasks and sessions of all projects of a user. A promise settles when the change is on the disk; changes that are
 * requested together are committed together. If the database cannot be used, the error is a `StoreError`.
 */
export interface TaskStore {
  insert(task: NewTask): Promise<Task>;
  /** Only a task of that project, if one is named. */
  get(key: string, root?: string): Task | undefined;
  /** Newest first, and without their outputs. */
  list(root: string, query?: ListQuery): readonly Task[];
  /**
   * Changes a task that has not run. New input makes a waiting task ready, because the pending question was about the
   * old input.
   */
  update(change: TaskChange): Promise<TaskChangeResult>;
  /** Deletes a task with the tasks below it. If one of them is running, all stay. */
  delete(key: string): Promise<'deleted' | 'IN_USE' | 'UNKNOWN_TASK'>;
  /** Claims a task for this process; of several processes that try, one succeeds. */
  claim(request: ClaimRequest): Promise<TaskChangeResult>;
  /** Records the process group that works for a task of ours, by its leader, so that it can be ended if we die. */
  recordProcessGroup(key: string, leader: number): Promise<boolean>;
  /** Records that a person must answer before the task runs. */
  recordWaiting(key: string, guard: GuardAnswer): Promise<TaskChangeResult>;
  /** Records a guard's refusal. The task may be run later. */
  recordRefusal(key: string, guard: GuardAnswer): Promise<TaskChangeResult>;
  /** Records how a task of ours ended; undefined if it is not ours. */
  finish(key: string, ending: TaskEnding): Promise<Task | undefined>;
  /** Ends the processes of tasks whose runner is gone, marks those tasks interrupted, and returns their keys. */
  sweep(): Promise<readonly string[]>;
  /** Deletes tasks and sessions that ended long ago; a task only with all tasks below it. */
  prune(scope: PruneScope): Promise<PrunedCounts>;
  /** How many tasks and sessions `prune` would delete. */
  countOld(scope: PruneScope): PrunedCounts;
  /** Deletes what ended more than `days` ago: in the background, for all projects, at most once an hour. */
  tidy(days: number): void;

  /** Undefined if a session has this id already. */
  insertSession(session: NewSession): Promise<StoredSession | undefined>;
  getSession(id: string): StoredSession | undefined;
  listSessions(query?: SessionQuery): readonly StoredSession[];
  /** Counts one more turn; undefined if no such session is open. */
  countTurn(id: string): Promise<StoredSession | undefined>;
  recordUse(id: string): Promise<void>;
  /** Undefined if no such session is open. */
  endSession(id: string, summary: unknown): Promise<StoredSession | undefined>;

  /** Commits pending changes, and closes the file. */
  close(): void;
}
