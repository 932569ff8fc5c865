import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let root: string | undefined;

/** A file or folder of this package, whether the code runs from the sources, the bundle or one of its chunks. */
export function packageFile(path: string): string {
  root ??= packageRoot(dirname(fileURLToPath(import.meta.url)));
  return join(root, path);
}

/** The nearest folder that contains our program; if none does, the folder itself, so that errors name a real path. */
function packageRoot(start: string): string {
  for (let folder = start; dirname(folder) !== folder; folder = dirname(folder)) {
    if (existsSync(join(folder, 'bin', 'anyhook.cjs'))) return folder;
  }
  return start;
}
