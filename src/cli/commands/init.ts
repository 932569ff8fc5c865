import { isDeepStrictEqual } from 'node:util';
import { Option } from 'commander';
import { AnyhookError } from '../../core/errors.js';
import { fixedByInit, fixedInLauncher } from '../../install/fixed-by-init.js';
import { writeWithTrust } from '../../install/flow-trust.js';
import { clientKinds } from '../../install/hook-client.js';
import {
  countUntrustedHooks,
  createInitPlanner,
  type InitOptions,
  type InitPlan,
  tidyEntries,
  writeEntries,
  writesAnything,
} from '../../install/init-plan.js';
import { installWorld } from '../../install/install-world.js';
import { endWaiting } from '../../project/waiting-formats.js';
import { userPaths } from '../../state/user-paths.js';
import { type CommandContext, examplesText, type RegisterCommand } from '../lib/context.js';
import { exitCodes, type Io, print, printJson, worldOf } from '../lib/io.js';
import { cwdOption, jsonOption } from '../lib/options.js';
import { requireSupportedSystem } from '../lib/supported-system.js';
import { confirm, isPersonAtTerminal, refuseAgent } from '../lib/terminal.js';
import { countNoun } from '../lib/text.js';
import { printDiffs, printFileList } from '../print/file-changes.js';
import { initReport, printInitPlan, printInitSteps } from '../print/init.js';

interface Options extends InitOptions {
  readonly diff?: true;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly ci?: true;
  readonly json?: true;
  readonly cwd?: string;
}

/** `anyhook init`: connects the agents of this machine. */
export const addInit: RegisterCommand = (program, context) => {
  program
    .command('init')
    .summary('connect your agents to anyhook')
    .description(
      'Finds your agents, shows which files it would change, asks, and writes one entry for each event that ' +
        'a hook needs. The rest of those files stays as it is. Run it again when hooks need another event.',
    )
    .option('--host <hosts...>', 'only these agents, whether they are found or not')
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
    .option('--yes', 'write without asking')
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addHelpText(
      'after',
      examplesText(
        'anyhook init',
        'anyhook init --dry-run --diff',
        'anyhook init --host codex --scope project',
        'anyhook init --flow',
        'anyhook init --ci --trust lock',
      ),
    )
    .action((options: Options) => init(options, context));
};

async function init(given: Options, context: CommandContext): Promise<void> {
  const { io } = context;
  const options: Options = given.ci ? { ...given, yes: true } : given;
  requireSupportedSystem(io, '"anyhook init"');
  if (options.trust !== undefined && !options.ci)
    throw new AnyhookError(
      'BAD_ARGUMENT',
      '--trust is for pipelines: add --ci; on your own machine use "anyhook trust"',
    );
  const isAsking = !options.yes && !options.dryRun;
  if (isAsking && options.json) throw new AnyhookError('BAD_ARGUMENT', '--json cannot ask: add --dry-run or --yes');
  const world = worldOf(io, options.cwd);
  const machine = installWorld(world);
  refuseLooseningByAgent(io, options, machine.launcher);
  const makePlan = await createInitPlanner(world, options);
  const plan = makePlan(machine, options);
  const isWriting = await showAndConfirm(plan, options, io);
  const shouldWrite = isWriting && writesAnything(plan);
  if (shouldWrite) {
    const write = () => writeEntries(machine, { plan, replan: () => makePlan(machine, options), wasShown: isAsking });
    if (plan.flow)
      await writeWithTrust(machine, { flow: plan.flow, isApprovedByPerson: isPersonAtTerminal(io), write });
    else await write();
  } else if (!options.dryRun && !writesAnything(plan)) await tidyEntries(machine, plan);
  if (shouldWrite || (!options.dryRun && !writesAnything(plan))) endWaiting(userPaths(io.env, io.home));
  const finalPlan = shouldWrite && plan.flow ? { ...plan, untrusted: await countUntrustedHooks(world) } : plan;
  if (options.json) printJson(io, initReport(finalPlan, { written: shouldWrite }));
  else printConclusion(finalPlan, { isWriting, options, io });
  const isDeclined = isAsking && !isWriting && writesAnything(plan);
  if (plan.problems.length > 0 || plan.agents.length === 0 || isDeclined) context.exitCode = exitCodes.error;
}

/** What init fixes comes from its environment, so inside an agent it may only write what is fixed already. */
function refuseLooseningByAgent(io: Io, { trust, dryRun }: Options, launcher: string): void {
  if (dryRun) return;
  const wanted = fixedByInit(io, trust);
  const known: Readonly<Record<string, string | undefined>> = fixedInLauncher(launcher) ?? { HOME: wanted['HOME'] };
  if (isDeepStrictEqual(wanted, known)) return;
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(known)])];
  const changed = names.filter((name) => wanted[name] !== known[name]);
  refuseAgent(io, `fixing ${changed.join(', ')} for all agents`, 'or unset what differs');
}

/** Shows the plan and, on a terminal, asks. */
async function showAndConfirm(plan: InitPlan, options: Options, io: Io): Promise<boolean> {
  if (options.json) return options.yes === true && !options.dryRun;
  printInitPlan(plan, io);
  if (options.diff) printDiffs(io, plan.changes);
  else printFileList(io, plan.changes);
  if (!writesAnything(plan) || options.dryRun) return false;
  if (options.yes) return true;
  if (io.stdin.isTTY !== true || io.stdout.isTTY !== true) return false;
  return confirm(io, `Write ${changesText(plan)}?`);
}

interface InitConclusion {
  readonly isWriting: boolean;
  readonly options: Options;
  readonly io: Io;
}

function printConclusion(plan: InitPlan, { isWriting, options, io }: InitConclusion): void {
  const total = changesText(plan);
  if (plan.agents.length === 0) return;
  if (!writesAnything(plan)) {
    if (plan.problems.length === 0) print(io, 'nothing to write');
  } else if (isWriting) print(io, `wrote ${total}; "anyhook uninstall" restores the previous state`);
  else if (options.dryRun) print(io, `would write ${total}`);
  else print(io, 'nothing was written (use --yes to write without asking)');
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
