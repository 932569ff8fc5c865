import { type ProcessEnd, type ProcessJob, runProcess, type StartedProcess } from '@anyhook/core';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

type ServerProgram = Omit<ProcessJob, 'stdin' | 'onStart' | 'onStdout' | 'signal'>;

/**
 * A server on stdin and stdout. The SDK's own transport has no process group, so processes that a server starts would
 * outlive it.
 */
export interface StdioServer {
  readonly transport: Transport;
  /** Settles when all processes of the server have ended. */
  readonly ended: Promise<ProcessEnd>;
  /** Whether it ended before it was stopped. */
  hasDied(): boolean;
  /** Output on stdout that was not a message, shortened. */
  strayOutput(): string;
  /** Closes its stdin, and ends its whole group if it does not exit by itself. */
  stop(): Promise<ProcessEnd>;
}

const exitGraceMs = 500;

/** Starts an MCP server that reads and writes lines of JSON. */
export function startStdioServer(
  program: ServerProgram,
  onChild?: (child: { readonly pid: number }) => void,
): StdioServer {
  const control = new AbortController();
  const lines = lineReader((line) => receive(line));
  let started: StartedProcess | undefined;
  let strayOutput = '';
  const transport: Transport = {
    start: async () => {},
    send: async (message) => started?.write(`${JSON.stringify(message)}\n`),
    close: async () => void (await stop()),
  };
  const receive = (line: string) => {
    const message = parseMessage(line);
    if (message) transport.onmessage?.(message);
    else if (strayOutput === '') strayOutput = line.trim().slice(0, 200);
  };
  const ended = runProcess({
    ...program,
    stdin: null,
    signal: control.signal,
    onStdout: lines,
    onStart: (child) => {
      started = child;
      onChild?.({ pid: child.pid });
    },
  });
  let isStopped = false;
  let hasDied = false;
  void ended.then(() => {
    hasDied = !isStopped;
    transport.onclose?.();
  });
  const stop = async () => {
    isStopped = true;
    started?.endInput();
    const timer = setTimeout(() => control.abort(), exitGraceMs);
    const end = await ended;
    clearTimeout(timer);
    return end;
  };
  return { transport, ended, hasDied: () => hasDied, strayOutput: () => strayOutput, stop };
}

function parseMessage(line: string) {
  try {
    return JSONRPCMessageSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** Whole lines of a stream whose size is limited elsewhere; pieces are joined once, not with each chunk. */
function lineReader(onLine: (line: string) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  return (chunk) => {
    let from = 0;
    for (let newline = chunk.indexOf(10); newline !== -1; newline = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, newline)]).toString('utf8');
      parts = [];
      from = newline + 1;
      if (line.trim() !== '') onLine(line);
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  };
}
