import { gunzipSync } from 'node:zlib';
import { attempt } from '../../errors.js';
import { readBytes } from './files.js';

export interface ArchiveEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly mode: number;
}

const maxBytes = 64 * 1024 * 1024;
const block = 512;

/** The names in a tar archive (plain or gzip) or a zip archive; undefined for other or too large files. */
export const archiveEntries = (path: string): readonly ArchiveEntry[] | undefined =>
  attempt(() => {
    const bytes = readBytes(path, maxBytes);
    if (bytes === undefined) return undefined;
    if (bytes.readUInt16LE(0) === 0x8b1f) return tarEntries(gunzipSync(bytes, { maxOutputLength: maxBytes }));
    return bytes.readUInt32LE(0) === 0x04034b50 ? zipEntries(bytes) : tarEntries(bytes);
  });

function tarEntries(tar: Buffer): readonly ArchiveEntry[] | undefined {
  if (textOf(tar, 257, 5) !== 'ustar') return undefined;
  const found: ArchiveEntry[] = [];
  let longName: string | undefined;
  for (let at = 0; at + block <= tar.length && tar[at] !== 0; ) {
    const header = tar.subarray(at, at + block);
    const size = numberOf(header, 124, 12);
    const body = tar.subarray(at + block, at + block + size);
    at += block + Math.ceil(size / block) * block;
    const kind = String.fromCharCode(header[156] ?? 0);
    if (kind === 'g') continue;
    if (kind === 'x') longName = /^\d+ path=(.*)$/m.exec(body.toString('utf8'))?.[1] ?? longName;
    else if (kind === 'L') longName = textOf(body, 0, size);
    else if (kind !== 'K') {
      const parts = [textOf(header, 345, 155), textOf(header, 0, 100)].filter((part) => part !== '');
      found.push({ name: longName ?? parts.join('/'), isFolder: kind === '5', mode: numberOf(header, 100, 8) });
      longName = undefined;
    }
  }
  return found;
}

/** From the list at the end of the archive. */
function zipEntries(zip: Buffer): readonly ArchiveEntry[] | undefined {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) return undefined;
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  // Larger archives keep their list elsewhere.
  if (count === 0xffff || at === 0xffffffff) return undefined;
  const found: ArchiveEntry[] = [];
  for (let left = count; left > 0; left--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) return undefined;
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0)).replaceAll('\\', '/');
    const mode = zip.readUInt32LE(at + 38) >>> 16;
    found.push({ name, isFolder: name.endsWith('/'), mode: mode === 0 ? 0o755 : mode & 0o7777 });
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return found;
}

function textOf(bytes: Buffer, start: number, length: number): string {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end).trim();
}

/** A number from a header; throws if the archive is damaged. */
function numberOf(header: Buffer, start: number, length: number): number {
  const found = Number.parseInt(textOf(header, start, length), 8);
  if (!Number.isSafeInteger(found) || found < 0) throw new RangeError('invalid number in an archive header');
  return found;
}
