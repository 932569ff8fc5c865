import { type CallToolResult, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { GuardAnswer, Task, TaskCreateResult, TaskError, TaskRunResult } from '../tasks/task.js';
import { violationsNotInMessage } from '../tasks/task.js';
import { taskView } from '../tasks/views.js';

/** The result in one or two sentences, and as structured content. Some clients show a model only one of the two. */
export interface ResultParts {
  readonly status: string;
  readonly message: string;
  readonly isError?: boolean;
  readonly fields?: object;
}

export function toolResult({ status, message, isError = false, fields = {} }: ResultParts): CallToolResult {
  const structured = { status, message, ...fields };
  return {
    content: [
      { type: 'text', text: message },
      { type: 'text', text: JSON.stringify({ status, ...fields }) },
    ],
    structuredContent: structured,
    ...(isError && { isError }),
  };
}

/** An error that the model should see. Protocol errors are handled elsewhere. */
export function errorResult(error: unknown): CallToolResult {
  if (error instanceof McpError) throw error;
  const { message, code } = error as Error & { readonly code?: unknown };
  return toolResult({
    status: 'refused',
    message: sentence(message),
    isError: true,
    fields: { error: { code: typeof code === 'string' ? code : 'FAILED', message } },
  });
}

export function createdResult(created: TaskCreateResult, ability: string): CallToolResult {
  if (created.status !== 'available') return refusedResult(created, `No task of ${ability} was created.`, { ability });
  return readyResult(created, `Task ${created.task.key} of ${ability} is ready: run it with run_task.`);
}

export function updatedResult(updated: TaskCreateResult, task_key: string): CallToolResult {
  if (updated.status !== 'available') return refusedResult(updated, `Task ${task_key} was not changed.`, { task_key });
  return readyResult(updated, `Task ${task_key} was changed.`);
}

type AvailableTask = Extract<TaskCreateResult, { status: 'available' }>;

const readyResult = ({ task, preflight }: AvailableTask, message: string): CallToolResult =>
  toolResult({
    status: 'available',
    message,
    fields: { ...shortTask(task), status: 'available', ...answerField({ preflight }) },
  });

function refusedResult(
  refused: Exclude<TaskCreateResult, AvailableTask>,
  headline: string,
  subject: object,
): CallToolResult {
  const { status, error, preflight } = refused;
  const why =
    status === 'needs_human' ? humanNeeded(refused.preflight, error, 'make the same call again') : sentencesOf(error);
  const fields = { ...subject, error, ...(preflight && answerField({ preflight })) };
  return toolResult({ status, message: `${headline} ${why}`, isError: true, fields });
}

export function runResult(ran: TaskRunResult): CallToolResult {
  if (ran.status === 'refused') {
    const { error, task } = ran;
    return toolResult({
      status: 'refused',
      message: sentencesOf(error),
      isError: true,
      fields: { ...(task && taskIdentity(task)), error },
    });
  }
  const { task, guard } = ran;
  const error = 'error' in ran ? ran.error : task.error;
  return toolResult({
    status: ran.status,
    message: ranMessages[ran.status](task, guard, error),
    isError: ran.status !== 'success' && ran.status !== 'partial',
    fields: {
      ...taskIdentity(task),
      ...outputFields(task),
      ...timingFields(task),
      ...(error && { error }),
      ...answerField({ guard }),
    },
  });
}

export const directRunResult = (end: TaskCreateResult | TaskRunResult, ability: string): CallToolResult =>
  isRan(end) ? runResult(end) : createdResult(end, ability);

const isRan = (end: TaskCreateResult | TaskRunResult): end is TaskRunResult =>
  !(end.status === 'available' || end.status === 'unavailable' || (end.status === 'needs_human' && !('guard' in end)));

type Sentence = (task: Task, guard: GuardAnswer, error: TaskError | undefined) => string;

const ranMessages: Readonly<Record<Exclude<TaskRunResult['status'], 'refused'>, Sentence>> = {
  success: (task) => `${taskLabel(task)} succeeded.`,
  partial: (task, _, error) => `${taskLabel(task)} was only partly done. ${sentencesOf(error)}`.trim(),
  failure: (task, _, error) => `${taskLabel(task)} failed. ${sentencesOf(error)}`.trim(),
  denied: (task, guard, error) =>
    `${taskLabel(task)} was refused by a guard and has not run. ${refusalSentences(guard, error)}`,
  needs_human: (task, guard, error) =>
    `${taskLabel(task)} has not run. ${humanNeeded(guard, error, `call run_task with the task_key ${task.key}`)}`,
};

const taskLabel = ({ key, ability: { value } }: Task): string => `Task ${key} (${value})`;

const refusalSentences = ({ reason, suggestion }: GuardAnswer, error: TaskError | undefined): string =>
  reason === undefined
    ? sentencesOf(error)
    : [reason, suggestion]
        .filter((text) => text)
        .map(sentence)
        .join(' ');

/** Tells a model what a person must do, and what to do afterwards. */
function humanNeeded(guard: GuardAnswer, error: TaskError | undefined, next: string): string {
  const { reason = error?.message, approval } = guard;
  const why = reason === undefined ? '' : ` ${sentence(reason)}`;
  if (!approval) return `A person must approve it first.${why}`;
  const request = `Ask the user to run "${commandOf(approval)}" in a terminal within ${approval.minutes} minutes`;
  return `A person must approve it first.${why} ${request}; then ${next}.`;
}

const commandOf = ({ id }: { readonly id?: string }): string =>
  id === undefined ? 'anyhook approve' : `anyhook approve ${id}`;

function sentencesOf(error: TaskError | undefined): string {
  if (!error) return '';
  const { message, suggestion } = error;
  return [message, violationsNotInMessage(error).join('; '), suggestion]
    .filter((text) => text)
    .map((text) => sentence(text as string))
    .join(' ');
}

const sentence = (text: string | undefined): string => {
  const trimmed = (text ?? '').trim();
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
};

const taskIdentity = ({ key, ability }: Task): object => ({ task_key: key, ability: ability.value });

const timingFields = ({ durationMs, outputSummary }: Task): object => ({
  ...(durationMs !== undefined && { duration_ms: durationMs }),
  ...(outputSummary !== undefined && { output_summary: outputSummary }),
});

/** The hooks' answer, with the command for a person if one must approve. */
function answerField(answers: { readonly preflight: GuardAnswer } | { readonly guard: GuardAnswer }): object {
  const [[name, guard]] = Object.entries(answers) as [[string, GuardAnswer]];
  const { approval } = guard;
  return {
    [name]: {
      ...guard,
      ...(approval && { approval: { ...approval, command: commandOf(approval) } }),
    },
  };
}

/** Maximum length of an output, as JSON, in an answer; a longer one must be fetched. */
const maxOutputChars = 50_000;

/** The output of a task, or its length and where to read it. */
function outputFields({ key, output }: Task): object {
  if (output === undefined) return {};
  const size = JSON.stringify(output)?.length ?? 0;
  if (size <= maxOutputChars) return { output };
  return {
    output_omitted: `the output has ${size} characters: read it with get_task and "whole": true, or as ${taskUri(key)}`,
  };
}

/** A task, without its output if that is very long. */
export function shortTask(task: Task): object {
  const { output: _output, ...view } = taskView(task);
  return { ...view, ...outputFields(task) };
}

const taskUri = (key: string): string => `anyhook://tasks/${encodeURIComponent(key)}`;
