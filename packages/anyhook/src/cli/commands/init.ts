import { AnyhookError } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { knownAgents } from '../../agents/index.js';
import { changeOwnConfig, rememberOwnConfig } from '../../answer/confirm-own-config.js';
import { recommendedHooks, recommendedNamed } from '../../hooks/recommended-hooks.js';
import { createInitPlanner } from '../../install/init-plan.js';
import { installWorld } from '../../install/install-world.js';
import { initReport } from '../print/init.js';
import { printNoAgent } from '../print/recommended.js';
import { addCommand } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { isPersonAtTerminal, surroundingStarter, usesTerminal } from '../terminal/human.js';
import { exitCodes, printJson, worldOf } from '../terminal/io.js';
import { isAllowedHere, isLooseningAllowed, mayAddFolders, printLeftFolders } from './init-checks.js';
import { type InitCommandOptions, printRecommended, runInit } from './init-run.js';

export const addInit: RegisterCommand = (program, context) => {
  addCommand(program, commands.init, { presets: recommendedHooks.map(({ name }) => name).join(', ') }).action(
    (options: InitCommandOptions) => init(options, context),
  );
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
