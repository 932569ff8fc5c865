import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Approval } from '../engine/approve.js';
import { type ApprovalRequest, approvalKey, approvalState } from './approval-record.js';
import { createApprovalStore } from './approval-store.js';

const request: ApprovalRequest = {
  root: '/p',
  cwd: '/p/sub',
  tool: 'shell',
  input: { command: 'git push', description: 'x' },
  hooks: [
    { id: 'a', version: '1' },
    { id: 'b', version: '1' },
  ],
  reason: '[a] really?',
  host: 'codex',
  sessionId: 's',
  callId: 'c1',
};
const me = { by: 'dev' };

function world(t: TestContext) {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-approvals-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const clock = { at: Date.now() };
  return { dir, clock, store: createApprovalStore(dir, { now: () => clock.at, minutes: 15 }) };
}

const idOf = (approval: Approval): string => (approval.kind === 'pending' ? approval.id : '');

test('nothing can be approved in a folder that other users can write', async (t) => {
  const { store, dir } = world(t);
  await store.decide(idOf(await store.ask(request)), 'approved', me);
  chmodSync(dir, 0o777);
  assert.equal((await store.ask(request)).kind, 'impossible');
});

test('an approved call passes once, and the next identical call asks again', async (t) => {
  const { store } = world(t);
  const first = await store.ask(request);
  assert.equal(first.kind, 'pending');
  await store.decide(idOf(first), 'approved', me);
  assert.deepEqual(await store.ask({ ...request, callId: 'c2' }), { kind: 'approved' });
  const next = await store.ask({ ...request, callId: 'c3' });
  assert.equal(next.kind, 'pending');
  assert.notEqual(idOf(next), idOf(first));
});

test('several hook entries may check the one call that used an approval', async (t) => {
  const { store } = world(t);
  const first = await store.ask(request);
  await store.decide(idOf(first), 'approved', me);
  for (let i = 0; i < 3; i++) assert.deepEqual(await store.ask({ ...request, callId: 'c2' }), { kind: 'approved' });
  const { callId: _callId, ...nameless } = request;
  assert.equal((await store.ask(nameless)).kind, 'pending');
});

const others: Readonly<Record<string, Partial<ApprovalRequest>>> = {
  'another argument': { input: { command: 'git push --force', description: 'x' } },
  'one argument more': { input: { command: 'git push', description: 'x', timeout: 5 } },
  'another folder': { cwd: '/p' },
  'another project': { root: '/q' },
  'another tool': { tool: 'write' },
  'a hook that was changed': {
    hooks: [
      { id: 'a', version: '2' },
      { id: 'b', version: '1' },
    ],
  },
  'a hook more': { hooks: [...request.hooks, { id: 'c', version: '1' }] },
  'a `__proto__` among the arguments': {
    input: JSON.parse('{"command":"git push","description":"x","__proto__":{"x":1}}'),
  },
};
for (const [what, change] of Object.entries(others))
  test(`an approval does not apply to ${what}`, async (t) => {
    const { store } = world(t);
    await store.decide(idOf(await store.ask(request)), 'approved', me);
    assert.equal((await store.ask({ ...request, ...change })).kind, 'pending');
    assert.deepEqual(await store.ask(request), { kind: 'approved' });
  });

test('an approval still matches with another order of arguments and hooks, another agent or another session', () => {
  const same: ApprovalRequest = {
    ...request,
    input: { description: 'x', command: 'git push' },
    hooks: [...request.hooks].reverse(),
    reason: 'other words',
    host: 'pi',
    sessionId: 'other',
  };
  assert.equal(approvalKey(same), approvalKey(request));
});

test('a refused call is denied with the reason until the refusal expires, and then asks again', async (t) => {
  const { store, clock } = world(t);
  const first = await store.ask(request);
  await store.decide(idOf(first), 'refused', { by: 'dev', why: 'not today' });
  for (let i = 0; i < 2; i++)
    assert.deepEqual(await store.ask(request), { kind: 'refused', by: 'dev', why: 'not today' });
  clock.at += 15 * 60_000;
  assert.equal((await store.ask(request)).kind, 'pending');
});

test('an unused approval expires, and so does an unanswered question', async (t) => {
  const { store, clock } = world(t);
  const first = await store.ask(request);
  clock.at += 14 * 60_000;
  // Asking again keeps the question pending under the same id.
  assert.deepEqual(await store.ask(request), first);
  clock.at += 14 * 60_000;
  await store.decide(idOf(first), 'approved', me);
  clock.at += 15 * 60_000;
  assert.equal((await store.ask(request)).kind, 'pending');
  clock.at += 16 * 60_000;
  const [old] = store.all();
  assert.ok(old && approvalState(old, clock.at) === 'expired');
  await assert.rejects(store.decide(old.id, 'approved', me), /no pending call has the id .* \(it is expired\)/);
});

test('a record has who decided, when and why, and only its owner can read it', async (t) => {
  const { store, clock, dir } = world(t);
  const first = await store.ask(request);
  await store.decide(idOf(first), 'approved', { by: 'dev', why: 'reviewed' });
  const [record] = store.all();
  assert.deepEqual(
    [record?.by, record?.why, record?.decidedAt, record?.request],
    ['dev', 'reviewed', clock.at, request],
  );
  const folder = join(dir, 'approvals');
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.json')))
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
});

