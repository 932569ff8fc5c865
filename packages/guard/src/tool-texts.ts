import { nameOf, shellWord, type ToolCall, wordsOfName } from '@anyhook/core';
import type { Language } from './machine.js';
import { hasControlKeys, namedFolders } from './shell-fields.js';
import { fileCommands } from './tool-commands.js';
import { type ToolStep, toolSteps, valuesOf } from './tool-steps.js';
import { codeProgramWords, commandWords, programWords, toolFields, toolWords, typingWords } from './tool-words.js';
import { escapedCommands, mayBeCode, mayBeSql, type TypedTexts, typedTexts } from './typed-text.js';
import { byWord } from './word-lists.js';

/** Shell text in a call. */
export interface ToolCommand {
  readonly text: string;
  /** The folder that the call sets for it, as written. */
  readonly cwd?: string;
  /** The machine or container that the call sets. */
  readonly remote?: string;
}

/** Texts of a call that something runs. */
export interface ToolTexts {
  readonly commands: readonly ToolCommand[];
  readonly code: readonly { readonly language: Language; readonly text: string }[];
  readonly sql: readonly string[];
  /** A limit was reached: there may be more. */
  readonly isCut: boolean;
}

const languageWords: Readonly<Record<string, Language>> = byWord({
  'python py ipython jupyter notebook': 'python',
  'javascript js node typescript': 'javascript',
  ruby: 'ruby',
  perl: 'perl',
  php: 'php',
  lua: 'lua',
});

/** Possible languages of code if the call names none. */
const usualLanguages = ['javascript', 'python'] as const;
/** Languages of a program that reads typed text. */
const promptLanguages = [...usualLanguages, 'ruby', 'perl', 'php', 'lua'] as const;

/** How many texts of a call are read individually. */
const maxTexts = 2_000;

/** Commands, code and SQL in a call that something will run. */
export function toolTexts(call: ToolCall): ToolTexts {
  const isUnknown = call.kind === 'mcp' || call.kind === 'other';
  if (call.kind !== 'shell' && !isUnknown) return { commands: [], code: [], sql: [], isCut: false };
  const { steps, isCut } = toolSteps(call);
  const names = wordsOfName(nameOf(call));
  const servers = wordsOfName(call.mcp?.server ?? '');
  const language = isUnknown ? (languageIn(names) ?? languageIn(servers)) : undefined;
  const found: CallTexts = { commands: [], code: [], sql: [], isCut: false };
  for (const step of steps) {
    const words = [...names, ...step.words];
    const says = (known: ReadonlySet<string>): boolean => words.some((word) => known.has(word));
    const isBrowser = [...words, ...servers].some((word) => toolWords.browser.has(word));
    const use: ToolUse = {
      runs: !isBrowser && (call.kind === 'shell' || says(toolWords.runs)),
      runsCommands:
        !isBrowser &&
        isUnknown &&
        ((says(commandWords.runs) && !says(commandWords.others)) || languageNames(step).some(isShell)),
      types:
        !isBrowser &&
        (says(toolWords.types) ||
          ((says(toolWords.runs) || (saysTyping(words) && says(typedWords))) && isInSession(step)) ||
          (saysTyping(words) && servers.some((word) => toolWords.types.has(word)))),
      language: language ?? languageIn(languageNames(step)),
      asksDatabase:
        isUnknown && [...words, ...servers].some((word) => toolWords.database.has(word)) && !says(documentationWords),
    };
    readStep(step, use, found);
    if (isUnknown && !step.isElsewhere) found.commands.push(...fileCommands(step, servers).map((text) => ({ text })));
    if (says(toolWords.aws) || servers.includes('aws')) found.commands.push(...serviceCall(step));
    if (isUnknown && !isBrowser) {
      const named =
        says(commandWords.runs) || servers.some((one) => orderServers.has(one)) ? [...names, ...servers] : names;
      found.commands.push(...programCommands(step, named).map((text) => ({ text })));
    }
  }
  const count = found.commands.length + found.code.length + found.sql.length;
  return {
    commands: found.commands.slice(0, maxTexts),
    code: found.code.slice(0, maxTexts),
    sql: found.sql.slice(0, maxTexts),
    isCut: isCut || found.isCut || count > maxTexts,
  };
}

