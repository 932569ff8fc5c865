import { examples, type Register } from '../lib/context.js';
import { asArguments } from '../lib/options.js';

/** `anyhook serve`. The program takes it before this file is loaded, unless somebody asks for help. */
export const addServe: Register = (program) => {
  program
    .command('serve')
    .summary('answer events of programs in other languages')
    .description(
      'Answers events of agents and frameworks in any language: one JSON object on each line, in and out. Serves every project, with its hooks as they are now. Ends when its input ends, or with a signal.',
    )
    .option('--stdio', 'requests on stdin, answers on stdout')
    .option('--socket <path>', 'requests on a unix socket, in a folder that is closed to others')
    .option('--trust-project', "trust the projects' hooks (for CI)")
    .option('--trust-lock', 'trust what the committed lock files name (for CI)')
    .addHelpText(
      'after',
      examples(
        `echo '{"id":1,"event":"tool.before","tool":"shell","input":{"command":"ls"}}' | anyhook serve --stdio`,
        'anyhook serve --socket ~/.local/state/my-agent/hooks.sock',
      ),
    )
    .action(async (options: Readonly<Record<string, string | true>>) => {
      const { serve } = await import('../entries/serve.js');
      await serve(asArguments(options));
    });
};
