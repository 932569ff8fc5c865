import { AnyhookError } from '../../core/errors.js';
import { now } from '../../platform/clock.js';
import { isFolder } from '../../platform/files/files.js';
import { MissingSqlite, troubleOf } from '../../platform/sqlite.js';
import { journalPlaces } from './journal-files.js';
import type { Journal } from './query.js';
import { readJournal } from './store/read.js';
import { NewerJournal } from './store/schema.js';
import { openStore, type Store } from './store/store.js';

/** How long a command waits for an engine that writes. */
const waitMs = 500;

export interface OpenOptions {
  /** The user's state folder. */
  readonly state: string;
  /** Takes a line for the user. */
  readonly say: (text: string) => void;
}

/** The journal of this user, with everything that is in the spool; throws where there is none. */
export async function openJournal({
  state,
  say,
}: OpenOptions): Promise<{ readonly journal: Journal; readonly store: Store }> {
  const { dir, database } = journalPlaces(state);
  if (!isFolder(dir))
    throw new AnyhookError(
      'BAD_STATE',
      `${dir}: nothing has been written down yet; connect an agent with "anyhook init"`,
    );
  let store: Store;
  try {
    store = await openStore({ state, waitMs, now, say });
  } catch (error) {
    throw unusable(error, database);
  }
  const refresh = () => {
    try {
      while (store.take([]));
    } catch (error) {
      const what = troubleOf(error);
      // Somebody else is writing, or there is no room: what is there can be read.
      if (what !== 'locked' && what !== 'full') throw unusable(error, database);
    }
  };
  refresh();
  return { journal: readJournal(store.sql, refresh), store };
}

function unusable(error: unknown, database: string): AnyhookError {
  const text = (error as Error).message;
  if (error instanceof NewerJournal || error instanceof MissingSqlite)
    return new AnyhookError('BAD_STATE', text, { cause: error });
  const what = troubleOf(error);
  const hint =
    what === 'locked'
      ? 'another program holds it: try again'
      : what === 'corrupt'
        ? 'the file is broken: move it away, and what happens from now on is kept in a new one'
        : 'look at the file and its folder';
  return new AnyhookError('BAD_STATE', `${database} cannot be used (${text}); ${hint}`, { cause: error });
}
