/** The ways in which a call of a tool may get past the guard, and what each is called in records. */
export const callAlertKinds = {
  unasked: 'it ran, but anyhook was never asked about it',
  'ran-denied': 'it ran although anyhook had denied it',
  unseen: "it is in the agent's own record, but anyhook got no event for it",
} as const;

export type CallAlertKind = keyof typeof callAlertKinds;

export const isCallAlertKind = (value: unknown): value is CallAlertKind =>
  typeof value === 'string' && Object.hasOwn(callAlertKinds, value);

/** A call that got past the guard. */
export interface CallAlert {
  /** Of the alert itself. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: CallAlertKind;
  readonly host: string;
  readonly session: string;
  readonly root: string;
  /** The agent's name of the tool. */
  readonly tool: string;
  /** The agent's id of the call. */
  readonly call?: string;
  /** For people: what happened, with the cause if it is known. */
  readonly text: string;
}
