import { isAbsolute, resolve } from 'node:path';
import { AnyhookError, shellWord } from '@anyhook/core';
import type { Command } from 'commander';
import { commands } from '../../../.cache/commands.js';
import { openProject } from '../../answer/engine.js';
import type { CommandExplanation } from '../../answer/guard/explain-here.js';
import { printEffects, printExamples, printExplanation } from '../print/guard.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { exitCodes, type Io, printJson, worldOf } from '../terminal/io.js';
import { problemEntry } from '../terminal/problems.js';
import { readAllStdin } from '../terminal/read-stdin.js';

type Options = OptionsOf<(typeof commands)['guard explain']>;

export const addGuard: RegisterCommand = (program, context) => {
  const command = addCommand(program, commands.guard);
  addExplain(command, context);
  addEffects(command, context);
  addTest(command, context);
};

function addExplain(guard: Command, { io }: CommandContext): void {
  // `guard explain rm -rf x`: what is not one of our options belongs to the command.
  addCommand(guard, commands['guard explain'])
    .allowUnknownOption()
    .action(async (words: readonly string[], options: Options) => {
      const explanation = await explain(words, options, io);
      if (options.json) {
        const { data: _data, ...shown } = explanation;
        printJson(io, shown);
      } else printExplanation(explanation, io);
    });
}

function addEffects(guard: Command, { io }: CommandContext): void {
  addCommand(guard, commands['guard effects'])
    .allowUnknownOption()
    .action(async (words: readonly string[], options: Options) => {
      const explanation = await explain(words, options, io);
      if (options.json) printJson(io, explanation.data);
      else printEffects(explanation, io);
    });
}

const maxCommandBytes = 1024 * 1024;

/** One word is the command as text; several are words that a shell has already split. */
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
  addCommand(guard, commands['guard test']).action((files: readonly string[], options: Options) =>
    test(files, options, context),
  );
}

async function test(files: readonly string[], options: Options, context: CommandContext): Promise<void> {
  const { io } = context;
  const world = worldOf(io, options.cwd);
  const { checkGuardFile, guardFilesOf, shippedGuardFiles } = await import('../../answer/guard/guard-examples.js');
  const named = files.map((file) => (isAbsolute(file) ? file : resolve(world.cwd, file)));
  const own =
    named.length > 0 ? named : guardFilesOf((await openProject(world)).snapshot.hooks).map(({ path }) => path);
  // Ignored parts of a file are for "anyhook hooks validate".
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
