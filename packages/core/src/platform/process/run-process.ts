import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { maxTimerMs } from '../../limits.js';
import { openAnonymousFile } from '../files/anonymous-file.js';
import { isFile, isFolder } from '../files/files.js';
import { type Environment, fitEnvironment } from './fit-environment.js';
import { forgetGroup, isGroupAlive, registerGroup, signalGroup } from './process-groups.js';
import { type ProgramRequest, type WindowsStart, windowsStart } from './windows-start.js';

export { killAllGroups, onExitKillGroups } from './process-groups.js';

export interface ProcessJob {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  /** The whole input; null leaves stdin open for `StartedProcess.write`. */
  readonly stdin: string | Uint8Array | null;
  readonly timeoutMs: number;
  /** Limit of stdout and of stderr; beyond it the group is ended. Default 1 MiB. */
  readonly maxBytes?: number;
  /** Time between TERM and KILL. Default 200 ms. */
  readonly graceMs?: number;
  readonly signal?: AbortSignal | undefined;
  readonly umask?: number;
  /** Called once when the process has started, before anything is read. */
  readonly onStart?: (started: StartedProcess) => void;
  /** Gets stdout as it arrives; none of it is kept. More than `maxBytes` in total still ends the group. */
  readonly onStdout?: (chunk: Buffer) => void;
  /** Gets stderr as it arrives; only its end is kept, and no amount of it ends the group. */
  readonly onStderr?: (chunk: Buffer) => void;
}

/** A running process; its id is also the id of its group. */
export interface StartedProcess {
  readonly pid: number;
  /** Writes to a stdin that was left open. */
  write(text: string): void;
  endInput(): void;
}

interface CapturedOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** How a process ended. Death by signal is an exit code of 128 + its number, as in a shell. */
export type ProcessEnd =
  | ({ readonly kind: 'exit'; readonly exitCode: number; readonly signal?: NodeJS.Signals } & CapturedOutput)
  | ({ readonly kind: 'timeout' | 'too-much-output' | 'cancelled' } & CapturedOutput)
  | {
      readonly kind: 'spawn';
      readonly error: string;
      /** The system cannot start it, or a limit is reached, so the program itself did not fail. */
      readonly isSystemFault?: true;
    };

type StopReason = 'timeout' | 'too-much-output' | 'cancelled';

/** Payloads may contain secrets: they stay in memory, never on disk. Undefined where there is no such folder. */
export const stdinFolder = process.platform === 'linux' ? '/dev/shm' : undefined;
const defaultMaxBytes = 1024 * 1024;
const defaultGraceMs = 200;
// How much of a streamed stderr is kept.
const tailBytes = 16 * 1024;
// After the leader has exited, output is awaited as long as some arrives in each interval of this length and a process
// holds the pipes. A daemon that prints forever is abandoned after this many intervals.
const drainMs = 100;
const maxDrains = 20;
// A process in an uninterruptible wait ignores even KILL; we continue without it.
const giveUpMs = 1000;

/** Runs a program in its own process group; no process of the group is alive when the promise settles. Never rejects. */
export const runProcess = (job: ProcessJob): Promise<ProcessEnd> =>
  new Promise((resolve) => {
    if (job.signal?.aborted) return resolve({ kind: 'cancelled', stdout: '', stderr: '' });
    const start = startOf(job);
    if (typeof start === 'string') return resolve({ kind: 'spawn', error: start, isSystemFault: true });
    let child: ChildProcess;
    try {
      child = spawnJob(job, start);
    } catch (error) {
      return resolve(spawnEnd(job, error));
    }
    if (child.pid === undefined) {
      child.once('error', (error) => resolve(spawnEnd(job, error)));
      return;
    }
    superviseChild(job, child, child.pid, resolve);
  });

/** The same for a process that was started before and got its input in another way; the job's time starts now. */
export const superviseStarted = (job: ProcessJob, child: ChildProcess, leader: number): Promise<ProcessEnd> =>
  new Promise((resolve) => superviseChild(job, child, leader, resolve));

