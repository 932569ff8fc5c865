import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { AnyhookError } from '@anyhook/core';

/** A command as an agent would run it. */
export interface TimedCommand {
  readonly command: string;
  /** Its stdin. */
  readonly input: Uint8Array;
}

/** Milliseconds of each run, per command. */
export type Times = readonly number[];

/** Commands to run alternately, the number of runs, and the result. */
export interface TimerJob {
  readonly measured: readonly TimedCommand[];
  readonly rounds: number;
  /** The pause before each run, in milliseconds. */
  readonly pauseMs?: number;
}
export type TimerResult = { readonly times: readonly Times[] } | { readonly problem: string };

/** Runs commands alternately and measures their times. */
export interface Timer {
  run(measured: readonly TimedCommand[], rounds: number, pauseMs?: number): Promise<readonly Times[]>;
  end(): void;
}

/**
 * A timer for one folder and environment, in a Node process that does nothing else: Node starts processes more slowly
 * the more memory it uses, and that must not affect the measurement.
 */
export function startTimer(cwd: string, env: Readonly<Record<string, string>>): Timer {
  const program = fileURLToPath(new URL('./timer-process.js', import.meta.url));
  // Messages hold bytes.
  const child = fork(program, { cwd, env, execArgv: [], serialization: 'advanced' });
  const exit = once(child, 'exit').then(() => ({ problem: 'the timer process exited' }));
  return {
    async run(measured, rounds, pauseMs = 0) {
      const job: TimerJob = { measured, rounds, pauseMs };
      child.send(job);
      const reply = once(child, 'message').then(([result]) => result as TimerResult);
      const result = await Promise.race([reply, exit]);
      if ('problem' in result) throw new AnyhookError('BAD_STATE', `bench: ${result.problem}`);
      return result.times;
    },
    end: () => child.disconnect(),
  };
}

/** The time that this fraction of the runs does not exceed. */
export function percentile(times: Times, fraction: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0;
}
