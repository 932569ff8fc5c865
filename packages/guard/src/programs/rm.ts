import { type Call, type Machine, type Program, programTable } from '../machine.js';
import type { OptionTable } from '../packs/options.js';
import { listOfWords } from '../word-lists.js';
import { argumentsOf } from './call-words.js';
import { isGiven, onlyHelps, readCallWords } from './kit.js';

const rmOptions: OptionTable = {
  flags:
    listOfWords(`--recursive --force --dir --interactive --one-file-system --no-preserve-root --preserve-root --verbose
    --help --version`),
};

/** rm and srm. A prompt (`-i`) changes nothing: an agent may answer it itself. */
const rm: Program = (call, machine) => {
  if (onlyHelps(call)) return '';
  const words = readCallWords(call, rmOptions);
  // Unknown words may be `-r`.
  const recursive = words.mayHideOptions || isGiven(words, '-r', '-R', '--recursive');
  // An empty word is an error for rm, not the folder.
  for (const operand of words.operands.filter((word) => word !== ''))
    machine.note({ do: 'delete', at: machine.place(operand), recursive });
  return '';
};

const unlink: Program = (call, machine) => {
  if (onlyHelps(call)) return '';
  for (const word of argumentsOf(call)) {
    if (word !== '--') machine.note({ do: 'delete', at: machine.place(word), recursive: false });
  }
  return '';
};

/** rmdir removes only empty folders. */
const rmdir: Program = () => '';

const shredOptions: OptionTable = {
  values: ['-n', '-s', '--iterations', '--size', '--random-source'],
  flags: ['--force', '--remove', '--verbose', '--exact', '--zero', '--help', '--version'],
};

/** shred overwrites the contents, so a file is lost even if its name stays. */
const shred: Program = (call, machine) => loseContent(call, machine, shredOptions);

const wipeOptions: OptionTable = { values: ['-Q', '-l', '-R', '-S', '-o', '-P', '-b'] };

const wipe: Program = (call, machine) => loseContent(call, machine, wipeOptions);

function loseContent(call: Call, machine: Machine, table: OptionTable): string {
  if (onlyHelps(call)) return '';
  const words = readCallWords(call, table);
  const recursive = call.name === 'wipe' && isGiven(words, '-r');
  for (const operand of words.operands) {
    if (operand === '-') continue;
    const at = machine.place(operand);
    if (at.scope === 'device') machine.write(operand, 'over');
    else machine.note({ do: 'delete', at, recursive });
  }
  return '';
}

/** Files in the trash can be restored. */
const trash: Program = () => '';

export const deletePrograms = programTable({
  'rm grm srm': rm,
  unlink,
  rmdir,
  'shred gshred': shred,
  wipe,
  'trash trash-put rmtrash': trash,
});
