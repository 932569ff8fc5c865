import { ask, deny, guardedEvents, pass, standIns } from '@anyhook/core';
import type { Builtin } from './builtin.js';

/**
 * Runs in place of an entry of a hook file that cannot be loaded: a guard with a mistake in it must not let everything
 * through. A hook that blocks when it fails blocks here too; others ask before something happens.
 */
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
