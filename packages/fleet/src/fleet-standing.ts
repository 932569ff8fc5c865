import { parseObject, withoutUndefined } from '@anyhook/core';

/** What happens when a device could not check its policy for long. */
export const offlineRules = ['keep', 'ask', 'deny'] as const;
export type OfflineRule = (typeof offlineRules)[number];

export interface OfflineSettings {
  readonly warnAfterMs: number;
  readonly thenAfterMs: number;
  readonly rule: OfflineRule;
}

/** The stored result of a device's last checks. */
export interface CheckRecord {
  /** When the policy was last confirmed as current; missing: never. */
  readonly checkedAt?: number;
  /** The time of the last attempt. */
  readonly triedAt: number;
  /** Why the last attempt failed. */
  readonly problem?: string;
  /** The latest time that was seen here. */
  readonly latest: number;
  /** The highest accepted serial, and the hash of that document. */
  readonly serial?: number;
  readonly sha256?: string;
  /** The server's version of the document (ETag). */
  readonly etag?: string;
}

/** Accepted clock error. */
export const clockTolerance = 10 * 60 * 1000;

/** How fresh the policy of a device is. `lapsed`: the offline rule applies. */
export interface FleetStanding {
  readonly kind: 'current' | 'late' | 'lapsed';
  /** For display; empty if it is current. */
  readonly text: string;
}

/** Parses the record of the last checks; undefined if it is not one. */
export function parseCheckRecord(text: string | undefined): CheckRecord | undefined {
  const value = parseObject(text);
  if (!value) return undefined;
  const number = (name: string) => (typeof value[name] === 'number' ? (value[name] as number) : undefined);
  const string = (name: string) => (typeof value[name] === 'string' ? (value[name] as string) : undefined);
  const [checkedAt, serial] = [number('checkedAt'), number('serial')];
  const [problem, sha256, etag] = [string('problem'), string('sha256'), string('etag')];
  return {
    triedAt: number('triedAt') ?? 0,
    latest: number('latest') ?? 0,
    ...withoutUndefined({ checkedAt, serial, problem, sha256, etag }),
  };
}

/** How fresh a policy is, by the record of the last checks. */
export function standingOf(
  check: CheckRecord | undefined,
  { warnAfterMs, thenAfterMs }: OfflineSettings,
  now: number,
): FleetStanding {
  const because = check?.problem === undefined ? '' : ` (${check.problem})`;
  if (check?.checkedAt === undefined) return { kind: 'lapsed', text: `it was never fetched${because}` };
  if (now < check.latest - clockTolerance)
    return { kind: 'lapsed', text: `the clock was set back: it was ${new Date(check.latest).toISOString()} already` };
  const age = now - check.checkedAt;
  const text = `it was last checked ${ageText(age)} ago${because}`;
  if (age > thenAfterMs) return { kind: 'lapsed', text };
  return age > warnAfterMs ? { kind: 'late', text } : { kind: 'current', text: '' };
}

function ageText(ms: number): string {
  const hours = ms / 3_600_000;
  if (hours < 1) return `${Math.round(ms / 60_000)} min`;
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} days`;
}
