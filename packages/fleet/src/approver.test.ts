import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePasskey, type SignChanges } from '../../anyhook/test/support/passkey.js';
import { type Approvers, approvalChallenge, approverOf } from './approver.js';
import type { CentralApproval, CentralDecision } from './central-approval.js';

const passkey = makePasskey();
const origin = 'https://hub.acme.example';
const ada = { name: 'ada', id: passkey.id, publicKey: passkey.publicKey };
const approvers: Approvers = { origin, people: [ada] };
const asked: CentralApproval = {
  ...{ key: 'q'.repeat(43), device: 'd1', agent: 'claude-code', tool: 'shell', effects: ['push'], hooks: ['no-push'] },
  ...{ reason: 'needs a person', call: 'git push', asked: 1, expires: 2 },
};
const decided: CentralDecision = { decision: 'approved', reason: 'release day' };
const signed = (changes?: SignChanges) => passkey.sign(approvalChallenge(asked, decided), origin, changes);

test('a decision is valid if a passkey of the policy signed it on the hub’s page', () => {
  assert.deepEqual(approverOf(asked, { ...decided, passkey: signed() }, approvers), { approver: ada });
});

test('a signature is valid only for its decision, question and details', () => {
  const answer = { ...decided, passkey: signed() };
  const problem = (question: CentralApproval, changes: object = {}) =>
    JSON.stringify(approverOf(question, { ...answer, ...changes }, approvers));
  for (const changes of [
    { key: 'r'.repeat(43) },
    { device: 'd2' },
    { agent: 'codex' },
    { tool: 'write' },
    { effects: ['push', 'delete'] },
    { hooks: [] },
    { reason: 'other' },
    { call: 'git push --force' },
    { asked: 0 },
    { expires: 3 },
  ])
    assert.match(problem({ ...asked, ...changes }), /something else/);
  const { call: _call, ...withoutCall } = asked;
  assert.match(problem(withoutCall), /something else/);
  assert.match(problem(asked, { decision: 'refused' }), /something else/);
  assert.match(problem(asked, { reason: '' }), /something else/);
});

test('forged signatures are invalid', () => {
  const problem = (changed: ReturnType<typeof signed>, policy = approvers) =>
    JSON.stringify(approverOf(asked, { ...decided, passkey: changed }, policy));
  assert.match(problem(signed(), { origin, people: [] }), /not one of the policy/);
  assert.match(problem({ ...signed(), id: 'b3RoZXI' }), /not one of the policy/);
  assert.match(problem(signed({ origin: 'https://evil.example' })), /another page/);
  assert.match(problem(signed({ flags: 0x01 })), /did not verify its owner/);
  assert.match(problem({ ...signed(), signature: 'AAAA' }), /the signature is wrong/);
  assert.match(problem(makePasskeyWith(ada.id)), /the signature is wrong/);
  assert.match(problem(signed(), { origin, people: [{ ...ada, publicKey: 'AAAA' }] }), /the signature is wrong/);
  assert.match(problem({ ...signed(), clientData: 'e' }), /something else/);
});

/** The signature of another key under a known id. */
const makePasskeyWith = (id: string) => ({ ...makePasskey().sign(approvalChallenge(asked, decided), origin), id });
