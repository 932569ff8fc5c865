import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let root: string | undefined;

/** A file or folder of the product, whether the code runs from the sources, the bundle or one of its chunks. */
export function packageFile(path: string): string {
  root ??= packageRoot(dirname(fileURLToPath(import.meta.url)));
  return join(root, path);
}

/**
 * The nearest folder that contains our program, or the product next to this package in a checkout; if there is none,
 * the folder itself, so that errors name a real path.
 */
function packageRoot(start: string): string {
  for (let folder = start; dirname(folder) !== folder; folder = dirname(folder))
    for (const root of [folder, join(folder, 'packages', 'anyhook')])
      if (existsSync(join(root, 'bin', 'anyhook.cjs'))) return root;
  return start;
}
