import { gunzipSync, gzipSync } from 'node:zlib';
import { type PackageFile, pathProblem } from '@anyhook/core';
import { maxBundleBytes } from './documents.js';
import { FleetRefusal } from './refusal.js';

export const bundleLimits = {
  packedBytes: maxBundleBytes,
  bytes: 32 * 1024 * 1024,
  files: 2_000,
  depth: 12,
  /** Maximum ratio of unpacked to packed size; small bundles may exceed it, because texts repeat. */
  ratio: 100,
  ratioFrom: 1024 * 1024,
} as const;

const block = 512;
const nameLength = 100;
const prefixLength = 155;
const magic = 'ustar\u000000';

/** Packs files so that equal files give equal bytes: sorted, without times, owners and folders. */
export function packBundle(files: readonly PackageFile[]): Buffer {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const parts = sorted.flatMap(({ path, bytes, isExecutable }) => {
    const padding = Buffer.alloc((block - (bytes.length % block)) % block);
    return [headerOf(path, bytes.length, isExecutable), bytes, padding];
  });
  const packed = gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]), { level: 9 });
  // The archive must not depend on the system that packed it.
  packed[9] = 255;
  return packed;
}

function headerOf(path: string, size: number, isExecutable: boolean): Buffer {
  const header = Buffer.alloc(block);
  const [prefix, name] = splitPath(path);
  header.write(name, 0, nameLength);
  header.write(isExecutable ? '0000755\0' : '0000644\0', 100);
  header.write('0000000\u00000000000\0', 108);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('0', 156);
  header.write(magic, 257, 'latin1');
  header.write(prefix, 345, prefixLength);
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** The two fields of the format that hold a path. */
function splitPath(path: string): readonly [string, string] {
  const length = (text: string) => Buffer.byteLength(text);
  if (length(path) <= nameLength) return ['', path];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (length(name) <= nameLength && length(prefix) <= prefixLength) return [prefix, name];
  }
  throw refusal('the bundle', path, `a path of at most ${nameLength} bytes`, `${length(path)} bytes`);
}

/** The sum of the header, with its own field counted as spaces. */
function checksum(header: Buffer): number {
  let sum = 0;
  for (let i = 0; i < block; i++) sum += i >= 148 && i < 156 ? 32 : (header[i] ?? 0);
  return sum;
}

/** The files of a bundle whose hash was checked. Only plain files with safe paths are accepted. */
export function readBundle(archive: Buffer, document: string): readonly PackageFile[] {
  if (archive.length > bundleLimits.packedBytes)
    throw refusal(document, 'size', `at most ${bundleLimits.packedBytes} bytes`, `${archive.length} bytes`);
  const tar = unpacked(archive, document);
  const files = new Map<string, PackageFile>();
  for (let at = 0; at + block <= tar.length && tar[at] !== 0; ) {
    const header = tar.subarray(at, at + block);
    const { path, size, isExecutable } = readHeader(header, document);
    const end = at + block + size;
    if (end > tar.length) throw refusal(document, path, `${size} bytes`, 'the end of the archive');
    if (files.has(path)) throw refusal(document, path, 'each path once', 'the same path twice');
    if (files.size >= bundleLimits.files)
      throw refusal(document, 'files', `at most ${bundleLimits.files} files`, 'more');
    files.set(path, { path, bytes: Buffer.from(tar.subarray(at + block, end)), isExecutable });
    at = end + ((block - (size % block)) % block);
  }
  requireSeparatePaths([...files.keys()], document);
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A small archive may unpack to a very large one. */
function unpacked(archive: Buffer, document: string): Buffer {
  const most = Math.min(bundleLimits.bytes, Math.max(bundleLimits.ratioFrom, archive.length * bundleLimits.ratio));
  try {
    return gunzipSync(archive, { maxOutputLength: most });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge
      ? refusal(document, 'size unpacked', `at most ${most} bytes from ${archive.length}`, 'more')
      : refusal(document, 'content', 'a gzip archive', 'something else');
  }
}

const kinds: Readonly<Record<string, string>> = {
  '1': 'a hard link',
  '2': 'a link',
  '3': 'a device',
  '4': 'a device',
  '5': 'a folder entry',
  '6': 'a named pipe',
};

function readHeader(header: Buffer, document: string): { path: string; size: number; isExecutable: boolean } {
  const text = (start: number, length: number) => {
    const field = header.subarray(start, start + length);
    const end = field.indexOf(0);
    return field.toString('utf8', 0, end < 0 ? length : end);
  };
  const path = [text(345, prefixLength), text(0, nameLength)].filter((part) => part !== '').join('/');
  const kind = String.fromCharCode(header[156] ?? 0);
  if (header.toString('latin1', 257, 265) !== magic)
    throw refusal(document, 'content', 'an archive in ustar form', 'another form');
  if (Number.parseInt(text(148, 8), 8) !== checksum(header))
    throw refusal(document, 'content', 'the checksum of its header', 'another one');
  if (kind !== '0') throw refusal(document, JSON.stringify(path), 'a plain file', kinds[kind] ?? 'something else');
  const problem = pathProblem(path);
  if (problem !== undefined) throw refusal(document, JSON.stringify(path), 'a path inside the bundle', problem);
  if (path.split('/').length > bundleLimits.depth)
    throw refusal(document, JSON.stringify(path), `at most ${bundleLimits.depth} folders deep`, 'deeper');
  const size = /^[0-7]{11}$/.test(text(124, 12)) ? Number.parseInt(text(124, 12), 8) : -1;
  if (size < 0)
    throw refusal(document, JSON.stringify(path), 'its size in octal digits', JSON.stringify(text(124, 12)));
  return { path, size, isExecutable: (Number.parseInt(text(100, 8), 8) & 0o111) !== 0 };
}

/** No path may be a folder of another one, because the unpacking order would decide. Some disks ignore letter case. */
function requireSeparatePaths(paths: readonly string[], document: string): void {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const other = seen.get(path.toLowerCase());
    if (other !== undefined)
      throw refusal(document, JSON.stringify(path), 'paths that differ', `also ${JSON.stringify(other)}`);
    seen.set(path.toLowerCase(), path);
  }
  for (const path of paths) {
    const parts = path.toLowerCase().split('/');
    for (let length = 1; length < parts.length; length++) {
      const folder = seen.get(parts.slice(0, length).join('/'));
      if (folder !== undefined)
        throw refusal(
          document,
          JSON.stringify(path),
          'a file or a folder of this name',
          `both, ${JSON.stringify(folder)} is a file`,
        );
    }
  }
}

const refusal = (document: string, field: string, expected: string, came: string): FleetRefusal =>
  new FleetRefusal({
    document,
    field,
    expected,
    came,
    advice: 'nothing of the bundle is used; pack it with "anyhook fleet publish"',
  });
