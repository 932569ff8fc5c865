import { basename, isAbsolute, resolve } from 'node:path';
import type { Ending, Event, Handler, Hook, ProcessEnd, ProcessJob } from '@anyhook/core';
import {
  environmentWith,
  failed,
  findSafeProgram,
  homeIn,
  isExecutable,
  isFolder,
  neverRan,
  nextDepthVariable,
  runProcess,
  thisSystem,
  ticks,
  userShell,
} from '@anyhook/core';
import type { HandlerContext, RunHandler } from './handler.js';
import type { Spares } from './spares/spares.js';

type Command = Extract<Handler, { kind: 'command' }>;

/** Runs a program in its own process group; the codec reads its output. */
export const runCommand: RunHandler<Command> = async (handler, hook, event, context) => {
  const { codec, timeoutMs, signal, settings, umask } = context;
  const program = programOf(handler, hook, event, context.env);
  if (typeof program === 'string') return failed('spawn', program);
  const job: ProcessJob = {
    ...program,
    cwd: workingFolder(handler, hook, event, context.env),
    env: environment(handler, hook, event, context),
    stdin: `${stdinText(codec, hook, event)}\n`,
    timeoutMs,
    maxBytes: settings.maxOutputBytes,
    ...(signal ? { signal } : {}),
    ...(umask === undefined ? {} : { umask }),
  };
  const inSpare = hook.spare === false ? undefined : await runInSpare(job, context.spares);
  if (inSpare?.end) return { ...(await endingOf(inSpare.end, handler, hook, event, context)), spare: true };
  const start = (mostMs: number) => {
    const leftMs = Math.max(1, mostMs - (inSpare?.lostMs ?? 0));
    const run = runProcess({ ...job, timeoutMs: leftMs });
    return run.then((end) => endingOf(end, handler, hook, event, { ...context, timeoutMs: leftMs }));
  };
  if (!context.startInTurn) return start(timeoutMs);
  return context.startInTurn(start).catch((error: Error) => failed('cancelled', error.message));
};

/** Runs the job in a prestarted interpreter if one fits; without an ending nothing has run, so it can start normally. */
async function runInSpare(
  job: ProcessJob,
  spares: Spares | undefined,
): Promise<{ readonly end: ProcessEnd | undefined; readonly lostMs: number } | undefined> {
  const run = job.signal?.aborted ? undefined : spares?.take(job);
  if (!run) return undefined;
  const began = ticks();
  const end = await run();
  return { end, lostMs: ticks() - began };
}

function endingOf(
  end: ProcessEnd,
  handler: Command,
  hook: Hook,
  event: Event,
  { codec, timeoutMs, settings, env }: HandlerContext,
): Ending | Promise<Ending> {
  switch (end.kind) {
    case 'exit': {
      if (didNotStart(handler, end, workingFolder(handler, hook, event, env)))
        return withBuildCommand(failed('spawn', `cannot run ${commandLabel(handler)}: ${lastLine(end.stderr)}`), hook);
      const { exitCode, stdout, stderr } = end;
      return withBuildCommand(codec.read({ exitCode, stdout, stderr }, hook, event), hook);
    }
    case 'spawn':
      return end.isSystemFault ? neverRan('spawn', end.error) : failed('spawn', end.error);
    default: {
      const why = {
        timeout: `did not finish within ${Math.round(timeoutMs)} ms`,
        'too-much-output': `printed more than ${settings.maxOutputBytes} bytes`,
        cancelled: 'was stopped because the agent went away',
      }[end.kind];
      return failed(end.kind, `${commandLabel(handler)} ${why}`, end.stderr);
    }
  }
}

/** Says how to build or install what a broken hook lacks, if its package knows. Only then is a file read. */
async function withBuildCommand(ending: Ending, { root, exitRule }: Hook): Promise<Ending> {
  if (ending.kind !== 'failed' || exitRule === undefined || !(ending.isIncomplete || ending.why === 'spawn'))
    return ending;
  const { buildCommand } = await import('./build-command.js');
  const command = buildCommand(root);
  return command === undefined ? ending : { ...ending, fix: `run "${command}" in ${root}`, fixesFile: true };
}

/** Programs that formats choose for a script. */
const interpreters = new Set(['sh', 'bash', 'python3', 'node', 'npx', 'ruby', 'perl', 'php', 'pwsh']);

