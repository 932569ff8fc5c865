import { readFileSync } from 'node:fs';
import { attempt } from '../../errors.js';

/** The command line of a process; empty if the system does not show it. */
export function commandLineOf(pid: string): readonly string[] {
  if (process.platform !== 'linux' || !/^[1-9]\d{0,9}$/.test(pid)) return [];
  // It has ended, or belongs to another user.
  return attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0$/, '').split('\0'), []);
}
