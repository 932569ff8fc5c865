import type { Authentication } from '../../abilities/ability.js';
import type { Environment } from '../../io/environment.js';

/** What is sent to prove who asks, and the texts that must be seen nowhere else. */
export type Credentials =
  | { readonly ok: true; readonly headers: Readonly<Record<string, string>>; readonly secrets: readonly string[] }
  | { readonly ok: false; readonly why: string };

/** Reads declared secrets from the caller's environment. */
export function credentials(auth: Authentication | undefined, env: Environment): Credentials {
  if (!auth) return { ok: true, headers: {}, secrets: [] };
  const names = auth.type === 'basic' ? [auth.userEnv, auth.passwordEnv] : [auth.env];
  const missing = names.find((name) => !Object.hasOwn(env, name) || !env[name]);
  if (missing !== undefined) {
    return { ok: false, why: `the variable ${missing} is not set, and "auth" needs it: set it where the task is run` };
  }
  const values = names.map((name) => env[name] ?? '');
  const [first = '', second = ''] = values;
  switch (auth.type) {
    case 'bearer':
      return { ok: true, headers: { authorization: `Bearer ${first}` }, secrets: values };
    case 'basic': {
      const encoded = Buffer.from(`${first}:${second}`).toString('base64');
      return { ok: true, headers: { authorization: `Basic ${encoded}` }, secrets: [second, encoded] };
    }
    case 'header':
      return { ok: true, headers: { [auth.header]: first }, secrets: values };
  }
}

// Shorter ones are in every text by chance.
const shortestSecret = 4;

/** A text without the secrets, longest first. */
export function scrub(text: string, secrets: readonly string[]): string {
  const long = secrets.filter((secret) => secret.length >= shortestSecret).sort((a, b) => b.length - a.length);
  return long.reduce((clean, secret) => clean.replaceAll(secret, '[hidden]'), text);
}

/** A JSON value without the secrets in any of its texts. */
export function scrubValue(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return value;
  if (typeof value === 'string') return scrub(value, secrets);
  if (Array.isArray(value)) return value.map((item) => scrubValue(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [scrub(name, secrets), scrubValue(item, secrets)]),
  );
}

/** An ended run without the secrets, whatever a server echoed. */
export const scrubEnded = <T>(ended: T, secrets: readonly string[]): T => scrubValue(ended, secrets) as T;