/** The output of a short-lived program, for builtins. Never rejects: errors are in `stderr`. */
export async function execFileText(
  file: string,
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly timeoutMs: number;
    readonly maxBytes?: number;
    readonly env?: Environment;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<{ readonly ok: boolean; readonly stdout: string; readonly stderr: string; readonly exitCode: number }> {
  const end = await runProcess({ file, args, stdin: '', ...options, env: options.env ?? process.env });
  switch (end.kind) {
    case 'exit':
      return { ok: end.exitCode === 0, stdout: end.stdout, stderr: end.stderr, exitCode: end.exitCode };
    case 'spawn':
      return { ok: false, stdout: '', stderr: end.error, exitCode: -1 };
    default:
      return { ok: false, stdout: end.stdout, stderr: `${end.stderr}${file}: ${end.kind}`, exitCode: -1 };
  }
}

/** The program that the system starts for a job, or why it cannot. */
export const startOf: (job: ProgramRequest) => WindowsStart | string =
  process.platform === 'win32' ? windowsStart : (job) => job;

function spawnJob(job: ProcessJob, start: WindowsStart): ChildProcess {
  // Node's pipes are sockets, and a script that opens /dev/stdin by name can read a file but not a socket.
  const input = stdinFolder && job.stdin !== null ? openAnonymousFile(stdinFolder, job.stdin) : undefined;
  const previous = job.umask === undefined ? undefined : process.umask(job.umask);
  try {
    return spawn(start.file, start.args, {
      cwd: job.cwd,
      env: fitEnvironment(job.env, job.args),
      detached: process.platform !== 'win32',
      windowsHide: true,
      ...(start.windowsVerbatimArguments && { windowsVerbatimArguments: true }),
      stdio: [input ?? 'pipe', 'pipe', 'pipe'],
    });
  } finally {
    if (previous !== undefined) process.umask(previous);
    if (input !== undefined) closeSync(input);
  }
}

function superviseChild(
  job: ProcessJob,
  child: ChildProcess,
  leader: number,
  resolve: (end: ProcessEnd) => void,
): void {
  const maxBytes = job.maxBytes ?? defaultMaxBytes;
  let stopped: StopReason | undefined;
  let exit: { code: number | null; signal: NodeJS.Signals | null } | undefined;
  let openPipes = 2;
  let killed = false;
  let settled = false;
  let nextStep: NodeJS.Timeout | undefined;

  const settle = () => {
    if (settled) return;
    settled = true;
    clearTimeout(deadline);
    clearTimeout(nextStep);
    job.signal?.removeEventListener('abort', cancel);
    // On Windows another process may already have the number of a leader that has ended.
    if (!exit || process.platform !== 'win32') signalGroup(leader, 'SIGKILL');
    forgetGroup(leader);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
    if (!exit) child.unref();
    const captured = { stdout: stdout.text(), stderr: stderr.text() };
    if (stopped) resolve({ kind: stopped, ...captured });
    else resolve({ kind: 'exit', ...exitFields(exit), ...captured });
  };
  const kill = () => {
    killed = true;
    signalGroup(leader, 'SIGKILL');
    if (exit) return settle();
    nextStep = setTimeout(settle, giveUpMs);
  };
  const stop = (why: StopReason) => {
    if (stopped || settled) return;
    stopped = why;
    clearTimeout(nextStep);
    if (why === 'too-much-output') return kill();
    signalGroup(leader, 'SIGTERM');
    nextStep = setTimeout(kill, job.graceMs ?? defaultGraceMs);
  };
  const cancel = () => stop('cancelled');
  const onPipeEnd = () => {
    openPipes--;
    if (exit && openPipes === 0) settle();
  };
  const onOverflow = () => stop('too-much-output');
  const drain = (left: number) => {
    const before = stdout.size() + stderr.size();
    // On a busy machine the timer fires before the pipes are read: read them once more, then decide.
    const checkOutput = () => {
      if (settled) return;
      if (left > 0 && stdout.size() + stderr.size() !== before) drain(left - 1);
      else settle();
    };
    nextStep = setTimeout(() => setImmediate(checkOutput), drainMs);
  };

  registerGroup(leader);
  const deadline = setTimeout(() => stop('timeout'), Math.min(job.timeoutMs, maxTimerMs));
  job.signal?.addEventListener('abort', cancel, { once: true });
  const ends = { onEnd: onPipeEnd, onOverflow };
  const stdout = captureStream(child.stdout, { maxBytes, ...ends, onChunk: job.onStdout });
  const stderr = job.onStderr
    ? forwardStream(child.stderr, job.onStderr, onPipeEnd)
    : captureStream(child.stderr, { maxBytes, ...ends });
  child.on('error', () => {}); // The signal could not be sent; the timers above still apply.
  child.once('exit', (code, signal) => {
    exit = { code, signal };
    clearTimeout(deadline); // It finished in time, even if its pipes are not drained yet.
    if (stopped) {
      // The leader obeyed TERM; the rest of its group has until the KILL, unless no process holds our pipes any more.
      if (killed || openPipes === 0 || !isGroupAlive(leader)) settle();
    } else if (openPipes === 0) settle();
    else drain(maxDrains);
  });
  child.stdin?.on('error', () => {}); // EPIPE, ECONNRESET: a hook need not read its input.
  if (job.stdin !== null) child.stdin?.end(job.stdin);
  job.onStart?.({
    pid: leader,
    write: (text) => void (child.stdin?.writable && child.stdin.write(text)),
    endInput: () => child.stdin?.end(),
  });
}

interface CaptureOptions {
  readonly maxBytes: number;
  readonly onEnd: () => void;
  readonly onOverflow: () => void;
  readonly onChunk?: ((chunk: Buffer) => void) | undefined;
}

/** Collects a stream up to a limit; characters that are split over chunks stay whole, invalid bytes become U+FFFD. */
function captureStream(stream: Readable | null, { maxBytes, onEnd, onOverflow, onChunk }: CaptureOptions) {
  const chunks: Buffer[] = [];
  const onData = onChunk ?? ((chunk: Buffer) => void chunks.push(chunk));
  let size = 0;
  stream?.on('data', (chunk: Buffer) => {
    const room = maxBytes - size;
    size += chunk.length;
    if (room > 0) onData(chunk.length > room ? chunk.subarray(0, room) : chunk);
    if (chunk.length <= room) return;
    stream.pause();
    onOverflow();
  });
  onStreamEnd(stream, onEnd);
  return { text: () => Buffer.concat(chunks).toString('utf8'), size: () => size };
}

/** Passes a stream on and keeps its last part. */
function forwardStream(stream: Readable | null, onChunk: (chunk: Buffer) => void, onEnd: () => void) {
  let tail = Buffer.alloc(0);
  let size = 0;
  stream?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    tail = Buffer.concat([tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes);
    onChunk(chunk);
  });
  onStreamEnd(stream, onEnd);
  return { text: () => tail.toString('utf8'), size: () => size };
}

