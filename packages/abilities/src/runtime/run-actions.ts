import { withoutUndefined } from '@anyhook/core';
import type { LoadedAbility } from '../registry/ability.js';
import { type AbilityQuery, findAbilities } from '../registry/find-abilities.js';
import { type AbilityView, abilityView } from '../registry/views.js';
import { StoreError } from '../tasks/store/errors.js';
import type {
  GuardAnswer,
  HookFeedback,
  Task,
  TaskCreateResult,
  TaskError,
  TaskErrorCode,
  TaskRunResult,
} from '../tasks/task.js';
import { taskView } from '../tasks/views.js';
import { type Action, parseAction } from './actions.js';
import type { SessionTools, StoredSession } from './project-view.js';
import { sessionCaller } from './session.js';

/** Codes of actions that never reached the tool runner. */
export const actionErrorCodes = {
  UNKNOWN_ACTION: 'no action has this name',
  BAD_ACTION: 'a field of the action is missing, unknown or has a wrong value',
  SKIPPED: 'an earlier action failed',
  FAILED: 'anyhook itself failed',
} as const;

export type ActionErrorCode = keyof typeof actionErrorCodes | TaskErrorCode;

export interface ActionError extends Omit<TaskError, 'code'> {
  readonly code: ActionErrorCode;
}

/** The result of an action, with the hooks' answers, even if they allowed it. */
export type ActionAnswer = {
  readonly action: string;
  readonly preflight?: GuardAnswer;
  readonly guard?: GuardAnswer;
  /** The hooks' feedback after a task ran. */
  readonly feedback?: HookFeedback;
} & (
  | { readonly ok: true; readonly result: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: ActionError; readonly result?: Readonly<Record<string, unknown>> }
);

export interface RunActionsOptions {
  readonly session: StoredSession;
  /** Called when an action needs it. */
  readonly tools: () => Promise<SessionTools>;
  readonly onFailure: 'stop' | 'continue';
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((index: number, line: string) => void) | undefined;
  /** Called with each answer as soon as it is available. */
  readonly onAnswer?: ((index: number, answer: ActionAnswer) => void) | undefined;
}

/** Runs actions one after the other; a failed one ends the list, unless the caller wants to continue. Never rejects. */
export async function runActions(
  actions: readonly unknown[],
  options: RunActionsOptions,
): Promise<readonly ActionAnswer[]> {
  const answers: ActionAnswer[] = [];
  for (const [index, value] of actions.entries()) {
    const failedBefore = options.onFailure === 'stop' && answers.some(({ ok }) => !ok);
    const answer = failedBefore ? skippedAnswer(value) : await runAction(value, index, options);
    answers.push(answer);
    options.onAnswer?.(index, answer);
  }
  return answers;
}

function skippedAnswer(value: unknown): ActionAnswer {
  const parsed = parseAction(value);
  const message = 'not run, because an earlier action failed';
  return failedAnswer(parsed.ok ? parsed.action.action : parsed.name, {
    code: 'SKIPPED',
    message,
    suggestion: 'send it again if it is still needed',
  });
}

async function runAction(value: unknown, index: number, options: RunActionsOptions): Promise<ActionAnswer> {
  const parsed = parseAction(value);
  if (!parsed.ok) return failedAnswer(parsed.name, { code: parsed.code, message: parsed.why });
  const { action } = parsed;
  if (options.signal?.aborted)
    return failedAnswer(action.action, { code: 'CANCELLED', message: 'the caller went away' });
  try {
    return await perform(action, index, options);
  } catch (error) {
    if (error instanceof StoreError) return failedAnswer(action.action, error.error);
    return failedAnswer(action.action, {
      code: 'FAILED',
      message: error instanceof Error ? error.message : String(error),
    });
  }
}

