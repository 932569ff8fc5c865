import { askPacks, type Call, type Language, type Machine, type Program } from '../machine.js';
import { hasMark, marks, type Value } from '../value.js';
import { textOfBase64 } from './decoders.on-demand.js';
import {
  argumentsOf,
  editFile,
  fileName,
  hostInAddress,
  inputOf,
  isStandardInput,
  noteServedFolder,
  servesThisMachine,
  unknownFrom,
} from './kit.js';

interface Interpreter {
  readonly language: Language;
  /** Options whose value is program text. */
  readonly code: readonly string[];
  /** Other options that take a value. */
  readonly values?: readonly string[];
  /** Letters that take the rest of their word, and nothing more: perl's `-i.bak`. */
  readonly attached?: string;
  /** Options after which all words belong to the program. */
  readonly last?: readonly string[];
  /** An option that names a file to run. */
  readonly file?: string;
  /** With these, nothing runs. */
  readonly idle?: readonly string[];
}

const help = ['--help', '--version'];

const python: Interpreter = {
  language: 'python',
  code: ['-c'],
  values: ['-m', '-W', '-X', '--check-hash-based-pycs'],
  last: ['-c', '-m'],
  idle: [...help, '-h', '-V'],
};
const node: Interpreter = {
  language: 'javascript',
  code: ['-e', '--eval', '-p', '--print'],
  values: [
    ...[
      '-r',
      '--require',
      '--import',
      '--loader',
      '--experimental-loader',
      '-C',
      '--conditions',
      '--input-type',
      '--env-file',
    ],
    ...['--test-name-pattern', '--test-reporter', '--tsconfig', '--title', '--watch-path', '-P', '--project', '-O'],
  ],
  idle: [...help, '-h', '-v', '-c', '--check'],
};
const perl: Interpreter = {
  language: 'perl',
  code: ['-e', '-E'],
  values: ['-I'],
  attached: 'iMmFlCxDV0',
  idle: ['-v', '-c', ...help],
};
const ruby: Interpreter = {
  language: 'ruby',
  code: ['-e'],
  values: ['-r', '-I', '-C', '-E', '--encoding'],
  attached: 'iFKTWx0',
  idle: ['-c', '-h', ...help],
};
const php: Interpreter = {
  language: 'php',
  code: ['-r', '-B', '-R', '-E', '--run', '--process-begin', '--process-code', '--process-end'],
  values: ['-f', '-F', '-d', '-c', '-S', '-t', '-z', '--file', '--define', '--php-ini', '--server', '--docroot'],
  file: '-f',
  idle: ['-l', '-v', '-i', '-m', '-h', ...help],
};
const lua: Interpreter = { language: 'lua', code: ['-e'], values: ['-l'], idle: ['-v', ...help] };
const tclsh: Interpreter = { language: 'tcl', code: ['-c'], values: ['-encoding'] };
const rscript: Interpreter = { language: 'r', code: ['-e'], values: ['-f', '--file', '-g'], file: '-f', idle: help };

interface InterpreterUse {
  readonly codes: readonly Value[];
  readonly module: Value | undefined;
  readonly script: Value | undefined;
  readonly rest: readonly Value[];
  readonly isInPlace: boolean;
  readonly isIdle: boolean;
  /** Modules that are loaded first: node's `--import`. */
  readonly preloads: readonly Value[];
}

