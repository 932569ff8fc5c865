import { ask, guardedEvents, pass, standIns } from '@anyhook/core';
import type { Builtin } from './builtin.js';

/** Runs instead of a hook that was trusted and then changed or deleted, or that the user's own config lost. */
export const changedHook: Builtin = {
  name: standIns.changed,
  summary: 'asks because a trusted hook was changed or deleted',
  events: guardedEvents,
  run(event, args, { hook }) {
    const { what } = args as { readonly what: string };
    const isOfUser = hook.scope === 'user' && hook.package === undefined;
    const text = isOfUser
      ? `${what}; if you want this, confirm it with "anyhook trust" in a terminal; otherwise restore it`
      : `this hook does not run, because ${what}; review it and run "anyhook trust" in a terminal`;
    return guardedEvents.includes(event.name) ? ask(text) : pass({ messages: [text] });
  },
};
