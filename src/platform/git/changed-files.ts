import type { Environment } from '../process/fit-environment.js';
import { execFileText } from '../process/run-process.js';

/** Files that git reports as changed or new below a folder; empty outside a repository. */
export async function gitChangedFiles(cwd: string, env: Environment): Promise<readonly string[]> {
  const { ok, stdout } = await execFileText(
    'git',
    // The fsmonitor is a program that the repository's own config names: it must not run.
    [
      '-c',
      'core.fsmonitor=false',
      '--no-optional-locks',
      'status',
      '--porcelain=v1',
      '-z',
      '--untracked-files=all',
      '--no-renames',
    ],
    {
      cwd,
      env,
      timeoutMs: 5_000,
      maxBytes: 4 * 1024 * 1024,
    },
  );
  if (!ok) return [];
  return stdout
    .split('\0')
    .filter((line) => line.length > 3)
    .map((line) => line.slice(3));
}
