import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { hubLimits, hubPaths } from '@anyhook/fleet';
import type { HubParts, Routes } from './call.js';
import { deviceRoutes } from './device-routes.js';
import { openFleet } from './fleet-state.js';
import { openMailbox } from './mailbox.js';
import { openNudges } from './nudges.js';
import { openPage } from './page/page-server.js';
import { HubRefusal } from './problem.js';
import { createDeviceCheck, readBody, sendJson } from './requests.js';
import type { HubSettings } from './settings.js';
import { createStore } from './store.js';
import { ensureStreams, type HubStreams } from './streams.js';
import { tokenRoutes } from './token-routes.js';

const routes: Routes = { ...deviceRoutes, ...tokenRoutes };

export async function startServer(settings: HubSettings, streams: HubStreams, log: (text: string) => void) {
  const store = createStore(streams);
  const devices = createDeviceCheck(store);
  const nudges = await openNudges(streams, store, log);
  const mailbox = openMailbox(streams);
  const fleet = openFleet(store, settings.org);
  const parts: HubParts = { settings, store, devices, nudges, mailbox, fleet, log };
  const page = openPage(streams, parts);
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    void ((request.url ?? '').startsWith('/v1/') ? answer(request, response, parts) : page(request, response));
  const { tls } = settings;
  const server: Server = tls
    ? createHttpsServer({ cert: readFileSync(tls.cert), key: readFileSync(tls.key) }, handle)
    : createHttpServer(handle);
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: settings.port, host: settings.host, backlog: 4096 }, resolve);
  });
  void watchConnection(streams, async () => {
    devices.forget();
    mailbox.forget();
    await ensureStreams(streams.manager, settings.replicas);
    await nudges.catchUp();
  });
  return {
    port: (server.address() as { readonly port: number }).port,
    close(): void {
      nudges.close();
      mailbox.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Reads again what others wrote while the connection was lost. */
async function watchConnection({ connection }: HubStreams, again: () => Promise<void>): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type !== 'reconnect') continue;
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const isDone = await again().then(
        () => true,
        () => false,
      );
      if (isDone) break;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, parts: HubParts): Promise<void> {
  try {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const name = routeOf(`${request.method} ${path}`);
    if (name === undefined) throw notARoute(path, request.method);
    const limit = path === hubPaths.audit ? hubLimits.batchBytes : hubLimits.bodyBytes;
    const body = await readBody(request, limit);
    const rest = path.slice(name.slice(name.indexOf(' ') + 1).length);
    await routes[name]?.({ request, response, body, query: new URLSearchParams(query), rest }, parts);
  } catch (error) {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const known = error instanceof HubRefusal ? error : notStored(error as Error, parts.log);
    // The rest of a large body is not read.
    if (known.code === 'TOO_LARGE') response.setHeader('connection', 'close');
    sendJson(response, known.status, known.body);
  }
}

/** The route for a request: by its whole path, or without the last segment. */
function routeOf(asked: string): string | undefined {
  if (Object.hasOwn(routes, asked)) return asked;
  const folder = asked.slice(0, asked.lastIndexOf('/') + 1);
  return folder.length < asked.length && Object.hasOwn(routes, folder) ? folder : undefined;
}

function notARoute(path: string, method = ''): HubRefusal {
  const others = ['GET', 'POST'].filter((one) => routeOf(`${one} ${path}`) !== undefined);
  if (others.length === 0) return new HubRefusal('NOT_FOUND', `${path}: the hub has nothing there`);
  return new HubRefusal('WRONG_METHOD', `${path}: expected ${others.join(' or ')}, got ${method}`);
}

/** An error that the sender did not cause. */
function notStored(error: Error, log: (text: string) => void): HubRefusal {
  log(`a request failed: ${error.message}`);
  return new HubRefusal('NOT_STORED', `nothing was stored: ${error.message}; send it again later`);
}
