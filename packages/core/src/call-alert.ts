/** Ways in which a tool call or another event may bypass the guard, by their names in records. */
export const callAlertKinds = {
  unasked: 'it ran, but anyhook was never asked about it',
  'ran-denied': 'it ran although anyhook had denied it',
  unread: 'anyhook could not read an event, and the agent continued',
  unseen: "it is in the agent's own record, but anyhook got no event for it",
} as const;

export type CallAlertKind = keyof typeof callAlertKinds;

export const isCallAlertKind = (value: unknown): value is CallAlertKind =>
  typeof value === 'string' && Object.hasOwn(callAlertKinds, value);

export interface CallAlert {
  /** Id of the alert itself. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: CallAlertKind;
  readonly host: string;
  readonly session: string;
  readonly root: string;
  /** The agent's name for the tool. */
  readonly tool: string;
  /** The agent's id for the call. */
  readonly call?: string;
  /** Human-readable: what happened, with the cause if it is known. */
  readonly text: string;
}
