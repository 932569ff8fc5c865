import type { Ability, JsonObject } from '../../abilities/ability.js';
import { inputError, prepareTask } from './prepare-task.js';
import { guardError, notRunnableReason, refusedRun, retryAdvice, taskError, taskErrorOfStore } from './refusals.js';
import type { ExecutionContext, GuardResult, RunnerParts, TaskCall } from './runner-parts.js';
import type {
  CallerInfo,
  ExecutionResult,
  GuardAnswer,
  Ran,
  RunRequest,
  Task,
  TaskError,
  TaskRunStatus,
} from './task.js';

/** Runs one step of a workflow's task, for the same caller. */
export type RunStepTask = (
  step: { readonly ability: string; readonly input: JsonObject; readonly parent: Task },
  request: Omit<RunRequest, 'key'>,
) => Promise<ExecutionResult>;

/** How often the guard is asked again if the input changes meanwhile. */
const maxLooks = 5;

/** Guards, claims and executes a task. If several runners try at once, one succeeds; the others get an error. */
export async function runTask(parts: RunnerParts, request: RunRequest, step: RunStepTask): Promise<Ran> {
  try {
    const caller = parts.callerOf(request.caller);
    const until = parts.ticks() + (request.waitMs ?? 0);
    for (let look = 1; ; look++) {
      const ran = await tryOnce(parts, { ...request, caller, until, step });
      if (ran !== 'CHANGED') return ran;
      if (look === maxLooks) return refusedRun(taskError('CHANGED', request.key));
    }
  } catch (error) {
    return refusedRun(taskErrorOfStore(error));
  }
}

interface TaskRun extends RunRequest {
  readonly caller: CallerInfo;
  /** How long to wait for a person. */
  readonly until: number;
  readonly step: RunStepTask;
}

async function tryOnce(parts: RunnerParts, run: TaskRun): Promise<Ran | 'CHANGED'> {
  const ready = await readyToRun(parts, run.key);
  if ('status' in ready) return ready;
  const called = { ...ready, caller: run.caller };
  const { answer, input } = await guarded(parts, called, run);
  if (answer.decision !== 'allowed') return notRun(parts.store.get(run.key, parts.root) ?? called.task, answer);
  const misfit = input && (await inputError(called.ability, input));
  if (misfit) return denied(parts, called, misrewritten(answer, misfit));
  // Hooks and people take time: the ability must still be trusted after they answered.
  const still = await readyToRun(parts, run.key);
  if ('status' in still) return still;
  if (!isSame(still.ability, called.ability)) return 'CHANGED';
  const seen = called.task.input;
  const had = await parts.store.claim({ key: run.key, seen, guard: answer, ...(input && { input }) });
  if (had.ok) return carryOut(parts, { ...called, task: had.task }, answer, run);
  return had.why === 'CHANGED' ? had.why : refusedRun(taskError(had.why, run.key, had.task), had.task);
}

const isSame = (a: Ability, b: Ability): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** A task that may run now, with its ability in its current state. */
async function readyToRun(
  { store, abilities, root }: RunnerParts,
  key: string,
): Promise<Ran | { readonly task: Task; readonly ability: Ability }> {
  let task = store.get(key, root);
  // Its runner may have died.
  if (task?.status === 'running' && (await store.sweep()).includes(key)) task = store.get(key, root);
  if (!task) return refusedRun(taskError('UNKNOWN_TASK', key));
  const why = notRunnableReason(task);
  if (why) return refusedRun(taskError(why, key, task), task);
  const { ability: ref, input, environment, implementation } = task;
  const prepared = await prepareTask(await abilities(ref.value), { ability: ref.value, input, environment });
  if (!prepared.ok) return refusedRun(prepared.error, task);
  const { ability } = prepared;
  const isThere = ability.type !== 'operation' || Object.hasOwn(ability.implementations, implementation ?? '');
  return isThere ? { task, ability } : refusedRun(goneImplementation(ability, task), task);
}

const goneImplementation = ({ name }: Ability, { key, implementation }: Task): TaskError => ({
  code: 'BAD_CONFIGURATION',
  message: `task ${key} was created for the implementation "${implementation}", which ${name} no longer has`,
  suggestion: 'Create the task again.',
});

