import { type Call, describedVariables, type Machine, type Program, programTable } from '../machine.js';
import type { OptionTable } from '../packs/options.js';
import { isFullyKnown, marks, sourcesOf, type Value } from '../value.js';
import { listOfWords } from '../word-lists.js';
import { argumentsOf } from './call-words.js';
import { grep } from './grep.js';
import {
  holdsSecret,
  inputOf,
  isGiven,
  onlyHelps,
  optionValue,
  optionValues,
  readCallWords,
  readFiles,
  unknownFrom,
  writeText,
} from './kit.js';
import { joinLines, linesOf, listedNames, shownNames } from './text-lines.js';

/** The output of `paste` for several files: their lines side by side. Undefined for one file or unknown ones. */
function pastedFiles(call: Call, machine: Machine): Value | undefined {
  const words = readCallWords(call, { values: ['-d', '--delimiters'] });
  if (words.operands.length < 2 || argumentsOf(call).some((word) => /^(?:-s|--serial)$/.test(word))) return undefined;
  const columns = words.operands.map((file) => readFiles(machine, [file], call.stdin));
  if (!columns.every(isFullyKnown)) return undefined;
  const lines = columns.map((column) => column.replace(/\n$/, '').split('\n'));
  const char = (optionValue(words, '-d', '--delimiters') ?? '\t').slice(0, 1);
  const longest = Math.max(...lines.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => `${lines.map((column) => column[at] ?? '').join(char)}\n`).join('');
}

/** `nl -b n` prints its lines without numbers; lines with numbers are not commands. */
const unnumbered = (input: string, call: Call): string | undefined =>
  /(?:^| )(?:-bn|-b n|--body-numbering=n)(?: |$)/.test(argumentsOf(call).join(' ')) ? input : undefined;

export const rot13 = (input: string): string =>
  input.replace(/[a-z]/gi, (letter) => {
    const first = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });

/** A text program's output for its known input; undefined if that is not computed. */
type TextFunction = (input: string, call: Call) => string | undefined;

/** A program that reads files or its standard input and prints a result. */
const filter =
  (compute: TextFunction, table: OptionTable = {}): Program =>
  (call, machine) => {
    if (onlyHelps(call)) return marks.any;
    const words = readCallWords(call, table);
    const input = inputOf(machine, call, words.operands).replaceAll(marks.endless, '');
    const text = isFullyKnown(input) ? compute(input, call) : (listedNames(input) ?? shownNames(call, input, machine));
    return text ?? unknownFrom(input);
  };

const hasOptions = (call: Call): boolean => argumentsOf(call).some((word) => /^-./.test(word));

const cat: Program = (call, machine) => {
  if (onlyHelps(call)) return marks.any;
  const words = readCallWords(call, {});
  const input = inputOf(machine, call, words.operands);
  return words.options.some(({ name }) => !['-u', '--'].includes(name)) && isFullyKnown(input) ? marks.any : input;
};

const rev: TextFunction = (input) => joinLines(linesOf(input).map((line) => [...line].reverse().join('')));
const tac: TextFunction = (input, call) => (hasOptions(call) ? undefined : joinLines([...linesOf(input)].reverse()));

/** head and tail of known lines or characters, counted from either end. */
const headOrTail: TextFunction = (input, call) => {
  const given = argumentsOf(call).map((word) => word.replace(/^-(\d+)$/, '-n$1'));
  const words = readCallWords({ ...call, argv: [call.name, ...given] }, countOptions);
  const characters = optionValue(words, '-c', '--bytes');
  const count = characters ?? optionValue(words, '-n', '--lines') ?? '10';
  if (!/^[-+]?\d+$/.test(count)) return undefined;
  const items = characters === undefined ? linesOf(input) : [...input];
  const amount = Number(count.replace(/^[-+]/, ''));
  const rest = call.name.endsWith('head')
    ? items.slice(0, count.startsWith('-') ? Math.max(0, items.length - amount) : amount)
    : items.slice(count.startsWith('+') ? Math.max(0, amount - 1) : Math.max(0, items.length - amount));
  return characters === undefined ? joinLines(rest) : rest.join('');
};
const countOptions: OptionTable = { values: ['-n', '-c', '-s', '--lines', '--bytes', '--pid', '--sleep-interval'] };

const sort: Program = (call, machine) => {
  const words = readCallWords(call, {
    values: listOfWords('-k -t -o -S -T --key --field-separator --output --buffer-size --compress-program --parallel'),
  });
  const program = optionValue(words, '--compress-program');
  if (program !== undefined) machine.run([program], { via: 'sort' });
  const input = inputOf(machine, call, words.operands);
  const sorted = isFullyKnown(input)
    ? joinLines([...linesOf(input)].sort())
    : (listedNames(input) ?? unknownFrom(input));
  const file = optionValue(words, '-o', '--output');
  if (file === undefined) return sorted;
  writeText(machine, file, 'over', sorted);
  return '';
};

