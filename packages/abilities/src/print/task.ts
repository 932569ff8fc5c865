import type { Colors, CommandContext, Io, TableCell } from '@anyhook/anyhook';
import {
  colorsFor,
  countNoun,
  msText,
  oneLine,
  print,
  printJson,
  showControls,
  tableLines,
  terminalWidth,
  timeText,
} from '@anyhook/anyhook';
import { now } from '@anyhook/core';
import {
  type GuardAnswer,
  type Task,
  type TaskCreateResult,
  type TaskError,
  type TaskPruneResult,
  type TaskRunResult,
  type TaskStatus,
  violationsNotInMessage,
} from '../tasks/task.js';
import { resultView } from '../tasks/views.js';

type TaskResult = TaskCreateResult | TaskRunResult;

const exitCodes = {
  available: 0,
  success: 0,
  failure: 1,
  refused: 1,
  unavailable: 2,
  denied: 2,
  needs_human: 3,
  partial: 4,
} as const satisfies Record<TaskResult['status'], number>;

export const taskExitCode = (status: TaskResult['status']): number => exitCodes[status];

/** Prints the result of creating, changing or running a task: the task on stdout, errors on stderr. */
export function printTaskResult(context: CommandContext, result: TaskResult, { json }: { readonly json?: true }): void {
  const { io } = context;
  context.exitCode = taskExitCode(result.status);
  if (json) printJson(io, resultView(result));
  else printForPeople(io, result);
}

function printForPeople(io: Io, result: TaskResult): void {
  const guardAnswer = 'guard' in result ? result.guard : 'preflight' in result ? result.preflight : undefined;
  for (const text of guardAnswer?.messages ?? []) io.stderr.write(`anyhook: ${oneLine(text)}\n`);
  if ('task' in result && result.task && result.status !== 'refused') printHead(io, result.task);
  const error = 'error' in result ? result.error : result.task.error;
  if (error) printTaskError(io, error);
  if (result.status === 'available') print(io, `run it with "anyhook task run ${result.task.key}"`);
  else if (result.status === 'needs_human' && 'task' in result)
    print(io, `when it is approved: "anyhook task run ${result.task.key}"`);
  else if ('guard' in result && 'output' in result.task) print(io, textOf(result.task.output));
}

export function printTaskError(io: Io, error: TaskError): void {
  const { code, message, suggestion, stderr } = error;
  const printError = (text: string) => void io.stderr.write(`${text}\n`);
  printError(`anyhook: ${oneLine(message)} (${code})`);
  for (const violation of violationsNotInMessage(error)) printError(`  ${oneLine(violation)}`);
  // The message already contains the last line, which is often the only one.
  if (stderr && !message.endsWith(stderr.trim())) printError(showControls(stderr.trimEnd()).replace(/^/gm, '  | '));
  if (suggestion) printError(`  ${oneLine(suggestion)}`);
}

function printHead(io: Io, task: Task): void {
  const colors = colorsFor(io);
  const { key, status, ability, environment, durationMs } = task;
  const parts = [
    colors.bold(key),
    statusPaint(status, colors)(status),
    oneLine(ability.value),
    ...(environment === undefined ? [] : [oneLine(environment)]),
    ...(durationMs === undefined ? [] : [colors.dim(msText(durationMs))]),
  ];
  print(io, parts.join('  '));
}

export function printTask(io: Io, task: Task): void {
  const colors = colorsFor(io);
  printHead(io, task);
  for (const [title, text] of taskRows(task))
    print(io, `  ${colors.dim(title.padEnd(9))} ${showControls(text).replaceAll('\n', `\n${' '.repeat(12)}`)}`);
  if (task.error) printTaskError({ ...io, stderr: io.stdout }, task.error);
}

function taskRows(task: Task): readonly (readonly [string, string])[] {
  const { caller, version, implementation, settings, attempts, parent, note, input, output } = task;
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['version', version],
    ['caller', callerText(caller)],
    ['created', timeText(task.createdAt, now())],
    ['started', task.startedAt === undefined ? undefined : timeText(task.startedAt, now())],
    ['attempts', attempts > 1 ? String(attempts) : undefined],
    ['step of', parent],
    ['note', note],
    ['by', implementation],
    ['settings', Object.keys(settings).length === 0 ? undefined : textOf(settings)],
    ['input', textOf(input)],
    ['preflight', guardText(task.preflight)],
    ['guard', guardText(task.guard)],
    ['output', output === undefined ? undefined : textOf(output)],
  ];
  return lines.flatMap(([title, text]) => (text === undefined ? [] : [[title, text] as const]));
}

const callerText = ({ source, session_id, job_id, triggered_by }: Task['caller']): string =>
  [
    source,
    ...(session_id === undefined ? [] : [`session ${session_id}`]),
    ...(job_id === undefined ? [] : [`job ${job_id}`]),
    ...(triggered_by === undefined ? [] : [`by ${triggered_by}`]),
  ].join(', ');

function guardText(answer: GuardAnswer | undefined): string | undefined {
  if (!answer) return undefined;
  const { decision, reason, suggestion, hook_signals: signals, messages = [] } = answer;
  const codes = signals.map(({ hook_id, code }) => `${hook_id} ${code}`);
  return [
    decision,
    ...(reason === undefined ? [] : [reason]),
    ...(suggestion === undefined ? [] : [suggestion]),
    ...codes,
    ...messages,
  ].join('\n');
}

/** Leaves out caller and duration if the result needs the space. */
const narrowWidth = 100;

export function printTasks(io: Io, tasks: readonly Task[]): void {
  const colors = colorsFor(io);
  const width = terminalWidth(io);
  const wideOnly = (...cells: readonly TableCell[]) => (width !== undefined && width < narrowWidth ? [] : cells);
  const rows = tasks.map((task): readonly TableCell[] => [
    { text: task.key, paint: colors.bold },
    { text: task.status, paint: statusPaint(task.status, colors) },
    { text: oneLine(task.ability.value) },
    { text: oneLine(task.environment ?? '') },
    ...wideOnly({ text: task.caller.source }),
    { text: timeText(task.createdAt, now()), paint: colors.dim },
    ...wideOnly({ text: task.durationMs === undefined ? '' : msText(task.durationMs), paint: colors.dim }),
    { text: oneLine(task.error?.message ?? task.outputSummary ?? task.note ?? '') },
  ]);
  for (const line of tableLines(rows, width)) print(io, line);
  if (io.stdout.isTTY) print(io, colors.dim(`${countNoun(tasks.length, 'task')}; "anyhook task get <key>" shows one`));
}

/** Prints what a prune deleted or would delete. */
export const prunedText = ({ days, tasks, sessions }: TaskPruneResult, isDry: boolean): string => {
  const what = [countNoun(tasks, 'task'), ...(sessions > 0 ? [countNoun(sessions, 'session')] : [])].join(' and ');
  return `${what} ${isDry ? 'would be deleted' : 'deleted'}${days > 0 ? `: finished more than ${countNoun(days, 'day')} ago` : ''}`;
};

const statusPaint = (status: TaskStatus, colors: Colors): ((text: string) => string) => colors[paints[status]];

const paints = {
  ready: 'cyan',
  waiting: 'yellow',
  running: 'cyan',
  success: 'green',
  partial: 'yellow',
  failure: 'red',
  interrupted: 'red',
} as const satisfies Record<TaskStatus, keyof Colors>;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? showControls(value) : showControls(JSON.stringify(value, null, 2) ?? 'nothing');
