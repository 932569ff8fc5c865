import { dirname, join } from 'node:path';
import {
  type FixedVariables,
  fixedArguments,
  isObject,
  parseFixedArguments,
  shellWord,
  smallMemory,
  thisSystem,
  userPaths,
  withoutUndefined,
} from '@anyhook/core';
import { type AgentInstall, launcherName } from '../agents/kit/install.js';
import { signedExit } from '../resident/protocol.js';
import { answerMarginMs } from './json-entries.js';
import { agentPrefix, startVariables } from './start-variables.js';
import { unavailableMessages } from './unavailable-answer.js';
import {
  refuseMessage,
  refuseScript,
  type UnavailableAnswer,
  unavailableCommand,
  unavailableScript,
} from './unavailable-script.js';
import { isWindowsLauncher, windowsNodePart } from './windows-launcher.js';

/** Where this anyhook is: the program and the Node that runs it. */
export interface AnyhookProgram {
  readonly node: string;
  readonly file: string;
  /** Folders in which `init` found the programs that the launcher starts by name. */
  readonly path?: string;
  /** The system's `env`. */
  readonly env?: string;
}

/** System program folders. */
export const systemPath = '/usr/bin:/bin';

export interface LauncherOptions {
  readonly failClosed: boolean;
  /** Entries call this script directly, so it asks the resident engine first. Otherwise a faster client did that. */
  readonly isClient: boolean;
  /** What each agent reads if there is no answer. */
  readonly answers: readonly UnavailableAnswer[];
  /** What the agent's environment cannot change. */
  readonly fixed: FixedVariables;
}

/**
 * The script that starts anyhook and waits for its answer, or refuses. Entries call it, or a faster client that calls it if no
 * engine runs. Its path and the commands that contain it stay the same across versions.
 */
export function launcherText(program: AnyhookProgram, options: LauncherOptions): string {
  const { failClosed, answers, fixed, isClient } = options;
  return [
    ...headScript(program, options),
    ...(isClient ? [] : [...startEngineScript(fixed), ...decideScript(fixed)]),
    ...cleanScript(fixed),
    ...answerScript(options),
    '# There is no answer.',
    ...(failClosed
      ? [`echo "${refuseMessage}" >&2; exit ${signedExit(2)}`]
      : unavailableScript(answers, configFiles(fixed))),
    '',
  ].join('\n');
}

const fixedWords = (fixed: FixedVariables): string => fixedArguments(fixed).map(shellWord).join(' ');

/** The config files that a shell can look into if the program is gone. */
function configFiles(fixed: FixedVariables): readonly string[] {
  const { userConfig, managedConfig } = userPaths(fixed, fixed['HOME'] ?? '/');
  return [userConfig, managedConfig];
}

