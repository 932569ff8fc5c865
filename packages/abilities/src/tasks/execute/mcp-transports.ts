import { type Environment, type ProcessEnd, type ProcessJob, runProcess, type StartedProcess } from '@anyhook/core';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

type ServerProgram = Omit<ProcessJob, 'stdin' | 'onStart' | 'onStdout' | 'signal'>;

/** A server on stdin and stdout, in a process group, which the SDK's transport lacks, so what it starts ends too. */
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

/** What any program needs. A server is untrusted: it gets only the secrets that its registry file names. */
const passedVariables: readonly string[] = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TERM',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'TZ',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  // Windows
  'APPDATA',
  'LOCALAPPDATA',
  'PATHEXT',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERPROFILE',
];

type ServerEnvironment =
  | {
      readonly ok: true;
      readonly variables: Environment;
      /** Values of the caller that only the server may see. */
      readonly secrets: readonly string[];
    }
  | { readonly ok: false; readonly why: string };

/** A few variables of the caller, and the declared ones, whose values may refer to `${OTHERS}`. */
export function serverEnvironment(declared: Readonly<Record<string, string>>, env: Environment): ServerEnvironment {
  const variables: Record<string, string | undefined> = {};
  const secrets: string[] = [];
  let why: string | undefined;
  for (const name of passedVariables) if (env[name] !== undefined) variables[name] = env[name];
  for (const [name, value] of Object.entries(declared)) {
    variables[name] = value.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, variable: string) => {
      const callerValue = Object.hasOwn(env, variable) ? env[variable] : undefined;
      if (callerValue === undefined)
        why ??= `the variable ${variable} is not set, and "env.${name}" of the server needs it`;
      else if (!passedVariables.includes(variable)) secrets.push(callerValue);
      return callerValue ?? '';
    });
  }
  return why === undefined ? { ok: true, variables, secrets } : { ok: false, why };
}

interface TransportLimits {
  readonly headers: Readonly<Record<string, string>>;
  /** Limit for all answers together. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  onTooMuch(): void;
  /** An answer broke off; the SDK would wait for the rest until the timeout. */
  onBroken(): void;
}

/** A server at a URL; redirects stay within its origin. */
export function httpTransport(url: URL, limits: TransportLimits): StreamableHTTPClientTransport {
  let remainingBytes = limits.maxBytes;
  const boundedFetch: FetchLike = async (address, init) => {
    const signal = init?.signal ? AbortSignal.any([init.signal, limits.signal]) : limits.signal;
    const response = await fetch(address, { ...init, signal });
    const reader = response.body?.getReader();
    if (!reader) return response;
    let isCancelled = false;
    const readChunk = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const { done, value } = await reader.read();
      if (isCancelled) return;
      if (done) return controller.close();
      remainingBytes -= value.length;
      if (remainingBytes >= 0) return controller.enqueue(value);
      limits.onTooMuch();
      throw new Error('too much output');
    };
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        readChunk(controller).catch((error: unknown) => {
          if (isCancelled) return;
          if (init?.method === 'POST' && !signal.aborted) limits.onBroken();
          controller.error(error);
        }),
      cancel(why) {
        isCancelled = true;
        return reader.cancel(why);
      },
    });
    return new Response(body, response);
  };
  return new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { ...limits.headers } },
    fetch: boundedFetch,
  });
}
