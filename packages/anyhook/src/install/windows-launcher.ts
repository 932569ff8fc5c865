import { win32 } from 'node:path';
import { type FixedVariables, fixedArguments, systemProgram, userPaths } from '@anyhook/core';
import { type AgentInstall, commandInterpreter } from '../agents/kit/install.js';
import { signedExit } from '../resident/protocol.js';
import type { AnyhookProgram, LauncherOptions } from './launcher.js';
import { agentPrefix, startVariables } from './launcher.js';
import { unavailableMessages } from './unavailable-answer.js';
import { noAnswerMessage, refuseMessage, type UnavailableAnswer } from './unavailable-script.js';

/** Entries call this file: cmd starts it, even if PowerShell or an agent without a shell calls cmd. */
export const isWindowsLauncher = (launcher: string): boolean => launcher.endsWith('.cmd');

/** The file that Node runs, next to the one that cmd runs. */
export const windowsNodePart = (launcher: string): string => launcher.replace(/\.cmd$/, '.cjs');

/** The native client: where the package has one, cmd starts it instead of Node. */
export const windowsClientFile = (launcher: string): string => launcher.replace(/\.cmd$/, '.exe');

/**
 * The paths that every shell of Windows accepts in double quotes, as does cmd after `/c`. Others would need quotes that
 * differ from shell to shell.
 */
const plainPath = /^[\p{L}\p{M}\p{N} \\/:._~+-]+$/u;

/** Why no entry can name the launcher; undefined if it can. */
export function launcherPathProblem(launcher: string, needsNoSpace: boolean): string | undefined {
  const fix = 'set XDG_DATA_HOME to another folder and run init again';
  if (!plainPath.test(launcher))
    return `${launcher}: expected a path of letters, digits, spaces and \\ : . _ ~ + -, which every shell of Windows reads alike; ${fix}`;
  if (needsNoSpace && launcher.includes(' '))
    return `${launcher}: expected a path without a space, because the shell of this agent on Windows is not known; ${fix}`;
  return undefined;
}

/** Entries and the launcher name Windows programs by full path, so Windows must be in its usual folder. */
export function systemFolderProblem(): string | undefined {
  const interpreter = systemProgram('cmd.exe');
  if (interpreter.toLowerCase() === commandInterpreter.toLowerCase()) return undefined;
  return `Windows is in ${win32.dirname(win32.dirname(interpreter))}: expected C:\\Windows, which entries name; use the agent in WSL`;
}

/**
 * The command of an entry: a text that the shell of Git, PowerShell and cmd parse the same way, or, for a path with a
 * space, that PowerShell and cmd do.
 */
export function windowsCommand(
  { windowsStart }: Pick<AgentInstall, 'windowsStart'>,
  launcher: string,
  args: readonly string[],
): string {
  const isBare = windowsStart === 'any' || (windowsStart === 'named' && !launcher.includes(' '));
  if (isBare) return [launcher.replaceAll('\\', '/'), ...args].join(' ');
  return `${commandInterpreter} /d /c "${launcher}" ${args.join(' ')}`;
}

/** Words as one text, which `splitWindowsText` reads back. */
export const joinWindowsWords = (words: readonly string[]): string =>
  words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ');

/** The words of such a text. */
export const splitWindowsText = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

interface WindowsLauncherOptions extends Omit<LauncherOptions, 'isClient'> {
  /** The native client is next to the launcher. */
  readonly isNative?: boolean;
}

/** Paths that cmd reads unchanged inside quotes, in any code page. */
const plainBatchPath = /^[\w \\/:.~+-]+$/;

/** The file in the batch file: relative to its folder if cmd may misread letters of the path; else undefined. */
function batchPath(folder: string, file: string): string | undefined {
  if (plainBatchPath.test(file)) return file;
  const relative = win32.relative(folder, file);
  return !win32.isAbsolute(relative) && plainBatchPath.test(relative) ? `%~dp0${relative}` : undefined;
}

/**
 * What cmd runs. It is ASCII except for a path of Node that is not near the launcher; if cmd reads that in another
 * encoding, Node is searched on PATH. Everything else that may contain other letters is in the part for Node.
 */