const uniq: TextFunction = (input, call) =>
  argumentsOf(call).some((word) => /^-[a-zA-Z]*c/.test(word))
    ? undefined
    : joinLines(linesOf(input).filter((line, at, all) => line !== all[at - 1]));

const cut: TextFunction = (input, call) => {
  const words = readCallWords(call, cutOptions);
  const ranges = optionValue(words, '-c', '-b', '-f', '--characters', '--bytes', '--fields');
  const byField = isGiven(words, '-f', '--fields');
  const separator = optionValue(words, '-d', '--delimiter') ?? '\t';
  if (ranges === undefined || isGiven(words, '--complement', '-s', '--output-delimiter')) return undefined;
  const picked = (items: readonly string[]): readonly string[] => items.filter((_, at) => isInRanges(at + 1, ranges));
  return joinLines(
    linesOf(input).map((line) => {
      if (!byField) return picked([...line]).join('');
      return line.includes(separator) ? picked(line.split(separator)).join(separator) : line;
    }),
  );
};
const cutOptions: OptionTable = {
  values: ['-c', '-b', '-f', '-d', '--characters', '--bytes', '--fields', '--delimiter', '--output-delimiter'],
};

const isInRanges = (position: number, ranges: string): boolean =>
  ranges.split(',').some((range) => {
    const [from = '', to] = range.split('-');
    const first = Number(from || '1');
    const last = to === undefined ? first : Number(to || position);
    return position >= first && position <= last;
  });

const paste: TextFunction = (input, call) => {
  const words = readCallWords(call, { values: ['-d', '--delimiters'] });
  if (!isGiven(words, '-s', '--serial')) return words.operands.length > 1 ? undefined : input;
  return `${linesOf(input).join((optionValue(words, '-d', '--delimiters') ?? '\t').slice(0, 1))}\n`;
};

const fold: TextFunction = (input, call) => {
  const given = argumentsOf(call).map((word) => word.replace(/^-(\d+)$/, '-w$1'));
  const width = Number(
    optionValue(readCallWords({ ...call, argv: [call.name, ...given] }, foldOptions), '-w', '--width') ?? '80',
  );
  if (!(width >= 1)) return undefined;
  return joinLines(linesOf(input).flatMap((line) => [...line].reduce(foldInto(width), [''])));
};
const foldOptions: OptionTable = { values: ['-w', '--width'] };
const foldInto =
  (width: number) =>
  (lines: string[], letter: string): string[] => {
    const last = lines.length - 1;
    if ((lines[last] as string).length < width) lines[last] += letter;
    else lines.push(letter);
    return lines;
  };

/** Programs that only change the formatting of text. */
const unchanged: TextFunction = (input) => input;

const maxCount = 100;

const seq: Program = (call) => {
  const numbers = argumentsOf(call).map(Number);
  if (numbers.length === 0 || numbers.length > 3 || numbers.some((number) => !Number.isInteger(number)))
    return marks.any;
  const first = numbers.length === 1 ? 1 : (numbers[0] as number);
  const step = numbers.length === 3 ? (numbers[1] as number) : 1;
  const last = numbers.at(-1) as number;
  if (step === 0 || (last - first) / step > maxCount) return marks.any;
  const list: string[] = [];
  for (let at = first; step > 0 ? at <= last : at >= last; at += step) list.push(String(at));
  return joinLines(list);
};

/** The same line repeatedly; two of them are enough to see the effect. */
const yes: Program = (call) => joinLines(Array(2).fill(argumentsOf(call).join(' ') || 'y')) + marks.endless;

/** Programs that describe their input without printing it. */
const unknownOutput: Program = () => marks.any;

const shownOptions: OptionTable = { values: ['-f', '-t', '-w', '-e', '-l', '-p', '--style', '--language'] };

/** Programs that print their input in another form. */
const showsInOtherForm = (table: OptionTable = {}): Program => filter(() => undefined, table);

/** Pagers show files. An argument such as `+!cmd` makes `less` run a shell command first. */
const pager: Program = (call, machine) => {
  for (const word of argumentsOf(call))
    if (/^\+{1,2}!/.test(word)) machine.runShell(word.replace(/^\+{1,2}!/, ''), { via: call.name });
  return filter(unchanged, shownOptions)(call, machine);
};

const jq: Program = (call, machine) => {
  const words = readCallWords(call, { values: ['-f', '--from-file', '--indent', '-L'] });
  const isBuilt = isGiven(words, '-n', '--null-input');
  const files = words.operands.slice(isGiven(words, '-f', '--from-file') ? 0 : 1);
  // yq also edits files.
  if (call.name !== 'jq' && isGiven(words, '-i', '--inplace', '--in-place'))
    for (const file of files) machine.write(file, 'edit');
  const spelledOut = isBuilt ? /^"([^"\\]*)"$/.exec(words.operands[0] ?? '')?.[1] : undefined;
  if (spelledOut !== undefined) return `${spelledOut}\n`;
  const named = optionValues(words, '--arg', '--argjson', '--rawfile', '--slurpfile');
  return unknownFrom(
    isBuilt ? '' : inputOf(machine, call, files),
    ...files.map((file) => machine.read(file)),
    ...named,
    variablesInFilter(words.operands[0] ?? '', machine),
    /\bEnv\b/.test(words.operands[0] ?? '') ? describedVariables(machine) : '',
  );
};

