import { ask, deny, guardedEvents, pass, standIns } from '@anyhook/core';
import type { Builtin } from './builtin.js';

/** Runs in place of an entry that cannot be loaded: blocks if the hook blocks on failure, else asks before actions. */
export const unloadableHook: Builtin = {
  name: standIns.unloadable,
  summary: 'asks or denies because a hook cannot be loaded',
  events: guardedEvents,
  run(event, _args, { hook, counter }) {
    const text = `this hook cannot be loaded, so it checks nothing (${hook.unloadable ?? hook.source}); fix it and run "anyhook hooks validate"`;
    if (hook.blocking && hook.onFailure === 'closed') return deny(text);
    if (hook.blocking && guardedEvents.includes(event.name)) return ask(text);
    // Once per session is enough at events that are not guarded.
    return counter?.(`${standIns.unloadable} ${hook.id}`) === 1 ? pass({ messages: [`${hook.id}: ${text}`] }) : pass();
  },
};
