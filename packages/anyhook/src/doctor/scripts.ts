import { extname, isAbsolute, join } from 'node:path';
import {
  type Handler,
  type Hook,
  hasFolder,
  homeIn,
  isExecutable,
  isFile,
  isProgramThere,
  readText,
  slashedPath,
  thisSystem,
  windowsStartProblem,
} from '@anyhook/core';
import { agents } from '../agents/index.js';
import { substitute } from '../formats/kit/scripts.js';
import { isAllowedUrl } from '../handlers/http.js';
import type { Config } from '../hooks/merged-config.js';
import { type Finding, makeFinding } from './finding.js';

/** The environment and config that hooks start with. */
interface HookEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project's root: commands may start here. */
  readonly root: string;
  readonly config: Pick<Config, 'httpAllow' | 'model'>;
}

/** Finds reasons why a hook cannot start, without starting anything. */
export function startFindings(hook: Hook, environment: HookEnvironment): readonly Finding[] {
  const { handler } = hook;
  switch (handler.kind) {
    case 'command':
      return handler.form === 'exec'
        ? execFindings(hook, handler, environment)
        : shellFindings(hook, handler, environment);
    case 'module':
      return isFile(handler.file) ? [] : [missingScriptFinding(hook, handler.file)];
    case 'http':
      return isUrlAllowed(handler.url, environment.config.httpAllow)
        ? []
        : [makeFinding('address-not-allowed', `${hook.id}: ${handler.url} is not allowed`, { address: handler.url })];
    case 'prompt':
      return modelFindings(hook, environment);
    case 'builtin':
      return [];
  }
}

type Command = Extract<Handler, { kind: 'command' }>;

/** A program and its arguments: a script, or an interpreter with a script. */
function execFindings(hook: Hook, handler: Command, environment: HookEnvironment): readonly Finding[] {
  const { command, args = [] } = handler;
  if (hasFolder(command))
    return scriptFindings(hook, isAbsolute(command) ? command : join(hook.root, command), environment);
  if (!isProgramThere(command, environment.env, hook.root)) return [missingProgramFinding(hook, command, hook.source)];
  const [option, line] = args;
  if (shells.has(command) && option === '-c' && line !== undefined && args.length === 2)
    return shellFindings(hook, { ...handler, command: line }, environment);
  const script = args.find((arg) => isAbsolute(arg) && hook.files.includes(arg));
  if (script === undefined || !isFile(script)) return [];
  // `sh` reads scripts without the executable bit and obeys their first line.
  return command === 'sh' ? interpreterFindings(hook, script, environment, { withCr: true }) : [];
}

const shells: ReadonlySet<string> = new Set(['sh', 'bash']);

/** Builtins and keywords of sh, bash, zsh and ksh. */
const shellWords = new Set(
  `. : [ ! { ( alias autoload break builtin case cd command continue coproc declare do echo emulate eval exec exit export
  false for function getopts hash if jobs kill let local mapfile noglob popd print printf pushd pwd read readarray readonly
  repeat return select set setopt shift shopt source test time times trap true type typeset ulimit umask unalias unset
  until wait whence while`.split(/\s+/),
);
/** A word that is literal in every shell. */
const plainWord = /^[\w./@+:,%-]+$/;
const interpreter = /^(?:(?:ba|z|da|k)?sh|node|deno|bun|tsx|python[\d.]*|ruby|perl|php|pwsh)$/;

/** Checks only the first word of a shell line, and the script after an interpreter. Uncertain cases are no findings. */
function shellFindings(hook: Hook, { command, cwd = '.' }: Command, environment: HookEnvironment): readonly Finding[] {
  const words = [...firstWords(command, hook.root, homeIn(environment.env))];
  const [first = '', second = ''] = words.map((word) => (/^[a-z]:/i.test(word) ? slashedPath(word) : word));
  if (!plainWord.test(first)) return [];
  const bases = [join(hook.root, cwd), environment.root];
  if (hasFolder(first)) {
    const file = resolveFile(first, bases);
    return file === undefined
      ? [missingScriptFinding(hook, isAbsolute(first) ? first : join(hook.root, first))]
      : scriptFindings(hook, file, environment);
  }
  if (shellWords.has(first)) return [];
  if (!isProgramThere(first, environment.env, hook.root)) return [missingProgramFinding(hook, first, hook.source)];
  const isScript = interpreter.test(first) && plainWord.test(second) && !second.startsWith('-') && /[./]/.test(second);
  if (!isScript || resolveFile(second, bases) !== undefined) return [];
  return [missingScriptFinding(hook, isAbsolute(second) ? second : join(hook.root, second))];
}

