import type { AuditHead, SqlConnection } from '@anyhook/core';
import { readAuditHead, writeAuditHead } from './audit-chain.js';

/** The audit records of one device, for sending and checking. */
export interface AuditQueue {
  /** Undefined if the device has no record yet. */
  head(): AuditHead | undefined;
  /** The oldest stored record; 0 if there is none. */
  oldest(): number;
  /** Records from a sequence on, oldest first, up to a number and a size. At least one, if there is one. */
  lines(from: number, limits: BatchLimits): readonly QueuedLine[];
  /** The receiver has all records up to this one. */
  acknowledge(upTo: number, now: number): void;
}

type QueuedLine = { readonly sequence: number; readonly line: string };

interface BatchLimits {
  readonly records: number;
  /** Including one byte for the end of each line. */
  readonly bytes: number;
  /** The last wanted sequence. */
  readonly upTo?: number;
}

/** How long a record is kept after a receiver has it, because the receiver may lose it. */
export const keptAfterAckMs = 14 * 24 * 3_600_000;

interface AuditQueueOptions {
  readonly device: string;
  /** Where the journal is. */
  readonly folder: string;
  /** Called when the state of the chain in the database has changed. */
  readonly changed: () => void;
}

export function openAuditQueue(sql: SqlConnection, { device, folder, changed }: AuditQueueOptions): AuditQueue {
  const find = sql.read('SELECT id, sequence, hash, acked, unsent_bytes, lost FROM devices WHERE name = ?');
  const idOf = (): number => Number(find(device)[0]?.[0] ?? -1);
  const oldest = sql.read('SELECT MIN(sequence) FROM audit WHERE device = ?');
  const lines = sql.read(
    'SELECT sequence, line FROM audit WHERE device = ? AND sequence BETWEEN ? AND ? ORDER BY sequence LIMIT ?',
  );
  const mark = sql.write('UPDATE audit SET acked_at = ? WHERE device = ? AND sequence BETWEEN ? AND ?');
  const bytesUpTo = sql.read(
    'SELECT SUM(LENGTH(CAST(line AS BLOB))) FROM audit WHERE device = ? AND sequence BETWEEN ? AND ?',
  );
  const setAcked = sql.write('UPDATE devices SET acked = ?, unsent_bytes = MAX(0, unsent_bytes - ?) WHERE id = ?');

  const head = (): AuditHead | undefined => {
    const [, sequence, hash, acked, unsentBytes, lost] = find(device)[0] ?? [];
    if (sequence === undefined) return undefined;
    const kept = readAuditHead(folder);
    return {
      ...{ device, sequence: Number(sequence), hash: String(hash), acked: Number(acked) },
      ...{ unsentBytes: Number(unsentBytes), lost: Number(lost) },
      isFull: kept?.device === device && kept.isFull,
    };
  };
  return {
    head,
    oldest: () => Number(oldest(idOf())[0]?.[0] ?? 0),
    lines(from, { records, bytes, upTo = Number.MAX_SAFE_INTEGER }) {
      const found: QueuedLine[] = [];
      let size = 0;
      for (const [sequence, line] of lines(idOf(), from, upTo, records)) {
        size += Buffer.byteLength(String(line)) + 1;
        if (found.length > 0 && size > bytes) break;
        found.push({ sequence: Number(sequence), line: String(line) });
      }
      return found;
    },
    acknowledge(upTo, now) {
      sql.exec('BEGIN IMMEDIATE');
      try {
        const known = head();
        if (known && upTo > known.acked && upTo <= known.sequence) {
          const id = idOf();
          const bytes = Number(bytesUpTo(id, known.acked + 1, upTo)[0]?.[0] ?? 0);
          mark(now, id, known.acked + 1, upTo);
          setAcked(upTo, bytes, id);
          // Delivered records made room.
          writeAuditHead(folder, { ...known, acked: upTo, unsentBytes: known.unsentBytes - bytes, isFull: false });
        }
        sql.exec('COMMIT');
      } catch (error) {
        sql.exec('ROLLBACK');
        throw error;
      } finally {
        changed();
      }
    },
  };
}

/** Deletes records that the receiver has had long enough; returns how many. Unacknowledged records stay. */
export function pruneAudit(sql: SqlConnection, now: number): number {
  const before = now - keptAfterAckMs;
  const count = Number(sql.read('SELECT COUNT(*) FROM audit WHERE acked_at < ?')(before)[0]?.[0] ?? 0);
  if (count > 0) sql.write('DELETE FROM audit WHERE acked_at < ?')(before);
  return count;
}

/** Bytes of all records: they have their own limit. */
export const auditBytes = (sql: SqlConnection): number =>
  Number(sql.read('SELECT SUM(LENGTH(line)) FROM audit')()[0]?.[0] ?? 0);