function readInterpreter(words: readonly Value[], spec: Interpreter): InterpreterUse {
  const codes: Value[] = [];
  const preloads: Value[] = [];
  let module: Value | undefined;
  let script: Value | undefined;
  let isInPlace = false;
  let isIdle = false;
  let at = 0;
  let isOver = false;
  const take = (name: string, value: Value | undefined): void => {
    if (spec.code.includes(name) && value !== undefined) codes.push(value);
    else if (name === '-m' && spec.values?.includes('-m')) module = value;
    else if (name === spec.file || (spec.file !== undefined && name === '--file')) script = value;
    else if (name === '--import' || name === '--require' || name === '-r') preloads.push(value ?? '');
    isOver = spec.last?.includes(name) ?? false;
  };
  while (at < words.length && !isOver) {
    const word = words[at] as Value;
    if (word === '--') {
      at++;
      break;
    }
    if (!word.startsWith('-') || word === '-') break;
    at++;
    if (spec.idle?.includes(word)) isIdle = true;
    else if (word.startsWith('--')) {
      const equals = word.indexOf('=');
      const name = equals < 0 ? word : word.slice(0, equals);
      if (equals >= 0) take(name, word.slice(equals + 1));
      else if (spec.code.includes(name) || spec.values?.includes(name)) take(name, words[at++]);
    } else readLetters(word);
  }
  // After `--`, php reads its program from the input.
  const takesInput = spec.language === 'php' && words[at - 1] === '--';
  const isScriptNext = !isOver && !takesInput && codes.length === 0 && script === undefined;
  if (isScriptNext && words[at] !== undefined) script = words[at++];
  return { codes, module, script, rest: words.slice(at), isInPlace, isIdle, preloads };

  function readLetters(word: Value): void {
    for (let letter = 1; letter < word.length; letter++) {
      const name = `-${word[letter]}`;
      const rest = word.slice(letter + 1);
      if (name === '-i' && spec.attached?.includes('i')) isInPlace = true;
      if (spec.attached?.includes(word[letter] as string)) {
        // Digits after -0 and -l belong to them; other letters go on.
        const digits = /^[0-7xX]*/.exec(rest)?.[0].length ?? 0;
        if (!/[0l]/.test(name)) return;
        letter += digits;
        continue;
      }
      const isPrintAndEval = spec.language === 'javascript' && /^[ep]$/.test(rest);
      if (isPrintAndEval || !(spec.code.includes(name) || spec.values?.includes(name))) continue;
      take(name, rest === '' ? words[at++] : rest);
      return;
    }
  }
}

/** Runs program text. Text from the network or from a decoder is judged as such, whatever it says. */
function runText(machine: Machine, language: Language, text: Value, call: Call, args: readonly Value[]): Value {
  if (hasMark(text, 'net')) machine.note({ do: 'run', code: 'remote' });
  else if (hasMark(text, 'decoded')) machine.note({ do: 'run', code: 'decoded' });
  if (text === '' || text === marks.any) return marks.any;
  const stdin = call.stdin === undefined || call.stdin === text ? {} : { stdin: call.stdin };
  return machine.runCode(language, text, { via: call.name, args, ...stdin });
}

const interpreter =
  (spec: Interpreter): Program =>
  (call, machine) => {
    const use = readInterpreter(argumentsOf(call), spec);
    for (const preload of use.preloads) runPreload(machine, spec, preload, call);
    if (use.isIdle) return marks.any;
    if (use.module !== undefined) return runModule(machine, use.module, use.rest, call);
    if (use.codes.length > 0) {
      // Several -e are lines of one program.
      const printed = runText(machine, spec.language, printedCode(use.codes.join('\n'), spec, call), call, [
        '-e',
        ...use.rest,
      ]);
      return withFiles(spec, use, call, machine, printed);
    }
    const { script } = use;
    if (script === undefined || isStandardInput(script)) {
      return call.stdin === undefined
        ? marks.any
        : runText(machine, spec.language, call.stdin, call, ['-', ...use.rest]);
    }
    const text = machine.read(script);
    if (isCommandScript(script) && !hasMark(text, 'net'))
      return machine.run([fileName(script), ...use.rest], runOptions(call));
    return runText(machine, spec.language, text, call, [script, ...use.rest]);
  };

const runOptions = (call: Call) => ({ via: call.name, ...(call.stdin === undefined ? {} : { stdin: call.stdin }) });

/** `node -p` prints what its text gives, and `ipython` hands lines that begin with `!` to a shell. */
function printedCode(code: Value, { language }: Interpreter, call: Call): Value {
  if (
    language === 'javascript' &&
    !/[;\n]/.test(code) &&
    argumentsOf(call).some((word) => /^(?:-p|-pe|--print)(?:=|$)/.test(word))
  )
    return `console.log(${code})`;
  if (!call.name.startsWith('ipython')) return code;
  return code.replace(/^[ \t]*!{1,2}(.*)$/gm, (_, line: string) => `__import__('os').system(${JSON.stringify(line)})`);
}

