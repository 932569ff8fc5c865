import { type OpenedJournal, openJournal } from '../journal/open-journal.js';
import type { Journal } from '../journal/query.js';

/** The journal that the page reads; it may appear, disappear and be replaced while the page is open. */
interface UiJournal {
  /** Undefined if it cannot be used; `trouble` says why. */
  readonly journal: Journal | undefined;
  readonly trouble: string | undefined;
  close(): void;
}

interface UiJournalOptions {
  readonly state: string;
  /** Writes a line to the terminal. */
  readonly notify: (text: string) => void;
  /** Another journal is open now: readers of the old one must ask again. */
  readonly changed: () => void;
}

/** How often to check whether the journal was replaced or became usable. */
const lookMs = 2_000;

export async function openUiJournal({ state, notify, changed }: UiJournalOptions): Promise<UiJournal> {
  let opened: OpenedJournal | undefined;
  let trouble: string | undefined;
  let isClosed = false;
  const open = async () => {
    try {
      opened = await openJournal({ state, notify, create: true });
      trouble = undefined;
    } catch (error) {
      trouble = (error as Error).message;
    }
  };
  const look = async () => {
    if (opened && !opened.store.isReplaced()) return;
    const before = opened;
    opened = undefined;
    before?.journal.close();
    await open();
    if (isClosed) close();
    else if (before ?? opened) changed();
  };
  const close = () => {
    isClosed = true;
    clearInterval(timer);
    opened?.journal.close();
    opened = undefined;
  };
  await open();
  const timer = setInterval(() => void look(), lookMs);
  return {
    get journal() {
      return opened?.journal;
    },
    get trouble() {
      return trouble;
    },
    close,
  };
}
