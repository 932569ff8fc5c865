import { AnyhookError, isFolder, MissingSqliteError, now, sqliteErrorKind } from '@anyhook/core';
import { journalPaths } from './journal-files.js';
import type { Journal } from './query.js';
import { createJournalReader } from './store/reader.js';
import { NewerJournalError } from './store/schema.js';
import { type JournalStore, openJournalStore } from './store/store.js';

/** How long a command waits for an engine that writes. */
const waitMs = 500;

interface OpenOptions {
  readonly state: string;
  readonly notify: (text: string) => void;
  /** Create an empty journal if there is none, for callers that wait for the first decision. */
  readonly create?: boolean | undefined;
}

export interface OpenedJournal {
  readonly journal: Journal;
  readonly store: JournalStore;
}

/** The journal of this user, including what is still in the spool; throws if there is none. */
export async function openJournal({ state, notify, create }: OpenOptions): Promise<OpenedJournal> {
  const { dir, database } = journalPaths(state);
  if (!create && !isFolder(dir))
    throw new AnyhookError('BAD_STATE', `${dir}: no decisions are recorded yet; connect an agent with "anyhook init"`);
  let store: JournalStore;
  try {
    store = await openJournalStore({ state, waitMs, now, notify });
  } catch (error) {
    throw unusableError(error, database);
  }
  const refresh = (only?: 'process') => {
    if (store.isReplaced())
      throw new AnyhookError('BAD_STATE', `${database} was deleted or replaced meanwhile; start this again to open it`);
    try {
      if (only === 'process' && !store.hasNewsOfProcesses()) return;
      while (store.storePending([]));
    } catch (error) {
      const errorKind = sqliteErrorKind(error);
      // Another process is writing, or the disk is full: what is stored can still be read.
      if (errorKind !== 'locked' && errorKind !== 'full') throw unusableError(error, database);
    }
  };
  refresh();
  return { journal: createJournalReader(store.sql, refresh), store };
}

function unusableError(error: unknown, database: string): AnyhookError {
  const text = (error as Error).message;
  if (error instanceof NewerJournalError || error instanceof MissingSqliteError)
    return new AnyhookError('BAD_STATE', text, { cause: error });
  const errorKind = sqliteErrorKind(error);
  const hint =
    errorKind === 'locked'
      ? 'another program has locked it: try again'
      : errorKind === 'corrupt'
        ? 'the file is broken: move it away, and a new one is created'
        : 'check the file and its folder';
  return new AnyhookError('BAD_STATE', `${database} cannot be used (${text}); ${hint}`, { cause: error });
}
