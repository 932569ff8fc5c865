import { AckPolicy, type Consumer, DeliverPolicy, type JsMsg } from '@nats-io/jetstream';
import { type HubStreams, isNotFound, streams } from './streams.js';

/** Messages per round. */
const roundMessages = 500;

/** How to read the audit stream with a durable consumer. */
export interface StreamReader {
  readonly name: string;
  /** Start at the beginning of the stream, even if the consumer was further. */
  readonly fromStart: boolean;
  /** Processes messages; they are acknowledged afterwards, and delivered again if it throws. */
  readonly take: (messages: readonly JsMsg[]) => Promise<void>;
  /** Also called when nothing arrived for a second. */
  readonly afterRound?: () => Promise<void>;
}

/** Reads the audit stream until the signal; errors are logged and it continues. */
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
      // An empty round may mean that the server forgot the consumer.
      if (messages.length === 0) await consumer.info();
      await afterRound?.();
    } catch (error) {
      consumer = undefined;
      if (stop.aborted) return;
      log(`${name}: ${(error as Error).message}; trying again`);
      // Deliver them again at once, without waiting for the acknowledgement timeout.
      for (const message of unread) message.nak();
      unread = [];
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  /** Creates the consumer, or recreates it if the stream has lost messages that it had delivered. */
  async function ensureConsumer(again: boolean): Promise<void> {
    const { state } = await manager.streams.info(streams.audit.name);
    try {
      const { delivered } = await manager.consumers.info(streams.audit.name, name);
      if (!again && delivered.stream_seq <= state.last_seq) return;
      log(
        `${name}: reading the stream from its beginning: ${again ? 'nothing was kept here' : 'the stream has lost messages'}`,
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
