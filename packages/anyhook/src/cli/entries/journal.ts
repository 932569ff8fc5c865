// The thread of the resident engine that writes the journal.
import { now, threadPort } from '@anyhook/core';
import { createJournalThread } from '../../journal/journal-thread.js';
import { redactionKey } from '../../journal/redaction-key.js';
import type { MessageToThread } from '../../journal/thread-messages.js';
import { redactDeep } from '../../redact/redact-deep.js';

const { data, post, listen, close: stopListening } = threadPort();
const { state } = data as { readonly state: string };
let key: string | undefined;
const redact = async (values: readonly unknown[]): Promise<readonly unknown[]> => {
  key ??= redactionKey(state);
  return (await redactDeep(values, { key })).value as readonly unknown[];
};
const handleMessage = createJournalThread({ state, now, post, stopListening, redact });
listen((message) => handleMessage(message as MessageToThread));
