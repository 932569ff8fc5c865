import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import type { ConfirmedAction } from '../approvals/channels/page.js';
import { createEntryCodes } from './entry-codes.js';
import { createPresence } from './presence.js';

const origin = 'http://localhost:4711';
const approve: ConfirmedAction = { subject: ['approved', 'key of the call', ''], text: 'approve k7f2p' };
const refuse: ConfirmedAction = { subject: ['refused', 'key of the call', ''], text: 'refuse k7f2p' };

test('an entry code works once, and expires after a minute', () => {
  let time = 0;
  const codes = createEntryCodes(() => time);
  const [first, second] = [codes.issue(), codes.issue()];
  assert.deepEqual([codes.burn(first), codes.burn(first), codes.burn('guess')], [true, false, false]);
  time = 60_000;
  assert.equal(codes.burn(second), false);
});

/** A software passkey, and the output of the terminal. */
function world() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = {
    id: 'key-1',
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    addedAt: '',
  };
  const told: string[] = [];
  const clock = { time: 0 };
  const presence = createPresence({
    passkeys: () => [key],
    origin: () => origin,
    notify: (text) => void told.push(text),
    clock: () => clock.time,
  });
  const signed = (challenge: string, more: { flags?: number; origin?: string; rp?: string; type?: string } = {}) => {
    const { flags = 0x05, origin: page = origin, rp = 'localhost', type = 'webauthn.get' } = more;
    const hash = (text: string | Buffer) => createHash('sha256').update(text).digest();
    const data = Buffer.concat([hash(rp), Buffer.from([flags, 0, 0, 0, 1])]);
    const client = Buffer.from(JSON.stringify({ type, challenge, origin: page }));
    const signature = sign('sha256', Buffer.concat([data, hash(client)]), privateKey);
    const text = (bytes: Buffer) => bytes.toString('base64url');
    return {
      passkey: { id: key.id, authenticatorData: text(data), clientData: text(client), signature: text(signature) },
    };
  };
  const code = () => /: (\d{3} \d{3})$/.exec(told.at(-1) ?? '')?.[1] ?? '';
  return { presence, told, clock, signed, code };
}

test('a code confirms only the question it was shown for, once and within two minutes', () => {
  const { presence, told, clock, code } = world();
  const { nonce } = presence.ask(approve);
  assert.throws(() => presence.confirm(nonce, approve, { code: '' }), /wrong code/);
  presence.showCode(nonce);
  assert.match(told[0] ?? '', /^to approve k7f2p, type this code/);
  assert.throws(() => presence.confirm(nonce, refuse, { code: code() }), /the call changed/);
  assert.deepEqual(presence.confirm(nonce, approve, { code: code() }), { kind: 'code' });
  assert.throws(() => presence.confirm(nonce, approve, { code: code() }), /has expired/);
  const late = presence.ask(approve);
  presence.showCode(late.nonce);
  clock.time += 120_000;
  assert.throws(() => presence.confirm(late.nonce, approve, { code: code() }), /has expired/);
});

test('three wrong codes end the question', () => {
  const { presence, code } = world();
  const { nonce } = presence.ask(approve);
  presence.showCode(nonce);
  for (let i = 0; i < 3; i++) assert.throws(() => presence.confirm(nonce, approve, { code: 'x' }), /wrong code/);
  assert.throws(() => presence.confirm(nonce, approve, { code: code() }), /has expired/);
});

test('a passkey is accepted only if its owner signed this call on this page', () => {
  const { presence, signed } = world();
  const asked = presence.ask(approve);
  assert.equal(presence.confirm(asked.nonce, approve, signed(asked.challenge)).kind, 'passkey');
  const other = presence.ask(refuse);
  const cases: readonly (readonly [Parameters<typeof signed>[1] & { challenge?: string }, RegExp])[] = [
    [{ challenge: other.challenge }, /signs something else/],
    [{ type: 'webauthn.create' }, /signs something else/],
    [{ origin: 'http://localhost:1' }, /another page/],
    [{ rp: 'evil.example' }, /another name/],
    [{ flags: 0x01 }, /did not verify its owner/],
    [{ flags: 0x04 }, /did not verify its owner/],
  ];
  for (const [{ challenge, ...more }, problem] of cases) {
    const question = presence.ask(approve);
    const answer = signed(challenge ?? question.challenge, more);
    assert.throws(() => presence.confirm(question.nonce, approve, answer), problem);
  }
  const last = presence.ask(approve);
  const { passkey } = signed(last.challenge);
  const flipped = { passkey: { ...passkey, signature: signed('other').passkey.signature } };
  assert.throws(() => presence.confirm(last.nonce, approve, flipped), /the signature is wrong/);
});
