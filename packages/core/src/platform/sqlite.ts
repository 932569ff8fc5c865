export type SqlCell = string | number | null | Uint8Array;

/** One connection to a database file. Statements are compiled once and reused. */
export interface SqlConnection {
  exec(text: string): void;
  /** A statement that changes data. */
  write(text: string): (...values: readonly SqlCell[]) => void;
  /** A query; rows are lists of cells. */
  read(text: string): (...values: readonly SqlCell[]) => readonly (readonly SqlCell[])[];
  close(): void;
}

/** Opens a database file, or rejects; `waitMs` is how long to wait for a lock of another process. */
export async function openSqlite(path: string, waitMs: number): Promise<SqlConnection> {
  const Database = await loadSqlite();
  const database = new Database(path, { timeout: waitMs });
  return {
    exec: (text) => void database.exec(text),
    write(text) {
      const statement = database.prepare(text);
      return (...values) => void statement.run(...values);
    },
    read(text) {
      const statement = database.prepare(text).raw(true);
      return (...values) => statement.all(...values) as (readonly SqlCell[])[];
    },
    close: () => void database.close(),
  };
}

async function loadSqlite() {
  try {
    return (await import('libsql')).default;
  } catch (error) {
    throw new MissingSqliteError(error);
  }
}

/** There is no SQLite for this system, or it was not installed with anyhook. */
export class MissingSqliteError extends Error {
  constructor(cause: unknown) {
    const [line = ''] = String((cause as Error).message).split('\n');
    super(`the package libsql cannot be loaded (${line}); install anyhook with its optional dependencies`, { cause });
  }
}

/** The reason for a failed database call. */
export type SqliteErrorKind = 'corrupt' | 'locked' | 'full' | 'other';

export function sqliteErrorKind(error: unknown): SqliteErrorKind {
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  if (/CORRUPT|NOTADB/.test(code) || /malformed|not a database/.test(message)) return 'corrupt';
  if (/BUSY|LOCKED/.test(code)) return 'locked';
  return /FULL|ENOSPC|IOERR/.test(code) ? 'full' : 'other';
}
