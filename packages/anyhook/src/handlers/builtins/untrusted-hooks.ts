import { deny, guardedEvents, pass, standIns } from '@anyhook/core';
import type { Builtin } from './builtin.js';

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
