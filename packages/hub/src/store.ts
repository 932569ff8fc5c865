import type { DeviceReport, Nudge } from '@anyhook/fleet';
import { allOf, lastOf } from './messages.js';
import type { Ranges } from './ranges.js';
import { type HubStreams, isNoMessage, streams } from './streams.js';

/** A device that enrolled. */
export interface EnrolledDevice {
  readonly publicKey: string;
  readonly enrolled: number;
}

/** The last report of a device, with what it told at the time at which it came. */
export interface StoredReport extends DeviceReport {
  readonly at: number;
  /** Records that are in nobody's hands any more. */
  readonly lost: number;
  /** The device had fewer records than it sent before, or another one at the same place. */
  readonly wentBack: boolean;
}

/** What the keeper has of a device. */
export interface Ledger {
  readonly ranges: Ranges;
  /** The record with the highest sequence. */
  readonly head: { readonly sequence: number; readonly hash: string };
  /** The place in the stream of the last batch of the device that the keeper has read. */
  readonly readTo: number;
  /** Sequences whose record does not follow the one before: the chain was edited, or the device went back. */
  readonly breaks: readonly number[];
}

/** What the state stream holds, by the middle word of its subjects. */
interface StateKinds {
  readonly device: EnrolledDevice;
  readonly report: StoredReport;
  readonly ledger: Ledger;
  readonly channel: Nudge;
}

const { audit, state } = streams;

/** Batches of one device that are looked at to answer a report; a keeper that is further behind is late. */
const maxUnread = 64;

/** Reads and writes what hubs share. */
export function createStore(nats: HubStreams) {
  const { client, manager } = nats;
  return {
    /** Stores a batch; done when the stream has it. */
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

    /** Batches of a device that are stored after a place of the stream; undefined if they are too many. */
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
