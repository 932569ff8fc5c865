import type { Environment } from '@anyhook/core';
import type { Authentication } from '../../registry/ability.js';
import type { ExecutionResult } from '../task.js';

/** The headers that authenticate a request, and the strings that must not appear anywhere else. */
export type Credentials =
  | { readonly ok: true; readonly headers: Readonly<Record<string, string>>; readonly secrets: readonly string[] }
  | { readonly ok: false; readonly why: string };

/** Reads declared secrets from the caller's environment. */
export function readCredentials(auth: Authentication | undefined, env: Environment): Credentials {
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

// Shorter strings occur in output by chance.
const minSecretChars = 4;

const formsCache = new WeakMap<readonly string[], readonly string[]>();

/** The text with all secrets replaced, longest first. */
export function scrubSecrets(text: string, secrets: readonly string[]): string {
  const forms = formsCache.get(secrets) ?? allForms(secrets);
  formsCache.set(secrets, forms);
  return forms.reduce((clean, form) => clean.replaceAll(form, '[hidden]'), text);
}

/** Secrets in their original form, and encoded as JSON, URL and base64. */
function allForms(secrets: readonly string[]): readonly string[] {
  const forms = secrets
    .filter((secret) => secret.length >= minSecretChars)
    .flatMap((secret) => {
      const bytes = Buffer.from(secret);
      const inBase64 = bytes.toString('base64').replace(/=+$/, '');
      return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(bytes.toString()), inBase64];
    });
  return [...new Set(forms)].sort((one, other) => other.length - one.length);
}

/** A JSON value without the secrets in any of its strings. */
function scrubValue(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return value;
  if (typeof value === 'string') return scrubSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((item) => scrubValue(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [scrubSecrets(name, secrets), scrubValue(item, secrets)]),
  );
}

/** The result of a run without the secrets, whatever a server echoed; status and code stay. */
export function scrubResult(result: ExecutionResult, secrets: readonly string[]): ExecutionResult {
  const clean = scrubValue(result, secrets) as ExecutionResult;
  const error = clean.error && result.error && { ...clean.error, code: result.error.code };
  return { ...clean, status: result.status, ...(error && { error }) } as ExecutionResult;
}
