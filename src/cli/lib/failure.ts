import { type Command, CommanderError } from 'commander';
import { AnyhookError } from '../../core/errors.js';
import { type Io, print } from './io.js';

/** One invocation that failed: its program, and what was typed. */
export interface Invocation {
  readonly program: Command;
  readonly argv: readonly string[];
  readonly io: Io;
}

/** Tells why a command failed: a line on stderr for people, with `--json` an object on stdout for programs. */
export function reportFailure(error: unknown, { program, argv, io }: Invocation): void {
  // A group without a command has shown its help, which says more.
  if (error instanceof CommanderError && error.code === 'commander.help') return;
  const command = commandIn(program, argv);
  const { code, message } = failureOf(error, command);
  if (wantsJson(command, argv)) print(io, JSON.stringify({ error: { code, message } }));
  else io.stderr.write(`anyhook: ${message}\n`);
  if (io.env['ANYHOOK_DEBUG'] && !(error instanceof CommanderError))
    io.stderr.write(`${(error as Error).stack ?? ''}\n`);
}

/** Whether somebody asked for JSON; of a command that has none, `--json` is the mistake itself. */
function wantsJson(command: Command, argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  if (!argv.slice(0, end < 0 ? argv.length : end).includes('--json')) return false;
  // Of a word that is no command, nobody knows what it would print.
  return command.commands.length > 0 || knowsJson(command);
}

/** A command takes the options of its group, too. */
const knowsJson = ({ options, parent }: Command): boolean =>
  options.some(({ long }) => long === '--json') || (parent !== null && knowsJson(parent));

/** Any error as one of ours. */
function failureOf(error: unknown, command: Command): AnyhookError {
  if (error instanceof AnyhookError) return new AnyhookError(error.code, messageOf(error), { cause: error });
  if (error instanceof CommanderError)
    return new AnyhookError('BAD_ARGUMENT', mistakeOf(error, nameOf(command)), { cause: error });
  return new AnyhookError('FAILED', messageOf(error), { cause: error });
}

/** The command that somebody means, as far as it is known. */
function commandIn(program: Command, argv: readonly string[]): Command {
  let command = program;
  for (const word of argv) {
    const next = command.commands.find((one) => one.name() === word);
    if (!next) break;
    command = next;
  }
  return command;
}

/** `anyhook task run`. */
const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

/** Commander's errors in our form: one line, with the nearest known word or where the known ones stand. */
function mistakeOf({ message }: CommanderError, command: string): string {
  const line = message
    .trim()
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*?)\?\)/s, '; did you mean $1?')
    .replaceAll('\n', ' ')
    .replace(/\.$/, '');
  return `${line}${line.includes('did you mean') ? '' : `; see "${command} --help"`}`;
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `${text.replace(/\s*\n\s*/g, ' ')}${whatToDo(error)}`;
}

const denied: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS'];

/** Files that we may not touch are told by the system, in its own words. */
function whatToDo(error: unknown): string {
  const { code, path } = error as { readonly code?: unknown; readonly path?: unknown };
  if (typeof path !== 'string') return '';
  if (denied.includes(code)) return '; check your read and write permission there';
  return code === 'ENOSPC' ? '; free some disk space, then try again' : '';
}
