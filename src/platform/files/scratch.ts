import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Makes a folder of its own below the system's folder for such things; real path, for links confuse programs. */
export const makeScratch = (prefix: string): string => realpathSync(mkdtempSync(join(tmpdir(), prefix)));

/** Writes texts below a folder; those that begin with `#!` become executable. */
export function layOut(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (text.startsWith('#!')) chmodSync(path, 0o755);
  }
}
