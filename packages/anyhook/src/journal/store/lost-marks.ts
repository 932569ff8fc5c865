import { join } from 'node:path';
import { appendText, listFolder, removePath } from '@anyhook/core';
import type { AuditMark } from '../audit-record.js';

/** A lost audit decision, as an empty file: even a full disk can store a file name. */
type LostMark = { readonly path: string; readonly mark: AuditMark };

const pattern = /^lost-([0-9a-z]{8,64})-(\d{1,6})-[0-9a-z]{1,16}$/;

/** `unique`: a number between 0 and 1 that distinguishes the marks of decisions. */
export function writeLostMark(spool: string, { device, maxMb }: AuditMark, unique: number): void {
  appendText(join(spool, `lost-${device}-${Math.ceil(maxMb)}-${unique.toString(36).slice(2, 14) || '0'}`), '');
}

export function lostMarks(spool: string): readonly LostMark[] {
  const entries = listFolder(spool);
  if (typeof entries === 'string') return [];
  return entries.flatMap(({ name }): readonly LostMark[] => {
    const [, device, maxMb] = pattern.exec(name) ?? [];
    if (device === undefined) return [];
    return [{ path: join(spool, name), mark: { device, fields: [], maxMb: Number(maxMb) } }];
  });
}

/** If the process dies before this, they are counted twice: rather too many than too few. */
export function removeLostMarks(marks: readonly LostMark[]): void {
  for (const { path } of marks) removePath(path);
}
