import { exists } from '../../io/files.js';
import { openSqlite } from '../../io/sqlite.js';
import { taskDatabase } from './store.js';

/** How many sessions of the Agent Runtime are open; undefined where the database cannot say. Makes and changes nothing. */
export async function openSessions(state: string): Promise<number | undefined> {
  const path = taskDatabase(state);
  if (!exists(path)) return 0;
  try {
    const sql = await openSqlite(path, 1_000);
    try {
      return Number(sql.read('SELECT count(*) FROM sessions WHERE ended_at IS NULL')()[0]?.[0]);
    } finally {
      sql.close();
    }
  } catch {
    return undefined;
  }
}
