import { readFileSync } from 'node:fs';
import { isObject } from '@anyhook/core';
import { fleetNamePattern, fleetNameText } from '@anyhook/fleet';

/** What a token allows. */
export const tokenUses = {
  enrol: 'enrol a device: the MDM puts it on machines',
  publish: 'nudge devices: for the pipeline that publishes a policy',
  approve: 'read pending approvals and answer them',
  read: 'read the state of the fleet',
} as const;

export type TokenUse = keyof typeof tokenUses;

/** What a user may do on the page. */
export const personRights = {
  look: 'see the fleet and the open questions',
  decide: 'see these and decide, with a passkey in the policy',
} as const;

export type PersonRight = keyof typeof personRights;

/** A user who may log in at the page. */
export interface Person {
  readonly name: string;
  /** SHA-256 of the token, in hex. */
  readonly token: string;
  readonly may: PersonRight;
}

/** The settings of a hub, from its file. */
export interface HubSettings {
  readonly org: string;
  readonly servers: readonly string[];
  /** A file with the token for NATS. */
  readonly natsTokenFile?: string;
  readonly replicas: number;
  readonly host: string;
  readonly port: number;
  /** PEM files; undefined if a proxy in front ends TLS. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** SHA-256 of the tokens, in hex. */
  readonly tokens: Readonly<Record<TokenUse, readonly string[]>>;
  /** The folder of the keeper. */
  readonly folder?: string;
  readonly otlp?: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  /** A file with the address of a Postgres database, such as postgres://user:password@host/audit. */
  readonly postgresUrlFile?: string;
  /** The browser address of the page, such as https://hub.acme.example; missing: no page. */
  readonly origin?: string;
  readonly people: readonly Person[];
  /** The policy server, whose documents define the rings. */
  readonly policyUrl?: string;
}

/** An error in the settings or on the command line. */
export class SettingsError extends Error {}

const known = [
  ...['org', 'nats', 'replicas', 'listen', 'tokens', 'keep', 'otlp', 'postgres', 'page', 'people', 'policy'],
];

