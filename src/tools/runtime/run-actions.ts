import type { LoadedAbility } from '../../abilities/ability.js';
import { type AbilityQuery, findAbilities } from '../../abilities/find-abilities.js';
import { type AbilityView, abilityView } from '../../abilities/views.js';
import { withoutUndefined } from '../../core/defined.js';
import { StoreError } from '../tasks/store/errors.js';
import type { Created, GuardAnswer, HookFeedback, Ran, Task, TaskError, TaskErrorCode } from '../tasks/task.js';
import { taskView } from '../tasks/views.js';
import { type Action, readAction } from './actions.js';
import type { SessionTools, StoredSession } from './project-view.js';
import { sessionCaller } from './session.js';

/** Codes of actions that never reached the tool runner. */
export const actionErrorCodes = {
  UNKNOWN_ACTION: 'no action has this name',
  BAD_ACTION: 'a field of the action is missing, unknown or has a wrong value',
  SKIPPED: 'an action before it failed',
  FAILED: 'anyhook itself failed',
} as const;

export type ActionErrorCode = keyof typeof actionErrorCodes | TaskErrorCode;

export interface ActionError extends Omit<TaskError, 'code'> {
  readonly code: ActionErrorCode;
}

/** The result of an action, with what the hooks said, even if they allowed it. */
export type ActionAnswer = {
  readonly action: string;
  readonly preflight?: GuardAnswer;
  readonly guard?: GuardAnswer;
  /** What hooks said after a task ran. */
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
  /** Takes each answer as soon as it is available. */
  readonly answered?: ((index: number, answer: ActionAnswer) => void) | undefined;
}

/** Runs actions one after the other; a failed one ends the list, unless the caller wants to continue. Never rejects. */
export async function runActions(
  actions: readonly unknown[],
  options: RunActionsOptions,
): Promise<readonly ActionAnswer[]> {
  const answers: ActionAnswer[] = [];
  for (const [index, value] of actions.entries()) {
    const failedBefore = options.onFailure === 'stop' && answers.some(({ ok }) => !ok);
    const answer = failedBefore ? skipped(value) : await one(value, index, options);
    answers.push(answer);
    options.answered?.(index, answer);
  }
  return answers;
}

function skipped(value: unknown): ActionAnswer {
  const read = readAction(value);
  const message = 'an action before it failed, so it did not run';
  return no(read.ok ? read.action.action : read.name, {
    code: 'SKIPPED',
    message,
    suggestion: 'send it again if it is still needed',
  });
}

async function one(value: unknown, index: number, options: RunActionsOptions): Promise<ActionAnswer> {
  const read = readAction(value);
  if (!read.ok) return no(read.name, { code: read.code, message: read.why });
  const { action } = read;
  if (options.signal?.aborted) return no(action.action, { code: 'CANCELLED', message: 'the caller went away' });
  try {
    return await perform(action, index, options);
  } catch (error) {
    if (error instanceof StoreError) return no(action.action, error.error);
    return no(action.action, { code: 'FAILED', message: error instanceof Error ? error.message : String(error) });
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
        return no(name, foreignEnvironment(environment, session.environment));
      return created(name, await runner.create({ ability, caller, ...withoutUndefined({ input, note, environment }) }));
    }
    case 'UPDATE_TASK': {
      const { task_key: key, input, note } = action;
      if (!(await taskOf(key, options))) return no(name, unknownTask(key));
      return created(name, await runner.update({ key, caller, ...withoutUndefined({ input, note }) }));
    }
    case 'RUN_TASK': {
      const { task_key: key, wait_ms: waitMs } = action;
      if (!(await taskOf(key, options))) return no(name, unknownTask(key));
      const said = progress && ((line: string) => progress(index, line));
      return ran(name, await runner.run({ key, caller, ...withoutUndefined({ waitMs, signal, progress: said }) }));
    }
    case 'GET_TASK': {
      const task = await taskOf(action.task_key, options);
      return task ? { ok: true, action: name, result: { ...taskView(task) } } : no(name, unknownTask(action.task_key));
    }
  }
}

/** Only tasks of the session's own project. */
async function taskOf(key: string, { tools, session }: RunActionsOptions): Promise<Task | undefined> {
  const task = await (await tools()).runner.get(key);
  return task?.root === session.root ? task : undefined;
}

function created(action: string, answer: Created): ActionAnswer {
  const { preflight } = answer;
  if (answer.status === 'available') {
    const { preflight: _kept, ...result } = taskView(answer.task);
    return { ok: true, action, result, ...withoutUndefined({ preflight }) };
  }
  return { ...no(action, answer.error), ...withoutUndefined({ preflight }) };
}

function ran(action: string, answer: Ran): ActionAnswer {
  const { task } = answer;
  const feedback = 'feedback' in answer ? answer.feedback : undefined;
  const { guard, preflight: _kept, ...own } = task ? taskView(task) : {};
  const view = feedback?.output === undefined ? own : { ...own, output: feedback.output };
  const result = task ? view : undefined;
  const said = 'guard' in answer ? answer.guard : (guard as GuardAnswer | undefined);
  if (answer.status === 'success' || answer.status === 'partial')
    return { ok: true, action, result: view, ...withoutUndefined({ guard: said, feedback }) };
  const error = 'error' in answer ? answer.error : (task?.error ?? { code: 'EXIT' as const, message: 'it failed' });
  return { ok: false, action, error, ...withoutUndefined({ result, guard: said, feedback }) };
}

const no = (action: string, error: ActionError): ActionAnswer => ({ ok: false, action, error });

const unknownTask = (key: string): ActionError => ({
  code: 'UNKNOWN_TASK',
  message: `no task of this project has the key ${JSON.stringify(key.slice(0, 100))}`,
  suggestion: 'use the task_key from CREATE_TASK',
});

const foreignEnvironment = (wanted: string | undefined, own: string): ActionError => ({
  code: 'ENVIRONMENT_NOT_ALLOWED',
  message: `this session works in ${own}, not in ${wanted}`,
  suggestion: `leave "environment" out, or start a session for ${wanted}`,
});

/** The abilities, best match first if a query is given, and their total number. */
export function listAbilities(
  abilities: readonly LoadedAbility[],
  { limit = 100, ...query }: AbilityQuery & { readonly limit?: number },
): { readonly abilities: readonly AbilityView[]; readonly total: number } {
  const found = findAbilities(abilities, query);
  return { abilities: found.slice(0, limit).map(abilityView), total: found.length };
}
