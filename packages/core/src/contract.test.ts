import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Contract, contractOf, contracts, eventNames, isEventName } from './contract.js';

type Row = [decisions: Contract['decisions'], rewrites: Contract['rewrites'], context: Contract['context']];
const silent: Row = [[], false, false];

const table: Readonly<Record<string, Row>> = {
  'session.start': [['deny'], false, 'session'],
  'session.end': [['deny'], false, false],
  'prompt.submit': [['deny'], 'prompt', 'turn'],
  'turn.start': [[], false, 'model call'],
  'turn.end': silent,
  'model.before': [['deny'], 'messages', false],
  'model.after': silent,
  'tool.before': [['allow', 'ask', 'deny'], 'input', 'tool call'],
  'tool.permission': [['allow', 'deny'], false, false],
  'tool.after': [['deny'], 'output', 'tool call'],
  'tool.failure': [['deny'], false, 'tool call'],
  'agent.stop': [['deny'], false, 'turn'],
  'agent.done': [['deny'], false, false],
  'subagent.start': [['deny'], false, 'subagent'],
  'subagent.stop': [['deny'], false, false],
  'compact.before': [['deny'], 'summary', 'summary'],
  'compact.after': silent,
  'user.wait': silent,
  notification: silent,
  error: silent,
  limit: silent,
  'task.create': [['allow', 'ask', 'deny'], false, 'tool call'],
  other: silent,
};

test('the table lists exactly the known events', () => {
  assert.deepEqual([...eventNames].sort(), Object.keys(table).sort());
});

for (const [name, [decisions, rewrites, context]] of Object.entries(table)) {
  test(`${name} has the contract of the design table`, () => {
    assert.ok(isEventName(name));
    const row = contractOf(name);
    assert.deepEqual([row.decisions, row.rewrites, row.context], [decisions, rewrites, context]);
  });
}

test('only rewrites that the next hook can see are chained', () => {
  const chained = eventNames.filter((name) => contracts[name].chains);
  assert.deepEqual(chained, ['prompt.submit', 'model.before', 'tool.before', 'tool.after']);
});

test('exactly the events that can be denied say what a deny means', () => {
  for (const name of eventNames) {
    const { decisions, denyMeans } = contractOf(name);
    assert.equal(denyMeans !== undefined, decisions.includes('deny'), name);
  }
});

test('names of Object.prototype members are not event names', () => {
  for (const name of ['constructor', '__proto__', 'toString', '', 'tool']) assert.equal(isEventName(name), false);
});
