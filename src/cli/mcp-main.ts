// `anyhook mcp` as a process.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { projectDesk } from '../app/mcp-desk.js';
import { AnyhookError, show } from '../core/errors.js';
import { newId } from '../io/ids.js';
import { keepStdoutClean, onSignalEnd } from '../io/serving.js';
import { addressOf, type Door } from '../mcp/door.js';
import { createGate } from '../mcp/gate.js';
import { createHttpServer } from '../mcp/http.js';
import { createMcpServer } from '../mcp/server.js';
import { stdioTransport } from '../mcp/stdio.js';
import { version } from '../version.js';
import { type Io, worldOf } from './io.js';
import type { McpOptions } from './mcp.js';

/** Calls that run programs at once, and those that wait for their turn. */
const limits = { running: 16, waiting: 4_096 };
/** For programs that do not end when they are told to. */
const lastMs = 5_000;

/** Connects a client, and says when all that it asked for has ended. */
type Connect = (session: string, transport: Transport) => Promise<void>;

/** Serves until its input ends or somebody ends it. */
export async function serveMcp(options: McpOptions, io: Io): Promise<void> {
  const { mostOwn, trust, door } = readOptions(options, io.env);
  const { desk, close } = projectDesk({ world: worldOf(io, options.cwd), trust });
  const gate = createGate(limits);
  const connect: Connect = async (session, transport) => {
    const parts = { desk, gate, version, session, mostOwn, environment: options.environment };
    await createMcpServer(parts).connect(transport);
  };
  try {
    await (door ? serveHttp(door, connect) : serveStdio(connect));
    // What still runs has been cancelled: it gets a moment to end its programs.
    await Promise.race([gate.idle(), new Promise((resolve) => setTimeout(resolve, lastMs))]);
  } finally {
    close();
  }
}

async function serveStdio(connect: Connect): Promise<void> {
  const { stdin, stdout } = process;
  const transport = stdioTransport(stdin, stdout);
  keepStdoutClean();
  const ended = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  onSignalEnd(() => void transport.close());
  await connect(newId(), transport);
  await ended;
}

async function serveHttp(
  door: Omit<Door, 'port'> & { readonly port: number; readonly isGiven: boolean },
  connect: Connect,
) {
  let { port } = door;
  const server = createHttpServer(() => ({ ...door, port }), connect);
  server.listen(door.port, door.host);
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  process.stdout.write(`serving on ${addressOf({ ...door, port })} (process ${process.pid})\n`);
  if (!door.isGiven) process.stdout.write(`token: ${door.token}\n`);
  keepStdoutClean();
  const ended = once(server, 'close');
  onSignalEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  await ended;
}

function readOptions(options: McpOptions, env: Io['env']) {
  const { http, port, host, tokenEnv, trustProject, trustLock } = options;
  for (const [name, given] of Object.entries({ '--port': port, '--host': host, '--token-env': tokenEnv }))
    if (given !== undefined && !http) throw new AnyhookError('BAD_ARGUMENT', `mcp: ${name} needs --http`);
  const trust = trustProject ? ('project' as const) : trustLock ? ('lock' as const) : undefined;
  return { mostOwn: mostOwn(options.abilities), trust, door: http ? readDoor(options, env) : undefined };
}

function mostOwn(given = '50'): number {
  if (given === 'all') return Number.POSITIVE_INFINITY;
  if (given === 'none') return -1;
  if (/^\d{1,6}$/.test(given)) return Number(given);
  throw new AnyhookError('BAD_ARGUMENT', `--abilities: expected all, none or a number, got ${show(given)}`);
}

function readDoor({ port = '0', host = '127.0.0.1', tokenEnv }: McpOptions, env: Io['env']) {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new AnyhookError('BAD_ARGUMENT', `--port: expected a number from 0 to 65535, got ${show(port)}`);
  return { port: Number(port), host, token: tokenOf(tokenEnv, env), isGiven: tokenEnv !== undefined };
}

const shortestToken = 16;

function tokenOf(name: string | undefined, env: Io['env']): string {
  if (name === undefined) return randomBytes(32).toString('base64url');
  const token = env[name] ?? '';
  if (token.length < shortestToken || /\s/.test(token))
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `--token-env: expected at least ${shortestToken} characters without spaces in ${name}, got ${token === '' ? 'nothing' : `${token.length} characters`}`,
    );
  return token;
}
