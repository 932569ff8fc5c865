import { execFileSync } from 'node:child_process';
import { openProject } from '../src/service/engine.js';
import { userPaths } from '../src/state/user-paths.js';
import { grantTrust } from '../src/tools/review-trust.js';

/** Where an agent works, as trust sees it: the project of a stranger, or a copy of one that the user trusts. */
export type Workplace = 'untrusted project' | 'work tree' | 'clone';

interface WorkplaceFolders {
  /** The project for which `anyhook init` ran. */
  readonly origin: string;
  /** Where its copy goes. */
  readonly copy: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Makes the place in which the agent is started. */
export async function makeWorkplace(kind: Workplace, { origin, copy, env }: WorkplaceFolders): Promise<void> {
  const git = (...args: readonly string[]) =>
    void execFileSync('git', ['-C', origin, '-c', 'user.name=e2e', '-c', 'user.email=e2e@localhost', ...args], {
      env,
      stdio: 'pipe',
    });
  git('init', '--quiet', '.');
  if (kind === 'untrusted project') return;
  git('add', '--all');
  git('commit', '--quiet', '--message', 'the project');
  grantTrust(await openProject({ cwd: origin, env, home: env['HOME'] ?? '' }), userPaths(env, env['HOME'] ?? ''));
  if (kind === 'work tree') git('worktree', 'add', '--quiet', copy);
  else git('clone', '--quiet', origin, copy);
}
