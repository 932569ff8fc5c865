import { AnyhookError } from '../../core/errors.js';
import { version } from '../../core/version.js';
import { makePrivate, remove } from '../../platform/files/files.js';
import { packageFile } from '../../platform/files/package-file.js';
import { startDetached } from '../../platform/process/detached.js';
import { ownEnvironment } from '../../platform/process/resident-process.js';
import { askEngine, type Report } from '../../resident/control.js';
import { files } from '../../resident/instance.js';
import { userPlaces } from '../../state/user-paths.js';
import { examples, type Register } from '../lib/context.js';
import { durationMs, usualIdle } from '../lib/duration.js';
import { print } from '../lib/io.js';

const patienceMs = 15_000;
const pollMs = 50;

/** `anyhook up`: starts the resident engine. */
export const addUp: Register = (program, { io }) => {
  program
    .command('up')
    .summary('start the resident engine')
    .description(
      'Starts the engine that stays between events, so that an answer takes the time of a process start. The first event of an agent starts it too. An engine of another version is replaced.',
    )
    .option('--idle <duration>', 'end after this time without an event, such as 30m or 12h', usualIdle)
    .option('--foreground', 'stay in this terminal instead of the background')
    .addHelpText('after', examples('anyhook up', 'anyhook up --idle 12h'))
    // The program takes --foreground before this file is loaded.
    .action(async ({ idle }: { readonly idle: string }) => {
      durationMs(idle, '--idle');
      const { state } = userPlaces(io.env, io.home);
      makePrivate(state);
      remove(`${state}/${files.staysDown}`);
      const before = await askEngine(state, 'status', 2_000);
      if (before?.version === version) return print(io, `the engine is running already (process ${before.pid})`);
      const problem = await startDetached(packageFile('bin/anyhook.cjs'), ['up', '--foreground', '--idle', idle], {
        cwd: state,
        env: ownEnvironment(io.env),
      });
      const report = problem === undefined ? await untilUp(state) : undefined;
      if (!report)
        throw new AnyhookError(
          'BAD_STATE',
          `the engine did not start${problem ? `: ${problem}` : ''}; "anyhook up --foreground" shows why. Events are answered without it, more slowly`,
        );
      print(io, `the engine is up (process ${report.pid})`);
    });
};

/** The report of an engine of this version, once there is one. */
async function untilUp(state: string): Promise<Report | undefined> {
  for (let waited = 0; waited < patienceMs; waited += pollMs) {
    const report = await askEngine(state, 'status', 1_000);
    if (report?.version === version) return report;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return undefined;
}
