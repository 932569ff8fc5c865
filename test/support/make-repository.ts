import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a folder look like the top of a git repository, without starting git. */
export function makeRepository(folder: string): void {
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
}
