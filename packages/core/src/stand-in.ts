import type { EventName } from './contract.js';

/** Builtins that run in place of a hook that must not run itself. */
export const standIns = {
  /** For a hook that was trusted and then changed or deleted. */
  changed: 'anyhook:changed',
  /** For a hook that would start a program too deep inside other hooks. */
  tooDeep: 'anyhook:cut',
  /** For an entry of a hook file that cannot be loaded. */
  unloadable: 'anyhook:unloadable',
  /** For untrusted hooks, when a program uses the library. */
  untrusted: 'anyhook:untrusted',
} as const;

/** Events before an action that a missing guard might have stopped. */
export const guardedEvents: readonly EventName[] = [
  'tool.before',
  'tool.permission',
  'prompt.submit',
  'subagent.start',
  'task.create',
];
