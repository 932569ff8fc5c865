import type { Caller, Signal } from '@anyhook/core';
import type { AbilityKind, JsonObject, Violation } from '../registry/ability.js';

export type { Violation };

/** The caller of a task, with the field names of the ability format. */
export interface CallerInfo {
  readonly source: Caller;
  readonly session_id?: string;
  readonly job_id?: string;
  readonly triggered_by?: string;
}

/** The states of a task. A task runs once: from `ready` or `waiting` to `running`, and from there to an end. */
export const taskStatuses = {
  ready: 'created, not run yet',
  waiting: 'waiting for a person’s answer',
  running: 'being run',
  success: 'done',
  partial: 'partly done',
  failure: 'failed',
  interrupted: 'its runner died while it ran',
} as const;

export type TaskStatus = keyof typeof taskStatuses;

/** The ends of a run that was completed. */
export type TaskRunStatus = 'success' | 'partial' | 'failure';

/** Stable error codes of the tool runner; programs may rely on them. */
export const taskErrorCodes = {
  UNKNOWN_ABILITY: 'no ability of this name is in the registry',
  BAD_INPUT: 'the input does not match the ability’s schema',
  BAD_CONFIGURATION: 'the environment has no usable configuration for the ability',
  ENVIRONMENT_NOT_ALLOWED: 'the ability is not available in this environment',
  UNTRUSTED_ABILITY: 'the ability’s files are not trusted in their current form',
  UNAVAILABLE: 'a preflight hook says that the ability is unavailable',
  DENIED: 'a guard hook denies the call',
  NEEDS_HUMAN: 'a person must approve it first',
  REFUSED: 'a person refused it',
  UNKNOWN_TASK: 'no task has this key',
  ALREADY_RUN: 'the task has been run; a task runs once',
  IN_USE: 'another runner is running the task',
  INTERRUPTED: 'the task was interrupted, and its ability is not idempotent',
  NOT_STARTED: 'the program, server or URL could not be reached',
  TIMED_OUT: 'it took too long',
  CANCELLED: 'the caller went away',
  EXIT: 'the program ended with an error',
  BAD_OUTPUT: 'the output does not match what the ability promises',
  TOO_MUCH_OUTPUT: 'the output is too large',
  SERVER_DIED: 'the MCP server ended during the call',
  TOOL_ERROR: 'the MCP tool answered with an error',
  HTTP_STATUS: 'the API answered with an error status',
  STEP_FAILED: 'a step of the workflow failed',
  STORE: 'the task store cannot be used',
} as const;

export type TaskErrorCode = keyof typeof taskErrorCodes;

/** An error, for programs, models and people. */
export interface TaskError {
  readonly code: TaskErrorCode;
  /** One line: what was expected, what was found. */
  readonly message: string;
  /** What to do about it. */
  readonly suggestion?: string;
  readonly violations?: readonly Violation[];
  /** The last lines of stderr, if a program failed. */
  readonly stderr?: string;
}

/** The hooks' answer about a creation or a call. */
export interface GuardAnswer {
  readonly decision: 'allowed' | 'denied' | 'needs_human' | 'refused';
  readonly reason?: string;
  readonly suggestion?: string;
  /** Signals of the ability format, unchanged. */
  readonly hook_signals: readonly Signal[];
  /** Texts for the model, from hooks of all formats. */
  readonly context: readonly string[];
  /** Texts for the user. */
  readonly messages?: readonly string[];
  /**
   * How a person finds the question: `anyhook approve <id>`. An AI does not get the id, because it must not approve its
   * own call.
   */
  readonly approval?: { readonly id?: string; readonly minutes: number };
  /** Why a hook wants the agent to end, not only this call. */
  readonly stop?: string;
}

/** The hooks' feedback after a task ran. It does not change the task, but the model should read it. */
export interface HookFeedback {
  /** The problem with the result, from a hook that would have blocked it. */
  readonly reason?: string;
  /** Texts for the model. */
  readonly context: readonly string[];
  /** Texts for the user. */
  readonly messages: readonly string[];
  /** Why a hook wants the agent to end. */
  readonly stop?: string;
  /** The output as the model should see it, if a hook replaced it; the task keeps its own. */
  readonly output?: string;
}

