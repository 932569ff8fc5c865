import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { makePasskey } from '../../anyhook/test/support/passkey.js';
import { approvalChallenge, approverOf } from '../../fleet/src/approver.js';
import { approvalLimits, type CentralApproval, type CentralDecision } from '../../fleet/src/central-approval.js';
import { pause } from '../sim/programs.js';
import type { SimDevice } from '../sim/sim-device.js';
import { json, testHub } from './support/test-hub.js';

const { skip, ask, askAs, bearer, enrolled } = testHub({ hubs: 2 });
const origin = 'https://hub.acme.example';
const passkey = makePasskey();
const approvers = { origin, people: [{ name: 'ada', id: passkey.id, publicKey: passkey.publicKey }] };

function question({ name }: SimDevice, changes: Partial<CentralApproval> = {}): CentralApproval {
  const now = Date.now();
  return {
    ...{ key: randomBytes(32).toString('base64url'), device: name, agent: 'claude-code', tool: 'shell' },
    ...{ effects: ['push'], hooks: ['fleet/no-push'], asked: now, expires: now + 60_000, ...changes },
  };
}

const post = (device: SimDevice, asked: CentralApproval, hub = 0) =>
  askAs(device, 'POST', '/v1/approvals', json(asked), hub);
const fetchDecision = (device: SimDevice, { key }: CentralApproval, wait = 0, hub = 0) =>
  askAs(device, 'GET', `/v1/approvals/${key}?wait=${wait}`, Buffer.alloc(0), hub);

/** The request of an approver. */
function decide(asked: CentralApproval, decided: CentralDecision, { by = passkey, about = asked, hub = 0 } = {}) {
  const signed = by.sign(approvalChallenge(about, decided), origin);
  const body = json({ device: asked.device, ...decided, passkey: signed });
  return ask(`/v1/approvals/${asked.key}`, { method: 'POST', headers: bearer('approve'), body, hub });
}
const approved: CentralDecision = { decision: 'approved', reason: 'release day' };

test('a question waits in the hub, and its device gets the decision signed with the approver’s passkey', {
  skip,
}, async () => {
  const device = await enrolled();
  const asked = question(device, { reason: 'a person must see it', call: 'git push\n--force' });
  assert.equal((await fetchDecision(device, asked)).status, 404);
  assert.equal((await post(device, asked)).status, 200);
  assert.equal((await post(device, asked, 1)).status, 200, 'a repeated request, as after a lost answer, is accepted');
  assert.equal((await fetchDecision(device, asked)).status, 204);
  const { value } = await ask('/v1/approvals', { headers: bearer('approve') });
  assert.deepEqual(value.pending, [asked]);
  const waiting = fetchDecision(device, asked, 60, 1);
  await pause(200);
  assert.deepEqual(await decide(asked, approved), { status: 200, value: {} });
  const { value: answer } = await waiting;
  assert.equal(answer.by, 'a token for approvals');
  assert.deepEqual(approverOf(asked, answer, approvers), { approver: approvers.people[0] });
  assert.match(JSON.stringify(approverOf({ ...asked, call: 'ls' }, answer, approvers)), /something else/);
  assert.deepEqual((await fetchDecision(device, asked)).value, answer, 'the decision can be fetched again');
  assert.deepEqual((await ask('/v1/approvals', { headers: bearer('approve') })).value.pending, []);
  // Another device has its own mailbox.
  assert.equal((await fetchDecision(await enrolled(), asked)).status, 404);
});

test('the first decision wins, whichever hub process receives it', { skip }, async () => {
  const device = await enrolled();
  const asked = question(device);
  await post(device, asked);
  const both = await Promise.all([
    decide(asked, approved, { hub: 0 }),
    decide(asked, { decision: 'refused', reason: '' }, { hub: 1 }),
  ]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  const { value } = await fetchDecision(device, asked);
  assert.equal(value.decision, both[0].status === 200 ? 'approved' : 'refused');
  assert.equal((await decide(asked, approved)).value.error.code, 'DECIDED');
});

test('the hub passes on a decision of an unknown signer, and the device refuses it', { skip }, async () => {
  const device = await enrolled();
  const asked = question(device);
  await post(device, asked);
  assert.equal((await decide(asked, approved, { by: makePasskey() })).status, 200);
  const { value } = await fetchDecision(device, asked);
  assert.deepEqual(approverOf(asked, value, approvers), { problem: 'the passkey is not one of the policy' });
});

test('a passkey signature over something else decides nothing', { skip }, async () => {
  const device = await enrolled();
  const asked = question(device);
  await post(device, asked);
  const { status, value } = await decide(asked, approved, { about: { ...asked, tool: 'read' } });
  assert.equal(status, 400);
  assert.match(value.error.message, /passkey\.clientData: expected the challenge .*, got "/);
  assert.equal((await fetchDecision(device, asked)).status, 204);
});

test('an expired question can no longer be decided', { skip }, async () => {
  const device = await enrolled();
  const asked = question(device, { expires: Date.now() + 1200 });
  assert.equal((await post(device, asked)).status, 200);
  const { status, value } = await fetchDecision(device, asked, 30);
  assert.deepEqual([status, value.error.code], [410, 'EXPIRED']);
  assert.equal((await decide(asked, approved)).value.error.code, 'EXPIRED');
});

test('questions have limits: fields, lifetime, names, and pending ones per device', { skip }, async () => {
  const device = await enrolled();
  const now = Date.now();
  for (const [changes, message] of [
    [{ expires: now - 1 }, /expires: expected/],
    [{ expires: now + approvalLimits.lifetimeMs + 60_000 }, /expires: expected/],
    [{ asked: now + 3_600_000 }, /asked: expected/],
    [{ key: 'short' }, /key: expected/],
    [{ tool: 'two\nlines' }, /tool: expected/],
    [{ effects: Array(51).fill('push') }, /effects: expected a list of at most 50/],
    [{ hooks: ['x'.repeat(201)] }, /hooks\.0: name: expected one line/],
    [{ call: 'x'.repeat(approvalLimits.callChars + 1) }, /call: expected a text of at most 16000/],
    [{ path: '/home/me' }, /path: expected one of key, device/],
  ] as const) {
    const { status, value } = await post(device, { ...question(device), ...changes } as CentralApproval);
    assert.equal(status, 400);
    assert.match(value.error.message, message);
  }
  const first = question(device, { expires: Date.now() + 3000 });
  await post(device, first);
  assert.match(
    (await post(device, { ...first, tool: 'read' })).value.error.message,
    /key: expected one that was not used/,
  );
  for (let i = 1; i < approvalLimits.pendingPerDevice; i += 1)
    assert.equal((await post(device, question(device))).status, 200);
  assert.equal((await post(device, question(device))).value.error.code, 'TOO_MANY');
  assert.equal((await post(await enrolled(), question(await enrolled()))).status, 400, 'a device asks for itself only');
  await pause(first.expires - Date.now() + 50);
  assert.equal((await post(device, question(device))).status, 200, 'one that expired makes room');
});
