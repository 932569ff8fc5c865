import { spawn } from 'node:child_process';
import { AnyhookError } from '../../core/errors.js';

/** A command as an agent would run it. */
export interface Measured {
  readonly command: string;
  /** What it gets on stdin. */
  readonly input: Buffer;
}

/** Milliseconds of each run, per command. */
export type Times = readonly number[];

/** Runs commands in turn and takes their times. */
export type Timer = (measured: readonly Measured[], rounds: number) => Promise<readonly Times[]>;

/**
 * A timer for one folder and environment. It does what agents do, most of which are Node programs: starts `sh -c` with
 * three pipes, writes the payload, and waits until the process has ended and its output is read.
 */
export function makeTimer(cwd: string, env: Readonly<Record<string, string>>): Timer {
  const run = ({ command, input }: Measured): Promise<number> =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const child = spawn('/bin/sh', ['-c', command], { cwd, env });
      // A command that does not read its input is no error.
      child.stdin.on('error', () => {});
      child.stdin.end(input);
      child.stdout.resume();
      let said = '';
      child.stderr.on('data', (text) => {
        said += text;
      });
      child.on('error', reject);
      child.on('close', (code) => {
        const took = performance.now() - began;
        if (code === 0 || code === 2) resolve(took);
        else reject(new AnyhookError('BAD_STATE', `bench: "${command}" ended with ${code}: ${said.trim()}`));
      });
    });
  return async (measured, rounds) => {
    const times = measured.map((): number[] => []);
    for (let round = 0; round < rounds; round++)
      for (const [index, one] of measured.entries()) times[index]?.push(await run(one));
    return times;
  };
}

/** The value below which this part of the times is. */
export function percentile(times: Times, part: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
