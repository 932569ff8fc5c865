import type { IncomingMessage } from 'node:http';
import { isObject, quoteValue } from '@anyhook/core';
import { RuntimeError } from './errors.js';
import type { RequestFields } from './fields.js';

const maxBodyBytes = 1024 * 1024;
const maxReadBytes = 64 * maxBodyBytes;
const maxLevels = 100;

/** The JSON object in a request; an empty body is an empty object. */
export async function readBody(request: IncomingMessage): Promise<RequestFields> {
  const bytes = await collectBytes(request);
  if (bytes.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw notJson(`got text that is not JSON: ${(error as Error).message}`);
  }
  if (!isObject(value)) throw notJson(`got ${quoteValue(value)}`);
  if (isDeeperThan(value, maxLevels)) throw notJson(`got one that is nested more than ${maxLevels} levels deep`);
  return value;
}

const notJson = (what: string): RuntimeError =>
  new RuntimeError('NOT_JSON', `expected one JSON object in the body, ${what}`);

/** Reads a body that is too large to its end, within limits: a client that is still sending would not read the answer. */
function collectBytes(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = () =>
    new RuntimeError('TOO_LARGE', `a body holds at most ${maxBodyBytes} bytes; put what is larger into a file`);
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > maxReadBytes) return reject(tooLarge());
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBodyBytes) return chunks.push(chunk);
      chunks.length = 0;
      return size > maxReadBytes && reject(tooLarge());
    });
    request.once('end', () => (size > maxBodyBytes ? reject(tooLarge()) : resolve(Buffer.concat(chunks))));
    const onDisconnect = () =>
      reject(new RuntimeError('CANCELLED', 'the caller went away in the middle of the request'));
    request.once('error', onDisconnect);
    request.once('close', onDisconnect);
  });
}

/** Iterative, not recursive: a deeply nested value would overflow the stack. */
function isDeeperThan(value: unknown, maxDepth: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}
