import type { JsonObject } from '../../../abilities/ability.js';
import type { CallerInfo, Ended, GuardAnswer, ListQuery, Task } from '../task.js';
import type { Gone, Old } from './prune.js';

/** A task that is to be kept: all that is known at its creation. The store gives it its key. */
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

/** Why a task cannot be had. `CHANGED`: its input is no longer the one that was seen, so the guard must be asked again. */
export type NotHad = 'UNKNOWN_TASK' | 'ALREADY_RUN' | 'IN_USE' | 'INTERRUPTED' | 'CHANGED';

/** The task as it is now, or why it was left as it was. */
export type Had =
  | { readonly ok: true; readonly task: Task }
  | { readonly ok: false; readonly why: NotHad; readonly task?: Task };

export interface ClaimRequest {
  readonly key: string;
  /** The input that the guard saw. */
  readonly seen: JsonObject;
  /** What the guard made of it, where it rewrote it. */
  readonly input?: JsonObject;
  readonly guard?: GuardAnswer;
}

export interface TaskChange {
  readonly key: string;
  readonly input?: JsonObject;
  readonly note?: string;
  /** What the hooks said about the new input. */
  readonly preflight?: GuardAnswer;
}

export interface TaskEnding {
  readonly ended: Ended;
  readonly durationMs: number;
  readonly outputSummary?: string;
}

/** A session of the Agent Runtime as it is kept. Times are milliseconds since 1970. */
export interface Session {
  readonly id: string;
  readonly root: string;
  readonly cwd: string;
  readonly caller: CallerInfo;
  readonly environment?: string;
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly endedAt?: number;
  readonly turns: number;
  /** What had changed in the project before the session began, in the runtime's own form. */
  readonly baseline?: unknown;
  readonly summary?: unknown;
}

export type NewSession = Pick<Session, 'id' | 'root' | 'cwd' | 'caller' | 'environment' | 'baseline'>;

export interface SessionQuery {
  readonly root?: string;
  /** Only sessions that have not ended. */
  readonly open?: boolean;
  /** Only sessions that were last used before this time. */
  readonly before?: number;
  /** Most sessions; the last begun first. Default 50. */
  readonly limit?: number;
}

/**
 * Tasks and sessions of all projects of a user. A promise settles when the change is on the disk; changes that are asked
 * for together are made durable together. Whatever keeps the database from being used is a `StoreError`.
 */
export interface TaskStore {
  insert(task: NewTask): Promise<Task>;
  /** Only a task of that project, where one is named. */
  get(key: string, root?: string): Task | undefined;
  /** Newest first, and without their outputs. */
  list(root: string, query?: ListQuery): readonly Task[];
  /** Changes a task that has not run. A new input makes a waiting one ready, for nobody was asked about that input. */
  update(change: TaskChange): Promise<Had>;
  /** Deletes a task with the tasks below it. Where one of them runs, all stay. */
  delete(key: string): Promise<'deleted' | 'IN_USE' | 'UNKNOWN_TASK'>;
  /** Makes a task ours to run. Of all who try, one gets it. */
  claim(request: ClaimRequest): Promise<Had>;
  /** Notes the process group that works for a task of ours, by its leader, so that it can be ended when we are gone. */
  child(key: string, leader: number): Promise<boolean>;
  /** Keeps that a person must answer before the task runs. */
  waiting(key: string, guard: GuardAnswer): Promise<Had>;
  /** Keeps what a guard said against a run. The task may be run later. */
  refused(key: string, guard: GuardAnswer): Promise<Had>;
  /** Keeps how a task of ours ended; undefined where it is not ours. */
  finish(key: string, ending: TaskEnding): Promise<Task | undefined>;
  /** Ends what is left of tasks whose runner is gone, marks them interrupted, and gives their keys. */
  sweep(): Promise<readonly string[]>;
  /** Lets tasks and sessions go that ended long ago; a task only with all tasks below it. */
  prune(old: Old): Promise<Gone>;
  /** How many tasks and sessions `prune` would let go. */
  countOld(old: Old): Gone;
  /** Lets go what ended longer ago than so many days: in the background, for all projects, at most once an hour. */
  tidy(days: number): void;

  /** Undefined where a session has this id already. */
  insertSession(session: NewSession): Promise<Session | undefined>;
  getSession(id: string): Session | undefined;
  listSessions(query?: SessionQuery): readonly Session[];
  /** Counts one more turn; undefined where no such session is open. */
  touch(id: string): Promise<Session | undefined>;
  /** Notes that an open session is used. */
  noteUse(id: string): Promise<void>;
  /** Undefined where no such session is open. */
  endSession(id: string, summary: unknown): Promise<Session | undefined>;

  /** Keeps what is still asked for, and closes the file. */
  close(): void;
}
