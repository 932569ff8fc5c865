import type { Readable, Writable } from 'node:stream';
import { createLineReader, type StreamLine } from '@anyhook/core';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** Limits of one client; beyond them its input is not read. */
export const stdioLimits = { lineBytes: 4 * 1024 * 1024, openRequests: 4_096, openBytes: 64 * 1024 * 1024 } as const;

/** MCP, one message per line. Unlike the SDK's transport it skips bad or long lines, and waits for slow readers. */
export function stdioTransport(input: Readable, output: Writable): Transport {
  const reader = createLineReader(stdioLimits.lineBytes);
  const write = output.write.bind(output);
  const openRequests = new Map<string | number, number>();
  let openBytes = 0;
  let isClosed = false;

  const untrackRequest = (id: string | number) => {
    openBytes -= openRequests.get(id) ?? 0;
    openRequests.delete(id);
    if (!isClosed && openRequests.size < stdioLimits.openRequests && openBytes < stdioLimits.openBytes) input.resume();
  };
  const trackRequest = (id: string | number, bytes: number) => {
    openBytes += bytes - (openRequests.get(id) ?? 0);
    openRequests.set(id, bytes);
    if (openRequests.size >= stdioLimits.openRequests || openBytes >= stdioLimits.openBytes) input.pause();
  };
  const fail = (code: ErrorCode, message: string) => {
    // The id is unknown: JSON-RPC requires null, which the SDK's types do not allow.
    if (!isClosed) write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
  };
  const handleLine = (line: StreamLine) => {
    if ('tooLong' in line)
      return fail(ErrorCode.InvalidRequest, `a message has more than ${stdioLimits.lineBytes} bytes`);
    const message = parseMessage(line.bytes);
    if (typeof message === 'string') return fail(ErrorCode.ParseError, message);
    if (isJSONRPCRequest(message)) trackRequest(message.id, line.bytes.length);
    const cancelledId = cancelledRequestId(message);
    transport.onmessage?.(message);
    if (cancelledId !== undefined) untrackRequest(cancelledId);
  };
  const onData = (chunk: Buffer) => {
    for (const line of reader.push(chunk)) if (!isClosed) handleLine(line);
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
      const isDrained = write(`${JSON.stringify(message)}\n`);
      if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) untrackRequest(message.id ?? '');
      if (!isDrained) await waitForDrain(output);
    },
  };
  return transport;
}

/** The message on a line, or its problem. */
function parseMessage(bytes: Buffer): JSONRPCMessage | string {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    return `expected JSON: ${(error as Error).message}`;
  }
  const parsed = JSONRPCMessageSchema.safeParse(value);
  return parsed.success ? parsed.data : 'expected a JSON-RPC 2.0 message';
}

/** A cancelled request gets no answer. */
function cancelledRequestId(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

const waitForDrain = (output: Writable): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      for (const name of ['drain', 'close', 'error']) output.off(name, done);
      resolve();
    };
    for (const name of ['drain', 'close', 'error']) output.on(name, done);
  });
