import { dirname, join } from 'node:path';
import { type AgentInstall, launcherName } from '../agents/kit/install.js';
import { type FixedVariables, fixedArguments, parseFixedArguments } from '../core/fixed-variables.js';
import { isObject } from '../core/json.js';
import { shellWord } from '../core/shell-quote.js';
import { smallMemory } from '../platform/process/start-detached.js';
import { userPaths } from '../state/user-paths.js';
import { answerMarginMs } from './json-entries.js';
import { unavailableMessages } from './unavailable-answer.js';
import { refuseScript, type UnavailableAnswer, unavailableCommand, unavailableScript } from './unavailable-script.js';
import { isWindowsLauncher, windowsNodePart } from './windows-launcher.js';

/** Where this anyhook is: the program and the Node that runs it. */
export interface AnyhookProgram {
  readonly node: string;
  readonly file: string;
}

/** Variables that the resident engine itself needs; the others belong to the agent whose event starts it. */
const keptVariables = [
  'PATH',
  'USER',
  'LOGNAME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'NODE_EXTRA_CA_CERTS',
  'XDG_CACHE_HOME',
  'XDG_RUNTIME_DIR',
];

/** The environment of the engine: what it needs, and the values that are fixed. */
function engineEnvironment(fixed: FixedVariables): string {
  const kept = keptVariables.map((name) => `\${${name}+"${name}=$${name}"}`);
  return [...kept, ...Object.entries(fixed).map(([name, value]) => shellWord(`${name}=${value}`))].join(' ');
}

const startEngineScript = (fixed: FixedVariables): readonly string[] => [
  'if [ "$1" = --up ]; then',
  '  [ -n "$node" ] && [ -f "$program" ] || exit 1',
  '  # The event that found no engine is being decided: it has the machine to itself.',
  '  sleep 0.2 2>/dev/null',
  '  env=/usr/bin/env',
  '  [ -x "$env" ] || env=env',
  `  exec "$env" -i ${engineEnvironment(fixed)} "$node" ${smallMemory} "$program" up --foreground ${fixedWords(fixed)}`,
  'fi',
];

const fixedWords = (fixed: FixedVariables): string => fixedArguments(fixed).map(shellWord).join(' ');

export interface LauncherOptions {
  readonly failClosed: boolean;
  /** Entries call this script directly, so it asks the resident engine first. Otherwise a faster client did that. */
  readonly isClient: boolean;
  /** What each agent is told if nothing can be started. */
  readonly answers: readonly UnavailableAnswer[];
  /** What the agent's environment cannot change. */
  readonly fixed: FixedVariables;
}

/**
 * The script that starts anyhook, or tells the agent that it is missing. Entries call it, or a faster client that
 * calls it if no engine runs. Its path and the commands that contain it stay the same across versions.
 */
export function launcherText(program: AnyhookProgram, options: LauncherOptions): string {
  const { failClosed, answers, fixed } = options;
  return [
    ...startScript(program, options),
    '# The program is gone. Only an entry of a project may start the anyhook of that project.',
    ...projectProgramScript,
    ...(failClosed ? [refuseScript] : unavailableScript(answers, unavailableMessages.user, configFiles(fixed))),
    '',
  ].join('\n');
}

/** The config files that a shell can look into if the program is gone. */
function configFiles(fixed: FixedVariables): readonly string[] {
  const { userConfig, managedConfig } = userPaths(fixed, fixed['HOME'] ?? '/');
  return [userConfig, managedConfig];
}

/** The line with what is fixed, which `doctor` reads. */
const fixedLine = /^(?:#|\/\/) fixed: (\{.*\})$/m;

function startScript(
  { node, file }: AnyhookProgram,
  { failClosed, isClient, fixed }: LauncherOptions,
): readonly string[] {
  return [
    '#!/bin/sh',
    `# ${launcherName} <agent> [options]: agents call this for each event. Written by "anyhook init".`,
    "# The next line holds for every event, whatever is in the agent's environment.",
    `# fixed: ${JSON.stringify(fixed)}`,
    `node=${shellWord(node)}`,
    `program=${shellWord(file)}`,
    ...(failClosed ? ['export ANYHOOK_FAIL_CLOSED=1'] : []),
    '[ -x "$node" ] || node=$(command -v node)',
    ...(isClient ? [] : startEngineScript(fixed)),
    'host=$1',
    'shift',
    '# Options of the agent for its own Node.js must not load code into this one; hooks get them back.',
    '[ -z "$NODE_OPTIONS" ] || export ANYHOOK_NODE_OPTIONS="$NODE_OPTIONS" NODE_OPTIONS=',
    // A program with missing parts could not answer in the agent's format.
    `[ -n "$node" ] && [ -f "$program" ] && [ -f "\${program%/*}/../dist/run/run.cjs" ] && exec "$node" "$program" ${isClient ? 'run --resident' : 'run'} --host "$host" ${fixedWords(fixed)} "$@"`,
  ];
}

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
const findProjectProgram = ['d=$PWD', 'until [ -z "$d" ] || [ -x "$d/node_modules/.bin/anyhook" ]; do d=${d%/*}; done'];

const projectProgramScript = [
  'case " $* " in *" --entry project "*)',
  ...findProjectProgram.map((line) => `  ${line}`),
  '  if [ -n "$node" ] && [ -n "$d" ]; then',
  '    echo "anyhook: $program is gone, so the anyhook of this project decides; run: npx anyhook init" >&2',
  '    export PATH="$PATH:${node%/*}"',
  '    exec "$d/node_modules/.bin/anyhook" run --host "$host" "$@"',
  '  fi ;;',
  'esac',
];

/** Reads from the text of a launcher what it starts. */
export function launcherProgram(text: string): AnyhookProgram | undefined {
  const node = assignedValue(text, 'node');
  const file = assignedValue(text, 'program');
  return node !== undefined && file !== undefined ? { node, file } : undefined;
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
  readonly install: Pick<AgentInstall, 'host' | 'missingCommandBlocks' | 'commandNamesEvent'>;
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
    ...findProjectProgram,
    'p=$(command -v anyhook) || p=$d/node_modules/.bin/anyhook',
    `command -v node >/dev/null && [ -x "$p" ] || ${missingFallback(options, unavailableMessages.project)}`,
    'a=$1; shift',
    'exec "$p" run --host "$a" "$@"',
  ].join('; ');
  return `sh -c '${script}' ${launcherName} ${entryArguments(options)} ${projectArgs.join(' ')}`;
}

/** The arguments that the command of a plugin passes to anyhook. A shared file has no paths of this machine. */
export const pluginArgs = (host: string, scope: 'user' | 'project', fixed: FixedVariables): readonly string[] => [
  host,
  ...(scope === 'project' ? projectArgs : fixedArguments(fixed)),
];

const projectArgs = ['--entry', 'project'];

const entryArguments = (options: EntryCommandOptions): string => entryWords(options).join(' ');

/** The words after the launcher in the command of an entry. */
export function entryWords({ install, entry }: Pick<EntryCommandOptions, 'install' | 'entry'>): readonly string[] {
  if (!entry) return [install.host];
  const eventOption = install.commandNamesEvent ? ['--event', entry.event] : [];
  return [install.host, ...eventOption, '--timeout', String(Math.max(500, entry.timeoutMs - answerMarginMs))];
}