/** The line with what is fixed, which `doctor` reads. */
const fixedLine = /^(?:#|\/\/) fixed: (\{.*\})$/m;

function headScript(
  { node, file, path = systemPath, env = '/usr/bin/env' }: AnyhookProgram,
  { failClosed, fixed }: LauncherOptions,
): readonly string[] {
  return [
    '#!/bin/sh',
    `# ${launcherName} <agent> [options]: agents call this for each event. Written by "anyhook init".`,
    "# The next line holds for every event, whatever is in the agent's environment.",
    `# fixed: ${JSON.stringify(fixed)}`,
    `node=${shellWord(node)}`,
    `program=${shellWord(file)}`,
    '# Where "anyhook init" found programs; the PATH of the agent is not used.',
    `path=${shellWord(path)}`,
    `env=${shellWord(env)}`,
    ...(failClosed ? ['export ANYHOOK_FAIL_CLOSED=1'] : []),
  ];
}

/** Not `command -v`, because variables may have defined functions in the shell. These lines come after `PATH=$path`. */
const findProgramScript = [
  '[ -x "$node" ] || node=$(command -v node)',
  // A program with missing parts cannot answer in the agent's format.
  'isWhole() { [ -n "$node" ] && [ -f "$program" ] && [ -f "${program%/*}/../dist/run/run.cjs" ]; }',
];

/** The engine gets what it needs from this user, and nothing from the agent whose event starts it. */
const startEngineScript = (fixed: FixedVariables): readonly string[] => {
  const { NODE_EXTRA_CA_CERTS: certificates, ...others } = fixed;
  const words = Object.entries(others).map(([name, value]) => shellWord(`${name}=${value}`));
  const extra = certificates === undefined ? '' : ' ${certificates+"NODE_EXTRA_CA_CERTS=$certificates"}';
  return [
    'if [ "$1" = --up ]; then',
    '  PATH=$path',
    ...findProgramScript.map((line) => `  ${line}`),
    '  isWhole || exit 1',
    '  # Leave the machine to the event that found no engine and is being decided.',
    '  sleep 0.2 2>/dev/null',
    ...(certificates === undefined
      ? []
      : [`  certificates=${shellWord(certificates)}`, '  [ -f "$certificates" ] || unset certificates']),
    `  exec "$env" -i PATH="$path" ${words.join(' ')}${extra} "$node" ${smallMemory} "$program" up --foreground ${fixedWords(fixed)}`,
    'fi',
  ];
};

/** A client waits for this: the event is on stdin, and only a complete answer on stdout counts. */
const decideScript = (fixed: FixedVariables): readonly string[] => [
  'if [ "$1" = --decide ]; then',
  '  PATH=$path',
  ...findProgramScript.map((line) => `  ${line}`),
  `  isWhole && exec "$node" "$program" decide ${fixedWords(fixed)}`,
  '  echo "anyhook: $program or its Node.js is missing" >&2',
  '  exit 1',
  'fi',
];

/** The exit code with which the clean part of the launcher passes an event to the project's program. */
const leavesToProject = signedExit(9);

/** Linux has a process's environment in a file, so it can be passed on unchanged. */
const hasProc = thisSystem === 'linux';

const cleanByProc = (fixed: FixedVariables): readonly string[] => [
  '  environment=/proc/$$/environ',
  `  "$env" -i PATH="$path" ${shellWord(`HOME=${fixed['HOME'] ?? '/'}`)} ANYHOOK_FAIL_CLOSED="$ANYHOOK_FAIL_CLOSED" /bin/sh "$0" --clean "$environment" "$@"`,
];

const cleanByName: readonly string[] = [
  `  for name in ${startVariables.join(' ')}; do`,
  String.raw`    eval "case \${$name+set} in set) export ${agentPrefix}$name=\"\$$name\"; unset $name ;; esac"`,
  '  done',
  '  /bin/sh "$0" --clean "" "$@"',
];

/**
 * The agent's variables could end a program, load code into it, or replace a shell's commands with functions. So the rest runs in
 * a shell without them, and hooks get them as data. This part uses no command that such a function could replace.
 */
const cleanScript = (fixed: FixedVariables): readonly string[] => [
  'case $1 in',
  '--clean) ;;',
  '*)',
  '  # A shell out of file descriptors may end with 0.',
  '  answered=',
  `  trap 'case $answered in "") exit 2 ;; esac' EXIT`,
  ...(hasProc ? cleanByProc(fixed) : cleanByName),
  '  case $? in',
  ...[0, 1, 2].map((code) => `  ${signedExit(code)}) answered=1; exit ${code} ;;`),
  `  ${leavesToProject}) ;;`,
  `  *) echo "anyhook: the launcher was ended without an answer, so no hook has checked this" >&2; exit 2 ;;`,
  '  esac',
  ...projectProgramScript,
  '  exit 2 ;;',
  'esac',
  'environment=$2',
  'shift 2',
];

/** Asks the program and waits. Only a signed exit code is an answer. */
const answerScript = ({ isClient, fixed }: LauncherOptions): readonly string[] => [
  'PATH=$path',
  ...findProgramScript,
  'host=$1',
  '[ $# -eq 0 ] || shift',
  '# Only an entry of a project may start the anyhook of that project.',
  'case " $* " in *" --entry project "*)',
  `  isWhole || { ${findProjectProgram}; [ -z "$node" ] || [ -z "$d" ] || exit ${leavesToProject}; } ;;`,
  'esac',
  `payload=$(cat && echo .) || { echo "anyhook: the event cannot be read, so no hook has checked this" >&2; exit ${signedExit(2)}; }`,
  'payload=${payload%.}',
  'if isWhole; then',
  '  limit=',
  '  last=',
  '  for word in "$@"; do',
  '    # An agent waits a second longer than --timeout says.',
  '    [ "$last" = --timeout ] && [ -n "$(command -v timeout)" ] && limit="timeout -s KILL $(((word + 600) / 1000 + (word < 400)))"',
  '    last=$word',
  '  done',
  '  # Print nothing of an incomplete answer.',
  `  answer=$(printf %s "$payload" | $limit "$node" "$program" run ${isClient ? '--resident ' : ''}--signed \${environment:+--environment "$environment"} --host "$host" ${fixedWords(fixed)} "$@"; echo ".$?")`,
  '  code=${answer##*.}',
  `  case $code in ${[0, 1, 2].map(signedExit).join(' | ')}) printf %s "\${answer%.*}"; exit $code ;; esac`,
  'fi',
];

/** Reads from the text of a launcher what is fixed in it; undefined if an earlier version wrote it. */
export function fixedInLauncherText(text: string): FixedVariables | undefined {
  try {
    const found: unknown = JSON.parse(fixedLine.exec(text)?.[1] ?? '');
    return isObject(found) ? parseFixedArguments(fixedArguments(found as FixedVariables)) : undefined;
  } catch {
    return undefined;
  }
}

/** From the working folder upwards. The program may need a Node.js that does not exist; that error would block some agents. */
const findProjectProgram = 'd=$PWD; until [ -z "$d" ] || [ -x "$d/node_modules/.bin/anyhook" ]; do d=${d%/*}; done';

const projectProgramScript = [
  `  ${findProjectProgram}`,
  '  echo "anyhook: $program is gone, so the anyhook of this project decides; run: npx anyhook init" >&2',
  '  host=$1',
  '  shift',
  '  export PATH="$PATH:${node%/*}:$path"',
  '  exec "$d/node_modules/.bin/anyhook" run --host "$host" "$@"',
];

/** Reads from the text of a launcher what it starts. */
export function launcherProgram(text: string): AnyhookProgram | undefined {
  const node = assignedValue(text, 'node');
  const file = assignedValue(text, 'program');
  if (node === undefined || file === undefined) return undefined;
  return { node, file, ...withoutUndefined({ path: assignedValue(text, 'path'), env: assignedValue(text, 'env') }) };
}

function assignedValue(text: string, name: string): string | undefined {
  const json = new RegExp(`^const ${name} = (".*");$`, 'm').exec(text)?.[1];
  if (json !== undefined) return jsonString(json);
  const word = new RegExp(`^${name}=('(?:[^'\\n]|'\\\\'')*'|[^'\\s]+)$`, 'm').exec(text)?.[1];
  return word?.startsWith("'") ? word.slice(1, -1).replaceAll(String.raw`'\''`, "'") : word;
}

function jsonString(text: string): string | undefined {
  try {
    return String(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The path of the script that a faster client calls; on Windows, the part of the launcher that Node runs. */
export const nodeLauncher = (launcher: string): string =>
  isWindowsLauncher(launcher) ? windowsNodePart(launcher) : join(dirname(launcher), 'anyhook-node');

export interface EntryCommandOptions {
  readonly install: Pick<AgentInstall, 'agent' | 'missingCommandBlocks' | 'commandNamesEvent'>;
  /** Missing for a plugin, which adds the arguments of each event itself. */
  readonly entry?: { readonly event: string; readonly timeoutMs: number };
  readonly failClosed: boolean;
  /** What the agent is told if nothing can be started; see `unavailableAnswer`. */
  answer(text: string): string | undefined;
  /** Write it as earlier versions did: silent if nothing can be started. */
  readonly isSilent?: boolean;
}

/** What an entry does if there is nothing to call. */
function missingFallback({ failClosed, isSilent, answer }: EntryCommandOptions, message: string): string {
  if (failClosed) return `{ ${refuseScript}; }`;
  return isSilent ? 'exit 0' : unavailableCommand(answer(message), message);
}

/**
 * The command of an entry in a user's own settings. If a shell is known to run it, `exec` replaces that shell, because
 * some shells start a second process even for the last command. Otherwise the command starts its own shell if needed.
 * If a missing launcher does not block the agent, the shell's own error tells the user.
 */
export function userCommand(launcher: string, options: EntryCommandOptions, hasShell: boolean): string {
  const isChecked = options.failClosed || options.install.missingCommandBlocks;
  const fallback = isChecked ? missingFallback(options, unavailableMessages.user) : undefined;
  const [program, args] = [shellWord(launcher), entryArguments(options)];
  if (hasShell) return `${fallback === undefined ? '' : `[ -x ${program} ] || ${fallback}; `}exec ${program} ${args}`;
  const existenceCheck = fallback === undefined ? '' : `sh -c '[ -x "$0" ] || ${fallback}; exec "$0" "$@"' `;
  return `${existenceCheck}${program} ${args}`;
}

/** Is the command written for a shell? Entries of earlier versions are not, but do the same. */
export const isShellCommand = (command: string): boolean => /^(?:\[ -x |exec )/.test(command);

/** Is the command silent if it finds nothing to call, as in earlier versions? */
export const isSilentCommand = (command: string): boolean => / \|\| exit 0; /.test(command);

/**
 * The command of an entry that a project shares, without paths of this machine. It calls the user's launcher, else
 * anyhook on PATH, else the one installed in the project.
 */
export function projectCommand(options: EntryCommandOptions): string {
  const script = [
    'h=${XDG_DATA_HOME:-$HOME/.local/share}/anyhook/bin/anyhook-hook',
    '[ -x "$h" ] && exec "$h" "$@"',
    findProjectProgram,
    'p=$(command -v anyhook) || p=$d/node_modules/.bin/anyhook',
    `command -v node >/dev/null && [ -x "$p" ] || ${missingFallback(options, unavailableMessages.project)}`,
    'a=$1; shift',
    'exec "$p" run --host "$a" "$@"',
  ].join('; ');
  return `sh -c '${script}' ${launcherName} ${entryArguments(options)} ${projectArgs.join(' ')}`;
}

/** The arguments that the command of a plugin passes to anyhook. A shared file has no paths of this machine. */
export const pluginArgs = (agent: string, scope: 'user' | 'project', fixed: FixedVariables): readonly string[] => [
  agent,
  ...(scope === 'project' ? projectArgs : fixedArguments(fixed)),
];

const projectArgs = ['--entry', 'project'];

const entryArguments = (options: EntryCommandOptions): string => entryWords(options).join(' ');

/** The words after the launcher in the command of an entry. */
export function entryWords({ install, entry }: Pick<EntryCommandOptions, 'install' | 'entry'>): readonly string[] {
  if (!entry) return [install.agent];
  const eventOption = install.commandNamesEvent ? ['--event', entry.event] : [];
  return [install.agent, ...eventOption, '--timeout', String(Math.max(500, entry.timeoutMs - answerMarginMs))];
}
