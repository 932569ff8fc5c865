import { readFileSync } from 'node:fs';

/** The mark of a process: its number, and when it began where the system says so, for numbers are used again. */
export function ownerMark(pid = process.pid): string {
  const began = beganAt(pid);
  return began === undefined ? String(pid) : `${pid}:${began.at}`;
}

/** Does the process that left this mark still run? What is no mark was left by nobody. */
export function isOwnerAlive(mark: string): boolean {
  const [, number = '', at] = /^(\d{1,10})(?::(\d+))?$/.exec(mark) ?? [];
  const pid = Number(number);
  if (!(pid > 0) || !isRunning(pid)) return false;
  const began = beganAt(pid);
  if (began === undefined) return true;
  return !began.dead && (at === undefined || began.at === at);
}

/** Does a process have this number? */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, from /proc, in ticks since the machine started; undefined where there is none. A zombie is dead. */
export function beganAt(pid: number): { readonly at: string; readonly dead: boolean } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold anything, so the fields are counted from its end.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const at = fields[19];
    return at === undefined ? undefined : { at, dead: fields[0] === 'Z' };
  } catch {
    return undefined;
  }
}
