import { AckPolicy, type Consumer, DeliverPolicy, type JsMsg } from '@nats-io/jetstream';
import { type HubStreams, isNotFound, streams } from './streams.js';

/** Messages that one round reads. */
const roundMessages = 500;

/** How a durable consumer of the audit stream works. */
export interface StreamReader {
  readonly name: string;
  /** Reads the stream from its beginning, although the consumer was further. */
  readonly fromStart: boolean;
  /** Does something with messages; they are acknowledged when it is done, and come again if it throws. */
  readonly take: (messages: readonly JsMsg[]) => Promise<void>;
  /** Called when nothing came for a second, too. */
  readonly afterRound?: () => Promise<void>;
}

/** Reads the audit stream until the signal; errors are said and it goes on. */
export async function readStream(
  { client, manager }: HubStreams,
  { name, fromStart, take, afterRound }: StreamReader,
  log: (text: string) => void,
  stop: AbortSignal,
): Promise<void> {
  let mustRestart = fromStart;
  let consumer: Consumer | undefined;
  let unread: readonly JsMsg[] = [];
  while (!stop.aborted) {
    try {
      if (!consumer) {
        await ensureConsumer(mustRestart);
        mustRestart = false;
        consumer = await client.consumers.get(streams.audit.name, name);
      }
      const messages: JsMsg[] = [];
      unread = messages;
      for await (const message of await consumer.fetch({ max_messages: roundMessages, expires: 1000 }))
        messages.push(message);
      if (messages.length > 0) await take(messages);
      for (const message of messages) message.ack();
      unread = [];
      // An empty round may be a server that forgot the consumer.
      if (messages.length === 0) await consumer.info();
      await afterRound?.();
    } catch (error) {
      consumer = undefined;
      if (stop.aborted) return;
      log(`${name}: ${(error as Error).message}; trying again`);
      // They come again at once, and not when the server misses their acknowledgement.
      for (const message of unread) message.nak();
      unread = [];
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  /** Makes the consumer, or makes it anew if the stream has lost messages that it had delivered. */
  async function ensureConsumer(again: boolean): Promise<void> {
    const { state } = await manager.streams.info(streams.audit.name);
    try {
      const { delivered } = await manager.consumers.info(streams.audit.name, name);
      if (!again && delivered.stream_seq <= state.last_seq) return;
      log(
        `${name}: reads the stream from its beginning: ${again ? 'nothing was kept here' : 'the stream has lost messages'}`,
      );
      await manager.consumers.delete(streams.audit.name, name);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    await manager.consumers.add(streams.audit.name, {
      durable_name: name,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      max_ack_pending: roundMessages * 4,
    });
  }
}
