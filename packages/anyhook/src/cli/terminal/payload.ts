import { resolve } from 'node:path';
import { AnyhookError, isFile, maxPayloadBytes, readText } from '@anyhook/core';
import { badPayload, type NativePayload, parsePayload } from '../../answer/native-payload.js';
import type { Io } from './io.js';
import { readAllStdin } from './read-stdin.js';

/** Reads a payload from a file or, for `-`, from stdin. */
export async function readPayloadFile(file: string, io: Io): Promise<NativePayload> {
  if (file !== '-') return parsePayload(readPayloadText(file, io), file);
  return parsePayload(await readAllStdin(io, maxPayloadBytes, () => tooLargeError('stdin')), 'stdin');
}

const tooLargeError = (where: string): AnyhookError => badPayload(where, `got more than ${maxPayloadBytes} bytes`);

function readPayloadText(file: string, io: Io): string {
  const path = resolve(io.cwd, file);
  const text = readText(path, maxPayloadBytes);
  if (text !== undefined) return text;
  if (isFile(path)) throw badPayload(file, `got a file that cannot be read or has more than ${maxPayloadBytes} bytes`);
  throw new AnyhookError('BAD_ARGUMENT', `--payload: ${path} does not exist`);
}
