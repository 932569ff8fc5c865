import { firstItems } from '../left-out.js';
import { type Call, type Machine, type Program, programTable } from '../machine.js';
import { type OptionTable, type OptionUse, type ReadWords, readWords } from '../packs/options.js';
import { contentOf } from '../places/scope.js';
import { hasMark, marks, sourcesOf, type Value } from '../value.js';
import { listOfWords, wordSet } from '../word-lists.js';
import { argumentsOf, fileName, joinPath } from './call-words.js';
import { inputOf, isGiven, noteFetched, optionValue, optionValues, readCallWords, unknownFrom } from './kit.js';

const tarValueLetters = 'bCFfgHIKLNTVX';
const tarOptions: OptionTable = {
  values: [
    ...[...tarValueLetters].map((letter) => `-${letter}`),
    ...listOfWords(`--file --directory --use-compress-program --to-command --checkpoint-action --info-script
      --new-volume-script --rsh-command --rmt-command --exclude --exclude-from --files-from --transform --xform
      --strip-components --mode --owner --group --mtime --newer --after-date --sort --format --label --suffix
      --listed-incremental --blocking-factor --add-file --wildcards-match`),
  ],
  flags:
    listOfWords(`--extract --get --create --list --append --update --catenate --concatenate --diff --compare --delete
    --to-stdout --absolute-names --remove-files --gzip --bzip2 --xz --zstd --verbose --keep-old-files
    --overwrite --one-top-level --checkpoint --help --version --unlink-first --recursive-unlink --auto-compress
    --same-permissions --preserve-permissions`),
};

/** `tar xzf file` is `tar -x -z -f file`; the values of the letters follow in the same order. */
function readTar(given: readonly Value[]): ReadWords {
  const [first = '', ...rest] = given;
  if (first.startsWith('-') || !/^[A-Za-z]+$/.test(first)) return readWords(given, tarOptions);
  const options: OptionUse[] = [];
  let at = 0;
  for (const letter of first)
    options.push({ name: `-${letter}`, value: tarValueLetters.includes(letter) ? rest[at++] : undefined, at: 0 });
  const others = readWords(rest.slice(at), tarOptions);
  return { ...others, options: [...options, ...others.options] };
}

const tar: Program = (call, machine) => {
  const words = readTar(argumentsOf(call));
  if (isGiven(words, '--help', '--version', '--usage')) return undefined;
  runTarCommands(machine, words);
  const file = optionValue(words, '-f', '--file');
  const folder = optionValue(words, '-C', '--directory') ?? '.';
  if (isGiven(words, '-x', '--extract', '--get')) return extract(machine, call, words, file, folder);
  if (!isGiven(words, '-c', '--create', '-r', '--append', '-u', '--update')) return marks.any;
  const sources = [...words.operands.map((path) => joinPath(folder, path)), ...optionValues(words, '--add-file')];
  const content = keepSources(machine, sources);
  if (isGiven(words, '--remove-files')) {
    for (const path of sources) machine.note({ do: 'delete', at: machine.place(path), recursive: true });
  }
  return pack(machine, file, isGiven(words, '-c', '--create') ? 'over' : 'append', content);
};

/** The contents of an archive of the files, as far as known. */
const keepSources = (machine: Machine, paths: readonly Value[]): Value =>
  unknownFrom(...paths.map((path) => contentOf(machine, path)));

/** An archive of secrets outside secret places is a copy of the secrets. */
function pack(machine: Machine, file: Value | undefined, how: 'over' | 'append', content: Value): Value {
  if (file === undefined || file === '-' || file === '/dev/stdout') return content;
  machine.write(file, how, content);
  if (hasMark(content, 'secret') && machine.place(file).scope !== 'secret') {
    machine.note({ do: 'reveal', what: `an archive of secrets: ${fileName(file)}` });
  }
  return '';
}

function runTarCommands(machine: Machine, words: ReadWords): void {
  const shellOptions = ['-F', '--info-script', '--new-volume-script', '--to-command', '-I', '--use-compress-program'];
  for (const text of optionValues(words, ...shellOptions, '--rsh-command', '--rmt-command'))
    machine.runShell(text, { via: 'tar' });
  for (const action of optionValues(words, '--checkpoint-action')) {
    if (action.startsWith('exec=')) machine.runShell(action.slice('exec='.length), { via: 'tar' });
  }
}

function extract(machine: Machine, call: Call, words: ReadWords, file: Value | undefined, folder: Value): Value {
  const isPiped = file === undefined || file === '-';
  const input = isPiped ? (call.stdin ?? marks.any) : machine.read(file);
  if (isGiven(words, '-O', '--to-stdout')) return marks.decoded + (sourcesOf(input) || marks.any);
  if (isGiven(words, '--to-command')) return marks.any;
  const top = optionValue(words, '--one-top-level');
  const target = top === undefined ? folder : joinPath(folder, top);
  const isRenamed = isGiven(words, '--transform', '--xform') || isPiped;
  // On another machine, `.` is the folder in which ssh starts, where new files are harmless.
  if (target !== '.' || machine.remote === undefined) unpack(machine, target, isRenamed ? undefined : file);
  noteUnpacked(machine, target, input);
  // With -P the archive itself decides where its files go.
  if (isGiven(words, '-P', '--absolute-names')) machine.write('/', 'unpack');
  return marks.any;
}

/** Records that files of an archive are written to a folder; unknown files if the archive comes from a pipe. */
const unpack = (machine: Machine, folder: Value, archive: Value | undefined): void =>
  machine.write(folder, 'unpack', undefined, archive === undefined ? undefined : { path: archive, as: 'archive' });

