import { AnyhookError, nearestWord, version } from '@anyhook/core';
import type { Command } from 'commander';
import { commands } from '../../../.cache/commands.js';
import { addCommand } from '../terminal/add-command.js';
import type { RegisterCommand } from '../terminal/context.js';

/** The version without its build suffix. */
export const shownVersion = version.split('+')[0] ?? version;

export const addHelp: RegisterCommand = (program) => {
  addCommand(program, commands.help).action((words: readonly string[]) => commandNamed(words, program).outputHelp());
};

function commandNamed(words: readonly string[], program: Command): Command {
  return words.reduce((command, word) => {
    const found = command.commands.find((one) => one.name() === word);
    if (found) return found;
    const near = nearestWord(
      word,
      command.commands.map((one) => one.name()),
    );
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `unknown command '${word}'; ${near ? `did you mean ${near}?` : 'see "anyhook --help"'}`,
    );
  }, program);
}
