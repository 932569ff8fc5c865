import { AnyhookError, eventNames, findOnPath, pathVariable, toolKinds } from '@anyhook/core';
import { Argument, type Command, type Option } from 'commander';
import { agents } from '../../agents/index.js';
import { formatNames } from '../../formats/index.js';
import { installWorld } from '../../install/install-world.js';
import {
  installCompletion,
  planCompletion,
  planCompletionRemoval,
  removeCompletion,
} from '../../install/shell-completion.js';
import { changesFile } from '../../install/uninstall-plan.js';
import { printFileList } from '../print/file-changes.js';
import { type CompletionCommand, completionScripts, shells } from '../terminal/completion-scripts.js';
import { type CommandContext, examplesText, type RegisterCommand } from '../terminal/context.js';
import { requireHuman } from '../terminal/human.js';
import { exitCodes, type Io, noticePrinter, print, worldOf } from '../terminal/io.js';
import { requireSupportedSystem } from '../terminal/supported-system.js';

type Shell = (typeof shells)[number];

interface Options {
  readonly install?: true;
  readonly uninstall?: true;
}

/** `anyhook completion`: a script for the shell, made from the commands themselves. */
export const addCompletion: RegisterCommand = (program, context) => {
  program
    .command('completion')
    .summary('complete commands in your shell')
    .description(
      'Prints a completion script for a shell. With --install, writes it to a file that the shell reads: marked lines in ' +
        '~/.bashrc or ~/.zshrc, or a file in the completions folder of fish. "anyhook uninstall" removes it too. Run it again ' +
        'after an update of anyhook.',
    )
    .addArgument(new Argument('[shell]', 'the shell; with --install, the one in $SHELL').choices(shells))
    .option('--install', 'write the script and the lines that load it')
    .option('--uninstall', 'remove what --install wrote, for this shell or for all')
    .addHelpText(
      'after',
      examplesText(
        'anyhook completion --install',
        'source <(anyhook completion bash)',
        'anyhook completion fish | source',
      ),
    )
    .action((shell: Shell | undefined, options: Options) => complete(program, shell, options, context));
};

async function complete(
  program: Command,
  shell: Shell | undefined,
  options: Options,
  context: CommandContext,
): Promise<void> {
  const { io } = context;
  if (options.install && options.uninstall)
    throw new AnyhookError('BAD_ARGUMENT', '--install and --uninstall: choose one of them');
  if (options.uninstall) return uninstall(shell, context);
  const named = shell ?? (options.install ? shellOfUser(io) : undefined);
  if (!named)
    throw new AnyhookError('BAD_ARGUMENT', `completion: expected a shell (${shells.join(', ')}), got none; name one`);
  const script = completionScripts[named](program.commands.map(completionOf));
  if (options.install) await install(named, script, io);
  else print(io, script.trimEnd());
}

/** The shell that the user logs in with. */
function shellOfUser({ env }: Io): Shell {
  const name = env['SHELL']?.split('/').pop() ?? '';
  const found = shells.find((one) => one === name);
  if (found) return found;
  throw new AnyhookError(
    'BAD_ARGUMENT',
    `completion --install: expected ${shells.join(', ')} in $SHELL, got ${name === '' ? 'nothing' : `"${name}"`}; name the shell: anyhook completion bash --install`,
  );
}

async function install(shell: Shell, script: string, io: Io): Promise<void> {
  requireWritable(io, '--install');
  const machine = installWorld(worldOf(io));
  const changes = planCompletion(machine, shell, script);
  if (typeof changes === 'string') throw new AnyhookError('FAILED', `${changes}. Nothing was written`);
  if (changes.length === 0) return print(io, `Completion for ${shell} is there already.`);
  printFileList(io, changes);
  await installCompletion(machine, changes);
  print(io, `Completion for ${shell} is installed: open a new ${shell} to use it.`);
  if (!findOnPath('anyhook', pathVariable(io.env)))
    noticePrinter(io)('"anyhook" is not on your PATH, and npx has no completion: npm install --global anyhook');
}

async function uninstall(shell: Shell | undefined, context: CommandContext): Promise<void> {
  const { io } = context;
  requireWritable(io, '--uninstall');
  const machine = installWorld(worldOf(io));
  const plan = planCompletionRemoval(machine, shell);
  const changes = plan.removals.filter(changesFile);
  printFileList(io, changes);
  await removeCompletion(machine, plan);
  for (const problem of plan.problems) print(io, problem);
  if (plan.problems.length > 0) context.exitCode = exitCodes.error;
  else print(io, changes.length > 0 ? 'completion removed' : 'nothing to remove');
}

/** Throws where the start files of a shell must not be changed. */
function requireWritable(io: Io, option: string): void {
  const what = `"anyhook completion ${option}"`;
  requireSupportedSystem(io, what, 'it writes for bash, zsh and fish only. Nothing was written');
  requireHuman(io, { action: what, advice: 'it changes the start files of your shell', confirm: false });
}

/** Possible values of options and arguments, by name. */
const knownValues: Readonly<Record<string, readonly string[]>> = {
  event: eventNames,
  format: formatNames(),
  to: formatNames(),
  agent: agents.map(({ name }) => name),
  tool: Object.keys(toolKinds),
};

function completionOf(command: Command): CompletionCommand {
  const allOptions = [command, ...command.commands].flatMap((one) => one.options.filter(({ hidden }) => !hidden));
  const options = [...new Map(allOptions.map((option) => [option.flags, option])).values()].map((option) => ({
    flag: option.long ?? option.flags,
    text: option.description,
    values: takesValue(option) ? (option.argChoices ?? knownValues[option.attributeName()] ?? []) : undefined,
  }));
  const argumentWords = [
    ...command.commands.map((one) => one.name()),
    ...command.registeredArguments.flatMap((one) => one.argChoices ?? knownValues[one.name()] ?? []),
  ];
  return { name: command.name(), text: command.summary() || command.description(), options, argumentWords };
}

const takesValue = (option: Option): boolean => option.required || option.optional;
