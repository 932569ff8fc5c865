import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actions, parseAction } from './actions.js';

const wrong: readonly (readonly [unknown, string, RegExp])[] = [
  [null, 'BAD_ACTION', /an action must be an object with the field "action", got null/],
  [['RUN_TASK'], 'BAD_ACTION', /an action must be an object/],
  [{}, 'BAD_ACTION', /"action" must be one of LIST_ABILITIES, CREATE_TASK/],
  [{ action: 'CREATE_TSAK' }, 'UNKNOWN_ACTION', /unknown action "CREATE_TSAK"; did you mean "CREATE_TASK"\?/],
  [{ action: 'DANCE' }, 'UNKNOWN_ACTION', /known: LIST_ABILITIES, CREATE_TASK, UPDATE_TASK, RUN_TASK, GET_TASK/],
  [{ action: '__proto__' }, 'UNKNOWN_ACTION', /unknown action "__proto__"/],
  [{ action: 'CREATE_TASK' }, 'BAD_ACTION', /"ability" must be a string that is not empty, got nothing/],
  [{ action: 'CREATE_TASK', ability: 'x', inputs: {} }, 'BAD_ACTION', /no field "inputs"; did you mean "input"\?/],
  [{ action: 'CREATE_TASK', ability: 'x', input: [] }, 'BAD_ACTION', /"input" must be an object, got \[\]/],
  [JSON.parse('{"action":"GET_TASK","task_key":"k","__proto__":1}'), 'BAD_ACTION', /no field "__proto__"/],
  [{ action: 'RUN_TASK', key: 'k' }, 'BAD_ACTION', /no field "key"; did you mean "task_key"\?|known: task_key/],
  [{ action: 'RUN_TASK', task_key: 'k', wait_ms: -1 }, 'BAD_ACTION', /"wait_ms" must be a number from 0/],
  [{ action: 'UPDATE_TASK', task_key: 'k' }, 'BAD_ACTION', /give "input" or "note"/],
  [{ action: 'LIST_ABILITIES', limit: 0 }, 'BAD_ACTION', /"limit" must be a whole number from 1/],
];

for (const [value, code, why] of wrong) {
  test(`the action ${JSON.stringify(value)} is rejected with the reason`, () => {
    const read = parseAction(value);
    assert.ok(!read.ok);
    assert.equal(read.code, code);
    assert.match(read.why, why);
  });
}

test('every action is read with its fields, and a null field counts as missing', () => {
  const given = [
    { action: 'LIST_ABILITIES', query: 'deploy', limit: 3 },
    { action: 'CREATE_TASK', ability: 'x', input: { a: 1 }, environment: 'dev', note: 'n' },
    { action: 'UPDATE_TASK', task_key: 'k', note: 'n' },
    { action: 'RUN_TASK', task_key: 'k', wait_ms: 5 },
    { action: 'GET_TASK', task_key: 'k' },
  ];
  assert.deepEqual(new Set(given.map(({ action }) => action)), new Set(Object.keys(actions)));
  for (const action of given) assert.deepEqual(parseAction(action), { ok: true, action });
  assert.deepEqual(parseAction({ action: 'RUN_TASK', task_key: 'k', wait_ms: null }), {
    ok: true,
    action: { action: 'RUN_TASK', task_key: 'k' },
  });
});
