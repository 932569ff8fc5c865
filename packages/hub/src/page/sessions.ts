import { createHash, randomBytes } from 'node:crypto';
import { lastOf } from '../messages.js';
import { isToken } from '../requests.js';
import type { HubSettings, Person } from '../settings.js';
import { type HubStreams, streams } from '../streams.js';

interface Session {
  readonly name: string;
  /** The hash of the token: when the token changes, its sessions end. */
  readonly token: string;
  readonly until: number;
}

/** With `__Host-` a browser accepts it only from this host, over TLS, and for all paths. */
const cookieName = '__Host-anyhook-hub';
const lifetimeMs = 12 * 60 * 60 * 1000;

/**
 * The users of the page. The browser has random text in a cookie that scripts cannot read; every hub process finds its
 * hash in the stream. A user who is removed from the settings is logged out at once.
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
    /** Logs a user in: returns the user and the cookie; undefined if the token is unknown. */
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
    /** Logs out: returns the cookie that ends the session. */
    async leave(cookies: string | undefined): Promise<string> {
      const secret = secretIn(cookies);
      if (secret !== undefined) await nats.manager.streams.purge(streams.sessions.name, { filter: subjectOf(secret) });
      return cookie('', 0);
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