/** Words of tools whose queries search texts. */
const documentationWords: ReadonlySet<string> = new Set('docs documentation wiki manual knowledge'.split(' '));

/** Words in a tool's name for typed text: `send_text`, but not `send_message`. */
const typedWords: ReadonlySet<string> = new Set('text line raw key keys keypress paste type'.split(' '));

/** The arguments that a tool passes to its program: `kubectl {args}`, `git_command {subcommand, options}`. */
function programCommands(step: ToolStep, names: readonly string[]): readonly string[] {
  const textIn = (...fields: readonly ReadonlySet<string>[]) => fields.flatMap((one) => valuesOf(step, one));
  const reader = names.find((name) => Object.hasOwn(codeProgramWords, name));
  if (reader !== undefined) {
    const texts = textIn(toolFields.command, toolFields.run, toolFields.commandText, codeFields).flatMap(textsOf);
    return texts.map((text) => `${codeProgramWords[reader]} ${shellWord(text)}`);
  }
  const name = names.find((one) => Object.hasOwn(programWords, one));
  // `docker_exec {command}` has a command for a shell in the container.
  if (name === undefined || names.some((one) => /^(?:exec|ssh|attach)$/.test(one))) return [];
  const program = programWords[name] ?? name;
  const words = argumentsOf(step);
  const lines = step.fields.flatMap(([field, value]) => (toolFields.command.has(field) ? linesOf(field, value) : []));
  if (lines.length === 0 && words.length === 0) return orderInName(step, name, names);
  return (lines.length > 0 ? lines : words.length > 0 ? [''] : [])
    .filter((line) => line.trim().split(/\s/, 1)[0] !== program)
    .map((line) => [program, line, ...words].filter((part) => part !== '').join(' '));
}

/** Servers whose tools are named for subcommands of their program: `push`, or `git_push`. */
const orderServers: ReadonlySet<string> = new Set('git docker podman kubectl k8s kubernetes helm terraform'.split(' '));

/** A tool for one subcommand has its options as fields: `git_push {force: true, branch}`. */
function orderInName(step: ToolStep, name: string, names: readonly string[]): readonly string[] {
  const at = names.indexOf(name);
  // Words of the server come last.
  const order = [...names.slice(at + 1), ...names.slice(0, at)].filter(
    (word) => !toolWords.runs.has(word) && programWords[word] === undefined,
  );
  if (order.length === 0) return [];
  const said = (field: string, value: unknown): readonly string[] => {
    if (value === true || value === 'true') return [`--${field.replaceAll('_', '-')}`];
    // A branch sometimes has the name of a file, and only the branch is meant.
    if (typeof value !== 'string' || value === '' || toolFields.content.has(field)) return [];
    if (/^(?:mode|operation|action)$/.test(field) && /^\w+$/.test(value))
      return [name === 'git' && order[0] === 'stash' ? value : `--${value}`];
    return order[0] === 'checkout' && !toolFields.path.has(field) ? [] : [shellWord(value)];
  };
  return [
    [programWords[name] ?? name, ...order, ...step.fields.flatMap(([field, value]) => said(field, value))].join(' '),
  ];
}

const codeFields: ReadonlySet<string> = new Set('code_snippet script_content applescript eval js_code'.split(' '));

interface CallTexts {
  readonly commands: ToolCommand[];
  readonly code: { language: Language; text: string }[];
  readonly sql: string[];
  isCut: boolean;
}

/** Whether it addresses a running program, which gets the text as typed input. */
const isInSession = ({ fields }: ToolStep): boolean => fields.some(([name]) => toolFields.session.has(name));

const saysTyping = (words: readonly string[]): boolean => words.some((word) => typingWords.has(word));

