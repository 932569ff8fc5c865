import { resolve } from 'node:path';
import { AnyhookError, now } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import type { ReplayReport } from '../../replay/replay.js';
import { replayProject } from '../../replay/replay-project.js';
import { printReplayReport } from '../print/replay.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import type { CommandContext, HookCandidate, RegisterCommand } from '../terminal/context.js';
import { colorsFor, exitCodes, noticePrinter, printJson, terminalWidth, worldOf } from '../terminal/io.js';
import { problemsLine } from '../terminal/problems.js';
import { defaultLast, parseSpan } from '../terminal/replay-span.js';
import { countNoun } from '../terminal/text.js';

interface Options extends OptionsOf<typeof commands.replay> {
  /** Set if a feature has a candidate. */
  readonly candidate?: true;
}

/** Exit codes of `replay`: a CI job must be able to tell a flip from a failed replay. */
const replayExitCodes = { ok: exitCodes.ok, flips: 1, failed: 2 } as const;

export const addReplay: RegisterCommand = (program, context) => {
  const command = addCommand(program, commands.replay, { ...replayExitCodes, last: defaultLast });
  const candidate = candidateIn(context);
  if (candidate) command.option('--candidate', candidate.option);
  command
    .exitOverride((error) => {
      context.exitCode = replayExitCodes.failed;
      throw error;
    })
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
