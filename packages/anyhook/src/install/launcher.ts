import { delimiter, dirname, join } from 'node:path';
import {
  type FixedVariables,
  findSafeProgram,
  fixedArguments,
  isObject,
  parseFixedArguments,
  pathVariable,
  shellWord,
  smallMemory,
  thisSystem,
  userPaths,
  withoutUndefined,
} from '@anyhook/core';
import { launcherParts } from '../../.cache/launcher-parts.js';
import { type AgentInstall, launcherName } from '../agents/kit/install.js';
import type { World } from '../answer/engine.js';
import { fillText } from '../formats/kit/fill-text.js';
import { signedExit } from '../resident/protocol.js';
import { answerMarginMs } from './json-entries.js';
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
 * The script that starts anyhook and waits for its answer, or refuses. Entries call it directly, or through a faster
 * client if no engine runs. Its path and the commands that contain it stay the same across versions.
 */
export function launcherText(program: AnyhookProgram, options: LauncherOptions): string {
  const { failClosed, answers, fixed, isClient } = options;
  return [
    headScript(program, options),
    ...(failClosed ? ['export ANYHOOK_FAIL_CLOSED=1'] : []),
    ...(isClient
      ? []
      : [startEngineScript(fixed), part('decide', { findProgram: findIndented, ...fixedValue(fixed) })]),
    cleanScript(fixed),
    answerScript(options),
    '# There is no answer.',
    failClosed ? `echo "${refuseMessage}" >&2; exit ${signedExit(2)}` : unavailableScript(answers, configFiles(fixed)),
    '',
  ].join('\n');
}

const { findProgram, findProject, cleanByProc, cleanByName, certificates } = launcherParts;
/** These lines in a block. */
const findIndented = findProgram.replaceAll('\n', '\n  ');
const signedValues = { signed0: `${signedExit(0)}`, signed1: `${signedExit(1)}`, signed2: `${signedExit(2)}` };
const part = (name: keyof typeof launcherParts, values: Readonly<Record<string, string>>): string =>
  fillText(launcherParts[name], { ...signedValues, ...values });

const fixedValue = (fixed: FixedVariables) => ({ fixed: fixedArguments(fixed).map(shellWord).join(' ') });

/** The config files that a shell can read if the program is gone. */
function configFiles(fixed: FixedVariables): readonly string[] {
  const { userConfig, managedConfig } = userPaths(fixed, fixed['HOME'] ?? '/');
  return [userConfig, managedConfig];
}

/** The line with the fixed values, which `doctor` reads. */
const fixedLine = /^(?:#|\/\/) fixed: (\{.*\})$/m;

function headScript(
  { node, file, path = systemPath, env = '/usr/bin/env' }: AnyhookProgram,
  { fixed }: LauncherOptions,
): string {
  const words = { node: shellWord(node), program: shellWord(file), path: shellWord(path), env: shellWord(env) };
  return part('head', { launcher: launcherName, fixed: JSON.stringify(fixed), ...words });
}

function startEngineScript(fixed: FixedVariables): string {
  const { NODE_EXTRA_CA_CERTS: file, ...others } = fixed;
  return part('startEngine', {
    findProgram: findIndented,
    certificates: file === undefined ? '' : fillText(certificates, { certificates: shellWord(file) }),
    certificatesWord: file === undefined ? '' : ' ${certificates+"NODE_EXTRA_CA_CERTS=$certificates"}',
    variables: Object.entries(others)
      .map(([name, value]) => shellWord(`${name}=${value}`))
      .join(' '),
    smallMemory,
    ...fixedValue(fixed),
  });
}

/** The exit code with which the clean part of the launcher passes an event to the project's program. */
const leavesToProject = String(signedExit(9));

const cleanScript = (fixed: FixedVariables): string =>
  part('clean', {
    start:
      thisSystem === 'linux'
        ? fillText(cleanByProc, { home: shellWord(`HOME=${fixed['HOME'] ?? '/'}`) })
        : fillText(cleanByName, { startVariables: startVariables.join(' '), agentPrefix }),
    leavesToProject,
    findProject,
  });

const answerScript = ({ isClient, fixed }: LauncherOptions): string =>
  part('answer', {
    findProgram,
    findProject,
    leavesToProject,
    resident: isClient ? '--resident ' : '',
    ...fixedValue(fixed),
  });

/** Reads the fixed values from the text of a launcher; undefined if an earlier version wrote it. */
export function fixedInLauncherText(text: string): FixedVariables | undefined {
  try {
    const found: unknown = JSON.parse(fixedLine.exec(text)?.[1] ?? '');
    return isObject(found) ? parseFixedArguments(fixedArguments(found as FixedVariables)) : undefined;
  } catch {
    return undefined;
  }
}

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
    findProject,
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

export function entryWords({ install, entry }: Pick<EntryCommandOptions, 'install' | 'entry'>): readonly string[] {
  if (!entry) return [install.agent];
  const eventOption = install.commandNamesEvent ? ['--event', entry.event] : [];
  return [install.agent, ...eventOption, '--timeout', String(Math.max(500, entry.timeoutMs - answerMarginMs))];
}

/**
 * Where the launcher finds the programs that it starts by name, independent of the agent's PATH: the system folders, then the
 * folders on this user's PATH that neither a project nor another user can write to.
 */
export function toolsOf({ env, cwd }: Pick<World, 'env' | 'cwd'>): Pick<AnyhookProgram, 'path' | 'env'> {
  const own = pathVariable(env) ?? '';
  // The system folders come first: the PATH of this session may be that of a script.
  const found = findSafeProgram('env', { PATH: `${systemPath}${delimiter}${own}` }, [cwd]);
  if (found.kind !== 'found') return {};
  const folders = [...systemPath.split(delimiter), ...found.safePath().split(delimiter)].filter(isPlain);
  return { path: [...new Set(folders)].join(delimiter), env: found.file };
}

/** A line break would end the line in the launcher. */
const isPlain = (folder: string): boolean => folder !== '' && !/[\u0000-\u001f]/.test(folder);

/** Variables that change how our programs start. A shell that cannot pass on all variables as data hides these. */
export const startVariables: readonly string[] = [
  ...['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'NODE_ICU_DATA', 'NODE_PATH', 'NODE_V8_COVERAGE', 'NODE_CHANNEL_FD'],
  ...['NODE_UNIQUE_ID', 'NODE_REDIRECT_WARNINGS', 'NODE_DEBUG', 'NODE_COMPILE_CACHE', 'NODE_PENDING_DEPRECATION'],
  ...['OPENSSL_CONF', 'OPENSSL_MODULES', 'OPENSSL_ENGINES', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'UV_THREADPOOL_SIZE'],
  ...['DYLD_INSERT_LIBRARIES', 'DYLD_LIBRARY_PATH', 'LD_PRELOAD', 'LD_LIBRARY_PATH', 'LD_AUDIT', 'IFS', 'TZ'],
];
/** Prefix for the name of such a variable; see `giveVariablesBack` in `bin/anyhook.cjs`. */
export const agentPrefix = 'ANYHOOK_AGENT_';
