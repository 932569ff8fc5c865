import { readFileSync } from 'node:fs';
import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { connect, type NatsConnection, nanos } from '@nats-io/transport-node';
import type { HubSettings } from './settings.js';

const days = 24 * 60 * 60 * 1000;

/** The streams of a hub. They contain everything that a hub knows, so any hub process can answer any request. */
export const streams = {
  /** Batches of audit records, one message each. A device keeps its records for this long after the acknowledgement. */
  audit: {
    name: 'ANYHOOK_AUDIT',
    subjects: ['anyhook.audit.*'],
    max_age: nanos(14 * days),
    // A full stream refuses: the device keeps its records and sends them again.
    discard: DiscardPolicy.New,
    duplicate_window: nanos(120_000),
  },
  /** The latest state of each device, channel and ledger. */
  state: {
    name: 'ANYHOOK_STATE',
    subjects: ['anyhook.device.*', 'anyhook.report.*', 'anyhook.ledger.*', 'anyhook.channel.*'],
    max_msgs_per_subject: 1,
    discard: DiscardPolicy.Old,
  },
  /** Calls that wait for approval, and the answers. */
  approvals: {
    name: 'ANYHOOK_APPROVALS',
    subjects: ['anyhook.asked.*.*', 'anyhook.answered.*.*'],
    max_msgs_per_subject: 1,
    max_age: nanos(2 * days),
    max_bytes: 256 * 1024 * 1024,
    // A full mailbox refuses, so that new questions cannot displace those of others.
    discard: DiscardPolicy.New,
  },
  /** Users who are logged in at the page. */
  sessions: {
    name: 'ANYHOOK_SESSIONS',
    subjects: ['anyhook.session.*'],
    max_msgs_per_subject: 1,
    max_age: nanos(days / 2),
    max_msgs: 10_000,
    discard: DiscardPolicy.Old,
  },
} as const satisfies Readonly<Record<string, Partial<StreamConfig> & { readonly name: string }>>;

/** A connection to JetStream. */
export interface HubStreams {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
}

/** Requests wait no longer than this: before a leader is elected, a request would hang for its whole timeout. */
const requestMs = 2000;

/** Connects, and waits until the streams exist. */
export async function openStreams(settings: HubSettings, log: (text: string) => void): Promise<HubStreams> {
  const { servers, natsTokenFile, replicas } = settings;
  const connection = await connect({
    servers: [...servers],
    name: 'anyhook-hub',
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    waitOnFirstConnect: true,
    ...(natsTokenFile !== undefined && { token: readFileSync(natsTokenFile, 'utf8').trim() }),
  });
  const client = jetstream(connection, { timeout: requestMs });
  for (let attempt = 1; ; attempt += 1) {
    try {
      const manager = await jetstreamManager(connection, { timeout: requestMs });
      await ensureStreams(manager, replicas);
      return { connection, client, manager };
    } catch (error) {
      if (connection.isClosed()) throw error;
      if (attempt % 10 === 0)
        log(`JetStream at ${servers.join(', ')} does not answer yet: ${(error as Error).message}`);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }
}

/** Creates missing streams. */
export async function ensureStreams(manager: JetStreamManager, replicas: number): Promise<void> {
  for (const stream of Object.values(streams)) await ensureStream(manager, stream, replicas);
}

async function ensureStream(
  manager: JetStreamManager,
  stream: Partial<StreamConfig> & { readonly name: string },
  replicas: number,
): Promise<void> {
  const { name } = stream;
  const config = {
    ...stream,
    subjects: [...(stream.subjects ?? [])],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    num_replicas: replicas,
    allow_direct: true,
  };
  try {
    const { config: now } = await manager.streams.info(name);
    // Keep an operator's changes; but in a mailbox of version 0.2.0, new questions displaced old ones.
    const isOld = now.discard !== config.discard;
    if (isOld || now.num_replicas !== replicas)
      await manager.streams.update(name, { ...now, ...(isOld && config), num_replicas: replicas });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await manager.streams.add(config);
  }
}

/** Does this error say that a stream or a consumer does not exist? */
export const isNotFound = (error: unknown): boolean => error instanceof JetStreamApiError && error.status === 404;

/** Does this error say that the stream exists but has no such message? */
export const isNoMessage = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.NoMessageFound;
