import { type AuditHead, parseObject } from '@anyhook/core';

/** The stored result of sending the audit. */
export interface ShipRecord {
  readonly triedAt: number;
  /** When everything had been sent; missing: never. */
  readonly sentAt?: number;
  /** Why the last attempt failed. */
  readonly problem?: string;
  /** Records that the hub lacks and this device no longer has, as from and to. */
  readonly gone?: readonly (readonly [number, number])[];
}

export function parseShipRecord(text: string | undefined): ShipRecord | undefined {
  const value = parseObject(text);
  return typeof value?.['triedAt'] === 'number' ? (value as unknown as ShipRecord) : undefined;
}

/** The problems of an audit; empty if there are none. `lateMs`: the longest accepted time without a delivery. */
export function auditProblems(
  head: AuditHead | undefined,
  sent: ShipRecord | undefined,
  { now, lateMs }: { readonly now: number; readonly lateMs: number },
): readonly string[] {
  const problems: string[] = [];
  const because = sent?.problem === undefined ? '' : ` (${sent.problem})`;
  if (head?.isFull) problems.push(`there is no space for unsent records: new decisions are not recorded${because}`);
  if (head && head.lost > 0) problems.push(`${head.lost} decisions were not recorded for lack of space`);
  const unsent = head ? head.sequence - head.acked : 0;
  if (!head?.isFull && unsent > 0 && sent?.problem !== undefined && now - (sent.sentAt ?? 0) > lateMs)
    problems.push(`${unsent} records could not be sent${because}`);
  for (const [from, to] of sent?.gone ?? [])
    problems.push(`the hub lacks records ${from} to ${to}, which this device no longer has`);
  return problems;
}
