import { resolve } from 'node:path';
import {
  type CommandContext,
  type Io,
  oneLine,
  parseDurationMs,
  parseJsonOption,
  parseNumberOption,
  print,
  printJson,
  readAllStdin,
  requireHuman,
  worldOf,
} from '@anyhook/anyhook';
import { AnyhookError, exists, onFirstEndSignal, readText } from '@anyhook/core';
import { printTask, printTaskError, printTaskResult, printTasks, prunedText, taskExitCode } from '../print/task.js';
import { isAboutTask, taskError } from '../tasks/refusals.js';
import { StoreError } from '../tasks/store/errors.js';
import type { CreateRequest, ListQuery, RunRequest, TaskError, ToolRunner } from '../tasks/task.js';
import { openToolRunner, type ProjectToolRunner } from '../tasks/tool-runner.js';
import { taskBrief, taskView } from '../tasks/views.js';

export interface TaskOptions {
  readonly json?: true;
  readonly cwd?: string;
  readonly trustProject?: true;
}

interface TaskCallerOptions extends TaskOptions {
  readonly job?: string;
  readonly triggeredBy?: string;
}

export interface TaskCreateOptions extends TaskCallerOptions {
  readonly input?: string;
  readonly environment?: string;
  readonly note?: string;
}

export interface TaskRunOptions extends TaskCallerOptions {
  readonly wait?: string;
}

export type TaskListOptions = TaskOptions &
  Pick<ListQuery, 'status' | 'ability' | 'caller' | 'session' | 'parent' | 'before'> & { readonly limit: string };

export interface TaskPruneOptions extends Pick<TaskOptions, 'json' | 'cwd'> {
  readonly days?: string;
  readonly dryRun?: true;
}

export type TaskUpdateOptions = TaskCallerOptions & Pick<TaskCreateOptions, 'input' | 'note'>;

const noTasks = 'no task has been created here; "anyhook ability list" shows what can be done';

export type TaskActions = typeof taskActions;

export const taskActions = {
  create: (context: CommandContext, ability: string, options: TaskCreateOptions) =>
    withRunner(context, options, async (runner) => {
      const result = await runner.create(await createRequest(ability, options, context.io));
      printTaskResult(context, result, options);
    }),

  run: (context: CommandContext, key: string, options: TaskRunOptions) =>
    withRunner(context, options, (runner) =>
      interruptible(async (signal) => {
        printTaskResult(context, await runner.run({ key, signal, ...runOptions(options, context.io) }), options);
      }),
    ),

  directRun: (context: CommandContext, ability: string, options: TaskCreateOptions & TaskRunOptions) =>
    withRunner(context, options, (runner) =>
      interruptible(async (signal) => {
        const request = await createRequest(ability, options, context.io);
        const result = await runner.directRun({ ...request, signal, ...runOptions(options, context.io) });
        printTaskResult(context, result, options);
      }),
    ),

  get: (context: CommandContext, key: string, options: TaskOptions) =>
    withRunner(context, options, async (runner) => {
      const task = await runner.get(key);
      if (!task) return fail(context, taskError('UNKNOWN_TASK', key), options);
      if (options.json) printJson(context.io, { ...taskView(task), settings: task.settings });
      else printTask(context.io, task);
    }),

  list: (context: CommandContext, options: TaskListOptions) =>
    withRunner(context, options, async (runner) => {
      const { json, cwd: _cwd, trustProject: _trust, limit, ...query } = options;
      const tasks = await runner.list({ ...query, limit: parseNumberOption('--limit', limit, [1, maxTasks]) });
      if (json) printJson(context.io, tasks.map(taskBrief));
      else if (tasks.length > 0) printTasks(context.io, tasks);
      else print(context.io, Object.keys(query).length > 0 ? 'no matching tasks' : noTasks);
    }),

  update: (context: CommandContext, key: string, options: TaskUpdateOptions) =>
    withRunner(context, options, async (runner) => {
      const { note } = options;
      const input = await readTaskInput(options.input, context.io);
      if (input === undefined && note === undefined)
        throw new AnyhookError('BAD_ARGUMENT', 'nothing to change: expected --input or --note');
      const changes = { ...(input && { input }), ...(note !== undefined && { note }) };
      const result = await runner.update({ key, ...changes, ...callerFrom(options) });
      if (result.status === 'unavailable' && isAboutTask(result.error)) return fail(context, result.error, options);
      printTaskResult(context, result, options);
    }),

  delete: (context: CommandContext, key: string, options: TaskOptions) =>
    withRunner(context, options, async (runner) => {
      const task = await runner.get(key);
      const isDeleted = await runner.delete(key);
      if (!isDeleted) return fail(context, taskError(task ? 'IN_USE' : 'UNKNOWN_TASK', key, task), options);
      if (options.json) printJson(context.io, { task_key: key, deleted: true });
      else print(context.io, `${key} was deleted`);
    }),

  prune: (context: CommandContext, { days, dryRun: dry, ...options }: TaskPruneOptions) => {
    const dryRun = dry === true;
    if (!dryRun)
      requireHuman(context.io, {
        action: 'deleting recorded tasks',
        advice: 'old ones are deleted automatically',
        confirm: false,
      });
    const request = { dryRun, ...(days !== undefined && { days: parseNumberOption('--days', days, [0, maxDays]) }) };
    return withRunner(context, options, async (runner) => {
      const pruned = await runner.prune(request);
      if (options.json) printJson(context.io, { dry_run: dryRun, ...pruned });
      else print(context.io, prunedText(pruned, dryRun));
    });
  },
};

