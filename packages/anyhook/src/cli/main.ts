import { homeFolder, onExitKillGroups, readAncestry, workingDirectory } from '@anyhook/core';
import { Command, CommanderError } from 'commander';
import { features } from '../features.js';
import { addApprove, addRefuse } from './commands/approve.js';
import { addCompletion } from './commands/completion.js';
import { addDemo } from './commands/demo.js';
import { addDoctor } from './commands/doctor.js';
import { addEngine } from './commands/engine.js';
import { addFire } from './commands/fire.js';
import { addGuard } from './commands/guard.js';
import { addHelp, shownVersion } from './commands/help.js';
import { addHooks } from './commands/hooks.js';
import { addInit } from './commands/init.js';
import { addList } from './commands/list.js';
import { addLog } from './commands/log.js';
import { addOff, addOn } from './commands/off.js';
import { addReplay } from './commands/replay.js';
import { addRun } from './commands/run.js';
import { addServe } from './commands/serve.js';
import { addTrust } from './commands/trust.js';
import { addUi } from './commands/ui.js';
import { addUndo } from './commands/undo.js';
import { addUninstall } from './commands/uninstall.js';
import { addWhy } from './commands/why.js';
import type { CommandContext, FeatureAtTerminal, RegisterCommand } from './terminal/context.js';
import { reportFailure } from './terminal/failure.js';
import { exitCodes, type Io, noticePrinter, withVisibleOutput } from './terminal/io.js';
import { refuseRemoved, withNewCommand } from './terminal/old-commands.js';
import { acceptOldOptions } from './terminal/old-options.js';

const groups: Readonly<Record<string, readonly RegisterCommand[]>> = {
  'Everyday:': [
    addInit,
    addUninstall,
    addDoctor,
    addList,
    addTrust,
    addWhy,
    addLog,
    addUndo,
    addUi,
    addApprove,
    addRefuse,
    addOff,
    addOn,
    addDemo,
  ],
  'Hooks:': [addHooks, addFire, addGuard, addReplay],
  'Engine:': [addEngine],
  'For agents and programs:': [addRun, addServe],
  'Help:': [addHelp, addCompletion],
};

type Headings = ReadonlyMap<string, readonly RegisterCommand[]>;

async function loadFeatures(): Promise<readonly FeatureAtTerminal[]> {
  const loaded = await Promise.all(features.map(({ atTerminal }) => atTerminal?.()));
  return loaded.flatMap((rows) => (rows ? [rows.atTerminal] : []));
}

/** The commands as `--help` groups them, with those of features. */
async function withFeatures(rows: readonly FeatureAtTerminal[]): Promise<Headings> {
  let headings = Object.entries(groups);
  for (const { heading, after, load } of rows.flatMap(({ commands = [] }) => commands)) {
    const added = await load();
    const existing = headings.find(([name]) => name === heading);
    if (existing) headings = headings.map(([name, all]) => [name, name === heading ? [...all, ...added] : all]);
    else headings.splice(headings.findIndex(([name]) => name === after) + 1, 0, [heading, added]);
  }
  return new Map(headings);
}

/** One invocation of the command line: arguments in, exit code out. */
export async function main(typed: readonly string[], processIo: Io): Promise<number> {
  const io = withVisibleOutput(processIo);
  const argv = withNewCommand(withDefaultArguments(typed), noticePrinter(io));
  const context: CommandContext = { io, exitCode: exitCodes.ok, features: await loadFeatures() };
  const program = programFor(context, await withFeatures(context.features));
  try {
    refuseRemoved(argv);
    await program.parseAsync([...argv], { from: 'user' });
    return context.exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
    reportFailure(error, { program, argv, io });
    return context.exitCode === exitCodes.ok ? exitCodes.error : context.exitCode;
  }
}

/** Entry of the bundle: the process around `main`. */
export async function start(argv: readonly string[]): Promise<void> {
  onExitKillGroups();
  // A reader that closed its end (`anyhook list | head`) is not an error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit());
  const code = await main(argv, {
    env: process.env,
    cwd: workingDirectory() ?? '/',
    home: homeFolder(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    ancestry: readAncestry,
  });
  for (const stream of [process.stdout, process.stderr]) await new Promise((written) => stream.write('', written));
  process.exit(code);
}

/** All commands, ready to parse; completion reads them too. */
function programFor(context: CommandContext, headings: Headings): Command {
  const { io } = context;
  const program = new Command('anyhook')
    .description('Guardrails and undo for every coding agent.')
    .version(shownVersion, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    // "log" and "log record" share option names: an option belongs to the command before it.
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp({ showGlobalOptions: false, sortOptions: false, subcommandTerm: helpTerm })
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      outputError: () => {},
      getOutHelpWidth: () => io.stdout.columns || 80,
      getErrHelpWidth: () => io.stderr.columns || 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText(
      'after',
      [
        '',
        'Exit codes: 0 success, 1 error (also if doctor or "hooks test" finds one),',
        '2 denied (fire). task and replay have their own; run uses those of the agent.',
        '',
        'Examples:',
        `  $ anyhook fire tool.before --tool shell --input '{"command":"rm -rf /"}'`,
        '  $ anyhook help fire',
      ].join('\n'),
    );
  for (const [heading, group] of headings) {
    program.commandsGroup(heading);
    for (const register of group) register(program, context);
  }
  acceptOldOptions(program, noticePrinter(io));
  return program;
}

/** Top-level help shows command names only; group help also shows arguments. */
function helpTerm(command: Command): string {
  if (!command.parent?.parent) return command.name();
  const words = command.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`));
  return [command.name(), ...words].join(' ');
}

/** No arguments: show help. `-V` is the old name of `-v`. */
function withDefaultArguments(argv: readonly string[]): readonly string[] {
  if (argv.length === 0) return ['--help'];
  return argv[0] === '-V' ? ['--version'] : argv;
}
