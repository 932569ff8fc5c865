// The thread of the resident engine that fills the journal.
import { now } from '../io/clock.js';
import { stepBack } from '../io/nice.js';
import { insideThread } from '../io/thread.js';
import { redactionKey } from '../journal/key.js';
import type { ToThread } from '../journal/messages.js';
import { redactSecrets } from '../journal/redact/secrets.js';
import { createJournalThread } from '../journal/thread.js';

// Agents wait for the engine, nobody waits for this.
stepBack();
const { data, post, listen } = insideThread();
const { state } = data as { readonly state: string };
let key: string | undefined;
const redact = (value: unknown): unknown => {
  key ??= redactionKey(state);
  return redactSecrets(value, { key }).value;
};
const take = createJournalThread({ state, now, post, redact });
listen((message) => take(message as ToThread));
