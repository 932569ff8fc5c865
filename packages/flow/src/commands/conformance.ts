import { resolve } from 'node:path';
import type { Colors, CommandContext, Io, RegisterCommand } from '@anyhook/anyhook';
import {
  colorsFor,
  countNoun,
  examplesText,
  exitCodes,
  flowAgent,
  jsonOption,
  print,
  printJson,
  showControls,
} from '@anyhook/anyhook';
import { AnyhookError, inSingleQuotes, nodeProgram, packageFile } from '@anyhook/core';
import { Option } from 'commander';
import type { ConformanceReport, FixtureResult, Level } from '../testing/index.js';

interface Options {
  readonly self?: true;
  readonly adapterCmd?: string;
  readonly level: Level;
  readonly fixtures?: string;
  readonly json?: true;
}

/** `anyhook flow conformance`: the level of the Flow Agents contract that an adapter reaches. */
export const addConformance: RegisterCommand = (program, context) => {
  program
    .command('conformance')
    .summary('test an adapter against the Flow Agents levels')
    .description(
      'Runs golden fixtures against an adapter, a command that reads a payload from stdin, and shows its conformance level. Exits 1 if the required level is not reached.',
    )
    .option('--self', 'test anyhook itself')
    .option('--adapter-cmd <cmd>', 'command of the adapter, run by "sh -c" in this folder for every fixture')
    .addOption(new Option('--level <level>', 'required level').choices(['L0', 'L1', 'L2']).default('L2'))
    .option('--fixtures <dir>', 'run the fixtures in this folder instead of the built-in ones')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examplesText(
        'anyhook flow conformance --self',
        'anyhook flow conformance --adapter-cmd "node my-adapter.js" --level L1',
      ),
    )
    .action((options: Options) => conformance(options, context));
};

async function conformance(options: Options, context: CommandContext): Promise<void> {
  const { io } = context;
  const { self, adapterCmd, level } = options;
  if ((self === true) === (adapterCmd !== undefined))
    throw new AnyhookError(
      'BAD_ARGUMENT',
      'expected either --self or --adapter-cmd <cmd>; see "anyhook flow conformance --help"',
    );
  const { commandAdapter, loadFixtures, runConformance } = await import('../testing/index.js');
  const fixtures = loadFixtures(options.fixtures === undefined ? undefined : resolve(io.cwd, options.fixtures));
  const adapter = adapterCmd === undefined ? commandAdapter(ownCommand()) : commandAdapter(adapterCmd, io.cwd);
  const report = await runConformance({ adapter, fixtures, level, env: io.env });
  const reached = report.levels.some((one) => one.level === level && one.verdict === 'reached');
  if (!reached) context.exitCode = exitCodes.error;
  if (options.json) return printJson(io, { asked: level, ...report });
  printReport(report, level, io);
}

/** Our own adapter. */
const ownCommand = (): string =>
  [nodeProgram(), packageFile('bin/anyhook.cjs'), 'run', '--host', flowAgent.name].map(inSingleQuotes).join(' ');

function printReport({ results, levels, reached }: ConformanceReport, requiredLevel: Level, io: Io): void {
  const colors = colorsFor(io);
  for (const result of results) printResult(result, io, colors);
  print(io, '');
  for (const { level, verdict, passed, total, failed } of levels) {
    const color = verdict === 'reached' ? colors.green : verdict === 'failed' ? colors.red : colors.dim;
    const why = failed.length > 0 ? `: ${countNoun(failed.length, 'fixture')} failed` : '';
    print(io, `${level}  ${color(verdict.padEnd(8))}  ${passed} of ${total} passed${why}`);
  }
  const gaps = results.filter(({ status }) => status === 'gap').length;
  if (gaps > 0) print(io, `${countNoun(gaps, 'gap')} to name in the declaration of the adapter`);
  print(io, `asked for ${requiredLevel}, reached ${reached}`);
}

function printResult({ name, level, status, failures }: FixtureResult, io: Io, colors: Colors): void {
  const color = { passed: colors.green, failed: colors.red, gap: colors.yellow }[status];
  print(io, `${color(status.padEnd(6))}  ${level}  ${showControls(name)}`);
  for (const failure of failures) print(io, `            ${showControls(failure)}`);
}
