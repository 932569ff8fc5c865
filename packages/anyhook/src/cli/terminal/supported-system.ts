import { AnyhookError, machineInfo } from '@anyhook/core';
import type { Io } from './io.js';

/** Throws on a system where a command does not work; `why` says what it needs. */
export function requireSupportedSystem({ system = machineInfo().system }: Io, what: string, why: string): void {
  if (system !== 'win32') return;
  throw new AnyhookError('FAILED', `${what} does not work on Windows yet: ${why}. Use it in WSL`);
}
