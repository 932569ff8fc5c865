import { quoteValue } from '@anyhook/core';
import { StoreError } from './store/errors.js';
import type { TaskUnavailableReason } from './store/task-store.js';
import type { GuardAnswer, Task, TaskError, TaskRunResult } from './task.js';

const reasons: Readonly<Record<TaskUnavailableReason, (key: string, task: Task | undefined) => TaskError>> = {
  UNKNOWN_TASK: (key) => ({
    code: 'UNKNOWN_TASK',
    message: `no task of this project has the key ${quoteValue(key)}`,
    suggestion: 'See "anyhook task list", or create it again.',
  }),
  ALREADY_RUN: (key, task) => ({
    code: 'ALREADY_RUN',
    message: `task ${key} has been run${task ? ` (${task.status})` : ''}; a task runs once`,
    suggestion: `"anyhook task get ${key}" shows the result; create another task to run it again.`,
  }),
  IN_USE: (key) => ({
    code: 'IN_USE',
    message: `another runner is running task ${key}`,
    suggestion: `Wait for it: "anyhook task get ${key}" shows when it has ended.`,
  }),
  INTERRUPTED: (key) => ({
    code: 'INTERRUPTED',
    message: `task ${key} was interrupted while it ran, and its ability is not declared idempotent`,
    suggestion: 'Check what it left behind, then create another task.',
  }),
  CHANGED: (key) => ({
    code: 'IN_USE',
    message: `the input of task ${key} was changed while the hooks checked it`,
    suggestion: 'Run it when it is no longer being updated.',
  }),
};

export const taskError = (why: TaskUnavailableReason, key: string, task?: Task): TaskError => reasons[why](key, task);

/** Whether an error is about the named task, not about what it would do. */
export const isAboutTask = ({ code }: TaskError): boolean => Object.hasOwn(reasons, code);

/** A refusal of the runner itself: nothing ran, and no hook was involved. */
export const refusedRun = (error: TaskError, task?: Task): TaskRunResult => ({
  status: 'refused',
  error,
  ...(task && { task }),
});

/** Why a task with this status cannot be run; undefined if it can. */
export function notRunnableReason({ status, idempotent }: Task): TaskUnavailableReason | undefined {
  if (status === 'running') return 'IN_USE';
  if (status === 'interrupted') return idempotent ? undefined : 'INTERRUPTED';
  return status === 'ready' || status === 'waiting' ? undefined : 'ALREADY_RUN';
}

/** The error for a store that cannot be used; any other error is rethrown. */
export function taskErrorOfStore(error: unknown): TaskError {
  if (error instanceof StoreError) return error.error;
  throw error;
}

/** The event that hooks decide about, as text. */
export interface GuardQuestion {
  readonly action: string;
  /** What to do after a person has approved it. */
  readonly next: string;
  readonly deniedCode: 'UNAVAILABLE' | 'DENIED';
}

/** What the caller must run again: for a step, its whole workflow, which has ended. */
export const retryAdvice = (parent: string | undefined, advice: string): string =>
  parent === undefined ? advice : 'run the whole workflow again in a new task';

/** The error for the caller of `create`, `update` or `run` if hooks refuse. */
export function guardError(
  { decision, reason, suggestion, approval }: GuardAnswer,
  { action, next, deniedCode }: GuardQuestion,
): TaskError {
  const why = reason ?? 'a hook gave no reason';
  if (decision === 'refused') return { code: 'REFUSED', message: `a person refused ${action}: ${why}` };
  if (decision === 'denied')
    return { code: deniedCode, message: `${action}: ${why}`, ...(suggestion && { suggestion }) };
  const id = approval?.id === undefined ? '' : ` ${approval.id}`;
  return {
    code: 'NEEDS_HUMAN',
    message: `${action} needs a person: ${why}`,
    suggestion: approval
      ? `A person runs "anyhook approve${id}" in a terminal within ${approval.minutes} minutes; then ${next}.`
      : 'Approval is not possible here.',
  };
}
