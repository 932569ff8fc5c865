import { distinctProblems, type Hook, type Problem } from '@anyhook/core';
import type { Project } from '../hooks/load.js';
import { startFindings } from './scripts.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Commands of hooks that cannot start on this machine, as warnings; nothing is started. */
export function startProblems(hooks: readonly Hook[], root: string, env: Env): readonly Problem[] {
  const commands = hooks.filter(
    ({ handler, enabled, unloadable }) => handler.kind === 'command' && enabled && unloadable === undefined,
  );
  return commands.flatMap((hook) =>
    startFindings(hook, { env, root, config: { httpAllow: [] } }).map(
      ({ what, fix }): Problem => ({
        source: hook.source,
        ...(hook.line !== undefined && { line: hook.line }),
        severity: 'warning',
        message: `${what}; ${fix}`,
      }),
    ),
  );
}

/** All problems of a project's hook files, as every command counts them. */
export const projectProblems = ({ problems, snapshot, root }: Project, env: Env): readonly Problem[] =>
  distinctProblems([...problems, ...startProblems(snapshot.hooks, root, env)]);