export function windowsLauncherText(
  launcher: string,
  program: AnyhookProgram,
  { failClosed, answers, fixed, isNative = false }: WindowsLauncherOptions,
): string {
  const folder = win32.dirname(launcher);
  const needed = [
    program.file,
    win32.join(win32.dirname(win32.dirname(program.file)), 'dist', 'run', 'run.cjs'),
    windowsNodePart(launcher),
    ...(isNative ? [windowsClientFile(launcher)] : []),
  ].map((file) => `"%~dp0${win32.relative(folder, file)}"`);
  const recordedNode = batchPath(folder, program.node) ?? program.node;
  const startNode = [
    `"%node%" "%~dp0${win32.basename(windowsNodePart(launcher))}" --signed %*`,
    ...[0, 1, 2].map((code) => `if "%errorlevel%"=="${signedExit(code)}" exit /b ${code}`),
    'rem Any other exit is not an answer. The event is unknown here.',
    `>&2 echo ${batchText(noAnswerMessage)}`,
    'exit /b 2',
  ];
  // The client knows only the recorded Node. If that is gone, the Node of PATH decides.
  const startClient = [
    `if not exist "${recordedNode}" goto node`,
    `"%~dp0${win32.basename(windowsClientFile(launcher))}" %*`,
    'exit /b %errorlevel%',
    ':node',
  ];
  const lines = [
    '@echo off',
    'rem anyhook-hook <agent> [options]: agents call this for each event. Written by "anyhook init".',
    'setlocal EnableExtensions EnableDelayedExpansion',
    ...(failClosed ? ['set "ANYHOOK_FAIL_CLOSED=1"'] : []),
    `set "node=${recordedNode}"`,
    'if not exist "%node%" for %%I in (node.exe) do set "node=%%~$PATH:I"',
    'if not defined node goto gone',
    ...needed.map((file) => `if not exist ${file} goto gone`),
    'rem Variables of the agent must not load code into this Node.js or end it; hooks get them back.',
    `for %%V in (${startVariables.join(' ')}) do if defined %%V (set "${agentPrefix}%%V=!%%V!"& set "%%V=")`,
    ...(isNative ? startClient : []),
    ...startNode,
    ':gone',
    ...(failClosed ? [] : openEnd(folder, answers, fixed)),
    ':refuse',
    `>&2 echo ${batchText(refuseMessage)}`,
    'exit /b 2',
    '',
  ];
  return lines.join('\r\n');
}

/**
 * What happens if nothing can be started: failClosed applies even if it was switched on after `init`, and if the batch
 * file cannot name the config that may set it.
 */
function openEnd(folder: string, answers: readonly UnavailableAnswer[], fixed: FixedVariables): readonly string[] {
  const { userConfig, managedConfig } = userPaths(fixed, fixed['HOME'] ?? '/');
  const named = [userConfig, managedConfig].map((file) => batchPath(folder, file));
  if (named.includes(undefined)) return [];
  const files = named.map((file) => `"${file}"`).join(' ');
  return [
    'if "!ANYHOOK_FAIL_CLOSED!"=="1" goto refuse',
    `C:\\Windows\\System32\\findstr.exe /r /c:"^failClosed:[ ]*true" ${files} >nul 2>nul && goto refuse`,
    ...answers.flatMap(({ agent, answer }) =>
      answer === undefined ? [] : [`if "%~1"=="${agent}" echo ${batchText(answer)}& exit /b 0`],
    ),
    // An error that does not block: most agents show it.
    `>&2 echo ${batchText(unavailableMessages.user)}`,
    'exit /b 1',
  ];
}

/** A text that cmd's `echo` prints unchanged. */
const batchText = (text: string): string =>
  text
    .replaceAll('%', '%%')
    .replaceAll(/[\^&|<>()"]/g, (sign) => `^${sign}`)
    .replaceAll('!', '^^!');

/** What Node runs: the program with the fixed values, as a client of the resident engine. */
export function windowsNodeText({ node, file }: AnyhookProgram, { fixed }: Pick<LauncherOptions, 'fixed'>): string {
  return [
    '// anyhook-hook <agent> [options]: agents call this for each event. Written by "anyhook init".',
    "// The next line holds for every event, whatever is in the agent's environment.",
    `// fixed: ${JSON.stringify(fixed)}`,
    `const node = ${JSON.stringify(node)};`,
    `const program = ${JSON.stringify(file)};`,
    `const fixed = ${JSON.stringify(fixedArguments(fixed))};`,
    'const words = process.argv.slice(2);',
    "const signed = words[0] === '--signed' ? [words.shift()] : [];",
    'const [host, ...rest] = words;',
    "process.argv = [node, program, 'run', '--resident', ...signed, '--host', host, ...fixed, ...rest];",
    'require(program);',
    '',
  ].join('\n');
}
