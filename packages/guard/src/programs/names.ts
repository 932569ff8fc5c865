import { type Program, programTable } from '../machine.js';
import { hasGlob, hasUnknown, isFullyKnown, marks, type Value } from '../value.js';
import { argumentsOf, fileName, joinPath } from './call-words.js';
import { folderName, isGiven, optionValue, readCallWords } from './kit.js';

const lines = (values: readonly Value[]): Value => values.map((value) => `${value}\n`).join('');

const basename: Program = (call) => {
  const words = readCallWords(call, { values: ['-s', '--suffix'], flags: ['--multiple', '--zero'] });
  const suffix = optionValue(words, '-s', '--suffix');
  const isList = suffix !== undefined || isGiven(words, '-a', '--multiple');
  const paths = isList ? words.operands : words.operands.slice(0, 1);
  const end = isList ? (suffix ?? '') : (words.operands[1] ?? '');
  return lines(
    paths.map((path) => {
      const name = fileName(path);
      return end !== '' && name !== end && name.endsWith(end) ? name.slice(0, -end.length) : name;
    }),
  );
};

const dirname: Program = (call) => lines(readCallWords(call, {}).operands.map(folderName));

/** Prints paths with links followed. */
const realpath: Program = (call, machine) => {
  const words = readCallWords(call, { values: ['--relative-to', '--relative-base'] });
  const isPlainLink =
    call.name.endsWith('readlink') && !isGiven(words, '-f', '-e', '-m', '--canonicalize', '--canonicalize-missing');
  if (isPlainLink || machine.remote !== undefined || isGiven(words, '--relative-to', '--relative-base'))
    return marks.any;
  return lines(
    words.operands.map((operand) => {
      const place = machine.place(operand);
      return place.real ?? place.path;
    }),
  );
};

const countMemory = 'temporary files';
const lettersForDigits = 'abcdefghij';

/** Every call returns a new name, so text written to one file is not read from another. */
const mktemp: Program = (call, machine) => {
  const words = readCallWords(call, { values: ['-p', '--suffix'] });
  const count = (machine.memory.get(countMemory)?.length ?? 0) + 1;
  machine.memory.set(countMemory, 'x'.repeat(count));
  const [template = 'tmp.XXXXXXXXXX'] = words.operands;
  const unique = [...String(count)].map((digit) => lettersForDigits[Number(digit)]).join('');
  const name = (/X{3,}/.test(template) ? template : `${template}.XXXX`).replace(/X{3,}/, (run) =>
    unique.padStart(run.length, 'x'),
  );
  const isInTemp = words.operands.length === 0 || isGiven(words, '-t', '--tmpdir') || isGiven(words, '-p');
  const variable = machine.variable('TMPDIR');
  const temp = variable !== '' && isFullyKnown(variable) ? variable : (machine.world.temp[0] ?? '/tmp');
  const folder = optionValue(words, '-p', '--tmpdir') || temp;
  return `${isInTemp ? joinPath(folder, name) : joinPath(machine.cwd, name)}${optionValue(words, '--suffix') ?? ''}\n`;
};

/** Programs are in their usual folders: the name decides what runs. */
const which: Program = (call) =>
  lines(
    argumentsOf(call)
      .filter((word) => !word.startsWith('-'))
      .map((word) => (word.includes('/') || hasUnknown(word) ? word : `/usr/bin/${word}`)),
  );

const date: Program = (call, machine) => {
  if (argumentsOf(call).some((word) => /^(?:-s|--set)(?:$|=)/.test(word)))
    machine.note({ do: 'system', what: 'the clock' });
  const format = argumentsOf(call).find((word) => word.startsWith('+'));
  return format !== undefined && isFullyKnown(format) && !format.includes('%') ? `${format.slice(1)}\n` : marks.any;
};

/** Names that folders do not have. */
const isFileName =
  /^\/(?:usr\/)?(?:local\/)?s?bin\/.|[^/]\.(?:jsonc?|ya?ml|toml|txt|md|log|sh|[cm]?[jt]sx?|py|rb|conf|ini|lock)$/;

/** A listing of a folder is every name in it, like `*`. */
const ls: Program = (call) => {
  const words = readCallWords(call, {
    values: ['-I', '-w', '-T', '--ignore', '--hide', '--block-size', '--sort', '--time'],
  });
  if (isGiven(words, '-l', '-R', '-s', '-i', '-g', '-o', '--recursive', '--help', '--version')) return marks.any;
  const isNames = isGiven(words, '-d', '--directory');
  const shown = words.operands.map((operand) =>
    isNames || hasGlob(operand) || isFileName.test(operand) ? operand : marks.star,
  );
  return lines(shown.length === 0 ? [marks.star] : [...new Set(shown)]);
};

/** Without a name it prints the whole environment. */
const printenv: Program = (call, machine) => {
  const names = argumentsOf(call).filter((word) => !word.startsWith('-'));
  return names.length === 0 ? marks.environment : lines(names.map((name) => machine.variable(name)));
};

export const namePrograms = programTable({
  'basename gbasename': basename,
  'dirname gdirname': dirname,
  'realpath grealpath readlink greadlink': realpath,
  'mktemp gmktemp': mktemp,
  which,
  'date gdate': date,
  ls,
  printenv,
});
