import type { Ability, JsonObject } from '../registry/ability.js';
import { inputError, prepareTask } from './prepare-task.js';
import { guardError, notRunnableReason, refusedRun, retryAdvice, taskError, taskErrorOfStore } from './refusals.js';
import type { ExecutionContext, GuardResult, RunnerParts, TaskCall } from './runner-parts.js';
import type {
  CallerInfo,
  ExecutionResult,
  GuardAnswer,
  RunRequest,
  Task,
  TaskError,
  TaskRunResult,
  TaskRunStatus,
} from './task.js';

/** Runs one step of a workflow's task, for the same caller. */
export type RunStepTask = (
  step: { readonly ability: string; readonly input: JsonObject; readonly parent: Task },
  request: Omit<RunRequest, 'key'>,
) => Promise<ExecutionResult>;

/** How often the guard is asked again if the input changes meanwhile. */
const maxAttempts = 5;

/** Guards, claims and executes a task. If several runners try at once, one succeeds; the others get an error. */
export async function runTask(parts: RunnerParts, request: RunRequest, step: RunStepTask): Promise<TaskRunResult> {
  try {
    const caller = parts.callerOf(request.caller);
    const deadline = parts.ticks() + (request.waitMs ?? 0);
    for (let attempt = 1; ; attempt++) {
      const result = await tryOnce(parts, { ...request, caller, deadline, step });
      if (result !== 'CHANGED') return result;
      if (attempt === maxAttempts) return refusedRun(taskError('CHANGED', request.key));
    }
  } catch (error) {
    return refusedRun(taskErrorOfStore(error));
  }
}

interface TaskRun extends RunRequest {
  readonly caller: CallerInfo;
  /** When to stop waiting for a person. */
  readonly deadline: number;
  readonly step: RunStepTask;
}

async function tryOnce(parts: RunnerParts, run: TaskRun): Promise<TaskRunResult | 'CHANGED'> {
  const ready = await readyToRun(parts, run.key);
  if ('status' in ready) return ready;
  const call = { ...ready, caller: run.caller };
  const { answer, input } = await runGuard(parts, call, run);
  if (answer.decision !== 'allowed') return notRun(parts.store.get(run.key, parts.root) ?? call.task, answer);
  const rewriteProblem = input && (await inputError(call.ability, input));
  if (rewriteProblem) return recordDenial(parts, call, badRewriteAnswer(answer, rewriteProblem));
  // Hooks and people take time: the ability must still be trusted after they answered.
  const recheck = await readyToRun(parts, run.key);
  if ('status' in recheck) return recheck;
  if (!isSame(recheck.ability, call.ability)) return 'CHANGED';
  const seen = call.task.input;
  const claim = await parts.store.claim({ key: run.key, seenInput: seen, guard: answer, ...(input && { input }) });
  if (claim.ok) return executeClaimed(parts, { ...call, task: claim.task }, answer, run);
  return claim.why === 'CHANGED' ? claim.why : refusedRun(taskError(claim.why, run.key, claim.task), claim.task);
}

const isSame = (a: Ability, b: Ability): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** A task that may run now, with its ability in its current state. */
async function readyToRun(
  { store, abilities, root }: RunnerParts,
  key: string,
): Promise<TaskRunResult | { readonly task: Task; readonly ability: Ability }> {
  let task = store.get(key, root);
  // The process that ran it may have died.
  if (task?.status === 'running' && (await store.sweep()).includes(key)) task = store.get(key, root);
  if (!task) return refusedRun(taskError('UNKNOWN_TASK', key));
  const why = notRunnableReason(task);
  if (why) return refusedRun(taskError(why, key, task), task);
  const { ability: ref, input, environment, implementation } = task;
  const prepared = await prepareTask(await abilities(ref.value), { ability: ref.value, input, environment });
  if (!prepared.ok) return refusedRun(prepared.error, task);
  const { ability } = prepared;
  const hasImplementation =
    ability.type !== 'operation' || Object.hasOwn(ability.implementations, implementation ?? '');
  return hasImplementation ? { task, ability } : refusedRun(missingImplementation(ability, task), task);
}

const missingImplementation = ({ name }: Ability, { key, implementation }: Task): TaskError => ({
  code: 'BAD_CONFIGURATION',
  message: `task ${key} was created for the implementation "${implementation}", which ${name} no longer has`,
  suggestion: 'Create the task again.',
});

