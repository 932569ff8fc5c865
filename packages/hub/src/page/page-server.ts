import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pageHeaders, pageHtml } from '@anyhook/anyhook';
import { type HttpNames, rejectOtherOrigins } from '@anyhook/core';
import { hubLimits } from '@anyhook/fleet';
import type { HubParts } from '../call.js';
import { HubRefusal } from '../problem.js';
import { jsonOf, readBody } from '../requests.js';
import type { Person } from '../settings.js';
import type { HubStreams } from '../streams.js';
import { type PageParts, pageRoutes } from './page-routes.js';
import { openPolicy } from './published-policy.js';
import { createSessions, type Sessions } from './sessions.js';

/** The files of the page, which the build puts next to the program. */
const readAsset = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Serves the page to browsers, and its API to the page. */
export function openPage(streams: HubStreams, parts: HubParts) {
  const { origin, policyUrl, org } = parts.settings;
  if (origin === undefined)
    return (_request: IncomingMessage, response: ServerResponse) => void refuse(response, noPage());
  const { host, protocol } = new URL(origin);
  const names: HttpNames = { hosts: [host], origins: [origin] };
  const sessions = createSessions(streams, parts.settings);
  const pageParts: PageParts = { ...parts, policy: openPolicy(policyUrl, org) };
  const assets = {
    '/': { type: 'text/html; charset=utf-8', text: pageHtml('anyhook hub') },
    '/page.js': { type: 'text/javascript; charset=utf-8', text: readAsset('page.js') },
    '/page.css': { type: 'text/css; charset=utf-8', text: readAsset('page.css') },
  } as const;

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
    if (protocol === 'https:') response.setHeader('strict-transport-security', 'max-age=31536000');
    try {
      const { method = '', headers } = request;
      const url = new URL(request.url ?? '/', origin);
      if (!url.pathname.startsWith('/api/')) {
        // A link in a colleague's message may lead here, so the page is the same for everyone.
        if (headers.host?.toLowerCase() !== host) throw foreign(`the Host header must be ${host}`);
        const asset = Object.hasOwn(assets, url.pathname) ? assets[url.pathname as keyof typeof assets] : undefined;
        if (!asset) throw new HubRefusal('NOT_FOUND', `${url.pathname}: the hub has nothing there`);
        if (method !== 'GET') throw new HubRefusal('WRONG_METHOD', `${url.pathname}: expected GET, got ${method}`);
        return void response.writeHead(200, { 'content-type': asset.type }).end(asset.text);
      }
      const rejected = rejectOtherOrigins(headers, names, { needsOrigin: method !== 'GET' });
      if (rejected) throw foreign(rejected.message);
      await answerApi(request, response, url, { parts: pageParts, sessions });
    } catch (error) {
      if (response.headersSent) return void response.destroy();
      refuse(response, error instanceof HubRefusal ? error : failed(error as Error, parts.log));
    }
  };
}

async function answerApi(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  { parts, sessions }: { readonly parts: PageParts; readonly sessions: Sessions },
): Promise<void> {
  const { method = '', headers } = request;
  const send = (value: unknown) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  if (method !== 'GET' && !/^application\/json(?:;|$)/i.test(headers['content-type'] ?? ''))
    throw new HubRefusal('BAD_REQUEST', `content-type: expected application/json, got "${headers['content-type']}"`);
  const body = method === 'GET' ? undefined : jsonOf(await readBody(request, hubLimits.bodyBytes));
  const name = `${method} ${url.pathname}`;
  if (name === 'POST /api/enter') {
    const entered = await sessions.enter(tokenIn(body));
    if (!entered) throw new HubRefusal('BAD_TOKEN', 'unknown token: ask the administrator of the hub for one');
    parts.log(`${entered.person.name} logged in at the page`);
    response.setHeader('set-cookie', entered.cookie);
    return send({});
  }
  if (name === 'POST /api/leave') {
    response.setHeader('set-cookie', await sessions.leave(headers.cookie));
    return send({});
  }
  const person = await sessions.personOf(headers.cookie);
  if (!person) throw new HubRefusal('BAD_TOKEN', 'log in with your token');
  const route = Object.hasOwn(pageRoutes, name) ? pageRoutes[name] : undefined;
  if (!route) throw new HubRefusal('NOT_FOUND', `unknown route: ${name}`);
  requireRight(person, route.needs);
  send(await route.answer({ person, query: url.searchParams, body }, parts));
}

function requireRight({ name, may }: Person, needs: Person['may']): void {
  if (needs === 'decide' && may !== 'decide')
    throw new HubRefusal('NOT_ALLOWED', `${name} may look but not decide, by "may" in the settings of the hub`);
}

function tokenIn(body: unknown): string {
  const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : undefined;
  return typeof token === 'string' && token.length <= 256 ? token : '';
}

const foreign = (message: string): HubRefusal => new HubRefusal('NOT_ALLOWED', message);

const noPage = (): HubRefusal =>
  new HubRefusal('NOT_FOUND', 'this hub has no page: "page.origin" is not in its settings');

function failed(error: Error, log: (text: string) => void): HubRefusal {
  log(`a request of the page failed: ${error.message}`);
  return new HubRefusal('NOT_STORED', `the hub failed: ${error.message}`);
}

/** The page shows the text as the error. */
function refuse(response: ServerResponse, { status, message }: HubRefusal): void {
  response.shouldKeepAlive = false;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: message }));
}