/** perl and ruby read the files after the code; with -i they edit them. */
function withFiles(spec: Interpreter, use: InterpreterUse, call: Call, machine: Machine, printed: Value): Value {
  const readsFiles = spec.attached !== undefined && argumentsOf(call).some((word) => /^-[a-zA-Z0-9]*[pnia]/.test(word));
  if (!readsFiles) return printed;
  const files = use.rest.filter((word) => word !== '--');
  const printsLines = argumentsOf(call).some((word) => /^-[a-zA-Z0-9]*p/.test(word));
  const left = printsLines || /\b(?:print|say|puts|printf|p)\b|\$_/.test(use.codes.join('\n')) ? undefined : '';
  if (use.isInPlace) for (const path of files) editFile(machine, path, left);
  return use.isInPlace ? marks.any : unknownFrom(inputOf(machine, call, files), printed);
}

/** Scripts that packs know as programs: manage.py, artisan, bin/rails, node_modules/.bin/prisma. */
const commandScripts = new Set([
  'manage.py',
  'setup.py',
  'artisan',
  'rake',
  'rails',
  'console',
  'spark',
  'wp-cli.phar',
  'composer.phar',
]);

const isCommandScript = (script: Value): boolean =>
  commandScripts.has(fileName(script)) || /(?:^|\/)\.?bin\/[\w-]+$/.test(script);

function runModule(machine: Machine, module: Value, rest: readonly Value[], call: Call): Value {
  if ((module === 'zipfile' || module === 'tarfile') && /^(?:-e|--extract)$/.test(rest[0] ?? '')) {
    machine.write(rest[2] ?? '.', 'unpack');
    return '';
  }
  const [file] = module === 'json.tool' ? rest.filter((word) => !word.startsWith('-')) : [];
  if (file !== undefined) return machine.read(file);
  const isServer = module === 'http.server' || module === 'SimpleHTTPServer';
  if (isServer && !servesThisMachine(valueAfter(rest, /^(?:-b|--bind)$/) ?? ''))
    noteServedFolder(machine, valueAfter(rest, /^(?:-d|--directory)$/));
  return machine.run([module, ...rest], { ...runOptions(call), via: `${call.name} -m` });
}

const valueAfter = (words: readonly Value[], names: RegExp): Value | undefined => {
  const at = words.findIndex((word) => names.test(word));
  return at < 0 ? undefined : words[at + 1];
};

/** `php -S` serves the files of a folder, unless only this machine reaches it. */
const phpProgram: Program = (call, machine) => {
  const words = argumentsOf(call);
  const address = valueAfter(words, /^(?:-S|--server)$/);
  if (address !== undefined && !servesThisMachine(hostInAddress(address)))
    noteServedFolder(machine, valueAfter(words, /^(?:-t|--docroot)$/));
  return interpreter(php)(call, machine);
};

/** `ruby -run -e httpd folder` serves files. */
const rubyProgram: Program = (call, machine) => {
  const words = argumentsOf(call);
  const at = words.findIndex((word) => /^(?:-e)?httpd$/.test(word));
  if (words.includes('-run') && at > 0) noteServedFolder(machine, words[at + 1]);
  return interpreter(ruby)(call, machine);
};

const dataModule = /^data:(?:text|application)\/javascript(?:;charset=[\w-]+)?(;base64)?,/i;

