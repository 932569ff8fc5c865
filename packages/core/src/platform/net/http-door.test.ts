import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpUrl, isLoopback, rejectForeign, rejectRequest } from './http-door.js';

const door = { host: '127.0.0.1', port: 4711, token: 'right' };
const right = { host: '127.0.0.1:4711', authorization: 'Bearer right' };

const cases: readonly [string, Record<string, string | undefined>, number | undefined][] = [
  ['the right token is let in', right, undefined],
  ['any name of loopback is let in', { ...right, host: 'LOCALHOST:4711' }, undefined],
  ['the own origin is let in', { ...right, origin: 'http://localhost:4711' }, undefined],
  ['no token is not let in', { ...right, authorization: undefined }, 401],
  ['a wrong token is not let in', { ...right, authorization: 'Bearer wrong' }, 401],
  ['a token that only begins right is not let in', { ...right, authorization: 'Bearer right2' }, 401],
  ['another kind of authorization is not let in', { ...right, authorization: 'Basic right' }, 401],
  ['a name that was bound to this machine is not let in', { ...right, host: 'evil.example:4711' }, 403],
  ['another port is not let in', { ...right, host: '127.0.0.1:80' }, 403],
  ['no host is not let in', { ...right, host: undefined }, 403],
  ['a web page is not let in', { ...right, origin: 'https://evil.example' }, 403],
  ['a page without an origin of its own is not let in', { ...right, origin: 'null' }, 403],
  ['a browser that was told to by its user is let in', { ...right, 'sec-fetch-site': 'none' }, undefined],
  ['the own page is let in', { ...right, 'sec-fetch-site': 'same-origin' }, undefined],
  ['a page on another port of this machine is not let in', { ...right, 'sec-fetch-site': 'same-site' }, 403],
  ['a page of another site is not let in', { ...right, 'sec-fetch-site': 'cross-site' }, 403],
  ['the own place over TLS is another origin', { ...right, origin: 'https://localhost:4711' }, 403],
];

for (const [title, headers, status] of cases)
  test(`over HTTP ${title}`, () => assert.equal(rejectRequest(headers, door)?.status, status));

test('a request that changes something needs the origin that browsers send with it', () => {
  assert.equal(rejectForeign(right, door, { needsOrigin: true })?.status, 403);
  assert.equal(rejectForeign({ ...right, origin: 'http://localhost:4711' }, door, { needsOrigin: true }), undefined);
});

test('a host that is not loopback answers to its own name only', () => {
  const open = { ...door, host: '192.0.2.7' };
  assert.equal(rejectRequest({ ...right, host: '192.0.2.7:4711' }, open), undefined);
  assert.equal(rejectRequest(right, open)?.status, 403);
});

test('an address of version 6 stands in brackets', () => {
  assert.equal(httpUrl({ ...door, host: '::1' }, '/mcp'), 'http://[::1]:4711/mcp');
  assert.deepEqual(['::1', '127.0.0.2', 'localhost', '0.0.0.0', '127.evil.example'].map(isLoopback), [
    true,
    true,
    true,
    false,
    false,
  ]);
});
