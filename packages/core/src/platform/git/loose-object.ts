import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { entryNames } from '../files/file-entries.js';
import { makePrivateFolder, readBytes, writeAtomic } from '../files/files.js';
import { renameEntry } from '../files/rename.js';

type ObjectKind = 'blob' | 'tree';

const objectId = (kind: ObjectKind, bytes: Uint8Array): string =>
  createHash('sha1').update(`${kind} ${bytes.length}\0`).update(bytes).digest('hex');

/** The name that git gives this content. */
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

const idBytes = 20;
const fanoutAt = 8;
const namesAt = fanoutAt + 256 * 4;
const packIndexStart = Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]);
/** Git reads only parts of a larger index, so there asking git is as fast. */
const maxPackIndexBytes = 32 * 1024 * 1024;

/** Is all of this content in the folder itself? Returns false if only git can tell. */
export function hasObjects(objects: string, ids: readonly string[]): boolean {
  let missing = ids.filter((id) => !existsSync(join(objects, id.slice(0, 2), id.slice(2))));
  for (const name of missing.length > 0 ? entryNames(join(objects, 'pack')) : []) {
    if (!name.endsWith('.idx')) continue;
    const index = readBytes(join(objects, 'pack', name), maxPackIndexBytes);
    if (index) missing = missing.filter((id) => !isInPack(index, Buffer.from(id, 'hex')));
  }
  return missing.length === 0;
}

/** A pack index (version 2) has sorted names, and a table of how many begin with at most each byte. */
function isInPack(index: Buffer, id: Buffer): boolean {
  if (index.length < namesAt || !index.subarray(0, fanoutAt).equals(packIndexStart)) return false;
  const [first = 0] = id;
  let low = first === 0 ? 0 : index.readUInt32BE(fanoutAt + (first - 1) * 4);
  let high = index.readUInt32BE(fanoutAt + first * 4);
  if (namesAt + high * idBytes > index.length) return false;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = namesAt + middle * idBytes;
    const order = id.compare(index, at, at + idBytes);
    if (order === 0) return true;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return false;
}

/** On systems other than Linux, git must detect properties of the file system. */
export const canMakeOfFiles = process.platform === 'linux';

const config = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n';

/** Creates an empty repository like `git init`, without a process. Git creates further folders on demand. */
export function makeRepositoryOfFiles(folder: string): void {
  for (const name of ['objects/pack', 'refs']) makePrivateFolder(join(folder, name));
  writeAtomic(join(folder, 'config'), config);
  // Written last: a folder with it is a repository, for git and for us.
  writeAtomic(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
}
