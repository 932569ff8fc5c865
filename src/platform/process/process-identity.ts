import { readFileSync, readlinkSync } from 'node:fs';
import { createRequire } from 'node:module';

// A number does not name a process: numbers are used again. A mark is a text that does, in two forms. Both are kept on
// the disk and read by other versions, so neither may change.
//
// - The owner mark, `pid` or `pid:start`, is in locks, which every hook process may take: it costs one look into /proc.
//   Without /proc it is the number alone.
// - The process mark, `pid:start:boot:namespace`, is in the database of tasks, which outlives the machine's start and is
//   read from inside sandboxes. Without /proc it asks `ps`, which takes milliseconds.

/** The mark of a process in a lock. */
export function ownerMark(pid = process.pid): string {
  const began = fromProc(pid);
  return began === undefined ? String(pid) : `${pid}:${began.at}`;
}

/** Does the process that left this mark in a lock still run? What is not a mark was left by nobody. */
export function isOwnerAlive(mark: string): boolean {
  const [, number = '', at] = /^(\d{1,10})(?::(\d+))?$/.exec(mark) ?? [];
  const pid = Number(number);
  if (!(pid > 0) || !isPidRunning(pid)) return false;
  const began = fromProc(pid);
  if (began === undefined) return true;
  return !began.dead && (at === undefined || began.at === at);
}

/**
 * `ended`: it waits for its parent, and its number is not free yet. `elsewhere`: its number counts among processes that
 * cannot be seen from here, as outside of a sandbox.
 */
export type ProcessLife = 'alive' | 'ended' | 'gone' | 'elsewhere';

/** A text that names one process for ever: number, beginning, and on Linux the start of the machine and the namespace. */
export function processMark(pid = process.pid): string {
  return [pid, processStartOf(pid)?.at ?? '', ...readBootAndNamespace()].join(':');
}

/** What became of the process that has this process mark. What is not a mark is gone. */
export function processLife(mark: string): ProcessLife {
  const [number = '', at, boot, space] = mark.split(':');
  const pid = /^\d{1,10}$/.test(number) ? Number(number) : 0;
  if (pid === 0) return 'gone';
  const [ourBoot, ourSpace] = readBootAndNamespace();
  if (boot !== ourBoot) return 'gone';
  if (space !== ourSpace) return 'elsewhere';
  const began = processStartOf(pid);
  if (!began || began.at !== at) return 'gone';
  return began.dead ? 'ended' : 'alive';
}

/** Does a process have this number? */
function isPidRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, in whatever words the system has for it. A zombie is dead. */
interface ProcessStart {
  readonly at: string;
  readonly dead: boolean;
}

function processStartOf(pid: number): ProcessStart | undefined {
  if (process.platform === 'linux') return fromProc(pid);
  // Windows does not say it quickly: there a number must do.
  if (process.platform === 'win32') return isPidRunning(pid) ? { at: '', dead: false } : undefined;
  return fromPs(pid);
}

/** In ticks since the machine started. */
function fromProc(pid: number): ProcessStart | undefined {
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

/** As wall time, which also tells a process of an earlier start of the machine apart. */
function fromPs(pid: number): ProcessStart | undefined {
  // Loaded here: the start path takes locks, and node:child_process is slow to load.
  const { spawnSync } = createRequire(import.meta.url)('node:child_process') as typeof import('node:child_process');
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8', env });
  const [, state, at] = /^\s*(\S+)\s+(.*\S)/.exec(stdout ?? '') ?? [];
  return state === undefined || at === undefined
    ? undefined
    : { at: at.replaceAll(/[\s:]+/g, '-'), dead: state.startsWith('Z') };
}

let place: readonly string[] | undefined;

function readBootAndNamespace(): readonly string[] {
  place ??=
    process.platform === 'linux'
      ? [
          orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
          orEmpty(() => readlinkSync('/proc/self/ns/pid').replaceAll(/\D+/g, '')),
        ]
      : ['', ''];
  return place;
}

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
