import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { fetchFile, redirectProblem } from './fetch-file.js';

/** A local server that redirects `/to?…` and has a file at any other path. */
async function serverThatRedirects(t: TestContext): Promise<string> {
  const server = createServer((request, response) => {
    const [path, target] = (request.url ?? '').split('?');
    if (path === '/to') response.writeHead(302, { location: decodeURIComponent(target ?? '') });
    response.end(path === '/to' ? '' : 'the file');
  });
  t.after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const fetchFrom = (url: string) => fetchFile({ url, maxBytes: 1_000, timeoutMs: 10_000 });

test('a redirect on this machine is followed, but not one to http elsewhere', async (t) => {
  const server = await serverThatRedirects(t);
  const answer = await fetchFrom(`${server}/to?/file`);
  assert.equal(answer.kind === 'file' && answer.bytes.toString(), 'the file');
  assert.deepEqual(await fetchFrom(`${server}/to?${encodeURIComponent('http://fleet.example/fleet.yaml')}`), {
    kind: 'failed',
    why: `${server} redirected to http://fleet.example: expected an address that begins with https://`,
  });
});

test('an endless redirect fails', async (t) => {
  const server = await serverThatRedirects(t);
  const loop = `${server}/to?%2Fto%3F`;
  const answer = await fetchFrom(`${server}/to?${encodeURIComponent(loop.replace(server, ''))}`);
  assert.equal(answer.kind, 'failed');
});

const redirects: readonly (readonly [string, string, boolean])[] = [
  ['https://a.example/x', 'https://b.example/x', true],
  ['https://a.example/x', 'http://a.example/x', false],
  ['https://a.example/x', 'http://localhost/x', false],
  ['http://localhost:1/x', 'https://b.example/x', true],
  ['https://a.example/x', 'file:///etc/passwd', false],
];
for (const [from, to, isFollowed] of redirects)
  test(`a redirect from ${from} to ${to} is ${isFollowed ? 'followed' : 'not followed'}`, () =>
    assert.equal(redirectProblem(new URL(from), new URL(to)) === undefined, isFollowed));
