import { type Machine, type Program, programTable } from '../machine.js';
import type { OptionTable } from '../packs/options.js';
import { marks, type Value } from '../value.js';
import { listOfWords } from '../word-lists.js';
import { argumentsOf, fileName } from './call-words.js';
import { noteSecretCopy } from './copy.js';
import { folderName, foundName, inputOf, isGiven, onlyHelps, optionValue, readCallWords, writeText } from './kit.js';

const tee: Program = (call, machine) => {
  if (onlyHelps(call)) return '';
  const words = readCallWords(call, {
    flags: ['--append', '--ignore-interrupts', '--output-error', '--help', '--version'],
  });
  const how = isGiven(words, '-a', '--append') ? 'append' : 'over';
  for (const path of words.operands) {
    writeText(machine, path, how, call.stdin);
    const isGuarded =
      machine.place(path).scope === 'secret' || /^(?:\.env|\.npmrc)/.test(fileName(path)) || path.startsWith('/dev/');
    if (call.stdin?.includes(marks.secret) && !isGuarded)
      machine.note({ do: 'reveal', what: `a copy in ${fileName(path)}` });
  }
  return call.stdin ?? '';
};

/** Test data are not larger than this: 500 GB. */
const maxFileBytes = 5e11;
const unitFactors: Readonly<Record<string, number>> = {
  k: 1024,
  m: 1024 ** 2,
  g: 1024 ** 3,
  t: 1024 ** 4,
  p: 1024 ** 5,
};

/** The bytes of `512`, `4k`, `10GB`; undefined if it is not a size. */
function bytesOf(size: Value): number | undefined {
  const [, number, unit = ''] = /^(\d{1,15})([kmgtp])?(?:i?b)?$/i.exec(size) ?? [];
  return number === undefined ? undefined : Number(number) * (unitFactors[unit.toLowerCase()] ?? 1);
}

/** `sponge` writes after its input has ended, and prints nothing. */
const sponge: Program = (call, machine) => {
  const words = readCallWords(call, {});
  for (const path of words.operands) writeText(machine, path, isGiven(words, '-a') ? 'append' : 'over', call.stdin);
  return words.operands.length === 0 ? (call.stdin ?? '') : '';
};

const dd: Program = (call, machine) => {
  const settings = new Map<string, Value>();
  for (const word of argumentsOf(call)) {
    const equals = word.indexOf('=');
    if (equals > 0) settings.set(word.slice(0, equals), word.slice(equals + 1));
  }
  if (onlyHelps(call)) return '';
  const from = settings.get('if');
  const to = settings.get('of');
  const count = settings.get('count');
  const all = from === undefined ? (call.stdin ?? '') : machine.read(from);
  const text = count === undefined ? all : all.replaceAll(marks.endless, '');
  if (to === undefined) return text;
  const isEdit = /(?:^|,)notrunc(?:,|$)/.test(settings.get('conv') ?? '');
  if (from !== undefined) noteSecretCopy(machine, from, to, to);
  const size = (bytesOf(settings.get('bs') ?? settings.get('obs') ?? '512') ?? 512) * (bytesOf(count ?? '') ?? 0);
  if (size > maxFileBytes && !to.startsWith('/dev/')) machine.note({ do: 'exhaust', what: 'fills the disk' });
  if (isEdit) machine.write(to, 'edit', text);
  else writeText(machine, to, 'over', text);
  return '';
};

const truncate: Program = (call, machine) => {
  if (onlyHelps(call)) return '';
  const words = readCallWords(call, {
    values: ['-s', '-r', '--size', '--reference'],
    flags: ['--no-create', '--io-blocks', '--help', '--version'],
  });
  const isEmptied = /^0+[A-Za-z]*$/.test(optionValue(words, '-s', '--size') ?? '');
  for (const path of words.operands) {
    writeText(machine, path, 'over', isEmptied ? '' : undefined);
  }
  return '';
};

