import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hook } from '@anyhook/core';
import { plainHook } from '../../test/support/core-samples.js';
import type { Agent, Capability } from '../agents/agent.js';
import { type GradeOptions, gradeHook } from './grades.js';

const all = { deny: 'exact', ask: 'exact', rewrite: 'exact', context: 'exact' } as const;

/** An agent that fires these events and supports these effects before a tool. */
const agentWith = (before: Capability, more: Partial<Agent> = {}): Agent =>
  ({
    name: 'some-agent',
    title: 'Some agent',
    events: { Before: 'tool.before', Stop: 'agent.stop', Prompt: 'prompt.submit' },
    capabilities: { 'tool.before': before, 'agent.stop': { context: 'exact' }, 'prompt.submit': all },
    ...more,
  }) as Agent;

const free: GradeOptions = { permissionsOf: () => ({ blocks: true, context: true, rewrites: true }) };
const mute: GradeOptions = { permissionsOf: () => ({ blocks: false, context: false, rewrites: false }) };
const gradeOf = (agent: Agent, hook: Partial<Hook> = {}, options = free) => {
  const { grade: found, why } = gradeHook({ ...plainHook, ...hook }, agent, options);
  return why === undefined ? found : `${found}: ${why}`;
};

test('a hook gets the worst grade of the effects that it may use', () => {
  assert.equal(gradeOf(agentWith(all)), 'exact');
  assert.equal(gradeOf(agentWith({ ...all, context: 'emulated' })), 'emulated: context emulated');
  assert.equal(
    gradeOf(agentWith({ ...all, deny: 'degraded', context: 'emulated' })),
    'degraded: deny degraded, context emulated',
  );
});

test('a lost effect makes a hook degraded; a hook without any supported effect is impossible', () => {
  assert.equal(gradeOf(agentWith({ ...all, rewrite: 'impossible' })), 'degraded: no rewrite');
  assert.equal(
    gradeOf(agentWith({ ask: 'exact', rewrite: 'exact' })),
    'degraded: continues if it denies tool.before, no context',
  );
  assert.equal(gradeOf(agentWith({})), 'impossible: no deny, no ask, no rewrite, no context at tool.before');
});

test('a hook declared not to deny, or a builtin that only informs, is not graded by denials', () => {
  const contextOnly = agentWith({ context: 'exact' });
  const rowOf = () => ({ blocks: true, context: true, rewrites: false });
  assert.match(gradeOf(contextOnly, {}, { permissionsOf: rowOf }), /^degraded: continues if it denies tool\.before/);
  assert.equal(gradeOf(contextOnly, { blocking: false }, { permissionsOf: rowOf }), 'exact');
  const handler = { kind: 'builtin', use: 'add_date' } as const;
  assert.equal(gradeOf(contextOnly, { handler }, { ...free, passiveBuiltins: new Set(['add_date']) }), 'exact');
  assert.match(gradeOf(contextOnly, { handler }, { ...free, passiveBuiltins: new Set() }), /^degraded/);
});

test('an ask that becomes a deny is graded as a weaker ask', () => {
  const { ask: _, ...rest } = all;
  assert.equal(gradeOf(agentWith(rest)), 'degraded: ask degraded');
});

test('only effects that the hook itself may use are graded', () => {
  assert.equal(gradeOf(agentWith({}), {}, mute), 'exact');
  assert.equal(gradeOf(agentWith({}), { async: true }), 'exact');
  assert.equal(gradeOf(agentWith({}), { mode: 'shadow' }), 'exact');
  assert.equal(gradeOf(agentWith({ ...all, deny: 'impossible' }), { blocking: false }), 'exact');
});

test('an event that the agent never fires or never registers is graded impossible', () => {
  assert.equal(gradeOf(agentWith(all), { events: ['limit'] }), 'impossible: never fires limit');
  const install = { defaultEvents: ['Stop'] };
  assert.equal(gradeOf(agentWith(all), {}, { ...free, install }), 'impossible: never fires tool.before');
});

test('a derived event is graded emulated', () => {
  const differs = 'once per prompt, and its context stays in the conversation';
  assert.equal(
    gradeOf(agentWith(all), { events: ['turn.start'] }),
    `emulated: derived from prompt.submit (${differs})`,
  );
});

test('a hook on several events gets the worst grade of those that the agent fires', () => {
  const hook = { events: ['limit', 'tool.before', 'agent.stop'] } as const;
  assert.equal(gradeOf(agentWith(all), hook), 'degraded: continues if it denies agent.stop');
});

test('a hook that the agent runs by itself is graded native', () => {
  const own = agentWith({}, { hooksRunByAgent: [{ format: 'claude', flavour: 'settings' }] });
  assert.match(gradeOf(own, { dialect: 'claude', flavour: 'settings' }), /^native/);
  assert.match(gradeOf(own, { dialect: 'claude', flavour: 'plugin' }), /^impossible/);
});
