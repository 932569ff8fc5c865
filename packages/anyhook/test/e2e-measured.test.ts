import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { agentDrivers } from '../../../e2e/agents/index.js';
import type { CapabilityCell } from '../../../e2e/cases/case.js';
import { runPlansFor } from '../../../e2e/cases/index.js';
import {
  claimOf,
  contradiction,
  fullEffect,
  noEffect,
  type Observation,
  weakerEffect,
} from '../../../e2e/cases/observation.js';
import { hasJsonSettings } from '../../../e2e/cases/settings.js';
import { versionOf } from '../../../e2e/install.js';
import { addMeasured, outdatedCells, readMeasured, toMeasuredCell } from '../../../e2e/measured.js';
import { seenText } from '../../../e2e/report.js';
import { installOf } from '../../../e2e/settings-oddity.js';
import type { Capability } from '../src/agents/agent.js';
import { findAgent } from '../src/agents/index.js';
import { settingsOddities } from '../src/agents/kit/settings-oddities.js';

const measured = readMeasured();

test('e2e/measured.json has exactly the agents that can be run', () => {
  assert.deepEqual(Object.keys(measured).sort(), agentDrivers.map(({ name: agent }) => agent).sort());
});

for (const agent of agentDrivers) {
  const { name: agentName } = agent;
  test(`${agentName}: the capability table matches the results for the version pinned in e2e/versions.json`, () => {
    const { version, cells } = measured[agentName] ?? { cells: {} };
    assert.equal(version, versionOf(agentName), 'run "npm run e2e -- --write"');
    const { capabilities } = findAgent(agentName);
    for (const [name, { grade, seen, how = '' }] of Object.entries(cells)) {
      const [event, effect] = name.split(' ') as [CapabilityCell['event'], CapabilityCell['effect']];
      const claim = claimOf({ event, effect }, capabilities);
      assert.equal(claim.grade, grade, `${name} was measured as ${grade}: run "npm run e2e -- --write ${agentName}"`);
      assert.equal(contradiction({ event, effect }, claim, { seen, how } as Observation), undefined);
    }
  });

  test(`${agentName}: its install declares the measured result for each settings oddity`, () => {
    const { oddities } = measured[agentName] ?? {};
    assert.deepEqual(installOf(agent).oddities, oddities, `run "npm run e2e -- --write ${agentName}"`);
    assert.deepEqual(Object.keys(oddities ?? {}), hasJsonSettings(agent) ? [...settingsOddities] : []);
  });

  test(`${agentName}: an agent with subagents in its table says how to start one`, () => {
    const { capabilities } = findAgent(agentName);
    const knows = capabilities['subagent.start'] ?? capabilities['subagent.stop'];
    assert.ok(!knows || agent.subagentCalls, `e2e/agents/${agentName}.ts has no task`);
  });
}

test('three rotations cover every case of every agent, and each covers all cases that measure the agent', () => {
  for (const agent of agentDrivers) {
    const all = runPlansFor(agent);
    const rotations = [100, 101, 102].map((rotation) => runPlansFor(agent, rotation));
    assert.deepEqual(
      all.filter((plan) => !rotations.some((plans) => plans.includes(plan))),
      [],
    );
    for (const plans of rotations)
      for (const { cases } of all.filter((plan) => !plans.includes(plan)))
        assert.ok(
          cases.every(({ cell, oddity }) => !cell && !oddity),
          cases.map(({ name }) => name).join(', '),
        );
    const seldom = all.filter(({ rotates }) => rotates);
    for (const plan of seldom) assert.equal(rotations.filter((plans) => plans.includes(plan)).length, 1);
  }
});

