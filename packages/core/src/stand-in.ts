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

/** Events before an action that a missing guard might have blocked. */
export const guardedEvents: readonly EventName[] = [
  'tool.before',
  'tool.permission',
  'prompt.submit',
  'subagent.start',
  'task.create',
];

/** The name by which the user's config disables the hook that protects anyhook. */
export const selfProtectionId = 'self-protection';

/** Variables by which a user turns guards off. */
const switchVariables = ['ANYHOOK', 'SA_DISABLED_HOOKS'];

/** The environment without these switches: an agent cannot turn guards off by setting a variable for its command. */
export const withoutOffSwitches = (
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !switchVariables.includes(name)));

/** Does this text of an agent's settings call anyhook? Also true for entries that were written by hand. */
export const callsAnyhook = (text: unknown): boolean =>
  typeof text === 'string' && /anyhook-hook|anyhook(?:\.[cm]js)? run --(?:agent|host)/.test(text);
