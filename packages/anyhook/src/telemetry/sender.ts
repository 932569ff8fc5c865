import { join } from 'node:path';
import { appendLine, isFolder, isoNow, now, tryLock } from '@anyhook/core';
import type { SendJob } from './create-telemetry.js';
import { leaseMs, maxPauseMs } from './queue.js';
import type { SinkSettings } from './settings.js';
import { type DeliverRecords, openSink } from './sink.js';
import { openTelemetrySpool, type TelemetrySpool, waitingBytes } from './spool.js';

export interface SendPace {
  /** Pauses between the attempts of one round; after the last one, the sender ends. */
  readonly retryMs: readonly number[];
  /** How long it waits for more after everything was sent, and how often it checks. */
  readonly lingerMs: number;
  readonly pollMs: number;
  /** How long it waits for another sender to end. Default: not at all. */
  readonly waitMs?: number;
}

/** The result of a sender for one receiver. */
export interface SendReport {
  readonly sink: SinkSettings['kind'];
  readonly sent: number;
  readonly refused: number;
  /** Why records still wait. */
  readonly why?: string;
  /** Which sender sent the waiting records. */
  readonly note?: string;
}

const defaultPace: SendPace = { retryMs: [1_000, 4_000], lingerMs: 15_000, pollMs: 500 };

const maxRecords = 200;
const renewMs = 5_000;
const staleMs = 60_000;
const firstPauseMs = 30_000;

/** Runs a sender: delivers what waits for each receiver and writes a line to `sender.jsonl` for each one it tried. */
export function runSender(
  job: SendJob,
  env: Readonly<Record<string, string | undefined>>,
  pace: SendPace = defaultPace,
): Promise<readonly SendReport[]> {
  return Promise.all(
    job.sinks.map(async (sink) => {
      const report = await sendTo(sink, job, env, pace);
      logReport(job.dir, report);
      return report;
    }),
  );
}

async function sendTo(
  sink: SinkSettings,
  job: SendJob,
  env: Readonly<Record<string, string | undefined>>,
  pace: SendPace,
): Promise<SendReport> {
  const nothing: SendReport = { sink: sink.kind, sent: 0, refused: 0 };
  // No record was written yet, or the folder was deleted.
  if (!isFolder(sink.spool)) return nothing;
  const lock = await lockSpool(sink.spool, pace.waitMs ?? 0);
  if (lock === 'nothing waits') return { ...nothing, note: 'another sender has sent everything' };
  if (!lock) return { ...nothing, why: otherSenderText(sink.spool, pace.waitMs) };
  const spool = openTelemetrySpool(sink.spool, now);
  const renewLock = () => {
    const alive = lock.renew();
    if (alive) spool.setNextSendTime(now() + leaseMs);
    return alive;
  };
  // By a timer too: a receiver may take long to answer.
  const timer = setInterval(renewLock, renewMs);
  try {
    const deliver = await openSink(sink, job, env);
    return { ...nothing, ...(await drain(spool, deliver, pace, renewLock)) };
  } catch (error) {
    return { ...nothing, why: (error as Error).message };
  } finally {
    clearInterval(timer);
    lock.release();
  }
}

/** The lock of a spool; waits for the sender that holds it, but not if that has sent everything. */
async function lockSpool(dir: string, waitMs: number): Promise<ReturnType<typeof tryLock> | 'nothing waits'> {
  const end = now() + waitMs;
  for (;;) {
    const lock = tryLock(join(dir, 'lock'), { staleMs });
    if (lock || now() >= end) return lock;
    if (waitingBytes(dir) === 0) return 'nothing waits';
    await pause(waitPollMs);
  }
}

const waitPollMs = 100;

function otherSenderText(dir: string, waitMs: number | undefined): string {
  if (waitMs === undefined) return 'another sender is running';
  const waited = `another sender is still running after ${Math.round(waitMs / 1000)} s`;
  return `${waited}, and ${waitingBytes(dir)} bytes are not sent: see sender.jsonl`;
}

type DrainReport = Pick<SendReport, 'sent' | 'refused' | 'why'>;

/** Sends until nothing is left and nothing new arrives, or the receiver has failed too often. */
async function drain(
  spool: TelemetrySpool,
  deliver: DeliverRecords,
  pace: SendPace,
  renewLock: () => boolean,
): Promise<DrainReport> {
  let sent = 0;
  let refused = 0;
  let tries = 0;
  let batchSize = maxRecords;
  let idleSince = now();
  while (renewLock()) {
    const { full } = spool.tidy(now());
    const batch = spool.next(batchSize);
    if (!batch) {
      if (now() - idleSince < pace.lingerMs) {
        await pause(pace.pollMs);
        continue;
      }
      // First allow other senders, then check once more: a record written in between must not be left behind.
      spool.setNextSendTime(now());
      if (!spool.next(batchSize)) return { sent, refused };
      spool.setNextSendTime(now() + leaseMs);
      continue;
    }
    const delivery = await deliver(batch.records);
    idleSince = now();
    if (delivery.kind === 'later') {
      const wait = delivery.hopeless ? undefined : pace.retryMs[tries++];
      if (wait === undefined) {
        pauseAfterFailure(spool, delivery.hopeless === true);
        return { sent, refused, why: full ? `${delivery.why}; the spool is full` : delivery.why };
      }
      await pause(wait);
      continue;
    }
    tries = 0;
    if (delivery.kind === 'done') {
      spool.advance(batch);
      sent += batch.records.length;
      batchSize = Math.min(maxRecords, batchSize * 2);
      if (spool.failures() > 0) spool.setFailures(0);
    } else if (batch.records.length > 1) {
      // The receiver may reject a single record: find it.
      batchSize = Math.ceil(batch.records.length / 2);
    } else {
      spool.setAside(batch);
      refused++;
    }
  }
  return { sent, refused, why: 'another sender took over' };
}

/** Each failed round doubles the pause before the next one. */
function pauseAfterFailure(spool: TelemetrySpool, hopeless: boolean): void {
  const failures = spool.failures();
  spool.setFailures(failures + 1);
  const ms = hopeless ? maxPauseMs : Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failures, 10));
  spool.setNextSendTime(now() + ms);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function logReport(dir: string, report: SendReport): void {
  const silent = report.sent === 0 && report.refused === 0 && report.why === undefined;
  if (silent || !isFolder(dir)) return;
  try {
    const line = JSON.stringify({ at: isoNow(), ...report });
    appendLine(join(dir, 'sender.jsonl'), line, { maxBytes: 256 * 1024, keep: 1 });
  } catch {
    // Nothing is left to notify.
  }
}
