import { examplesText, type RegisterCommand } from '../lib/context.js';
import { asArguments } from '../lib/options.js';

/** `anyhook run`. The fast entry reads its options without loading this file. */
export const addRun: RegisterCommand = (program, context) => {
  program
    .command('run')
    .summary('answer one event of an agent; this is what agents call')
    .description('Reads a native payload from stdin and answers on stdout, with the exit code that the agent expects.')
    .requiredOption('--host <host>', 'the agent that sends the payload')
    .option('--event <name>', "the event's native name, if the payload does not name it")
    .option('--timeout <ms>', 'time limit for the answer')
    .option('--entry <name>', 'the calling entry, for agents with several: user (default) or project')
    .option('--trust-project', "trust this project's hooks (for CI)")
    .option('--trust-lock', 'trust what the committed lock file lists (for CI)')
    .addHelpText('after', examplesText('anyhook run --host claude-code < payload.json'))
    .action(async (options: Readonly<Record<string, string | true>>) => {
      const { runEntry } = await import('../entries/run.js');
      context.exitCode = await runEntry(asArguments(options));
    });
};
