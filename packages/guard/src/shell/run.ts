import { changedValue, leftOut } from '../left-out.js';
import { guardLimits } from '../limits.js';
import { isUserFile } from '../places/scope.js';
import { hasUnknown, isFullyKnown, type Value } from '../value.js';
import { assign, assignedWords } from './assign.js';
import { executeArgv } from './execute.js';
import { matchesPattern } from './glob.js';
import type { Interpreter } from './interpreter.js';
import { isAlways, isRead, noteEndless } from './loops.js';
import { numberOfExpression } from './numbers.js';
import type {
  Assignment,
  Case,
  Command,
  CommandNode,
  CompoundList,
  For,
  If,
  Pipeline,
  PipelineNode,
  Statement,
  TestExpression,
  While,
} from './parse.js';
import { readsAll, redirect } from './redirect.js';
import { type ShellFrame, union, type Variable } from './state.js';
import { addStep } from './steps.js';
import { nothing, OutputStream, TextStream, WriteStream } from './streams.js';
import { readVariable, setVariable } from './variables.js';
import { expandQuoted, expandText, expandWords, patternOf } from './words.js';

export function runStatements(statements: readonly Statement[], shell: Interpreter, state: ShellFrame): void {
  for (const { command, background, pos, end } of statements) {
    if (!shell.step()) return;
    shell.at(pos, end, () => {
      if (!background) runNode(command, shell, state);
      else {
        const copy = state.copy();
        copy.isConcurrent = true;
        if (copy.running.length > 0) countRecursion(copy.running, shell, 'background');
        shell.maybe(() => runNode(command, shell, copy));
        // A function that is defined after `&` would be lost; variables are.
        for (const [name, body] of copy.functions) state.functions.set(name, body);
      }
    });
  }
}

/** Records that functions start background work; a function that then calls itself never ends. */
function countRecursion(running: readonly string[], shell: Interpreter, why: string): void {
  for (const name of running) shell.recursions.set(`${name} ${why}`, 1);
}

function runNode(
  node: PipelineNode | Extract<Statement['command'], { type: 'AndOr' }>,
  shell: Interpreter,
  state: ShellFrame,
): void {
  if (!shell.step()) return;
  if (node.type === 'Pipeline') runPipeline(node, shell, state);
  else if (node.type === 'AndOr') runAndOr(node, shell, state);
  else runCommandNode(node, shell, state);
}

/** All sides count, because it is unknown which commands fail. */
function runAndOr(
  { commands, operators }: Extract<Statement['command'], { type: 'AndOr' }>,
  shell: Interpreter,
  state: ShellFrame,
): void {
  const output = state.streams.get(1);
  const printed = output instanceof OutputStream ? output.written.length : 0;
  commands.forEach((command, index) => {
    const run = (own: ShellFrame) => shell.at(command.pos, command.end, () => runNode(command, shell, own));
    if (index === 0 || operators[index - 1] === '&&') {
      if (index === 0) run(state);
      else shell.maybe(() => run(state));
      return;
    }
    if (!shell.step()) return;
    const other = state.copy();
    // In `$(git rev-parse --show-toplevel || pwd)` only one of the two prints.
    if (output instanceof OutputStream && printsOrFails(commands[index - 1], output.written.slice(printed)))
      other.streams.set(1, nothing);
    shell.maybe(() => run(other));
    const before = state.copy();
    before.hasEnded = false;
    state.join([before, other]);
    state.hasEnded = false;
  });
}

/** Programs that print a path or a text, and nothing if they fail. */
const answers = new Set(['pwd', 'realpath', 'readlink', 'dirname', 'basename', 'mktemp', 'git']);

const printsOrFails = (node: PipelineNode | undefined, text: Value): boolean =>
  node?.type === 'Command' && answers.has(node.name?.value ?? '') && text.trim() !== '' && !hasUnknown(text);

