import { AnyhookError } from '../../core/errors.js';
import { machineInfo } from '../../platform/machine.js';
import type { Io } from './io.js';

/** Throws on a system where hooks would look active but guard nothing. */
export function requireSupportedSystem({ system = machineInfo().system }: Io, what: string): void {
  if (system !== 'win32') return;
  throw new AnyhookError(
    'FAILED',
    `${what} does not work on Windows yet: agents cannot start the entries, most scripts of hooks do not start, and rules ` +
      'for paths do not match. Nothing was written. Use WSL, and run both anyhook and your agent inside it',
  );
}