/** Reads the settings file; each error names the field. */
export function readSettings(file: string): HubSettings {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SettingsError(
      `${file}: expected a JSON file with the settings of the hub, got: ${(error as Error).message}`,
    );
  }
  const refuse = (field: string, expected: string, came: unknown): never => {
    throw new SettingsError(`${file}: ${field}: expected ${expected}, got ${JSON.stringify(came) ?? 'nothing'}`);
  };
  const part = (from: Record<string, unknown>, field: string, fields: readonly string[]): Record<string, unknown> => {
    const inside = from[field] ?? {};
    if (!isObject(inside)) return refuse(field, 'an object', inside);
    const other = Object.keys(inside).find((name) => !fields.includes(name));
    if (other !== undefined) refuse(`${field}.${other}`, `one of ${fields.join(', ')}`, other);
    return inside;
  };
  const text = (field: string, came: unknown): string =>
    typeof came === 'string' && came !== '' ? came : refuse(field, 'a text', came);
  const texts = (field: string, came: unknown): readonly string[] =>
    Array.isArray(came) ? came.map((one, i) => text(`${field}.${i}`, one)) : refuse(field, 'a list of texts', came);
  if (!isObject(value)) return refuse('the file', 'an object', value);
  const top = value;
  const unknown = Object.keys(top).find((name) => !known.includes(name));
  if (unknown !== undefined) refuse(unknown, `one of ${known.join(', ')}`, unknown);
  const nats = part(top, 'nats', ['servers', 'tokenFile']);
  const listen = part(top, 'listen', ['host', 'port', 'cert', 'key', 'plainHttp']);
  const tokens = part(top, 'tokens', Object.keys(tokenUses));
  const keep = part(top, 'keep', ['folder']);
  const otlp = part(top, 'otlp', ['url', 'headers']);
  const postgres = part(top, 'postgres', ['urlFile']);
  const page = part(top, 'page', ['origin']);
  const policy = part(top, 'policy', ['url']);
  const org = text('org', top['org']);
  if (!fleetNamePattern.test(org)) refuse('org', fleetNameText, org);
  const { port = 8443, cert, key, plainHttp = false } = listen;
  const { replicas = 3 } = top;
  if (replicas !== 1 && replicas !== 3 && replicas !== 5) return refuse('replicas', '1, 3 or 5', replicas);
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 0 || port > 65_535)
    return refuse('listen.port', 'a port', port);
  if (typeof plainHttp !== 'boolean') refuse('listen.plainHttp', 'true or false', plainHttp);
  if (plainHttp !== true && (cert === undefined || key === undefined))
    refuse('listen', 'cert and key, or plainHttp: true behind a proxy that ends TLS', listen);
  const hashes = (use: TokenUse) =>
    texts(`tokens.${use}`, tokens[use] ?? []).map((hash) =>
      hashPattern.test(hash) ? hash : refuse(`tokens.${use}`, 'hashes, as "anyhook-hub token" prints them', hash),
    );
  const headers = otlp['headers'] ?? {};
  if (!isObject(headers)) return refuse('otlp.headers', 'an object', headers);
  return {
    org,
    servers: texts('nats.servers', nats['servers']),
    ...(nats['tokenFile'] !== undefined && { natsTokenFile: text('nats.tokenFile', nats['tokenFile']) }),
    replicas,
    host: text('listen.host', listen['host'] ?? '0.0.0.0'),
    port,
    ...(plainHttp !== true && { tls: { cert: text('listen.cert', cert), key: text('listen.key', key) } }),
    tokens: { enrol: hashes('enrol'), publish: hashes('publish'), approve: hashes('approve'), read: hashes('read') },
    ...(keep['folder'] !== undefined && { folder: text('keep.folder', keep['folder']) }),
    ...(otlp['url'] !== undefined && {
      otlp: {
        url: text('otlp.url', otlp['url']),
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, one]) => [name, text(`otlp.headers.${name}`, one)]),
        ),
      },
    }),
    ...(postgres['urlFile'] !== undefined && { postgresUrlFile: text('postgres.urlFile', postgres['urlFile']) }),
    ...(page['origin'] !== undefined && { origin: readOrigin(text('page.origin', page['origin']), refuse) }),
    people: readPeople(top['people'] ?? [], refuse),
    ...(policy['url'] !== undefined && { policyUrl: text('policy.url', policy['url']).replace(/\/+$/, '') }),
  };
}

type Refuse = (field: string, expected: string, came: unknown) => never;

/** Passkeys need a host name and TLS; localhost is enough for a test on one machine. */
function readOrigin(origin: string, refuse: Refuse): string {
  const isGood = URL.canParse(origin) && new URL(origin).origin === origin;
  const { protocol, hostname } = isGood ? new URL(origin) : { protocol: '', hostname: '' };
  if (protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')) return origin;
  return refuse('page.origin', 'the address of the page, such as https://hub.acme.example', origin);
}

function readPeople(came: unknown, refuse: Refuse): readonly Person[] {
  if (!Array.isArray(came))
    return refuse('people', 'a list of people, as "anyhook-hub token --person" prints them', came);
  const people = came.map((one: unknown, i): Person => {
    const field = `people.${i}`;
    if (!isObject(one)) return refuse(field, 'an object with name, token and may', one);
    const other = Object.keys(one).find((name) => !['name', 'token', 'may'].includes(name));
    if (other !== undefined) refuse(`${field}.${other}`, 'one of name, token, may', other);
    const { name, token, may } = one;
    if (typeof name !== 'string' || !personPattern.test(name)) return refuse(`${field}.name`, personText, name);
    if (typeof token !== 'string' || !hashPattern.test(token))
      return refuse(`${field}.token`, 'a hash, as "anyhook-hub token --person" prints it', token);
    if (may !== 'look' && may !== 'decide') return refuse(`${field}.may`, '"look" or "decide"', may);
    return { name, token, may };
  });
  const twice = people.find(({ name }, i) => people.findIndex((one) => one.name === name) < i);
  if (twice) refuse('people', 'each name once', twice.name);
  return people;
}

/** Names of users: they are displayed and recorded. */
export const personPattern = /^[\w.@-]{1,80}$/;
export const personText = 'a name of letters, digits and . _ @ -';
const hashPattern = /^[0-9a-f]{64}$/;
