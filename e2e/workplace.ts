import { execFileSync } from 'node:child_process';
import { openProject } from '../packages/anyhook/src/answer/engine.js';
import { grantTrust } from '../packages/anyhook/src/hooks/review-trust.js';
import { userPaths } from '../packages/core/src/platform/user-paths.js';

/** Where an agent works: a project that the user trusts or not, or a copy of a trusted one. */
export type Workplace = 'trusted project' | 'untrusted project' | 'work tree' | 'clone';

/** Whether the agent works in a copy of the project. */
export const isCopy = (kind: Workplace): boolean => kind === 'work tree' || kind === 'clone';

interface WorkplaceFolders {
  /** The project for which `anyhook init` ran. */
  readonly origin: string;
  /** The path of its copy. */
  readonly copy: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Creates the folder in which the agent is started. */
export async function makeWorkplace(kind: Workplace, { origin, copy, env }: WorkplaceFolders): Promise<void> {
  const git = (...args: readonly string[]) =>
    void execFileSync('git', ['-C', origin, '-c', 'user.name=e2e', '-c', 'user.email=e2e@localhost', ...args], {
      env,
      stdio: 'pipe',
    });
  if (kind === 'untrusted project') return git('init', '--quiet', '.');
  if (isCopy(kind)) {
    git('init', '--quiet', '.');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'the project');
  }
  grantTrust(await openProject({ cwd: origin, env, home: env['HOME'] ?? '' }), userPaths(env, env['HOME'] ?? ''));
  if (kind === 'work tree') git('worktree', 'add', '--quiet', copy);
  if (kind === 'clone') git('clone', '--quiet', origin, copy);
}
