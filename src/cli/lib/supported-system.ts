import { AnyhookError } from '../../core/errors.js';
import { machineInfo } from '../../platform/machine.js';
import type { Io } from './io.js';

/** Throws on a system where a command does not work. */
export function requireSupportedSystem({ system = machineInfo().system }: Io, what: string): void {
  if (system !== 'win32') return;
  throw new AnyhookError(
    'FAILED',
    `${what} does not work on Windows yet: it writes for bash, zsh and fish only. Nothing was written. Use it in WSL`,
  );
}
