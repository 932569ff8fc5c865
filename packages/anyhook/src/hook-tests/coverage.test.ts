import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event, Hook, Match } from '@anyhook/core';
import { collectEvidence, coverageOf, isCovered } from './coverage.js';

const hook = (match: Match): Hook => ({
  id: 'guard',
  dialect: 'hook-md',
  events: ['tool.before'],
  nativeEvent: 'before_tool',
  scope: 'project',
  source: '/p/HOOK.md',
  line: 1,
  position: 0,
  root: '/p',
  enabled: true,
  blocking: true,
  async: false,
  mode: 'enforce',
  priority: 100,
  timeoutMs: 1000,
  match,
  handler: { kind: 'builtin', use: 'add_date' },
  onFailure: 'open',
  warnOnFailure: true,
  concurrent: false,
  stopsList: false,
  parallel: false,
  recheck: true,
  profiles: [],
  files: [],
});

const call = (kind: 'shell' | 'write', input: Record<string, unknown>): Event => ({
  name: 'tool.before',
  host: 'anyhook',
  nativeName: 'tool.before',
  sessionId: 's',
  cwd: '/p',
  timestamp: '2026-01-01T00:00:00.000Z',
  caller: 'manual_cli',
  raw: {},
  call: { kind, nativeName: kind, input },
});

/** The coverage of a hook that ran exactly when its whole matcher matched. */
async function coverageAfter(match: Match, events: readonly Event[]) {
  const one = hook(match);
  const all = [];
  for (const event of events) {
    const [first] = await collectEvidence([one], [event], new Set());
    const ran = Object.values(first?.parts ?? {}).every((accepts) => accepts);
    all.push(...(await collectEvidence([one], [event], new Set(ran ? ['guard'] : []))));
  }
  const [row] = coverageOf([one], all);
  return { ran: row?.ran, matchers: row?.matchers.map(({ part, matched, refused }) => [part, matched, refused]), row };
}

const match: Match = {
  tool: { source: 'Shell', mode: 'anchored' },
  input: { source: 'rm', mode: 'search' },
};

test('a hook that no event reached is not covered, and neither is its matcher', async () => {
  const { ran, matchers, row } = await coverageAfter(match, []);
  assert.equal(ran, 0);
  assert.deepEqual(matchers, [
    ['tool', false, false],
    ['input', false, false],
  ]);
  assert.equal(row && isCovered(row, 'hooks'), false);
});

test('a matching event covers the matching side of every part', async () => {
  const { ran, matchers, row } = await coverageAfter(match, [call('shell', { command: 'rm x' })]);
  assert.equal(ran, 1);
  assert.deepEqual(matchers, [
    ['tool', true, false],
    ['input', true, false],
  ]);
  assert.deepEqual(row && [isCovered(row, 'hooks'), isCovered(row, 'matchers')], [true, false]);
});

test('a non-matching event covers the other side of the parts that refused it, and of no other part', async () => {
  const { matchers } = await coverageAfter(match, [call('shell', { command: 'rm x' }), call('write', { path: 'rm' })]);
  assert.deepEqual(matchers, [
    ['tool', true, true],
    ['input', true, false],
  ]);
  const both = await coverageAfter(match, [call('shell', { command: 'rm x' }), call('write', { path: 'a' })]);
  assert.equal(both.row && isCovered(both.row, 'matchers'), true);
});

test('a part that matched while the hook did not run is not covered', async () => {
  const { ran, matchers } = await coverageAfter(match, [call('shell', { command: 'ls' })]);
  assert.equal(ran, 0);
  assert.deepEqual(matchers, [
    ['tool', false, false],
    ['input', false, true],
  ]);
});

test('path parts are covered as well, and a part that matches everything needs no refusal', async () => {
  const paths = await coverageAfter({ paths: ['src/**'] }, [
    call('write', { path: 'src/a' }),
    call('write', { path: 'b' }),
  ]);
  assert.deepEqual(paths.matchers, [['paths', true, true]]);
  const all = await coverageAfter({ abilities: ['*'], tool: { source: '.*', mode: 'anchored' } }, [call('shell', {})]);
  assert.deepEqual(all.matchers, [
    ['tool', true, true],
    ['abilities', true, true],
  ]);
});

test('events of other kinds cover nothing', async () => {
  assert.deepEqual(
    await collectEvidence([hook(match)], [{ ...call('shell', {}), name: 'agent.stop' } as Event], new Set()),
    [],
  );
});
