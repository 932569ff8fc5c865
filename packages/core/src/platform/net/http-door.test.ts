import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpUrl, isLoopback, rejectForeign, rejectRequest } from './http-door.js';

const door = { host: '127.0.0.1', port: 4711, token: 'right' };
const right = { host: '127.0.0.1:4711', authorization: 'Bearer right' };

const cases: readonly [string, Record<string, string | undefined>, number | undefined][] = [
  ['a request with the right token is accepted', right, undefined],
  ['any loopback host name is accepted', { ...right, host: 'LOCALHOST:4711' }, undefined],
  ["the server's own origin is accepted", { ...right, origin: 'http://localhost:4711' }, undefined],
  ['a request without a token is rejected', { ...right, authorization: undefined }, 401],
  ['a wrong token is rejected', { ...right, authorization: 'Bearer wrong' }, 401],
  ['a token that only starts with the right one is rejected', { ...right, authorization: 'Bearer right2' }, 401],
  ['another authorization scheme is rejected', { ...right, authorization: 'Basic right' }, 401],
  ['a foreign host name that resolves to this machine is rejected', { ...right, host: 'evil.example:4711' }, 403],
  ['a host with another port is rejected', { ...right, host: '127.0.0.1:80' }, 403],
  ['a request without a host is rejected', { ...right, host: undefined }, 403],
  ['the origin of another website is rejected', { ...right, origin: 'https://evil.example' }, 403],
  ['a page with the origin "null" is rejected', { ...right, origin: 'null' }, 403],
  ['an address that the user typed into a browser is accepted', { ...right, 'sec-fetch-site': 'none' }, undefined],
  ["a request from the server's own page is accepted", { ...right, 'sec-fetch-site': 'same-origin' }, undefined],
  ['a page on another local port is rejected', { ...right, 'sec-fetch-site': 'same-site' }, 403],
  ['a page of another site is rejected', { ...right, 'sec-fetch-site': 'cross-site' }, 403],
  [
    "the server's own host with https is rejected as another origin",
    { ...right, origin: 'https://localhost:4711' },
    403,
  ],
];

for (const [title, headers, status] of cases)
  test(`over HTTP, ${title}`, () => assert.equal(rejectRequest(headers, door)?.status, status));

test('a request that changes something needs an Origin header', () => {
  assert.equal(rejectForeign(right, door, { needsOrigin: true })?.status, 403);
  assert.equal(rejectForeign({ ...right, origin: 'http://localhost:4711' }, door, { needsOrigin: true }), undefined);
});

test('a host that is not loopback accepts only its own name', () => {
  const open = { ...door, host: '192.0.2.7' };
  assert.equal(rejectRequest({ ...right, host: '192.0.2.7:4711' }, open), undefined);
  assert.equal(rejectRequest(right, open)?.status, 403);
});

test('an IPv6 address is put in brackets, and isLoopback knows loopback addresses', () => {
  assert.equal(httpUrl({ ...door, host: '::1' }, '/mcp'), 'http://[::1]:4711/mcp');
  assert.deepEqual(['::1', '127.0.0.2', 'localhost', '0.0.0.0', '127.evil.example'].map(isLoopback), [
    true,
    true,
    true,
    false,
    false,
  ]);
});
