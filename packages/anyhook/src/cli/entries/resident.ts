// The resident engine as a process: `anyhook engine start --foreground`.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { homeFolder, parseFixedArguments, replacedVariables, userPaths } from '@anyhook/core';
import { runResident } from '../../answer/resident-engine.js';
import { features } from '../../features.js';
import { defaultIdle, parseDurationMs } from '../terminal/duration.js';

export async function start(args: readonly string[]): Promise<void> {
  const fixed = parseFixedArguments(args);
  const home = fixed['HOME'] ?? homeFolder();
  const { state } = userPaths({ ...process.env, ...replacedVariables({}, fixed) }, home);
  const idleIndex = args.indexOf('--idle');
  const idle = idleIndex === -1 ? defaultIdle : (args[idleIndex + 1] ?? '');
  try {
    const runtimes = await Promise.all(features.map(({ runtimeSocket }) => runtimeSocket?.()));
    const isServing = await runResident({
      state,
      home,
      fixed,
      idleMs: parseDurationMs(idle, '--idle'),
      programs: Math.max(4, 2 * availableParallelism()),
      program: fileURLToPath(import.meta.url),
      ...runtimes.find((one) => one !== undefined),
    });
    if (isServing) return;
    process.stderr.write('anyhook: the engine is already running\n');
    process.exit(0);
  } catch (error) {
    process.stderr.write(`anyhook: the engine cannot start in ${state}: ${(error as Error).message}\n`);
    process.exit(1);
  }
}
