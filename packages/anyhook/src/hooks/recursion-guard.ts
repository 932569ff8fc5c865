import { type HandlerKind, type Hook, hookDepth, maxHookDepth, standIns, tooDeepReason } from '@anyhook/core';

/** Kinds of hooks that may start an agent. */
const agentStartingKinds: ReadonlySet<HandlerKind> = new Set(['command', 'module']);

type Env = Readonly<Record<string, string | undefined>>;

/** The hook that runs at this depth: itself, or a stand-in if it starts programs. */
export const guardRecursion = (hook: Hook, env: Env): Hook =>
  hookDepth(env) >= maxHookDepth && agentStartingKinds.has(hook.handler.kind)
    ? { ...hook, handler: { kind: 'builtin', use: standIns.tooDeep } }
    : hook;

/** Why a hook may not start in the background at this depth; undefined if it may. */
export const recursionProblem = (env: Env): string | undefined =>
  hookDepth(env) >= maxHookDepth ? tooDeepReason : undefined;
