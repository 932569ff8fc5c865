import { join } from 'node:path';
import { type AuditHead, parseAuditHead, readText, type SqlConnection, writeAtomic } from '@anyhook/core';
import { type AuditMark, auditHash, auditLine, noAuditHash } from '../audit-record.js';
import type { DecisionRecord } from '../record.js';

/** The state of a device's audit outside the database, which may break. */
const auditHeadFile = (folder: string): string => join(folder, 'audit.json');

interface OpenChain {
  readonly id: number;
  sequence: number;
  hash: string;
  acked: number;
  unsentBytes: number;
  /** In all, and since the last record. */
  lost: number;
  untold: number;
  maxBytes: number;
}

/**
 * Adds audit records within the transaction that stores their decisions, so that each decision has one record.
 * `folder`: the folder of the journal.
 */
export function createAuditWriter(sql: SqlConnection, folder: string) {
  const find = sql.read('SELECT id, sequence, hash, acked, unsent_bytes, lost, untold FROM devices WHERE name = ?');
  const create = sql.write('INSERT INTO devices (name, sequence, hash, acked) VALUES (?,?,?,?)');
  const insert = sql.write('INSERT INTO audit (device, sequence, line) VALUES (?,?,?)');
  const update = sql.write(
    'UPDATE devices SET sequence = ?, hash = ?, unsent_bytes = ?, lost = ?, untold = ? WHERE id = ?',
  );
  const open = new Map<string, OpenChain>();
  const changed = new Set<string>();

  const chainOf = ({ device, maxMb }: AuditMark): OpenChain => {
    let chain = open.get(device);
    if (!chain) {
      if (find(device).length === 0) {
        // A broken journal was set aside: the chain continues where it was, with unsent records as a gap.
        const known = readAuditHead(folder);
        const start = known?.device === device ? known : { sequence: 0, hash: noAuditHash };
        create(device, start.sequence, start.hash, start.sequence);
      }
      const [id, sequence, hash, acked, unsentBytes, lost, untold] = find(device)[0] ?? [];
      chain = {
        ...{ id: Number(id), sequence: Number(sequence), hash: String(hash), acked: Number(acked) },
        ...{ unsentBytes: Number(unsentBytes), lost: Number(lost), untold: Number(untold), maxBytes: 0 },
      };
      open.set(device, chain);
    }
    chain.maxBytes = maxMb * 1024 * 1024;
    changed.add(device);
    return chain;
  };
  const lose = (chain: OpenChain, count: number) => {
    chain.lost += count;
    chain.untold += count;
  };

  return {
    add(mark: AuditMark, record: DecisionRecord) {
      const chain = chainOf(mark);
      if (chain.unsentBytes >= chain.maxBytes) return lose(chain, 1);
      const sequence = chain.sequence + 1;
      const { device, fields } = mark;
      const line = auditLine({ device, sequence, previous: chain.hash, record, lost: chain.untold }, fields);
      insert(chain.id, sequence, line);
      chain.sequence = sequence;
      chain.hash = auditHash(line);
      chain.unsentBytes += Buffer.byteLength(line);
      chain.untold = 0;
    },
    /** This many decisions could not be written. */
    lost: (mark: AuditMark, count: number) => lose(chainOf(mark), count),
    /** Writes the heads of the chains; call it before the end of the transaction. True if anything was written. */
    writeHeads() {
      for (const device of changed) {
        const chain = open.get(device);
        if (!chain) continue;
        const { id, sequence, hash, acked, unsentBytes, lost, untold, maxBytes } = chain;
        update(sequence, hash, unsentBytes, lost, untold, id);
        // Before the transaction ends, so that a used number is never used again, even if the database breaks.
        writeAuditHead(folder, { device, sequence, hash, acked, unsentBytes, lost, isFull: unsentBytes >= maxBytes });
      }
      const hasChanged = changed.size > 0;
      changed.clear();
      return hasChanged;
    },
    /** Call it when another process changed the file, or a transaction was rolled back. */
    forget() {
      open.clear();
      changed.clear();
    },
  };
}

/** The audit state of this machine without its database; undefined if unknown. */
export const readAuditHead = (folder: string): AuditHead | undefined => parseAuditHead(readText(auditHeadFile(folder)));

export const writeAuditHead = (folder: string, head: AuditHead): void =>
  writeAtomic(auditHeadFile(folder), `${JSON.stringify(head)}\n`);