/** The program to start, or why it is not started. */
function programOf(
  handler: Command,
  hook: Hook,
  event: Event,
  env: HandlerContext['env'],
): { file: string; args: readonly string[] } | string {
  if (handler.form === 'exec') {
    const { command, args = [] } = handler;
    // A user's hooks also guard untrusted projects, which must not supply the interpreter. A project's hooks may.
    if (hook.scope === 'project' || !interpreters.has(command)) return { file: command, args };
    const found = findSafeProgram(command, env, [event.cwd]);
    if (found.kind === 'found') return { file: found.file, args };
    // There the start itself knows other names for it, such as py for python3.
    if (found.kind === 'absent' && thisSystem === 'win32') return { file: command, args };
    return found.kind === 'refused' ? found.why : `cannot start ${command}: no such program`;
  }
  const file = handler.shell === 'user' ? userShell(env['SHELL'], [hook.root, event.cwd]) : '/bin/sh';
  // zsh's echo even unescapes \u000a, so no spelling of the JSON works.
  const options = basename(file) === 'zsh' ? ['-o', 'BSD_ECHO'] : [];
  // The words after the command are its positional parameters: $0, $1 and so on.
  return { file, args: [...options, '-c', handler.command, ...(handler.args ? ['sh', ...handler.args] : [])] };
}

function stdinText(codec: HandlerContext['codec'], hook: Hook, event: Event): string {
  const json = JSON.stringify(codec.stdin(event, hook), null, codec.indent);
  return codec.isEchoed ? echoSafe(json) : json;
}

const unicodeEscapes: Readonly<Record<string, string>> = {
  b: '\\u0008',
  t: '\\u0009',
  n: '\\u000a',
  f: '\\u000c',
  r: '\\u000d',
  '"': '\\u0022',
  '\\': '\\u005c',
};

/** The same JSON without the escapes that dash's `echo` knows: `\n` becomes `\u000a`. */
const echoSafe = (json: string): string =>
  json.replace(/\\(["\\bfnrt])/g, (pair, letter: string) => unicodeEscapes[letter] ?? pair);

function workingFolder({ cwd, expands }: Command, hook: Hook, event: Event, env: HandlerContext['env']): string {
  if (cwd !== undefined) return resolve(hook.root, expands ? expandFolder(cwd, env) : cwd);
  return isAbsolute(event.cwd) && isFolder(event.cwd) ? event.cwd : hook.root;
}

const environment = (handler: Command, hook: Hook, event: Event, { codec, env, caller }: HandlerContext) =>
  environmentWith(env, {
    ...codec.env(event, hook, env, caller?.()),
    ...(handler.expands ? expandValues(handler.env ?? {}, env) : handler.env),
    ANYHOOK_EVENT: event.name,
    ANYHOOK_HOOK_ID: hook.id,
    ANYHOOK_HOST: event.host,
    ...nextDepthVariable(env),
  });

// A shell exits with 127 for "not found" and 126 for "not executable"; a hook with output did run.
function didNotStart(handler: Command, end: { exitCode: number; stdout: string }, cwd: string): boolean {
  if (handler.form !== 'shell' || (end.exitCode !== 126 && end.exitCode !== 127) || end.stdout.trim() !== '')
    return false;
  // The user's shell ran. Only a missing or non-executable script did not start; a missing tool is an exit.
  return handler.shell !== 'user' || isMissingScript(handler.command, cwd);
}

/** Is the command only a script, named by its path, that cannot be started? */
function isMissingScript(command: string, cwd: string): boolean {
  const [, path = ''] = /^([\w.@%+-]*\/[\w./@%+-]*)(?:\s+[\w./@%+=:,-]+)*$/.exec(command.trim()) ?? [];
  return path !== '' && !isExecutable(resolve(cwd, path));
}

function commandLabel(handler: Command): string {
  const text = handler.form === 'exec' ? [handler.command, ...(handler.args ?? [])].join(' ') : handler.command;
  const line = text.replace(/\s+/g, ' ').trim();
  return `"${line.length > 120 ? `${line.slice(0, 119)}…` : line}"`;
}

const lastLine = (text: string): string =>
  text.trim().split('\n').at(-1)?.slice(0, 300) || 'no such command, or not executable';

type Environment = Readonly<Record<string, string | undefined>>;

/** A folder with `~`, `$VAR`, `${VAR}` and `${env.VAR}` filled in; a variable that is not set is empty. */
export function expandFolder(folder: string, env: Environment): string {
  const expanded = folder.replace(/\$(?:\{(?:env\.)?(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => {
    return env[braced ?? bare ?? ''] ?? '';
  });
  return /^~(?=[\\/]|$)/.test(expanded) ? `${homeIn(env) ?? '~'}${expanded.slice(1)}` : expanded || '.';
}

/** Values with `${env.VAR}` filled in; any other `$` is part of the value. */
export const expandValues = (
  values: Readonly<Record<string, string>>,
  env: Environment,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.replace(/\$\{env\.(\w+)\}/g, (_, variable: string) => env[variable] ?? ''),
    ]),
  );
