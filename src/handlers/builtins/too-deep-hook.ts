import type { EventName } from '../../core/contract.js';
import { tooDeepReason } from '../../core/recursion.js';
import { standIns } from '../../core/stand-in.js';
import { deny, pass } from '../../core/verdict.js';
import type { Builtin } from './builtin.js';

/** Events at which a guard that does not run must not let anything happen. */
const refused: readonly EventName[] = ['tool.before', 'task.create'];

/**
 * Runs in place of a hook that would start a program too deep inside other hooks. It refuses what the hook would have
 * checked: setting the depth variable by hand does not switch a guard off.
 */
export const tooDeepHook: Builtin = {
  name: standIns.tooDeep,
  summary: 'ends a chain of hooks that start agents',
  events: refused,
  run(event, _args, { hook, counter }) {
    if (refused.includes(event.name) && hook.blocking)
      return deny(`${tooDeepReason}: refused, because this hook cannot check it`);
    return counter?.(standIns.tooDeep) === 1 ? pass({ messages: [tooDeepReason] }) : pass();
  },
};
