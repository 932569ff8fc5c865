import { AnyhookError, quoteValue, withoutUndefined } from '@anyhook/core';
import { prepareTask } from './prepare-task.js';
import type { GuardQuestion } from './refusals.js';
import { guardError, notRunnableReason, retryAdvice, taskError, taskErrorOfStore } from './refusals.js';
import { type RunStepTask, runTask, withApprovalId } from './run-task.js';
import type { RunnerParts } from './runner-parts.js';
import type {
  CallerInfo,
  CreateRequest,
  ExecutionResult,
  GuardAnswer,
  PruneRequest,
  Task,
  TaskCreateResult,
  TaskPruneResult,
  TaskRunResult,
  ToolRunner,
  UpdateRequest,
} from './task.js';

export function createRunner(parts: RunnerParts): ToolRunner {
  const { store, root } = parts;
  const create = (request: CreateRequest) => createTask(parts, request);
  const run: ToolRunner['run'] = (request) => runTask(parts, request, step);
  const directRun: ToolRunner['directRun'] = async ({ waitMs, signal, progress, ...request }) => {
    const created = await create(request);
    if (created.status !== 'available') return created;
    const runOptions = {
      ...(waitMs !== undefined && { waitMs }),
      ...(signal && { signal }),
      ...(progress && { progress }),
    };
    const { key } = created.task;
    return run({ key, ...runOptions, ...(request.caller && { caller: request.caller }) });
  };
  const step: RunStepTask = async ({ ability, input, parent }, runOptions) => {
    const { environment, key } = parent;
    const request = { ability, input, parent: key, ...(environment !== undefined && { environment }) };
    return stepResult(await directRun({ ...request, ...runOptions }));
  };
  return {
    create,
    run,
    directRun,
    get: async (key) => {
      const task = store.get(key, root);
      if (task?.status !== 'running') return task;
      await store.sweep();
      return store.get(key, root);
    },
    list: async (query) => {
      await store.sweep();
      return store.list(root, query);
    },
    update: (request) => updateTask(parts, request),
    delete: async (key) => store.get(key, root) !== undefined && (await store.delete(key)) === 'deleted',
    prune: (request) => pruneTasks(parts, request),
    close: () => store.close(),
  };
}

async function createTask(parts: RunnerParts, request: CreateRequest): Promise<TaskCreateResult> {
  const { store, root } = parts;
  const { ability: name, input = {}, environment = parts.environment, note, parent } = request;
  const prepared = await prepareTask(await parts.abilities(name), { ability: name, input, environment });
  if (!prepared.ok) return { status: 'unavailable', error: prepared.error };
  const { ability, implementation, settings } = prepared;
  const caller = parts.callerOf(request.caller);
  const days = await parts.keepDays();
  const environmentField = environment === undefined ? {} : { environment };
  const { answer, pendingId } = await parts.guard.preflight({ ability, input, caller, ...environmentField });
  if (answer.decision !== 'allowed') {
    const next = retryAdvice(parent, 'create it again with the same input');
    return refusedResult(withApprovalId(answer, pendingId, caller), { action: `creating a task for ${name}`, next });
  }
  try {
    const task = await store.insert({
      root,
      ability: { kind: ability.kind, value: ability.name },
      version: ability.version,
      input,
      settings,
      caller,
      idempotent: ability.idempotent,
      preflight: answer,
      ...environmentField,
      ...withoutUndefined({ implementation, note, parent }),
    });
    store.tidy(days);
    return { status: 'available', task, preflight: answer };
  } catch (error) {
    return { status: 'unavailable', error: taskErrorOfStore(error), preflight: answer };
  }
}

async function pruneTasks(
  parts: RunnerParts,
  { days: requestedDays, dryRun }: PruneRequest = {},
): Promise<TaskPruneResult> {
  const { store, root } = parts;
  const days = requestedDays ?? (await parts.keepDays());
  if (!(Number.isFinite(days) && days >= 0))
    throw new AnyhookError('BAD_ARGUMENT', `"days" must be 0 or more, got ${quoteValue(days)}`);
  return { days, ...(dryRun ? store.countOld({ days, root }) : await store.prune({ days, root })) };
}

function refusedResult(preflight: GuardAnswer, question: Omit<GuardQuestion, 'deniedCode'>): TaskCreateResult {
  const status = preflight.decision === 'needs_human' ? 'needs_human' : 'unavailable';
  return { status, error: guardError(preflight, { ...question, deniedCode: 'UNAVAILABLE' }), preflight };
}

/** New input passes the same checks as the first; a note needs no hook. */
async function updateTask(parts: RunnerParts, { key, input, note, caller }: UpdateRequest): Promise<TaskCreateResult> {
  const task = parts.store.get(key, parts.root);
  const why = task ? notRunnableReason(task) : 'UNKNOWN_TASK';
  if (!task || why) return { status: 'unavailable', error: taskError(why ?? 'UNKNOWN_TASK', key, task) };
  const checked = input && (await recheck(parts, task, input, parts.callerOf(caller)));
  if (checked && checked.status !== 'available') return checked;
  const preflight = checked?.preflight ?? task.preflight;
  const change = { key, ...(input && { input }), ...(note !== undefined && { note }), ...(preflight && { preflight }) };
  try {
    const result = await parts.store.update(change);
    if (!result.ok) return { status: 'unavailable', error: taskError(result.why, key, result.task) };
    return { status: 'available', task: result.task, preflight: preflight ?? emptyAnswer };
  } catch (error) {
    return { status: 'unavailable', error: taskErrorOfStore(error) };
  }
}

const emptyAnswer = { decision: 'allowed', hook_signals: [], context: [] } as const;

async function recheck(
  parts: RunnerParts,
  task: Task,
  input: Task['input'],
  caller: CallerInfo,
): Promise<TaskCreateResult> {
  const { environment, ability: ref } = task;
  const prepared = await prepareTask(await parts.abilities(ref.value), { ability: ref.value, input, environment });
  if (!prepared.ok) return { status: 'unavailable', error: prepared.error };
  const environmentField = environment === undefined ? {} : { environment };
  const { answer, pendingId } = await parts.guard.preflight({
    ability: prepared.ability,
    input,
    caller,
    ...environmentField,
  });
  if (answer.decision !== 'allowed') {
    const question = { action: `changing task ${task.key}`, next: 'change it again to the same input' };
    return refusedResult(withApprovalId(answer, pendingId, caller), question);
  }
  return { status: 'available', task: { ...task, input }, preflight: answer };
}

/** How a step ended, even if it did not run. */
function stepResult(result: TaskCreateResult | TaskRunResult): ExecutionResult {
  switch (result.status) {
    case 'success':
    case 'partial':
      return {
        status: result.status,
        output: result.task.output,
        ...(result.task.error && { error: result.task.error }),
      };
    case 'failure': {
      const { error = { code: 'STEP_FAILED', message: 'it failed' }, output } = result.task;
      return { status: 'failure', error, ...(output !== undefined && { output }) };
    }
    case 'available':
      return { status: 'failure', error: { code: 'STEP_FAILED', message: 'it was created but not run' } };
    default:
      return { status: 'failure', error: result.error };
  }
}
