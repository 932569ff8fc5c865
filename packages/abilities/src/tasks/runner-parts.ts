import type { Problem } from '@anyhook/core';
import type { Ability, JsonObject, LoadedAbility } from '../registry/ability.js';
import type { TaskStore } from './store/task-store.js';
import type { CallerInfo, ExecutionResult, GuardAnswer, HookFeedback, Task } from './task.js';

export interface AbilityFinder {
  find(name: string): LoadedAbility | undefined;
  names(): readonly string[];
  /** A registry problem that may explain a missing ability: its own if known, otherwise any. */
  problemFor(name: string): Problem | undefined;
}

/** The input of hooks before a task is created. */
export interface PreflightRequest {
  readonly ability: Ability;
  readonly input: JsonObject;
  readonly environment?: string;
  readonly caller: CallerInfo;
}

/** The input of hooks before and after a task runs. */
export interface TaskCall {
  readonly ability: Ability;
  readonly task: Task;
  readonly caller: CallerInfo;
}

/** The hooks' answer, with data for the runner only. */
export interface GuardResult {
  readonly answer: GuardAnswer;
  /** The complete input, if hooks rewrote it. */
  readonly input?: JsonObject;
  /** The id of the question that waits for a person. */
  readonly pendingId?: string;
}

/** The hooks around abilities. Never rejects: if hooks cannot be evaluated, the answer is a denial. */
export interface Guard {
  preflight(request: PreflightRequest, signal?: AbortSignal): Promise<GuardResult>;
  before(call: TaskCall, signal?: AbortSignal): Promise<GuardResult>;
  /** Notifies hooks of the result; their feedback does not change the task. Undefined if there is none. */
  after(call: TaskCall, result: ExecutionResult): Promise<HookFeedback | undefined>;
  /** True when a person has answered the question; false when time is up or the caller disconnected. */
  waitUntilAnswered(questionId: string, waitMs: number, signal?: AbortSignal): Promise<boolean>;
}

export interface ExecutionContext {
  readonly signal?: AbortSignal;
  readonly progress?: (line: string) => void;
  readonly caller: CallerInfo;
  /** Records the process group that works for the task, by its leader. */
  readonly recordProcessGroup: (leader: number) => Promise<unknown>;
  readonly runStep: (ability: string, input: JsonObject, signal?: AbortSignal) => Promise<ExecutionResult>;
}

/** Executes an ability. Never rejects. */
export type ExecuteAbility = (ability: Ability, task: Task, context: ExecutionContext) => Promise<ExecutionResult>;

export interface RunnerParts {
  /** The project that tasks belong to. */
  readonly root: string;
  /** All abilities in their current state; `name` is the one that the caller needs. */
  readonly abilities: (name: string) => Promise<AbilityFinder>;
  readonly store: TaskStore;
  readonly guard: Guard;
  readonly execute: ExecuteAbility;
  readonly callerOf: (given?: Partial<CallerInfo>) => CallerInfo;
  /** A short text without secrets. */
  readonly summarize: (value: unknown) => string;
  /** Milliseconds for measuring durations. */
  readonly ticks: () => number;
  /** Days for which ended tasks are kept, as configured now. */
  readonly keepDays: () => Promise<number>;
  /** The environment if a caller names none. */
  readonly environment?: string;
}
