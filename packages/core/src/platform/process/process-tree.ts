import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { attempt } from '../../errors.js';
import { signalGroup } from './process-groups.js';

interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
}

/** Kills a process and all its descendants at once, whatever their groups. */
export function killTree(pid: number, system: string = process.platform): void {
  // Windows has a program for this, and no `ps`: any user may have put one into `\\bin` of a drive.
  if (system === 'win32') {
    signalGroup(pid, 'SIGKILL');
    return;
  }
  const rows = allProcesses();
  const tree = [pid];
  for (const one of tree) for (const row of rows) if (row.parent === one && !tree.includes(row.pid)) tree.push(row.pid);
  const below = rows.filter((row) => row.pid !== pid && tree.includes(row.pid));
  kill(pid);
  for (const { pid: one } of below) kill(one);
  // A group whose leader is in the tree is killed as a whole.
  for (const { pid: one, group } of below) if (one === group) signalGroup(group, 'SIGKILL');
}

/**
 * Leaders of process groups, by the value of a variable in their initial environment. Works only on Linux, and only for
 * this user's processes: elsewhere nothing is found.
 */
export function groupLeadersByVariable(variable: string): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  if (process.platform !== 'linux') return found;
  for (const { pid, group } of processesFromProc()) {
    const value = pid === group && pid !== process.pid ? firstValue(pid, variable) : undefined;
    if (value !== undefined) found.set(value, [...(found.get(value) ?? []), pid]);
  }
  return found;
}

function firstValue(pid: number, variable: string): string | undefined {
  try {
    const words = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return words.find((word) => word.startsWith(`${variable}=`))?.slice(variable.length + 1);
  } catch {
    // It belongs to another user, or has ended.
    return undefined;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

const allProcesses = (): readonly ProcessRow[] =>
  process.platform === 'linux' ? processesFromProc() : processesFromPs();

function processesFromProc(): readonly ProcessRow[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    return attempt(() => {
      // The program name is in brackets and may contain anything.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [{ pid: Number(name), parent: Number(parent), group: Number(group) }];
    }, []);
  });
}

function processesFromPs(): readonly ProcessRow[] {
  const { stdout } = spawnSync('/bin/ps', ['-A', '-o', 'pid=,ppid=,pgid='], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [pid, parent, group] = line.trim().split(/\s+/).map(Number);
    return pid === undefined || parent === undefined || group === undefined ? [] : [{ pid, parent, group }];
  });
}
