import { type SpawnSyncOptionsWithBufferEncoding, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { maxTimerMs } from '../../limits.js';
import { fitEnvironment } from './fit-environment.js';
import { signalGroup } from './process-groups.js';
import { type ProcessEnd, type ProcessJob, spawnEnd, startOf } from './run-process.js';

const defaultMaxBytes = 1024 * 1024;

/** Runs a program to its end synchronously, for callers that cannot use promises; never throws. */
export function runProcessSync(job: ProcessJob, system: string = process.platform): ProcessEnd {
  const start = startOf(job);
  if (typeof start === 'string') return { kind: 'spawn', error: start, isSystemFault: true };
  // In its own group, which Node's types do not offer here: all processes that the program leaves behind are ended with it.
  const options: SpawnSyncOptionsWithBufferEncoding & { readonly detached: boolean } = {
    cwd: job.cwd,
    env: fitEnvironment(job.env, job.args),
    input: job.stdin ?? '',
    timeout: Math.max(1, Math.round(Math.min(job.timeoutMs, maxTimerMs))),
    killSignal: 'SIGKILL',
    maxBuffer: job.maxBytes ?? defaultMaxBytes,
    detached: process.platform !== 'win32',
    windowsHide: true,
    ...(start.windowsVerbatimArguments && { windowsVerbatimArguments: true }),
  };
  const { pid, status, signal, error, stdout, stderr } = spawnSync(start.file, start.args, options);
  // It has ended, so on Windows another process may already have its number.
  if (pid && system !== 'win32') signalGroup(pid, 'SIGKILL');
  const captured = { stdout: bufferText(stdout), stderr: bufferText(stderr) };
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ETIMEDOUT') return { kind: 'timeout', ...captured };
  if (code === 'ENOBUFS') return { kind: 'too-much-output', ...captured };
  // A program that does not read its input has still run: EPIPE, on Windows EOF.
  if (error && code !== 'EPIPE' && code !== 'EOF') return spawnEnd(job, error);
  if (!signal) return { kind: 'exit', exitCode: status ?? -1, ...captured };
  return { kind: 'exit', exitCode: 128 + (constants.signals[signal] ?? 0), signal, ...captured };
}

const bufferText = (bytes: Buffer | null | undefined): string => bytes?.toString('utf8') ?? '';
