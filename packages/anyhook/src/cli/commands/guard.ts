import { isAbsolute, resolve } from 'node:path';
import { AnyhookError, shellWord } from '@anyhook/core';
import { type Command, Option } from 'commander';
import { openProject } from '../../answer/engine.js';
import type { CommandExplanation } from '../../answer/guard/explain-here.js';
import { printEffects, printExamples, printExplanation } from '../print/guard.js';
import { type CommandContext, examplesText, type RegisterCommand } from '../terminal/context.js';
import { exitCodes, type Io, printJson, worldOf } from '../terminal/io.js';
import { cwdOption, jsonOption, trustOption } from '../terminal/options.js';
import { problemEntry } from '../terminal/problems.js';
import { readAllStdin } from '../terminal/read-stdin.js';

interface Options {
  readonly json?: true;
  readonly cwd?: string;
  readonly powershell?: true;
  readonly cmd?: true;
  readonly trustProject?: true;
}

/** `anyhook guard`: what the shell guard sees in a command. */
export const addGuard: RegisterCommand = (program, context) => {
  const command = program
    .command('guard')
    .summary('explain how the shell guard judges a command')
    .description(
      'Shows what the shell guard sees in a command: its effects, and the rules that decide about them. Nothing runs.',
    )
    .helpCommand(false)
    .addHelpText('after', examplesText(`anyhook guard explain 'rm -rf "$HOME/old"'`, 'anyhook guard test'));
  addExplain(command, context);
  addEffects(command, context);
  addTest(command, context);
};

function addExplain(guard: Command, { io }: CommandContext): void {
  withCommand(guard.command('explain'))
    .summary('say whether a command passes, and why')
    .description(
      'Says deny, ask or pass for a command, with each step, the effects and their places, the rule and its origin, ' +
        'and what to do instead. The rules and packs are those that apply in this folder.',
    )
    .addHelpText(
      'after',
      examplesText(`anyhook guard explain 'cd .. && rm -rf old'`, 'anyhook guard explain - < script.sh'),
    )
    .action(async (words: readonly string[], options: Options) => {
      const explanation = await explain(words, options, io);
      if (options.json) {
        const { data: _data, ...shown } = explanation;
        printJson(io, shown);
      } else printExplanation(explanation, io);
    });
}

function addEffects(guard: Command, { io }: CommandContext): void {
  withCommand(guard.command('effects'))
    .summary('list the effects of a command')
    .description('Lists what a command would do, without a judgement.')
    .addHelpText(
      'after',
      examplesText(`anyhook guard effects 'docker compose down -v'`, `anyhook guard effects 'tar xf a.tar' --json`),
    )
    .action(async (words: readonly string[], options: Options) => {
      const explanation = await explain(words, options, io);
      if (options.json) printJson(io, explanation.data);
      else printEffects(explanation, io);
    });
}

const withCommand = (command: Command): Command =>
  command
    .argument('<command...>', 'the command, quoted as one argument; "-" reads it from stdin')
    // `guard explain rm -rf x`: what is no option of ours belongs to the command.
    .allowUnknownOption()
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addOption(trustOption())
    .addOption(new Option('--powershell', 'it is written for PowerShell').conflicts('cmd'))
    .option('--cmd', 'it is written for cmd.exe');

const maxCommandBytes = 1024 * 1024;

/** One word is the command as text; several are words that a shell has already taken apart. */
const commandOf = (words: readonly string[]): string =>
  words.length === 1 ? (words[0] ?? '') : words.map(shellWord).join(' ');

async function explain(words: readonly string[], options: Options, io: Io): Promise<CommandExplanation> {
  const given = commandOf(words);
  const world = worldOf(io, options.cwd);
  const tooLong = () => new AnyhookError('BAD_ARGUMENT', `expected a command of at most ${maxCommandBytes} bytes`);
  const command = given === '-' ? (await readAllStdin(io, maxCommandBytes, tooLong)).replace(/\n$/, '') : given;
  const { explainHere } = await import('../../answer/guard/explain-here.js');
  const shell = options.powershell ? 'powershell' : options.cmd ? 'cmd' : 'any';
  return explainHere(command, world, { shell, ...(options.trustProject && { trust: 'project' }) });
}

function addTest(guard: Command, context: CommandContext): void {
  guard
    .command('test')
    .summary('run the examples of packs')
    .description(
      'Judges the examples of all packs: those that come with anyhook, and those in the guard files of the user and ' +
        'this project; or those of the given files. Exits 1 if one is judged otherwise than its pack says.',
    )
    .argument('[files...]', 'pack files')
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addHelpText('after', examplesText('anyhook guard test', 'anyhook guard test .agents/guard/shop.yaml'))
    .action((files: readonly string[], options: Options) => test(files, options, context));
}

async function test(files: readonly string[], options: Options, context: CommandContext): Promise<void> {
  const { io } = context;
  const world = worldOf(io, options.cwd);
  const { checkGuardFile, guardFilesOf, shippedGuardFiles } = await import('../../answer/guard/guard-examples.js');
  const named = files.map((file) => (isAbsolute(file) ? file : resolve(world.cwd, file)));
  const own =
    named.length > 0 ? named : guardFilesOf((await openProject(world)).snapshot.hooks).map(({ path }) => path);
  // What does not count in a file is for "anyhook hooks validate".
  const examplesOf = (file: string) => {
    const report = checkGuardFile(file, 'user');
    return { ...report, problems: report.problems.filter(({ severity }) => severity === 'error') };
  };
  const reports = {
    shipped: (named.length > 0 ? [] : shippedGuardFiles()).map(examplesOf),
    own: own.map(examplesOf),
  };
  const problems = [...reports.shipped, ...reports.own].flatMap((one) => one.problems);
  if (problems.length > 0) context.exitCode = exitCodes.error;
  if (options.json)
    printJson(io, {
      packs: [...reports.shipped, ...reports.own].reduce((sum, { packs }) => sum + packs, 0),
      examples: [...reports.shipped, ...reports.own].reduce((sum, { examples }) => sum + examples, 0),
      problems: problems.map(problemEntry),
    });
  else printExamples(reports, { ...io, cwd: world.cwd });
}
