import { join } from 'node:path';
import { type ApprovalStore, approvalsFolder } from '@anyhook/anyhook';
import {
  fileStamp,
  folderChangedAt,
  makePrivateFolder,
  parseObject,
  readText,
  tryLock,
  writeAtomic,
} from '@anyhook/core';
import { type CentralApprovals, createMailbox } from './approval-mailbox.js';
import { hubLockIn } from './audit-files.js';
import type { DeviceIdentity } from './device-identity.js';
import { DeviceStore } from './device-store.js';
import type { FleetSettings } from './fleet-file.js';
import { HubClient } from './hub-client.js';
import { watchNudges } from './nudge-watch.js';

export interface HubWatchOptions {
  readonly settings: FleetSettings;
  readonly state: string;
  readonly identity: DeviceIdentity;
  readonly now: () => number;
  readonly random: () => number;
  /** The running resident engine; undefined if none runs. */
  readonly engine: () => string | undefined;
  /** Checks the policy server once. */
  readonly checkPolicy: () => Promise<unknown>;
  readonly approvalStore: Pick<ApprovalStore, 'all' | 'decide'>;
  readonly approvals: () => CentralApprovals | undefined;
  readonly redact: (text: string) => string;
  /** How often to check whether it is still needed, and for new questions. */
  readonly lookMs?: number;
}

/** The state of the connection to the hub, for `anyhook fleet status`. */
export interface HubRecord {
  /** Why the stream of nudges is not open. */
  readonly nudges?: string | undefined;
  /** Why questions or answers of approvers are not transmitted. */
  readonly approvals?: string | undefined;
  /** Calls that wait for an approver. */
  readonly waiting: number;
}

const hubFileIn = (folder: string): string => join(folder, 'hub.json');

const lookMs = 1_000;
/** A process that has not checked for this long is gone. */
const staleMs = 60_000;
/** A policy may name approvers after a call was asked about. */
const lookAgainMs = 30_000;

/** The last record of a process connected to the hub; undefined if there is none. */
export function readHubRecord(folder: string, now: number): HubRecord | undefined {
  const seenAt = fileStamp(hubLockIn(folder))?.mtimeMs ?? 0;
  const value = Math.abs(now - seenAt) < staleMs ? parseObject(readText(hubFileIn(folder))) : undefined;
  return typeof value?.['waiting'] === 'number' ? (value as unknown as HubRecord) : undefined;
}

/** Stays connected while the engine runs or a call waits; nudges start checks. False if another process does. */
export async function watchHub(options: HubWatchOptions): Promise<boolean> {
  const { settings, state, identity, now, engine, lookMs: everyMs = lookMs } = options;
  const { audit, org, channel, file } = settings;
  if (audit?.target.kind !== 'hub') return true;
  const device = new DeviceStore(state, settings);
  makePrivateFolder(device.folder);
  const lock = tryLock(hubLockIn(device.folder), { staleMs });
  if (!lock) return false;
  const { url, token } = audit.target;
  const hub = new HubClient({ url, token, org, identity, now });
  const stop = new AbortController();
  const status = createStatus(hubFileIn(device.folder));
  const common = { wait: pause, random: options.random, now };
  const mailbox = createMailbox({
    ...{ ...common, org, device: identity.device, folder: join(device.folder, 'asked'), hub },
    ...{ store: options.approvalStore, approvals: options.approvals, redact: options.redact },
    report: (problem) => status.set({ approvals: problem }),
  });
  const began = { engine: engine(), settings: fileStamp(file)?.mtimeMs };
  // Another engine may have another version, and another file may name another hub: leave that to the next process.
  const isCurrent = () => lock.renew() && engine() === began.engine && fileStamp(file)?.mtimeMs === began.settings;
  const nudged =
    began.engine === undefined
      ? Promise.resolve()
      : watchNudges(
          {
            ...{ ...common, channel, nudges: (signal) => hub.nudges(signal) },
            serial: () => device.readCheck()?.serial ?? 0,
            check: () => options.checkPolicy().then(nothing, nothing),
            report: (problem) => status.set({ nudges: problem }),
          },
          stop.signal,
        );
  try {
    const mayHaveQuestion = createQuestionLook(approvalsFolder(state), now);
    do {
      if (mayHaveQuestion()) mailbox.look(stop.signal);
      status.set({ waiting: mailbox.size });
      await pause(everyMs, stop.signal);
    } while (isCurrent() && (began.engine !== undefined || mailbox.size > 0));
  } finally {
    stop.abort();
    lock.release();
  }
  await nudged;
  return true;
}

const nothing = (): void => {};

/** Writes the state whenever it changes. */
function createStatus(file: string) {
  let written = '';
  let record: HubRecord = { waiting: 0 };
  return {
    set(change: Partial<HubRecord>): void {
      record = { ...record, ...change };
      const text = `${JSON.stringify(record)}\n`;
      if (text === written) return;
      written = text;
      writeAtomic(file, text);
    },
  };
}

/** True if a question may be new: the folder of questions changed, or the last check was long ago. */
function createQuestionLook(folder: string, now: () => number): () => boolean {
  let last = { stamp: -1, at: 0 };
  return () => {
    const stamp = folderChangedAt(folder);
    if (stamp === last.stamp && now() - last.at < lookAgainMs) return false;
    last = { stamp, at: now() };
    return true;
  };
}

/** Resolves after a time, or at the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