/** The variables that a filter reads: `env.NAME`, `$ENV.NAME`, `env(NAME)` of yq; `env` without a name reads all. */
const variablesInFilter = (filter: Value, machine: Machine): Value =>
  [...filter.matchAll(/(?:\$ENV|(?<![.\w"])(?:str)?env)\b(?:\.([A-Za-z_]\w*)|\(\s*([A-Za-z_]\w*)|\["(\w+)"\])?/g)]
    .map(([, dotted, called, indexed]) => dotted ?? called ?? indexed)
    .map((name) => (name === undefined ? marks.environment : machine.variable(name)))
    .join('');

/** Any program or web page can read the clipboard. */
const clipboard: Program = (call, machine) => {
  const words = argumentsOf(call);
  if (/paste$/.test(call.name) || words.some((word) => /^-{1,2}o/.test(word))) return marks.any;
  const files = words.filter((word) => machine.place(word).scope === 'secret').map((path) => machine.read(path));
  if ([call.stdin ?? '', ...words, ...files].some(holdsSecret))
    machine.note({ do: 'reveal', what: 'a secret in the clipboard' });
  return '';
};

const compare: Program = (call, machine) => {
  const words = readCallWords(call, { values: ['-U', '-C', '-x', '-X', '-I', '--exclude', '--label', '--color'] });
  if (isGiven(words, '-q', '--brief', '-s', '--silent', '--quiet')) return marks.any;
  return unknownFrom(call.stdin, ...words.operands.map((file) => machine.read(file)));
};

/** Compresses or decompresses. Decompressed text is unknown and keeps the source of its input. */
const compression: Program = (call, machine) => {
  const words = readCallWords(call, { values: ['-S', '-b', '--suffix', '-T', '--threads'] });
  const isReader = /cat$/.test(call.name) || isGiven(words, '-c', '--stdout', '--to-stdout');
  if (words.operands.length > 0 && !isReader) {
    for (const file of words.operands) if (!isGiven(words, '-t', '-l', '--test', '--list')) replaceFile(machine, file);
    return '';
  }
  const input = inputOf(machine, call, words.operands);
  const isDecoder =
    /^(?:gun|bun|un|z|bz|xz|lz|zstdcat)|cat$/.test(call.name) || isGiven(words, '-d', '--decompress', '--uncompress');
  if (!isDecoder) return unknownFrom(input);
  return input === '' ? '' : marks.decoded + (sourcesOf(input) || marks.any);
};

const packedName = /\.(?:t?gz|bz2|xz|lzma|zst|lz4|br|Z)$/;

/** gzip and similar programs replace their file with another one, whose name shows the compression. */
function replaceFile(machine: Machine, file: Value): void {
  machine.write(file, 'edit');
  if (packedName.test(file)) machine.write(file.replace(packedName, ''), 'over');
}

export const textPrograms = programTable({
  'cat gcat': cat,
  rev: filter(rev),
  'tac gtac': filter(tac, { values: ['-s', '--separator'] }),
  'head tail ghead gtail': filter(headOrTail, countOptions),
  'sort gsort': sort,
  uniq: filter(uniq, { values: ['-f', '-s', '-w'] }),
  cut: filter(cut, cutOptions),
  paste: (call, machine) =>
    pastedFiles(call, machine) ?? filter(paste, { values: ['-d', '--delimiters'] })(call, machine),
  nl: filter(unnumbered, { values: ['-b', '-s', '-w', '-f', '-h', '-v', '-i', '-n', '-d', '-l'] }),
  'rot13 caesar': filter(rot13),
  seq,
  yes,
  'wc cksum md5sum sha1sum sha256sum sha512sum b2sum shasum md5 sum file stat du cmp': unknownOutput,
  'hexdump hd look comm join xmllint': showsInOtherForm({ values: ['-f', '-t', '-w', '-e'] }),
  fold: filter(fold, foldOptions),
  'expand unexpand iconv strings pr fmt col pv ts': filter(unchanged, shownOptions),
  column: filter(unchanged, { values: ['-s', '-o', '-c', '-N'] }),
  'less more most bat batcat pg glow mdcat pygmentize highlight': pager,
  'grep egrep fgrep ggrep zgrep rg ag ack': grep,
  'jq yq gojq jaq xq dasel': jq,
  'diff colordiff sdiff diff3 delta icdiff': compare,
  'xclip xsel pbcopy pbpaste wl-copy wl-paste clip putclip termux-clipboard-set win32yank copyq gpaste-client lemonade':
    clipboard,
  'gzip gunzip zcat gzcat bzip2 bunzip2 bzcat xz unxz xzcat lzma unlzma lzcat zstd unzstd zstdcat lz4 unlz4 lz4cat brotli uncompress':
    compression,
});
