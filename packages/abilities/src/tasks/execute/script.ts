import { resolve } from 'node:path';
import { type ProcessEnd, runProcess } from '@anyhook/core';
import type { Ability, Implementation } from '../../registry/ability.js';
import type { ExecutionResult, TaskErrorCode } from '../task.js';
import { type ImplementationCall, type RunImplementation, taskFailure, taskVariables } from './implementation-call.js';
import { notJsonText, partialOutput, readJson, resultFromOutput } from './output.js';
import { boundedProgress, lastLines, lineSplitter } from './progress.js';

export type ScriptImplementation = Extract<Implementation, { kind: 'script' }>;

/** Runs a program with the call as JSON on stdin; stdout is one JSON value, each line of stderr is progress. */
export const executeScript: RunImplementation<'script'> = async (script, ability, call) => {
  const end = await runProgram(script, ability, call);
  if (end.kind !== 'exit') return unfinishedFailure(script, end);
  const output = readJson(end.stdout);
  const status = statusOfExit(script, end.exitCode);
  if (status === 'failure') return { ...exitFailure(script, end), ...partialOutput(output?.value) };
  if (!output)
    return taskFailure('BAD_OUTPUT', notJsonText(commandText(script), end.stdout), {
      ...outputHint,
      ...stderrField(end.stderr),
    });
  return resultFromOutput(ability, output.value, status);
};

export async function runProgram(
  script: ScriptImplementation,
  ability: Ability,
  call: ImplementationCall,
): Promise<ProcessEnd> {
  const { taskKey, input, settings, environment, onChild } = call;
  const request = { task_key: taskKey, ability: ability.name, environment: environment ?? null, input, settings };
  const lines = lineSplitter(boundedProgress(call.progress));
  const end = await runProcess({
    file: resolveProgram(script.command, ability.root),
    args: script.args,
    cwd: ability.root,
    env: { ...call.env, ...script.env, ...taskVariables(ability, call) },
    stdin: `${JSON.stringify(request)}\n`,
    timeoutMs: script.timeoutMs,
    maxBytes: script.maxOutputBytes,
    signal: call.signal,
    onStart: ({ pid }) => onChild?.({ pid }),
    onStderr: lines.write,
  });
  lines.end();
  return end;
}

const commandHint = { suggestion: 'See "command" in its registry file: one program, with its arguments in "args".' };
const outputHint = {
  suggestion: 'It must print one JSON value on stdout, or nothing; other output belongs on stderr.',
};

/** A path is relative to the root; a bare name is looked up on PATH. */
export const resolveProgram = (command: string, root: string): string =>
  /[/\\]/.test(command) ? resolve(root, command) : command;

export function statusOfExit(
  { partialExitCodes }: ScriptImplementation,
  exitCode: number,
): 'success' | 'partial' | 'failure' {
  if (exitCode === 0) return 'success';
  return partialExitCodes.includes(exitCode) ? 'partial' : 'failure';
}

export function exitFailure(
  script: ScriptImplementation,
  end: Extract<ProcessEnd, { kind: 'exit' }>,
): ExecutionResult & { status: 'failure' } {
  const how = end.signal ? `was ended by ${end.signal}` : `ended with exit code ${end.exitCode}`;
  const last = end.stderr.trim().split('\n').at(-1)?.slice(0, 300);
  const message = `${commandText(script)} ${how}${last ? `: ${last}` : ', and said nothing on stderr'}`;
  return { status: 'failure', error: { code: 'EXIT', message, ...stderrField(end.stderr) } };
}

export function unfinishedFailure(
  script: ScriptImplementation,
  end: Exclude<ProcessEnd, { kind: 'exit' }>,
): ExecutionResult {
  if (end.kind === 'spawn') return taskFailure('NOT_STARTED', end.error, commandHint);
  const [code, description] = endDescriptions(script)[end.kind];
  return taskFailure(code, `${commandText(script)} ${description}`, stderrField(end.stderr));
}

const endDescriptions = ({ timeoutMs, maxOutputBytes }: ScriptImplementation) =>
  ({
    timeout: ['TIMED_OUT', `did not end within ${timeoutMs} ms, and was ended with all processes that it started`],
    'too-much-output': ['TOO_MUCH_OUTPUT', `printed more than ${maxOutputBytes} bytes on stdout, and was ended`],
    cancelled: ['CANCELLED', 'was ended, because the caller went away'],
  }) as const satisfies Record<string, readonly [TaskErrorCode, string]>;

export function stderrField(text: string): { readonly stderr?: string } {
  const stderr = lastLines(text);
  return stderr === undefined ? {} : { stderr };
}

/** A command for a message: one line, quoted and shortened. */
export function commandText({ command, args }: { readonly command: string; readonly args: readonly string[] }): string {
  const line = [command, ...args].join(' ').replace(/\s+/g, ' ');
  return `"${line.length > 120 ? `${line.slice(0, 119)}…` : line}"`;
}

/** Runs an agent like a script; agents print prose, so output that is not JSON becomes `{ text }`. */
export async function executeAgent(
  script: ScriptImplementation,
  ability: Ability,
  call: ImplementationCall,
): Promise<ExecutionResult> {
  const end = await runProgram(script, ability, call);
  if (end.kind !== 'exit') return unfinishedFailure(script, end);
  const { value } = readJson(end.stdout) ?? { value: { text: end.stdout.trim() } };
  const status = statusOfExit(script, end.exitCode);
  return status === 'failure'
    ? { ...exitFailure(script, end), ...partialOutput(value) }
    : resultFromOutput(ability, value, status);
}