/** How a tool uses the texts of a step. */
interface ToolUse {
  readonly runs: boolean;
  readonly runsCommands: boolean;
  readonly types: boolean;
  readonly language: Language | undefined;
  readonly asksDatabase: boolean;
}

function readStep(
  step: ToolStep,
  { runs, runsCommands, types, language, asksDatabase }: ToolUse,
  found: CallTexts,
): void {
  const where = placesOf(step);
  const variables = variablesOf(step);
  const addCommands = (texts: readonly string[]): void => {
    for (const text of texts)
      if (text !== '') found.commands.push(...where.map((place) => ({ text: variables + text, ...place })));
  };
  const words = argumentsOf(step);
  for (const [field, value] of step.fields) {
    const isProgram = toolFields.program.has(field) || (runs && toolFields.programFile.has(field));
    const isCommand =
      toolFields.command.has(field) ||
      (runs && toolFields.run.has(field)) ||
      (runsCommands && toolFields.commandText.has(field)) ||
      (types && toolFields.typed.has(field));
    const isCode = toolFields.code.has(field);
    const isTyped = types && isCommand && (toolFields.typed.has(field) || textsOf(value).some(hasControlKeys));
    if (runs && words.length > 0 && value === programOf(step, runs) && !isProgram)
      addCommands([[shellWord(String(value)), ...words].join(' ')]);
    if (isProgram && words.length > 0) addCommands(linesOf(field, value).map((line) => [line, ...words].join(' ')));
    else if (language && isCode) found.code.push(...textsOf(value).map((text) => ({ language, text })));
    else if (isTyped) {
      const typed = typedTexts(typeof value === 'string' ? value : textsOf(value));
      addCommands([...typed.texts, ...typed.texts.flatMap(escapedCommands)]);
      addTyped(typed, found);
    }
    // A program's arguments are read together with it.
    else if (isCommand && !(toolFields.argument.has(field) && hasProgram(step, runs)))
      addCommands(linesOf(field, value));
    if (runs && isCode && !language)
      for (const text of textsOf(value)) found.code.push(...usualLanguages.map((one) => ({ language: one, text })));
    if (asksDatabase && toolFields.sql.has(field))
      found.sql.push(...textsOf(value).filter((text) => !isQuestion(text)));
    else if (asksDatabase && (isCommand || toolFields.commandText.has(field)))
      found.sql.push(...textsOf(value).filter((text) => mayBeSql(`${text};`)));
  }
}

/** One line of plain English, which no database accepts: documentation search tools also have a `query`. */
const isQuestion = (text: string): boolean =>
  /^\s*(?:how|what|why|when|where|which|who|can|could|should|is|are|does|did|best|example|examples)\s[^;\n]*$/i.test(
    text,
  );

/** How programs other than a shell interpret typed text. */
function addTyped({ texts, isCut }: TypedTexts, found: CallTexts): void {
  for (const text of texts.filter(mayBeCode))
    found.code.push(...promptLanguages.map((language) => ({ language, text })));
  found.sql.push(...texts.filter(mayBeSql));
  found.isCut ||= isCut;
}

/** The most variables of a step that are put before its commands. */
const maxVariables = 50;

/** `{env: {NAME: 'value'}}`, `['NAME=value']` and `[{name, value}]` as the start of a command. */
function variablesOf(step: ToolStep): string {
  const given = valuesOf(step, toolFields.variables).flatMap((value): readonly (readonly [unknown, unknown])[] => {
    if (!Array.isArray(value)) return typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return value.map((one) => {
      if (typeof one === 'string') return [one.split('=', 1)[0], one.slice(one.indexOf('=') + 1)];
      const { name, key, value: text } = (one ?? {}) as Readonly<Record<string, unknown>>;
      return [name ?? key, text];
    });
  });
  return given
    .filter(([name]) => /^[A-Za-z_]\w{0,99}$/.test(String(name)))
    .slice(0, maxVariables)
    .map(([name, value]) => `export ${name}=${shellWord(String(value))}; `)
    .join('');
}

