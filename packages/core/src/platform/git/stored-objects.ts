import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readBytes } from '../files/files.js';
import { entryNames } from '../files/kept-files.js';

const idBytes = 20;
const fanoutAt = 8;
const namesAt = fanoutAt + 256 * 4;
const packIndexStart = Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]);
/** Git reads parts of a larger one, so there it is as quick to ask git. */
const maxPackIndexBytes = 32 * 1024 * 1024;

/** Is all of this content in the folder itself? Says no where only git can tell. */
export function hasObjects(objects: string, ids: readonly string[]): boolean {
  let missing = ids.filter((id) => !existsSync(join(objects, id.slice(0, 2), id.slice(2))));
  for (const name of missing.length > 0 ? entryNames(join(objects, 'pack')) : []) {
    if (!name.endsWith('.idx')) continue;
    const index = readBytes(join(objects, 'pack', name), maxPackIndexBytes);
    if (index) missing = missing.filter((id) => !isInPack(index, Buffer.from(id, 'hex')));
  }
  return missing.length === 0;
}

/** The index of a pack (version 2) has its names in order, and a table of how many begin with at most each byte. */
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