const resolveFile = (path: string, bases: readonly string[]): string | undefined =>
  isAbsolute(path) ? [path].find(isFile) : bases.map((base) => join(base, path)).find(isFile);

/** The first words of a command, without comments, variable assignments and function definitions. */
function* firstWords(command: string, root: string, home: string | undefined): Generator<string> {
  const text = command.slice(0, 4096).replace(/^(?:[ \t]*(?:#[^\n]*)?\n)+/, '');
  if (/^\s*(?:#|[\w-]+[ \t]*\()/.test(text)) return;
  const projectVariables = agents.flatMap(({ projectVariable }) => projectVariable ?? []);
  const vars = Object.fromEntries(['CLAUDE_PLUGIN_ROOT', ...projectVariables].map((name) => [name, root]));
  const word = /\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"';&|<>()]+))(?=[\s;&|<>()]|$)/y;
  for (let n = 0; n < 8; n++) {
    const found = word.exec(text);
    if (!found) return;
    const [, double, single, bare] = found;
    if (bare !== undefined && /^[A-Za-z_]\w*=/.test(bare)) continue;
    if (single !== undefined) yield single;
    else if (bare?.startsWith('~/') && home) yield `${home}${bare.slice(1)}`;
    else yield substitute(double ?? bare ?? '', vars);
  }
}

/** A file that is started directly. */
function scriptFindings(hook: Hook, file: string, environment: HookEnvironment): readonly Finding[] {
  if (!isFile(file)) return [missingScriptFinding(hook, file)];
  if (thisSystem === 'win32') {
    const problem = windowsStartProblem(file, environment.env, hook.root);
    if (problem !== undefined) {
      // Only a script without an extension is started by its first line.
      const missing = extname(file) === '' ? interpreterFindings(hook, file, environment, { withCr: true }) : [];
      return missing.length > 0 ? missing : [makeFinding('script-not-executable', `${hook.id}: ${problem}`, { file })];
    }
    return /^#!.*sh\r?\n/.test(readText(file) ?? '') ? crFindings(hook, file) : [];
  }
  if (!isExecutable(file))
    return [makeFinding('script-not-executable', `${hook.id}: ${file} is not executable`, { file })];
  return interpreterFindings(hook, file, environment, { withCr: false });
}

const firstLine = (file: string): string => (readText(file) ?? '').split('\n', 1)[0] ?? '';

const crFindings = (hook: Hook, file: string): readonly Finding[] =>
  firstLine(file).endsWith('\r')
    ? [makeFinding('script-with-cr', `${hook.id}: the first line of ${file} ends with CRLF`, { file })]
    : [];

function interpreterFindings(
  hook: Hook,
  file: string,
  { env }: HookEnvironment,
  { withCr }: { readonly withCr: boolean },
): readonly Finding[] {
  const line = firstLine(file);
  if (!line.startsWith('#!')) return [];
  if (line.endsWith('\r') && !withCr) return crFindings(hook, file);
  const words = line.slice(2).trim().split(/\s+/);
  const [program = '', ...rest] = words;
  const named = /(?:^|\/)env$/.test(program)
    ? rest.find((word) => !word.startsWith('-') && !word.includes('='))
    : undefined;
  // Windows has no `env`: start the program that it names.
  const isThere =
    thisSystem === 'win32' ? named !== undefined || isProgramThere(program, env, hook.root) : isExecutable(program);
  if (!isThere) return [missingProgramFinding(hook, program, file)];
  return named !== undefined && !isProgramThere(named, env, hook.root)
    ? [missingProgramFinding(hook, named, file)]
    : [];
}

function modelFindings(hook: Hook, { config: { model }, env }: HookEnvironment): readonly Finding[] {
  if (!model) return [makeFinding('no-model', `${hook.id}: the config has no model`, { variable: 'its API key' })];
  if (env[model.apiKeyEnv]?.trim()) return [];
  return [makeFinding('no-model', `${hook.id}: ${model.apiKeyEnv} is not set here`, { variable: model.apiKeyEnv })];
}

function isUrlAllowed(address: string, allowed: readonly string[]): boolean {
  return URL.canParse(address) && isAllowedUrl(new URL(address), allowed);
}

const missingScriptFinding = (hook: Hook, file: string): Finding =>
  makeFinding('script-missing', `${hook.id}: ${file} does not exist`, { file, source: hook.source });

const missingProgramFinding = (hook: Hook, program: string, file: string): Finding =>
  makeFinding('interpreter-missing', `${hook.id}: ${program} is not installed`, { program, file });
