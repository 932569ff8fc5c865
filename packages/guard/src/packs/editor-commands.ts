import type { Language, Machine } from '../machine.js';
import { isUserFile } from '../places/scope.js';
import { firstCommands } from '../programs/command-lines.js';
import { hasMark, isFullyKnown, type Value } from '../value.js';
import { byWord } from '../word-lists.js';

/** How deeply files with commands may read other files; one may read itself. */
const maxSourceDepth = 2;

/** How many commands of one text are read. */
const maxCommands = 2_000;

const maxInLine = 200;

const languageOf: Readonly<Record<string, Language>> = byWord({
  'lua luado': 'lua',
  'py py3 pyx python python3': 'python',
  'perl perldo': 'perl',
  'ruby rubydo': 'ruby',
  tcl: 'tcl',
});

const saveCommands = ['w', 'write', 'wq', 'x', 'xit', 'sav', 'saveas', 'up', 'update', 'W'];
const readCommands = ['r', 'read'];
const sourceCommands = ['so', 'source', 'luafile', 'pyfile', 'py3file', 'rubyfile'];
const terminalCommands = ['te', 'ter', 'term', 'terminal'];
const modifiers = ['silent', 'sil', 'noa', 'noautocmd', 'keepalt', 'keepjumps', 'verbose', 'exe', 'execute', 'normal'];

/** `%d`, `1,$d`, `g/^/d` and `normal ggdG` delete all lines. */
const emptiesFile =
  /(?:^|[\n|:])[ \t]{0,9}(?:(?:%|[01]?,\$?|g\/(?:\^|\.\*)?\/)[ \t]{0,9}d(?:elete)?\b|norm(?:al)?!? gg(?:"_)?dG)/;
const savesFile = /(?:^|[\n|:])[ \t]{0,9}(?:w|wq|x|xit|up|update|write|ZZ)!?[ \t]{0,9}(?:$|[\n|])/;

function noteEmptied(machine: Machine, file: Value): void {
  const at = machine.place(file);
  if (isUserFile(at)) machine.note({ do: 'delete', at, recursive: false });
}

/** Runs commands of ed, ex and vim: what they pass to a shell or another language, and the files they write. */
export function runEditor(text: Value, machine: Machine, via: string, files: readonly Value[] = [], depth = 0): void {
  if (emptiesFile.test(text) && savesFile.test(text)) for (const file of files) noteEmptied(machine, file);
  // Commands from the network are unread code.
  if (hasMark(text, 'net')) machine.note({ do: 'run', code: 'remote' });
  else if (hasMark(text, 'decoded')) machine.note({ do: 'run', code: 'decoded' });
  let isInput = false;
  for (const line of firstCommands(text.split('\n'), maxCommands, machine)) {
    if (isInput) {
      isInput = line !== '.';
      continue;
    }
    // After a, i and c, the lines up to a dot are text for the file.
    isInput = /^[\d,$.%; ]{0,20}[aic]$/.test(line.trim());
    if (!isInput) runLine(line, machine, via, depth);
  }
}

/** One line: commands separated by bars; a bar after `!` belongs to the shell. */
function runLine(line: Value, machine: Machine, via: string, depth: number): void {
  let rest = line;
  for (let count = 0; rest !== ''; count++) {
    if (count >= maxInLine) {
      machine.note({ do: 'unread', why: 'steps' });
      return;
    }
    const command = withoutModifiers(rest);
    if (runCommand(command, machine, via, depth)) return;
    const bar = rest.indexOf('|');
    rest = bar < 0 ? '' : rest.slice(bar + 1);
  }
}

/** Without colons, a range of lines, and words such as `silent`. */
function withoutModifiers(text: Value): Value {
  let rest = text;
  for (let count = 0; count < maxInLine; count++) {
    const start = rest.replace(/^[\s:]+/, '').replace(/^(?:%|[\d.$]{1,9}(?:,[\d.$+-]{1,9})?)(?=[!a-zA-Z\s])/, '');
    const word = /^[a-z]+!?(?=[\s:'"!])/.exec(start)?.[0] ?? '';
    rest = modifiers.includes(word.replace('!', '')) ? start.slice(word.length).replace(/^\s*["'](?=[!:])/, '') : start;
    if (rest === text || word === '') break;
  }
  return rest.trim();
}

/** Runs one command; true if it used the rest of the line. */
function runCommand(command: Value, machine: Machine, via: string, depth: number): boolean {
  if (command.startsWith('!')) {
    machine.runShell(command.slice(1).replace(/^!+/, ''), { via });
    return true;
  }
  const [, word = '', force = '', rest = ''] = /^([a-zA-Z]+3?)(!?)\s*(.*)$/s.exec(command) ?? [];
  const isSave = saveCommands.includes(word);
  if (
    terminalCommands.includes(word) ||
    ((isSave || readCommands.includes(word)) && (rest.startsWith('!') || (force && rest !== '' && !isSave)))
  ) {
    machine.runShell(rest.replace(/^!/, ''), { via });
    return true;
  }
  if (isSave) {
    const path = rest.split('|')[0]?.trim() ?? '';
    const isAppend = path.startsWith('>>');
    if (path !== '') machine.write(path.replace(/^>>\s*/, ''), isAppend ? 'append' : 'over');
  }
  if (sourceCommands.includes(word) && rest !== '') {
    const source = machine.read(rest.trim());
    if (depth < maxSourceDepth) runEditor(source, machine, via, [], depth + 1);
    else if (isFullyKnown(source)) machine.note({ do: 'unread', why: 'depth' });
  }
  const language = Object.hasOwn(languageOf, word) ? languageOf[word] : undefined;
  if (language !== undefined && rest !== '') {
    machine.runCode(language, rest, { via });
    return true;
  }
  runCalls(command, machine, via);
  return false;
}

/** The functions of vim that start a shell or delete. */
function runCalls(command: Value, machine: Machine, via: string): void {
  const calls = command.matchAll(
    /\b(system|systemlist|delete|termopen|jobstart|job_start|term_start)\(\s*(?:expand\(\s*)?(?:'([^']{0,16000})'|"([^"]{0,16000})")([^)]{0,40})/g,
  );
  for (const [, name, single, double, more = ''] of calls) {
    const text = single ?? double ?? '';
    if (name !== 'delete') machine.runShell(text, { via });
    else machine.note({ do: 'delete', at: machine.place(text), recursive: more.includes('r') });
  }
}