function runPipeline({ commands, operators }: Pipeline, shell: Interpreter, state: ShellFrame): void {
  const only = commands[0];
  if (commands.length === 1 && only) {
    runCommandNode(only, shell, state);
    return;
  }
  let input = state.streams.get(0);
  let spelledOut: Value | undefined;
  if (state.running.length > 0) countRecursion(state.running, shell, 'pipe');
  commands.forEach((command, index) => {
    if (!shell.step()) return;
    const part = state.copy();
    part.isConcurrent = true;
    if (input) part.streams.set(0, input);
    const isLast = index === commands.length - 1;
    const output = new OutputStream();
    if (!isLast) {
      part.streams.set(1, output);
      if (operators[index] === '|&') part.streams.set(2, output);
    }
    const run = () => shell.at(command.pos, command.end, () => runCommandNode(command, shell, part));
    // A part ends early if the next one stops reading.
    if (isLast) run();
    else shell.maybe(run);
    // A shell with `lastpipe`, and zsh, keep the variables that the last part sets.
    if (isLast)
      for (const [name, value] of part.variables) if (!state.variables.has(name)) state.variables.set(name, value);
    const printed = output.written;
    if (isFullyKnown(printed) && printed.trim() !== '') spelledOut = printed;
    input = new TextStream(printed, isFullyKnown(printed) ? undefined : spelledOut);
  });
}

type NodeRunners = {
  readonly [Type in CommandNode['type']]: (
    node: Extract<CommandNode, { type: Type }>,
    shell: Interpreter,
    state: ShellFrame,
  ) => void;
};

const nodeRunners: NodeRunners = {
  Command: runSimple,
  Redirected: (node, shell, state) => {
    const before = new Map(state.streams);
    redirect(node.redirects, shell, state);
    runCommandNode(node.command, shell, state);
    state.streams = before;
  },
  Function: ({ name, body }, shell, state) => {
    state.functions.set(name.value, body);
    // Bash calls it for every program that it does not find; which ones are missing is unknown.
    if (/^command_not_found_handler?$/.test(name.value)) runBody(body, shell, state.copy());
  },
  Coproc: runCoproc,
  Subshell: ({ body }, shell, state) => runList(body, shell, state.copy()),
  BraceGroup: ({ body }, shell, state) => runList(body, shell, state),
  If: runIf,
  For: runFor,
  Select: runFor,
  ArithmeticFor: runCounting,
  While: runWhile,
  Case: runCase,
  TestCommand: ({ expression }, shell, state) => runTest(expression, shell, state),
  ArithmeticCommand: ({ expression }, shell, state) => void numberOfExpression(expression, shell, state),
};

function runCommandNode(node: CommandNode, shell: Interpreter, state: ShellFrame): void {
  const run: (node: never, shell: Interpreter, state: ShellFrame) => void = nodeRunners[node.type];
  run(node as never, shell, state);
}

/** The cost of copying a pipe for a coprocess. */
const pipeCost = 32;

/** A coprocess: other commands read its output from `${NAME[0]}` and write its input to `${NAME[1]}`. */
function runCoproc(
  { name, body }: Extract<CommandNode, { type: 'Coproc' }>,
  shell: Interpreter,
  state: ShellFrame,
): void {
  // Each copy includes the pipes of all earlier coprocesses.
  shell.spend(pipeCost * state.streams.size);
  const before = state.copy();
  const printed = shell.capture(state.copy(), (frame) => shell.deeper(() => runBody(body, shell, frame)));
  const free = 60 + state.streams.size;
  const given = typeof name === 'string' ? name : name?.value;
  setVariable(given ?? 'COPROC', String(free), shell, state, { list: [String(free), String(free + 1)] });
  const output = new TextStream(printed);
  state.streams.set(free, output);
  const input = new WriteStream((text) => {
    const fed = before.copy();
    fed.streams.set(0, new TextStream(text));
    output.add(shell.capture(fed, (frame) => shell.deeper(() => runBody(body, shell, frame))));
  });
  state.streams.set(free + 1, input);
}

/** Runs the body of a function, a group or a branch. */
export function runBody(body: CommandNode | CompoundList, shell: Interpreter, state: ShellFrame): void {
  if (body.type === 'CompoundList') runList(body, shell, state);
  else runCommandNode(body, shell, state);
}

const runList = (list: CompoundList, shell: Interpreter, state: ShellFrame): void =>
  runStatements(list.commands, shell, state);

function runIf({ clause, then, elif, else: otherwise }: If, shell: Interpreter, state: ShellFrame): void {
  runList(clause, shell, state);
  const branches = [branch(then, shell, state)];
  for (const one of elif) {
    shell.maybe(() => runList(one.clause, shell, state));
    branches.push(branch(one.then, shell, state));
  }
  branches.push(otherwise ? branch(otherwise, shell, state) : state.copy());
  state.join(branches);
}

function branch(list: CompoundList, shell: Interpreter, state: ShellFrame): ShellFrame {
  const copy = state.copy();
  shell.maybe(() => runList(list, shell, copy));
  return copy;
}

