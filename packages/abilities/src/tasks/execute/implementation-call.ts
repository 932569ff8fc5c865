import { type Caller, type Environment, taskKeyVariable } from '@anyhook/core';
import type { Ability, Implementation, JsonObject } from '../../registry/ability.js';
import { callerVariable } from '../caller.js';
import type { ExecutionResult, TaskError, TaskErrorCode } from '../task.js';

export interface ImplementationCall {
  readonly input: JsonObject;
  readonly settings: JsonObject;
  readonly environment?: string | undefined;
  readonly taskKey: string;
  /** The caller; programs that it starts are not trusted more. */
  readonly caller?: Caller | undefined;
  /** The caller's environment; the only source of secrets. */
  readonly env: Environment;
  readonly signal?: AbortSignal | undefined;
  /** Called with each line of progress. */
  readonly progress?: ((line: string) => void) | undefined;
  /** Called when a process was started; its id is also the id of its group. */
  readonly onChild?: ((child: { readonly pid: number }) => void) | undefined;
}

export type RunImplementation<K extends Implementation['kind']> = (
  implementation: Extract<Implementation, { kind: K }>,
  ability: Ability,
  call: ImplementationCall,
) => Promise<ExecutionResult>;

export const taskFailure = (code: TaskErrorCode, message: string, more: Partial<TaskError> = {}): ExecutionResult => ({
  status: 'failure',
  error: { code, message, ...more },
});

/** How deep abilities may be nested: a script that runs its own ability would start programs forever. */
export const maxTaskDepth = 10;

const depthVariable = 'ANYHOOK_TASK_DEPTH';

/** How many tasks a process is nested in, from its environment. */
export function taskDepth(env: Environment): number {
  const text = env[depthVariable] ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** The variables of every program that is started for a task. */
export const taskVariables = (ability: Ability, call: ImplementationCall): Record<string, string> => ({
  [taskKeyVariable]: call.taskKey,
  ANYHOOK_ABILITY: ability.name,
  ANYHOOK_ENVIRONMENT: call.environment ?? '',
  ...(call.caller && { [callerVariable]: call.caller }),
  [depthVariable]: String(taskDepth(call.env) + 1),
});
