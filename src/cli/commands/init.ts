import { Option } from 'commander';
import { AnyhookError } from '../../core/errors.js';
import { clientKinds } from '../../install/hook-client.js';
import { createInitPlanner, type InitOptions, type InitPlan, writeEntries } from '../../install/init-plan.js';
import { installWorld } from '../../install/install-world.js';
import { thisProgram } from '../../platform/files/settings-file.js';
import { type CommandContext, examplesText, type RegisterCommand } from '../lib/context.js';
import { exitCodes, type Io, print, printJson, worldOf } from '../lib/io.js';
import { cwdOption, jsonOption } from '../lib/options.js';
import { needSupportedSystem } from '../lib/supported-system.js';
import { confirm } from '../lib/terminal.js';
import { countNoun } from '../lib/text.js';
import { printDiffs } from '../print/file-changes.js';
import { initReport, printInitPlan, printInitSteps } from '../print/init.js';

interface Options extends InitOptions {
  readonly dryRun?: true;
  readonly yes?: true;
  readonly json?: true;
  readonly cwd?: string;
}

/** `anyhook init`: connects the agents of this machine. */
export const addInit: RegisterCommand = (program, context) => {
  program
    .command('init')
    .summary('connect your agents to anyhook')
    .description(
      'Finds your agents, shows the changes to their settings as a diff, asks, and writes one entry for each event that ' +
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
    .option('--event <events...>', 'also register these native events; "all": every event that is safe to register')
    .addOption(
      new Option('--client <kind>', 'the program that entries call (default: the fastest that works here)').choices(
        clientKinds,
      ),
    )
    .option('--dry-run', 'show the changes without writing them')
    .option('--yes', 'write without asking')
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addHelpText(
      'after',
      examplesText('anyhook init', 'anyhook init --dry-run', 'anyhook init --host codex --scope project'),
    )
    .action((options: Options) => init(options, context));
};

async function init(options: Options, context: CommandContext): Promise<void> {
  const { io } = context;
  needSupportedSystem(io, '"anyhook init"');
  const isAsking = !options.yes && !options.dryRun;
  if (isAsking && options.json) throw new AnyhookError('BAD_ARGUMENT', '--json cannot ask: add --dry-run or --yes');
  const world = worldOf(io, options.cwd);
  const here = installWorld(world);
  const load = await createInitPlanner(world, options);
  const plan = load(here, options);
  const isWriting = await agreed(plan, options, io);
  if (isWriting && plan.changes.length > 0)
    await writeEntries(here.state, { plan, replan: () => load(here, options), isShown: isAsking });
  if (options.json) printJson(io, initReport(plan, { written: isWriting && plan.changes.length > 0 }));
  else conclude(plan, { isWriting, options, io });
  const isRefused = isAsking && !isWriting && plan.changes.length > 0;
  if (plan.problems.length > 0 || plan.agents.length === 0 || isRefused) context.exitCode = exitCodes.error;
}

/** Shows the plan and, on a terminal, asks. */
async function agreed(plan: InitPlan, options: Options, io: Io): Promise<boolean> {
  if (options.json) return options.yes === true && !options.dryRun;
  printInitPlan(plan, io);
  printDiffs(io, plan.changes);
  if (plan.changes.length === 0 || options.dryRun) return false;
  if (options.yes) return true;
  if (io.stdin.isTTY !== true || io.stdout.isTTY !== true) return false;
  return confirm(io, `Write ${countNoun(plan.changes.length, 'file')}?`);
}

interface InitConclusion {
  readonly isWriting: boolean;
  readonly options: Options;
  readonly io: Io;
}

function conclude(plan: InitPlan, { isWriting, options, io }: InitConclusion): void {
  const total = countNoun(plan.changes.length, 'file');
  if (plan.agents.length === 0) return;
  if (plan.changes.length === 0) {
    if (plan.problems.length === 0) print(io, 'nothing to write');
  } else if (isWriting) print(io, `wrote ${total}; "anyhook uninstall" restores the previous state`);
  else if (options.dryRun) print(io, `would write ${total}`);
  else print(io, 'nothing was written (use --yes to write without asking)');
  if (options.dryRun || (plan.changes.length > 0 && !isWriting)) return;
  printInitSteps(plan, lasting(), io);
}

/** npm may clear the npx cache at any time, and the entries would then fail silently. */
const lasting = (): readonly string[] =>
  thisProgram().file.includes('/_npx/')
    ? [
        'anyhook runs from the npx cache, which npm may clear at any time: install it (npm install --global anyhook), then run init again',
      ]
    : [];
