import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allow, ask, deny, pass } from '@anyhook/core';
import { checkResult } from './check-result.js';

const signal = { source_event: 'PreAbilityCall', hook_id: 'h', kind: 'k', code: 'C', payload: 1 };
const good: unknown[] = [
  pass(),
  allow('because'),
  ask('sure?', { context: ['a'] }),
  deny('no', { messages: ['m'], logs: ['l'], notes: ['n'], stop: 's' }),
  pass({ rewrite: { of: 'input', value: { command: 'ls -h' } } }),
  pass({ rewrite: { of: 'output', value: 'o' } }),
  pass({ rewrite: { of: 'prompt', value: 'p' } }),
  pass({ rewrite: { of: 'summary', value: 's' } }),
  pass({ rewrite: { of: 'messages', value: [{ role: 'user', content: 'x' }] } }),
  pass({ signals: [signal] }),
  { decision: 'pass', reason: undefined },
];
for (const value of good)
  test(`${JSON.stringify(value)} is a valid result`, () => assert.deepEqual(checkResult(value), { result: value }));

test('undefined is no opinion', () => assert.deepEqual(checkResult(undefined), { result: { decision: 'pass' } }));

const bad: [unknown, RegExp][] = [
  [null, /expected a result/],
  ['deny', /expected a result/],
  [[], /expected a result/],
  [{}, /needs a "decision"/],
  [{ context: ['x'] }, /needs a "decision"/],
  [{ decision: 'Deny' }, /one of pass, allow, ask, deny/],
  [{ decision: 'deny', reasn: 'x' }, /did you mean "reason"/],
  [{ decision: 'deny', reason: 1 }, /"reason": expected a string/],
  [{ decision: 'pass', context: 'x' }, /"context": expected a list of strings/],
  [{ decision: 'pass', messages: [1] }, /"messages"/],
  [{ decision: 'pass', rewrite: { of: 'input', value: 'x' } }, /"rewrite"/],
  [{ decision: 'pass', rewrite: { of: 'output', value: {} } }, /"rewrite"/],
  [{ decision: 'pass', rewrite: { of: 'messages', value: ['x'] } }, /"rewrite"/],
  [{ decision: 'pass', rewrite: { of: 'inptu', value: {} } }, /"rewrite"/],
  [{ decision: 'pass', signals: [{}] }, /"signals"/],
  [JSON.parse('{"decision": "pass", "__proto__": {}}'), /unknown key "__proto__"/],
];
for (const [value, problem] of bad)
  test(`${JSON.stringify(value)} is not a valid result`, () => {
    const checked = checkResult(value);
    assert.match('problem' in checked ? checked.problem : '', problem);
  });
