import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { type declarationOf, levelOf, versionRange } from '../../../../scripts/reference/conformance.js';
import { documentedAgents as agents } from '../../../../scripts/reference/documented-agents.js';
import type { EventName } from '../../../core/src/contract.js';
import type { Agent, VerdictEffect } from '../../src/agents/agent.js';
import { findAgent } from '../../src/agents/index.js';
import { flow } from '../../src/formats/flow/codec.js';

type Declaration = ReturnType<typeof declarationOf>;

const policies = ['workflow_steering', 'quality_gate', 'stop_goal_fit', 'config_protection'];
const trigger: Readonly<Record<string, EventName>> = {
  userPromptSubmit: 'prompt.submit',
  postToolUse: 'tool.after',
  stop: 'agent.stop',
  preToolUse: 'tool.before',
};

for (const agent of agents) {
  describe(`packages/anyhook/conformance/${agent.name}.yaml`, () => {
    const declared = parse(readFileSync(`packages/anyhook/conformance/${agent.name}.yaml`, 'utf8')) as Declaration;

    test('names level, contract, versions, all eight events and all four policies', () => {
      assert.match(declared.conformance_level, /^(?:L[012]|none)$/);
      assert.deepEqual([declared.contract_version, declared.host], ['1.0', agent.name]);
      assert.match(declared.host_versions, /\d/);
      assert.deepEqual(Object.keys(declared.event_coverage), Object.keys(flow.events));
      assert.deepEqual(Object.keys(declared.policy_coverage), policies);
    });

    test('every native name exists in the agent, and an event without one is a gap', () => {
      for (const [event, row] of Object.entries(declared.event_coverage)) {
        for (const native of row.native)
          assert.ok(flow.events[event]?.events.includes(agent.events[native] ?? 'other'));
        const named = declared.gaps.some((gap) => gap.event === event && gap.gap === 'no native equivalent');
        assert.deepEqual([row.native.length === 0, row.fidelity === 'none'], [named, named], event);
      }
    });

    test('policy grants match the capability table, and missing capabilities are gaps', () => {
      for (const [policy, { triggers, coverage }] of Object.entries(declared.policy_coverage)) {
        for (const { event, effect, grade, guidance } of triggers) {
          const on = trigger[event] as EventName;
          const granted = agent.capabilities[on]?.[effect as VerdictEffect] ?? 'impossible';
          assert.equal(grade, granted);
          const enforced = effect === 'deny' && (grade === 'exact' || grade === 'emulated');
          assert.equal(guidance, enforced ? 'must-do' : 'soft');
          const full = grade === 'exact' || grade === 'emulated';
          const named = declared.gaps.some((gap) => gap.event === event && (gap.policy === policy || !gap.policy));
          assert.ok(full || named, `${policy} at ${event}: ${effect} is ${grade} and no gap`);
          assert.ok(coverage !== 'full' || grade !== 'impossible');
        }
      }
    });

    test('every gap names the loss and the nearest approximation', () => {
      for (const gap of declared.gaps) {
        for (const text of [gap.gap, gap.degradation, gap.approximation]) assert.match(text, /\w{4}/);
      }
    });
  });
}

test('the agents measured for L2 reach it', () => {
  for (const name of ['claude-code', 'codex', 'gemini', 'flow']) assert.equal(levelOf(findAgent(name)), 'L2', name);
});

const exact = { deny: 'exact', context: 'exact' } as const;
const levels: readonly [string, Partial<Agent>, string][] = [
  ['nothing', {}, 'none'],
  [
    'tools and stops but no session start',
    { capabilities: { 'tool.before': exact, 'agent.stop': exact, 'prompt.submit': exact } },
    'none',
  ],
  ['a session start to watch', { events: { Start: 'session.start' } }, 'L0'],
  ['context at a session start', { capabilities: { 'session.start': exact } }, 'L1'],
  ['context at a prompt', { events: { Start: 'session.start' }, capabilities: { 'prompt.submit': exact } }, 'L1'],
  [
    'a stop that cannot be blocked',
    {
      capabilities: {
        'session.start': exact,
        'tool.before': exact,
        'tool.after': exact,
        'agent.stop': { message: 'exact' },
      },
    },
    'L1',
  ],
  [
    'a weak deny',
    {
      capabilities: {
        'session.start': exact,
        'tool.before': { deny: 'degraded' },
        'tool.after': {},
        'agent.stop': exact,
      },
    },
    'L1',
  ],
  [
    'every required capability',
    {
      capabilities: {
        'session.start': exact,
        'tool.before': exact,
        'tool.after': {},
        'agent.stop': { deny: 'emulated' },
      },
    },
    'L2',
  ],
];
for (const [what, more, level] of levels) {
  test(`an agent with ${what} is declared ${level}`, () => {
    assert.equal(levelOf({ events: {}, capabilities: {}, ...more } as Agent), level);
  });
}

for (const [given, range] of [
  [['2.1', '2.1.197', '2.1.197'], '>=2.1.197 <2.2'],
  [['0.9.2', '0.10.1; gone in 0.8.0'], '>=0.9.2 <0.11'],
  [['1'], '1.x'],
  [['CLI 3, IDE 1', 'CLI 2'], 'CLI 2, CLI 3, IDE 1'],
  [['contract 1.0'], 'contract 1.0'],
] as const) {
  test(`versions ${given.join(' and ')} are ${range}`, () => assert.equal(versionRange(given), range));
}

test('an agent with stops but no way to show a message at them is below L1', () => {
  const events = { Start: 'session.start', Stop: 'agent.stop' } as const;
  const capabilities = { 'prompt.submit': exact };
  const silent = { events, capabilities } as Partial<Agent>;
  assert.equal(levelOf(silent as Agent), 'L0');
  const warns = { events, capabilities: { ...capabilities, 'agent.stop': { message: 'exact' } } } as Partial<Agent>;
  assert.equal(levelOf(warns as Agent), 'L1');
});

describe('packages/anyhook/conformance/frameworks.yaml', () => {
  const declared = parse(readFileSync('packages/anyhook/conformance/frameworks.yaml', 'utf8')) as {
    readonly contract_version: string;
    readonly level_needs: Readonly<Record<string, string>>;
    readonly frameworks: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };

  test('names the contract and what each level needs', () => {
    assert.equal(declared.contract_version, '1.0');
    assert.deepEqual(Object.keys(declared.level_needs), ['L0', 'L1', 'L2']);
  });

  for (const [name, row] of Object.entries(declared.frameworks)) {
    test(`${name}: level, versions, all eight events and all four policies, each gap with its reason`, () => {
      assert.match(String(row['conformance_level']), /^(?:L[012]|none)$/);
      assert.match(String(row['versions']), /\d/);
      const events = row['event_coverage'] as Readonly<Record<string, { fidelity: string; gap?: string }>>;
      assert.deepEqual(Object.keys(events), Object.keys(flow.events));
      for (const { fidelity, gap } of Object.values(events)) assert.equal(fidelity === 'full', gap === undefined);
      assert.deepEqual(Object.keys(row['policy_coverage'] as object), policies);
    });
  }
});
