import { examplesText, type RegisterCommand } from '../terminal/context.js';
import { asArguments } from '../terminal/options.js';

/** `anyhook serve`. The binary handles it before this file is loaded, except for `--help`. */
export const addServe: RegisterCommand = (program) => {
  program
    .command('serve')
    .summary('answer events from programs in any language')
    .description(
      'Answers events from agents and frameworks in any language: one JSON object per line, in and out. Serves every project, always with its current hooks; while some of them are not trusted, each event before an action is denied. Ends with its input, or on a signal.',
    )
    .option('--stdio', 'requests on stdin, answers on stdout')
    .option('--socket <path>', 'requests on a unix socket, in a folder that only you can enter')
    .option('--trust-project', "trust the projects' hooks (for CI)")
    .option('--trust-lock', 'trust what the committed lock files list (for CI)')
    .addHelpText(
      'after',
      examplesText(
        `echo '{"id":1,"event":"tool.before","tool":"shell","input":{"command":"ls"}}' | anyhook serve --stdio`,
        'anyhook serve --socket ~/.local/state/my-agent/hooks.sock',
      ),
    )
    .action(async (options: Readonly<Record<string, string | true>>) => {
      const { serveClients } = await import('../entries/serve.js');
      await serveClients(asArguments(options));
    });
};