function runPreload(machine: Machine, spec: Interpreter, preload: Value, call: Call): void {
  const data = dataModule.exec(preload);
  if (spec.language !== 'javascript') return;
  if (!data) {
    const text = machine.read(preload);
    if (text !== marks.any) runText(machine, spec.language, text, call, []);
    return;
  }
  const body = preload.slice(data[0].length);
  runText(machine, 'javascript', data[1] === undefined ? percentDecoded(body) : (textOfBase64(body) ?? ''), call, []);
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const denoRuns = new Set(['run', 'test', 'bench', 'serve']);

const deno: Program = (call, machine) => {
  const words = argumentsOf(call);
  const at = words.findIndex((word) => !word.startsWith('-'));
  const order = words[at];
  const rest = words.slice(at + 1).filter((word) => !word.startsWith('-'));
  if (order === 'eval') return runText(machine, 'javascript', rest[0] ?? '', call, []);
  if (order === 'repl') {
    for (const word of words) if (word.startsWith('--eval=')) runText(machine, 'javascript', word.slice(7), call, []);
    return marks.any;
  }
  if (order === undefined || !denoRuns.has(order)) return askPacks;
  const [script] = rest;
  if (script === '-') return runText(machine, 'javascript', call.stdin ?? '', call, []);
  if (script?.startsWith('npm:')) return machine.run([script.slice('npm:'.length), ...rest.slice(1)], runOptions(call));
  if (script !== undefined && /^https?:/.test(script)) machine.note({ do: 'run', code: 'remote' });
  else if (script !== undefined) return runText(machine, 'javascript', machine.read(script), call, [script]);
  return marks.any;
};

const runsAsFile = /\.[cm]?[jt]sx?$/;

/** bun runs files as node does; everything else of it is a package manager. */
const bun: Program = (call, machine) => {
  const words = argumentsOf(call);
  const first = words.find((word) => !word.startsWith('-'));
  const hasCode = words.some((word) => /^(?:-e|-p|-pe|--eval|--print)(?:=|$)/.test(word));
  if (first === undefined && call.stdin !== undefined) return runText(machine, 'javascript', call.stdin, call, []);
  if (hasCode || words[0] === '-' || runsAsFile.test(first ?? '')) return interpreter(node)(call, machine);
  if (first === 'run' && (runsAsFile.test(words.at(-1) ?? '') || words.at(-1) === '-')) {
    return interpreter(node)({ ...call, argv: ['bun', ...words.filter((word) => word !== 'run')] }, machine);
  }
  return askPacks;
};

const maxScripts = 20;

/** AppleScript runs shell text with `do shell script`; JavaScript is read as JavaScript. */
const osascript: Program = (call, machine) => {
  const words = argumentsOf(call);
  const isJavaScript = words.some((word, at) => word === '-l' && /^javascript$/i.test(words[at + 1] ?? ''));
  const codes = words.filter((_, at) => words[at - 1] === '-e');
  const file = words.find((word, at) => !word.startsWith('-') && !/^-[els]$/.test(words[at - 1] ?? ''));
  const text = codes.length > 0 ? codes.join('\n') : file === undefined ? (call.stdin ?? '') : machine.read(file);
  if (isJavaScript) return runText(machine, 'javascript', text, call, []);
  if (hasMark(text, 'net')) machine.note({ do: 'run', code: 'remote' });
  const scripts = text.split(/do shell script\s*/i).slice(1, maxScripts);
  for (const script of scripts) {
    const literal = /^"((?:[^"\\]|\\.)*)"/.exec(script)?.[1];
    if (literal !== undefined) machine.runShell(literal.replace(/\\(.)/g, '$1'), { via: 'osascript' });
  }
  if (/\b(?:shut down|restart|log out)\b/i.test(text)) machine.note({ do: 'system', what: 'stops the machine' });
  // What Finder deletes goes to the trash, but nobody can say what it is.
  if (/\b(?:delete|erase)\s+(?:every|all|folder|file|disk|item|alias|POSIX)/i.test(text))
    machine.note({ do: 'run', code: 'unknown' });
  if (/empty (?:the )?trash/i.test(text))
    machine.note({ do: 'delete', at: machine.place('~/.Trash'), recursive: true });
  return marks.any;
};

const versions = ['2', '2.7', '3', ...Array.from({ length: 12 }, (_, at) => `3.${at + 6}`)];
const named = (names: readonly string[], program: Program): Record<string, Program> =>
  Object.fromEntries(names.map((name) => [name, program]));

export const interpreterPrograms: Readonly<Record<string, Program>> = {
  ...named(
    ['python', ...versions.map((version) => `python${version}`), 'pypy', 'pypy3', 'ipython', 'ipython3', 'py'],
    interpreter(python),
  ),
  ...named(['node', 'nodejs', 'tsx', 'ts-node', 'esno', 'babel-node'], interpreter(node)),
  ...named(['perl', 'perl5'], interpreter(perl)),
  ...named(['ruby', 'jruby', 'truffleruby'], rubyProgram),
  ...named(['php', 'php7', 'php8', 'php7.4', 'php8.1', 'php8.2', 'php8.3', 'php8.4'], phpProgram),
  ...named(['lua', 'luajit', 'lua5.1', 'lua5.3', 'lua5.4', 'texlua'], interpreter(lua)),
  ...named(['tclsh', 'tclsh8.6', 'wish', 'expect'], interpreter(tclsh)),
  ...named(['Rscript', 'R', 'littler'], interpreter(rscript)),
  deno,
  bun,
  osascript,
};
