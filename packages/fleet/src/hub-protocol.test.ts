import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf, devicePattern, hubHeaders, hubLimits, signRequest, verifyRequest } from './hub-protocol.js';
import { makeSigner } from './keys.js';

const signer = makeSigner();
const now = Date.UTC(2026, 0, 31);
const request = { method: 'POST', path: '/v1/audit?x=1', body: Buffer.from('a body') };

function signed(at = now) {
  const headers = signRequest(request, deviceOf('acme', signer.publicKey), signer, at);
  return { time: headers[hubHeaders.time] ?? '', signature: headers[hubHeaders.signature] ?? '' };
}

test('a request is accepted only from its device and as signed', () => {
  const verify = (changes: object) => verifyRequest({ ...request, ...changes }, signed(), signer.publicKey, now);
  assert.equal(verify({}), undefined);
  for (const changes of [{ method: 'GET' }, { path: '/v1/audit' }, { body: Buffer.from('another') }])
    assert.equal(verify(changes), 'BAD_SIGNATURE');
  assert.equal(verifyRequest(request, signed(), makeSigner().publicKey, now), 'BAD_SIGNATURE');
  const later = { ...signed(), time: String(now + 1) };
  assert.equal(verifyRequest(request, later, signer.publicKey, now), 'BAD_SIGNATURE');
});

test('requests from the past or future get another error than forged ones', () => {
  const at = (time: number) => verifyRequest(request, signed(time), signer.publicKey, now);
  assert.equal(at(now - hubLimits.clockMs), undefined);
  assert.equal(at(now - hubLimits.clockMs - 1), 'BAD_TIME');
  assert.equal(at(now + hubLimits.clockMs + 1), 'BAD_TIME');
});

test('a key always gives the same device name, and another one per organisation', () => {
  assert.match(deviceOf('acme', signer.publicKey), devicePattern);
  assert.equal(deviceOf('acme', signer.publicKey), deviceOf('acme', signer.publicKey));
  assert.notEqual(deviceOf('acme', signer.publicKey), deviceOf('other', signer.publicKey));
});
