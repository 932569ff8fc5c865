import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { createLineReader, type StreamLine } from '../../platform/files/line-reader.js';

/** Limits of one client; beyond them its input is not read. */
export const stdioLimits = { lineBytes: 4 * 1024 * 1024, open: 4_096, openBytes: 64 * 1024 * 1024 } as const;

/**
 * MCP on two streams, one message per line. Unlike the SDK's transport, it answers and skips a line that is too long or
 * invalid, stops reading from a client that does not read its answers, and ends with its input.
 */
export function stdioTransport(input: Readable, output: Writable): Transport {
  const reader = createLineReader(stdioLimits.lineBytes);
  const write = output.write.bind(output);
  const open = new Map<string | number, number>();
  let openBytes = 0;
  let isClosed = false;

  const answered = (id: string | number) => {
    openBytes -= open.get(id) ?? 0;
    open.delete(id);
    if (!isClosed && open.size < stdioLimits.open && openBytes < stdioLimits.openBytes) input.resume();
  };
  const asked = (id: string | number, bytes: number) => {
    openBytes += bytes - (open.get(id) ?? 0);
    open.set(id, bytes);
    if (open.size >= stdioLimits.open || openBytes >= stdioLimits.openBytes) input.pause();
  };
  const fail = (code: ErrorCode, message: string) => {
    // The id is unknown: JSON-RPC requires null, which the SDK's types do not allow.
    if (!isClosed) write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
  };
  const take = (line: StreamLine) => {
    if ('tooLong' in line)
      return fail(ErrorCode.InvalidRequest, `a message has more than ${stdioLimits.lineBytes} bytes`);
    const read = messageOf(line.bytes);
    if (typeof read === 'string') return fail(ErrorCode.ParseError, read);
    if (isJSONRPCRequest(read)) asked(read.id, line.bytes.length);
    const cancelled = cancelledBy(read);
    transport.onmessage?.(read);
    if (cancelled !== undefined) answered(cancelled);
  };
  const onData = (chunk: Buffer) => {
    for (const line of reader.push(chunk)) if (!isClosed) take(line);
  };
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    input.off('data', onData);
    input.pause();
    transport.onclose?.();
  };
  const end = () => void close();

  const transport: Transport = {
    async start() {
      input.on('data', onData);
      for (const name of ['end', 'close', 'error']) input.on(name, end);
      for (const name of ['close', 'error']) output.on(name, end);
    },
    close,
    async send(message) {
      if (isClosed) return;
      const isThere = write(`${JSON.stringify(message)}\n`);
      if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) answered(message.id ?? '');
      if (!isThere) await drained(output);
    },
  };
  return transport;
}

/** The message on a line, or what is wrong with it. */
function messageOf(bytes: Buffer): JSONRPCMessage | string {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    return `expected JSON: ${(error as Error).message}`;
  }
  const read = JSONRPCMessageSchema.safeParse(value);
  return read.success ? read.data : 'expected a JSON-RPC 2.0 message';
}

/** A cancelled request gets no answer. */
function cancelledBy(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

const drained = (output: Writable): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      for (const name of ['drain', 'close', 'error']) output.off(name, done);
      resolve();
    };
    for (const name of ['drain', 'close', 'error']) output.on(name, done);
  });
