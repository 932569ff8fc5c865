import type { Event } from './event.js';

/** The variable that holds the nonce of the canary event of `anyhook doctor`. */
export const canaryVariable = 'ANYHOOK_CANARY';

/** The session name of a canary; no agent uses such a name. */
export const canarySession = (nonce: string): string => `anyhook-canary-${nonce}`;

export interface CanaryReport {
  readonly version: string;
  /** How many hooks the entry's command found for its agent. */
  readonly hooks: number;
}

/**
 * The nonce of a canary event. The variable and the payload must both name it: an agent's environment may hold anything,
 * but the agent itself sets the session of a real event.
 */
export function canaryNonce(
  { sessionId }: Pick<Event, 'sessionId'>,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const nonce = env[canaryVariable];
  return nonce && sessionId === canarySession(nonce) ? nonce : undefined;
}

export const canaryLine = (nonce: string, { version, hooks }: CanaryReport): string =>
  `anyhook canary ${nonce}: version ${version}, hooks ${hooks}`;

/** Finds that line anywhere in an answer. */
export function readCanary(text: string, nonce: string): CanaryReport | undefined {
  const start = text.indexOf(`anyhook canary ${nonce}: `);
  const [, version, hooks] =
    start < 0 ? [] : (/version (\S{1,80}), hooks (\d{1,9})/.exec(text.slice(start, start + 300)) ?? []);
  return version === undefined ? undefined : { version, hooks: Number(hooks) };
}
