// The thread of the resident engine that fills the journal.
import { now } from '../io/clock.js';
import { insideThread } from '../io/thread.js';
import { redactionKey } from '../journal/key.js';
import type { ToThread } from '../journal/messages.js';
import { redactDeep } from '../journal/redact/deep.js';
import { createJournalThread } from '../journal/thread.js';

const { data, post, listen, leave } = insideThread();
const { state } = data as { readonly state: string };
let key: string | undefined;
const redact = async (values: readonly unknown[]): Promise<readonly unknown[]> => {
  key ??= redactionKey(state);
  return (await redactDeep(values, { key })).value as readonly unknown[];
};
const take = createJournalThread({ state, now, post, leave, redact });
listen((message) => take(message as ToThread));
