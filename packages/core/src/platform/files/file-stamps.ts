import { lstatSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { attempt } from '../../errors.js';
import { type FileStamp, fileStamp, readText } from './files.js';

// Have files changed? A stamp tells two versions of a file apart without reading it, with one exception: a file that was
// changed twice within the resolution of the file system's clock has the same stamp both times. So a stamp is trusted only if
// the file had not changed for a while before it was checked; for a newer file, the content is compared.

/** A file that changed less than this before it was checked may have changed again and kept its stamp. */
const racyMs = 2_000;

/** Stamps read at `checkedAt` are reliable only for files that changed before this time. */
export const newestReliableChange = (checkedAt: number): number => checkedAt - racyMs;

export const changedAt = ({ mtimeMs, ctimeMs }: FileStamp): number => Math.max(mtimeMs, ctimeMs);

/** Was the file changed so recently that a second change may have left the same stamp? */
export const isRacy = (found: FileStamp, checkedAt: number): boolean =>
  changedAt(found) > newestReliableChange(checkedAt);

export const sameStamp = (a: FileStamp, b: FileStamp): boolean =>
  a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;

/** Is the file certainly unchanged since it had this stamp? Also true if it is missing both times. */
export const isUnchanged = (found: FileStamp | undefined, known: FileStamp | undefined, checkedAt: number): boolean =>
  found === undefined || known === undefined ? found === known : sameStamp(found, known) && !isRacy(found, checkedAt);

/** The clock of a file system lags a little. */
const coarseMs = 50;

/** Does a file exist unchanged since a time? For callers that have no stamp of it. */
export function isUntouchedSince(path: string, time: number): boolean {
  const found = fileStamp(path);
  return found !== undefined && changedAt(found) < time - coarseMs;
}

export type FileStamps = ReadonlyMap<string, FileStamp | undefined>;

export const stampsOf = (paths: Iterable<string>): FileStamps =>
  new Map(Array.from(paths, (path) => [path, fileStamp(path)]));

/** The files that were added, removed or changed between two checks, as far as stamps show. */
export function changedPaths(before: FileStamps, after: FileStamps): readonly string[] {
  const isSame = (a: FileStamp | undefined, b: FileStamp | undefined) => (a && b ? sameStamp(a, b) : a === b);
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((path) => !isSame(before.get(path), after.get(path)));
}

/** The result of a recheck in which every stamp is unchanged. */
export interface StampRecheck {
  /** Files whose stamps are too new to be reliable: their content decides. */
  readonly racy: readonly string[];
  /** The `checkedAt` of the next check, if the content of these files is unchanged. */
  readonly reliableFrom: number;
}

/**
 * Rechecks files that had these stamps; null means that the file was missing. Undefined if any was added, removed or
 * changed. Once every racy file is old enough, later checks start from `now` and need not read contents again.
 */
export function recheckStamps(
  stamps: Readonly<Record<string, FileStamp | null>>,
  checkedAt: number,
  now: number,
  isAbsent: IsAbsent = unknown,
): StampRecheck | undefined {
  const racy: string[] = [];
  let youngest = 0;
  // This runs before every answer, so it builds no list of entries.
  for (const path in stamps) {
    const before = stamps[path] ?? null;
    const after = before === null && isAbsent(path) ? null : (fileStamp(path) ?? null);
    if (before === null || after === null) {
      if (before !== after) return undefined;
      continue;
    }
    if (!sameStamp(before, after)) return undefined;
    youngest = Math.max(youngest, changedAt(after));
    if (isRacy(after, checkedAt)) racy.push(path);
  }
  return { racy, reliableFrom: racy.length > 0 && youngest < newestReliableChange(now) ? now : checkedAt };
}

/** Reports that a path certainly does not exist. */
export type IsAbsent = (path: string) => boolean;

const unknown: IsAbsent = () => false;

/** A name is looked up again after this time: not every file system updates a folder's times at once. */
const trustedMs = 30_000;

/**
 * Names that do not exist. A new name changes the nearest existing folder above it, so checking that folder once covers
 * all missing names below it.
 */
export class AbsentNames {
  private readonly known = new Map<
    string,
    { readonly folder?: string; readonly stamp?: FileStamp; readonly at: number }
  >();

  /** For the checks of one moment: each folder is checked once. */
  checkAt(now: number): IsAbsent {
    const folders = new Map<string, FileStamp | undefined>();
    const stampOf = (folder: string): FileStamp | undefined => {
      if (!folders.has(folder)) folders.set(folder, folderStamp(folder));
      return folders.get(folder);
    };
    return (path) => {
      const { folder, stamp, at = 0 } = this.known.get(path) ?? {};
      if (now >= at && now - at < trustedMs) {
        if (folder === undefined) return false;
        const found = stampOf(folder);
        if (found && stamp && sameStamp(found, stamp)) return true;
      }
      return this.look(path, now, stampOf);
    };
  }

  /** The folder's stamp is read before the name is looked up: whatever appears later changes the stamp. */
  private look(path: string, now: number, stampOf: (folder: string) => FileStamp | undefined): boolean {
    let name = path;
    let stamp = stampOf(dirname(name));
    while (!stamp && dirname(name) !== name) {
      name = dirname(name);
      stamp = stampOf(dirname(name));
    }
    const isAbsent = isMissing(name);
    if (!isAbsent || !stamp) this.known.set(path, { at: now });
    else if (isRacy(stamp, now)) this.known.delete(path);
    else this.known.set(path, { folder: dirname(name), stamp, at: now });
    return isAbsent;
  }
}

/** The stamp of a folder, links followed; undefined for anything else, and where it cannot be read. */
function folderStamp(path: string): FileStamp | undefined {
  const stat = attempt(() => statSync(path, { throwIfNoEntry: false }));
  return stat?.isDirectory()
    ? { size: stat.size, mtimeMs: stat.mtimeMs, ctimeMs: stat.ctimeMs, ino: stat.ino }
    : undefined;
}

/** Certainly missing, even as a broken link: a folder that cannot be entered may still contain it. */
const isMissing = (path: string): boolean =>
  attempt(() => lstatSync(path, { throwIfNoEntry: false }) === undefined, false);

/** The state of many files in one short text. */
export interface FilesFingerprint {
  readonly print: string;
  /** Some files had changed so recently that their content was read. */
  readonly racy: boolean;
}

/** The state of files at a time. Files that changed shortly before are also identified by content. */
export function fingerprintFiles(files: readonly string[], at: number): FilesFingerprint {
  const checksum = new Checksum();
  let racy = false;
  for (const path of files) {
    checksum.text(path);
    const found = fileStamp(path);
    if (!found) continue;
    checksum.stamp(found);
    if (!isRacy(found, at)) continue;
    racy = true;
    checksum.text(readText(path) ?? '');
  }
  return { print: checksum.value, racy };
}

/** A 64-bit checksum of texts and stamps. Thousands of stamps as text would cost more than checking the files. */
class Checksum {
  private a = 0xdeadbeef;
  private b = 0x41c6ce57;
  private readonly double = new Float64Array(1);
  private readonly halves = new Int32Array(this.double.buffer);

  text(text: string): void {
    this.mix(text.length);
    for (let i = 0; i < text.length; i++) this.mix(text.charCodeAt(i));
  }

  stamp({ size, mtimeMs, ctimeMs, ino }: FileStamp): void {
    for (const value of [size, mtimeMs, ctimeMs, ino]) {
      this.double[0] = value;
      this.mix(this.halves[0] as number);
      this.mix(this.halves[1] as number);
    }
  }

  get value(): string {
    return `${(this.a >>> 0).toString(36)}.${(this.b >>> 0).toString(36)}`;
  }

  private mix(value: number): void {
    this.a = Math.imul(this.a ^ value, 0x9e3779b1);
    this.a ^= this.a >>> 15;
    this.b = Math.imul(this.b ^ value, 0x85ebca6b);
    this.b ^= this.b >>> 13;
  }
}

/** How the system identifies a file or folder, independent of its names. */
interface FileIdentity {
  /** Equal for all names of one file. */
  readonly key: string;
  /** How many names it has. */
  readonly names: number;
  readonly kind: 'file' | 'folder' | 'other';
  readonly mode: number;
}

/** The identity of a path's target; undefined if it does not exist or cannot be read. */
export const identityOf = (path: string): FileIdentity | undefined => identityBy(statSync, path);

/** The identity of the entry itself, links not followed. */
export const ownIdentityOf = (path: string): FileIdentity | undefined => identityBy(lstatSync, path);

/** Whether this is a file that has another name elsewhere. */
export function hasOtherName(path: string): boolean {
  const found = identityOf(path);
  return found?.kind === 'file' && found.names > 1;
}

type Look = (path: string, options: { readonly throwIfNoEntry: false }) => Stats | undefined;

function identityBy(look: Look, path: string): FileIdentity | undefined {
  try {
    // An exception costs more than a stat.
    const stat = look(path, { throwIfNoEntry: false });
    if (!stat) return undefined;
    const kind = stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other';
    return { key: `${stat.dev}:${stat.ino}`, names: stat.nlink, kind, mode: stat.mode };
  } catch {
    return undefined;
  }
}
