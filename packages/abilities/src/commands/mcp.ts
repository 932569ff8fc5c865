import { asArguments, cwdOption, examplesText, type RegisterCommand, trustOption } from '@anyhook/anyhook';

/** `anyhook mcp`. The binary handles it before this file is loaded, except for `--help`. */
export const addMcp: RegisterCommand = (program) => {
  program
    .command('mcp')
    .summary('serve abilities and tasks to agents over MCP')
    .description(
      "Serves the project's abilities and tasks over the Model Context Protocol: on stdin and stdout, or with --http to clients that have its token. Hooks of every format guard each call. Ends with its input, or on a signal.",
    )
    .option('--http', 'serve over HTTP (Streamable HTTP, at /mcp) instead of stdin and stdout')
    .option('--port <n>', 'port for --http (default: any free port)')
    .option('--host <name>', 'address for --http (default: 127.0.0.1, only reachable from this machine)')
    .option('--token-env <name>', 'read the token for --http from this variable (default: make one and print it)')
    .option('--abilities <n>', 'abilities as separate tools: all, none, or all if there are at most <n> (default: 50)')
    .option('--environment <name>', 'environment for calls that name none')
    .addOption(cwdOption())
    .addOption(trustOption())
    .option('--trust-lock', 'trust what the committed lock file lists (for CI)')
    .addHelpText(
      'after',
      examplesText(
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
