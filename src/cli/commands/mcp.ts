import { examples, type Register } from '../lib/context.js';
import { asArguments, cwdOption, trustOption } from '../lib/options.js';

/** `anyhook mcp`. The program takes it before this file is loaded, unless somebody asks for help. */
export const addMcp: Register = (program) => {
  program
    .command('mcp')
    .summary('serve abilities and tasks to agents over MCP')
    .description(
      "Serves the project's abilities and tasks over the Model Context Protocol: on stdin and stdout, or with --http to clients that know its token. Hooks of every format guard each call. Ends when its input ends, or with a signal.",
    )
    .option('--http', 'serve over HTTP (Streamable HTTP, at /mcp) instead of stdin and stdout')
    .option('--port <n>', 'port for --http; a free one where none is given')
    .option('--host <name>', 'address for --http (default: 127.0.0.1, which only this machine reaches)')
    .option('--token-env <name>', 'take the token for --http from this variable; else one is made up and printed')
    .option(
      '--abilities <n>',
      'abilities as tools of their own: all, none, or all if there are at most <n> (default: 50)',
    )
    .option('--environment <name>', 'for calls that name no environment')
    .addOption(cwdOption())
    .addOption(trustOption())
    .option('--trust-lock', 'trust what the committed lock file names (for CI)')
    .addHelpText(
      'after',
      examples(
        'anyhook mcp',
        'claude mcp add anyhook -- anyhook mcp',
        'anyhook mcp --http --port 7420 --token-env ANYHOOK_TOKEN',
      ),
    )
    .action(async (options: Readonly<Record<string, string | true>>) => {
      const { serveMcp } = await import('../entries/mcp.js');
      await serveMcp(asArguments(options));
    });
};
