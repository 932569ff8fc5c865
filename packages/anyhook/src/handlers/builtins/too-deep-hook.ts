import { deny, type EventName, pass, standIns, tooDeepReason } from '@anyhook/core';
import type { Builtin } from './builtin.js';

/** Events that are denied if their guard cannot run. */
const deniedEvents: readonly EventName[] = ['tool.before', 'task.create'];

/** Runs in place of a hook too deep inside others. Denies, so setting the depth variable switches no guard off. */
export const tooDeepHook: Builtin = {
  name: standIns.tooDeep,
  summary: 'stops a chain of hooks that start agents',
  events: deniedEvents,
  run(event, _args, { hook, counter }) {
    if (deniedEvents.includes(event.name) && hook.blocking)
      return deny(`${tooDeepReason}: denied, because this hook cannot check it`);
    return counter?.(standIns.tooDeep) === 1 ? pass({ messages: [tooDeepReason] }) : pass();
  },
};
