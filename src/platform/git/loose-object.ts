import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { renameEntry } from '../files/rename.js';

/** The name that git gives to this content. */
export const blobId = (bytes: Uint8Array): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

/** Stores content as git does, without starting git; returns its name. */
export function writeBlob(objects: string, bytes: Uint8Array): string {
  const id = blobId(bytes);
  const folder = join(objects, id.slice(0, 2));
  const file = join(folder, id.slice(2));
  if (existsSync(file)) return id;
  const packed = deflateSync(Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]), { level: 1 });
  const temporary = join(folder, `tmp_obj_${process.pid}${Math.random().toString(36).slice(2)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(temporary, packed, { flag: 'wx', mode: 0o600 });
    chmodSync(temporary, 0o400);
    renameEntry(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return id;
}
