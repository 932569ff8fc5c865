import { interpreters } from '../../.cache/programs/interpreters.js';
import { askPacks, type Call, type Language, type Program, programTable } from '../machine.js';
import { hasMark, marks, type Value } from '../value.js';
import { wordSet } from '../word-lists.js';
import { argumentsOf, fileName, isStandardInput } from './call-words.js';
import { outputWithFiles, runPreload, runPythonModule } from './interpreter-uses.js';
import { callOptions, runProgramText } from './program-texts.js';

export interface InterpreterSpec {
  readonly language: Language;
  /** Options whose value is program text. */
  readonly code: readonly string[];
  /** Other options that take a value. */
  readonly values?: readonly string[];
  /** Letters whose value is the rest of their word, if any: perl's `-i.bak`. */
  readonly attached?: string;
  /** Options after which all words belong to the program. */
  readonly last?: readonly string[];
  /** An option that names a file to run. */
  readonly file?: string;
  /** With these options, nothing runs. */
  readonly idle?: readonly string[];
}

/** The rows of interpreters.yaml. */
export type InterpreterTable = Readonly<
  Record<'python' | 'node' | 'perl' | 'ruby' | 'php' | 'lua' | 'tclsh' | 'rscript', InterpreterSpec>
>;

export interface InterpreterUse {
  readonly codes: readonly Value[];
  readonly module: Value | undefined;
  readonly script: Value | undefined;
  readonly rest: readonly Value[];
  readonly isInPlace: boolean;
  readonly isIdle: boolean;
  /** Modules that are loaded first: node's `--import`. */
  readonly preloads: readonly Value[];
}

function readInterpreter(words: readonly Value[], spec: InterpreterSpec): InterpreterUse {
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
        // Digits after -0 and -l belong to them; other letters are further options.
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

export const interpreter =
  (spec: InterpreterSpec): Program =>
  (call, machine) => {
    const use = readInterpreter(argumentsOf(call), spec);
    for (const preload of use.preloads) runPreload(machine, spec.language, preload, call);
    if (use.isIdle) return marks.any;
    if (use.module !== undefined) return runPythonModule(machine, use.module, use.rest, call);
    if (use.codes.length > 0) {
      // Several -e are lines of one program.
      const printed = runProgramText(machine, spec.language, printedCode(use.codes.join('\n'), spec, call), call, [
        '-e',
        ...use.rest,
      ]);
      return spec.attached === undefined ? printed : outputWithFiles(use, call, machine, printed);
    }
    const { script } = use;
    if (script === undefined || isStandardInput(script)) {
      return call.stdin === undefined
        ? marks.any
        : runProgramText(machine, spec.language, call.stdin, call, ['-', ...use.rest]);
    }
    const text = machine.read(script);
    if (isCommandScript(script) && !hasMark(text, 'net'))
      return machine.run([fileName(script), ...use.rest], callOptions(call));
    return runProgramText(machine, spec.language, text, call, [script, ...use.rest]);
  };

/** `node -p` prints the value of its text, and `ipython` passes lines that begin with `!` to a shell. */
function printedCode(code: Value, { language }: InterpreterSpec, call: Call): Value {
  if (
    language === 'javascript' &&
    !/[;\n]/.test(code) &&
    argumentsOf(call).some((word) => /^(?:-p|-pe|--print)(?:=|$)/.test(word))
  )
    return `console.log(${code})`;
  if (!call.name.startsWith('ipython')) return code;
  return code.replace(/^[ \t]*!{1,2}(.*)$/gm, (_, line: string) => `__import__('os').system(${JSON.stringify(line)})`);
}

/** Scripts for which packs exist: manage.py, artisan, bin/rails, node_modules/.bin/prisma. */
const commandScripts = wordSet('manage.py setup.py artisan rake rails console spark wp-cli.phar composer.phar');

const isCommandScript = (script: Value): boolean =>
  commandScripts.has(fileName(script)) || /(?:^|\/)\.?bin\/[\w-]+$/.test(script);

const runsAsFile = /\.[cm]?[jt]sx?$/;

/** bun runs files as node does; otherwise it is a package manager. */
const bun: Program = (call, machine) => {
  const words = argumentsOf(call);
  const first = words.find((word) => !word.startsWith('-'));
  const hasCode = words.some((word) => /^(?:-e|-p|-pe|--eval|--print)(?:=|$)/.test(word));
  if (first === undefined && call.stdin !== undefined)
    return runProgramText(machine, 'javascript', call.stdin, call, []);
  if (hasCode || words[0] === '-' || runsAsFile.test(first ?? '')) return interpreter(interpreters.node)(call, machine);
  if (first === 'run' && (runsAsFile.test(words.at(-1) ?? '') || words.at(-1) === '-')) {
    return interpreter(interpreters.node)(
      { ...call, argv: ['bun', ...words.filter((word) => word !== 'run')] },
      machine,
    );
  }
  return askPacks;
};

export const interpreterPrograms = programTable({
  'node nodejs tsx ts-node esno babel-node': interpreter(interpreters.node),
  bun,
  'python python2 python2.7 python3 python3.6 python3.7 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 python3.15 python3.16 python3.17 pypy pypy3 ipython ipython3 py':
    interpreter(interpreters.python),
});
