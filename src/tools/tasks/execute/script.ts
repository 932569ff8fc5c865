import { resolve } from 'node:path';
import type { Ability, Implementation } from '../../../abilities/ability.js';
import { type ProcessEnd, runProcess } from '../../../platform/process/run-process.js';
import type { Ended, TaskErrorCode } from '../task.js';
import { type Call, failure, type Run, taskVariables } from './call.js';
import { leftover, notJson, promised, readJson } from './output.js';
import { boundedProgress, lineCutter, tail } from './progress.js';

export type Script = Extract<Implementation, { kind: 'script' }>;

/** Runs a program with the call as JSON on stdin; stdout is one JSON value, each line of stderr is progress. */
export const runScript: Run<'script'> = async (script, ability, call) => {
  const end = await runProgram(script, ability, call);
  if (end.kind !== 'exit') return notEnded(script, end);
  const output = readJson(end.stdout);
  const status = statusOf(script, end.exitCode);
  if (status === 'failure') return { ...exited(script, end), ...leftover(output?.value) };
  if (!output)
    return failure('BAD_OUTPUT', notJson(shown(script), end.stdout), { ...jsonOnly, ...stderrOf(end.stderr) });
  return promised(ability, output.value, status);
};

/** Runs the program of a script or agent to its end. */
export async function runProgram(script: Script, ability: Ability, call: Call): Promise<ProcessEnd> {
  const { taskKey, input, settings, environment, onChild } = call;
  const said = { task_key: taskKey, ability: ability.name, environment: environment ?? null, input, settings };
  const lines = lineCutter(boundedProgress(call.progress));
  const end = await runProcess({
    file: programOf(script.command, ability.root),
    args: script.args,
    cwd: ability.root,
    env: { ...call.env, ...script.env, ...taskVariables(ability, call) },
    stdin: `${JSON.stringify(said)}\n`,
    timeoutMs: script.timeoutMs,
    maxBytes: script.maxOutputBytes,
    signal: call.signal,
    onStart: ({ pid }) => onChild?.({ pid }),
    onStderr: lines.take,
  });
  lines.end();
  return end;
}

const lookAgain = { suggestion: 'See "command" in its registry file: one program, with its arguments in "args".' };
const jsonOnly = { suggestion: 'It must print one JSON value on stdout, or nothing; other output belongs on stderr.' };

/** A path is relative to the root; a bare name is looked up on PATH. */
export const programOf = (command: string, root: string): string =>
  /[/\\]/.test(command) ? resolve(root, command) : command;

export function statusOf({ partialExitCodes }: Script, exitCode: number): 'success' | 'partial' | 'failure' {
  if (exitCode === 0) return 'success';
  return partialExitCodes.includes(exitCode) ? 'partial' : 'failure';
}

/** The failure of a program that exited. */
export function exited(script: Script, end: Extract<ProcessEnd, { kind: 'exit' }>): Ended & { status: 'failure' } {
  const how = end.signal ? `was ended by ${end.signal}` : `ended with exit code ${end.exitCode}`;
  const last = end.stderr.trim().split('\n').at(-1)?.slice(0, 300);
  const message = `${shown(script)} ${how}${last ? `: ${last}` : ', and said nothing on stderr'}`;
  return { status: 'failure', error: { code: 'EXIT', message, ...stderrOf(end.stderr) } };
}

/** The failure of a program that did not finish. */
export function notEnded(script: Script, end: Exclude<ProcessEnd, { kind: 'exit' }>): Ended {
  if (end.kind === 'spawn') return failure('NOT_STARTED', end.error, lookAgain);
  const [code, words] = ends(script)[end.kind];
  return failure(code, `${shown(script)} ${words}`, stderrOf(end.stderr));
}

const ends = ({ timeoutMs, maxOutputBytes }: Script) =>
  ({
    timeout: ['TIMED_OUT', `did not end within ${timeoutMs} ms, and was ended with all processes that it started`],
    'too-much-output': ['TOO_MUCH_OUTPUT', `printed more than ${maxOutputBytes} bytes on stdout, and was ended`],
    cancelled: ['CANCELLED', 'was ended, because the caller went away'],
  }) as const satisfies Record<string, readonly [TaskErrorCode, string]>;

export function stderrOf(text: string): { readonly stderr?: string } {
  const stderr = tail(text);
  return stderr === undefined ? {} : { stderr };
}

/** A command for a message: one line, quoted and shortened. */
export function shown({ command, args }: { readonly command: string; readonly args: readonly string[] }): string {
  const line = [command, ...args].join(' ').replace(/\s+/g, ' ');
  return `"${line.length > 120 ? `${line.slice(0, 119)}…` : line}"`;
}
