import { AnyhookError } from '../../core/errors.js';
import { now } from '../../platform/clock.js';
import { isFolder } from '../../platform/files/files.js';
import { MissingSqliteError, sqliteTrouble } from '../../platform/sqlite.js';
import { journalPaths } from './journal-files.js';
import type { Journal } from './query.js';
import { createJournalReader } from './store/reader.js';
import { NewerJournalError } from './store/schema.js';
import { type JournalStore, openJournalStore } from './store/store.js';

/** How long a command waits for an engine that writes. */
const waitMs = 500;

export interface OpenOptions {
  /** The user's state folder. */
  readonly state: string;
  /** Shows the user one line of text. */
  readonly say: (text: string) => void;
}

/** The journal of this user, with everything that is in the spool; throws where there is none. */
export async function openJournal({
  state,
  say,
}: OpenOptions): Promise<{ readonly journal: Journal; readonly store: JournalStore }> {
  const { dir, database } = journalPaths(state);
  if (!isFolder(dir))
    throw new AnyhookError('BAD_STATE', `${dir}: no decisions are recorded yet; connect an agent with "anyhook init"`);
  let store: JournalStore;
  try {
    store = await openJournalStore({ state, waitMs, now, say });
  } catch (error) {
    throw unusable(error, database);
  }
  const refresh = () => {
    try {
      while (store.storePending([]));
    } catch (error) {
      const what = sqliteTrouble(error);
      // Somebody else is writing, or there is no room: what is there can be read.
      if (what !== 'locked' && what !== 'full') throw unusable(error, database);
    }
  };
  refresh();
  return { journal: createJournalReader(store.sql, refresh), store };
}

function unusable(error: unknown, database: string): AnyhookError {
  const text = (error as Error).message;
  if (error instanceof NewerJournalError || error instanceof MissingSqliteError)
    return new AnyhookError('BAD_STATE', text, { cause: error });
  const what = sqliteTrouble(error);
  const hint =
    what === 'locked'
      ? 'another program holds it: try again'
      : what === 'corrupt'
        ? 'the file is broken: move it away, and what happens from now on is kept in a new one'
        : 'look at the file and its folder';
  return new AnyhookError('BAD_STATE', `${database} cannot be used (${text}); ${hint}`, { cause: error });
}
