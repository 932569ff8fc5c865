import { leftOut } from '../left-out.js';
import { type Program, programTable } from '../machine.js';
import { type OptionTable, readWords } from '../packs/options.js';
import { isFullyKnown, type Value } from '../value.js';
import { argumentsOf } from './call-words.js';
import { editFile, inputOf, isGiven, onlyHelps, optionValue, optionValues, readCallWords, unknownFrom } from './kit.js';
import { readPlainPattern, replaceMatches } from './plain-pattern.js';
import { shownNames } from './text-lines.js';

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

/** `-i` takes the rest of its word as a suffix, so `-ie` is not `-e`. */
const withoutSuffix = (word: Value): Value => /^-[nEruszl]*[iI]/.exec(word)?.[0] ?? word;

function readSed(given: readonly Value[], read: (path: Value) => Value): SedUse {
  const end = given.indexOf('--');
  const words = readWords(
    given.map((word, at) => (end >= 0 && at > end ? word : withoutSuffix(word))),
    sedOptions,
  );
  const isInPlace = isGiven(words, '-i', '-I', '--in-place');
  const scripts = [...optionValues(words, '-e', '--expression'), ...optionValues(words, '-f', '--file').map(read)];
  // On macOS the suffix is a separate word: sed -i '' 's/a/b/' file.
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
  const words = argumentsOf(call);
  // The text after -i in its word is the end of a file name.
  const isQuiet = words.some((word) => /^-[a-hj-zA-HJ-Z]*n|^--(?:quiet|silent)$/.test(word));
  if (isInPlace) {
    const text = deletesAll(scripts, isQuiet) ? '' : undefined;
    for (const path of files) editFile(machine, path, text);
    return '';
  }
  const isExtended = words.some((word) => /^-[a-zA-Z]*[Er]|^--regexp-extended$/.test(word));
  const script = scripts.join('\n');
  const edited = isFullyKnown(input)
    ? editText(script, input, isQuiet, isExtended)
    : isQuiet
      ? undefined
      : framedLines(script, unknownFrom(input));
  return edited ?? shownNames(call, input, machine) ?? unknownFrom(input, ...printed);
};

/** `d`, `1,$d`, `/./d`, and `-n` without printing: no line is left. */
function deletesAll(scripts: readonly Value[], isQuiet: boolean): boolean {
  if (isQuiet) return !scripts.some((script) => /[pPwaicl=]/.test(script));
  const narrow = scripts.map((script) => script.replace(/\s+/g, ' '));
  return narrow.some((script) => /^[ ;]*(?:[01] ?, ?\$|\/[.^$]?\*?\/)? ?d[ ;]*$/.test(script));
}

const maxSedSteps = 100;

/** The result of substitutions in a known text; undefined if the script does anything else. */
function editText(script: Value, input: Value, isQuiet: boolean, isExtended: boolean): Value | undefined {
  if (!isFullyKnown(script)) return undefined;
  const beforePrint = textBeforePrint(script);
  const isPrinted = beforePrint !== undefined;
  const steps = sedSteps(beforePrint ?? script);
  if (steps && steps.length > maxSedSteps) return leftOut('items', script, input);
  if (!steps || (isQuiet && !isPrinted)) return undefined;
  const lines = input.split('\n');
  const end = lines.at(-1) === '' ? lines.pop() : undefined;
  const edited: string[] = [];
  for (const line of lines) {
    let text: string | undefined = line;
    for (const step of steps) text = text === undefined ? undefined : applyStep(step, text, isExtended);
    if (text === undefined) return undefined;
    edited.push(text);
  }
  return edited.join('\n') + (end === undefined ? '' : '\n');
}

/** `s/^/rm /`: known text around unknown lines. */
function framedLines(script: Value, line: Value): Value | undefined {
  const [step, ...others] = (isFullyKnown(script) && sedSteps(script)) || [];
  if (step?.order !== 's' || others.length > 0 || !/^g?$/.test(step.flags)) return undefined;
  const plain = step.to.replace(/&|\\(.)/g, (char, letter?: string) =>
    char === '&' || letter === '1' ? line : (letter ?? ''),
  );
  if (step.from === '^') return `${plain}${line}\n`;
  if (step.from === '$') return `${line}${plain}\n`;
  return /^\^?(?:\.\*|\\?\(\.\*\\?\))\$?$/.test(step.from) ? `${plain}\n` : undefined;
}

/** The text before a `p` at the end of a script; undefined if its last command is another. */
function textBeforePrint(script: string): string | undefined {
  const text = script.trimEnd();
  const before = text.slice(0, -1).trimEnd();
  const between = text.slice(before.length, -1);
  const isCommand = before === '' || before.endsWith(';') || between.includes('\n');
  return text.endsWith('p') && isCommand ? before : undefined;
}

interface SedStep {
  readonly order: string;
  readonly from: string;
  readonly to: string;
  readonly flags: string;
}

