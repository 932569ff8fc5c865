import { eventNames, toolKinds } from '@anyhook/core';
import type { Command, Option } from 'commander';
import { commands } from '../../../.cache/commands.js';
import { agents } from '../../agents/index.js';
import { formatNames } from '../../formats/index.js';
import { addCommand } from '../terminal/add-command.js';
import { type CompletionCommand, completionScripts } from '../terminal/completion-scripts.js';
import type { RegisterCommand } from '../terminal/context.js';
import { print } from '../terminal/io.js';

export const addCompletion: RegisterCommand = (program, { io }) => {
  addCommand(program, commands.completion).action((shell: keyof typeof completionScripts) =>
    print(io, completionScripts[shell](program.commands.map(completionOf)).trimEnd()),
  );
};

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
