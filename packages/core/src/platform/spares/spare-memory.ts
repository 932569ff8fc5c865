import { readFileSync } from 'node:fs';
import { attempt } from '../../errors.js';

/** Bytes that processes and their children have for themselves; what they share is divided among those who share it. */
export const memoryOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + ownMemory(pid) + memoryOf(childrenOf(pid)), 0);

function ownMemory(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(textOf(`/proc/${pid}/smaps_rollup`)) ?? [];
  return Number(kilobytes ?? 0) * 1024;
}

const childrenOf = (pid: number): readonly number[] =>
  textOf(`/proc/${pid}/task/${pid}/children`).split(' ').map(Number).filter(Boolean);

const textOf = (path: string): string =>
  // It has ended, or the system does not say.
  attempt(() => readFileSync(path, 'utf8'), '');

/** Bytes of memory that new processes may take. */
export const freeMemory = (): number => process.availableMemory();

/** Why no spare interpreter can wait on this system; undefined if it can. */
export const sparesUnsupported = (): string | undefined =>
  process.platform === 'linux' ? undefined : `hooks on ${process.platform} start their interpreters as before`;
