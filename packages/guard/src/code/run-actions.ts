import { leftOut } from '../left-out.js';
import type { LaunchOptions } from '../machine.js';
import { hasMark, isFullyKnown, type Value } from '../value.js';
import { type CodeAction, callBack } from './actions.js';
import {
  type Arguments,
  type CodeText,
  type CodeValue,
  codeText,
  flatItems,
  isTrue,
  maxTexts,
  namedArgument,
  noArguments,
  textsOf,
  unknownCodeValue,
} from './code-values.js';
import { type Flow, startsShell } from './flow.js';

const maxWords = 200;

/** One word for all words at a position in too many lists. */
const anyOf = (values: readonly Value[]): Value =>
  values.every((value) => value === values[0]) ? (values[0] ?? '') : leftOut('combinations', ...values);

/** All lists of words that a list of values may mean. */
export function wordLists(codeValues: readonly CodeValue[]): readonly (readonly Value[])[] {
  let lists: Value[][] = [[]];
  const items = flatItems(codeValues);
  for (const codeValue of items.slice(0, maxWords)) {
    const all = lists.flatMap((list) => textsOf(codeValue).map((value) => [...list, value]));
    lists = all.slice(0, maxTexts);
    if (all.length > maxTexts)
      lists.push((all[maxTexts] ?? []).map((_, at) => anyOf(all.map((list) => list[at] ?? ''))));
  }
  const others = items.slice(maxWords).flatMap((item) => textsOf(item));
  return others.length === 0 ? lists : lists.map((list) => [...list, leftOut('items', ...others)]);
}

const isWord = (codeValue: CodeValue): boolean =>
  codeValue.kind === 'text' || codeValue.kind === 'list' || codeValue.kind === 'ref';

function startOptions(args: Arguments): LaunchOptions {
  const cwd = namedArgument(args, 'cwd', 'chdir');
  const input = namedArgument(args, 'input', 'stdin_data', 'stdin');
  const text = input?.kind === 'text' && input.type !== 'number' ? input.values[0] : undefined;
  return {
    ...(cwd === undefined ? {} : { cwd: textsOf(cwd)[0] ?? '' }),
    ...(text === undefined ? {} : { stdin: text }),
  };
}

const codeProcess = (output: readonly Value[], argv: readonly Value[] | undefined): CodeText => ({
  ...codeText(...output),
  type: 'process',
  ...(argv === undefined ? {} : { argv }),
});

const asShell: CodeAction = (args, flow) => {
  const [command] = args.list;
  if (command === undefined) return unknownCodeValue;
  if (command.kind === 'list') return asProgram(args, flow);
  const texts = textsOf(command);
  const output = texts.map((text) => flow.shell(text, startOptions(args)));
  const result = codeProcess(output, ['sh', '-c', texts[0] ?? '']);
  callBack(args, flow, unknownCodeValue, result, result);
  return result;
};

const asProgram: CodeAction = (args, flow) => {
  const command = args.list[0] ?? args.named.get('args');
  if (command === undefined) return unknownCodeValue;
  if (command.kind !== 'list') return asShell({ ...args, list: [command, ...args.list.slice(1)] }, flow);
  if (isTrue(args.named.get('shell'))) return asShell({ ...args, list: command.items.slice(0, 1) }, flow);
  return startWords(command.items, args, flow);
};

function startWords(words: readonly CodeValue[], args: Arguments, flow: Flow): CodeValue {
  const lists = wordLists(words);
  const output = lists.map((argv) => flow.program(argv, startOptions(args)));
  return codeProcess(output, lists[0]);
}

/** `spawn('rm', ['-rf', 'x'], {shell: true})`, also with all words in one list or in an object. */
const asSpawn: CodeAction = (args, flow) => {
  const inObject = namedArgument(args, 'cmd');
  const more = namedArgument(args, 'args');
  const given = args.list.filter(isWord);
  const words = flatItems([...(inObject === undefined ? given : [inObject]), ...(more === undefined ? [] : [more])]);
  const isShell = isTrue(namedArgument(args, 'shell'));
  const isOneText = words.length === 1 && (textsOf(words[0])[0] ?? '').includes(' ');
  const result =
    isShell || isOneText
      ? codeProcess(
          wordLists(words).map((argv) => flow.shell(argv.join(' '), startOptions(args))),
          undefined,
        )
      : startWords(words, args, flow);
  callBack(args, flow, unknownCodeValue, result);
  return result;
};

/** `system('rm', '-rf', 'x')` starts a program; with one text it starts a shell. */
const asWords: CodeAction = (args, flow) => {
  const given = flatItems(args.list.filter(isWord));
  // `IO.popen('sh', 'w')`: the second text is the mode of the pipe.
  const hasMode = flow.language === 'ruby' && given.length === 2 && /^[rwa]b?\+?$/.test(textsOf(given[1])[0] ?? '');
  const words = hasMode ? given.slice(0, 1) : given;
  const isList = words.length > 1 || args.list[0]?.kind === 'list';
  const result = isList ? startWords(words, args, flow) : asShell({ ...args, list: words }, flow);
  callBack(args, flow, result ?? unknownCodeValue);
  return result;
};