async function perform(action: Action, index: number, options: RunActionsOptions): Promise<ActionAnswer> {
  const { session, signal, progress } = options;
  const { runner, abilities } = await options.tools();
  const caller = sessionCaller(session);
  const name = action.action;
  switch (action.action) {
    case 'LIST_ABILITIES':
      return { ok: true, action: name, result: listAbilities(abilities, action) };
    case 'CREATE_TASK': {
      const { ability, input, note, environment = session.environment } = action;
      if (session.environment !== undefined && environment !== session.environment)
        return failedAnswer(name, foreignEnvironment(environment, session.environment));
      return createdAnswer(
        name,
        await runner.create({ ability, caller, ...withoutUndefined({ input, note, environment }) }),
      );
    }
    case 'UPDATE_TASK': {
      const { task_key: key, input, note } = action;
      if (!(await findTask(key, options))) return failedAnswer(name, unknownTask(key));
      return createdAnswer(name, await runner.update({ key, caller, ...withoutUndefined({ input, note }) }));
    }
    case 'RUN_TASK': {
      const { task_key: key, wait_ms: waitMs } = action;
      if (!(await findTask(key, options))) return failedAnswer(name, unknownTask(key));
      const reportProgress = progress && ((line: string) => progress(index, line));
      return ranAnswer(
        name,
        await runner.run({ key, caller, ...withoutUndefined({ waitMs, signal, progress: reportProgress }) }),
      );
    }
    case 'GET_TASK': {
      const task = await findTask(action.task_key, options);
      return task
        ? { ok: true, action: name, result: { ...taskView(task) } }
        : failedAnswer(name, unknownTask(action.task_key));
    }
  }
}

/** Only tasks of the session's own project. */
async function findTask(key: string, { tools, session }: RunActionsOptions): Promise<Task | undefined> {
  const task = await (await tools()).runner.get(key);
  return task?.root === session.root ? task : undefined;
}

function createdAnswer(action: string, answer: TaskCreateResult): ActionAnswer {
  const { preflight } = answer;
  if (answer.status === 'available') {
    const { preflight: _preflight, ...result } = taskView(answer.task);
    return { ok: true, action, result, ...withoutUndefined({ preflight }) };
  }
  return { ...failedAnswer(action, answer.error), ...withoutUndefined({ preflight }) };
}

function ranAnswer(action: string, answer: TaskRunResult): ActionAnswer {
  const { task } = answer;
  const feedback = 'feedback' in answer ? answer.feedback : undefined;
  const { guard, preflight: _preflight, ...taskFields } = task ? taskView(task) : {};
  const view = feedback?.output === undefined ? taskFields : { ...taskFields, output: feedback.output };
  const result = task ? view : undefined;
  const guardAnswer = 'guard' in answer ? answer.guard : (guard as GuardAnswer | undefined);
  if (answer.status === 'success' || answer.status === 'partial')
    return { ok: true, action, result: view, ...withoutUndefined({ guard: guardAnswer, feedback }) };
  const error = 'error' in answer ? answer.error : (task?.error ?? { code: 'EXIT' as const, message: 'it failed' });
  return { ok: false, action, error, ...withoutUndefined({ result, guard: guardAnswer, feedback }) };
}

const failedAnswer = (action: string, error: ActionError): ActionAnswer => ({ ok: false, action, error });

const unknownTask = (key: string): ActionError => ({
  code: 'UNKNOWN_TASK',
  message: `no task of this project has the key ${JSON.stringify(key.slice(0, 100))}`,
  suggestion: 'use the task_key from CREATE_TASK',
});

const foreignEnvironment = (requested: string | undefined, sessionEnvironment: string): ActionError => ({
  code: 'ENVIRONMENT_NOT_ALLOWED',
  message: `this session works in ${sessionEnvironment}, not in ${requested}`,
  suggestion: `leave "environment" out, or start a session for ${requested}`,
});

/** The abilities, best match first if a query is given, and their total number. */
export function listAbilities(
  abilities: readonly LoadedAbility[],
  { limit = 100, ...query }: AbilityQuery & { readonly limit?: number },
): { readonly abilities: readonly AbilityView[]; readonly total: number } {
  const found = findAbilities(abilities, query);
  return { abilities: found.slice(0, limit).map(abilityView), total: found.length };
}
