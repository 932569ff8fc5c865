import type { AbilityKind, JsonObject, Violation } from '../../abilities/ability.js';
import type { Caller } from '../../core/event.js';
import type { Signal } from '../../core/verdict.js';

export type { Violation };

/** Who wants something done, in the ability dialect's words. */
export interface CallerInfo {
  readonly source: Caller;
  readonly session_id?: string;
  readonly job_id?: string;
  readonly triggered_by?: string;
}

/** Where a task is. A task runs once: from `ready` or `waiting` to `running`, and from there to an end. */
export const taskStatuses = {
  ready: 'created, and not run yet',
  waiting: 'its run needs a human, who has not answered',
  running: 'a runner has it',
  success: 'done',
  partial: 'done in part',
  failure: 'tried, and failed',
  interrupted: 'its runner died in the middle',
} as const;

export type TaskStatus = keyof typeof taskStatuses;

/** The ends of a run that went through. */
export type TaskEnd = 'success' | 'partial' | 'failure';

/** Stable codes of what the tool runner refuses or fails with; a program may decide by them. */
export const taskErrorCodes = {
  UNKNOWN_ABILITY: 'no ability of this name is in the registry',
  BAD_INPUT: 'the input does not fit the ability’s schema',
  BAD_CONFIGURATION: 'the environment has no usable configuration for the ability',
  ENVIRONMENT_NOT_ALLOWED: 'the ability is not for this environment',
  UNTRUSTED_ABILITY: 'nobody has trusted the ability’s files as they are now',
  UNAVAILABLE: 'a preflight hook says that the ability is unavailable',
  DENIED: 'a guard hook denies the call',
  NEEDS_HUMAN: 'a person must approve it first',
  REFUSED: 'a person refused it',
  UNKNOWN_TASK: 'no task has this key',
  ALREADY_RUN: 'the task has been run; a task runs once',
  IN_USE: 'another runner has the task',
  INTERRUPTED: 'the task was interrupted, and its ability is not idempotent',
  NOT_STARTED: 'the program, server or address could not be reached',
  TIMED_OUT: 'it took longer than it may',
  CANCELLED: 'the caller went away',
  EXIT: 'the program ended with an error',
  BAD_OUTPUT: 'what came back is not what the ability promises',
  TOO_MUCH_OUTPUT: 'more came back than is allowed',
  SERVER_DIED: 'the MCP server ended in the middle of the call',
  TOOL_ERROR: 'the MCP tool answered with an error',
  HTTP_STATUS: 'the API answered with a status that is no success',
  STEP_FAILED: 'a step of the workflow failed',
  STORE: 'the task store cannot be used',
} as const;

export type TaskErrorCode = keyof typeof taskErrorCodes;

/** What went wrong, for a program, a model and a person alike. */
export interface TaskError {
  readonly code: TaskErrorCode;
  /** One line: what was expected, what came. */
  readonly message: string;
  /** What to do about it. */
  readonly suggestion?: string;
  readonly violations?: readonly Violation[];
  /** The last lines of stderr, where a program failed. */
  readonly stderr?: string;
}

/** What the hooks said about a creation or a call. */
export interface GuardAnswer {
  readonly decision: 'allowed' | 'denied' | 'needs_human' | 'refused';
  readonly reason?: string;
  readonly suggestion?: string;
  /** Signals of the ability dialect, as they came. */
  readonly hook_signals: readonly Signal[];
  /** Texts for the model, from hooks of all dialects. */
  readonly context: readonly string[];
  /** Texts for the user. */
  readonly messages?: readonly string[];
  /** Where a person finds the question: `anyhook approve <id>`. An AI is not told the id: what approves is not its own. */
  readonly approval?: { readonly id?: string; readonly minutes: number };
}

