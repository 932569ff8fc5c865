import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { readBytes, writeAtomic } from '../files/files.js';
import { headerBytes, nextEntry, positionsInIndex, statBytes } from './git-index.js';
import { writeBlob } from './loose-object.js';
import type { TreeFile } from './patch-tree.js';

/** The work tree, the index and the objects. */
export interface IndexPlace {
  readonly root: string;
  readonly index: string;
  readonly objects: string;
}

/** Git's index has other numbers on other systems. */
const isKnownSystem = process.platform === 'linux';
const maxIndexBytes = 64 * 1024 * 1024;
const maxFileBytes = 1024 * 1024;
/** Each snapshot makes git read files again that changed since the index was written. */
const maxReadAgain = 64;
const maxReadAgainBytes = 4 * 1024 * 1024;

/**
 * Updates the content of files that are already in an index, without starting git, which needs twice as long to read
 * and write it. Undefined, with nothing changed, if one of the files is not a plain file in the index, or if git should
 * rewrite the index. Needs a lock over the index.
 */
export function patchIndex(place: IndexPlace, paths: readonly string[]): ReadonlyMap<string, TreeFile> | undefined {
  const time = isKnownSystem ? statSync(place.index, { throwIfNoEntry: false })?.mtimeMs : undefined;
  const bytes = time === undefined ? undefined : readBytes(place.index, maxIndexBytes);
  const positions = bytes && positionsInIndex(bytes, paths);
  if (time === undefined || !bytes || !positions) return undefined;
  const found = [...positions].map(([path, start]) => ({ path, start, file: readPlainFile(join(place.root, path)) }));
  const files = new Map<string, TreeFile>();
  for (const { path, start, file } of found) {
    const mode = bytes.readUInt32BE(start + modeAt);
    // Only git knows what an x bit means on this file system.
    if (!file || mode !== gitMode(file.stat)) return undefined;
    files.set(path, { mode: mode.toString(8), id: writeBlob(place.objects, file.bytes) });
    writeStat(bytes, start, file.stat);
    bytes.write(files.get(path)?.id ?? '', start + statBytes, 'hex');
  }
  const end = endOfEntries(bytes, Math.floor(time / 1_000));
  if (end === undefined) return undefined;
  const entries = bytes.subarray(0, end);
  const sum = createHash('sha1').update(entries).digest();
  writeAtomic(place.index, Buffer.concat([entries, sum]));
  // Git rereads files that are not older than the index, so keeping its old time makes git notice later changes.
  utimesSync(place.index, Math.floor(time) / 1_000, Math.floor(time) / 1_000);
  return files;
}

const modeAt = 24;
const sizeAt = 36;
const gitMode = ({ mode }: BigIntStats): number => ((mode & 0o100n) === 0n ? 0o100644 : 0o100755);

/** A file as it was at one moment; undefined if it changes meanwhile, is too large, or is not a plain file. */
function readPlainFile(path: string): { readonly bytes: Buffer; readonly stat: BigIntStats } | undefined {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > maxFileBytes) return undefined;
  const bytes = readFileSync(path);
  const after = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  const isSame = after?.ctimeNs === stat.ctimeNs && after.ino === stat.ino && after.size === BigInt(bytes.length);
  return isSame ? { bytes, stat } : undefined;
}

function writeStat(bytes: Buffer, start: number, stat: BigIntStats): void {
  const numbers = [
    ...[stat.ctimeNs / second, stat.ctimeNs % second, stat.mtimeNs / second, stat.mtimeNs % second],
    ...[stat.dev, stat.ino, BigInt(gitMode(stat)), stat.uid, stat.gid, stat.size],
  ];
  for (const [i, number] of numbers.entries()) bytes.writeUInt32BE(Number(BigInt.asUintN(32, number)), start + i * 4);
}

const second = 1_000_000_000n;

/**
 * Where the entries end. The extensions that follow are optional and outdated. Undefined if one is required, or if too
 * many files must be read again.
 */
function endOfEntries(bytes: Buffer, seconds: number): number | undefined {
  const end = bytes.length - 20;
  let at = headerBytes;
  let count = 0;
  let size = 0;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const next = nextEntry(bytes, at);
    if (next === undefined || next > end) return undefined;
    if (bytes.readUInt32BE(at + 8) >= seconds) {
      count++;
      size += bytes.readUInt32BE(at + sizeAt);
    }
    at = next;
  }
  if (count > maxReadAgain || size > maxReadAgainBytes) return undefined;
  const entriesEnd = at;
  while (at + 8 <= end) {
    // An extension whose name begins with a capital letter is optional.
    if (!/^[A-Z]/.test(bytes.toString('latin1', at, at + 1))) return undefined;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === end ? entriesEnd : undefined;
}
