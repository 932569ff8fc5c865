import { rsyncOptions } from '../../.cache/programs/remote-copy.js';
import { type Machine, type Program, programTable } from '../machine.js';
import type { OptionTable } from '../packs/options.js';
import { marks, type Value } from '../value.js';
import { fileName } from './call-words.js';
import { firstCommands } from './command-lines.js';
import { runConnectCommands } from './connect.js';
import { noteSecretCopy } from './copy.js';
import { copySource, destinationOf, destinationWithParents, noteTreeCopy } from './copy-destinations.js';
import {
  holdsSecret,
  isGiven,
  isThisMachine,
  noteSend,
  onlyHelps,
  optionValue,
  optionValues,
  readCallWords,
  remotePath,
} from './kit.js';

const rsyncDeletes = /^--del(?:ete(?:-(?:before|during|delay|after|excluded|missing-args))?)?$/;

const rsync: Program = (call, machine) => {
  if (onlyHelps(call)) return '';
  const words = readCallWords(call, rsyncOptions);
  const shell = optionValue(words, '-e', '--rsh');
  if (shell !== undefined) machine.runShell(shell, { via: 'rsync -e' });
  if (isGiven(words, '-n', '--dry-run', '--list-only')) return marks.any;
  const paths = words.operands.map((word) => ownPath(word, machine));
  const sources = paths.slice(0, -1);
  const target = paths.at(-1);
  if (target === undefined || sources.length === 0) return marks.any;
  const goesTo = remotePath(target);
  const remoteCommand = optionValue(words, '--rsync-path');
  const other = goesTo ?? sources.map(remotePath).find((path) => path !== undefined);
  if (remoteCommand !== undefined && other) machine.runShell(remoteCommand, { via: 'rsync', remote: other.host });
  const keepsPaths = isGiven(words, '-R', '--relative');
  const isTree = keepsPaths || isGiven(words, '-r', '-a', '--recursive', '--archive', '--files-from');
  transfer(machine, { sources, target, isTree, keepsPaths });
  if (words.options.some(({ name }) => rsyncDeletes.test(name))) {
    if (goesTo)
      machine.note({ do: 'destroy', kind: 'remote', what: `files that only ${goesTo.host} has`, target: goesTo.host });
    else machine.note({ do: 'delete', at: machine.place(target), recursive: true });
  }
  if (isGiven(words, '--remove-source-files', '--remove-sent-files')) {
    for (const source of sources) {
      if (!remotePath(source)) machine.note({ do: 'delete', at: machine.place(source), recursive: true });
    }
  }
  return marks.any;
};

/** `localhost:x` is a path in the home folder of this machine. */
function ownPath(word: Value, machine: Machine): Value {
  const there = machine.remote === undefined && !word.includes('::') ? remotePath(word) : undefined;
  if (!there || !isThisMachine(there.host)) return word;
  return /^[/~]/.test(there.path) ? there.path : `${machine.place('~').path}/${there.path}`;
}

interface Transfer {
  readonly sources: readonly Value[];
  readonly target: Value;
  /** Folders with all their contents. */
  readonly isTree: boolean;
  /** A source keeps its path below the target. */
  readonly keepsPaths?: boolean;
}

/** Files copied to another machine are sent; files from one are text from the network. */
function transfer(machine: Machine, { sources, target, isTree, keepsPaths = false }: Transfer): void {
  const goesTo = remotePath(target);
  for (const source of sources) {
    const comesFrom = remotePath(source);
    if (goesTo) {
      if (!comesFrom) noteSend(machine, [machine.read(source)], goesTo.host, fileName(source));
      continue;
    }
    const path = comesFrom?.path ?? source;
    const end = keepsPaths
      ? destinationWithParents(target, path)
      : path.endsWith('/')
        ? target
        : destinationOf(target, path, machine);
    if (comesFrom) machine.write(end, isTree ? 'unpack' : 'over', marks.net);
    else {
      const isContent = keepsPaths || path.endsWith('/');
      const from = isContent ? ({ path, as: 'content' } as const) : copySource(path, target, end);
      if (isTree) noteTreeCopy(machine, end, from, machine.read(source));
      else machine.write(end, 'over', machine.read(source), from);
      noteSecretCopy(machine, source, target, end);
    }
  }
}

