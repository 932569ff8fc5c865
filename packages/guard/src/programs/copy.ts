import { type Machine, type Program, programTable } from '../machine.js';
import type { OptionTable, ReadWords } from '../packs/options.js';
import { isUserFile } from '../places/scope.js';
import { hasGlob, marks, type Value } from '../value.js';
import { fileName } from './call-words.js';
import { copySource, destinationOf, destinationWithParents, inFolder, noteTreeCopy } from './copy-destinations.js';
import { folderName, holdsSecret, isGiven, noteMove, onlyHelps, optionValue, readCallWords, writeText } from './kit.js';

const copyOptions: OptionTable = {
  values: ['-t', '-S', '--target-directory', '--suffix', '--no-preserve', '--sparse'],
  flags: [
    ...['--archive', '--attributes-only', '--backup', '--force', '--interactive', '--link', '--dereference'],
    ...['--no-clobber', '--no-dereference', '--no-target-directory', '--parents', '--preserve', '--recursive'],
    ...['--reflink', '--remove-destination', '--strip-trailing-slashes', '--symbolic-link', '--update', '--verbose'],
    ...['--one-file-system', '--help', '--version', '--exchange'],
  ],
};

const installOptions: OptionTable = {
  values: [
    ...['-g', '-m', '-o', '-S', '-t', '--group', '--mode', '--owner', '--suffix', '--target-directory'],
    '--strip-program',
  ],
  flags: [
    ...['--backup', '--compare', '--directory', '--preserve-timestamps', '--strip', '--no-target-directory'],
    ...['--verbose', '--help', '--version'],
  ],
};

interface Copy {
  readonly sources: readonly Value[];
  /** The target as written; undefined if there is none. */
  readonly target: Value | undefined;
  /** The path of each copy, in the order of sources. */
  readonly destinations: readonly Value[];
  /** The destinations are certain: the target cannot turn out to be a folder. */
  readonly isExact?: true;
}

/** The sources of a copy and their targets. */
function readCopy(words: ReadWords, machine: Machine): Copy {
  const folder = optionValue(words, '-t', '--target-directory');
  const sources = folder === undefined ? words.operands.slice(0, -1) : words.operands;
  const target = folder ?? words.operands.at(-1);
  if (target === undefined || sources.length === 0) return { sources, target, destinations: [] };
  if (isGiven(words, '--parents'))
    return {
      sources,
      target,
      destinations: sources.map((from) => destinationWithParents(target, from)),
      isExact: true,
    };
  if (isGiven(words, '-T', '--no-target-directory'))
    return { sources, target, destinations: sources.map(() => target), isExact: true };
  const isFolder = folder !== undefined || sources.length > 1;
  return {
    sources,
    target,
    destinations: sources.map((from) => (isFolder ? inFolder(target, from) : destinationOf(target, from, machine))),
  };
}

function copyAll(machine: Machine, { sources, target, destinations, isExact }: Copy, isTree: boolean): void {
  for (const [index, from] of sources.entries()) {
    const destination = destinations[index];
    if (destination === undefined || target === undefined) continue;
    const text = machine.read(from);
    const source = isExact ? ({ path: from, as: 'content' } as const) : copySource(from, target, destination);
    if (isTree) noteTreeCopy(machine, destination, source, text);
    else writeText(machine, destination, 'over', text, source);
    noteSecretCopy(machine, from, target, destination);
  }
}

/** Options with which cp copies folders with all their contents. */
const treeOptions = ['-r', '-R', '-a', '--recursive', '--archive', '--parents'];

const cp: Program = (call, machine) => {
  if (onlyHelps(call)) return '';
  const words = readCallWords(call, copyOptions);
  const copy = readCopy(words, machine);
  const isTree = isGiven(words, ...treeOptions);
  if (isGiven(words, '-s', '--symbolic-link') && !isTree) {
    for (const [index, from] of copy.sources.entries()) linkTo(machine, copy.destinations[index] ?? '', from);
  } else copyAll(machine, copy, isTree);
  return '';
};

