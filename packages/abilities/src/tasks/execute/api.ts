import { type HttpRequestEnd, sendRequest } from '@anyhook/core';
import type { Ability } from '../../registry/ability.js';
import type { ExecutionResult } from '../task.js';
import { readCredentials, scrubResult, scrubSecrets } from './auth.js';
import { addQuery, fillUrl } from './fill-url.js';
import { type RunImplementation, taskFailure } from './implementation-call.js';
import { notJsonText, readJson, resultFromOutput } from './output.js';

const maxRedirects = 5;
const maxShownChars = 500;

/** Calls an HTTP API; answers, errors and records never contain the caller's secrets. */
export const executeApi: RunImplementation<'api'> = async (api, ability, call) => {
  const auth = readCredentials(api.auth, call.env);
  if (!auth.ok) return taskFailure('BAD_CONFIGURATION', auth.why);
  const filled = fillUrl(api.url, call.input, call.settings);
  if (!filled.ok) return taskFailure(filled.code, filled.why);
  const inQuery = api.method === 'GET' || api.method === 'DELETE';
  const url = inQuery ? addQuery(filled.url, filled.unusedInput) : filled.url;
  const end = await sendRequest({
    method: api.method,
    url: url.href,
    headers: { accept, ...(inQuery ? {} : jsonHeaders), ...api.headers, ...auth.headers },
    ...(inQuery ? {} : { body: JSON.stringify(filled.unusedInput) }),
    timeoutMs: api.timeoutMs,
    maxBytes: api.maxOutputBytes,
    maxRedirects,
    signal: call.signal,
  });
  const endpoint = `${api.method} ${url.origin}${url.pathname}`;
  // Secrets are removed before the text is cut, which could split one.
  const clean =
    'status' in end && !isSuccess(end.status) ? { ...end, text: scrubSecrets(end.text, auth.secrets) } : end;
  return scrubResult(await resultOfRequest(clean, endpoint, ability, api), auth.secrets);
};

const jsonHeaders = { 'content-type': 'application/json' };

const accept = 'application/json, text/*;q=0.5';

type Limits = { readonly timeoutMs: number; readonly maxOutputBytes: number };

async function resultOfRequest(end: HttpRequestEnd, endpoint: string, ability: Ability, limits: Limits) {
  switch (end.kind) {
    case 'answer':
      return isSuccess(end.status) ? successResult(end, endpoint, ability) : statusFailure(end, endpoint);
    case 'too-much-output':
      if (!isSuccess(end.status)) return statusFailure(end, endpoint);
      return taskFailure(
        'TOO_MUCH_OUTPUT',
        `${endpoint} answered with more than ${limits.maxOutputBytes} bytes, and was cut off`,
      );
    case 'timeout':
      return taskFailure('TIMED_OUT', `${endpoint} did not answer within ${limits.timeoutMs} ms`);
    case 'cancelled':
      return taskFailure('CANCELLED', `${endpoint} was cancelled, because the caller went away`);
    case 'error':
      return taskFailure('NOT_STARTED', `${endpoint} cannot be reached: ${end.error}`);
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function statusFailure(end: { status: number; text: string; location?: string }, endpoint: string): ExecutionResult {
  const body = end.text.trim().slice(0, maxShownChars);
  const message = `${endpoint} answered ${end.status}${body === '' ? '' : `: ${body}`}`;
  if (end.location === undefined) return taskFailure('HTTP_STATUS', message);
  const target = URL.canParse(end.location) ? new URL(end.location).origin : end.location.slice(0, 200);
  return taskFailure('HTTP_STATUS', `${message} (leads to ${target})`, {
    suggestion: `Redirects are followed within one server only, at most ${maxRedirects}: put the final address into "url".`,
  });
}

function successResult(end: { text: string; contentType: string }, endpoint: string, ability: Ability) {
  const value = readJson(end.text)?.value;
  if (value !== undefined && isJson(end.contentType || 'json')) return resultFromOutput(ability, value);
  if (isJson(end.contentType)) return taskFailure('BAD_OUTPUT', notJsonText(endpoint, end.text));
  return resultFromOutput(ability, end.text === '' ? null : end.text);
}

const isJson = (contentType: string): boolean => /(?:^|[/+])json\b/i.test(contentType);