function onStreamEnd(stream: Readable | null, onEnd: () => void): void {
  let ended = false;
  const end = () => {
    if (!ended) onEnd();
    ended = true;
  };
  stream?.once('end', end).once('error', end);
  if (!stream) end();
}

function exitFields(exit: { code: number | null; signal: NodeJS.Signals | null } | undefined) {
  if (!exit?.signal) return { exitCode: exit?.code ?? -1 };
  return { exitCode: 128 + (constants.signals[exit.signal] ?? 0), signal: exit.signal };
}

/** Limits of files, processes, memory, disks and arguments. */
const systemLimits: ReadonlySet<string | undefined> = new Set([
  'EMFILE',
  'ENFILE',
  'EAGAIN',
  'ENOMEM',
  'ENOSPC',
  'EDQUOT',
  'E2BIG',
]);

export function spawnEnd(job: ProcessJob, error: unknown): ProcessEnd {
  const { code } = error as NodeJS.ErrnoException;
  const isSystemFault = systemLimits.has(code);
  return { kind: 'spawn', error: spawnProblem(job, error), ...(isSystemFault && { isSystemFault }) };
}

// The system reports ENOENT for a missing program, a missing interpreter of a script and a missing folder.
function spawnProblem(job: ProcessJob, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (!isFolder(job.cwd)) return `cannot start ${job.file}: its working directory ${job.cwd} does not exist`;
  if (code === 'ENOENT' && isFile(job.file))
    return `cannot start ${job.file}: its first line names a program that does not exist (does the line end in a CR?)`;
  if (code === 'ENOENT') return `cannot start ${job.file}: no such program`;
  if (code === 'EACCES') return `cannot start ${job.file}: not executable (chmod +x it, or name its interpreter)`;
  if (code === 'E2BIG') return `cannot start ${job.file}: its arguments are too long`;
  return `cannot start ${job.file}: ${message}`;
}
