import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NatsCluster } from './nats-cluster.js';
import { freePort, type Program, startProgram, waitUntil } from './programs.js';

const hubProgram = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../dist/hub.js' : 'hub.js', import.meta.url),
);

/** A self-signed certificate for this machine. */
export function makeCertificate(folder: string): { readonly cert: string; readonly key: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-x509', '-days', '2'];
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  execFileSync('openssl', ['req', ...kind, ...name, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { cert, key };
}

/** Real hub processes, and a keeper, over real NATS servers. */
export interface HubWorld {
  readonly ports: readonly number[];
  readonly certificate: string;
  readonly tokens: Readonly<Record<'enrol' | 'publish' | 'approve' | 'read', string>>;
  readonly kept: string;
  readonly org: string;
  startHub(hub: number): void;
  killHub(hub: number): Promise<void>;
  startKeeper(): void;
  endKeeper(signal?: NodeJS.Signals): Promise<void>;
  /** Changes a part of the settings; the next started process reads it. */
  configure(changes: object): void;
  readonly settingsFile: string;
  isReady(): Promise<void>;
  end(): Promise<void>;
}

export interface HubOptions {
  readonly hubs: number;
  readonly replicas: number;
  /** Settings that differ from the default, by the ports of the hubs. */
  readonly change?: (ports: readonly number[]) => object | Promise<object>;
}

export async function startHubs(
  node: string,
  folder: string,
  nats: NatsCluster,
  options: HubOptions,
): Promise<HubWorld> {
  const { hubs, replicas, change = () => ({}) } = options;
  mkdirSync(folder, { recursive: true });
  const tls = makeCertificate(folder);
  const newToken = () => randomBytes(24).toString('base64url');
  const tokens = { enrol: newToken(), publish: newToken(), approve: newToken(), read: newToken() };
  const hash = (token: string) => createHash('sha256').update(token).digest('hex');
  const kept = join(folder, 'kept');
  const ports = await Promise.all(Array.from({ length: hubs }, () => freePort()));
  let settings: object = {
    org: 'acme',
    nats: { servers: nats.urls },
    replicas,
    tokens: Object.fromEntries(Object.entries(tokens).map(([use, token]) => [use, [hash(token)]])),
    keep: { folder: kept },
    ...(await change(ports)),
  };
  const settingsOf = (hub: number) => join(folder, `hub-${hub}.json`);
  const write = () => {
    for (const [i, port] of ports.entries())
      writeFileSync(settingsOf(i), JSON.stringify({ ...settings, listen: { host: '127.0.0.1', port, ...tls } }));
  };
  write();
  const running: (Program | undefined)[] = [];
  let keeper: Program | undefined;
  const startHub = (hub: number) => {
    running[hub] = startProgram(
      node,
      [hubProgram, 'serve', '--config', settingsOf(hub)],
      join(folder, `hub-${hub}.log`),
    );
  };
  const startKeeper = () => {
    keeper = startProgram(node, [hubProgram, 'keep', '--config', settingsOf(0)], join(folder, 'keeper.log'));
  };
  const certificate = readFileSync(tls.cert, 'utf8');
  for (const i of ports.keys()) startHub(i);
  return {
    ports,
    certificate,
    tokens,
    kept,
    org: 'acme',
    settingsFile: settingsOf(0),
    startHub,
    killHub: async (hub) => running[hub]?.end(),
    startKeeper,
    endKeeper: async (signal) => keeper?.end(signal),
    configure(changes) {
      settings = { ...settings, ...changes };
      write();
    },
    async isReady() {
      for (const port of ports)
        await waitUntil(
          async () => (await send({ port, ca: certificate, path: '/v1/health' })).status === 200,
          'the hub',
        );
    },
    async end() {
      await Promise.all([...running.map((one) => one?.end()), keeper?.end()]);
    },
  };
}

/** A request to a hub. */
export interface HubSend {
  readonly port: number;
  readonly ca: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** Sends one request on a separate connection. */
export const send = (sent: HubSend): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const { port, ca, path, method = 'GET', headers, body } = sent;
    const out = request(
      { host: '127.0.0.1', servername: 'localhost', port, ca, path, method, headers: { ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
        response.on('error', reject);
      },
    );
    out.setTimeout(90_000, () => out.destroy(new Error('no answer')));
    out.on('error', reject);
    out.end(body);
  });