describe('measured results are compared with the table', () => {
  const cell = { event: 'tool.after', effect: 'deny' } as const;
  const less = weakerEffect('it is weaker');
  const none = noEffect('nothing is seen');
  const cases: [Capability, Observation, string | undefined][] = [
    [{ deny: 'exact' }, fullEffect, undefined],
    [{ deny: 'emulated' }, fullEffect, undefined],
    [{ deny: 'degraded' }, less, undefined],
    [{}, none, undefined],
    [{ deny: 'exact' }, less, 'deny at tool.after is called exact, but it is weaker'],
    [{ deny: 'emulated' }, none, 'deny at tool.after is called emulated, but nothing is seen'],
    [{ deny: 'degraded' }, fullEffect, 'deny at tool.after is called degraded, but its whole effect was seen'],
    [{ deny: 'degraded' }, none, 'deny at tool.after is called degraded, but nothing is seen'],
    [{}, fullEffect, 'deny at tool.after is called impossible, but its whole effect was seen'],
    [{}, less, 'deny at tool.after is called impossible, but it is weaker'],
  ];
  for (const [row, sight, expected] of cases)
    test(`${row.deny ?? 'impossible'} and ${sight.seen}: ${expected ? 'a contradiction' : 'fine'}`, () => {
      const claim = claimOf(cell, { 'tool.after': row });
      assert.equal(contradiction(cell, claim, sight), expected);
    });

  test('where the engine stands in for the agent, a weaker effect is expected', () => {
    const ask = { event: 'tool.before', effect: 'ask' } as const;
    const due = (row: Capability) => contradiction(ask, claimOf(ask, { 'tool.before': row }), less);
    assert.equal(due({ deny: 'exact' }), undefined);
    assert.equal(due({}), 'ask at tool.before is called impossible, but it is weaker');
    assert.equal(due({ deny: 'exact', ask: 'exact' }), 'ask at tool.before is called exact, but it is weaker');
  });
});

test('cells measured differently, or measured only once, are out of date', () => {
  const claim = claimOf({ event: 'tool.before', effect: 'deny' }, { 'tool.before': { deny: 'exact' } });
  const seen = (cells: Record<string, Observation>, version = '1') => ({
    version,
    cells: Object.fromEntries(Object.entries(cells).map(([name, sight]) => [name, toMeasuredCell(claim, sight)])),
  });
  assert.deepEqual(outdatedCells(seen({ a: fullEffect }), seen({ a: fullEffect })), []);
  assert.deepEqual(outdatedCells(seen({ a: fullEffect, b: fullEffect }), seen({ a: noEffect('no'), c: fullEffect })), [
    'a',
    'b',
    'c',
  ]);
  assert.deepEqual(outdatedCells(seen({ a: fullEffect }, '2'), seen({ a: fullEffect })), ['version 2']);
  assert.deepEqual(outdatedCells(seen({ a: fullEffect }), undefined), ['version 1']);
});

test('an oddity measured differently is out of date, and a partial run keeps the other results', () => {
  const cells = { a: toMeasuredCell({ grade: 'exact', standsIn: false }, fullEffect) };
  const kept = { version: '1', cells, oddities: { comment: 'dropped', 'trailing comma': 'dropped' } } as const;
  const ran = { version: '1', cells: {}, oddities: { comment: 'read' } } as const;
  const together = addMeasured(ran, kept);
  assert.deepEqual(together, { version: '1', cells, oddities: { comment: 'read', 'trailing comma': 'dropped' } });
  assert.deepEqual(outdatedCells(together, kept), ['settings with comment']);
  assert.deepEqual(addMeasured({ version: '2', cells: {} }, kept), { version: '2', cells: {} });
  assert.deepEqual(addMeasured({ version: '1', cells: {} }, { version: '1', cells }), { version: '1', cells });
});

test("a case's line states the result when its name suggests the opposite", () => {
  assert.equal(seenText(fullEffect), '');
  assert.equal(seenText(noEffect('the model is asked')), ': NO, as the capability table says (the model is asked)');
  assert.equal(seenText(weakerEffect('late')), ': only in part, as the capability table says (late)');
});
