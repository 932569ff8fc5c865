import { AnyhookError } from '@anyhook/core';
import { type Command, CommanderError } from 'commander';
import { type Io, print } from './io.js';

export interface Invocation {
  readonly program: Command;
  readonly argv: readonly string[];
  readonly io: Io;
}

/** Reports why a command failed: a line on stderr, or with `--json` an object on stdout. */
export function reportFailure(error: unknown, { program, argv, io }: Invocation): void {
  // A group without a command already printed its help.
  if (error instanceof CommanderError && error.code === 'commander.help') return;
  const command = findCommand(program, argv);
  const { code, message } = failureOf(error, command);
  if (wantsJson(command, argv)) print(io, JSON.stringify({ error: { code, message } }));
  else io.stderr.write(`anyhook: ${message}\n`);
  if (io.env['ANYHOOK_DEBUG'] && !(error instanceof CommanderError))
    io.stderr.write(`${(error as Error).stack ?? ''}\n`);
}

/** Is JSON requested? If the command has no `--json`, that option is itself the error. */
function wantsJson(command: Command, argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  if (!argv.slice(0, end < 0 ? argv.length : end).includes('--json')) return false;
  // For an unknown command, assume that it has `--json`.
  return command.commands.length > 0 || acceptsJson(command);
}

/** A command also accepts the options of its group. */
const acceptsJson = ({ options, parent }: Command): boolean =>
  options.some(({ long }) => long === '--json') || (parent !== null && acceptsJson(parent));

function failureOf(error: unknown, command: Command): AnyhookError {
  if (error instanceof AnyhookError) return new AnyhookError(error.code, messageOf(error), { cause: error });
  if (error instanceof CommanderError)
    return new AnyhookError('BAD_ARGUMENT', usageErrorText(error, fullName(command)), { cause: error });
  return new AnyhookError('FAILED', messageOf(error), { cause: error });
}

/** The command that the arguments name, as far as it is known. */
function findCommand(program: Command, argv: readonly string[]): Command {
  let command = program;
  for (const word of argv) {
    const next = command.commands.find((one) => one.name() === word);
    if (!next) break;
    command = next;
  }
  return command;
}

/** `anyhook task run`. */
const fullName = (command: Command): string =>
  command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();

/** Rewrites Commander's errors: one line, with the nearest known word or the help command. */
function usageErrorText({ message }: CommanderError, command: string): string {
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
  return `${text.replace(/(?<!\s)\s*\n\s*/g, ' ')}${adviceFor(error)}`;
}

const permissionCodes: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS'];

/** Adds advice to errors of the file system. */
function adviceFor(error: unknown): string {
  const { code, path } = error as { readonly code?: unknown; readonly path?: unknown };
  if (typeof path !== 'string') return '';
  if (permissionCodes.includes(code)) return '; check your read and write permission there';
  return code === 'ENOSPC' ? '; free some disk space, then try again' : '';
}
