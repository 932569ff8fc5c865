import type { DeviceReport, Nudge } from '@anyhook/fleet';
import { allOf, lastOf } from './messages.js';
import type { Ranges } from './ranges.js';
import { type HubStreams, isNoMessage, streams } from './streams.js';

/** An enrolled device. */
export interface EnrolledDevice {
  readonly publicKey: string;
  readonly enrolled: number;
}

/** The last report of a device, with its comparison at the time of arrival. */
export interface StoredReport extends DeviceReport {
  readonly at: number;
  /** Records that neither the hub nor the device has any more. */
  readonly lost: number;
  /** The device had fewer records than it sent before, or another one at the same place. */
  readonly wentBack: boolean;
}

/** The keeper's state of a device. */
export interface Ledger {
  readonly ranges: Ranges;
  /** The record with the highest sequence. */
  readonly head: { readonly sequence: number; readonly hash: string };
  /** The stream position of the device's last batch that the keeper has read. */
  readonly readTo: number;
  /** Sequences whose record does not follow the previous one: the chain was edited, or the device went back. */
  readonly breaks: readonly number[];
}

/** The content of the state stream, by the middle word of its subjects. */
interface StateKinds {
  readonly device: EnrolledDevice;
  readonly report: StoredReport;
  readonly ledger: Ledger;
  readonly channel: Nudge;
}

const { audit, state } = streams;

/** Unread batches of one device that are read to answer a report; a keeper that is further behind counts as late. */
const maxUnread = 64;

/** Reads and writes the data that hubs share. */
export function createStore(nats: HubStreams) {
  const { client, manager } = nats;
  return {
    /** Stores a batch; resolves when the stream has it. */
    async appendBatch(device: string, [from, to]: readonly [number, number], hash: string, packed: Uint8Array) {
      const msgID = `${device}:${from}-${to}:${hash.slice(0, 16)}`;
      await client.publish(`anyhook.audit.${device}`, packed, { msgID, timeout: 5000 });
    },

    async write<Kind extends keyof StateKinds>(kind: Kind, name: string, value: StateKinds[Kind]): Promise<void> {
      await client.publish(`anyhook.${kind}.${name}`, JSON.stringify(value));
    },

    read: <Kind extends keyof StateKinds>(kind: Kind, name: string) =>
      lastOf<StateKinds[Kind]>(nats, state.name, `anyhook.${kind}.${name}`),

    /** All of a kind, by name. */
    async readAll<Kind extends keyof StateKinds>(kind: Kind): Promise<ReadonlyMap<string, StateKinds[Kind]>> {
      const prefix = `anyhook.${kind}.`;
      const all = await allOf<StateKinds[Kind]>(nats, state.name, `${prefix}*`);
      return new Map([...all].map(([subject, value]) => [subject.slice(prefix.length), value]));
    },

    /** Batches of a device after a stream position; undefined if they are too many. */
    async batchesAfter(device: string, place: number): Promise<readonly Uint8Array[] | undefined> {
      const found: Uint8Array[] = [];
      for (let next = place + 1; found.length <= maxUnread; ) {
        try {
          const query = { seq: next, next_by_subj: `anyhook.audit.${device}` };
          const message = await manager.streams.getMessage(audit.name, query);
          if (!message) return found;
          found.push(message.data);
          next = message.seq + 1;
        } catch (error) {
          if (isNoMessage(error)) return found;
          throw error;
        }
      }
      return undefined;
    },
  };
}

export type HubStore = ReturnType<typeof createStore>;
