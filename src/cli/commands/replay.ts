import { resolve } from 'node:path';
import { AnyhookError } from '../../core/errors.js';
import { now } from '../../platform/clock.js';
import { whereIs } from '../../project/project-root.js';
import { withRevision } from '../../replay/git-revision.js';
import { openSide, type SideOptions } from '../../replay/hooks-at-revision.js';
import type { Recorded } from '../../replay/recording.js';
import { openRecording } from '../../replay/recording-file.js';
import { type Report, replay } from '../../replay/replay.js';
import { userPlaces } from '../../state/user-paths.js';
import { type Context, examples, type Register } from '../lib/context.js';
import { colorsFor, exitCodes, type Io, printJson, widthOf, worldOf } from '../lib/io.js';
import { openJournal } from '../lib/open-journal.js';
import { cwdOption, jsonOption, trustOption } from '../lib/options.js';
import { eventsIn, type SpanOptions, spanOf, spanOptions, usualLast } from '../lib/replay-span.js';
import { problemsLine } from '../lib/text.js';
import { printReport } from '../print/replay.js';

interface Options extends SpanOptions {
  readonly against?: string;
  readonly runCommands?: true;
  readonly json?: true;
  readonly cwd?: string;
  readonly trustProject?: true;
}

/** Exit codes of `replay`: a job must be able to tell a flip from a replay that did not happen. */
const codes = { ok: exitCodes.ok, flips: 1, failed: 2 } as const;

/** `anyhook replay`: recorded events decided once more, by the hooks as they are now. */
export const addReplay: Register = (program, context) => {
  const command = program
    .command('replay')
    .summary('decide recorded events again and show which decisions flip')
    .description(
      'Decides recorded events of this project again by the hooks as they are now, and lists the decisions that come out ' +
        'differently: from those that were recorded, or with --against from those of the hooks in another git revision. ' +
        'Builtins, modules and hooks declared pure are run again. Programs, addresses and models are asked only with ' +
        '--run-commands; events that hang on them are "not replayed". A decision that hung on a text that was taken out ' +
        'of the record is "unknown". Hooks that are not trusted run only where they are builtins.',
    )
    .argument('[file]', 'a file that "anyhook record" wrote; the journal where it is not given')
    .option('--against <revision>', 'compare with the hooks in this git revision, such as HEAD~1 or origin/main')
    .option('--run-commands', 'run commands, http and prompt hooks too, for real');
  for (const option of spanOptions()) command.addOption(option);
  command
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addOption(trustOption())
    .exitOverride((error) => {
      context.exitCode = codes.failed;
      throw error;
    })
    .addHelpText(
      'after',
      `\nExit codes: ${codes.ok} no decision flips, ${codes.flips} some do, ${codes.failed} the replay could not be done.\n${examples(
        'anyhook replay --since 7d',
        'anyhook replay events.jsonl --against HEAD~1',
        'anyhook replay --session 4f2a --run-commands --json',
      )}`,
    )
    .action((file: string | undefined, options: Options) => run(file, options, context));
};

async function run(file: string | undefined, options: Options, context: Context): Promise<void> {
  const { io } = context;
  try {
    const report = await replayed(file, options, io);
    const what = options.against === undefined ? 'this change' : `the change since ${options.against}`;
    if (options.json) printJson(io, report);
    else printReport(report, what, { io, colors: colorsFor(io), width: widthOf(io) });
    context.exitCode = report.flipped > 0 ? codes.flips : codes.ok;
  } catch (error) {
    // Whatever it is, a job must not take it for a flip.
    context.exitCode = codes.failed;
    throw error;
  }
}

async function replayed(file: string | undefined, options: Options, io: Io): Promise<Report> {
  const world = worldOf(io, options.cwd);
  const user = userPlaces(world.env, world.home);
  const { root } = whereIs(world.cwd, user);
  const source = await open(file, options, { io, root });
  const common = {
    project: root,
    world,
    trust: options.trustProject && ('project' as const),
    runCommands: options.runCommands ?? false,
    home: source.home ?? user.home,
  };
  try {
    const compare = async (other?: string) => {
      const now = await sideAt(root, common, io);
      const before = other === undefined ? undefined : await sideAt(other, common, io);
      return replay(source.events, { now, ...(before && { before }), lanes });
    };
    const { against } = options;
    const report = await (against === undefined ? compare() : withRevision(against, root, io, compare));
    const nothing = `${source.name} holds no event of this project that fits; nothing was replayed`;
    if (report.total === 0) throw new AnyhookError('BAD_ARGUMENT', nothing);
    return report;
  } finally {
    source.close();
  }
}

/** Sessions whose commands run at the same time. */
const lanes = 4;

async function sideAt(root: string, common: Omit<SideOptions, 'root'>, io: Io) {
  const side = await openSide({ ...common, root });
  const errors = side.problems.filter(({ severity }) => severity === 'error');
  const where = root === common.project ? '' : ` of the other revision: ${errors[0]?.message}`;
  if (errors.length > 0) io.stderr.write(`anyhook: ${problemsLine(errors)}${where}\n`);
  return side;
}

/** Where recorded events come from. */
interface Source {
  readonly name: string;
  readonly events: AsyncIterable<Recorded>;
  /** Home folder of the user whose events they are, where it is another one. */
  readonly home?: string;
  close(): void;
}

interface Where {
  readonly io: Io;
  readonly root: string;
}

async function open(file: string | undefined, options: Options, { io, root }: Where): Promise<Source> {
  if (file !== undefined) {
    const path = resolve(io.cwd, file);
    return { name: path, ...(await openRecording(path, spanOf(options, now()))), close: () => {} };
  }
  const span = spanOf(options, now(), usualLast);
  const { journal } = await openJournal(io);
  return { name: 'the journal', events: eventsIn(journal, span, root), close: () => journal.close() };
}
