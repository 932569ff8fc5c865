import { ask, deny, type EventName, guardedEvents, pass, standIns, tooDeepReason } from '@anyhook/core';
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

const deniedEvents: readonly EventName[] = ['tool.before', 'task.create'];

/** Runs instead of a hook nested too deep. Denies, so setting the depth variable switches no guard off. */
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

/** Runs instead of an entry that cannot be loaded: blocks if the hook blocks on failure, else asks before actions. */
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

/** Runs instead of a project's untrusted hooks when a program uses the library. */
export const untrustedHooks: Builtin = {
  name: standIns.untrusted,
  summary: 'denies calls of programs that use the library while hooks of the project are not trusted',
  events: guardedEvents,
  run(event, args) {
    const { why } = args as { readonly why: string };
    return guardedEvents.includes(event.name) ? deny(why) : pass();
  },
};
