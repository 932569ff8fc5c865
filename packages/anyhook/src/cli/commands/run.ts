import { examplesText, type RegisterCommand } from '../terminal/context.js';
import { asArguments } from '../terminal/options.js';

type RunFlags = { readonly fixed?: readonly string[] } & Readonly<Record<string, string | true>>;

/** `anyhook run`. The fast entry reads its options without loading this file. */
export const addRun: RegisterCommand = (program, context) => {
  program
    .command('run')
    .summary('answer one event of an agent (called by agents)')
    .description('Reads a native payload from stdin and answers on stdout, with the exit code that the agent expects.')
    .requiredOption('--agent <agent>', 'the agent that sends the payload')
    .option('--event <name>', "the event's native name, if the payload does not name it")
    .option('--timeout <ms>', 'time limit for the answer')
    .option('--entry <name>', 'the calling entry, for agents with several: user (default) or project')
    .option('--trust-project', "trust this project's hooks (for CI)")
    .option('--trust-lock', 'trust what the committed lock file lists (for CI)')
    .option('--fixed <name=value...>', "a folder or setting that the agent's environment cannot change; init writes it")
    .addHelpText('after', examplesText('anyhook run --agent claude-code < payload.json'))
    .action(async ({ fixed = [], ...options }: RunFlags) => {
      const { runEntry } = await import('../entries/run.js');
      const fixedArgs = fixed.flatMap((text) => ['--fixed', text]);
      context.exitCode = await runEntry([...asArguments(options), ...fixedArgs]);
    });
};
