import { extname } from 'node:path';
import type { Wire } from '@anyhook/anyhook';
import type { ProcessEnd } from '@anyhook/core';
import { isExecutable, nodeProgram, readText, requireFile, runProcess, setEnvironmentVariables } from '@anyhook/core';
import type { Run, RunOptions } from './contract.js';

export interface ScriptJob {
  readonly path: string;
  readonly raw: string;
  readonly options: Required<RunOptions>;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Variables for the script about its input and its agent. */
  readonly variables: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Runs a script: in this process if it exports `run`, else as a process. Every error allows. */
export async function runContractScript(job: ScriptJob): Promise<Wire> {
  try {
    const run = exportsRun(job.path) ? exportedRun(requireFile(job.path)) : undefined;
    return run ? await callRun(run, job) : await startScript(job);
  } catch (error) {
    return allowWithNote(job, error instanceof Error ? error.message : String(error));
  }
}

/** Loads a script only if its text mentions an exported `run`, because others do their work while loading. */
function exportsRun(path: string): boolean {
  const source = /^\.c?js$/.test(extname(path)) ? (readText(path) ?? '') : '';
  const text = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^[ \t]*\/\/.*$/gm, '');
  return /\bexports\.run\b/.test(text) || (/\bmodule\.exports\b/.test(text) && /\brun\b/.test(text));
}

type LooseRun = (...args: Parameters<Run>) => unknown;

function exportedRun(exported: unknown): LooseRun | undefined {
  const run = typeof exported === 'object' && exported !== null ? (exported as { run?: unknown }).run : undefined;
  return typeof run === 'function' ? (run as LooseRun) : undefined;
}

async function callRun(run: LooseRun, job: ScriptJob): Promise<Wire> {
  setEnvironmentVariables(job.variables);
  const output = await rejectAfter(job.timeoutMs, run(job.raw, job.options));
  if (typeof output === 'string') return { stdout: output, stderr: '', exitCode: 0 };
  if (output === undefined || output === null) return { stdout: job.raw, stderr: '', exitCode: 0 };
  const { exitCode, stdout, stderr } = output as Readonly<Record<string, unknown>>;
  // An empty stdout is an answer; the input is repeated only if stdout is absent.
  const streams = {
    stdout: typeof stdout === 'string' ? stdout : job.raw,
    stderr: typeof stderr === 'string' ? stderr : '',
  };
  if (exitCode !== undefined && typeof exitCode !== 'number')
    return allowWithNote(job, `exitCode is not a number`, streams.stderr);
  return scriptAnswer(job, { kind: 'exit', exitCode: exitCode ?? 0, ...streams });
}

async function rejectAfter<T>(timeoutMs: number, work: T | Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not finish within ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

async function startScript(job: ScriptJob): Promise<Wire> {
  const { path, raw, cwd, env, variables, timeoutMs } = job;
  const [file = path, ...args] = commandFor(path);
  const end = await runProcess({ file, args, cwd, env: { ...env, ...variables }, stdin: raw, timeoutMs });
  // A process that prints nothing has no objection.
  return scriptAnswer(job, end.kind === 'exit' && end.stdout === '' ? { ...end, stdout: raw } : end);
}

function commandFor(path: string): readonly string[] {
  const ending = extname(path);
  if (/^\.[cm]?js$/.test(ending)) return [nodeProgram(), path];
  if (isExecutable(path)) return [path];
  return [ending === '.py' ? 'python3' : '/bin/sh', path];
}

/** Exit 0 allows and 2 blocks; other endings are errors, which allow, but a script that this system cannot start blocks. */
function scriptAnswer(job: ScriptJob, end: ProcessEnd): Wire {
  if (end.kind === 'spawn' && end.isSystemFault) return { stdout: '', stderr: `anyhook: ${end.error}\n`, exitCode: 2 };
  if (end.kind === 'spawn') return allowWithNote(job, end.error);
  const { stdout, stderr } = end;
  if (end.kind !== 'exit') return allowWithNote(job, `it was stopped: ${end.kind}`, stderr);
  if (end.exitCode === 0) return { stdout, stderr, exitCode: 0 };
  if (end.exitCode !== 2) return allowWithNote(job, `exited with code ${end.exitCode}`, stderr);
  const reason = stderr.trim() === '' ? `Blocked by ${job.path}, which gave no reason.\n` : stderr;
  return { stdout: '', stderr: reason, exitCode: 2 };
}

function allowWithNote({ path, raw }: ScriptJob, why: string, stderr = ''): Wire {
  const ownStderr = stderr === '' || stderr.endsWith('\n') ? stderr : `${stderr}\n`;
  return { stdout: raw, stderr: `${ownStderr}anyhook: ${path}: ${why}; allowed\n`, exitCode: 0 };
}
