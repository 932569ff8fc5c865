import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeFolder } from './rename.js';

/** Creates a temporary folder; returns its real path, because links confuse some programs. */
export const makeScratchFolder = (prefix: string): string => realpathSync(mkdtempSync(join(tmpdir(), prefix)));

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Passes a temporary folder to `work`, and removes it however the work or this process ends. */
export async function withScratch<T>(
  prefix: string,
  work: (folder: string) => Promise<T>,
  clean: (folder: string) => void = removeFolder,
): Promise<T> {
  const folder = makeScratchFolder(prefix);
  const cleanUp = () => clean(folder);
  const end = (signal: NodeJS.Signals) => {
    cleanUp();
    for (const name of signals) process.off(name, end);
    process.kill(process.pid, signal);
  };
  for (const name of signals) process.on(name, end);
  process.once('exit', cleanUp);
  try {
    return await work(folder);
  } finally {
    for (const name of signals) process.off(name, end);
    process.off('exit', cleanUp);
    cleanUp();
  }
}

/** Writes files below a folder; those that start with `#!` become executable. */
export function writeFileTree(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (text.startsWith('#!')) chmodSync(path, 0o755);
  }
}
