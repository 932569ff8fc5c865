// `anyhook mcp` as a process.

import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { worldOf } from '@anyhook/anyhook';
import {
  AnyhookError,
  type HttpAccess,
  homeFolder,
  keepStdoutClean,
  newId,
  onEndSignal,
  othersMayRead,
  parsePort,
  quoteValue,
  showHidden,
  version,
  workingFolder,
} from '@anyhook/core';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { openProjectAbilitySource } from '../mcp/ability-source.js';
import { listenHttp } from '../mcp/http.js';
import { createCallLimiter, createMcpServer } from '../mcp/server.js';
import { stdioTransport } from '../mcp/stdio.js';

/** Limits for concurrent and waiting calls that run programs. */
const limits = { running: 16, waiting: 4_096 };
/** Grace period for programs that do not stop when asked. */
const graceMs = 5_000;

export async function start(args: readonly string[]): Promise<void> {
  try {
    await serveMcp(args);
    process.exit(0);
  } catch (error) {
    process.stderr.write(showHidden(`anyhook: ${(error as Error).message}\n`));
    process.exit(1);
  }
}

type ConnectSession = (session: string, transport: Transport) => Promise<void>;

/** Serves until its input ends or a signal stops it. */
export async function serveMcp(args: readonly string[]): Promise<void> {
  const { env } = process;
  const { maxAbilityTools, trust, access, environment, cwd } = readOptions(args, env);
  const world = worldOf({ env, cwd: workingFolder(), home: homeFolder() }, cwd);
  const { source, close } = openProjectAbilitySource({ world, trust });
  const limiter = createCallLimiter(limits);
  const connect: ConnectSession = async (session, transport) => {
    await createMcpServer({ abilities: source, limiter, version, session, maxAbilityTools, environment }).connect(
      transport,
    );
  };
  try {
    await (access ? serveHttp(access, connect) : serveStdio(connect));
    // Running calls are cancelled; give them a moment to stop their programs.
    await Promise.race([limiter.idle(), new Promise((resolve) => setTimeout(resolve, graceMs))]);
  } finally {
    await close();
  }
}

async function serveStdio(connect: ConnectSession): Promise<void> {
  const { stdin, stdout, stderr } = process;
  if (stdin.isTTY) stderr.write(terminalHelp);
  const transport = stdioTransport(stdin, stdout);
  keepStdoutClean();
  const ended = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  onEndSignal(() => void transport.close());
  await connect(newId(), transport);
  await ended;
}

const terminalHelp = `anyhook: this is an MCP server on stdin and stdout; agents start it.
To add it to one:
  claude mcp add anyhook -- anyhook mcp
"anyhook mcp --help" shows more; Ctrl-D stops it.
`;

/** The HTTP settings, and whether the user already knows the token. */
type HttpSettings = HttpAccess & { readonly isTokenKnown: boolean };

async function serveHttp(access: HttpSettings, connect: ConnectSession): Promise<void> {
  if (!access.isTokenKnown && othersMayRead(process.stdout.fd))
    throw new AnyhookError(
      'BAD_STATE',
      'other users can read the file that this output goes to, and the token would be in it: use --token-env, or chmod 600 the file',
    );
  const { url, close, ended } = await listenHttp(access, connect);
  process.stdout.write(`serving on ${url} (process ${process.pid})\n`);
  if (!access.isTokenKnown) process.stdout.write(`token: ${access.token}\n`);
  keepStdoutClean();
  onEndSignal(close);
  await ended;
}

/** The same options as in commands/mcp.ts, which has their help texts. */
function parse(args: readonly string[]) {
  try {
    const stringOption = { type: 'string' } as const;
    const flagOption = { type: 'boolean', default: false } as const;
    return parseArgs({
      args: [...args],
      options: {
        http: flagOption,
        port: stringOption,
        host: stringOption,
        'token-env': stringOption,
        abilities: stringOption,
        environment: stringOption,
        cwd: stringOption,
        'trust-project': flagOption,
        'trust-lock': flagOption,
      },
    }).values;
  } catch (error) {
    throw new AnyhookError('BAD_ARGUMENT', `mcp: ${(error as Error).message}; see "anyhook mcp --help"`);
  }
}

type Env = Readonly<Record<string, string | undefined>>;

function readOptions(args: readonly string[], env: Env) {
  const options = parse(args);
  for (const name of ['port', 'host', 'token-env'] as const)
    if (options[name] !== undefined && !options.http)
      throw new AnyhookError('BAD_ARGUMENT', `mcp: --${name} needs --http`);
  const { environment, cwd } = options;
  const trust = options['trust-project'] ? ('project' as const) : options['trust-lock'] ? ('lock' as const) : undefined;
  return {
    maxAbilityTools: maxAbilityTools(options.abilities),
    trust,
    environment,
    cwd,
    access: readAccess(options, env),
  };
}

function maxAbilityTools(value = '50'): number {
  if (value === 'all') return Number.POSITIVE_INFINITY;
  if (value === 'none') return -1;
  if (/^\d{1,6}$/.test(value)) return Number(value);
  throw new AnyhookError('BAD_ARGUMENT', `--abilities: expected all, none or a number, got ${quoteValue(value)}`);
}

function readAccess(options: ReturnType<typeof parse>, env: Env) {
  if (!options.http) return undefined;
  const { port = '0', host = '127.0.0.1', 'token-env': tokenEnv } = options;
  return { port: parsePort(port), host, token: readToken(tokenEnv, env), isTokenKnown: tokenEnv !== undefined };
}

const minTokenLength = 16;

function readToken(name: string | undefined, env: Env): string {
  if (name === undefined) return randomBytes(32).toString('base64url');
  const token = env[name] ?? '';
  // Ability programs must not get it.
  delete process.env[name];
  if (token.length < minTokenLength || /\s/.test(token))
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `--token-env: expected at least ${minTokenLength} characters without spaces in ${name}, got ${token === '' ? 'nothing' : `${token.length} characters`}`,
    );
  return token;
}
