import { once } from 'node:events';
import { AnyhookError } from '../core/errors.js';
import { entryFile } from '../platform/process/supervisor.js';
import { forkTimer } from '../platform/process/worker-process.js';

/** A command as an agent would run it. */
export interface TimedCommand {
  readonly command: string;
  /** What it gets on stdin. */
  readonly input: Uint8Array;
}

/** Milliseconds of each run, per command. */
export type Times = readonly number[];

/** Commands to run in turn, so often each, and what comes back. */
export interface TimerJob {
  readonly measured: readonly TimedCommand[];
  readonly rounds: number;
}
export type TimerResult = { readonly times: readonly Times[] } | { readonly problem: string };

/** Runs commands in turn and takes their times. */
export interface Timer {
  run(measured: readonly TimedCommand[], rounds: number): Promise<readonly Times[]>;
  end(): void;
}

/**
 * A timer for one folder and environment, in a Node process that does nothing else: starting a process takes Node the
 * longer the more memory it has, and that is not what is measured.
 */
export function startTimer(cwd: string, env: Readonly<Record<string, string>>): Timer {
  const child = forkTimer(entryFile('timer.js'), { cwd, env });
  const gone = once(child, 'exit').then(() => ({ problem: 'the process that takes the times ended' }));
  return {
    async run(measured, rounds) {
      const job: TimerJob = { measured, rounds };
      child.send(job);
      const answered = once(child, 'message').then(([result]) => result as TimerResult);
      const result = await Promise.race([answered, gone]);
      if ('problem' in result) throw new AnyhookError('BAD_STATE', `bench: ${result.problem}`);
      return result.times;
    },
    end: () => child.disconnect(),
  };
}

/** The value below which this part of the times is. */
export function percentile(times: Times, part: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