/** A task as it is kept. Times are milliseconds since 1970. */
export interface Task {
  readonly key: string;
  /** The project. */
  readonly root: string;
  readonly ability: { readonly kind: AbilityKind; readonly value: string };
  readonly version: string;
  readonly status: TaskStatus;
  readonly input: JsonObject;
  readonly environment?: string;
  /** The implementation's name and the settings, as they were resolved at creation. */
  readonly implementation?: string;
  readonly settings: JsonObject;
  readonly caller: CallerInfo;
  /** The workflow's task, of a step. */
  readonly parent?: string;
  readonly note?: string;
  readonly idempotent: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly durationMs?: number;
  /** How often it was begun: more than once only where an idempotent task was interrupted. */
  readonly attempts: number;
  /** The whole output, up to the ability's limit. */
  readonly output?: unknown;
  readonly outputSummary?: string;
  readonly error?: TaskError;
  readonly preflight?: GuardAnswer;
  readonly guard?: GuardAnswer;
}

/** How an implementation ended. */
export type Ended =
  | { readonly status: 'success' | 'partial'; readonly output: unknown; readonly error?: TaskError }
  | { readonly status: 'failure'; readonly error: TaskError; readonly output?: unknown };

export interface CreateRequest {
  readonly ability: string;
  readonly input?: JsonObject;
  readonly environment?: string;
  readonly caller?: Partial<CallerInfo>;
  readonly note?: string;
  readonly parent?: string;
}

export type Created =
  | { readonly status: 'available'; readonly task: Task; readonly preflight: GuardAnswer }
  | { readonly status: 'unavailable'; readonly error: TaskError; readonly preflight?: GuardAnswer }
  | { readonly status: 'needs_human'; readonly error: TaskError; readonly preflight: GuardAnswer };

export interface RunRequest {
  readonly key: string;
  readonly caller?: Partial<CallerInfo>;
  /** Waits so long for a person, where one is needed. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
  /** Takes each line that the implementation says on its way. */
  readonly progress?: (line: string) => void;
}

/** `status` is the task's where it ran; `denied` and `needs_human` leave it as it was, to be run later. */
export type Ran =
  | { readonly status: TaskEnd; readonly task: Task; readonly guard: GuardAnswer }
  | {
      readonly status: 'denied' | 'needs_human';
      readonly task: Task;
      readonly guard: GuardAnswer;
      readonly error: TaskError;
    }
  | { readonly status: 'refused'; readonly error: TaskError; readonly task?: Task };

export interface ListQuery {
  readonly status?: TaskStatus;
  readonly ability?: string;
  readonly caller?: Caller;
  readonly session?: string;
  readonly parent?: string;
  /** Most tasks; newest first. Default 50. */
  readonly limit?: number;
  /** Only tasks older than this key's. */
  readonly before?: string;
}

export interface UpdateRequest {
  readonly key: string;
  /** New input of a task that has not run; checked like the first. */
  readonly input?: JsonObject;
  readonly note?: string;
  /** Who changes it, for the hooks; the task's own caller stays. */
  readonly caller?: Partial<CallerInfo>;
}

export interface PruneRequest {
  /** Lets go what ended longer ago. Default: as the config says. */
  readonly days?: number;
  /** Only counts. */
  readonly dryRun?: boolean;
}

/** How many ended tasks and sessions of the project went, or would go. */
export interface Pruned {
  readonly days: number;
  readonly tasks: number;
  readonly sessions: number;
}

/** The tool runner: every ability is created as a task, checked, run and recorded, whoever asks. */
export interface ToolRunner {
  create(request: CreateRequest): Promise<Created>;
  run(request: RunRequest): Promise<Ran>;
  /** Creates and runs in one go. */
  directRun(request: CreateRequest & Omit<RunRequest, 'key'>): Promise<Created | Ran>;
  get(key: string): Promise<Task | undefined>;
  list(query?: ListQuery): Promise<readonly Task[]>;
  update(request: UpdateRequest): Promise<Created>;
  /** True when there was such a task; one that runs is not deleted. */
  delete(key: string): Promise<boolean>;
  /** Lets old tasks of the project go that have ended. All of the user's go by themselves, after the days of the config. */
  prune(request?: PruneRequest): Promise<Pruned>;
  close(): void;
}
