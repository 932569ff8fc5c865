import { readFileSync, readlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { attempt } from '../../errors.js';
import { askPowerShell } from './windows-system.js';

// A pid does not identify a process, because pids are reused. A mark does; there are two kinds. Both are stored on disk
// and read by other versions, so neither may change.
//
// - The owner mark, `pid` or `pid:start`, is in locks, which every hook process may take: it costs one read from /proc.
// Without /proc it is the pid alone, on Windows with the time when the mark was made.
// - The process mark, `pid:start:boot:namespace`, is in the database of tasks, which survives a reboot and is read from
// inside sandboxes. Without /proc it asks `ps`, which takes milliseconds.
//
// On Windows only PowerShell shows when a process began, and that takes half a second. There a mark holds the
// wall-clock time in milliseconds at which this process began, or at which the mark of a just-started one was made.

/** The mark of a process in a lock. */
export function ownerMark(pid = process.pid): string {
  if (isWindows) return `${pid}:${beginningNow(pid)}`;
  const start = startFromProc(pid);
  return start === undefined ? String(pid) : `${pid}:${start.at}`;
}

/**
 * Does the process with this owner mark still run? False for anything that is not a mark. `heldMs` is how long it has
 * held something: Windows is asked for the process's start time only if that is long.
 */
export function isOwnerAlive(mark: string, heldMs = 0): boolean {
  const [, number = '', at] = /^(\d{1,10})(?::(\d+))?$/.exec(mark) ?? [];
  const pid = Number(number);
  if (!(pid > 0) || !isPidRunning(pid)) return false;
  if (isWindows) return heldMs < longHeldMs || at === undefined || windowsLife(pid, at) !== 'gone';
  const start = startFromProc(pid);
  return start === undefined || (!start.dead && (at === undefined || start.at === at));
}

/**
 * `ended`: a zombie, so its pid is not free yet. `elsewhere`: its pid belongs to a namespace that
 * is not visible from here, for example outside a sandbox.
 */
export type ProcessLife = 'alive' | 'ended' | 'gone' | 'elsewhere';

/** Identifies a process forever: pid, start time, and on Linux the boot id and the namespace. */
export const processMark = (pid = process.pid): string =>
  [pid, processStartOf(pid)?.at ?? '', ...readBootAndNamespace()].join(':');

/** Whether the process with this process mark still runs. Anything that is not a mark is `gone`. */
export function processLife(mark: string): ProcessLife {
  const [number = '', at, boot, space] = mark.split(':');
  const pid = /^\d{1,10}$/.test(number) ? Number(number) : 0;
  if (pid === 0) return 'gone';
  const [ourBoot, ourSpace] = readBootAndNamespace();
  if (boot !== ourBoot) return 'gone';
  if (space !== ourSpace) return 'elsewhere';
  if (isWindows) return windowsLife(pid, at ?? '');
  const start = processStartOf(pid);
  if (!start || start.at !== at) return 'gone';
  return start.dead ? 'ended' : 'alive';
}

const isWindows = process.platform === 'win32';
const longHeldMs = 3_000;
/** A mark is made up to this long after its process began. */
const toleranceMs = 5_000;
const answersLastMs = 10_000;

const beginningNow = (pid: number): number => Math.round(pid === process.pid ? performance.timeOrigin : Date.now());

/** `elsewhere` if it is unknown whether the process with this number is the marked one. */
function windowsLife(pid: number, at: string): ProcessLife {
  if (!isPidRunning(pid)) return 'gone';
  const began = pid === process.pid ? performance.timeOrigin : beganOnWindows(pid);
  if (began === undefined || at === '') return 'elsewhere';
  return Math.abs(began - Number(at)) <= toleranceMs ? 'alive' : 'gone';
}

const answers = new Map<number, { readonly began: number | undefined; readonly askedAt: number }>();

/** When a process began, in milliseconds; undefined if PowerShell fails. */
function beganOnWindows(pid: number): number | undefined {
  const known = answers.get(pid);
  if (known && Date.now() - known.askedAt < answersLastMs) return known.began;
  const text = askPowerShell(
    `[long]((Get-Process -Id ${pid}).StartTime.ToUniversalTime() - [datetime]'1970-01-01').TotalMilliseconds`,
  );
  const began = text !== undefined && /^\d{10,16}$/.test(text) ? Number(text) : undefined;
  answers.set(pid, { began, askedAt: Date.now() });
  return began;
}

function isPidRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process started, in the system's own format. A zombie is dead. */
interface ProcessStart {
  readonly at: string;
  readonly dead: boolean;
}

function processStartOf(pid: number): ProcessStart | undefined {
  if (process.platform === 'linux') return startFromProc(pid);
  if (isWindows) return isPidRunning(pid) ? { at: String(beginningNow(pid)), dead: false } : undefined;
  return startFromPs(pid);
}

/** In ticks since the machine started. */
function startFromProc(pid: number): ProcessStart | undefined {
  return attempt(() => {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold anything, so the fields are counted from its end.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const at = fields[19];
    return at === undefined ? undefined : { at, dead: fields[0] === 'Z' };
  });
}

/** As wall-clock time, which also differs from processes before a reboot. */
function startFromPs(pid: number): ProcessStart | undefined {
  // Loaded here: the start path takes locks, and node:child_process is slow to load.
  const { spawnSync } = createRequire(import.meta.url)('node:child_process') as typeof import('node:child_process');
  const env = { LC_ALL: 'C', TZ: 'UTC' };
  const { stdout } = spawnSync('/bin/ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8', env });
  const [, state, at] = /^\s*(\S+)\s+(.*\S)/.exec(stdout ?? '') ?? [];
  return state === undefined || at === undefined
    ? undefined
    : { at: at.replaceAll(/[\s:]+/g, '-'), dead: state.startsWith('Z') };
}

let bootAndNamespace: readonly string[] | undefined;

function readBootAndNamespace(): readonly string[] {
  bootAndNamespace ??=
    process.platform === 'linux'
      ? [
          orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
          orEmpty(() => readlinkSync('/proc/self/ns/pid').replaceAll(/\D+/g, '')),
        ]
      : ['', ''];
  return bootAndNamespace;
}

const orEmpty = (read: () => string): string => attempt(() => read(), '');
