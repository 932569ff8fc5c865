import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { attempt } from '../../errors.js';
import type { ProcessFacts } from '../../process-facts.js';

/** A process and its parents, the nearest first. */
export function ancestorsOf(first: number): readonly ProcessFacts[] {
  const ancestors: ProcessFacts[] = [];
  // No depth limit: an agent could hide above many shells. A repeated pid was reused: stop there.
  const seen = new Set<number>();
  for (let pid = first; pid > 0 && !seen.has(pid); ) {
    const stat = statFields(String(pid));
    if (!stat) break;
    seen.add(pid);
    ancestors.push(factsFromProc(pid, stat.name));
    pid = stat.parent;
  }
  return ancestors;
}

export interface StatFields {
  readonly name: string;
  readonly parent: number;
  readonly group: number;
  /** The device number of the controlling terminal; 0 without one. */
  readonly terminal: number;
  /** The process group in the foreground of that terminal. */
  readonly foreground: number;
}

export function statFields(pid: string): StatFields | undefined {
  const text = readProc(pid, 'stat');
  // The name is in parentheses and may contain anything.
  const end = text.lastIndexOf(')');
  if (end < 0) return undefined;
  const [, parent, group, , terminal, foreground] = text.slice(end + 2).split(' ');
  return {
    name: text.slice(text.indexOf('(') + 1, end),
    parent: Number(parent),
    group: Number(group),
    terminal: Number(terminal),
    foreground: Number(foreground),
  };
}

export function factsFromProc(pid: number, name: string): ProcessFacts {
  const file = fileOf(pid);
  const owner = Number(/^Uid:\s+(\d+)/m.exec(readProc(String(pid), 'status'))?.[1] ?? -1);
  return {
    pid,
    name,
    args: readProc(String(pid), 'cmdline').replace(/\0$/, '').split('\0'),
    env: variablesIn(readProc(String(pid), 'environ')),
    isOfSystem: isOfSystem(owner, file),
    ...(file !== undefined && { file }),
  };
}

export const readProc = (pid: string, name: string): string =>
  // It has ended, or belongs to another user.
  attempt(() => readFileSync(`/proc/${pid}/${name}`, 'utf8'), '');

const fileOf = (pid: number): string | undefined =>
  attempt(() => readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''));

const variablesIn = (environ: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    environ.split('\0').flatMap((word) => {
      const end = word.indexOf('=');
      return end > 0 ? [[word.slice(0, end), word.slice(end + 1)]] : [];
    }),
  );

const systemFolder = /^\/(?:usr|bin|sbin|opt|nix|snap|app|System|Applications)\//;

/** Root's process, or a file that only root could have put there. */
export function isOfSystem(owner: number, file: string | undefined): boolean {
  if (owner === 0 && process.getuid?.() !== 0) return true;
  if (file === undefined || !systemFolder.test(file)) return false;
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.uid === 0 && (stat.mode & 0o022) === 0;
}

/** The command line of a process; empty if the system does not show it. */
export function commandLineOf(pid: string): readonly string[] {
  if (process.platform !== 'linux' || !/^[1-9]\d{0,9}$/.test(pid)) return [];
  // It has ended, or belongs to another user.
  return attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0$/, '').split('\0'), []);
}