/** The answer of the hooks, and of a person if they want one and the caller waits. A refusal is stored. */
async function guarded(
  parts: RunnerParts,
  called: TaskCall,
  { until, signal, key, caller }: TaskRun,
): Promise<GuardResult & Pick<TaskCall, 'task'>> {
  for (;;) {
    const said = await parts.guard.before(called, signal);
    const { answer, pendingId } = said;
    if (answer.decision === 'allowed') return { ...said, task: called.task };
    const keep = answer.decision === 'needs_human' ? parts.store.waiting : parts.store.refused;
    const { task = called.task } = await keep(key, answer);
    if (answer.decision !== 'needs_human') return { ...said, task };
    const left = until - parts.ticks();
    const again = pendingId !== undefined && left > 0 && (await parts.guard.waitUntilAnswered(pendingId, left, signal));
    if (!again) return { ...said, task, answer: withApprovalId(answer, pendingId, caller) };
  }
}

/** With the id of the question for a person, unless the caller is an AI. */
export const withApprovalId = (answer: GuardAnswer, id: string | undefined, { source }: CallerInfo): GuardAnswer =>
  id === undefined || source === 'ai_session' || !answer.approval
    ? answer
    : { ...answer, approval: { ...answer.approval, id } };

function notRun(task: Task, guard: GuardAnswer): Ran {
  const status = guard.decision === 'needs_human' ? 'needs_human' : 'denied';
  const { ability, key, parent } = task;
  // Not a new task: this one would wait for ever.
  const next = retryAdvice(parent, `run task ${key} again`);
  return { status, task, guard, error: guardError(guard, { what: `running ${ability.value}`, next, no: 'DENIED' }) };
}

async function denied(parts: RunnerParts, { task }: TaskCall, guard: GuardAnswer): Promise<Ran> {
  const had = await parts.store.refused(task.key, guard);
  return notRun(had.task ?? task, guard);
}

const misrewritten = (answer: GuardAnswer, { message }: TaskError): GuardAnswer => ({
  ...answer,
  decision: 'denied',
  reason: `a hook rewrote the input, and ${message}`,
});

async function carryOut(parts: RunnerParts, called: TaskCall, guard: GuardAnswer, run: TaskRun): Promise<Ran> {
  const { store, ticks, summarize } = parts;
  const { task, ability, caller } = called;
  const { signal, progress, until } = run;
  const heard = progress ? { progress } : {};
  const running: ExecutionContext = {
    ...heard,
    ...(signal && { signal }),
    caller,
    child: (leader) => store.recordProcessGroup(task.key, leader),
    step(name, input, own) {
      const how = { ...heard, ...(own && { signal: own }), caller, waitMs: Math.max(0, until - ticks()) };
      return run.step({ ability: name, input, parent: task }, how);
    },
  };
  const began = ticks();
  const ended = await execute(parts, ability, task, running);
  const ending = {
    ended,
    durationMs: Math.round(ticks() - began),
    ...(ended.output !== undefined && { outputSummary: summarize(ended.output) }),
  };
  const kept = await store.finish(task.key, ending).catch(taskErrorOfStore);
  const after = kept && 'key' in kept ? kept : endedTask(task, ending);
  const feedback = await parts.guard.after({ ...called, task: after }, ended);
  if (kept && 'key' in kept)
    return { status: ended.status as TaskRunStatus, task: kept, guard, ...(feedback && { feedback }) };
  return refusedRun(kept ? unkept(kept, ended) : taskError('INTERRUPTED', task.key), after);
}

async function execute(
  parts: RunnerParts,
  ability: Ability,
  task: Task,
  running: ExecutionContext,
): Promise<ExecutionResult> {
  try {
    return await parts.execute(ability, task, running);
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
  { ended, ...more }: { readonly ended: ExecutionResult; readonly durationMs: number; readonly outputSummary?: string },
): Task => ({ ...task, ...ended, ...more });

const unkept = (error: TaskError, { status }: ExecutionResult): TaskError => ({
  ...error,
  message: `the run ended (${status}), but its result could not be stored: ${error.message}`,
});
