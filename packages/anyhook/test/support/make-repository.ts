import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Makes a folder look like the top of a git repository, without starting git. */
export function makeRepository(folder: string): void {
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
}

/** Makes a folder look like a linked work tree of such a repository. */
export function makeWorktree(main: string, folder: string): void {
  const link = join(main, '.git', 'worktrees', basename(folder));
  mkdirSync(link, { recursive: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(link, 'HEAD'), 'ref: refs/heads/other\n');
  writeFileSync(join(link, 'commondir'), '../..\n');
  writeFileSync(join(link, 'gitdir'), `${join(folder, '.git')}\n`);
  writeFileSync(join(folder, '.git'), `gitdir: ${link}\n`);
}
