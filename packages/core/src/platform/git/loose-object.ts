import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { renameEntry } from '../files/rename.js';

type ObjectKind = 'blob' | 'tree';

const objectId = (kind: ObjectKind, bytes: Uint8Array): string =>
  createHash('sha1').update(`${kind} ${bytes.length}\0`).update(bytes).digest('hex');

/** The name that git gives to this content. */
export const blobId = (bytes: Uint8Array): string => objectId('blob', bytes);

/** Stores the content of a file; returns its name. */
export const writeBlob = (objects: string, bytes: Uint8Array): string => writeObject(objects, 'blob', bytes);

/** Stores content as git does, without starting git; returns its name. */
export function writeObject(objects: string, kind: ObjectKind, bytes: Uint8Array): string {
  const id = objectId(kind, bytes);
  const folder = join(objects, id.slice(0, 2));
  const file = join(folder, id.slice(2));
  if (existsSync(file)) return id;
  const packed = deflateSync(Buffer.concat([Buffer.from(`${kind} ${bytes.length}\0`), bytes]), { level: 1 });
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
