import type { Event } from './event.js';

/** The variable in which `anyhook doctor` names its canary. */
export const canaryVariable = 'ANYHOOK_CANARY';

/** The session of a canary: no agent gives a session such a name. */
export const canarySession = (nonce: string): string => `anyhook-canary-${nonce}`;

/** What a canary brings back. */
export interface CanaryReport {
  readonly version: string;
  /** How many hooks the entry's command has found for its agent. */
  readonly hooks: number;
}

/**
 * The nonce of a canary event. Variable and payload must both say so: an agent's environment may hold anything, but the
 * session of a real event is the agent's own.
 */
export function canaryNonce(
  { sessionId }: Pick<Event, 'sessionId'>,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const nonce = env[canaryVariable];
  return nonce && sessionId === canarySession(nonce) ? nonce : undefined;
}

/** The line that a canary brings back. */
export const canaryLine = (nonce: string, { version, hooks }: CanaryReport): string =>
  `anyhook canary ${nonce}: version ${version}, hooks ${hooks}`;

/** Reads that line wherever an answer holds it. */
export function readCanary(text: string, nonce: string): CanaryReport | undefined {
  const at = text.indexOf(`anyhook canary ${nonce}: `);
  const [, version, hooks] = at < 0 ? [] : (/version (\S{1,80}), hooks (\d{1,9})/.exec(text.slice(at, at + 300)) ?? []);
  return version === undefined ? undefined : { version, hooks: Number(hooks) };
}