const split: Program = (call, machine) => {
  if (onlyHelps(call)) return '';
  const words = readCallWords(call, {
    values: listOfWords('-a -b -C -l -n -t --suffix-length --bytes --line-bytes --lines --number --filter'),
    flags: ['--numeric-suffixes', '--hex-suffixes', '--elide-empty-files', '--verbose', '--additional-suffix'],
  });
  const [from, prefix] = words.operands;
  const text = inputOf(machine, call, from === undefined ? [] : [from]);
  const command = optionValue(words, '--filter');
  if (command !== undefined) return machine.runShell(command, { via: 'split --filter', stdin: text });
  machine.write(`${prefix ?? 'x'}${marks.star}`, 'over', text);
  return '';
};

/** New empty files and folders lose nothing. */
const createsEmpty: Program = () => '';

const chmodOption = /^-[RvcfhHLPE]+$/;

const chmod: Program = (call, machine) => {
  if (onlyHelps(call)) return '';
  let recursive = false;
  let mode: Value | undefined;
  let hasEnded = false;
  const paths: Value[] = [];
  for (const word of argumentsOf(call)) {
    if (!hasEnded && word === '--') hasEnded = true;
    else if (!hasEnded && word.startsWith('--')) {
      if (word.startsWith('--reference')) mode = word;
      else if (word.length > 4 && '--recursive'.startsWith(word)) recursive = true;
    } else if (!hasEnded && chmodOption.test(word)) recursive ||= word.includes('R');
    else if (mode === undefined) mode = word;
    else paths.push(word);
  }
  notePermits(machine, paths, recursive, mode);
  return '';
};

function notePermits(machine: Machine, paths: readonly Value[], recursive: boolean, mode?: Value): void {
  for (const path of paths) {
    // Files that find selected by something other than a name may be anywhere in the folder.
    const isFound = fileName(path) === foundName;
    const at = machine.place(isFound ? folderName(path) : path);
    machine.note({ do: 'permit', at, recursive: recursive || isFound, ...(mode === undefined ? {} : { mode }) });
  }
}

const chownOptions: OptionTable = {
  values: ['--from'],
  flags: [
    ...['--recursive', '--changes', '--quiet', '--silent', '--verbose', '--dereference', '--no-dereference'],
    ...['--no-preserve-root', '--preserve-root', '--reference', '--help', '--version'],
  ],
};

const chown: Program = (call, machine) => {
  if (onlyHelps(call)) return '';
  const words = readCallWords(call, chownOptions);
  const isLike = isGiven(words, '--reference');
  const [owner = ''] = isLike ? [] : words.operands;
  const own = machine.world.env['USER'];
  // A user who gets their own files back can still read and write them.
  const mode =
    call.name.endsWith('chown') && own !== undefined && /^[^:.]+/.exec(owner)?.[0] === own ? 'u+rwX' : undefined;
  notePermits(machine, isLike ? words.operands : words.operands.slice(1), isGiven(words, '-R', '--recursive'), mode);
  return '';
};

const chattr: Program = (call, machine) => {
  const words = argumentsOf(call);
  const recursive = words.some((word) => /^-[a-zA-Z]*R/.test(word));
  const paths = words.filter((word, at) => !/^[-+=]/.test(word) && !/^-[vp]$/.test(words[at - 1] ?? ''));
  notePermits(machine, paths, recursive);
  return '';
};

const setfacl: Program = (call, machine) => {
  const words = readCallWords(call, {
    values: listOfWords('-m -x -M -X --modify --remove --set --set-file --modify-file --remove-file --restore'),
    flags: ['--recursive', '--test', '--remove-all', '--remove-default', '--default', '--help', '--version'],
  });
  if (isGiven(words, '--test', '--help', '--version')) return '';
  const mode = optionValue(words, '-m', '--modify', '--set');
  notePermits(machine, words.operands, isGiven(words, '-R', '--recursive'), mode);
  return '';
};

export const writePrograms = programTable({
  'tee gtee': tee,
  sponge,
  dd,
  truncate,
  'split csplit': split,
  'touch mkdir': createsEmpty,
  'chmod gchmod': chmod,
  'chown gchown chgrp chflags': chown,
  chattr,
  setfacl,
});
