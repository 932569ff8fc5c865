import { extname } from 'node:path';
import { windowsEndings } from '../../file-path.js';
import { isExecutable, readText } from '../files/files.js';

/** What runs a script on Windows, by the ending of its name. */
export const scriptInterpreters: Readonly<Record<string, readonly string[]>> = {
  '.sh': ['sh'],
  '.bash': ['bash'],
  '.py': ['python3'],
  '.js': ['node'],
  '.mjs': ['node'],
  '.cjs': ['node'],
  '.rb': ['ruby'],
  '.pl': ['perl'],
  '.php': ['php'],
  '.ps1': ['pwsh', '-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File'],
};

/** The program and words of a `#!` line. */
export function firstLineWords(path: string): readonly string[] {
  const [, line = ''] = /^#!([^\r\n]*)/.exec(readText(path) ?? '') ?? [];
  return line.split(/\s+/).filter((word) => word !== '');
}

/** Whether a script is meant to be started by name. On Windows, its ending or first line decides, not a mode. */
export function isStartable(path: string, system: string = process.platform): boolean {
  if (system !== 'win32') return isExecutable(path);
  const ending = extname(path).toLowerCase();
  return (
    windowsEndings.includes(ending) || Object.hasOwn(scriptInterpreters, ending) || firstLineWords(path).length > 0
  );
}
