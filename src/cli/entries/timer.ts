// Takes times for `anyhook bench`, in a process that has nothing else in memory.
import { spawn } from 'node:child_process';
import type { TimedCommand, TimerJob, TimerResult } from '../../bench/timer.js';

process.on('message', (job) => {
  void answer(job as TimerJob).then((result) => process.send?.(result));
});

async function answer({ measured, rounds }: TimerJob): Promise<TimerResult> {
  const times = measured.map((): number[] => []);
  try {
    for (let round = 0; round < rounds; round++)
      for (const [index, one] of measured.entries()) times[index]?.push(await run(one));
    return { times };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** A copy: Node asks the system for every variable of its own environment. */
const env = { ...process.env };

/**
 * Does what agents do, most of which are Node programs: starts `sh -c` with three pipes, writes the payload, and waits
 * until the process has ended and its output is read.
 */
function run({ command, input }: TimedCommand): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn('/bin/sh', ['-c', command], { env });
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
      else reject(new Error(`"${command}" ended with ${code}: ${said.trim()}`));
    });
  });
}
