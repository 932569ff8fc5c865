import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { done, pass, skipped } from '@anyhook/core';
import { handlerHook, handlerToolEvent, sampleContext } from '../../test/support/handler-samples.js';
import { sendForever, startLoopback } from '../../test/support/loopback.js';
import type { HandlerContext } from './handler.js';
import { isAllowedUrl, runHttp } from './http.js';

interface Options extends Partial<HandlerContext> {
  readonly headers?: Record<string, string>;
  readonly httpAllow?: readonly string[];
}

const post = (url: string, { headers = {}, httpAllow = ['http://127.0.0.1'], ...more }: Options = {}) => {
  const handler = { kind: 'http', url, headers } as const;
  const settings = { httpAllow, maxOutputBytes: 65_536 };
  return runHttp(handler, handlerHook(handler), handlerToolEvent(), sampleContext({ settings, ...more }));
};

test("the event is posted as its format's JSON, and the response is read like stdout", async () => {
  await using server = await startLoopback((response) => response.end('{"a":1}'));
  const env = { TOKEN: 't0k', OTHER: 'o' };
  const headers = { Authorization: 'Bearer $TOKEN', 'X-Both': '${OTHER}-$UNSET-$$' };
  const ending = await post(`${server.url}/hook?x=1`, { httpAllow: [server.url], headers, env });
  assert.deepEqual(ending, done(pass({ context: ['{"a":1}'] })));
  const [request] = server.requests;
  assert.equal(request?.path, '/hook?x=1');
  assert.deepEqual(request?.body, { event: 'tool.before', tool_input: { command: 'ls' } });
  assert.equal(request?.headers['content-type'], 'application/json');
  assert.equal(request?.headers['authorization'], 'Bearer t0k');
  assert.equal(request?.headers['x-both'], 'o--$$');
});

test('an empty 2xx response is no opinion', async () => {
  await using server = await startLoopback((response) => response.writeHead(204).end());
  assert.deepEqual(await post(server.url, { httpAllow: [server.url] }), done(pass()));
});

const failures: [string, (response: ServerResponse) => void, object, string, RegExp][] = [
  ['status 500', (r) => r.writeHead(500).end('{}'), {}, 'exit', /answered 500/],
  ['a redirect', (r) => r.writeHead(302, { location: 'http://example.com' }).end(), {}, 'exit', /302.*not followed/],
  ['garbage', (r) => r.end('\xff{'), {}, 'bad-output', /not JSON/],
  ['a flood', sendForever, {}, 'too-much-output', /more than 65536 bytes/],
  ['no response', () => {}, { timeoutMs: 100 }, 'timeout', /within 100 ms/],
  ['a response that never ends', (r) => void r.write('{'), { timeoutMs: 100 }, 'timeout', /within 100 ms/],
  ['an agent that disconnected', () => {}, { signal: AbortSignal.abort() }, 'cancelled', /went away/],
  ['a broken connection', (r) => r.destroy(), {}, 'spawn', /cannot be reached/],
];
for (const [title, answer, more, why, detail] of failures)
  test(`${title} is the failure "${why}"`, async () => {
    await using server = await startLoopback(answer);
    const ending = await post(server.url, { httpAllow: [server.url], ...more });
    assert.equal(ending.kind === 'failed' && ending.why, why, JSON.stringify(ending));
    assert.match(ending.kind === 'failed' ? ending.detail : '', detail);
  });

test('a URL that no config allows is not requested, and the skip names the key to set', async () => {
  await using server = await startLoopback((response) => response.end('{}'));
  const ending = await post(`${server.url}/hook?secret=1`, { httpAllow: ['https://example.com'] });
  assert.deepEqual(
    ending,
    skipped(`${server.url}/hook is not allowed: add its prefix to \`http.allow\` in the user or managed config`),
  );
  assert.deepEqual(server.requests, []);
});

test('an invalid header value is a failure that does not show the value', async () => {
  await using server = await startLoopback((response) => response.end('{}'));
  const ending = await post(server.url, {
    httpAllow: [server.url],
    headers: { 'X-Key': '$KEY' },
    env: { KEY: 's3cret\nx' },
  });
  assert.equal(ending.kind, 'failed');
  assert.match(JSON.stringify(ending), /X-Key/);
  assert.doesNotMatch(JSON.stringify(ending), /s3cret/);
});

test('an invalid http URL is a failure', async () => {
  for (const url of ['file:///etc/passwd', 'nonsense', 'ftp://127.0.0.1/'])
    assert.equal((await post(url)).kind, 'failed');
});

const rows: [string, string, boolean][] = [
  ['https://a.example/hooks', 'https://a.example/hooks', true],
  ['https://a.example/hooks', 'https://a.example/hooks/x?y=1', true],
  ['https://a.example/hooks/', 'https://a.example/hooks/x', true],
  ['https://a.example', 'https://a.example/anything', true],
  ['https://a.example', 'https://a.example:443/', true],
  ['https://a.example/hooks', 'https://a.example/hooksmith', false],
  ['https://a.example/hooks', 'https://a.example/hooks/../admin', false],
  ['https://a.example/hooks', 'https://a.example/hooks/%2e%2e/admin', false],
  ['https://a.example/hooks', 'https://a.example/hooks/..%2fadmin', false],
  ['https://a.example/hooks', 'https://a.example/hooks\\..\\admin', false],
  ['https://a.example', 'https://a.example.evil.test/', false],
  ['https://a.example', 'https://a.example@evil.test/', false],
  ['https://a.example', 'https://user:pw@a.example/', false],
  ['https://a.example', 'http://a.example/', false],
  ['https://a.example', 'https://a.example:8443/', false],
  ['not a url', 'https://a.example/', false],
];
for (const [prefix, url, expected] of rows)
  test(`the prefix ${prefix} ${expected ? 'allows' : 'does not allow'} ${url}`, () => {
    assert.equal(isAllowedUrl(new URL(url), [prefix]), expected);
  });
