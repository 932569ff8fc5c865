import { gunzipSync } from 'node:zlib';
import { auditHash, noAuditHash } from '@anyhook/anyhook';
import { parseObject } from '@anyhook/core';
import { hubLimits } from '@anyhook/fleet';
import { HubRefusal, refuseField } from './problem.js';

/** A line of a batch, with the fields that the chain needs. */
export interface AuditLine {
  readonly line: string;
  readonly sequence: number;
  readonly previous: string;
}

/** The lines of a batch that a hub has already checked. */
export function linesOf(packed: Uint8Array): readonly AuditLine[] {
  return unpack(packed)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { sequence, previous } = parseObject(line) ?? {};
      return { line, sequence: Number(sequence), previous: String(previous) };
    });
}

/** Checks a batch of a device: its size and device, that no sequence is missing, and the chain inside it. */
export function checkBatch(
  packed: Uint8Array,
  device: string,
): { readonly lines: readonly AuditLine[]; readonly hash: string } {
  const text = unpack(packed);
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) refuseField('the body', 'at least one record', '');
  if (lines.length > hubLimits.batchRecords)
    throw new HubRefusal(
      'TOO_LARGE',
      `the body: expected at most ${hubLimits.batchRecords} records, got ${lines.length}`,
    );
  let before: AuditLine | undefined;
  const checked = lines.map((line, i) => {
    const record = parseObject(line) ?? refuseField(`record ${i + 1}`, 'a JSON object on one line', line);
    const { sequence, previous, time } = record;
    if (record['device'] !== device) refuseField(`record ${i + 1}: device`, `"${device}"`, record['device']);
    if (typeof sequence !== 'number' || !Number.isSafeInteger(sequence) || sequence < 1)
      return refuseField(`record ${i + 1}: sequence`, 'a whole number from 1', sequence);
    if (before && sequence !== before.sequence + 1)
      refuseField(`record ${i + 1}: sequence`, `${before.sequence + 1}`, sequence);
    if (typeof previous !== 'string' || !/^[0-9a-f]{64}$/.test(previous))
      return refuseField(`record ${i + 1}: previous`, 'the SHA-256 of the line before', previous);
    const link = before ? auditHash(before.line) : sequence === 1 ? noAuditHash : previous;
    if (previous !== link) refuseField(`record ${i + 1}: previous`, `"${link}", the hash of the line before`, previous);
    if (typeof time !== 'number' || !Number.isSafeInteger(time))
      refuseField(`record ${i + 1}: time`, 'milliseconds since the epoch', time);
    before = { line, sequence, previous };
    return before;
  });
  return { lines: checked, hash: auditHash(text) };
}

function unpack(packed: Uint8Array): string {
  try {
    return gunzipSync(packed, { maxOutputLength: hubLimits.batchBytes }).toString('utf8');
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLarge)
      throw new HubRefusal(
        'TOO_LARGE',
        `the body: expected at most ${hubLimits.batchBytes} bytes when unpacked, got more`,
      );
    return refuseField('the body', 'gzip of lines of JSON', (error as Error).message);
  }
}