/** A stored task. Times are milliseconds since 1970. */
export interface Task {
  readonly key: string;
  /** The project. */
  readonly root: string;
  readonly ability: { readonly kind: AbilityKind; readonly value: string };
  readonly version: string;
  readonly status: TaskStatus;
  readonly input: JsonObject;
  readonly environment?: string;
  /** The implementation's name and the settings that were resolved at creation. */
  readonly implementation?: string;
  readonly settings: JsonObject;
  readonly caller: CallerInfo;
  /** The workflow's task, if this one is a step. */
  readonly parent?: string;
  readonly note?: string;
  readonly idempotent: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly durationMs?: number;
  /** How often it was started: more than once only if an idempotent task was interrupted. */
  readonly attempts: number;
  /** The complete output, up to the ability's limit. */
  readonly output?: unknown;
  readonly outputSummary?: string;
  readonly error?: TaskError;
  readonly preflight?: GuardAnswer;
  readonly guard?: GuardAnswer;
}

/** How an implementation ended. */
export type ExecutionResult =
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

export type TaskCreateResult =
  | { readonly status: 'available'; readonly task: Task; readonly preflight: GuardAnswer }
  | { readonly status: 'unavailable'; readonly error: TaskError; readonly preflight?: GuardAnswer }
  | { readonly status: 'needs_human'; readonly error: TaskError; readonly preflight: GuardAnswer };

export interface RunRequest {
  readonly key: string;
  readonly caller?: Partial<CallerInfo>;
  /** How long to wait for an approval if a person must give one. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
  /** Called with each progress line of the implementation. */
  readonly progress?: (line: string) => void;
}

/** `status` is the task's if it ran; `denied` and `needs_human` leave it unchanged, to be run later. */
export type TaskRunResult =
  | {
      readonly status: TaskRunStatus;
      readonly task: Task;
      readonly guard: GuardAnswer;
      readonly feedback?: HookFeedback;
    }
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
  /** Maximum number of tasks, newest first. Default 50. */
  readonly limit?: number;
  /** Only tasks older than the one with this key. */
  readonly before?: string;
}

export interface UpdateRequest {
  readonly key: string;
  /** New input of a task that has not run; it is validated. */
  readonly input?: JsonObject;
  readonly note?: string;
  /** Who changes it, for the hooks; the task's own caller stays. */
  readonly caller?: Partial<CallerInfo>;
}

export interface PruneRequest {
  /** Deletes what ended more than this many days ago. Default: from the config. */
  readonly days?: number;
  /** Only counts. */
  readonly dryRun?: boolean;
}

/** How many ended tasks and sessions of the project were, or would be, deleted. */
export interface TaskPruneResult {
  readonly days: number;
  readonly tasks: number;
  readonly sessions: number;
}

/** The tool runner: every ability is created as a task, checked, run and recorded, for every caller. */
export interface ToolRunner {
  create(request: CreateRequest): Promise<TaskCreateResult>;
  run(request: RunRequest): Promise<TaskRunResult>;
  /** Creates a task and runs it. */
  directRun(request: CreateRequest & Omit<RunRequest, 'key'>): Promise<TaskCreateResult | TaskRunResult>;
  get(key: string): Promise<Task | undefined>;
  list(query?: ListQuery): Promise<readonly Task[]>;
  update(request: UpdateRequest): Promise<TaskCreateResult>;
  /** True if there was such a task; a running one is not deleted. */
  delete(key: string): Promise<boolean>;
  /**
   * Deletes old tasks of the project that have ended. Those of all projects are deleted automatically after the
   * configured days.
   */
  prune(request?: PruneRequest): Promise<TaskPruneResult>;
  close(): void;
}

/** One violation of a schema in one line. */
export const violationText = ({ path, message }: Violation): string => (path === '' ? message : `${path}: ${message}`);

/** The violations that the message of an error does not contain. */
export const violationsNotInMessage = ({ message, violations = [] }: TaskError): readonly string[] =>
  violations.map(violationText).filter((text) => !message.includes(text));
