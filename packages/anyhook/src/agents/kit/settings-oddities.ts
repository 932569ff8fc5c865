/** Things in a JSON settings file that some agents cannot read, as runs of the real agents showed. */
export const settingsOddities = [
  ...(['comment', 'trailing comma', 'byte order mark', 'duplicate key', 'unknown event'] as const),
];

export type SettingsOddity = (typeof settingsOddities)[number];

/** `read`: the agent runs the entries. `dropped`: it continues without them. `refused`: it does not start. */
export type OddityEffect = 'read' | 'dropped' | 'refused';

/** The oddities that were tried. */
export type OddityEffects = Readonly<Partial<Record<SettingsOddity, OddityEffect>>>;

/** An agent that reads everything. */
export const readsEveryOddity: OddityEffects = Object.fromEntries(settingsOddities.map((oddity) => [oddity, 'read']));

/**
 * Does the agent run its entries in spite of the oddity? An untested oddity counts as harmful, except an unknown event:
 * it may be a real event that is missing in our table.
 */
export const toleratesOddity = (oddity: SettingsOddity, effects: OddityEffects): boolean =>
  (effects[oddity] ?? (oddity === 'unknown event' ? 'read' : 'dropped')) === 'read';
