import { AnyhookError } from '@anyhook/core';
import { Option } from 'commander';
import { knownAgents } from '../../agents/index.js';
import { changeOwnConfig, rememberOwnConfig } from '../../answer/confirm-own-config.js';
import { recommendedHooks, recommendedNamed } from '../../hooks/recommended-hooks.js';
import { clientKinds } from '../../install/hook-client.js';
import { createInitPlanner } from '../../install/init-plan.js';
import { installWorld } from '../../install/install-world.js';
import { initReport } from '../print/init.js';
import { printNoAgent } from '../print/recommended.js';
import { type CommandContext, examplesText, type RegisterCommand } from '../terminal/context.js';
import { isPersonAtTerminal, surroundingStarter, usesTerminal } from '../terminal/human.js';
import { exitCodes, printJson, worldOf } from '../terminal/io.js';
import { cwdOption, jsonOption } from '../terminal/options.js';
import { isAllowedHere, isLooseningAllowed, mayAddFolders, printLeftFolders } from './init-checks.js';
import { type InitCommandOptions, printRecommended, runInit } from './init-run.js';

/** `anyhook init`: connects the agents of this machine. */
export const addInit: RegisterCommand = (program, context) => {
  program
    .command('init')
    .summary('choose hooks, connect your agents, and prove that they block')
    .description(
      'Finds your agents and, if there are no hooks yet, offers the recommended ones. Asks one question, names ' +
        'the files first, writes one entry for each event that a hook needs, and proves that each agent blocks a dangerous call. ' +
        'The rest of those files stays as it is. Run it again to see what is new.',
    )
    .option('--preset <names...>', `switch these on: ${recommendedHooks.map(({ name }) => name).join(', ')}`)
    .option('--list', 'list what can be switched on, and what is')
    .option('--no-share', "leave hooks in an agent's own settings to that agent (default: all agents run them)")
    .option('--agent <agents...>', 'only these agents, whether they are found or not')
    .addOption(
      new Option(
        '--scope <scope>',
        'user: your own settings, for all projects; project: files in the repository, for everyone who uses it',
      )
        .choices(['user', 'project'])
        .default('user'),
    )
    .option(
      '--flow',
      'also switch on the four policies of Flow Agents and telemetry in the config, and register their events',
    )
    .option('--event <events...>', 'also register these native events; "all": every event that is safe to register')
    .addOption(
      new Option('--client <kind>', 'the program that entries call (default: the fastest that works here)').choices(
        clientKinds,
      ),
    )
    .option('--ci', 'for a pipeline: write without asking; with --trust, agents of this machine need no person')
    .addOption(
      new Option(
        '--trust <mode>',
        "with --ci: lock trusts what the project's lock file lists, project trusts every hook of a project",
      ).choices(['lock', 'project']),
    )
    .option('--diff', 'show every line that would change')
    .option('--dry-run', 'show what would be written without writing it')
    .option('--yes', 'write without asking; if there are no hooks yet, switch on the recommended ones')
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addHelpText(
      'after',
      examplesText(
        'anyhook init',
        'anyhook init --yes --preset shell-guard',
        'anyhook init --dry-run --diff',
        'anyhook init --agent codex --scope project',
        'anyhook init --flow',
        'anyhook init --ci --trust lock',
      ),
    )
    .action((options: InitCommandOptions) => init(options, context));
};

async function init(given: InitCommandOptions, context: CommandContext): Promise<void> {
  const { io } = context;
  const isSeenOnly = given.diff === true && !given.yes && (!usesTerminal(io) || surroundingStarter(io) !== undefined);
  const options: InitCommandOptions = {
    ...given,
    ...(given.ci && { yes: true as const }),
    ...((given.list || isSeenOnly) && { dryRun: true as const }),
  };
  checkOptions(options);
  if (!isAllowedHere(options, context)) return;
  const world = worldOf(io, options.cwd);
  const machine = installWorld(world);
  const addsFolders = mayAddFolders(context, options.dryRun);
  const planner = await createInitPlanner(world, { ...options, addsFolders });
  const run = { options, context, world, machine, planner };
  if (options.list) return printRecommended(run);
  if (planner.plan(machine, options).agents.length === 0) {
    context.exitCode = exitCodes.error;
    if (options.json) return printJson(io, initReport(planner.plan(machine, options), { written: false }));
    return printNoAgent(io, knownAgents.installable.length);
  }
  if (!(await isLooseningAllowed(run, planner.plan(machine, options)))) return;
  const connect = () => runInit(run);
  await (!options.dryRun && isPersonAtTerminal(io) ? changeOwnConfig(world, connect) : connect());
  if (!options.dryRun) await rememberOwnConfig(world);
  printLeftFolders(run);
}

function checkOptions(options: InitCommandOptions): void {
  for (const name of options.agent ?? []) knownAgents.find(name);
  if (options.trust !== undefined && !options.ci)
    throw new AnyhookError(
      'BAD_ARGUMENT',
      '--trust is for pipelines: add --ci; on your own machine use "anyhook trust"',
    );
  if (!options.yes && !options.dryRun && options.json)
    throw new AnyhookError('BAD_ARGUMENT', '--json cannot ask: add --dry-run or --yes');
  if (options.preset && (options.flow || options.event || options.ci))
    throw new AnyhookError(
      'BAD_ARGUMENT',
      '--preset cannot be combined with --flow, --event or --ci; run init separately',
    );
  if (options.preset) recommendedNamed(options.preset);
}
