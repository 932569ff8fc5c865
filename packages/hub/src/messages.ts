import { DeliverPolicy, JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { type HubStreams, isNoMessage } from './streams.js';

/** The last message of a subject, from its stream's leader. */
export async function lastOf<Value>(
  { manager }: HubStreams,
  stream: string,
  subject: string,
): Promise<Value | undefined> {
  try {
    const message = await manager.streams.getMessage(stream, { last_by_subj: subject });
    return message ? (JSON.parse(message.string()) as Value) : undefined;
  } catch (error) {
    if (isNoMessage(error)) return undefined;
    throw error;
  }
}

/** The last message of each matching subject, by subject. */
export async function allOf<Value>(
  { client }: HubStreams,
  stream: string,
  filter: string,
): Promise<ReadonlyMap<string, Value>> {
  const found = new Map<string, Value>();
  const consumer = await client.consumers.get(stream, {
    filter_subjects: filter,
    deliver_policy: DeliverPolicy.LastPerSubject,
  });
  let pending = (await consumer.info()).num_pending;
  while (pending > 0)
    for await (const message of await consumer.fetch({ max_messages: Math.min(pending, 1000), expires: 2000 })) {
      found.set(message.subject, message.json<Value>());
      pending = message.info.pending;
      if (pending === 0) break;
    }
  // Otherwise the server would keep it for minutes, one per query.
  await consumer.delete().catch(() => false);
  return found;
}

/** Writes the first message of a subject; false if there already is one, maybe by another hub process. */
export async function writeFirst({ client }: HubStreams, subject: string, value: object): Promise<boolean> {
  try {
    await client.publish(subject, JSON.stringify(value), { expect: { lastSubjectSequence: 0 } });
    return true;
  } catch (error) {
    const isTaken = error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamWrongLastSequence;
    if (isTaken) return false;
    throw error;
  }
}
