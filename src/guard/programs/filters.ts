import type { Program } from '../machine.js';
import { type OptionTable, readWords } from '../packs/options.js';
import { isKnown, type Value } from '../value.js';
import { argumentsOf, inputOf, isGiven, onlyHelps, optionValue, optionValues, readCall, unknownFrom } from './kit.js';

interface SedUse {
  readonly scripts: readonly Value[];
  readonly files: readonly Value[];
  readonly isInPlace: boolean;
}

const sedLong = [
  ...['--quiet', '--silent', '--debug', '--regexp-extended', '--separate', '--unbuffered', '--null-data', '--posix'],
  ...['--follow-symlinks', '--sandbox', '--in-place', '--help', '--version'],
];
const sedOptions: OptionTable = {
  values: ['-e', '-f', '-l', '--expression', '--file', '--line-length'],
  flags: sedLong,
};

/** `-i` takes the rest of its word as a suffix, so `-ie` is no `-e`. */
const withoutSuffix = (word: Value): Value => /^-[nEruszl]*[iI]/.exec(word)?.[0] ?? word;

function readSed(given: readonly Value[], read: (path: Value) => Value): SedUse {
  const end = given.indexOf('--');
  const words = readWords(
    given.map((word, at) => (end >= 0 && at > end ? word : withoutSuffix(word))),
    sedOptions,
  );
  const isInPlace = isGiven(words, '-i', '-I', '--in-place');
  const scripts = [...optionValues(words, '-e', '--expression'), ...optionValues(words, '-f', '--file').map(read)];
  // On macOS the suffix is a word of its own: sed -i '' 's/a/b/' file.
  const operands = isInPlace && words.operands[0] === '' ? words.operands.slice(1) : words.operands;
  if (scripts.length > 0) return { scripts, files: operands, isInPlace };
  const hasSuffix = isInPlace && /^\.\w+$/.test(operands[0] ?? '') && operands.length > 2;
  const rest = hasSuffix ? operands.slice(1) : operands;
  return { scripts: rest.slice(0, 1), files: rest.slice(1), isInPlace };
}

const sed: Program = (call, machine) => {
  if (onlyHelps(call)) return '';
  const { scripts, files, isInPlace } = readSed(argumentsOf(call), (path) => machine.read(path));
  const input = inputOf(machine, call, files);
  const printed = scripts.map((script) => machine.runCode('sed', script, { via: 'sed', stdin: input }));
  if (isInPlace) {
    for (const path of files) machine.write(path, 'edit');
    return '';
  }
  const isPlain = !argumentsOf(call).some((word) => /^-[a-zA-Z]*[nzs]/.test(word) || word.startsWith('--'));
  const edited = isPlain && isKnown(input) ? editText(scripts.join('\n'), input) : undefined;
  return edited ?? unknownFrom(input, ...printed);
};

const maxSedSteps = 20;

/** What substitutions of plain text make of a known text; undefined if the script is more than that. */
function editText(script: Value, input: Value): Value | undefined {
  const steps = script.split(/[;\n]/).map((step) => step.trim());
  if (!isKnown(script) || steps.length > maxSedSteps) return undefined;
  let lines = input.split('\n');
  for (const step of steps) {
    if (step === '') continue;
    const parts = step.slice(2).split(step[1] ?? '/');
    const [from = '', to = '', flags = ''] = parts;
    if (parts.length !== 3 || !/^[sy]$/.test(step[0] ?? '') || /\\/.test(from + to)) return undefined;
    if (step[0] === 'y') lines = lines.map((line) => transliterate(line, from, to));
    else {
      if (!/^g?$/.test(flags) || to.includes('&')) return undefined;
      const edit = substitution(from, to, flags === 'g');
      if (!edit) return undefined;
      lines = lines.map((line, at) => (at === lines.length - 1 && line === '' ? line : edit(line)));
    }
  }
  return lines.join('\n');
}

/** Plain text to replace, also at the beginning or the end of a line. */
function substitution(from: string, to: string, all: boolean): ((line: string) => string) | undefined {
  const atStart = from.startsWith('^');
  const atEnd = from.endsWith('$');
  const plain = from.slice(atStart ? 1 : 0, atEnd ? -1 : undefined);
  if (/[.*[\]^$]/.test(plain)) return undefined;
  if (atStart && atEnd) return (line) => (line === plain ? to : line);
  if (atStart) return (line) => (line.startsWith(plain) ? to + line.slice(plain.length) : line);
  if (atEnd) return (line) => (line.endsWith(plain) ? line.slice(0, line.length - plain.length) + to : line);
  if (plain === '') return undefined;
  return (line) => (all ? line.split(plain).join(to) : replaceFirst(line, plain, to));
}

function replaceFirst(line: string, from: string, to: string): string {
  const at = line.indexOf(from);
  return at < 0 ? line : line.slice(0, at) + to + line.slice(at + from.length);
}

const transliterate = (line: string, from: string, to: string): string =>
  [...line].map((letter) => (from.includes(letter) ? (to[from.indexOf(letter)] ?? letter) : letter)).join('');

const awkOptions: OptionTable = {
  values: [
    ...['-F', '-v', '-f', '-e', '-i', '-l', '-E', '--field-separator', '--assign', '--file', '--source', '--include'],
    ...['--load', '--exec'],
  ],
  stopsAtOperand: true,
};

const awk: Program = (call, machine) => {
  if (onlyHelps(call, '-W', '-V', '-h')) return '';
  const words = readCall(call, awkOptions);
  const files = optionValues(words, '-f', '--file', '-E', '--exec');
  const texts = [...optionValues(words, '-e', '--source'), ...files.map((path) => machine.read(path))];
  const hasProgram = texts.length > 0;
  const [first] = words.operands;
  const program = hasProgram || first === undefined ? texts : [first];
  const operands = words.operands.slice(hasProgram ? 0 : 1).filter((word) => !/^[A-Za-z_]\w*=/.test(word));
  const input = inputOf(machine, call, operands);
  const printed = program.map((text) => machine.runCode('awk', text, { via: call.name, stdin: input }));
  if (optionValues(words, '-i', '--include').includes('inplace'))
    for (const path of operands) machine.write(path, 'edit');
  const separator = optionValue(words, '-F', '--field-separator');
  const chosen = isKnown(input) && program.length === 1 ? chooseFields(program[0] ?? '', input, separator) : undefined;
  return chosen ?? unknownFrom(input, ...printed);
};

/** What `{print $2, $1}` prints of a known text; undefined for other programs. */
function chooseFields(program: Value, input: Value, separator: Value | undefined): Value | undefined {
  const list = /^\s*\{\s*print(?:\s+|(?=\$)|(?=\s*\}))((?:\$\w+|[\s,])*);?\s*\}\s*$/.exec(program)?.[1];
  if (list === undefined || (separator !== undefined && separator.length !== 1)) return undefined;
  const groups = list.trim() === '' ? ['$0'] : list.split(',').map((group) => group.trim());
  const lines = input.replace(/\n$/, '').split('\n');
  return lines
    .map((line) => {
      const fields = separator === undefined || separator === ' ' ? line.trim().split(/\s+/) : line.split(separator);
      const field = (name: string): string => {
        if (name === '$0') return line;
        return fields[(name === '$NF' ? fields.length : Number(name.slice(1))) - 1] ?? '';
      };
      return `${groups.map((group) => (group.match(/\$\w+/g) ?? []).map(field).join('')).join(' ')}\n`;
    })
    .join('');
}

export const filterPrograms: Readonly<Record<string, Program>> = {
  sed,
  gsed: sed,
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
};
