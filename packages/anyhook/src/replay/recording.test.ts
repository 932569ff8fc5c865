import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedEvent } from './recorded-event.js';
import { eventLine, headerLine, readEventLine, readHeader } from './recording.js';

const decision = {
  id: '0000000001',
  at: 1,
  host: 'claude-code',
  event: 'tool.before',
  nativeEvent: 'PreToolUse',
  session: 's',
  root: '/p',
  cwd: '/p',
  decision: 'deny',
  hooks: [{ hook: 'guard', decision: 'deny', outcome: 'blocked', ms: 1 }],
};
const event = {
  name: 'tool.before',
  host: 'claude-code',
  nativeName: 'PreToolUse',
  sessionId: 's',
  cwd: '/p',
  timestamp: '2026-01-01T00:00:00.000Z',
  caller: 'ai_session',
  call: { kind: 'shell', nativeName: 'Bash', input: { command: 'ls' } },
};
const line = (more: object, detail: unknown = undefined) =>
  JSON.stringify({ decision: { ...decision, ...more }, ...(detail === undefined ? {} : { detail }) });

test('a header is read as it was written', () => {
  const said = { createdAt: '2026-01-01T00:00:00.000Z', madeBy: '1.0.0', home: '/home/u' };
  assert.deepEqual(readHeader(headerLine(said)), { anyhook: 'recording', version: 1, ...said });
});

for (const [what, text, message] of [
  ['nothing', '', /^expected the header of a recording, got ""$/],
  ['no JSON', '{', /^expected the header of a recording/],
  ['another JSON', '[1]', /^expected the header of a recording/],
  [
    'a newer version',
    '{"anyhook":"recording","version":2}',
    /^expected a recording of version 1, got 2: a newer anyhook/,
  ],
] as const)
  test(`${what} is rejected as a header with a reason`, () => {
    assert.match(String(readHeader(text)), message);
  });

test('an event is read as it was written, with and without details', () => {
  for (const recorded of [readEventLine(line({})), readEventLine(line({}, { event }))]) {
    assert.ok(typeof recorded !== 'string');
    assert.deepEqual(readEventLine(eventLine(recorded)), recorded);
  }
});

for (const [text, message] of [
  ['', /^expected a JSON object, got ""$/],
  ['null', /^expected a JSON object/],
  ['{}', /^"decision": expected an object, got nothing$/],
  [line({ id: 7 }), /^"decision.id": expected a string, got 7$/],
  [line({ root: undefined }), /^"decision.root": expected a string, got nothing$/],
  [line({ event: '__proto__' }), /^"decision.event": expected the name of an event, got "__proto__"$/],
  [line({ decision: 'blok' }), /^"decision.decision": expected one of pass, allow, ask, deny, got "blok"$/],
  [line({ at: 'now' }), /^"decision.at": expected milliseconds since the epoch, got "now"$/],
  [line({ at: 1e300 }), /^"decision.at": expected milliseconds/],
  [line({ hooks: {} }), /^"decision.hooks": expected a list of runs, got {}$/],
  [line({ hooks: [null] }), /^"decision.hooks": expected a list of runs/],
  [line({ hooks: [{ hook: 'a', decision: 'x' }] }), /^"decision.hooks": expected a list of runs/],
  [line({ hooks: [{ hook: 'a', decision: 'deny', gave: 1 }] }), /^"decision.hooks": expected a list of runs/],
  [line({}, { notes: 'x' }), /^"detail.notes": expected a list, got "x"$/],
  [line({}, [1]), /^"detail": expected an object, got \[1\]$/],
] as const)
  test(`${text.slice(0, 40)} … is rejected: ${message.source}`, () => {
    assert.match(String(readEventLine(text)), message);
  });

function eventIn(changed: object, detail: object = {}) {
  const recorded = readEventLine(line({}, { event: { ...event, ...changed }, payload: { a: 1 }, ...detail }));
  assert.ok(typeof recorded !== 'string');
  return recordedEvent(recorded);
}

test('a recorded event is read back with its payload', () => {
  assert.deepEqual(eventIn({}), { ...event, raw: { a: 1 } });
});

for (const [what, changed, message] of [
  ['another name', { name: 'agent.stop' }, /"detail.event.name": expected "tool.before", got "agent.stop"/],
  ['no session', { sessionId: undefined }, /"detail.event.sessionId": expected a string, got nothing/],
  ['an invalid folder', { cwd: 1 }, /"detail.event.cwd": expected a string, got 1/],
  ['no call', { call: undefined }, /"detail.event.call": expected an object, got nothing/],
  [
    'an unknown kind',
    { call: { ...event.call, kind: 'x' } },
    /"detail.event.call.kind": expected a kind of tool, got "x"/,
  ],
  ['a tool without a name', { call: { ...event.call, nativeName: 1 } }, /call.nativeName": expected a string/],
  ['an invalid input', { call: { ...event.call, input: 'ls' } }, /call.input": expected an object, got "ls"/],
] as const)
  test(`an event with ${what} cannot be replayed, and the reason says why`, () => {
    assert.match(String(eventIn(changed)), message);
  });

test('an event without recorded details cannot be replayed', () => {
  const recorded = readEventLine(line({}));
  assert.ok(typeof recorded !== 'string');
  assert.equal(recordedEvent(recorded), 'its payload was not recorded');
});

test('a result must have a text', () => {
  const after = { ...event, name: 'tool.after', result: 'text' };
  const recorded = readEventLine(line({ event: 'tool.after' }, { event: after }));
  assert.ok(typeof recorded !== 'string');
  assert.match(String(recordedEvent(recorded)), /"detail.event.result.text": expected a string, got "text"/);
});
