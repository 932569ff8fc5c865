// Measures times for the benches in a process with little memory.
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { TimedCommand, TimerJob, TimerResult } from './timer.js';

process.on('message', (job) => {
  void measure(job as TimerJob).then((result) => process.send?.(result));
});

async function measure({ measured, rounds, pauseMs = 0 }: TimerJob): Promise<TimerResult> {
  const times = measured.map((): number[] => []);
  try {
    for (let round = 0; round < rounds; round++)
      for (const [index, one] of measured.entries()) {
        if (pauseMs > 0) await wait(pauseMs);
        times[index]?.push(await run(one));
      }
    return { times };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** A copy: reading process.env calls the system for every variable. */
const env = { ...process.env };

/**
 * Runs a command as most agents (Node programs) do: starts `sh -c` with three pipes, writes the payload, and waits
 * until the process has ended and its output is read.
 */
function run({ command, input }: TimedCommand): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn('/bin/sh', ['-c', command], { env });
    // A command may ignore its input.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.stdout.resume();
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const elapsedMs = performance.now() - began;
      if (code === 0 || code === 2) resolve(elapsedMs);
      else reject(new Error(`"${command}" ended with ${code}: ${stderr.trim()}`));
    });
  });
}