test('the oldest questions are dropped when there are too many', async (t) => {
  const { store } = world(t);
  for (let i = 0; i < 205; i++) await store.ask({ ...request, input: { command: `echo ${i}` } });
  const commands = store.all().map(({ request: { input } }) => (input as { command: string }).command);
  assert.equal(commands.length, 200);
  assert.ok(commands.includes('echo 204'));
});

test('a call too large to show, or a folder that cannot be used, makes approval impossible', async (t) => {
  const { store, dir } = world(t);
  const long = await store.ask({ ...request, input: { content: 'x'.repeat(300_000) } });
  assert.match(long.kind === 'impossible' ? long.why : '', /longer than 262144 characters/);
  let deep: unknown = 0;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  assert.equal((await store.ask({ ...request, input: deep })).kind, 'impossible');
  writeFileSync(join(dir, 'file'), '');
  const broken = createApprovalStore(join(dir, 'file'), { now: Date.now, minutes: 1 });
  assert.match(JSON.stringify(await broken.ask(request)), /"impossible".*could not be stored/);
  assert.deepEqual(broken.all(), []);
});

test('a damaged record, or one whose call does not match its key, is ignored', async (t) => {
  const { store, dir } = world(t);
  const id = idOf(await store.ask(request));
  await store.decide(id, 'approved', me);
  const [name = ''] = readdirSync(join(dir, 'approvals')).filter((one) => one.endsWith('.json'));
  const file = join(dir, 'approvals', name);
  const text = readFileSync(file, 'utf8');
  for (const other of ['', '{', 'null', '[]', '{"version":1}', text.replace('git push', 'ls'), text.slice(0, -20)]) {
    writeFileSync(file, other);
    assert.deepEqual(store.all(), []);
    assert.equal((await store.ask(request)).kind, 'pending');
  }
});

test('an approval is used by only one of eight concurrent processes', async (t) => {
  const { store, dir } = world(t);
  const id = idOf(await store.ask(request));
  await store.decide(id, 'approved', me);
  const code = `
    import { createApprovalStore } from ${JSON.stringify(new URL('./approval-store.ts', import.meta.url).href)};
    const store = createApprovalStore(${JSON.stringify(dir)}, { now: Date.now, minutes: 15 });
    const { kind } = await store.ask({ ...${JSON.stringify(request)}, callId: process.argv[1] });
    process.stdout.write(kind);
  `;
  const said = await Promise.all(
    Array.from({ length: 8 }, (_, i) => {
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code, `call ${i}`], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += chunk;
      });
      return new Promise<string>((resolve) => child.on('close', () => resolve(text)));
    }),
  );
  assert.deepEqual(said.sort(), ['approved', ...Array.from({ length: 7 }, () => 'pending')]);
});

const effects = ['delete {"at":"/p/old","recursive":true}', 'publish {"call":"npm publish"}'];

test('an approval of effects applies once to a differently worded call with the same effects', async (t) => {
  const { store } = world(t);
  const asked = { ...request, effects };
  await store.decide(idOf(await store.ask(asked)), 'approved', me);
  const inOtherWords = {
    ...asked,
    cwd: '/p',
    input: { command: 'cd .. && git push' },
    effects: [...effects].reverse(),
    callId: 'c2',
  };
  assert.deepEqual(await store.ask(inOtherWords), { kind: 'approved' });
  assert.equal((await store.ask({ ...asked, callId: 'c3' })).kind, 'pending');
});

test('an approval of effects applies neither to other effects nor to a call without known effects', async (t) => {
  const { store } = world(t);
  const asked = { ...request, effects };
  await store.decide(idOf(await store.ask(asked)), 'approved', me);
  for (const other of [
    { ...asked, effects: effects.slice(1) },
    { ...asked, effects: [...effects, 'expose {"call":"ngrok"}'] },
    { ...asked, root: '/q' },
    request,
  ])
    assert.equal((await store.ask(other)).kind, 'pending');
});

test('an approval for a period applies to every such call until it ends', async (t) => {
  const { store, clock } = world(t);
  const asked = { ...request, effects };
  await store.decide(idOf(await store.ask(asked)), 'approved', { ...me, forMs: 600_000 });
  for (const callId of ['c2', 'c3', 'c4'])
    assert.deepEqual(await store.ask({ ...asked, callId }), { kind: 'approved', repeats: true });
  clock.at += 600_000;
  assert.equal((await store.ask({ ...asked, callId: 'c5' })).kind, 'pending');
});

test('a call with unknown effects cannot be approved for a period', async (t) => {
  const { store } = world(t);
  const id = idOf(await store.ask(request));
  await assert.rejects(store.decide(id, 'approved', { ...me, forMs: 1_000 }), /can be approved for one call only/);
});

test('a refusal by a remote approver names that approver, even in a record of an earlier version', async (t) => {
  const { store, dir } = world(t);
  const proof = { kind: 'approver', passkey: 'p' };
  const id = idOf(await store.ask(request));
  await store.decide(id, 'refused', { by: 'ada, on the hub of acme', proof, isElsewhere: true });
  const refused = { kind: 'refused', by: 'ada, on the hub of acme', approver: 'ada, on the hub of acme' };
  assert.deepEqual(await store.ask(request), refused);
  const [name = ''] = readdirSync(join(dir, 'approvals')).filter((one) => one.endsWith('.json'));
  const file = join(dir, 'approvals', name);
  const { isElsewhere: _new, ...earlier } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(earlier));
  assert.deepEqual(await store.ask(request), refused);
});
