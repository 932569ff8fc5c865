// `anyhook serve` as a process.

import { createServer, type Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  AnyhookError,
  homeFolder,
  keepStdoutClean,
  listenAt,
  onEndSignal,
  showHidden,
  workingFolder,
} from '@anyhook/core';
import { createServeEngine, type ServeEngine } from '../../api/serve/serve-engine.js';
import { type ServedStream, serveStream } from '../../api/serve/stream.js';

/** How often to check that the socket file still exists. */
const watchMs = 2_000;
/** Grace period for hooks that do not stop, and for answers that no client reads. */
const graceMs = 5_000;
const maxClients = 256;

/** Entry of the bundle. */
export async function start(args: readonly string[]): Promise<void> {
  try {
    await serveClients(args);
    process.exit(0);
  } catch (error) {
    process.stderr.write(showHidden(`anyhook: ${(error as Error).message}\n`));
    process.exit(1);
  }
}

/** Serves until its input ends or a signal stops it. */
export async function serveClients(args: readonly string[]): Promise<void> {
  const { stdio, socket, trust } = parse(args);
  const engine = createServeEngine({
    world: { cwd: workingFolder(), env: process.env, home: homeFolder() },
    trust,
    programs: Math.max(4, 2 * availableParallelism()),
  });
  if (stdio === (socket !== undefined))
    throw new AnyhookError('BAD_ARGUMENT', 'serve needs either --stdio or --socket <path>');
  await (socket === undefined ? serveStdio(engine) : serveSocket(engine, resolve(socket)));
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        stdio: { type: 'boolean', default: false },
        socket: { type: 'string' },
        'trust-project': { type: 'boolean' },
        'trust-lock': { type: 'boolean' },
      },
    });
    const trust = values['trust-project'] ? 'project' : values['trust-lock'] ? 'lock' : undefined;
    return { stdio: values.stdio, socket: values.socket, trust } as const;
  } catch (error) {
    throw new AnyhookError('BAD_ARGUMENT', `serve: ${(error as Error).message}; see "anyhook serve --help"`);
  }
}

async function serveStdio(engine: ServeEngine): Promise<void> {
  const { stdin, stdout } = process;
  const served = serveStream(stdin, stdout, engine.forStream());
  const write = stdout.write.bind(stdout);
  keepStdoutClean();
  onEndSignal(() => {
    served.cancel();
    setTimeout(() => process.exit(1), graceMs).unref();
  });
  await served.ended;
  await new Promise((written) => write('', written));
  await waitForDetails();
}

/** Waits until the details of the last decisions are written, which happens when the process is idle. */
const waitForDetails = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function serveSocket(engine: ServeEngine, path: string): Promise<void> {
  const clients = new Set<ServedStream>();
  const server = createServer((socket: Socket) => {
    const served = serveStream(socket, socket, engine.forStream());
    clients.add(served);
    // A half-closed connection cannot be told from a dead client.
    socket.on('end', served.cancel);
    void served.ended.then(() => {
      clients.delete(served);
      socket.end();
    });
  });
  server.maxConnections = maxClients;
  const socketFile = await listenAt(server, path);
  process.stdout.write(`serving on ${path} (process ${process.pid})\n`);
  await new Promise<void>((ended) => {
    const shutDown = () => {
      clearInterval(watch);
      socketFile.close();
      setTimeout(ended, graceMs);
      const all = [...clients];
      for (const client of all) client.cancel();
      // Wait a moment, so that the last answers are sent.
      void Promise.all(all.map((client) => client.ended)).then(() => setTimeout(ended, 30));
    };
    const watch = setInterval(() => {
      if (!socketFile.isOurs()) shutDown();
    }, watchMs);
    onEndSignal(shutDown);
  });
  await waitForDetails();
}
