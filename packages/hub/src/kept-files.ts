import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { auditHash } from '@anyhook/anyhook';
import { isObject, parseObject } from '@anyhook/core';
import type { AuditLine } from './batch.js';
import { emptyLedger } from './holes.js';
import { hasSequence, withRange } from './ranges.js';
import type { Ledger } from './store.js';

/** How much of the files is contained in the stored ledgers. */
interface Checkpoint {
  readonly file: string;
  readonly bytes: number;
  readonly ledgers: Readonly<Record<string, Ledger>>;
}

/** After this many bytes the ledgers are written, so that the next start reads no more than that. */
const checkpointBytes = 64 * 1024 * 1024;
const maxBreaks = 20;
const filePattern = /^audit-\d{4}-\d\d-\d\d\.ndjson$/;

/**
 * The files of a keeper: one for each day, one record per line, each record once. The files are authoritative: ledgers
 * are rebuilt from them at the start, so a crash cannot make them disagree.
 */
export class KeptFiles {
  readonly ledgers = new Map<string, Ledger>();
  private file = '';
  private descriptor = -1;
  private bytes = 0;
  private sinceCheckpoint = 0;

  /** Opens a folder, and truncates an incomplete last line. */
  constructor(
    private readonly folder: string,
    private readonly today: () => string = () => new Date().toISOString().slice(0, 10),
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const read = this.readCheckpoint();
    for (const file of this.files()) {
      if (read && file < read.file) continue;
      this.readRecords(file, file === read?.file ? read.bytes : 0);
    }
  }

  private files(): readonly string[] {
    return readdirSync(this.folder)
      .filter((name) => filePattern.test(name))
      .sort();
  }

  /** Has nothing ever been stored here? */
  get isNew(): boolean {
    return this.files().length === 0 && !existsSync(join(this.folder, 'ledgers.json'));
  }

  private readCheckpoint(): Checkpoint | undefined {
    const path = join(this.folder, 'ledgers.json');
    if (!existsSync(path)) return undefined;
    const { file, bytes, ledgers } = parseObject(readFileSync(path, 'utf8')) ?? {};
    if (typeof file !== 'string' || typeof bytes !== 'number' || !isObject(ledgers))
      throw new Error(
        `${path}: expected the ledgers of a keeper, got something else; remove it, and the files are read again`,
      );
    for (const [device, ledger] of Object.entries(ledgers)) this.ledgers.set(device, ledger as Ledger);
    return { file, bytes, ledgers: ledgers as Checkpoint['ledgers'] };
  }

  private readRecords(file: string, from: number): void {
    const path = join(this.folder, file);
    const descriptor = openSync(path, 'r+');
    const chunk = Buffer.alloc(4 * 1024 * 1024);
    let rest = Buffer.alloc(0);
    let place = from;
    for (;;) {
      const count = readSync(descriptor, chunk, 0, chunk.length, place);
      if (count === 0) break;
      place += count;
      const text = Buffer.concat([rest, chunk.subarray(0, count)]);
      const end = text.lastIndexOf(10) + 1;
      for (const line of text.toString('utf8', 0, end).split('\n')) if (line !== '') this.readRecord(line, path);
      rest = text.subarray(end);
    }
    if (rest.length > 0) {
      ftruncateSync(descriptor, place - rest.length);
      fsyncSync(descriptor);
    }
    closeSync(descriptor);
  }

  private readRecord(line: string, path: string): void {
    const { device, sequence, previous } = parseObject(line) ?? {};
    if (typeof device !== 'string' || typeof sequence !== 'number')
      throw new Error(`${path}: expected a record on each line, got ${line.slice(0, 100)}; move the file away`);
    this.note(device, [{ line, sequence, previous: String(previous) }]);
  }

  /** The lines that are new, which are also added to the ledger. */
  private note(device: string, lines: readonly AuditLine[]): readonly AuditLine[] {
    let ledger = this.ledgers.get(device) ?? emptyLedger;
    const added: AuditLine[] = [];
    for (const one of lines) {
      const { sequence, previous } = one;
      if (hasSequence(ledger.ranges, sequence)) continue;
      added.push(one);
      const isBreak =
        sequence === ledger.head.sequence + 1 && ledger.head.sequence > 0 && previous !== ledger.head.hash;
      ledger = {
        ...ledger,
        ranges: withRange(ledger.ranges, [sequence, sequence]),
        head: sequence > ledger.head.sequence ? { sequence, hash: auditHash(one.line) } : ledger.head,
        breaks: isBreak ? [...ledger.breaks, sequence].slice(0, maxBreaks) : ledger.breaks,
      };
    }
    if (added.length > 0) this.ledgers.set(device, ledger);
    return added;
  }

  /** Adds records of a device to the next `sync`; known ones are skipped. */
  add(device: string, lines: readonly AuditLine[], place: number): void {
    const added = this.note(device, lines);
    const ledger = this.ledgers.get(device) ?? emptyLedger;
    this.ledgers.set(device, { ...ledger, readTo: place });
    for (const { line } of added) this.pending.push(line);
  }
  private readonly pending: string[] = [];

  /** Writes the added records; returns when they are on the disk. */
  sync(): void {
    if (this.pending.length === 0) return;
    const file = `audit-${this.today()}.ndjson`;
    if (file !== this.file) this.openFile(file);
    const text = Buffer.from(`${this.pending.join('\n')}\n`);
    try {
      for (let written = 0; written < text.length; ) written += writeSync(this.descriptor, text, written);
      fsyncSync(this.descriptor);
    } catch (error) {
      // The disk may be full: the next attempt writes everything again.
      ftruncateSync(this.descriptor, this.bytes);
      throw error;
    }
    this.pending.length = 0;
    this.bytes += text.length;
    this.sinceCheckpoint += text.length;
    if (this.sinceCheckpoint > checkpointBytes) this.checkpoint();
  }

  private openFile(file: string): void {
    if (this.descriptor >= 0) {
      this.checkpoint();
      closeSync(this.descriptor);
    }
    const path = join(this.folder, file);
    this.descriptor = openSync(path, 'a', 0o600);
    this.file = file;
    this.bytes = statSync(path).size;
    syncFolder(this.folder);
  }

  private checkpoint(): void {
    const value: Checkpoint = { file: this.file, bytes: this.bytes, ledgers: Object.fromEntries(this.ledgers) };
    const path = join(this.folder, 'ledgers.json');
    const descriptor = openSync(`${path}.new`, 'w', 0o600);
    writeSync(descriptor, JSON.stringify(value));
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(`${path}.new`, path);
    syncFolder(this.folder);
    this.sinceCheckpoint = 0;
  }

  close(): void {
    this.sync();
    if (this.descriptor < 0) return;
    this.checkpoint();
    closeSync(this.descriptor);
    this.descriptor = -1;
  }
}

/** Makes new names in a folder survive a power cut. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
