import { withoutUndefined } from '@anyhook/core';
import type { CallerInfo, GuardAnswer, Task, TaskCreateResult, TaskError, TaskRunResult, TaskStatus } from './task.js';

/** A task in a list, with the field names that callers and models read: no input and no output. */
export interface TaskBrief {
  readonly task_key: string;
  readonly ability: string;
  readonly status: TaskStatus;
  readonly environment?: string;
  readonly caller: CallerInfo;
  readonly parent?: string;
  readonly note?: string;
  readonly created_at: string;
  readonly duration_ms?: number;
  readonly output_summary?: string;
  readonly error?: Pick<TaskError, 'code' | 'message'>;
}

/** A task in full, except settings: they belong to how the ability is executed. */
export interface TaskView extends TaskBrief {
  readonly version: string;
  readonly input: Task['input'];
  readonly implementation?: string;
  readonly started_at?: string;
  readonly ended_at?: string;
  readonly attempts: number;
  readonly output?: unknown;
  readonly error?: TaskError;
  readonly preflight?: GuardAnswer;
  readonly guard?: GuardAnswer;
}

export function taskBrief(task: Task): TaskBrief {
  const { key, ability, status, environment, caller, parent, note, outputSummary, error } = task;
  return {
    task_key: key,
    ability: ability.value,
    status,
    caller,
    created_at: isoTime(task.createdAt),
    ...withoutUndefined({ environment, parent, note, duration_ms: task.durationMs, output_summary: outputSummary }),
    ...(error && { error: { code: error.code, message: error.message } }),
  };
}

export function taskView(task: Task): TaskView {
  const { version, input, implementation, startedAt, endedAt, attempts, output, error, preflight, guard } = task;
  return {
    ...taskBrief(task),
    version,
    input,
    attempts,
    ...withoutUndefined({ implementation, output, error, preflight, guard }),
    ...(startedAt !== undefined && { started_at: isoTime(startedAt) }),
    ...(endedAt !== undefined && { ended_at: isoTime(endedAt) }),
  };
}

/** The result of a creation, change or run, with the task in the same form. */
export type ResultView<R extends TaskCreateResult | TaskRunResult = TaskCreateResult | TaskRunResult> = R extends {
  readonly task?: Task;
}
  ? Omit<R, 'task'> & (R extends { readonly task: Task } ? { readonly task: TaskView } : { readonly task?: TaskView })
  : R;

export const resultView = (result: TaskCreateResult | TaskRunResult): ResultView =>
  'task' in result && result.task ? ({ ...result, task: taskView(result.task) } as ResultView) : (result as ResultView);

export const isoTime = (time: number): string => new Date(time).toISOString();
