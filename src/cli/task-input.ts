import { resolve } from 'node:path';
import { AnyhookError } from '../core/errors.js';
import { exists, readText } from '../io/files.js';
import type { Io } from './io.js';
import { jsonObject } from './options.js';

const mostBytes = 16 * 1024 * 1024;

/** The input of a task: JSON as typed, from a file (`@file`) or from stdin (`-`). */
export async function readInput(
  given: string | undefined,
  io: Io,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (given === '-') return jsonObject('--input (stdin)', await fromStdin(io));
  if (!given?.startsWith('@')) return jsonObject('--input', given);
  const path = resolve(io.cwd, given.slice(1));
  const text = readText(path, mostBytes);
  if (text === undefined) throw new AnyhookError('BAD_ARGUMENT', `--input: ${path} ${whyUnread(path)}`);
  return jsonObject(`--input (${path})`, text);
}

function whyUnread(path: string): string {
  if (!exists(path)) return 'is not there; "@" names a file, from the working directory';
  return `cannot be read; expected a file of at most ${mostBytes / 1024 / 1024} MB that you may read`;
}

async function fromStdin({ stdin }: Io): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > mostBytes) throw new AnyhookError('BAD_ARGUMENT', `--input: stdin has more than ${mostBytes} bytes`);
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
}
