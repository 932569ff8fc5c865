import { resolve } from 'node:path';
import { AnyhookError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { maxPayloadBytes } from '../../core/limits.js';
import { isFile, readText } from '../../platform/files/files.js';
import type { Io } from './io.js';
import { readAll } from './read-stdin.js';

/** A native payload, with the environment that was captured beside it. */
export interface Payload {
  readonly value: unknown;
  readonly text: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Reads a payload from a file or, for `-`, from stdin: bare, or `{stdin, env}` as captured. */
export async function readPayload(file: string, io: Io): Promise<Payload> {
  const where = file === '-' ? 'stdin' : file;
  const text = file === '-' ? await readAll(io, maxPayloadBytes, () => tooLarge('stdin')) : fromFile(file, io);
  if (text.trim() === '') throw bad(where, 'got nothing');
  const value = parse(text, where);
  if (!isObject(value)) throw bad(where, 'got JSON that is no object');
  const { stdin, env } = value;
  // No agent's payload has a field called stdin; captured files have.
  if (stdin === undefined) return { value, text, env: {} };
  const inner = typeof stdin === 'string' ? parse(stdin, where) : stdin;
  const given = isObject(env) ? Object.entries(env).filter(isText) : [];
  return {
    value: inner,
    text: typeof stdin === 'string' ? stdin : JSON.stringify(stdin),
    env: Object.fromEntries(given),
  };
}

const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';

const bad = (where: string, what: string): AnyhookError =>
  new AnyhookError('BAD_PAYLOAD', `${where}: expected a payload, one JSON object, ${what}`);

const tooLarge = (where: string): AnyhookError => bad(where, `got more than ${maxPayloadBytes} bytes`);

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw bad(where, `got text that is not JSON: ${(error as Error).message}`);
  }
}

function fromFile(file: string, io: Io): string {
  const path = resolve(io.cwd, file);
  const text = readText(path, maxPayloadBytes);
  if (text !== undefined) return text;
  if (isFile(path)) throw bad(file, `got a file that cannot be read or has more than ${maxPayloadBytes} bytes`);
  throw new AnyhookError('BAD_ARGUMENT', `--payload: there is no file ${path}`);
}
