import { AnyhookError, userPaths } from '@anyhook/core';
import { startResident } from '../../answer/start-resident.js';
import { examplesText, type RegisterCommand } from '../terminal/context.js';
import { defaultIdle, parseDurationMs } from '../terminal/duration.js';
import { print } from '../terminal/io.js';

/** `anyhook up`: starts the resident engine. */
export const addUp: RegisterCommand = (program, { io }) => {
  program
    .command('up')
    .summary('start the resident engine')
    .description(
      'Starts the resident engine, which keeps running between events, so that an answer takes no longer than a process start. The first event of an agent starts it too. An engine of another version is replaced.',
    )
    .option('--idle <duration>', 'stop after this time without an event, such as 30m or 12h', defaultIdle)
    .option('--foreground', 'run in this terminal instead of the background')
    .addHelpText('after', examplesText('anyhook up', 'anyhook up --idle 12h'))
    // The binary handles --foreground before this file is loaded.
    .action(async ({ idle }: { readonly idle: string }) => {
      parseDurationMs(idle, '--idle');
      const { state } = userPaths(io.env, io.home);
      const { report, isNew, problem } = await startResident({ state, env: io.env, idle });
      if (!report)
        throw new AnyhookError(
          'BAD_STATE',
          `the engine did not start${problem ? `: ${problem}` : ''}; "anyhook up --foreground" shows why. Events are still answered, but more slowly`,
        );
      if (!isNew) return print(io, `the engine is already running (process ${report.pid})`);
      print(io, `the engine is up (process ${report.pid})`);
    });
};
