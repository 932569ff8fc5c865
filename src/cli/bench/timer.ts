import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AnyhookError } from '../../core/errors.js';

/** A command as an agent would run it. */
export interface Measured {
  readonly command: string;
  /** A file for its stdin. */
  readonly input: string;
}

/** Milliseconds of each run, per command. */
export type Times = readonly number[];

/** Runs commands in turn through `sh -c` and takes their times, from start to exit. */
export type Timer = (measured: readonly Measured[], rounds: number) => readonly Times[];

/** A timer made for this folder: a small C program, for starting programs from Node takes longer than what is measured. */
export function makeTimer(folder: string, cwd: string, env: Readonly<Record<string, string>>): Timer {
  const program = join(folder, 'timer');
  const made = spawnSync('cc', ['-O2', '-o', program, sourceFile()], { encoding: 'utf8' });
  if (made.status !== 0)
    throw new AnyhookError(
      'BAD_STATE',
      `bench needs a C compiler ("cc") for its clock: ${made.error?.message ?? made.stderr.trim()}`,
    );
  return (measured, rounds) => {
    const args = [String(rounds), ...measured.flatMap(({ input, command }) => [input, command])];
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd,
      env,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    });
    if (status !== 0) throw new AnyhookError('BAD_STATE', `bench: ${stderr.trim()}`);
    return stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map((nanoseconds) => Number(nanoseconds) / 1e6));
  };
}

/** In the package, or in the source tree. */
function sourceFile(): string {
  const candidates = ['../clients/c/timer.c', '../../clients/c/timer.c', '../../../clients/c/timer.c'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return candidates.find(existsSync) ?? (candidates[0] as string);
}

/** The value below which this part of the times is. */
export function percentile(times: Times, part: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