function runFor(
  { name, wordlist, body }: Pick<For, 'name' | 'wordlist' | 'body'>,
  shell: Interpreter,
  state: ShellFrame,
): void {
  const values = wordlist ? expandWords(wordlist, shell, state) : state.args.slice(1);
  shell.eachOf(values, (value) => {
    setVariable(name.value, value, shell, state);
    shell.maybe(() => runList(body, shell, state));
    state.hasEnded = false;
  });
}

/** The rounds of `for ((…))` while its numbers are known. */
function runCounting(
  { initialize, test, update, body }: Extract<CommandNode, { type: 'ArithmeticFor' }>,
  shell: Interpreter,
  state: ShellFrame,
): void {
  numberOfExpression(initialize, shell, state);
  const runOnce = () => {
    shell.maybe(() => runList(body, shell, state));
    state.hasEnded = false;
  };
  for (let isFirst = true; ; isFirst = false) {
    const goesOn = numberOfExpression(test, shell, state);
    if (goesOn === 0 && !isFirst) break;
    const before = new Map(state.variables);
    runOnce();
    numberOfExpression(update, shell, state);
    if (goesOn === undefined || shell.countedRounds++ >= guardLimits.countedRounds) {
      runChanged(before, shell, state, runOnce);
      break;
    }
  }
  noteEndless(test === undefined, body, shell, state);
}

/** One round represents all later ones: values that the last round changed may be anything. */
function runChanged(
  before: ReadonlyMap<string, Variable>,
  shell: Interpreter,
  state: ShellFrame,
  runOnce: () => void,
): void {
  const after = new Map(state.variables);
  for (const [name, { values }] of after) {
    const [value = ''] = values;
    const changed = changedValue('changes', before.get(name)?.values[0] ?? value, value);
    if (changed !== value) state.variables.set(name, { values: [changed] });
  }
  const hasChanged = [...after].some(([name, variable]) => state.variables.get(name) !== variable);
  if (hasChanged) shell.repeat(runOnce);
  for (const [name, variable] of after) state.variables.set(name, variable);
}

function runWhile({ clause, body, kind }: While, shell: Interpreter, state: ShellFrame): void {
  const stream = state.streams.get(0);
  const input = stream instanceof TextStream ? stream : undefined;
  const readsKnown = isRead(clause) && input?.isKnown && input.left > 0;
  const runOnce = (isFirst = false) => {
    if (isFirst) runList(clause, shell, state);
    else shell.maybe(() => runList(clause, shell, state));
    shell.maybe(() => runList(body, shell, state));
    state.hasEnded = false;
  };
  for (let round = 0; ; round++) {
    const left = input?.left ?? 0;
    const words = state.args.length;
    const before = new Map(state.variables);
    if (round < guardLimits.rounds || (left === 0 && words <= 1)) runOnce(round === 0);
    else if (!shell.repeat(runOnce)) {
      // One round represents all remaining lines or words, except some lines that are not plain names.
      if (round < 2 * guardLimits.rounds) input?.forget();
      const [name = '', ...others] = state.args;
      if (others.length > 1) state.args = [name, leftOut('rounds', ...others)];
      runOnce();
    }
    const rest = input?.left ?? 0;
    if (readsKnown && rest === 0) break;
    // A second round sees the changes of the first; more are needed only if lines are read, or words shifted.
    const isShifted = state.args.length < words && state.args.length > 1;
    if (round === 0 || (rest > 0 && rest < left) || isShifted) continue;
    if (rest === 0) runChanged(before, shell, state, runOnce);
    break;
  }
  noteEndless(isAlways(clause, kind), body, shell, state);
}

function runCase({ word, items }: Case, shell: Interpreter, state: ShellFrame): void {
  const text = expandText(word, shell, state);
  const branches: ShellFrame[] = [];
  for (const { pattern, body } of items) {
    const mayMatch = hasUnknown(text) || pattern.some((one) => matchesPattern(patternOf(one, shell, state), text));
    if (mayMatch) branches.push(branch(body, shell, state));
  }
  branches.push(state.copy());
  state.join(branches);
}

/** Tests have no effects, but the substitutions in them run. */
function runTest(expression: TestExpression, shell: Interpreter, state: ShellFrame): void {
  if (expression.type === 'TestNot') runTest(expression.operand, shell, state);
  else if (expression.type === 'TestGroup') runTest(expression.expression, shell, state);
  else if (expression.type === 'TestLogical') for (const operand of expression.operands) runTest(operand, shell, state);
  else if (expression.type === 'TestUnary') {
    const operand = expandText(expression.operand, shell, state);
    if (expression.operator === '-v') expandQuoted(operand, shell, state);
  } else
    for (const side of [expression.left, expression.right]) {
      const text = expandText(side, shell, state);
      // These compare numbers: subscripts of names are evaluated.
      if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator)) readSubscript(text, shell, state);
    }
}

