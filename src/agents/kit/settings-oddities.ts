/**
 * What a JSON settings file may hold and not every agent reads. `init` and `doctor` look for each; a run of the real
 * agent shows what it does with it.
 */
export const settingsOddities = [
  'comment',
  'trailing comma',
  'byte order mark',
  'duplicate key',
  'unknown event',
] as const;

export type SettingsOddity = (typeof settingsOddities)[number];

/**
 * What an agent does with its file then. `read`: it runs the entries. `dropped`: it goes on without them, in silence or
 * with a word. `refused`: it does not start.
 */
export type OddityEffect = 'read' | 'dropped' | 'refused';

/** The oddities that were tried. */
export type OddityEffects = Readonly<Partial<Record<SettingsOddity, OddityEffect>>>;

/** An agent that reads everything. */
export const readsEveryOddity: OddityEffects = Object.fromEntries(settingsOddities.map((oddity) => [oddity, 'read']));

/**
 * Does the agent run its entries in spite of the oddity? Not where nobody has tried it; but an event that is missing in
 * our table may be one of the agent's all the same, so that alone must have been seen to do harm.
 */
export const isOddityRead = (oddity: SettingsOddity, effects: OddityEffects): boolean =>
  (effects[oddity] ?? (oddity === 'unknown event' ? 'read' : 'dropped')) === 'read';
