import { type Environment, runProcess, thisSystem, windowsStart } from '@anyhook/core';
import { type AgentInstall, commandInterpreter } from '../agents/kit/install.js';
import { splitWindowsText } from '../install/windows-launcher.js';
import type { DoctorCheck } from './finding.js';

interface EntryStart {
  readonly file: string;
  readonly args: readonly string[];
}

interface StartContext {
  readonly cwd: string;
  readonly env: Environment;
}

const isWindows = thisSystem === 'win32';

/** Starts the command of an entry as the agent does: on Windows with the agent's shell, if it is installed. */
export async function entryStart(
  { windowsStart: kind }: Pick<AgentInstall, 'windowsStart'>,
  command: string,
  context: StartContext,
): Promise<EntryStart> {
  if (!isWindows) return { file: '/bin/sh', args: ['-c', command] };
  const isForCmd = command.startsWith(commandInterpreter);
  if (kind !== undefined && isForCmd && (await powerShellAnswers(context)))
    return { file: 'pwsh', args: [...powerShellWords, command] };
  if (kind !== undefined && !isForCmd && gitShell(context) !== undefined)
    return { file: '/bin/sh', args: ['-c', command] };
  const [file = '', ...args] = splitWindowsText(command);
  return { file, args };
}

const powerShellWords = ['-NoProfile', '-NonInteractive', '-Command'];

/** The shell that comes with Git; undefined if there is none. */
function gitShell(context: StartContext): string | undefined {
  const found = windowsStart({ file: '/bin/sh', args: [], ...context });
  return typeof found === 'string' ? undefined : found.file;
}

let powerShellProbe: Promise<boolean> | undefined;

/** Does PowerShell run its input? A program of that name may do nothing. */
function powerShellAnswers({ cwd, env }: StartContext): Promise<boolean> {
  const args = [...powerShellWords, 'Write-Output anyhook'];
  powerShellProbe ??= runProcess({ file: 'pwsh', args, cwd, env, stdin: '', timeoutMs: 15_000 }).then(
    (end) => end.kind === 'exit' && end.stdout.trim() === 'anyhook',
  );
  return powerShellProbe;
}

/** The Windows shells with which the entries are tried, and those that are missing. */
export async function shellChecks(context: StartContext): Promise<readonly DoctorCheck[]> {
  if (!isWindows) return [];
  const git = gitShell(context);
  const titles = [
    git === undefined
      ? 'no shell of Git is here: hooks that need sh cannot start, and entries are tried without it'
      : `hooks that need sh use ${git}`,
    (await powerShellAnswers(context))
      ? 'entries for PowerShell are tried with it'
      : 'PowerShell does not answer here: entries for it are tried with cmd only',
    'who owns the files of your profile, and who may write to them, is not checked on Windows',
  ];
  return titles.map((title) => ({ title, findings: [] }));
}
