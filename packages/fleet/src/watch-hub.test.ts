import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ApprovalRequest } from '../../anyhook/src/approvals/approval-record.js';
import { createApprovalStore } from '../../anyhook/src/approvals/approval-store.js';
import { TestApprover } from '../test/support/approver.js';
import { HubReceiver } from '../test/support/audit-receivers.js';
import { FleetWorld } from '../test/support/fleet-world.js';
import type { CentralApprovals } from './approval-mailbox.js';
import type { CentralApproval, CentralDecision } from './central-approval.js';
import { deviceIdentity } from './device-identity.js';
import type { FleetSettings } from './fleet-file.js';
import { readHubRecord, watchHub } from './watch-hub.js';

const origin = 'https://hub.acme.example';
const approved: CentralDecision = { decision: 'approved', reason: '' };

/** A machine with a process that stays connected to a hub. */
class Watcher extends FleetWorld {
  /** The resident engine. */
  engine: string | undefined = 'engine 1';
  checks = 0;
  clockOffset = 0;
  readonly ada = new TestApprover('ada', origin);
  approvals: CentralApprovals | undefined = { origin, people: [this.ada], sends: [] };
  #ends: Promise<boolean>[] = [];

  constructor(
    t: TestContext,
    readonly hub: HubReceiver,
  ) {
    super(t);
    // Before the folder is removed.
    t.after(() => this.end());
    writeFileSync(this.file, '');
  }
  get file() {
    return join(this.top, 'fleet.yaml');
  }
  wallClock = () => Date.now() + this.clockOffset;
  get approvalStore() {
    return createApprovalStore(this.state, { now: this.wallClock, minutes: 15 });
  }
  watch(): Promise<boolean> {
    const target = { kind: 'hub', url: this.hub.url, token: this.hub.token } as const;
    const settings: FleetSettings = { ...this.settings, file: this.file, audit: { target, fields: [], maxMb: 64 } };
    const end = watchHub({
      ...{ settings, state: this.state, now: this.wallClock, random: () => 0, lookMs: 20 },
      identity: deviceIdentity(this.state, 'acme'),
      engine: () => this.engine,
      checkPolicy: () => {
        this.checks++;
        return this.fetch();
      },
      approvalStore: this.approvalStore,
      approvals: () => this.approvals,
      redact: (text) => text.replaceAll('s3cret', '[hidden]'),
    });
    this.#ends.push(end);
    return end;
  }
  async end(): Promise<void> {
    this.engine = undefined;
    this.clockOffset += 3_600_000;
    await Promise.all(this.#ends);
  }
  ask(callId: string, more: Partial<ApprovalRequest> = {}) {
    return this.approvalStore.ask({ ...request, callId, ...more });
  }
  get record() {
    return readHubRecord(this.store.folder, Date.now());
  }
}

const request: ApprovalRequest = {
  ...{ root: '/home/dev/shop', cwd: '/home/dev/shop/web', tool: 'shell', input: { command: 'rm -rf /srv/s3cret' } },
  effects: ['delete {"at":"/srv/s3cret"}', 'delete {"at":"/srv/b"}'],
  hooks: [{ id: 'shell-guard', version: '1' }],
  ...{ reason: 'it deletes /srv/s3cret', host: 'codex', sessionId: 's' },
};

async function until<T>(look: () => T | undefined | false, what: string): Promise<T> {
  for (let tries = 0; tries < 400; tries++) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return assert.fail(`waited in vain: ${what}`);
}

const only = (hub: HubReceiver, count = 1): Promise<CentralApproval> =>
  until(() => hub.questions.size === count && [...hub.questions.values()].at(-1), `question ${count}`);

test('a nudge starts a check within seconds, unless it is for another channel or a known serial', async (t) => {
  const hub = await HubReceiver.start(t);
  const device = new Watcher(t, hub);
  device.publish({ '.agents/anyhook.yaml': 'hooks: []\n' });
  await device.fetch();
  void device.watch();
  await until(() => hub.streams.size === 1, 'the stream');
  hub.nudge('other', 9);
  hub.nudge('stable', 1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(device.checks, 0);
  device.publish({ '.agents/anyhook.yaml': 'hooks: [] # 2\n' });
  hub.nudge('stable', 2);
  await until(() => device.store.readCheck()?.serial === 2, 'serial 2');
  assert.equal(device.checks, 1);
  assert.deepEqual(device.record, { waiting: 0 });
});

test('a broken stream is opened again, and the status has the reason meanwhile', async (t) => {
  const hub = await HubReceiver.start(t);
  const device = new Watcher(t, hub);
  void device.watch();
  await until(() => hub.streams.size === 1, 'the stream');
  for (const stream of hub.streams) stream.destroy();
  await until(() => device.record?.nudges, 'a problem');
  await until(() => hub.streams.size === 1, 'the stream again');
  await until(() => device.record?.nudges === undefined, 'no problem');
});

test('one process stays connected until the engine ends or is replaced, or fleet.yaml changes', async (t) => {
  const hub = await HubReceiver.start(t);
  const device = new Watcher(t, hub);
  const first = device.watch();
  await until(() => hub.streams.size === 1, 'the stream');
  assert.equal(await device.watch(), false);
  device.engine = 'engine 2';
  assert.equal(await first, true);
  const second = device.watch();
  await until(() => hub.streams.size === 1, 'the stream');
  writeFileSync(device.file, '# changed\n');
  assert.equal(await second, true);
  device.engine = undefined;
  assert.equal(await device.watch(), true);
  assert.equal(hub.streams.size, 0);
});

test('an approver’s approval works for one call, once, and the store names the approver', async (t) => {
  const hub = await HubReceiver.start(t);
  const device = new Watcher(t, hub);
  // Without an engine the process stays because of the question.
  device.engine = undefined;
  assert.equal((await device.ask('1')).kind, 'pending');
  const done = device.watch();
  const question = await only(hub);
  hub.decide(question.key, device.ada.decide(question, approved));
  assert.equal(await done, true);
  assert.deepEqual(await device.ask('2'), { kind: 'approved', approver: 'ada, on the hub of acme' });
  assert.equal((await device.ask('3')).kind, 'pending');
  // The same answer is not valid for the next question about the same call.
  const again = device.watch();
  const next = await only(hub, 2);
  assert.notEqual(next.key, question.key);
  hub.decide(next.key, device.ada.decide(question, approved));
  await until(() => /signs something else/.test(device.record?.approvals ?? ''), 'a refused answer');
  assert.equal((await device.ask('4')).kind, 'pending');
  await device.end();
  await again;
});

test('a refusal reaches the call, with the approver’s reason', async (t) => {
  const hub = await HubReceiver.start(t);
  const device = new Watcher(t, hub);
  device.engine = undefined;
  await device.ask('1');
  const done = device.watch();
  const question = await only(hub);
  hub.decide(question.key, device.ada.decide(question, { decision: 'refused', reason: 'not on Friday' }));
  await done;
  const by = 'ada, on the hub of acme';
  assert.deepEqual(await device.ask('2'), { kind: 'refused', by, why: 'not on Friday', approver: by });
});

const forgeries: Readonly<Record<string, (question: CentralApproval, device: Watcher) => object>> = {
  'a decision without a signature': (question, { ada }) => ({
    ...ada.decide(question, approved),
    passkey: { id: ada.id, authenticatorData: '', clientData: '', signature: '' },
  }),
  'a passkey that is not in the policy': (question) => new TestApprover('eve', origin).decide(question, approved),
  'a passkey with the id of another one': (question, { ada }) => {
    const answer = new TestApprover('ada', origin).decide(question, approved);
    return { ...answer, passkey: { ...answer.passkey, id: ada.id } };
  },
  'a signature from another page': (question, { ada }) =>
    Object.assign(ada, { origin: 'https://evil.example' }).decide(question, approved),
  'a refusal turned into an approval': (question, { ada }) => ({
    ...ada.decide(question, { decision: 'refused', reason: '' }),
    decision: 'approved',
  }),
  'an approval of a question with other effects': (question, { ada }) =>
    ada.decide({ ...question, effects: ['read'] }, approved),
};
for (const [what, forge] of Object.entries(forgeries)) {
  test(`a compromised hub cannot approve: ${what} is ignored`, async (t) => {
    const hub = await HubReceiver.start(t);
    const device = new Watcher(t, hub);
    await device.ask('1');
    void device.watch();
    const question = await only(hub);
    hub.decide(question.key, forge(question, device) as Parameters<typeof hub.decide>[1]);
    await until(() => device.record?.approvals, 'a problem');
    assert.match(device.record?.approvals ?? '', /an answer to call \w{5} is not valid/);
    assert.equal((await device.ask('2')).kind, 'pending');
  });
}

test('the decision of an approver who was removed from the policy is ignored', async (t) => {
  const hub = await HubReceiver.start(t);
  const device = new Watcher(t, hub);
  await device.ask('1');
  void device.watch();
  const question = await only(hub);
  device.approvals = { origin, people: [new TestApprover('bob', origin)], sends: [] };
  hub.decide(question.key, device.ada.decide(question, approved));
  await until(() => /not one of the policy/.test(device.record?.approvals ?? ''), 'a problem');
  assert.equal((await device.ask('2')).kind, 'pending');
});

test('the first decision wins: an approver does not overrule a person at the terminal', async (t) => {
  const hub = await HubReceiver.start(t);
  const device = new Watcher(t, hub);
  device.engine = undefined;
  const pending = await device.ask('1');
  const done = device.watch();
  const question = await only(hub);
  await device.approvalStore.decide(pending.kind === 'pending' ? pending.id : '', 'refused', { by: 'me' });
  hub.decide(question.key, device.ada.decide(question, approved));
  await done;
  assert.deepEqual(await device.ask('2'), { kind: 'refused', by: 'me' });
});

test('an answer after the deadline is ignored, and the process ends', async (t) => {
  const hub = await HubReceiver.start(t);
  const device = new Watcher(t, hub);
  device.engine = undefined;
  await device.ask('1');
  const done = device.watch();
  const question = await only(hub);
  device.clockOffset = 16 * 60_000;
  hub.decide(question.key, device.ada.decide(question, approved));
  await done;
  assert.equal((await device.ask('2')).kind, 'pending');
});

test('a question contains only names unless the policy adds the reason and call, without secrets', async (t) => {
  const hub = await HubReceiver.start(t);
  const device = new Watcher(t, hub);
  await device.ask('1');
  void device.watch();
  const { key: _key, device: _device, asked: _asked, expires: _expires, ...told } = await only(hub);
  assert.deepEqual(told, { agent: 'codex', tool: 'shell', effects: ['delete'], hooks: ['shell-guard'] });
  const kept = readFileSync(join(device.store.folder, 'asked', `${device.approvalStore.all()[0]?.key}.json`), 'utf8');
  assert.doesNotMatch(kept, /srv|home|rm -rf/);
  device.approvals = { origin, people: [device.ada], sends: ['reason', 'call'] };
  await device.ask('1', { cwd: '/home/dev', effects: ['delete {"at":"/srv/s3cret/x"}'] });
  const { reason, call, effects } = await only(hub, 2);
  assert.equal(reason, 'it deletes /srv/[hidden]');
  assert.deepEqual(effects, ['delete {"at":"/srv/[hidden]/x"}']);
  assert.match(call ?? '', /"cwd": "\/home\/dev"[\s\S]*rm -rf \/srv\/\[hidden\]/);
});

test('without approvers in the policy nothing about a call leaves the machine', async (t) => {
  const hub = await HubReceiver.start(t);
  const device = new Watcher(t, hub);
  device.approvals = undefined;
  await device.ask('1');
  void device.watch();
  await until(() => hub.streams.size === 1, 'the stream');
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(hub.questions.size, 0);
});
