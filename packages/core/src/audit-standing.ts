import { parseObject } from './json.js';

/** What a device remembers of its audit beside the journal, which may break. */
export interface AuditHead {
  readonly device: string;
  /** The last record; 0 and zeros if there is none. */
  readonly sequence: number;
  readonly hash: string;
  /** The last record that a receiver has. */
  readonly acked: number;
  /** Bytes of the records after it. */
  readonly unsentBytes: number;
  /** Decisions that are in no record, because there was no room. */
  readonly lost: number;
  /** There is no room for the next record. */
  readonly isFull: boolean;
}

/** Reads the head of an audit; undefined if it is none. */
export function parseAuditHead(text: string | undefined): AuditHead | undefined {
  const value = parseObject(text);
  if (typeof value?.['device'] !== 'string' || typeof value['hash'] !== 'string') return undefined;
  const number = (name: string) => (Number.isSafeInteger(value[name]) ? (value[name] as number) : 0);
  return {
    ...{ device: value['device'], hash: value['hash'], isFull: value['isFull'] === true },
    ...{ sequence: number('sequence'), acked: number('acked'), lost: number('lost') },
    unsentBytes: number('unsentBytes'),
  };
}

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
