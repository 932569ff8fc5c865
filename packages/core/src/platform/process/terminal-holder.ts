import { fstatSync, readdirSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { attempt } from '../../errors.js';
import type { ProcessFacts, TerminalEvidence, TerminalHolder } from '../../process-facts.js';
import { ancestorsOf, factsFromProc, readProc, statFields } from './proc-facts.js';
import { runProcessSync } from './run-process-sync.js';

const nothing: TerminalEvidence = { kind: 'unseen' };

/** The deepest nesting of terminals that is followed; people open fewer. */
const maxDepth = 5;

/**
 * Who holds the other end of a pseudo terminal, by its device number: Linux shows the open files of processes, and for
 * each master the number of its terminal.
 */
export function readTerminalHolders(terminal: number, depth = 0): TerminalEvidence {
  const index = terminalIndex(terminal);
  if (index === undefined || depth >= maxDepth) return nothing;
  if (isOwnNamespace(readProc('self', 'uid_map')) || sandboxes.has(statFields('1')?.name ?? ''))
    return { kind: 'namespace', own: factsOf(process.pid) };
  const own = process.geteuid?.();
  const instance = depth === 0 ? instanceOfInput(terminal) : undefined;
  const found: { readonly pid: number; readonly terminal: number }[] = [];
  const hidden: ProcessFacts[] = [];
  for (const name of numbersIn('/proc')) {
    const held = holdsMaster(name, index, instance);
    const pid = Number(name);
    if (held === true) found.push({ pid, terminal: statFields(name)?.terminal ?? 0 });
    else if (held === 'hidden' && ownerOf(name) === own) hidden.push(factsOf(pid));
  }
  // A master that leaked into the terminal's own session does not hold it.
  const others = found.filter((one) => one.terminal !== terminal);
  const holders = (others.length > 0 ? others : found).map((one) =>
    holderFacts(one.pid, one.terminal, terminal, depth),
  );
  if (holders.length > 0) return { kind: 'seen', holders };
  return hidden.length > 0 ? { kind: 'hidden', hidden } : nothing;
}

/** The number of a pseudo terminal; undefined for other terminals. Eight majors, of which a kernel today uses one. */
function terminalIndex(terminal: number): number | undefined {
  const major = (terminal >> 8) & 0xfff;
  const minor = (terminal & 0xff) | ((terminal >> 12) & 0xfff00);
  return major >= 136 && major <= 143 ? (major - 136) * 256 + minor : undefined;
}

const numbersIn = (folder: string): readonly string[] => {
  return attempt(() => readdirSync(folder).filter((name) => /^\d+$/.test(name)), []);
};

/** Does the process have the master of this terminal open? */
function holdsMaster(pid: string, index: number, instance: number | undefined): boolean | 'hidden' {
  let files: readonly string[];
  try {
    files = readdirSync(`/proc/${pid}/fd`);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'hidden' : false;
  }
  return files.some((file) => {
    const path = `/proc/${pid}/fd/${file}`;
    if (!/\/ptmx(?: \(deleted\))?$/.test(linkOf(path) ?? '')) return false;
    const number = /^tty-index:\s*(\d+)$/m.exec(readProc(pid, `fdinfo/${file}`))?.[1];
    return Number(number) === index && isInInstance(path, instance);
  });
}

/** The inode of `ptmx` in each instance of devpts. */
const ptmxInode = 2;

/** Is it a master of this devpts instance? A container has its own, with the same numbers. */
function isInInstance(path: string, instance: number | undefined): boolean {
  const stat = statOf(path);
  return instance === undefined || stat?.dev === instance || stat?.ino !== ptmxInode;
}

/** The devpts of our terminal; undefined if it was opened under another name. */
function instanceOfInput(terminal: number): number | undefined {
  const { rdev, dev } = fstatSync(0);
  return rdev === terminal ? dev : undefined;
}

/**
 * Does this user namespace map single users? Any program of that user can create one, hide everything outside of it,
 * and own "root's" files in it. Those of the system and of containers that root starts map ranges.
 */
export const isOwnNamespace = (uidMap: string): boolean => /^\s*\d+\s+\d+\s+1\s*$/m.test(uidMap);

/** Programs with root's rights that hide other processes for any user; they are the first process of what they start. */
const sandboxes: ReadonlySet<string> = new Set(['firejail', 'bwrap', 'nsjail']);

const ownerOf = (pid: string): number => Number(/^Uid:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1] ?? -1);

const factsOf = (pid: number): ProcessFacts => factsFromProc(pid, statFields(String(pid))?.name ?? '');

function holderFacts(pid: number, held: number, terminal: number, depth: number): TerminalHolder {
  const facts = factsOf(pid);
  const isOfSystem = facts.isOfSystem && isFileOfSystem(pid, facts.file);
  const isRoots = ownerOf(String(pid)) === 0;
  const parent = statFields(String(pid))?.parent ?? 0;
  return {
    ...facts,
    isOfSystem,
    isRoots,
    isStartedByRoot: parent > 1 && ownerOf(String(parent)) === 0,
    ancestors: ancestorsOf(parent),
    hasTerminal: held !== 0 && held !== terminal,
    above: () => readTerminalHolders(held, depth + 1),
    viewers: () => (isOfSystem ? viewersOf(pid, facts.file, terminal, depth) : []),
  };
}

/** Is the running file the one at its path, and can only root have put it there? */
function isFileOfSystem(pid: number, file: string | undefined): boolean {
  const [running, found] = [statOf(`/proc/${pid}/exe`), file === undefined ? undefined : statOf(file)];
  if (file === undefined || running?.ino !== found?.ino || running?.dev !== found?.dev) return false;
  for (let path = file; ; path = dirname(path)) {
    const stat = statOf(path);
    if (stat?.uid !== 0 || (stat.mode & 0o002) !== 0) return false;
    if ((stat.mode & 0o020) !== 0 && process.getgroups?.().includes(stat.gid)) return false;
    if (path === dirname(path)) return true;
  }
}

/**
 * The terminals in which a multiplexer shows this one: those of its clients, if they show this window. A window that
 * only a program created has no client.
 */
function viewersOf(
  server: number,
  file: string | undefined,
  terminal: number,
  depth: number,
): readonly TerminalEvidence[] {
  if (file === undefined || !isShownByTmux(file)) return [];
  return numbersIn('/proc').flatMap((name): readonly TerminalEvidence[] => {
    const at = statFields(name)?.terminal ?? 0;
    const isClient = Number(name) !== server && at !== 0 && at !== terminal && linkOf(`/proc/${name}/exe`) === file;
    return isClient ? [readTerminalHolders(at, depth + 1)] : [];
  });
}

/** Does tmux show this terminal's window to a client? For other multiplexers only the clients are known. */
function isShownByTmux(file: string): boolean {
  if (!/\/tmux[^/]*$/.test(file)) return true;
  const own = linkOf('/proc/self/fd/0');
  const [socket = ''] = (process.env['TMUX'] ?? '').split(',');
  if (own === undefined || socket === '') return false;
  const end = runProcessSync({
    file,
    args: ['-S', socket, 'list-panes', '-a', '-F', '#{pane_tty} #{window_active} #{session_attached}'],
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdin: '',
    timeoutMs: 2_000,
    maxBytes: 1024 * 1024,
  });
  return (
    end.kind === 'exit' && end.stdout.split('\n').some((line) => line.startsWith(`${own} 1 `) && !line.endsWith(' 0'))
  );
}

const linkOf = (path: string): string | undefined => attempt(() => readlinkSync(path));

const statOf = (path: string): Stats | undefined => attempt(() => statSync(path));
