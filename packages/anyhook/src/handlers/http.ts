import { done, failed, fillVariables, type Handler, pass, postJson, skipped, withoutTrailing } from '@anyhook/core';
import type { HandlerContext, RunHandler } from './handler.js';

type Http = Extract<Handler, { kind: 'http' }>;

/** Posts the event to a URL that user or managed config allows; the answer is read like a command's stdout. */
export const runHttp: RunHandler<Http> = async (handler, hook, event, { codec, env, timeoutMs, signal, settings }) => {
  const url = parseUrl(handler.url);
  if (!url) return failed('spawn', `${hook.id}: "${handler.url}" is not an http or https URL`);
  const place = `${url.origin}${url.pathname}`;
  if (!isAllowedUrl(url, settings.httpAllow))
    return skipped(`${place} is not allowed: add its prefix to \`http.allow\` in the user or managed config`);
  const end = await postJson({
    url: url.href,
    headers: fillHeaders(handler.headers, env),
    body: JSON.stringify(codec.stdin(event, hook)),
    timeoutMs,
    maxBytes: settings.maxOutputBytes,
    ...(signal ? { signal } : {}),
  });
  switch (end.kind) {
    case 'answer':
      if (end.status < 200 || end.status > 299) {
        const hint = end.status < 400 ? ' (redirects are not followed)' : '';
        return failed('exit', `${place} answered ${end.status}${hint}`);
      }
      if (end.text.trim() === '') return done(pass());
      return codec.read({ exitCode: 0, stdout: end.text, stderr: '' }, hook, event);
    case 'timeout':
      return failed('timeout', `${place} did not answer within ${Math.round(timeoutMs)} ms`);
    case 'too-much-output':
      return failed('too-much-output', `${place} answered with more than ${settings.maxOutputBytes} bytes`);
    case 'cancelled':
      return failed('cancelled', `${place} was cancelled because the agent went away`);
    case 'error':
      return failed('spawn', `${place} cannot be reached: ${end.error}`);
  }
};

/** Same origin, and a path at or below the prefix. Compares parsed URLs, so other spellings cannot bypass it. */
export function isAllowedUrl(url: URL, prefixes: readonly string[]): boolean {
  if (url.username !== '' || url.password !== '') return false;
  return prefixes.some((text) => {
    const prefix = parseUrl(text);
    if (!prefix || prefix.origin !== url.origin) return false;
    const base = withoutTrailing(prefix.pathname, '/');
    // Some servers decode an encoded slash and then leave the prefix through "..".
    if (base !== '' && /%(?:2f|5c|2e)/i.test(url.pathname)) return false;
    return url.pathname === base || url.pathname.startsWith(`${base}/`);
  });
}

const parseUrl = (text: string): URL | undefined =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? new URL(text) : undefined;

/** Values may name variables of the agent's environment. */
function fillHeaders(headers: Http['headers'], env: HandlerContext['env']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, fillVariables(value, env)]));
}
