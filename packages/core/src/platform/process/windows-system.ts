import { createRequire } from 'node:module';
import { win32 } from 'node:path';
import { isFullPath } from '../../file-path.js';
import { isFile } from '../files/files.js';

/** The usual folder first: the variable is untrusted, and on the usual drive only administrators can write there. */
function systemRoot(): string {
  const named = process.env['SystemRoot'];
  const isUsual = named === undefined || !isFullPath(named, 'win32') || isFile('C:\\Windows\\System32\\cmd.exe');
  return isUsual ? 'C:\\Windows' : named;
}

/** A program that comes with Windows, such as `cmd.exe`; never one of the same name on PATH. */
export const systemProgram = (...names: readonly string[]): string => win32.join(systemRoot(), 'System32', ...names);

/** The PowerShell that comes with Windows; undefined if it was removed. */
export function systemPowerShell(): string | undefined {
  const file = systemProgram('WindowsPowerShell', 'v1.0', 'powershell.exe');
  return isFile(file) ? file : undefined;
}

const powerShellMs = 10_000;

/** PowerShell's output for a command; undefined if it is missing or fails. Takes half a second. */
export function askPowerShell(command: string, variables: Readonly<Record<string, string>> = {}): string | undefined {
  const file = systemPowerShell();
  if (file === undefined) return undefined;
  // Loaded here: the start path needs no processes.
  const { spawnSync } = createRequire(import.meta.url)('node:child_process') as typeof import('node:child_process');
  const args = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Command', command];
  const env = { ...process.env, ...variables };
  const options = { encoding: 'utf8', env, windowsHide: true, timeout: powerShellMs } as const;
  const { status, stdout } = spawnSync(file, args, options);
  const text = status === 0 ? (stdout ?? '').trim() : '';
  return text === '' ? undefined : text;
}