/** The substitutions of a script, with any separators; undefined if there is something else. */
function sedSteps(script: string): readonly SedStep[] | undefined {
  const steps: SedStep[] = [];
  let at = 0;
  while (at < script.length) {
    if (/[\s;]/.test(script[at] as string)) {
      at++;
      continue;
    }
    const order = script[at] as string;
    const separator = script[at + 1] ?? '';
    if (!/[sy]/.test(order) || separator === '' || /[\\\n]/.test(separator)) return undefined;
    const parts: string[] = [];
    at += 2;
    while (parts.length < 2) {
      let part = '';
      while (at < script.length && script[at] !== separator) {
        const isEscape = script[at] === '\\';
        if (isEscape && script[at + 1] === separator) at++;
        else if (isEscape) part += script[at++];
        part += script[at++] ?? '';
      }
      if (at++ >= script.length) return undefined;
      parts.push(part);
    }
    const flags = /^\w*/.exec(script.slice(at))?.[0] ?? '';
    at += flags.length;
    steps.push({ order, from: parts[0] ?? '', to: parts[1] ?? '', flags });
  }
  return steps;
}

function applyStep({ order, from, to, flags }: SedStep, line: string, isExtended: boolean): string | undefined {
  if (order === 'y') return from.includes('\\') || flags !== '' ? undefined : transliterate(line, from, to);
  const pattern = /^g?$/.test(flags) ? readPlainPattern(from, isExtended) : undefined;
  if (!pattern || /\\[\w]/.test(to)) return undefined;
  const replacement = (match: string): string =>
    to.replace(/\\(.)|&/g, (char: string, letter: string | undefined) => (char === '&' ? match : (letter ?? char)));
  return replaceMatches(line, pattern, replacement, flags === 'g');
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
  const words = readCallWords(call, awkOptions);
  const files = optionValues(words, '-f', '--file', '-E', '--exec');
  const texts = [...optionValues(words, '-e', '--source'), ...files.map((path) => machine.read(path))];
  const hasProgram = texts.length > 0;
  const [first] = words.operands;
  const program = hasProgram || first === undefined ? texts : [first];
  const set = optionValues(words, '-v', '--assign').map(assignmentText).join('');
  const operands = words.operands.slice(hasProgram ? 0 : 1).filter((word) => !/^[A-Za-z_]\w*=/.test(word));
  const input = inputOf(machine, call, operands);
  const printed = program.map((text) => machine.runCode('awk', set + text, { via: call.name, stdin: input }));
  if (optionValues(words, '-i', '--include').includes('inplace')) {
    const left = program.every(printsNothing) ? '' : undefined;
    for (const path of operands) editFile(machine, path, left);
  }
  const separator = optionValue(words, '-F', '--field-separator');
  const chosen =
    isFullyKnown(input) && program.length === 1 ? chooseFields(program[0] ?? '', input, separator) : undefined;
  const text = printed.join('');
  // The placeholders of `printf` are not filled in.
  const isSpelledOut = /[^\s\uE000-\uF8FF]/.test(text) && !text.includes('%');
  return (
    chosen ?? (isSpelledOut ? text : undefined) ?? shownNames(call, input, machine) ?? unknownFrom(input, ...printed)
  );
};

/** `-v name=value` as a rule of the program. */
function assignmentText(word: Value): Value {
  const equals = word.indexOf('=');
  return equals < 0 ? '' : `BEGIN { ${word.slice(0, equals)} = ${JSON.stringify(word.slice(equals + 1))} }\n`;
}

/** Programs that print no line. */
const printsNothing = (program: Value): boolean => /^(?:0|""|!1|\{(?:next)?;?\})$/.test(program.replace(/\s+/g, ''));

/** Programs that print every line unchanged. */
const printsAll = /^(?:1|NF|\/\/|\{print ?(?:\$0)?;?\})$/;

/** The output of `{print $2, $1 "x"}` for a known text; undefined for other programs. */
function chooseFields(program: Value, input: Value, separator: Value | undefined): Value | undefined {
  const text = program
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};]) ?/g, '$1');
  if (printsAll.test(text)) return input;
  const list = /^\{print\b([^{};]*);?\}$/.exec(text)?.[1];
  if (list === undefined || (separator !== undefined && separator.length !== 1)) return undefined;
  const words = list.match(/\$\w+|"[^"\\]*"|,|\S/g) ?? [];
  if (words.some((word) => !/^(?:\$(?:\d+|NF)|".*"|,)$/.test(word))) return undefined;
  const lines = input.replace(/\n$/, '').split('\n');
  return lines
    .map((line) => {
      const fields = separator === undefined || separator === ' ' ? line.trim().split(/\s+/) : line.split(separator);
      const valueOf = (word: string): string => {
        if (word === ',') return ' ';
        if (word.startsWith('"')) return word.slice(1, -1);
        if (word === '$0') return line;
        return fields[(word === '$NF' ? fields.length : Number(word.slice(1))) - 1] ?? '';
      };
      return `${words.map(valueOf).join('')}\n`;
    })
    .join('');
}

export const filterPrograms = programTable({ 'sed gsed': sed, 'awk gawk mawk nawk': awk });