/** `execvp(file, [argv])` and `execlp(file, arg0, arg1)`: the first word is the program's file. */
const asExec: CodeAction = (args, flow) => {
  const [file, ...rest] = args.list;
  const words = flatItems(rest.filter(isWord)).slice(flow.language === 'php' ? 0 : 1);
  return file === undefined ? unknownCodeValue : startWords([file, ...words], args, flow);
};

const asEvaluate: CodeAction = (args, flow) => {
  const text = flow.settle(
    args.list.at(flow.language === 'javascript' || flow.language === 'php' ? lastText(args) : 0) ?? unknownCodeValue,
  );
  if (text.kind === 'function') return flow.call(text, noArguments);
  return (
    textsOf(text)
      .map((value) => flow.evaluate(value))
      .at(-1) ?? unknownCodeValue
  );
};

/** `Function('a', 'b', 'code')` and `create_function('', 'code')`: the code is the last text. */
function lastText(args: Arguments): number {
  const at = args.list.findLastIndex((codeValue) => codeValue.kind === 'text');
  return Math.max(at, 0);
}

/** A file that is run; remote code if the path is a URL. */
const asInclude: CodeAction = (args, flow) => {
  for (const value of textsOf(args.list[0])) {
    if (value.includes('://') && !value.startsWith('file:') && !value.startsWith('php:'))
      flow.machine.note({ do: 'run', code: 'remote' });
    else if (hasMark(value, 'net')) flow.machine.note({ do: 'run', code: 'remote' });
  }
};

const asTerminal: CodeAction = (args, flow) => {
  const words = flatItems(args.list.slice(0, 1));
  if (words.some((word) => textsOf(word).some(startsShell))) flow.noteShell(true, true);
  return startWords(words, args, flow);
};

const asFork: CodeAction = (_args, flow) => {
  if (flow.hasLoop) flow.machine.note({ do: 'exhaust', what: 'processes without end' });
};

const asKill: CodeAction = (args, flow) => {
  const [first, second] = flatItems(args.list).map((codeValue) => textsOf(codeValue)[0] ?? '');
  const isSignalFirst = flow.language === 'perl' || flow.language === 'ruby';
  const signal = (isSignalFirst ? first : second) ?? 'TERM';
  const target = (isSignalFirst ? second : first) ?? '';
  if (target !== '') flow.program(['kill', `-${signal}`, target]);
};

/** Programs that a module offers as functions: `shelljs.rm('-rf', 'x')`. */
export const asNamedProgram = (name: string, args: Arguments, flow: Flow): CodeValue =>
  startWords([codeText(name), ...args.list.filter(isWord)], args, flow);

/** More input for a started process: `Popen(['sh']).communicate(text)`. */
export function feedProcess(started: CodeText, input: CodeValue, flow: Flow): CodeValue {
  if (started.argv === undefined) return unknownCodeValue;
  const argv = started.argv;
  const isText = argv[0] === 'sh' && argv[1] === '-c';
  const output = textsOf(input).map((stdin) =>
    isText ? flow.shell(argv[2] ?? '', { stdin }) : flow.program(argv, { stdin }),
  );
  return codeText(...output);
}

/** The program's output is also printed here, unless the call captures it: `os.system`, `subprocess.run`. */
const printingOutput =
  (action: CodeAction): CodeAction =>
  (args, flow) => {
    const result = action(args, flow) ?? unknownCodeValue;
    const output = namedArgument(args, 'capture_output', 'stdout');
    if (output === undefined && result.kind === 'text') flow.print(result, '');
    return result;
  };

/** `{stdio: 'inherit'}`: the program prints to the same place. */
const inherits =
  (action: CodeAction): CodeAction =>
  (args, flow) => {
    const stdio = namedArgument(args, 'stdio');
    const isShared = stdio !== undefined && flatItems([stdio]).some((one) => textsOf(one).includes('inherit'));
    return (isShared ? printingOutput(action) : action)(args, flow);
  };

const programActions = {
  shell: inherits(asShell),
  shellPrintingOutput: printingOutput(asShell),
  program: asProgram,
  programPrintingOutput: printingOutput(asProgram),
  spawn: inherits(asSpawn),
  words: asWords,
  wordsPrintingOutput: printingOutput(asWords),
  /** `open3($in, $out, $err, 'rm', 'x')`: the command follows the handles. */
  wordsAfterHandles: (args: Arguments, flow: Flow) =>
    asWords(
      { ...args, list: args.list.filter((one) => one.kind === 'text' && isFullyKnown(textsOf(one)[0] ?? '')) },
      flow,
    ),
  execWords: printingOutput(asExec),
  spawnWords: (args: Arguments, flow: Flow) => asExec({ ...args, list: args.list.slice(1) }, flow),
  evaluate: asEvaluate,
  include: asInclude,
  runSource: asInclude,
  terminal: asTerminal,
  fork: asFork,
  kill: asKill,
} satisfies Record<string, CodeAction>;

export type ProgramActionName = keyof typeof programActions;

export const runProgramAction = (name: ProgramActionName, ...given: Parameters<CodeAction>): CodeValue =>
  (programActions[name] as CodeAction)(...given) ?? unknownCodeValue;
