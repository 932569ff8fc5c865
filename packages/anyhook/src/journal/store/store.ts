import type { SqlConnection } from '@anyhook/core';
import { appendText, fileStamp, makePrivateFolder, openSqlite, renamePath, sqliteErrorKind } from '@anyhook/core';
import { parseAuditMark } from '../audit-record.js';
import { decisionId, decisionNumberAt } from '../decision-id.js';
import { journalPaths, processWriter } from '../journal-files.js';
import { createAuditWriter } from './audit-chain.js';
import { type AuditQueue, openAuditQueue, pruneAudit } from './audit-queue.js';
import { lostMarks, removeLostMarks } from './lost-marks.js';
import { parseSpoolLine } from './parse-line.js';
import { type JournalLimits, pruneJournal } from './prune.js';
import { migrateJournal } from './schema.js';
import {
  doneFiles,
  isAbandoned,
  readSpoolLines,
  removeDoneFile,
  type SpoolFile,
  setSpoolFileAside,
  spoolFiles,
} from './spool-files.js';
import { createJournalWriter, encodeDetail } from './writer.js';

/** Details that are ready to be stored: secrets are removed. */
export interface DetailBody {
  readonly id: string;
  readonly body: string | Uint8Array;
}

/** The journal's file, for writing. Several may be open at once: each transaction is atomic, and a line counts once. */
export interface JournalStore {
  readonly sql: SqlConnection;
  /** Stores what waits in the spool, up to a few megabytes, and the given details. True if more waits. */
  storePending(bodies: readonly DetailBody[]): boolean;
  /** Whether a process that answered an event itself wrote something that is not stored yet. */
  hasNewsOfProcesses(): boolean;
  auditOf(device: string): AuditQueue;
  /** Deletes audit records that the receiver has had long enough; returns how many. */
  pruneAudit(): number;
  /** Deletes what exceeds the limits; returns the number of deleted decisions. Audit records have their own limits. */
  prune(limits: JournalLimits): number;
  /** Whether its file was deleted or set aside meanwhile: what is stored into it would be lost. */
  isReplaced(): boolean;
  close(): void;
}

interface JournalStoreOptions {
  readonly state: string;
  /** How long to wait for a lock that another process holds. */
  readonly waitMs: number;
  readonly now: () => number;
  readonly notify: (text: string) => void;
}

/** Bytes of the spool that one transaction stores. */
const maxBytes = 4 * 1024 * 1024;

/** Opens the journal of a state folder, and creates it if there is none. A broken file is renamed, never deleted. */
export async function openJournalStore(options: JournalStoreOptions): Promise<JournalStore> {
  const { state, waitMs, now, notify } = options;
  const { dir, database } = journalPaths(state);
  makePrivateFolder(dir);
  let sql: SqlConnection;
  try {
    sql = await openDatabase(database, waitMs);
  } catch (error) {
    if (sqliteErrorKind(error) !== 'corrupt') throw error;
    const { to } = setBrokenJournalAside(state, now());
    notify(`${database} was broken (${(error as Error).message}); it was renamed to ${to}, and a new one was created`);
    sql = await openDatabase(database, waitMs);
  }
  return createStore(sql, journalPaths(state), now);
}

/** Renames a broken journal; it must not be open in this process. */
export function setBrokenJournalAside(state: string, now: number): { readonly from: string; readonly to: string } {
  const { database: from } = journalPaths(state);
  const to = `${from}.broken-${decisionId(decisionNumberAt(now))}`;
  for (const end of ['', '-wal', '-shm']) if (fileStamp(from + end)) renamePath(from + end, to + end);
  return { from, to };
}

async function openDatabase(path: string, waitMs: number): Promise<SqlConnection> {
  // Created here, so that it is private. An existing file is not opened: closing it would release all locks that this
  // process holds on it.
  if (!fileStamp(path)) appendText(path, '');
  const sql = await openSqlite(path, waitMs);
  try {
    migrateJournal(sql, path);
    sql.exec('PRAGMA synchronous = NORMAL');
    return sql;
  } catch (error) {
    sql.close();
    throw error;
  }
}

type JournalPaths = ReturnType<typeof journalPaths>;

/** A journal with audit records waits for the disk at every commit, to survive a power cut. No event waits for it. */
function syncOnceAudited(sql: SqlConnection): () => void {
  let isSync = false;
  const sync = () => {
    if (!isSync) sql.exec('PRAGMA synchronous = FULL');
    isSync = true;
  };
  if (sql.read('SELECT 1 FROM devices LIMIT 1')().length > 0) sync();
  return sync;
}