/** A program in a field with a common name, next to a text or a list of its arguments. */
const programOf = (step: ToolStep, runs: boolean): unknown =>
  hasProgram(step, runs) || argumentsOf(step).length === 0
    ? undefined
    : valuesOf(step, toolFields.programName).find((name) => typeof name === 'string');

const isShell = (name: string): boolean =>
  /^(?:sh|bash|zsh|ksh|dash|fish|shell|shellscript|powershell|pwsh|cmd)$/.test(name);

const hasProgram = ({ fields }: ToolStep, runs: boolean): boolean =>
  fields.some(([name]) => toolFields.program.has(name) || (runs && toolFields.programFile.has(name)));

const languageNames = (step: ToolStep): readonly string[] =>
  step.fields.flatMap(([name, value]) =>
    /^(?:language|lang|runtime|interpreter|kernel)$/.test(name) ? wordsOfName(String(value).slice(0, 100)) : [],
  );

const languageIn = (names: readonly string[]): Language | undefined => {
  const word = names.find((name) => Object.hasOwn(languageWords, name));
  return word === undefined ? undefined : languageWords[word];
};

const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '');

/** A text, a list of texts, or the words of one command. */
function linesOf(field: string, value: unknown): readonly string[] {
  if (Array.isArray(value) && value.some(Array.isArray))
    return value.flat().length > 0 ? value.flatMap((one) => linesOf(field, one)) : [];
  const texts = textsOf(value);
  const isList = field.endsWith('s') && !toolFields.argument.has(field);
  return Array.isArray(value) && !isList ? [texts.map(shellWord).join(' ')] : texts;
}

/** A program's arguments: one text, or a list. */
function argumentsOf(step: ToolStep): readonly string[] {
  const wordsIn = (names: ReadonlySet<string>) =>
    valuesOf(step, names).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value).map(shellWord)));
  const own = wordsIn(toolFields.argument);
  return own.length > 0 ? [...own, ...wordsIn(toolFields.operand)] : own;
}

/** Every folder and machine that a step names, because it is unknown which one its tool uses. */
function placesOf(step: ToolStep): readonly Pick<ToolCommand, 'cwd' | 'remote'>[] {
  const [remote] = valuesOf(step, toolFields.host).filter(
    (host) => isText(host) && !thisMachine.test(host),
  ) as string[];
  const program = programOf(step, true);
  const folders = namedFolders(step.fields.filter(([, value]) => value !== program)).slice(0, maxFolders);
  const machine = remote === undefined ? {} : { remote };
  return folders.length === 0 ? [machine] : folders.map((cwd) => ({ cwd, ...machine }));
}

const thisMachine = /^(?:local|localhost(?:\.localdomain)?|127(?:\.\d+){3}|0\.0\.0\.0|::1|\[::1\])$/i;

/** The most folder fields of a tool. */
const maxFolders = 8;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A tool that makes one AWS call: `{service_name, operation_name, parameters}`. */
function serviceCall(step: ToolStep): readonly ToolCommand[] {
  const [service] = valuesOf(step, serviceFields).filter(isText);
  const [operation] = valuesOf(step, operationFields).filter(isText);
  if (service === undefined || operation === undefined) return [];
  const given = valuesOf(step, toolFields.argument).flatMap((value) =>
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  );
  const options = given.map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `--${dashed(name)} ${shellWord(text)}`;
  });
  return [{ text: ['aws', dashed(service), dashed(operation), ...options].join(' ') }];
}

const serviceFields: ReadonlySet<string> = new Set(['service_name', 'service']);
const operationFields: ReadonlySet<string> = new Set(['operation_name', 'operation', 'action', 'api']);

/** Turns `DeleteBucket` into `delete-bucket`. */
const dashed = (name: string): string =>
  wordsOfName(name)
    .filter((word) => word !== '')
    .join('-');
