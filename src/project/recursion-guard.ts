import type { EventName } from '../core/contract.js';
import type { HandlerKind, Hook } from '../core/hook.js';
import { depthOf, maxDepth } from '../core/recursion.js';
import { deny, pass } from '../core/verdict.js';
import type { Builtin } from '../handlers/builtins/builtin.js';

/** Kinds of hooks that may start an agent. */
const starting: ReadonlySet<HandlerKind> = new Set(['command', 'module']);

/** Events at which a guard that does not run must not let anything happen. */
const guarded: ReadonlySet<EventName> = new Set(['tool.before', 'task.create']);

type Env = Readonly<Record<string, string | undefined>>;

const why = `this runs inside ${maxDepth} hooks, one started by the other, so no hook that starts programs runs here`;

/**
 * Stands in for a hook that would start a program too deep inside other hooks. It refuses what the hook would have
 * looked at: whoever sets the variable by himself wins nothing by it.
 */
export const cut: Builtin = {
  name: 'anyhook:cut',
  summary: 'ends a chain of hooks that start agents',
  events: [...guarded],
  run(event, _args, { hook, counter }) {
    if (guarded.has(event.name) && hook.blocking) return deny(`${why}: refused, for this hook cannot look at it`);
    return counter?.('anyhook:cut') === 1 ? pass({ messages: [why] }) : pass();
  },
};

/** The hook as it runs this deep: itself, or what stands in for one that starts programs. */
export const atDepth = (hook: Hook, env: Env): Hook =>
  depthOf(env) >= maxDepth && starting.has(hook.handler.kind)
    ? { ...hook, handler: { kind: 'builtin', use: cut.name } }
    : hook;

/** Why a hook may not be started in the background this deep; undefined where it may. */
export const tooDeep = (env: Env): string | undefined => (depthOf(env) >= maxDepth ? why : undefined);
