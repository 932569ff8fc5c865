import { type Handler, quoteValue } from '@anyhook/core';
import type { WrittenDockerHook } from './schema.js';

/** A hook whose arguments and variables are texts; an empty name, folder, list or map counts as none. */
export type DockerHook = Omit<WrittenDockerHook, 'args' | 'env'> & {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

export function normalizeHook({ args, env, name, working_dir, schema, ...rest }: WrittenDockerHook): DockerHook {
  return {
    ...rest,
    ...(name && { name }),
    ...(working_dir && { working_dir }),
    ...(schema && { schema }),
    ...(args?.length && { args: args.map(String) }),
    ...(env && Object.keys(env).length > 0 && { env: sortedByName(env) }),
  };
}

/** Variables by name, sorted: their order in the file is irrelevant, and hooks that do the same must be equal. */
const sortedByName = (env: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(env)
      .map(([key, value]) => [key, String(value)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Builtins of docker-agent that use their default if an argument is invalid. */
const forgivingBuiltins: Readonly<Record<string, { readonly shape: RegExp; readonly expected: string }>> = {
  add_recent_commits: { shape: /^[1-9]\d{0,8}$/, expected: 'one positive whole number' },
  add_git_diff: { shape: /^full$/, expected: '"full" or nothing' },
};

/** The hook without arguments that its builtin rejects, and the problems with them. */
export function withUsableArgs(hook: DockerHook): { readonly hook: DockerHook; readonly problem?: string } {
  const { args, ...rest } = hook;
  const name = hook.type === 'builtin' ? (hook.command ?? '') : '';
  const rule = Object.hasOwn(forgivingBuiltins, name) && args?.length ? forgivingBuiltins[name] : undefined;
  if (!rule || (args?.length === 1 && rule.shape.test(args[0] ?? ''))) return { hook };
  return {
    hook: rest,
    problem: `${name}: expected ${rule.expected}, got ${quoteValue(args)}; the default is used`,
  };
}

export function handlerOf({
  type,
  command = '',
  args,
  working_dir,
  env,
  model = '',
  prompt = '',
  schema,
}: DockerHook): Handler {
  if (type === 'builtin') return { kind: 'builtin', use: command, ...(args && { args }) };
  if (type === 'model') return { kind: 'prompt', prompt, ...modelOf(model), answer: schema ? 'decision' : 'text' };
  const expands = namesVariable(working_dir) || Object.values(env ?? {}).some((value) => value.includes('${env.'));
  return {
    kind: 'command',
    form: 'shell',
    shell: 'user',
    command,
    ...(args && { args }),
    // In the project, not in the agent's current folder: trust covers the scripts of the project.
    cwd: working_dir ?? '.',
    ...(env && { env }),
    ...(expands && { expands }),
  };
}

const namesVariable = (folder = ''): boolean => folder.startsWith('~') || folder.includes('$');

/** `openai/gpt-4o-mini`: the provider, and its name for the model. */
function modelOf(spec: string): { readonly provider?: string; readonly model: string } {
  const slash = spec.indexOf('/');
  return slash === -1 ? { model: spec } : { provider: spec.slice(0, slash), model: spec.slice(slash + 1) };
}
