import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { plainHook } from '../../test/support/core-samples.js';
import { journalEvent, sampleDecided, sampleReport } from '../../test/support/journal-samples.js';
import { seededRandom } from '../../test/support/secret-samples.js';
import { auditLine } from './audit-record.js';
import { hashText, hookSetOf } from './hook-set.js';
import { type AnsweredEvent, decisionLine, decisionRecord, detailRecord } from './record.js';
import { withoutTokens } from './safe-name.js';

const secret = 'hunter2-secret';
const shadow = { ...plainHook, id: 'watcher', mode: 'shadow' } as const;
const verdict = {
  decision: 'deny',
  reason: `[guard] ${secret}`,
  context: [secret],
  messages: [secret],
  notes: [secret],
  stop: secret,
  rewrite: { of: 'input', value: { command: secret } },
  hooks: [
    sampleReport('guard', { outcome: 'blocked', decision: 'deny', reason: secret, logs: [secret], from: 0.12345 }),
    sampleReport('watcher', { hook: shadow, decision: 'ask', gave: ['context'] }),
    sampleReport('guard', { recheck: true, from: 7, waited: 0.5 }),
    sampleReport('quick', { spare: true }),
  ],
} as const;

test('an alert is in the record, in its log line, and in exported data', () => {
  const decided = { ...sampleDecided({ decision: 'pass' }), alert: 'unasked' } as const;
  const record = decisionRecord(decided, '0000000001', 7);
  const line = JSON.parse(decisionLine(decided, '0000000001', 7));
  assert.deepEqual([record.alert, line.decision.alert], ['unasked', 'unasked']);
  const source = { device: 'd', sequence: 1, previous: '', lost: 0 };
  assert.equal(JSON.parse(auditLine({ ...source, record }, [])).alert, 'unasked');
  const usual = decisionRecord(sampleDecided({ decision: 'pass' }), '0000000002', 7);
  assert.equal('alert' in JSON.parse(auditLine({ ...source, record: usual }, [])), false);
});

test('a decision record contains no text of what was seen or said', () => {
  const event = { ...journalEvent, call: { ...journalEvent.call, input: { command: secret } }, raw: { secret } };
  const record = decisionRecord(sampleDecided(verdict, { event }), '0000000001', 7);
  assert.ok(!JSON.stringify(record).includes(secret));
  assert.deepEqual(record, {
    id: '0000000001',
    at: 7,
    host: 'cursor',
    event: 'tool.before',
    nativeEvent: 'BeforeTool',
    session: 'session-1',
    caller: 'ai_session',
    tool: 'shell',
    toolName: 'run_shell_command',
    call: 'call-1',
    root: '/project',
    cwd: '/project/src',
    agent: 'helper',
    parent: 'session-0',
    decision: 'deny',
    rewrites: 'input',
    stop: true,
    hookSet: 'set-1',
    hooks: [
      { hook: 'guard', outcome: 'blocked', decision: 'deny', ms: 1.235, from: 0.123 },
      { hook: 'watcher', outcome: 'ok', decision: 'ask', ms: 1.235, shadow: true, gave: ['context'] },
      { hook: 'guard', outcome: 'ok', decision: 'pass', ms: 1.235, from: 7, waited: 0.5, recheck: true },
      { hook: 'quick', outcome: 'ok', decision: 'pass', ms: 1.235, spare: true },
    ],
    ms: 12.346,
    via: 'engine',
  });
});

test("a decision's log line is its record as JSON, even with unusual names", () => {
  const { agent: _agent, parentSessionId: _parent, ...plain } = journalEvent;
  const prompt = { ...plain, name: 'prompt.submit', prompt: 'x' } as const;
  const { call: _call, ...bare } = prompt as typeof prompt & { readonly call?: unknown };
  const task = { ...bare, name: 'task.create', ability: { kind: 'ability_id', value: 'deploy' } } as const;
  for (const id of ['plain', 'with "quotes"', 'über\n', '\\', '\ud800'])
    for (const event of [{ ...journalEvent, sessionId: id, cwd: `/${id}` }, plain, bare, task])
      for (const hooks of [[], [sampleReport(id), sampleReport('b', { from: 3, waited: 2 }), ...verdict.hooks]])
        for (const more of [{}, { ...verdict, hooks }]) {
          const decided = sampleDecided({ hooks, ...more }, { event });
          const line = decisionLine(decided, '0000000001', 7);
          assert.equal(line, `${JSON.stringify({ v: 1, decision: decisionRecord(decided, '0000000001', 7) })}\n`);
        }
});

