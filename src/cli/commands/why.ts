import { Option } from 'commander';
import { AnyhookError, quoteValue } from '../../core/errors.js';
import { withAsyncEndings } from '../../records/async-endings.js';
import { decisionRange } from '../../records/journal/decision-id.js';
import { findEntry } from '../../records/journal/find-entry.js';
import { traceHooks } from '../../service/why-report.js';
import { userPaths } from '../../state/user-paths.js';
import { type CommandContext, examplesText, type RegisterCommand } from '../lib/context.js';
import { colorsFor, printJson, terminalWidth } from '../lib/io.js';
import { allProjectsOption, journalRoot } from '../lib/journal-filter.js';
import { jsonOption } from '../lib/options.js';
import { openUserJournal } from '../lib/user-journal.js';
import { printWhy } from '../print/why.js';

interface Options {
  readonly last?: true;
  readonly denied?: true;
  readonly toolUse?: string;
  readonly all?: true;
  readonly json?: true;
}

/** `anyhook why`: explains one decision. */
export const addWhy: RegisterCommand = (program, context) => {
  program
    .command('why')
    .summary('explain one decision')
    .description(
      'Explains one decision: the event, what each hook said or why it did not match, what was rewritten, the verdict, what the agent does not support, and the bytes it got. Without an id: the latest decision in this project.',
    )
    .argument('[id]', 'the id that "anyhook log" shows, or its beginning')
    .option('--last', 'the latest decision (the default)')
    .option('--denied', 'the latest decision that was a deny')
    .addOption(
      new Option('--tool-use <id>', 'the decision about the tool call with this id of the agent').conflicts([
        'last',
        'denied',
      ]),
    )
    .addOption(allProjectsOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examplesText('anyhook why', 'anyhook why 1k8d5qbd84', 'anyhook why --tool-use toolu_01A --json'),
    )
    .action((id: string | undefined, options: Options) => why(id, options, context));
};

async function why(id: string | undefined, options: Options, { io }: CommandContext): Promise<void> {
  if (id !== undefined && (options.last || options.denied || options.toolUse !== undefined))
    throw new AnyhookError('BAD_ARGUMENT', 'expected either an id, or one of --last, --denied and --tool-use');
  if (id !== undefined && !decisionRange(id))
    throw new AnyhookError('BAD_ARGUMENT', `expected an id as "anyhook log" shows it, got ${quoteValue(id)}`);
  const { journal } = await openUserJournal(io);
  try {
    const found = await findEntry(journal, {
      id,
      denied: options.denied,
      call: options.toolUse,
      root: options.all ? undefined : journalRoot(io),
    });
    const [decision = found.decision] = withAsyncEndings([found.decision], userPaths(io.env, io.home).state);
    const entry = { ...found, decision };
    const hooks = await traceHooks(entry);
    if (options.json) printJson(io, { ...entry.decision, ...(entry.detail && { detail: entry.detail }), trace: hooks });
    else printWhy(entry, hooks, { io, colors: colorsFor(io), width: terminalWidth(io) });
  } finally {
    journal.close();
  }
}