/** The answer of the hooks, and of a person if they want one and the caller waits. A refusal is stored. */
async function runGuard(
  parts: RunnerParts,
  call: TaskCall,
  { deadline, signal, key, caller }: TaskRun,
): Promise<GuardResult & Pick<TaskCall, 'task'>> {
  for (;;) {
    const guardResult = await parts.guard.before(call, signal);
    const { answer, pendingId } = guardResult;
    if (answer.decision === 'allowed') return { ...guardResult, task: call.task };
    const recordAnswer = answer.decision === 'needs_human' ? parts.store.recordWaiting : parts.store.recordRefusal;
    const { task = call.task } = await recordAnswer(key, answer);
    if (answer.decision !== 'needs_human') return { ...guardResult, task };
    const leftMs = deadline - parts.ticks();
    const isAnswered =
      pendingId !== undefined && leftMs > 0 && (await parts.guard.waitUntilAnswered(pendingId, leftMs, signal));
    if (!isAnswered) return { ...guardResult, task, answer: withApprovalId(answer, pendingId, caller) };
  }
}

/** With the id of the question for a person, unless the caller is an AI. */
export const withApprovalId = (answer: GuardAnswer, id: string | undefined, { source }: CallerInfo): GuardAnswer =>
  id === undefined || source === 'ai_session' || !answer.approval
    ? answer
    : { ...answer, approval: { ...answer.approval, id } };

function notRun(task: Task, guard: GuardAnswer): TaskRunResult {
  const status = guard.decision === 'needs_human' ? 'needs_human' : 'denied';
  const { ability, key, parent } = task;
  // Not a new task, because it would wait forever.
  const next = retryAdvice(parent, `run task ${key} again`);
  return {
    status,
    task,
    guard,
    error: guardError(guard, { action: `running ${ability.value}`, next, deniedCode: 'DENIED' }),
  };
}

async function recordDenial(parts: RunnerParts, { task }: TaskCall, guard: GuardAnswer): Promise<TaskRunResult> {
  const change = await parts.store.recordRefusal(task.key, guard);
  return notRun(change.task ?? task, guard);
}

const badRewriteAnswer = (answer: GuardAnswer, { message }: TaskError): GuardAnswer => ({
  ...answer,
  decision: 'denied',
  reason: `a hook rewrote the input, and ${message}`,
});

async function executeClaimed(
  parts: RunnerParts,
  call: TaskCall,
  guard: GuardAnswer,
  run: TaskRun,
): Promise<TaskRunResult> {
  const { store, ticks, summarize } = parts;
  const { task, ability, caller } = call;
  const { signal, progress, deadline } = run;
  const progressOption = progress ? { progress } : {};
  const context: ExecutionContext = {
    ...progressOption,
    ...(signal && { signal }),
    caller,
    recordProcessGroup: (leader) => store.recordProcessGroup(task.key, leader),
    runStep(name, input, stepSignal) {
      const stepRequest = {
        ...progressOption,
        ...(stepSignal && { signal: stepSignal }),
        caller,
        waitMs: Math.max(0, deadline - ticks()),
      };
      return run.step({ ability: name, input, parent: task }, stepRequest);
    },
  };
  const startedAt = ticks();
  const result = await execute(parts, ability, task, context);
  const ending = {
    result,
    durationMs: Math.round(ticks() - startedAt),
    ...(result.output !== undefined && { outputSummary: summarize(result.output) }),
  };
  const stored = await store.finish(task.key, ending).catch(taskErrorOfStore);
  const finalTask = stored && 'key' in stored ? stored : endedTask(task, ending);
  const feedback = await parts.guard.after({ ...call, task: finalTask }, result);
  if (stored && 'key' in stored)
    return { status: result.status as TaskRunStatus, task: stored, guard, ...(feedback && { feedback }) };
  return refusedRun(stored ? notStoredError(stored, result) : taskError('INTERRUPTED', task.key), finalTask);
}

async function execute(
  parts: RunnerParts,
  ability: Ability,
  task: Task,
  context: ExecutionContext,
): Promise<ExecutionResult> {
  try {
    return await parts.execute(ability, task, context);
  } catch (error) {
    return {
      status: 'failure',
      error: { code: 'NOT_STARTED', message: `anyhook failed: ${(error as Error).message}` },
    };
  }
}

/** The end of a task that could not be stored. */
const endedTask = (
  task: Task,
  {
    result,
    ...more
  }: { readonly result: ExecutionResult; readonly durationMs: number; readonly outputSummary?: string },
): Task => ({ ...task, ...result, ...more });

const notStoredError = (error: TaskError, { status }: ExecutionResult): TaskError => ({
  ...error,
  message: `the run ended (${status}), but its result could not be stored: ${error.message}`,
});
