import { createHash, randomBytes } from 'node:crypto';
import { lastOf } from '../messages.js';
import { isToken } from '../requests.js';
import type { HubSettings, Person } from '../settings.js';
import { type HubStreams, streams } from '../streams.js';

interface Session {
  readonly name: string;
  /** The hash of the token: with another token, the sessions of the one before end. */
  readonly token: string;
  readonly until: number;
}

/** With `__Host-` a browser takes it only from this host, over TLS, and for all paths. */
const cookieName = '__Host-anyhook-hub';
const lifetimeMs = 12 * 60 * 60 * 1000;

/**
 * People at the page. The browser keeps a random text in a cookie that no script can read; every hub process finds its
 * hash in the stream. Whoever is taken out of the settings is out at once.
 */
export function createSessions(nats: HubStreams, { people }: HubSettings) {
  const subjectOf = (secret: string) => `anyhook.session.${createHash('sha256').update(secret).digest('hex')}`;
  const secretIn = (cookies = ''): string | undefined =>
    cookies
      .split(/;\s*/)
      .find((one) => one.startsWith(`${cookieName}=`))
      ?.slice(cookieName.length + 1);
  const cookie = (value: string, seconds: number): string =>
    `${cookieName}=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Strict`;
  return {
    /** Logs somebody in: who it is, and the cookie; undefined if nobody has this token. */
    async enter(token: string): Promise<{ readonly person: Person; readonly cookie: string } | undefined> {
      const person = people.find((one) => isToken(token, [one.token]));
      if (!person) return undefined;
      const secret = randomBytes(32).toString('base64url');
      const session: Session = { name: person.name, token: person.token, until: Date.now() + lifetimeMs };
      await nats.client.publish(subjectOf(secret), JSON.stringify(session));
      return { person, cookie: cookie(secret, lifetimeMs / 1000) };
    },
    async personOf(cookies: string | undefined): Promise<Person | undefined> {
      const secret = secretIn(cookies);
      if (secret === undefined || !/^[\w-]{43}$/.test(secret)) return undefined;
      const session = await lastOf<Session>(nats, streams.sessions.name, subjectOf(secret));
      if (!session || session.until < Date.now()) return undefined;
      return people.find(({ name, token }) => name === session.name && token === session.token);
    },
    /** Logs out: the cookie that ends it. */
    async leave(cookies: string | undefined): Promise<string> {
      const secret = secretIn(cookies);
      if (secret !== undefined) await nats.manager.streams.purge(streams.sessions.name, { filter: subjectOf(secret) });
      return cookie('', 0);
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
