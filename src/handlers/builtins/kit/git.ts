import { runProcess } from '../../../platform/process/run-process.js';
import type { BuiltinContext } from '../builtin.js';
import { cutAtLine } from './text.js';
import { timeLeft } from './time-left.js';

/** Maximum number of characters of git output for the model. */
export const maxGitText = 16 * 1024;

// Reading a repository must not start programs or daemons from its own config.
export const quietGit = [
  '--no-pager',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.quotePath=false',
  '-c',
  'color.ui=false',
];

/** The output of a read-only git command, cut with a note; undefined if it fails, e.g. outside a repository. */
export async function gitText(
  context: BuiltinContext,
  cwd: string,
  args: readonly string[],
): Promise<string | undefined> {
  const end = await runProcess({
    file: 'git',
    args: [...quietGit, ...args],
    cwd,
    env: gitEnv(context.env),
    stdin: '',
    timeoutMs: timeLeft(context.timeoutMs)(),
    maxBytes: 4 * maxGitText,
    ...(context.signal ? { signal: context.signal } : {}),
  });
  if (end.kind === 'exit' && end.exitCode === 0) return cutAtLine(end.stdout.trimEnd(), maxGitText);
  if (end.kind === 'too-much-output') return cutAtLine(end.stdout, maxGitText);
  return undefined;
}

/** The agent's environment without variables that redirect git. */
export function gitEnv(env: BuiltinContext['env']): Record<string, string | undefined> {
  const clean: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(env)) if (!name.startsWith('GIT_')) clean[name] = value;
  return { ...clean, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
}
