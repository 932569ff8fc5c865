import { AnyhookError, type Hook, userPaths } from '@anyhook/core';
import { Option } from 'commander';
import { knownAgents } from '../../agents/index.js';
import { changeOwnConfig, rememberOwnConfig } from '../../answer/confirm-own-config.js';
import { agentsThatRun } from '../../answer/project-engine.js';
import { recommendedHooks, recommendedNamed } from '../../hooks/recommended-hooks.js';
import { writeWithTrust } from '../../install/flow-trust.js';
import { clientKinds } from '../../install/hook-client.js';
import {
  configPlanOf,
  countUntrustedHooks,
  createInitPlanner,
  type InitPlan,
  tidyEntries,
  writeEntries,
  writesAnything,
} from '../../install/init-plan.js';
import { installWorld } from '../../install/install-world.js';
import { endWaiting } from '../../trust/waiting-formats.js';
import { printDiffs, printFileList } from '../print/file-changes.js';
import { initReport, printInitPlan, printInitSteps } from '../print/init.js';
import { printNoAgent, printShared } from '../print/recommended.js';
import { type CommandContext, examplesText, type RegisterCommand } from '../terminal/context.js';
import { confirm, isPersonAtTerminal, surroundingStarter, usesTerminal } from '../terminal/human.js';
import { isAllowedHere } from '../terminal/init-here.js';
import { isLooseningAllowed, mayAddFolders, printLeftFolders } from '../terminal/init-loosening.js';
import type { InitCommandOptions } from '../terminal/init-options.js';
import {
  initRecommended,
  printRecommended,
  type RecommendedInit,
  switchedOnRows,
} from '../terminal/init-recommended.js';
import { exitCodes, type Io, print, printJson, worldOf } from '../terminal/io.js';
import { cwdOption, jsonOption } from '../terminal/options.js';
import { printPlugins } from '../terminal/plugins-note.js';
import { countNoun } from '../terminal/text.js';

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
  const recommended = { options, context, world, machine, planner };
  if (options.list) return printRecommended(recommended);
  if (planner.plan(machine, options).agents.length === 0) {
    context.exitCode = exitCodes.error;
    if (options.json) return printJson(io, initReport(planner.plan(machine, options), { written: false }));
    return printNoAgent(io, knownAgents.installable.length);
  }
  if (!(await isLooseningAllowed(recommended, planner.plan(machine, options)))) return;
  const connect = () => (offersSet(recommended) ? initRecommended(recommended) : connectForHooks(recommended));
  await (!options.dryRun && isPersonAtTerminal(io) ? changeOwnConfig(world, connect) : connect());
  if (!options.dryRun) await rememberOwnConfig(world);
  printLeftFolders(recommended);
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

/** Is the recommended set offered? If hooks exist that no agent runs itself, or telemetry, a person has chosen already. */
function offersSet(init: RecommendedInit): boolean {
  const { options, planner } = init;
  if (options.flow || options.event || options.ci) return false;
  if (options.preset || switchedOnRows(init).length > 0) return true;
  const { telemetry } = planner.config;
  if (telemetry && telemetry.enabled !== false) return false;
  const isOwn = (hook: Hook) => options.yes === true || agentsThatRun(hook).length === 0;
  return !planner.hooks.some(isOwn);
}

/** `init` for hooks that exist: shows the plan, asks, and writes the entries. */
async function connectForHooks({ options, context, world, machine, planner }: RecommendedInit): Promise<void> {
  const { io } = context;
  const chosen = options.share === false ? { chosen: { hooks: [], isUnshared: true } } : {};
  const makePlan = () => planner.plan(machine, { ...options, ...chosen });
  const plan = makePlan();
  const isShared = options.share !== false && planner.config.share !== false;
  if (!options.json) {
    printShared(io, planner.hooks, plan, isShared);
    await printPlugins(io, world.cwd, planner, plan.agents);
  }
  const isAsking = !options.yes && !options.dryRun;
  const isWriting = await showAndConfirm(plan, options, io);
  const shouldWrite = isWriting && writesAnything(plan);
  const config = configPlanOf(plan);
  if (shouldWrite) {
    const write = () => writeEntries(machine, { plan, replan: makePlan, wasShown: isAsking });
    if (config) await writeWithTrust(machine, { config, isApprovedByPerson: isPersonAtTerminal(io), write });
    else await write();
  } else if (!options.dryRun && !writesAnything(plan)) await tidyEntries(machine, plan);
  if (shouldWrite || (!options.dryRun && !writesAnything(plan))) endWaiting(userPaths(io.env, io.home));
  const finalPlan = shouldWrite && config ? { ...plan, untrusted: await countUntrustedHooks(world) } : plan;
  if (options.json) printJson(io, initReport(finalPlan, { written: shouldWrite }));
  else printConclusion(finalPlan, { isWriting, options, io });
  const isDeclined = isAsking && !isWriting && writesAnything(plan);
  if (plan.problems.length > 0 || isDeclined) context.exitCode = exitCodes.error;
}

/** Shows the plan and, on a terminal, asks. */
async function showAndConfirm(plan: InitPlan, options: InitCommandOptions, io: Io): Promise<boolean> {
  if (options.json) return options.yes === true && !options.dryRun;
  printInitPlan(plan, io);
  if (options.diff) printDiffs(io, plan.changes);
  else printFileList(io, plan.changes);
  if (!writesAnything(plan) || options.dryRun) return false;
  if (options.yes) return true;
  return confirm(io, `Write ${changesText(plan)}?`);
}

interface InitConclusion {
  readonly isWriting: boolean;
  readonly options: InitCommandOptions;
  readonly io: Io;
}

function printConclusion(plan: InitPlan, { isWriting, options, io }: InitConclusion): void {
  const total = changesText(plan);
  if (!writesAnything(plan)) {
    if (plan.problems.length === 0) print(io, 'nothing to write');
  } else if (isWriting) print(io, `wrote ${total}; "anyhook uninstall" restores the previous state`);
  else if (options.dryRun) print(io, `would write ${total}`);
  else print(io, 'nothing was written');
  if (options.dryRun || (writesAnything(plan) && !isWriting)) return;
  printInitSteps(plan, io);
}

/** `3 files and a copy of anyhook`. */
function changesText({ changes, copy, waiting }: InitPlan): string {
  const files = changes.length > 0 ? [countNoun(changes.length, 'file')] : [];
  const hookCount = waiting.reduce((sum, one) => sum + one.hookCount, 0);
  const switched = hookCount > 0 ? [`the switch for ${countNoun(hookCount, 'hook')}`] : [];
  return [...files, ...switched, ...(copy && !copy.isWhole ? ['a copy of anyhook'] : [])].join(' and ');
}
