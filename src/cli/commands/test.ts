import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { Option } from 'commander';
import { AnyhookError } from '../../core/errors.js';
import { findTests } from '../../hook-tests/runner/find.js';
import { type Asked, runOnce } from '../../hook-tests/runner/session.js';
import { watchTests } from '../../hook-tests/runner/watch.js';
import { userPlaces } from '../../state/user-paths.js';
import { type Context, examples, type Register } from '../lib/context.js';
import { exitCodes, worldOf } from '../lib/io.js';
import { cwdOption, jsonOption, wholeNumber } from '../lib/options.js';

interface Options {
  readonly filter?: string;
  readonly watch?: true;
  readonly coverage?: true;
  readonly requireCoverage?: 'hooks' | 'matchers';
  readonly tap?: true;
  readonly junit?: string;
  readonly json?: true;
  readonly jobs?: string;
  readonly cwd?: string;
  readonly worker?: true;
}

/** `anyhook test`: hook tests. */
export const addTest: Register = (program, context) => {
  program
    .command('test')
    .summary('run the tests of hooks')
    .description(
      "Runs hook tests (*.hooktest.yaml): those beside the project's hooks, or the given ones. Each case runs the hooks in a " +
        'temporary copy with a home of its own; no trust is needed. Exits 1 when one fails.',
    )
    .argument('[paths...]', 'test files, or folders to look through')
    .option('--filter <text>', 'only cases whose name or file has this text')
    .option('--watch', 'run again what a change of a hook or a test touches')
    .option('--coverage', 'say which hooks, and which sides of their matchers, no test shows')
    .addOption(
      new Option(
        '--require-coverage <what>',
        'exit 1 when a hook never ran, or a side of a matcher was not shown',
      ).choices(['hooks', 'matchers']),
    )
    .option('--tap', 'print TAP')
    .option('--junit <file>', 'write JUnit XML, too')
    .addOption(jsonOption())
    .option('--jobs <n>', 'cases at a time; default: one for each processor')
    .addOption(cwdOption())
    .addOption(new Option('--worker').hideHelp())
    .addHelpText(
      'after',
      examples('anyhook test', 'anyhook test --watch', 'anyhook test .agents/hooks/no-force --coverage'),
    )
    .action((paths: readonly string[], options: Options) => test(paths, options, context));
};

async function test(paths: readonly string[], options: Options, context: Context): Promise<void> {
  if (options.worker) return (await import('../../hook-tests/runner/worker.js')).serveCases();
  const { cwd } = worldOf(context.io, options.cwd);
  const io = { ...context.io, cwd };
  const user = userPlaces(io.env, io.home);
  const asked: Asked = {
    io,
    user,
    find: () => findTests(paths, cwd, user),
    jobs: options.jobs === undefined ? availableParallelism() : wholeNumber('--jobs', options.jobs, [1, 64]),
    coverage: options.coverage === true || options.requireCoverage !== undefined,
    output: outputOf(options),
    ...(options.filter !== undefined && { filter: options.filter }),
    ...(options.requireCoverage && { required: options.requireCoverage }),
    ...(options.junit !== undefined && { junit: resolve(cwd, options.junit) }),
  };
  if (options.watch) return watchTests(asked);
  if (!(await runOnce(asked))) context.exitCode = exitCodes.error;
}

function outputOf({ tap, json, watch }: Options): Asked['output'] {
  if (tap && json) throw new AnyhookError('BAD_ARGUMENT', '--tap and --json cannot be given together');
  if (watch && (tap || json))
    throw new AnyhookError('BAD_ARGUMENT', '--watch is for people: leave out --tap and --json');
  return tap ? 'tap' : json ? 'json' : 'text';
}
