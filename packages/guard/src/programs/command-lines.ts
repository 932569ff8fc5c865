import type { Machine } from '../machine.js';
import type { Value } from '../value.js';

/** The most lines of one input that are read. */
const maxLines = 1_000;

/** The first commands of a list. Any others are unread. */
export function firstCommands<T>(commands: readonly T[], most: number, machine: Machine): readonly T[] {
  if (commands.length > most)
    machine.note({ do: 'unread', why: 'limit', what: `${commands.length} commands: only the first ${most} were read` });
  return commands.slice(0, most);
}

/** The lines of a text. */
export const linesToRun = (text: Value, machine: Machine): readonly Value[] =>
  firstCommands(text.split('\n'), maxLines, machine);

/** The non-empty lines of a text. */
export const filledLines = (text: Value, machine: Machine): readonly Value[] =>
  linesToRun(text, machine)
    .map((line) => line.trim())
    .filter((line) => line !== '');