const sshValues = ['-c', '-D', '-F', '-i', '-J', '-l', '-o', '-P', '-S', '-X'];
const scpOptions: OptionTable = { values: sshValues };

const scp: Program = (call, machine) => {
  const words = readCallWords(call, scpOptions);
  runConnectCommands(machine, optionValues(words, '-o'), optionValue(words, '-S'));
  const paths = words.operands.map((word) => ownPath(word, machine));
  const target = paths.at(-1);
  const isTree = isGiven(words, '-r');
  if (target !== undefined) transfer(machine, { sources: paths.slice(0, -1), target, isTree });
  return '';
};

const sftpOptions: OptionTable = { values: [...sshValues, '-b', '-B', '-R', '-s'] };

const sftp: Program = (call, machine) => {
  const words = readCallWords(call, sftpOptions);
  runConnectCommands(machine, optionValues(words, '-o'), optionValue(words, '-S'));
  const server = optionValue(words, '-D');
  if (server !== undefined) machine.runShell(server, { via: 'sftp -D' });
  const address = words.operands[0];
  if (address === undefined) return marks.any;
  const from = remotePath(address);
  const batch = optionValue(words, '-b');
  const orders = batch === undefined || batch === '-' ? call.stdin : machine.read(batch);
  if (from?.path && words.operands[1] !== undefined)
    machine.write(words.operands[1], isGiven(words, '-r') ? 'unpack' : 'over', marks.net);
  runTransferOrders(machine, orders ?? '', from?.host ?? address.slice(address.lastIndexOf('@') + 1));
  return marks.any;
};

const maxOrders = 1_000;

/** The commands of ftp programs: put sends, get writes, del destroys, `!` runs a local command. */
export function runTransferOrders(machine: Machine, text: Value, host: Value): void {
  if (holdsSecret(text)) noteSend(machine, [text], host);
  for (const line of firstCommands(text.split(/[\n;]/), maxOrders, machine)) {
    const order = line.trim();
    if (order.startsWith('!')) machine.runShell(order.slice(1), { via: 'ftp' });
    const [verb = '', ...rest] = order.split(/\s+/);
    const files = rest.filter((word) => !word.startsWith('-'));
    switch (verb.toLowerCase().replace(/^-/, '')) {
      case 'put':
      case 'send':
      case 'append':
        if (files[0] !== undefined) noteSend(machine, [machine.read(files[0])], host, fileName(files[0]));
        break;
      case 'mput':
      case 'mirror':
        if (rest.includes('--delete'))
          machine.note({ do: 'destroy', kind: 'remote', what: `files on ${host}`, target: host });
        if (verb.toLowerCase() === 'mirror' && !rest.some((word) => /^(?:-[a-zA-Z]*R|--reverse)/.test(word)))
          machine.write(files[1] ?? '.', 'unpack', marks.net);
        else for (const file of files) noteSend(machine, [machine.read(file)], host, fileName(file));
        break;
      case 'get':
      case 'recv': {
        const isTree = rest.some((word) => /^-[a-zA-Z]*[rR]/.test(word));
        if (files[0] !== undefined)
          machine.write(files[1] ?? fileName(files[0]), isTree ? 'unpack' : 'over', marks.net);
        break;
      }
      case 'rm':
      case 'mdelete':
      case 'delete':
      case 'rmdir':
      case 'mrm':
        machine.note({ do: 'destroy', kind: 'remote', what: `files on ${host}`, target: host });
        break;
    }
  }
}

export const remoteCopyPrograms = programTable({ rsync, scp, sftp });
