import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { groupLives, signalGroup } from './groups.js';
import { beganAt, isRunning } from './owner.js';

/**
 * `ended`: it waits for its parent, and its number is not free yet. `elsewhere`: its number counts among processes that
 * cannot be seen from here, as outside of a sandbox.
 */
export type Life = 'alive' | 'ended' | 'gone' | 'elsewhere';

/** A text that names one process for ever: number, beginning, and on Linux the start of the machine and the namespace. */
export function processMark(pid = process.pid): string {
  return [pid, beginningOf(pid)?.at ?? '', ...placeOf()].join(':');
}

/** What became of the process that has this mark. What is no mark is gone. */
export function lifeOf(mark: string): Life {
  const [number = '', at, boot, space] = mark.split(':');
  const pid = /^\d{1,10}$/.test(number) ? Number(number) : 0;
  if (pid === 0) return 'gone';
  const [ourBoot, ourSpace] = placeOf();
  if (boot !== ourBoot) return 'gone';
  if (space !== ourSpace) return 'elsewhere';
  const began = beginningOf(pid);
  if (!began || began.at !== at) return 'gone';
  return began.dead ? 'ended' : 'alive';
}

/** Ends the group that a marked process leads: TERM, then KILL. Another process that has its number is left alone. */
export async function endMarkedGroup(mark: string, graceMs = 500): Promise<void> {
  const leader = Number(mark.split(':')[0]);
  // One that still waits for its parent keeps its number, and so its group, from being used again.
  const isThatGroup = () => ['alive', 'ended'].includes(lifeOf(mark)) && groupLives(leader);
  if (!isThatGroup()) return;
  signalGroup(leader, 'SIGTERM');
  for (let waited = 0; waited < graceMs; waited += pollMs) {
    await wait(pollMs);
    if (!groupLives(leader)) return;
  }
  signalGroup(leader, 'SIGKILL');
  for (let waited = 0; waited < graceMs && groupLives(leader); waited += pollMs) await wait(pollMs);
}

const pollMs = 10;

interface Beginning {
  readonly at: string;
  readonly dead: boolean;
}

function beginningOf(pid: number): Beginning | undefined {
  if (process.platform === 'linux') return beganAt(pid);
  // Windows does not say it quickly: there a number must do.
  if (process.platform === 'win32') return isRunning(pid) ? { at: '', dead: false } : undefined;
  return fromPs(pid);
}

/** The wall time, by which a process of an earlier start of the machine is told apart, too. */
function fromPs(pid: number): Beginning | undefined {
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8', env });
  const [, state, at] = /^\s*(\S+)\s+(.*\S)/.exec(stdout ?? '') ?? [];
  return state === undefined || at === undefined
    ? undefined
    : { at: at.replaceAll(/[\s:]+/g, '-'), dead: state.startsWith('Z') };
}

let place: readonly string[] | undefined;

function placeOf(): readonly string[] {
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
