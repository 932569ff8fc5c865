import { type AuditQueue, noAuditHash, openJournalStore } from '@anyhook/anyhook';
import { type AgingLock, makePrivateFolder, readText, tryLock, writeAtomic } from '@anyhook/core';
import { shipFileIn } from './audit-files.js';
import { parseShipRecord, type ShipRecord } from './audit-standing.js';
import type { DeviceIdentity } from './device-identity.js';
import { DeviceStore } from './device-store.js';
import type { AuditSettings, FleetSettings } from './fleet-file.js';
import { HubClient, HubError } from './hub-client.js';
import { type CandidateCounts, type DeviceReport, hubLimits, type SequenceRange } from './hub-protocol.js';
import { sendOtlpLogs } from './otlp-logs.js';

export interface ShipOptions {
  readonly settings: FleetSettings;
  readonly state: string;
  readonly identity: DeviceIdentity;
  readonly now: () => number;
  readonly version: string;
  /** The serial in force; 0 if none is. */
  readonly serial: number;
  /** What the candidate would have changed on this device. */
  readonly candidate?: CandidateCounts | undefined;
  /** Replaces variables in the headers of a receiver. */
  readonly fillHeader: (value: string) => string;
}

export type ShipResult =
  | { readonly kind: 'sent'; readonly count: number }
  | { readonly kind: 'failed'; readonly why: string; readonly count: number }
  /** Another process is sending right now. */
  | { readonly kind: 'busy' };

const staleMs = 2 * 60_000;
const lockWaitMs = 5_000;

/** Sends what a receiver lacks, oldest first and at least once: only confirmed records count as sent. */
export async function shipAudit(options: ShipOptions, audit: AuditSettings): Promise<ShipResult> {
  const { settings, state, now, identity } = options;
  const device = new DeviceStore(state, settings);
  makePrivateFolder(device.folder);
  const lock = tryLock(`${device.folder}/send.lock`, { staleMs });
  if (!lock) return { kind: 'busy' };
  const file = shipFileIn(device.folder);
  const before = parseShipRecord(readText(file));
  const counter = { sent: 0 };
  try {
    const store = await openJournalStore({ state, waitMs: lockWaitMs, now, notify: () => {} });
    try {
      while (store.storePending([]));
      const queue = store.auditOf(identity.device);
      const gone = await new Shipment(options, audit, queue, lock, counter).send();
      store.pruneAudit();
      const record: ShipRecord = { triedAt: now(), sentAt: now(), ...(gone.length > 0 && { gone }) };
      writeAtomic(file, `${JSON.stringify(record)}\n`);
      return { kind: 'sent', count: counter.sent };
    } finally {
      store.close();
    }
  } catch (error) {
    const why = (error as Error).message;
    const { problem: _old, ...known } = before ?? { triedAt: 0 };
    writeAtomic(file, `${JSON.stringify({ ...known, triedAt: now(), problem: why })}\n`);
    return { kind: 'failed', why, count: counter.sent };
  } finally {
    lock.release();
  }
}

class Shipment {
  readonly #hub: HubClient | undefined;
  /** Fewer than the limit while the receiver finds batches too large. */
  #batchRecords: number = hubLimits.batchRecords;

  constructor(
    private readonly options: ShipOptions,
    private readonly audit: AuditSettings,
    private readonly queue: AuditQueue,
    private readonly lock: AgingLock,
    private readonly counter: { sent: number },
  ) {
    const { identity, now, settings } = options;
    const { target } = audit;
    if (target.kind === 'hub')
      this.#hub = new HubClient({ url: target.url, token: target.token, org: settings.org, identity, now });
  }

  /** Sends everything; returns what the hub lacks and this device no longer has. */
  async send(): Promise<readonly SequenceRange[]> {
    for (let head = this.queue.head(); head && head.acked < head.sequence; head = this.queue.head()) {
      const sent = await this.#sendFrom(head.acked + 1);
      if (sent === undefined) break;
      this.queue.acknowledge(sent, this.options.now());
    }
    if (!this.#hub) return [];
    const missing = await this.#hub.sendReport(this.#report());
    const oldest = this.queue.oldest();
    for (const [from, to] of missing) {
      for (let at: number | undefined = Math.max(from, oldest); at !== undefined && at <= to; at = next(at))
        at = await this.#sendFrom(at, to);
    }
    return missing.flatMap(([from, to]): readonly SequenceRange[] =>
      oldest === 0 || from < oldest ? [[from, oldest === 0 ? to : Math.min(to, oldest - 1)]] : [],
    );
  }

  /** Sends one batch; returns its last sequence, or undefined if there is nothing to send. */
  async #sendFrom(from: number, upTo?: number): Promise<number | undefined> {
    if (!this.lock.renew()) throw new Error('another process took over sending');
    const limits = { records: this.#batchRecords, bytes: hubLimits.batchBytes, ...(upTo !== undefined && { upTo }) };
    const batch = this.queue.lines(from, limits);
    const last = batch.at(-1);
    if (!last) return undefined;
    const isStored = await this.#deliver(batch.map(({ line }) => line));
    if (!isStored) return this.#sendFrom(from, upTo);
    this.counter.sent += batch.length;
    return last.sequence;
  }

  /** False: the receiver wants smaller batches. Throws if it did not accept the lines. */
  async #deliver(lines: readonly string[]): Promise<boolean> {
    const { version, fillHeader } = this.options;
    const { target } = this.audit;
    const halve = (error: Error) => {
      if (lines.length === 1) throw error;
      this.#batchRecords = Math.ceil(lines.length / 2);
      return false;
    };
    if (this.#hub) {
      try {
        await this.#hub.sendAudit(lines);
        return true;
      } catch (error) {
        if (error instanceof HubError && error.code === 'TOO_LARGE') return halve(error);
        throw error;
      }
    }
    const headers = Object.fromEntries(
      Object.entries(target.kind === 'otlp' ? target.headers : {}).map(([name, value]) => [name, fillHeader(value)]),
    );
    const end = await sendOtlpLogs(lines, { url: target.url, headers, version });
    if (end.kind === 'stored') return true;
    if (end.kind === 'too-large') return halve(new Error(end.why));
    throw new Error(end.why);
  }

  #report(): DeviceReport {
    const { settings, identity, serial, version, candidate } = this.options;
    const { org, channel } = settings;
    const head = this.queue.head();
    return {
      ...{ device: identity.device, org, channel, serial, version },
      head: { sequence: head?.sequence ?? 0, hash: head?.hash || noAuditHash },
      oldest: this.queue.oldest(),
      unsent: head ? head.sequence - head.acked : 0,
      spoolFull: head?.isFull ?? false,
      ...(candidate && { candidate }),
    };
  }
}

const next = (at: number | undefined): number | undefined => (at === undefined ? undefined : at + 1);
