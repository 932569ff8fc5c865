import { fstatSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Ancestry, ProcessFacts } from '../../core/process-facts.js';
import { runProcessSync } from './run-process-sync.js';

/** The chain of parents of this process, and its terminal; undefined if this system does not tell (Windows). */
export function readAncestry(system: string = process.platform): Ancestry | undefined {
  if (system === 'win32') return undefined;
  return system === 'linux' ? ancestryFromProc() : ancestryFromPs();
}

function ancestryFromProc(): Ancestry | undefined {
  const own = statFields('self');
  if (!own) return undefined;
  const ancestors: ProcessFacts[] = [];
  // No limit on the depth: an agent could hide above many shells. A pid that comes again was reused: stop there.
  const seen = new Set<number>();
  for (let pid = own.parent; pid > 0 && !seen.has(pid); ) {
    const stat = statFields(String(pid));
    if (!stat) break;
    seen.add(pid);
    ancestors.push(factsFromProc(pid, stat.name));
    pid = stat.parent;
  }
  const isInForeground = own.terminal !== 0 && own.group === own.foreground && isOnTerminal(own.terminal);
  return { ancestors, isInForeground };
}

interface StatFields {
  readonly name: string;
  readonly parent: number;
  readonly group: number;
  /** The device number of the controlling terminal; 0 without one. */
  readonly terminal: number;
  /** The process group in the foreground of that terminal. */
  readonly foreground: number;
}

function statFields(pid: string): StatFields | undefined {
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

function factsFromProc(pid: number, name: string): ProcessFacts {
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

function readProc(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // It has ended, or belongs to another user.
    return '';
  }
}

function fileOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
  } catch {
    return undefined;
  }
}

const variablesIn = (environ: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    environ.split('\0').flatMap((word) => {
      const end = word.indexOf('=');
      return end > 0 ? [[word.slice(0, end), word.slice(end + 1)]] : [];
    }),
  );

const systemFolder = /^\/(?:usr|bin|sbin|opt|nix|snap|app|System|Applications)\//;

/** Root's process, or a file that only root could have put there. */
function isOfSystem(owner: number, file: string | undefined): boolean {
  if (owner === 0 && process.getuid?.() !== 0) return true;
  if (file === undefined || !systemFolder.test(file)) return false;
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.uid === 0 && (stat.mode & 0o022) === 0;
}

/** `/dev/tty`, which is always the controlling terminal. */
const ownTerminalDevice = 0x500;

function isOnTerminal(terminal: number): boolean {
  try {
    const { rdev } = fstatSync(0);
    return rdev === terminal || rdev === ownTerminalDevice;
  } catch {
    return false;
  }
}

/** Without /proc (macOS): one call of `ps`, which shows no environments. */
function ancestryFromPs(): Ancestry | undefined {
  const end = runProcessSync({
    file: '/bin/ps',
    args: ['-A', '-ww', '-o', 'pid=,ppid=,pgid=,tpgid=,uid=,command='],
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdin: '',
    timeoutMs: 5_000,
    maxBytes: 16 * 1024 * 1024,
  });
  return end.kind === 'exit' && end.exitCode === 0 ? ancestryFromList(end.stdout, process.pid) : undefined;
}

/** Reads lines of `pid ppid pgid tpgid uid command`. */
export function ancestryFromList(list: string, ownPid: number): Ancestry | undefined {
  const rows = new Map(
    list
      .split('\n')
      .flatMap((line) => psRow(line) ?? [])
      .map((row) => [row.pid, row]),
  );
  const own = rows.get(ownPid);
  if (!own) return undefined;
  const ancestors: ProcessFacts[] = [];
  for (let row = rows.get(own.parent); row; row = rows.get(row.parent)) {
    rows.delete(row.pid);
    const { pid, args, owner } = row;
    const [file = ''] = args;
    // A process chooses its arguments, so they do not show which file it runs.
    ancestors.push({ pid, name: basename(file), args, env: {}, isOfSystem: isOfSystem(owner, undefined) });
  }
  return { ancestors, isInForeground: own.foreground > 0 && own.group === own.foreground };
}

function psRow(line: string) {
  const words = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(-?\d+)\s+(\d+)\s+(.*)$/.exec(line);
  if (!words) return undefined;
  const [pid = 0, parent = 0, group = 0, foreground = 0, owner = 0] = words.slice(1, 6).map(Number);
  return { pid, parent, group, foreground, owner, args: (words[6] ?? '').split(/\s+/) };
}