test('a task is recorded with its ability', () => {
  const { call: _call, ...plain } = journalEvent;
  const event = { ...plain, name: 'task.create', ability: { kind: 'operation_key', value: 'db.write' } } as const;
  const { tool, toolName } = decisionRecord(sampleDecided({}, { event }), '0000000001', 7);
  assert.deepEqual([tool, toolName], [undefined, 'db.write']);
});

test('long names from outside are truncated', () => {
  const long = 'x'.repeat(100_000);
  const call = { ...journalEvent.call, nativeName: long, id: long };
  const event = { ...journalEvent, sessionId: long, nativeName: long, cwd: `/${long}`, call };
  assert.ok(JSON.stringify(decisionRecord(sampleDecided({}, { event, root: long }), 'id', 0)).length < 12_000);
});

test('details contain the inputs and outputs, hook by hook', () => {
  const { payload, hooks, wire, reason } = detailRecord(sampleDecided(verdict), '0000000001');
  assert.deepEqual(payload, journalEvent.raw);
  assert.deepEqual(hooks, [{ at: 0, reason: secret, logs: [secret] }]);
  assert.deepEqual(wire, { stdout: '{}', stderr: '', exitCode: 0 });
  assert.equal(reason, verdict.reason);
});

test('a hook set keeps the fields needed for matching, and none that may hold a secret', () => {
  const guard = {
    ...plainHook,
    id: 'guard',
    handler: { kind: 'command', form: 'shell', command: `curl -H ${secret}`, env: { TOKEN: secret } },
  } as const;
  const off = { hook: { ...guard, id: 'off' }, state: { kind: 'disabled', why: 'enabled: false' } } as const;
  const set = hookSetOf([guard], [{ hook: guard, state: { kind: 'active' } }, off]);
  assert.ok(!JSON.stringify(set).includes(secret));
  assert.deepEqual(
    set.hooks.map(({ id, idle }) => [id, idle]),
    [
      ['guard', undefined],
      ['off', 'disabled: enabled: false'],
    ],
  );
  assert.notEqual(set.hash, hookSetOf([{ ...guard, priority: 1 }], []).hash);
  assert.equal(set.hash, hookSetOf([guard], [off]).hash);
});

test('hashes of similar texts differ', () => {
  const texts = Array.from({ length: 5_000 }, (_, i) => `hook ${i}`);
  assert.equal(new Set(texts.map(hashText)).size, texts.length);
  assert.match(hashText(''), /^[0-9a-z]{22}$/);
});

describe('a token in a name of a decision', () => {
  const random = seededRandom(77);
  const part = `${random.of('abcdefghijkmnpqrstuvwxyz', 10)}7${random.of('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 25)}`;
  const token = `ghp_${part}`;
  const named: AnsweredEvent = sampleDecided(
    {},
    {
      root: `/srv/${token}`,
      event: {
        ...journalEvent,
        sessionId: `s-${token}`,
        cwd: `/home/me/${token}/x`,
        agent: { name: `a ${token}` },
        parentSessionId: `password=${part}`,
        nativeName: `E-${token}`,
        call: { ...journalEvent.call, nativeName: `tool_${token}`, id: `https://me:${part}@host.test` },
      },
    },
  );

  test('is in neither form of the record', () => {
    const record = decisionRecord(named, 'id', 1);
    const line = decisionLine(named, 'id', 1);
    assert.equal(JSON.stringify(record).includes(part), false, JSON.stringify(record));
    assert.equal(line.includes(part), false, line);
    assert.deepEqual(JSON.parse(line).decision, JSON.parse(JSON.stringify(record)));
  });

  test('is distinguished from ordinary names', () => {
    for (const name of [
      '5193cf3c-5633-4974-92c0-16471cc809f6',
      'toolu_01A09q90qw90lq917835lq9',
      'call_0_0',
      'task-1234567890123456789012',
      '/home/me/npm_modules_of_the_project/sk-learn-tutorials-for-all',
      '/srv/token/x=1',
      'mcp__github__create_pull_request',
    ])
      assert.equal(withoutTokens(name), name);
  });
});