function createStore(sql: SqlConnection, { dir, spool, database }: JournalPaths, now: () => number): JournalStore {
  const openedFile = fileStamp(database)?.ino;
  const rows = createJournalWriter(sql);
  const audit = createAuditWriter(sql, dir);
  const waitForDisk = syncOnceAudited(sql);
  const offsets = sql.read('SELECT file, offset FROM imported');
  const setOffset = sql.write('INSERT OR REPLACE INTO imported (file, offset) VALUES (?,?)');
  const forgetFile = sql.write('DELETE FROM imported WHERE file = ?');
  const version = sql.read('PRAGMA data_version');
  let knownVersion: unknown;

  const inTransaction = <T>(act: () => T): T => {
    sql.exec('BEGIN IMMEDIATE');
    try {
      const current = version()[0]?.[0];
      if (current !== knownVersion) {
        rows.forget();
        audit.forget();
      }
      knownVersion = current;
      const result = act();
      sql.exec('COMMIT');
      return result;
    } catch (error) {
      knownVersion = undefined;
      sql.exec('ROLLBACK');
      throw error;
    }
  };
  const storeLine = (text: string) => {
    const line = parseSpoolLine(text);
    if (!line) return;
    const mark = 'audit' in line ? parseAuditMark(line.audit) : undefined;
    if ('decision' in line) {
      rows.decision(line.decision);
      if (mark) audit.add(mark, line.decision);
    } else if ('lost' in line) {
      if (mark) audit.lost(mark, line.lost);
    } else if ('set' in line) rows.set(line.set);
    else {
      const { id, ...detail } = line.detail;
      rows.detail(id, encodeDetail(detail));
    }
  };
  const storeFile = (file: SpoolFile, from: number, room: number): number => {
    let at = from;
    while (at < file.size && at - from < room) {
      const { lines, end } = readSpoolLines(file.path, at);
      if (end === at) break;
      for (const line of lines) storeLine(line);
      at = end;
    }
    if (at > from) setOffset(file.name, at);
    return at - from;
  };
  const offsetsNow = () => new Map(offsets().map(([file, offset]) => [String(file), Number(offset)]));

  return {
    sql,
    storePending(bodies) {
      const done = doneFiles(spool);
      const files = spoolFiles(spool);
      const lost = lostMarks(spool);
      const known = offsetsNow();
      const isNew = files.some(({ name, size }) => size > (known.get(name) ?? 0));
      const abandoned = files.filter((file) => isAbandoned(file, files, now()) && (known.get(file.name) ?? 0) > 0);
      if (!isNew && [bodies, done, abandoned, lost].every(({ length }) => length === 0)) return false;
      let room = maxBytes;
      const { done: gone, isAudited } = inTransaction(() => {
        // A process died after it renamed them and before it got here.
        for (const name of done) forgetFile(name);
        for (const { mark } of lost) audit.lost(mark, 1);
        const currentOffsets = offsetsNow();
        for (const file of files) {
          if (room > 0) room -= storeFile(file, currentOffsets.get(file.name) ?? 0, room);
        }
        for (const { id, body } of bodies) rows.detail(id, body);
        rows.writeCounts();
        return { done: [...done], isAudited: audit.writeHeads() };
      });
      if (isAudited) waitForDisk();
      for (const name of gone) removeDoneFile(spool, name);
      removeLostMarks(lost);
      if (room > 0) deleteAbandoned(files);
      return room <= 0;
    },
    hasNewsOfProcesses() {
      const files = spoolFiles(spool).filter(({ writer }) => writer === processWriter);
      const known = files.length > 0 ? offsetsNow() : new Map<string, number>();
      return files.some(({ name, size }) => size > (known.get(name) ?? 0));
    },
    auditOf: (device) => openAuditQueue(sql, { device, folder: dir, changed: audit.forget }),
    pruneAudit: () => pruneAudit(sql, now()),
    prune: (limits) => {
      pruneAudit(sql, now());
      const deleted = pruneJournal(sql, limits, now());
      rows.forget();
      return deleted;
    },
    isReplaced: () => fileStamp(database)?.ino !== openedFile,
    close: () => sql.close(),
  };

  /** Deletes files that are read completely and have no writer, once their content is on the disk. */
  function deleteAbandoned(files: readonly SpoolFile[]): void {
    const currentOffsets = offsetsNow();
    const abandoned = files.filter((file) => {
      if (!isAbandoned(file, files, now())) return false;
      // A line that is unfinished after this long will never be finished.
      return readSpoolLines(file.path, currentOffsets.get(file.name) ?? 0).lines.length === 0;
    });
    if (abandoned.length === 0) return;
    sql.exec('PRAGMA wal_checkpoint(FULL)');
    inTransaction(() => {
      for (const file of abandoned) {
        setSpoolFileAside(file);
        forgetFile(file.name);
      }
    });
    for (const { name } of abandoned) removeDoneFile(spool, name);
  }
}
