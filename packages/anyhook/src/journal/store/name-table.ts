import type { SqlCell, SqlConnection } from '@anyhook/core';

type SqlRow = readonly SqlCell[];

/** Numbers for strings that many rows share. */
export interface NameTable {
  /** The number of a row of names; inserted if it is new. */
  idOf(...names: readonly (string | number)[]): number;
  forget(): void;
}

const maxKnown = 10_000;

/** Names in a table with these columns besides `id`. */
export function createNameTable(sql: SqlConnection, table: string, columns: readonly string[]): NameTable {
  const where = columns.map((column) => `${column} = ?`).join(' AND ');
  const find = sql.read(`SELECT id FROM ${table} WHERE ${where}`);
  const add = sql.write(
    `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const known = new Map<string, number>();
  const idIn = (rows: readonly SqlRow[]): number | undefined => rows[0] && Number(rows[0][0]);
  return {
    idOf(...names) {
      const key = names.join('\0');
      let id = known.get(key);
      if (id !== undefined) return id;
      id = idIn(find(...names));
      if (id === undefined) {
        add(...names);
        id = idIn(find(...names)) ?? 0;
      }
      if (known.size >= maxKnown) known.clear();
      known.set(key, id);
      return id;
    },
    forget: () => known.clear(),
  };
}
