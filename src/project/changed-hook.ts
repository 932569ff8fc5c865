import type { EventName } from '../core/contract.js';
import { ask, pass } from '../core/verdict.js';
import type { Builtin } from '../handlers/builtins/builtin.js';

/** Events at which something is about to happen that the missing guard might have stopped. */
export const guarded: readonly EventName[] = [
  'tool.before',
  'tool.permission',
  'prompt.submit',
  'subagent.start',
  'task.create',
];

/** Stands in for a hook that was trusted once and then changed or deleted. */
export const changed: Builtin = {
  name: 'anyhook:changed',
  summary: 'asks because a trusted hook was changed or deleted',
  events: guarded,
  run(event, args) {
    const { what } = args as { readonly what: string };
    const text = `this hook was trusted, then ${what}, so it does not run; look at it and run "anyhook trust" in a terminal`;
    return guarded.includes(event.name) ? ask(text) : pass({ messages: [text] });
  },
};
