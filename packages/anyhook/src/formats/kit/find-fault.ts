import {
  type Handler,
  type Hook,
  type HookFault,
  isFullPath,
  pathOfAddress,
  slashedPath,
  trustedFiles,
} from '@anyhook/core';
import { type Runtime, readCrashReport } from './crash-reports.js';
import type { ProcessOutput } from './format.js';

/**
 * Why a command that exited with another code than 0 is broken; undefined if it ended itself, which is a decision. Only
 * reports in the format of a shell, the system or an interpreter count.
 */
export function findFault(output: ProcessOutput, hook: Hook): HookFault | undefined {
  const { exitCode, stderr } = output;
  if (exitCode === 0 || hook.handler.kind !== 'command') return undefined;
  const last = stderr.trimEnd().split('\n').at(-1)?.trim().slice(0, 200);
  if (exitCode === 127)
    return {
      detail: last || 'exited with code 127, "not found"',
      fix: 'install what is missing, or correct its command',
      isIncomplete: true,
    };
  if (exitCode === 126)
    return { detail: last || 'exited with code 126, "not executable"', fix: 'chmod +x it, or name its interpreter' };
  if (exitCode > 128 && exitCode < firstRealTimeSignal)
    return { detail: `was ended by signal ${exitCode - 128}`, fix: 'find out what ended it: see "anyhook why"' };
  const crash = readCrashReport(output);
  if (!crash) return undefined;
  const { kind, cause, runtime, file } = crash;
  if (kind === 'exception' && !startsRuntime(hook.handler, runtime)) return undefined;
  // An interpreter that checks another file prints the same: that is the hook's message.
  if (kind === 'syntax' && !isOwnFile(file, hook)) return undefined;
  return { detail: cause.slice(0, 200), fix: fixes[kind](hook), ...(kind === 'missing' && { isIncomplete: true }) };
}

/** Exit codes of signals end before 128 + 32. */
const firstRealTimeSignal = 160;

const fixes = {
  missing: ({ root }: Hook) => `build it, or install what it needs, in ${root}`,
  syntax: () => 'correct the syntax error',
  exception: () => 'correct the script; "anyhook why" shows what it printed',
} as const;

/** Words and file extensions that show that an interpreter runs the script of a command line. */
const runtimes: Readonly<Record<Runtime, RegExp>> = {
  node: /(?:^|[\s"'(;&|/])(?:node|nodejs|tsx|ts-node|npx|npm|pnpm|yarn)(?=["'\s;)]|$)|\.[cm]?[jt]s(?=["'\s;)]|$)/,
  bun: /(?:^|[\s"'(;&|/])bunx?(?=["'\s;)]|$)|\.[cm]?[jt]s(?=["'\s;)]|$)/,
  deno: /(?:^|[\s"'(;&|/])deno(?=["'\s;)]|$)|\.[cm]?[jt]s(?=["'\s;)]|$)/,
  python: /(?:^|[\s"'(;&|/])(?:(?:python|pypy)[\d.]*|uvx?|poetry|pipenv)(?=["'\s;)]|$)|\.py(?=["'\s;)]|$)/,
  ruby: /(?:^|[\s"'(;&|/])(?:ruby[\d.]*|bundle)(?=["'\s;)]|$)|\.rb(?=["'\s;)]|$)/,
  perl: /(?:^|[\s"'(;&|/])perl[\d.]*(?=["'\s;)]|$)|\.pl(?=["'\s;)]|$)/,
  php: /(?:^|[\s"'(;&|/])php[\d.]*(?=["'\s;)]|$)|\.php(?=["'\s;)]|$)/,
  shell: /^/,
};

/** Does the command itself start the interpreter? If a script does, or the line continues with an exit, that decided. */
function startsRuntime(handler: Extract<Handler, { kind: 'command' }>, runtime: Runtime): boolean {
  const line = [handler.command, ...(handler.args ?? [])].join(' ');
  return runtimes[runtime].test(line) && !/\bexit\s+[1-9]/.test(line);
}

/** Is this a file of the hook, or the command line itself? */
function isOwnFile(file: string, hook: Hook): boolean {
  if (/^(?:<string>|<stdin>|\[eval\]|\[stdin\]|-e|\/bin\/sh(?:: -c)?|bash: -c)$/.test(file)) return true;
  const path = slashedPath(pathOfAddress(file) ?? file);
  const tail = `/${path.replace(/^(?:\.{1,2}\/)+/, '')}`;
  return trustedFiles(hook)
    .map((own) => slashedPath(own))
    .some((own) => own === path || (!isFullPath(path) && own.endsWith(tail)));
}
