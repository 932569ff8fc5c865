import { fstatSync } from 'node:fs';
import { basename } from 'node:path';
import { attempt } from '../../errors.js';
import type { Ancestry, ProcessFacts } from '../../process-facts.js';
import { ancestorsOf, isOfSystem, statFields } from './proc-facts.js';
import { runProcessSync } from './run-process-sync.js';
import { readTerminalHolders } from './terminal-holder.js';

/** The chain of parents of this process, and its terminal; undefined if the system does not show them (Windows). */
export function readAncestry(system: string = process.platform): Ancestry | undefined {
  if (system === 'win32') return undefined;
  return system === 'linux' ? ancestryFromProc() : ancestryFromPs();
}

function ancestryFromProc(): Ancestry | undefined {
  const own = statFields('self');
  if (!own) return undefined;
  const ancestors = ancestorsOf(own.parent);
  const isInForeground = own.terminal !== 0 && own.group === own.foreground && isOnTerminal(own.terminal);
  return { ancestors, isInForeground, terminal: () => readTerminalHolders(own.terminal) };
}

/** `/dev/tty`, which is always the controlling terminal. */
const ownTerminalDevice = 0x500;

const isOnTerminal = (terminal: number): boolean =>
  attempt(() => {
    const { rdev } = fstatSync(0);
    return rdev === terminal || rdev === ownTerminalDevice;
  }, false);

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
    // A process chooses its own arguments, so they do not prove which file it runs.
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
