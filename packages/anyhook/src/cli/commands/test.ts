import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { AnyhookError, userPaths, writeAtomic } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import {
  type HookTestFile,
  type HookTestOptions,
  type HookTestReport,
  runHookTests,
} from '../../hook-tests/runner/run-tests.js';
import { type WatchListener, watchHookTests } from '../../hook-tests/runner/watch.js';
import { changedLine, junitText, printTestFile, reportPrinters } from '../print/hook-tests.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { colorsFor, exitCodes, type PrintTarget, print, terminalWidth, worldOf } from '../terminal/io.js';
import { parseNumberOption } from '../terminal/options.js';
import { showControls } from '../terminal/text.js';

type Options = OptionsOf<(typeof commands)['hooks test']>;

export const addTest: RegisterCommand = (program, context) => {
  addCommand(program, commands['hooks test']).action((paths: readonly string[], options: Options) =>
    test(paths, options, context),
  );
};

async function test(paths: readonly string[], options: Options, context: CommandContext): Promise<void> {
  if (options.worker) return (await import('../../hook-tests/runner/worker.js')).serveCases();
  const { cwd } = worldOf(context.io, options.cwd);
  const io = { ...context.io, cwd };
  const target: PrintTarget = { io, colors: colorsFor(io), width: terminalWidth(io) };
  const output = outputOf(options);
  const testOptions: HookTestOptions = {
    paths,
    cwd,
    env: io.env,
    user: userPaths(io.env, io.home),
    jobs: options.jobs === undefined ? availableParallelism() : parseNumberOption('--jobs', options.jobs, [1, 64]),
    coverage: options.coverage === true || options.requireCoverage !== undefined,
    ...(options.filter !== undefined && { filter: options.filter }),
    ...(options.requireCoverage && { required: options.requireCoverage }),
    ...(output === 'text' && { onFile: (file: HookTestFile) => printTestFile(file, target) }),
  };
  const printReport = (report: HookTestReport) => {
    if (options.junit !== undefined) writeAtomic(resolve(cwd, options.junit), junitText(report, io), 0o644);
    reportPrinters[output](report, target, options.filter);
  };
  if (options.watch) return watchHookTests(testOptions, { ...watchPrinter(target), report: printReport });
  const report = await runHookTests(testOptions);
  printReport(report);
  if (!report.ok) context.exitCode = exitCodes.error;
}

const watchPrinter = ({ io, colors }: PrintTarget): Omit<WatchListener, 'report'> => ({
  changed: (changed, cases) => print(io, changedLine(changed, cases, io)),
  failed: (error) => print(io, showControls(error.message)),
  waiting: () => print(io, colors.dim('waiting for changes; Ctrl-C stops')),
});

function outputOf({ tap, json, watch }: Options): keyof typeof reportPrinters {
  if (tap && json) throw new AnyhookError('BAD_ARGUMENT', '--tap and --json cannot be used together');
  if (watch && (tap || json)) throw new AnyhookError('BAD_ARGUMENT', '--watch cannot be combined with --tap or --json');
  return tap ? 'tap' : json ? 'json' : 'text';
}
