import type { Nudge } from './hub-protocol.js';

export interface NudgeWatchOptions {
  readonly channel: string;
  /** The stream of the hub; throws when it breaks. */
  readonly nudges: (signal: AbortSignal) => AsyncIterable<Nudge | undefined>;
  /** The serial of this device. */
  readonly serial: () => number;
  /** Checks the policy server. */
  readonly check: () => Promise<void>;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Undefined: the stream is open. */
  readonly report: (problem: string | undefined) => void;
}

/** The longest random delay before a check, so that not all devices ask at once. */
const spreadMs = 2_000;
/** A hub cannot make a device check more often. */
const restMs = 5_000;
/** The policy server may show a change later than the hub announces it. */
const patienceMs = [3_000, 10_000, 30_000] as const;
const maxRetryMs = 5 * 60_000;

/** The pause before the next attempt: 1 to 10 s for each attempt so far, at most 5 min. */
export const retryPause = (tries: number, random: () => number): number =>
  Math.min(maxRetryMs, (1_000 + 9_000 * random()) * tries);

/** Keeps the stream of nudges open until the signal. A nudge is only a hint: it starts a check. */
export async function watchNudges(options: NudgeWatchOptions, signal: AbortSignal): Promise<void> {
  const { nudges, wait, random, report } = options;
  const follow = createFollower(options, signal);
  for (let tries = 1; !signal.aborted; tries++) {
    try {
      for await (const nudge of nudges(signal)) {
        tries = 0;
        report(undefined);
        if (nudge?.channel === options.channel) follow(nudge.serial);
      }
      if (!signal.aborted) report('the hub ended the stream of nudges');
    } catch (error) {
      report((error as Error).message);
    }
    await wait(retryPause(Math.max(1, tries), random), signal);
  }
}

/** Checks until this device has the highest announced serial. The stream is read meanwhile. */
function createFollower({ serial, check, wait, random }: NudgeWatchOptions, signal: AbortSignal) {
  let wanted = 0;
  let isNotified = false;
  let isRunning = false;
  const run = async () => {
    while (isNotified && wanted > serial() && !signal.aborted) {
      isNotified = false;
      for (const pause of [random() * spreadMs, ...patienceMs]) {
        if (wanted <= serial() || signal.aborted) break;
        await wait(pause, signal);
        await check();
      }
      await wait(restMs, signal);
    }
    // The hub announced something that does not exist; the regular check will find it later.
    wanted = 0;
    isRunning = false;
  };
  return (told: number): void => {
    isNotified = true;
    wanted = Math.max(wanted, told);
    if (isRunning || wanted <= serial()) return;
    isRunning = true;
    void run();
  };
}