/** `for f in *; do mv "$f" "${f// /_}"; done`: each file gets a new name in the same folder. */
const isRename = (from: Value, target: Value): boolean =>
  hasGlob(fileName(from)) && hasGlob(fileName(target)) && folderName(from) === folderName(target);

const mv: Program = (call, machine) => {
  if (onlyHelps(call)) return '';
  const { sources, destinations, target } = readCopy(readCallWords(call, copyOptions), machine);
  for (const [index, from] of sources.entries()) {
    const destination = destinations[index];
    if (destination === undefined || target === undefined) continue;
    if (machine.place(target).path === '/dev/null') {
      machine.note({ do: 'delete', at: machine.place(from), recursive: true });
      continue;
    }
    const text = machine.read(from);
    noteSecretCopy(machine, from, target, destination);
    if (!isRename(from, target)) noteMove(machine, machine.place(from), machine.place(destination));
    if (text !== marks.any) machine.write(destination, 'over', text);
  }
  return '';
};

const install: Program = (call, machine) => {
  if (onlyHelps(call)) return '';
  const words = readCallWords(call, installOptions);
  const mode = optionValue(words, '-m', '--mode');
  const program = optionValue(words, '--strip-program');
  if (program !== undefined) machine.run([program, ...words.operands.slice(-1)], { via: 'install' });
  if (isGiven(words, '-d', '--directory')) {
    for (const folder of words.operands) {
      machine.write(folder, 'append');
      if (mode !== undefined) machine.note({ do: 'permit', at: machine.place(folder), recursive: false, mode });
    }
    return '';
  }
  const copy = readCopy(words, machine);
  copyAll(machine, copy, false);

  if (mode !== undefined) {
    for (const destination of copy.destinations)
      machine.note({ do: 'permit', at: machine.place(destination), recursive: false, mode });
  }
  return '';
};

const linkOptions: OptionTable = {
  values: ['-S', '-t', '--suffix', '--target-directory'],
  flags: [
    ...['--backup', '--directory', '--force', '--interactive', '--logical', '--no-dereference', '--physical'],
    ...['--relative', '--symbolic', '--no-target-directory', '--verbose', '--help', '--version'],
  ],
};

/** After a link is made, the rest of the command reaches its target by the link's name. */
const ln: Program = (call, machine) => {
  if (onlyHelps(call)) return '';
  const words = readCallWords(call, linkOptions);
  const isSymbolic = isGiven(words, '-s', '--symbolic');
  const { sources, destinations } = readCopy(words, machine);
  if (sources.length === 0 && words.operands[0] !== undefined) {
    linkTo(machine, fileName(words.operands[0]), words.operands[0]);
  }
  for (const [index, from] of sources.entries()) {
    const destination = destinations[index];
    if (destination === undefined) continue;
    noteSecretCopy(machine, from, destination, destination);
    const at = machine.place(destination);
    if (from === '/dev/null' && isUserFile(at)) machine.note({ do: 'delete', at, recursive: false });
    if (isSymbolic) linkTo(machine, destination, from);
    else machine.write(destination, 'over', machine.read(from));
  }
  return '';
};

function linkTo(machine: Machine, path: Value, target: Value): void {
  machine.write(path, 'over', machine.read(target));
  machine.link(path, target);
}

export const copyPrograms = programTable({ 'cp gcp': cp, 'mv gmv': mv, 'install ginstall': install, 'ln gln': ln });

/** A secret may be copied to another secret place; elsewhere it is no longer guarded. */
export function noteSecretCopy(machine: Machine, from: Value, target: Value, destination: Value): void {
  if (!holdsSecret(machine.read(from))) return;
  if (machine.place(target).scope === 'secret') return;
  // An .env file may be copied within the project, and anywhere under a name that starts with .env.
  const { path } = machine.place(destination);
  const staysEnvFile = path.startsWith(`${machine.world.root}/`) || fileName(destination).startsWith('.env');
  if (fileName(from).startsWith('.env') && staysEnvFile) return;
  machine.note({ do: 'reveal', what: `a copy of ${fileName(from)}`, at: machine.place(from) });
}
