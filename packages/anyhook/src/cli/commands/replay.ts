import { resolve } from 'node:path';
import { AnyhookError, now } from '@anyhook/core';
import type { ReplayReport } from '../../replay/replay.js';
import { replayProject } from '../../replay/replay-project.js';
import { printReplayReport } from '../print/replay.js';
import { type CommandContext, examplesText, type HookCandidate, type RegisterCommand } from '../terminal/context.js';
import { colorsFor, exitCodes, noticePrinter, printJson, terminalWidth, worldOf } from '../terminal/io.js';
import { cwdOption, jsonOption, trustOption } from '../terminal/options.js';
import { problemsLine } from '../terminal/problems.js';
import { defaultLast, parseSpan, type SpanOptions, spanOptions } from '../terminal/replay-span.js';
import { countNoun } from '../terminal/text.js';

interface Options extends SpanOptions {
  readonly against?: string;
  readonly candidate?: true;
  readonly runCommands?: true;
  readonly json?: true;
  readonly cwd?: string;
  readonly trustProject?: true;
}

/** Exit codes of `replay`: a CI job must be able to tell a flip from a failed replay. */
const replayExitCodes = { ok: exitCodes.ok, flips: 1, failed: 2 } as const;

/** `anyhook replay`: recorded events decided again by the current hooks. */
export const addReplay: RegisterCommand = (program, context) => {
  const command = program
    .command('replay')
    .summary('re-run recorded events and show which decisions change')
    .description(
      'Runs the current hooks on recorded events of this project and lists the decisions that differ: from the recorded ' +
        'ones, or with --against from those of the hooks in another git revision. Builtins, modules and hooks declared ' +
        'pure run again. Commands, http and prompt hooks run only with --run-commands; without it, events that depend on ' +
        'them are "not replayed". A decision that depends on a redacted text is "unknown". Untrusted hooks run only if ' +
        'they are builtins.',
    )
    .argument('[file]', 'file that "anyhook log record" wrote (default: the journal)')
    .option('--against <revision>', 'compare with the hooks in this git revision, such as HEAD~1 or origin/main');
  const candidate = candidateIn(context);
  if (candidate) command.option('--candidate', candidate.option);
  command.option('--run-commands', 'also run command, http and prompt hooks, for real');
  for (const option of spanOptions()) command.addOption(option);
  command
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addOption(trustOption())
    .exitOverride((error) => {
      context.exitCode = replayExitCodes.failed;
      throw error;
    })
    .addHelpText(
      'after',
      `\nExit codes: ${replayExitCodes.ok} no decision changes, ${replayExitCodes.flips} some do, ${replayExitCodes.failed} the replay failed.\n${examplesText(
        'anyhook replay --since 7d',
        'anyhook replay events.jsonl --against HEAD~1',
        'anyhook replay --session 4f2a --run-commands --json',
      )}`,
    )
    .action((file: string | undefined, options: Options) => run(file, options, context));
};

async function run(file: string | undefined, options: Options, context: CommandContext): Promise<void> {
  const { io } = context;
  try {
    const report = await replayEvents(file, options, context);
    const what = changeName(options, context);
    if (options.json) printJson(io, report);
    else printReplayReport(report, what, { io, colors: colorsFor(io), width: terminalWidth(io) });
    context.exitCode = report.flipped > 0 ? replayExitCodes.flips : replayExitCodes.ok;
  } catch (error) {
    // A CI job must not mistake any error for a flip.
    context.exitCode = replayExitCodes.failed;
    throw error;
  }
}

const candidateIn = ({ features }: CommandContext): HookCandidate | undefined =>
  features.find(({ candidate }) => candidate !== undefined)?.candidate;

function changeName({ against, candidate }: Options, context: CommandContext): string {
  if (candidate) return candidateIn(context)?.name ?? 'the candidate';
  return against === undefined ? 'this change' : `the change since ${against}`;
}

async function replayEvents(
  fileArgument: string | undefined,
  options: Options,
  context: CommandContext,
): Promise<ReplayReport> {
  const { io } = context;
  const file = fileArgument === undefined ? undefined : resolve(io.cwd, fileArgument);
  const { against, candidate } = options;
  if (candidate) await requireCandidate(against, context);
  const notice = noticePrinter(io);
  return replayProject({
    world: worldOf(io, options.cwd),
    file,
    span: parseSpan(options, now(), file === undefined ? defaultLast : undefined),
    against,
    candidate,
    trust: options.trustProject && 'project',
    runCommands: options.runCommands ?? false,
    listener: {
      notice,
      skippedFiles: (files) => notice(`${countNoun(files, 'file')} of ${against} left out because of size or name`),
      problems: (errors, side) =>
        notice(`${problemsLine(errors)}${side === 'project' ? '' : ` of the other revision: ${errors[0]?.message}`}`),
    },
  });
}

async function requireCandidate(against: string | undefined, context: CommandContext): Promise<void> {
  if (against !== undefined)
    throw new AnyhookError('BAD_ARGUMENT', 'expected either --candidate or --against, got both');
  await candidateIn(context)?.require(context.io);
}
