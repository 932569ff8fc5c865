import { type FileStamp, fileStamp, readText } from './files.js';

// Are files as they were? A stamp tells two versions of a file apart without reading it, with one exception: a file that
// was changed twice within the resolution of the file system's clock has the same stamp both times. So a stamp is
// believed only where the file was at rest for a while before it was looked at; the content of a younger one is compared.

/** A file that changed this shortly before it was looked at may have changed again and kept its stamp. */
const racyMs = 2_000;

/** Stamps that were read at `lookedAt` are reliable only for files that changed before this time. */
export const newestReliableChange = (lookedAt: number): number => lookedAt - racyMs;

export const changedAt = ({ mtimeMs, ctimeMs }: FileStamp): number => Math.max(mtimeMs, ctimeMs);

/** Was the file changed so shortly before that a second change may have left the same stamp? */
export const isRacy = (found: FileStamp, lookedAt: number): boolean =>
  changedAt(found) > newestReliableChange(lookedAt);

export const sameStamp = (a: FileStamp, b: FileStamp): boolean =>
  a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;

/** Is a file certainly as it was when it had this stamp? Both undefined: it is still not there. */
export const isUnchanged = (found: FileStamp | undefined, known: FileStamp | undefined, lookedAt: number): boolean =>
  found === undefined || known === undefined ? found === known : sameStamp(found, known) && !isRacy(found, lookedAt);

/** The clock of a file system is a little behind. */
const coarseMs = 50;

/** Was a file there and left alone since a time, for a caller that has no stamp of it? */
export function isUntouchedSince(path: string, time: number): boolean {
  const found = fileStamp(path);
  return found !== undefined && changedAt(found) < time - coarseMs;
}

/** The stamps of files by path. */
export type FileStamps = ReadonlyMap<string, FileStamp | undefined>;

export const stampsOf = (paths: Iterable<string>): FileStamps =>
  new Map(Array.from(paths, (path) => [path, fileStamp(path)]));

/** The files that came, went or changed between two looks, as far as stamps tell. */
export function changedPaths(before: FileStamps, after: FileStamps): readonly string[] {
  const isSame = (a: FileStamp | undefined, b: FileStamp | undefined) => (a && b ? sameStamp(a, b) : a === b);
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((path) => !isSame(before.get(path), after.get(path)));
}

/** What a second look at files found, where every stamp is as it was. */
export interface StampRecheck {
  /** Files whose stamps are too young to be believed: their content decides. */
  readonly racy: readonly string[];
  /** From when stamps may be believed next time, where the content of those is as it was. */
  readonly reliableFrom: number;
}

/**
 * Looks again at files that had these stamps, null for one that was not there. Undefined where one came, went or changed.
 * Once every racy file is old enough, later checks start from `now` and need not read contents again.
 */
export function recheckStamps(
  stamps: Readonly<Record<string, FileStamp | null>>,
  lookedAt: number,
  now: number,
): StampRecheck | undefined {
  const racy: string[] = [];
  let youngest = 0;
  // This runs before every answer: no list of entries is made.
  for (const path in stamps) {
    const before = stamps[path] ?? null;
    const after = fileStamp(path) ?? null;
    if (before === null || after === null) {
      if (before !== after) return undefined;
      continue;
    }
    if (!sameStamp(before, after)) return undefined;
    youngest = Math.max(youngest, changedAt(after));
    if (isRacy(after, lookedAt)) racy.push(path);
  }
  return { racy, reliableFrom: racy.length > 0 && youngest < newestReliableChange(now) ? now : lookedAt };
}

/** The state of many files in one short text. */
export interface FilesFingerprint {
  readonly print: string;
  /** Some were so young that their content had to be read. */
  readonly racy: boolean;
}

/** The state of files as it was seen at a time. Of files that changed shortly before it the content counts, too. */
export function fingerprintFiles(files: readonly string[], at: number): FilesFingerprint {
  const sum = new Sum();
  let racy = false;
  for (const path of files) {
    sum.text(path);
    const found = fileStamp(path);
    if (!found) continue;
    sum.stamp(found);
    if (!isRacy(found, at)) continue;
    racy = true;
    sum.text(readText(path) ?? '');
  }
  return { print: sum.value, racy };
}

/** A sum of 64 bits over texts and stamps. Thousands of stamps as text would cost more than the look at the files. */
class Sum {
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
