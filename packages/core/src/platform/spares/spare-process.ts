import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { openAnonymousFile, writeAtStart } from '../files/anonymous-file.js';
import { forgetGroup, registerGroup, signalGroup } from '../process/process-groups.js';
import { type ProcessEnd, type ProcessJob, stdinFolder, superviseStarted } from '../process/run-process.js';

/** How a spare interpreter is started. */
export interface SpareLaunch {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly umask?: number | undefined;
}

/** A process that waits for its one job, in its own process group. */
export interface SpareProcess {
  readonly pid: number;
  /** Whether it can still be used. */
  isWaiting(): boolean;
  /** Resolves when it waits for its job, or has ended. */
  readonly ready: Promise<void>;
  /** Runs the job; undefined if the job's program did not start, so that it may be started in another way. */
  run(job: ProcessJob, message: Buffer): Promise<ProcessEnd | undefined>;
  end(): void;
}

/** A spare that does not confirm its job in time is ended, and the job is started plainly with the time that is left. */
const confirmMs = 1000;
const confirmPart = 0.5;
/** How long the confirmation of a process that has ended may be on its way. */
const lateMs = 100;

/** The bytes that a spare sends: it waits for a job; the job's own code starts now. */
const confirmation = 'a'.charCodeAt(0);

/** Starts a spare; undefined if it cannot be started. `onGone` is called if it ends before it is used. */
export function startSpare(launch: SpareLaunch, onGone: () => void): SpareProcess | undefined {
  const input = stdinFolder === undefined ? undefined : openAnonymousFile(stdinFolder, '');
  if (input === undefined) return undefined;
  let child: ReturnType<typeof spawnSpare>;
  try {
    child = spawnSpare(launch, input);
  } catch {
    closeSync(input);
    return undefined;
  }
  child.on('error', () => {});
  const { pid } = child;
  const channel = child.stdio[3] as Duplex | null | undefined;
  if (pid === undefined || !channel) {
    closeSync(input);
    return undefined;
  }
  let isWaiting = true;
  let isConfirmed = false;
  let confirm: ((isIt: boolean) => void) | undefined;
  let markReady = () => {};
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });
  const leave = (): boolean => {
    if (!isWaiting) return false;
    isWaiting = false;
    return true;
  };
  registerGroup(pid);
  channel.on('error', () => {});
  channel.on('data', (chunk: Buffer) => {
    markReady();
    isConfirmed ||= chunk.includes(confirmation);
    if (isConfirmed) confirm?.(true);
  });
  channel.once('close', () => confirm?.(isConfirmed));
  child.once('exit', () => {
    markReady();
    if (!leave()) return;
    closeSync(input);
    forgetGroup(pid);
    onGone();
  });
  const end = () => {
    if (!leave()) return;
    closeSync(input);
    channel.destroy();
    signalGroup(pid, 'SIGKILL');
    forgetGroup(pid);
  };
  return {
    pid,
    isWaiting: () => isWaiting,
    ready,
    end,
    async run(job, message) {
      try {
        writeAtStart(input, Buffer.from(job.stdin ?? ''));
      } catch {
        end();
        return undefined;
      }
      leave();
      closeSync(input);
      const confirmed = new Promise<boolean>((resolve) => {
        confirm = resolve;
      });
      channel.write(message);
      const giveUp = setTimeout(() => signalGroup(pid, 'SIGKILL'), Math.min(confirmMs, confirmPart * job.timeoutMs));
      void confirmed.then(() => clearTimeout(giveUp));
      const ended = await superviseStarted(job, child, pid);
      const hasRun = isConfirmed || (await Promise.race([confirmed, wait(lateMs, false, { ref: false })]));
      clearTimeout(giveUp);
      channel.destroy();
      return hasRun || ended.kind === 'timeout' || ended.kind === 'cancelled' ? ended : undefined;
    },
  };
}

function spawnSpare({ file, args, cwd, env, umask }: SpareLaunch, input: number) {
  const previous = umask === undefined ? undefined : process.umask(umask);
  try {
    return spawn(file, args, { cwd, env, detached: true, stdio: [input, 'pipe', 'pipe', 'pipe'] });
  } finally {
    if (previous !== undefined) process.umask(previous);
  }
}