/** Unpacked files have the same source as the archive. */
function noteUnpacked(machine: Machine, folder: Value, archive: Value): void {
  if (hasMark(archive, 'net')) noteFetched(machine, machine.place(folder));
}

interface ZipUse {
  readonly archive: Value | undefined;
  readonly sources: readonly Value[];
  readonly letters: string;
  readonly commands: readonly Value[];
}

const zipValues = wordSet('-b -n -t -tt -P -s -sp -O -UN --out --password --temp-path --split-size');

/** zip has options of two letters and lists after -x and -i. */
function readZip(words: readonly Value[]): ZipUse {
  const operands: Value[] = [];
  const commands: Value[] = [];
  let letters = '';
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Value;
    if (word === '-TT' || word === '--unzip-command') commands.push(words[++at] ?? '');
    else if (word.startsWith('-TT') || word.startsWith('--unzip-command=')) {
      commands.push(word.replace(/^(?:-TT|--unzip-command=)/, ''));
    } else if (/^(?:-x|-i|--exclude|--include)$/.test(word)) break;
    else if (zipValues.has(word)) at++;
    else if (word === '-' || !word.startsWith('-')) operands.push(word);
    else if (word === '--move') letters += 'm';
    else if (!word.startsWith('--')) letters += word.slice(1);
  }
  return { archive: operands[0], sources: operands.slice(1), letters, commands };
}

const maxNames = 300;
const namesOfLines = (text: Value): readonly Value[] =>
  firstItems(
    text.split('\n').filter((name) => name !== ''),
    maxNames,
  );

const zip: Program = (call, machine) => {
  const { archive, sources, letters, commands } = readZip(argumentsOf(call));
  for (const command of commands) machine.runShell(command, { via: 'zip -TT' });
  if (archive === undefined) return marks.any;
  const names = letters.includes('@') ? (call.stdin ?? '') : '';
  const listed = namesOfLines(names);
  const content = keepSources(machine, [...sources, ...listed]);
  if (letters.includes('m')) {
    for (const path of sources) machine.note({ do: 'delete', at: machine.place(path), recursive: true });
  }
  if (letters.includes('d') && sources.length > 0 && !letters.includes('r')) return marks.any;
  return pack(machine, archive, 'over', content);
};

const unzip: Program = (call, machine) => {
  // -d may be joined with its folder: unzip x.zip -d/tmp/out.
  const words = readCallWords(call, { values: ['-d', '-P', '-O', '-I'] });
  const [archive] = words.operands;
  if (archive === undefined || isGiven(words, '-l', '-t', '-v', '-z', '-Z', '-h', '--help')) return marks.any;
  if (isGiven(words, '-p', '-c')) return marks.decoded + (sourcesOf(machine.read(archive)) || marks.any);
  const folder = optionValue(words, '-d') ?? '.';
  unpack(machine, folder, archive);
  noteUnpacked(machine, folder, machine.read(archive));
  return marks.any;
};

/** 7z and rar: a command, an archive, files; `-o` is joined with its folder. */
const sevenZip: Program = (call, machine) => {
  const words = argumentsOf(call);
  const [order = '', archive, ...rest] = words.filter((word) => !word.startsWith('-') || word === '-');
  const has = (option: string): boolean => words.includes(option);
  if (archive === undefined) return marks.any;
  if (order === 'x' || order === 'e') {
    if (has('-so')) return marks.decoded + marks.any;
    const isRar = /rar$/.test(call.name);
    const folder = isRar
      ? rest.findLast((word) => word.endsWith('/'))
      : words.find((word) => /^-o./.test(word))?.slice(2);
    unpack(machine, folder ?? '.', archive);
    if (words.some((word) => /^-(?:spf|ep3)/.test(word))) machine.write('/', 'unpack');
    return marks.any;
  }
  if (order !== 'a' && order !== 'm' && order !== 'u') return marks.any;
  if (has('-sdel') || has('-df') || order === 'm') {
    for (const path of rest) machine.note({ do: 'delete', at: machine.place(path), recursive: true });
  }
  return pack(machine, has('-so') ? undefined : archive, 'over', keepSources(machine, rest));
};

const cpio: Program = (call, machine) => {
  const words = readCallWords(call, {
    values: listOfWords('-D -E -F -H -I -M -O -R -C --directory --file --format --rsh-command --owner'),
    flags: listOfWords(`--extract --create --pass-through --list --make-directories --unconditional --to-stdout
      --absolute-filenames`),
  });
  const command = optionValue(words, '--rsh-command');
  if (command !== undefined) machine.runShell(command, { via: 'cpio' });
  const folder = optionValue(words, '-D', '--directory') ?? '.';
  if (isGiven(words, '-p', '--pass-through')) machine.write(words.operands[0] ?? '.', 'unpack');
  else if (isGiven(words, '-i', '--extract') && !isGiven(words, '-t', '--list', '--to-stdout')) {
    machine.write(folder, 'unpack');
    if (isGiven(words, '--absolute-filenames')) machine.write('/', 'unpack');
  } else if (isGiven(words, '-o', '--create')) {
    const names = namesOfLines(call.stdin ?? '');
    return pack(machine, optionValue(words, '-O', '-F', '--file'), 'over', keepSources(machine, names));
  }
  return unknownFrom(call.stdin);
};

const ar: Program = (call, machine) => {
  const [order = '', ...rest] = argumentsOf(call);
  if (/^-?[a-z]*x/.test(order)) machine.write('.', 'unpack');
  else if (/^-?[a-z]*p/.test(order)) return unknownFrom(inputOf(machine, call, rest.slice(0, 1)));
  return marks.any;
};

export const archivePrograms = programTable({
  'tar gtar bsdtar': tar,
  zip,
  unzip,
  '7z 7za 7zz rar unrar': sevenZip,
  cpio,
  ar,
});
