import { type AuditHead, parseObject } from '@anyhook/core';

/** What a device remembers of sending its audit. */
export interface ShipRecord {
  readonly triedAt: number;
  /** When everything that there was had arrived; missing: never. */
  readonly sentAt?: number;
  /** Why the last try failed. */
  readonly problem?: string;
  /** Records that the hub misses and that are no longer here, as from and to. */
  readonly gone?: readonly (readonly [number, number])[];
}

export function parseShipRecord(text: string | undefined): ShipRecord | undefined {
  const value = parseObject(text);
  return typeof value?.['triedAt'] === 'number' ? (value as unknown as ShipRecord) : undefined;
}

/** What is wrong with an audit, for people; empty if nothing is. `lateMs`: how long nothing may arrive. */
export function auditProblems(
  head: AuditHead | undefined,
  sent: ShipRecord | undefined,
  { now, lateMs }: { readonly now: number; readonly lateMs: number },
): readonly string[] {
  const problems: string[] = [];
  const because = sent?.problem === undefined ? '' : ` (${sent.problem})`;
  if (head?.isFull)
    problems.push(`there is no room for records that were not sent: new decisions are missing in it${because}`);
  if (head && head.lost > 0) problems.push(`${head.lost} decisions are in no record, because there was no room`);
  const unsent = head ? head.sequence - head.acked : 0;
  if (!head?.isFull && unsent > 0 && sent?.problem !== undefined && now - (sent.sentAt ?? 0) > lateMs)
    problems.push(`${unsent} records could not be sent${because}`);
  for (const [from, to] of sent?.gone ?? [])
    problems.push(`the hub misses the records ${from} to ${to}, and they are no longer here`);
  return problems;
}
