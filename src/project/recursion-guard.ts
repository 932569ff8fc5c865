import type { HandlerKind, Hook } from '../core/hook.js';
import { depthOf, maxDepth, tooDeepReason } from '../core/recursion.js';
import { standIns } from '../core/stand-in.js';

/** Kinds of hooks that may start an agent. */
const starting: ReadonlySet<HandlerKind> = new Set(['command', 'module']);

type Env = Readonly<Record<string, string | undefined>>;

/** The hook as it runs this deep: itself, or the stand-in for one that starts programs. */
export const atDepth = (hook: Hook, env: Env): Hook =>
  depthOf(env) >= maxDepth && starting.has(hook.handler.kind)
    ? { ...hook, handler: { kind: 'builtin', use: standIns.tooDeep } }
    : hook;

/** Why a hook may not be started in the background this deep; undefined where it may. */
export const tooDeep = (env: Env): string | undefined => (depthOf(env) >= maxDepth ? tooDeepReason : undefined);