async function withRunner(
  context: CommandContext,
  options: TaskOptions,
  act: (runner: ToolRunner) => Promise<void>,
): Promise<void> {
  const { io } = context;
  let opened: ProjectToolRunner | undefined;
  try {
    opened = await openToolRunner({
      world: worldOf(io, options.cwd),
      trust: options.trustProject && 'project',
      isTerminal: io.stdin.isTTY === true || io.stderr.isTTY === true,
    });
    await act(opened.runner);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    fail(context, error.error, options);
  } finally {
    opened?.runner.close();
  }
}

function fail(context: CommandContext, error: TaskError, { json }: TaskOptions): void {
  context.exitCode = taskExitCode('refused');
  if (json) printJson(context.io, { status: 'refused', error });
  else printTaskError(context.io, error);
}

/** The first Ctrl-C stops the running task and records that; the second one stops this process. */
async function interruptible(act: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const stopListening = onFirstEndSignal(() => controller.abort());
  try {
    await act(controller.signal);
  } finally {
    stopListening();
  }
}

async function createRequest(ability: string, options: TaskCreateOptions, io: Io): Promise<CreateRequest> {
  const { environment, note } = options;
  const input = await readTaskInput(options.input, io);
  return {
    ability,
    ...(input && { input }),
    ...(environment !== undefined && { environment }),
    ...(note !== undefined && { note }),
    ...callerFrom(options),
  };
}

const runOptions = (options: TaskRunOptions, { stderr }: Io): Omit<RunRequest, 'key' | 'signal'> => ({
  progress: (line) => void stderr.write(`${oneLine(line)}\n`),
  ...(options.wait !== undefined && { waitMs: parseDurationMs(options.wait, '--wait') }),
  ...callerFrom(options),
});

/** The caller from the command line; the origin of the call is detected and cannot be set. */
const callerFrom = ({ job, triggeredBy }: TaskCallerOptions): Pick<RunRequest, 'caller'> => ({
  caller: {
    ...(job !== undefined && { job_id: job }),
    ...(triggeredBy !== undefined && { triggered_by: triggeredBy }),
  },
});

const maxTasks = 10_000;
const maxDays = 3_650;

const maxBytes = 16 * 1024 * 1024;

/** The input of a task: JSON as typed, from a file (`@file`) or from stdin (`-`). */
async function readTaskInput(value: string | undefined, io: Io) {
  if (value === '-') return parseJsonOption('--input (stdin)', await readAllStdin(io, maxBytes, tooLargeError));
  if (!value?.startsWith('@')) return parseJsonOption('--input', value);
  const path = resolve(io.cwd, value.slice(1));
  const text = readText(path, maxBytes);
  if (text === undefined) throw new AnyhookError('BAD_ARGUMENT', `--input: ${path} ${unreadableText(path)}`);
  return parseJsonOption(`--input (${path})`, text);
}

const tooLargeError = () => new AnyhookError('BAD_ARGUMENT', `--input: stdin has more than ${maxBytes} bytes`);

function unreadableText(path: string): string {
  if (!exists(path)) return 'does not exist; "@" names a file, relative to the working directory';
  return `cannot be read; expected a file of at most ${maxBytes / 1024 / 1024} MB that you may read`;
}
