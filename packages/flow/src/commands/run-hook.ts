import { asArguments, examplesText, type RegisterCommand } from '@anyhook/anyhook';

interface RunHookOptions {
  readonly contractVersion?: true;
  readonly trustProject?: true;
  readonly trustLock?: true;
}

/** `anyhook flow run-hook`: the engine contract of Flow Agents; the binary calls its entry directly. */
export const addRunHook: RegisterCommand = (program, context) => {
  program
    .command('run-hook')
    .summary('run one policy or script by the Flow Agents contract')
    .description(
      'Runs one policy or script on the payload from stdin, by the Flow Agents engine contract 1.0: exit 0 allows and repeats the input, followed by guidance; exit 2 blocks, with the reason on stderr. A disabled or untrusted hook is skipped.',
    )
    .argument('[hookId]', 'name that SA_DISABLED_HOOKS and the config disable it by')
    .argument('[script]', 'built-in policy (config-protection.js) or a file below scripts/hooks or .agents/hooks')
    .argument('[profiles]', 'profiles in which it runs, separated by commas (default: "standard,strict")')
    .option('--trust-project', "trust this project's hooks (for CI)")
    .option('--trust-lock', 'trust what the committed lock file lists (for CI)')
    .option('--contract-version', 'print the version of the contract')
    .addHelpText(
      'after',
      examplesText(
        'anyhook flow run-hook config-protection config-protection.js standard,strict < payload.json',
        'anyhook flow run-hook --contract-version',
      ),
    )
    .action(async (hookId?: string, script?: string, profiles?: string, options: RunHookOptions = {}) => {
      const { runHookEntry } = await import('../entries/run-hook.js');
      const positionals = [hookId, script, profiles].filter((word) => word !== undefined);
      const { contractVersion, ...trust } = options;
      context.exitCode = await runHookEntry(
        contractVersion ? ['--contract-version'] : [...asArguments(trust), ...positionals],
      );
    });
};
