import { spawn } from 'node:child_process';
import { closeSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { perEnvironment } from '../../environment-variants.js';
import { attempt } from '../../errors.js';
import { openAnonymousFile, writeAtStart } from '../files/anonymous-file.js';
import { makePrivateFolder, readText, writeAtomic } from '../files/files.js';
import { packageFile } from '../files/package-file.js';
import { forgetGroup, registerGroup, signalGroup } from '../process/process-groups.js';
import { type ProcessEnd, type ProcessJob, stdinFolder, superviseStarted } from '../process/run-process.js';

/** How a prestarted interpreter is launched. */
export interface SpareLaunch {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly umask?: number | undefined;
}

/** A process that waits for its only job, in its own process group. */
export interface SpareProcess {
  readonly pid: number;
  isWaiting(): boolean;
  /** Resolves when it waits for its job, or has ended. */
  readonly ready: Promise<void>;
  /** Runs the job; undefined if the job's program did not start, so the caller may start it in another way. */
  run(job: ProcessJob, message: Buffer): Promise<ProcessEnd | undefined>;
  end(): void;
}

/** If a job is not confirmed in time, its process is ended and the job starts normally with the remaining time. */
const confirmMs = 1000;
const confirmPart = 0.5;
/** How long to wait for the confirmation of a process that has already ended. */
const lateMs = 100;

/** The byte that it sends when the job's own code starts. */
const confirmation = 'a'.charCodeAt(0);

/** Prestarts an interpreter; undefined if that fails. `onGone` is called if it ends before it is used. */
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

/** The file that Node loads in a prestarted interpreter. */
export const nodeStub = (): string => packageFile('bin/spares/node.cjs');

/** The folder with the file that prestarted Pythons import: our own, because Python keeps compiled code next to it. */
export function pythonStubFolder(state: string): string {
  const folder = join(state, 'spares');
  const file = join(folder, 'sitecustomize.py');
  const text = readText(packageFile('bin/spares/python/sitecustomize.py')) ?? '';
  makePrivateFolder(folder);
  if (readText(file) !== text) writeAtomic(file, text);
  return folder;
}

/** What a prestarted interpreter gets for its job: everything that a normal start would have set in the process. */
interface SpareMessage {
  readonly cwd: string;
  /** The script and its arguments. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The message as bin/spares reads it: its length in four bytes, then texts that each end in NUL. */
export function encodeSpareMessage({ cwd, argv, env }: SpareMessage): Buffer {
  let text = `${cwd}\0${argv.length}\0`;
  for (const word of argv) text += `${word}\0`;
  text += entriesOf(env);
  const bytes = Buffer.allocUnsafe(4 + Buffer.byteLength(text));
  bytes.writeUInt32BE(bytes.length - 4, 0);
  bytes.write(text, 4);
  return bytes;
}

const entriesOf = perEnvironment((env: SpareMessage['env']): string => {
  let text = '';
  for (const name of Object.keys(env)) text += `${name}=${env[name]}\0`;
  return text;
});

/** Bytes of memory used by processes and their children; shared memory is divided among the processes that share it. */
export const memoryOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + ownMemory(pid) + memoryOf(childrenOf(pid)), 0);

function ownMemory(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(textOf(`/proc/${pid}/smaps_rollup`)) ?? [];
  return Number(kilobytes ?? 0) * 1024;
}

const childrenOf = (pid: number): readonly number[] =>
  textOf(`/proc/${pid}/task/${pid}/children`).split(' ').map(Number).filter(Boolean);

const textOf = (path: string): string =>
  // It has ended, or the system does not show it.
  attempt(() => readFileSync(path, 'utf8'), '');

/** Bytes of memory available to new processes. */
export const freeMemory = (): number => process.availableMemory();

/** Why interpreters cannot be prestarted on this system; undefined if they can. */
export const sparesUnsupported = (): string | undefined =>
  process.platform === 'linux' ? undefined : `hooks on ${process.platform} start their interpreters as before`;
