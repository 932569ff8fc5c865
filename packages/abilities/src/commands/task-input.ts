import { resolve } from 'node:path';
import { type Io, parseJsonOption, readAllStdin } from '@anyhook/anyhook';
import { AnyhookError, exists, readText } from '@anyhook/core';

const maxBytes = 16 * 1024 * 1024;

/** The input of a task: JSON as typed, from a file (`@file`) or from stdin (`-`). */
export async function readTaskInput(
  value: string | undefined,
  io: Io,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (value === '-') return parseJsonOption('--input (stdin)', await readAllStdin(io, maxBytes, tooLargeError));
  if (!value?.startsWith('@')) return parseJsonOption('--input', value);
  const path = resolve(io.cwd, value.slice(1));
  const text = readText(path, maxBytes);
  if (text === undefined) throw new AnyhookError('BAD_ARGUMENT', `--input: ${path} ${unreadableText(path)}`);
  return parseJsonOption(`--input (${path})`, text);
}

const tooLargeError = () => new AnyhookError('BAD_ARGUMENT', `--input: stdin has more than ${maxBytes} bytes`);

function unreadableText(path: string): string {
  if (!exists(path)) return 'does not exist; "@" names a file, relative to the working directory';
  return `cannot be read; expected a file of at most ${maxBytes / 1024 / 1024} MB that you may read`;
}