/** A name in arithmetic is evaluated again: `$(…)` in its subscript, or in that of its value, runs. */
function readSubscript(text: Value, shell: Interpreter, state: ShellFrame): void {
  const value = /^[A-Za-z_]\w*$/.test(text) ? readVariable(text, shell, state) : text;
  if (value.includes('[')) expandQuoted(value, shell, state);
}

function runSimple(command: Command, shell: Interpreter, state: ShellFrame): void {
  shell.hasReadUnset = shell.isTextWithUnset;
  const { folders } = state;
  let reached: readonly Value[] | undefined;
  shell.choices.forEach(() => {
    state.folders = folders;
    runChosen(command, shell, state);
    reached = reached === undefined || reached === state.folders ? state.folders : union([reached, state.folders]);
  });
  state.folders = reached ?? folders;
}

/** Runs a command with one of the possible values of each variable. */
function runChosen(command: Command, shell: Interpreter, state: ShellFrame): void {
  const assignments = command.prefix.filter((one): one is Assignment => one.type === 'Assignment');
  const [folder] = state.folders;
  if (!command.name) {
    const before = new Map(state.streams);
    shell.emptied = [];
    redirect(command.redirects, shell, state);
    noteEmptied(shell, state);
    state.streams = before;
    for (const one of assignments) assign(one, shell, state);
    addStep(() => assignedWords(assignments, state), folder, shell, state);
    return;
  }
  const [argv, declared] = wordsOf(command, shell, state);
  const before = new Map(state.streams);
  shell.emptied = [];
  redirect(command.redirects, shell, state);
  const { emptied } = shell;
  const opened = state.streams;
  // Variables before a command apply only to it; shells and `eval` see them.
  const kept = assignments.map(({ name }) => [name, state.variables.get(name)] as const);
  for (const one of assignments) assign(one, shell, state);
  if (argv.length > 0) executeArgv(argv, shell, state, declared);
  const input = state.streams.get(0);
  if (input instanceof TextStream && readsAll(command, argv, shell, state)) input.drain();
  shell.emptied = emptied;
  const isQuiet = quietPrograms.has(argv[0] ?? '') && !command.redirects.some(({ type }) => type === 'HereDoc');
  if (emptied.length > 0 && isQuiet) noteEmptied(shell, state);
  addStep(() => argv, folder, shell, state);
  for (const [name, value] of kept) {
    if (value) state.variables.set(name, value);
    else state.variables.delete(name);
  }
  // `exec` keeps its redirections, and zsh the connections that it opens.
  const keepsOpen = (argv[0] === 'exec' && argv.length === 1) || argv[0] === 'ztcp';
  state.streams = keepsOpen ? opened : before;
}

/** Programs whose lack of output is predictable; running no program prints nothing. */
const quietPrograms = new Set(['', ':', 'true', 'false', 'echo', 'printf', 'cat']);

/** `> file`, `: > file`: a file outside the project that was emptied and got no content counts as deleted. */
function noteEmptied(shell: Interpreter, state: ShellFrame): void {
  for (const at of shell.emptied)
    if (shell.files.get(at.path) === '' && isUserFile(at))
      shell.note({ do: 'delete', at, recursive: false }, state.remote, state);
  shell.emptied = [];
}

/** The words of a command, with its assignments (of `declare`, `export` …) separate: lists need their structure. */
function wordsOf({ name, args }: Command, shell: Interpreter, state: ShellFrame): [Value[], readonly Assignment[]] {
  const argv = name ? expandWords([name], shell, state) : [];
  const declared: Assignment[] = [];
  let end = name?.end;
  for (const arg of args) {
    // The parser ends a word before `<(`; without a space between them they are one word.
    const isSameWord = arg.pos === end && argv.length > 0;
    end = arg.end;
    if (arg.type === 'Word') {
      const [first, ...rest] = expandWords([arg], shell, state);
      if (isSameWord && first !== undefined) argv.push(argv.pop() + first, ...rest);
      else if (first !== undefined) argv.push(first, ...rest);
    } else {
      declared.push(arg);
      argv.push(`${arg.name}=${arg.value.type === 'Word' ? expandText(arg.value, shell, state) : ''}`);
    }
  }
  return [argv, declared];
}
