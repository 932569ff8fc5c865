import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hook } from '@anyhook/core';
import { plainHook } from '../../test/support/core-samples.js';
import type { Agent, Capability } from '../agents/agent.js';
import { type GradeOptions, gradeHook } from './grades.js';

const all = { deny: 'exact', ask: 'exact', rewrite: 'exact', context: 'exact' } as const;

/** An agent that fires these events and supports this before a tool. */
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
const grade = (agent: Agent, hook: Partial<Hook> = {}, options = free) => {
  const { grade: found, why } = gradeHook({ ...plainHook, ...hook }, agent, options);
  return why === undefined ? found : `${found}: ${why}`;
};

test('the worst of what a hook may wish is its grade', () => {
  assert.equal(grade(agentWith(all)), 'exact');
  assert.equal(grade(agentWith({ ...all, context: 'emulated' })), 'emulated: context emulated');
  assert.equal(
    grade(agentWith({ ...all, deny: 'degraded', context: 'emulated' })),
    'degraded: deny degraded, context emulated',
  );
});

test('a wish that is lost degrades a hook; a hook of which nothing is granted is impossible', () => {
  assert.equal(grade(agentWith({ ...all, rewrite: 'impossible' })), 'degraded: no rewrite');
  assert.equal(
    grade(agentWith({ ask: 'exact', rewrite: 'exact' })),
    'degraded: continues if it denies tool.before, no context',
  );
  assert.equal(grade(agentWith({})), 'impossible: no deny, no ask, no rewrite, no context at tool.before');
});

test('a hook that says that it never denies, or a builtin that only tells, is not graded by denials', () => {
  const contextOnly = agentWith({ context: 'exact' });
  const rowOf = () => ({ blocks: true, context: true, rewrites: false });
  assert.match(grade(contextOnly, {}, { permissionsOf: rowOf }), /^degraded: continues if it denies tool\.before/);
  assert.equal(grade(contextOnly, { blocking: false }, { permissionsOf: rowOf }), 'exact');
  const handler = { kind: 'builtin', use: 'add_date' } as const;
  assert.equal(grade(contextOnly, { handler }, { ...free, passiveBuiltins: new Set(['add_date']) }), 'exact');
  assert.match(grade(contextOnly, { handler }, { ...free, passiveBuiltins: new Set() }), /^degraded/);
});

test('an ask that becomes a deny is a weaker ask', () => {
  const { ask: _, ...rest } = all;
  assert.equal(grade(agentWith(rest)), 'degraded: ask degraded');
});

test('only what the hook itself may wish counts', () => {
  assert.equal(grade(agentWith({}), {}, mute), 'exact');
  assert.equal(grade(agentWith({}), { async: true }), 'exact');
  assert.equal(grade(agentWith({}), { mode: 'shadow' }), 'exact');
  assert.equal(grade(agentWith({ ...all, deny: 'impossible' }), { blocking: false }), 'exact');
});

test('an event that the agent never fires, or that is never registered, is impossible', () => {
  assert.equal(grade(agentWith(all), { events: ['limit'] }), 'impossible: never fires limit');
  const install = { defaultEvents: ['Stop'] };
  assert.equal(grade(agentWith(all), {}, { ...free, install }), 'impossible: never fires tool.before');
});

test('a derived event is an emulated one', () => {
  const differs = 'once per prompt, and its context stays in the conversation';
  assert.equal(grade(agentWith(all), { events: ['turn.start'] }), `emulated: derived from prompt.submit (${differs})`);
});

test('a hook that waits for several events has the worst grade of those that come', () => {
  const hook = { events: ['limit', 'tool.before', 'agent.stop'] } as const;
  assert.equal(grade(agentWith(all), hook), 'degraded: continues if it denies agent.stop');
});

test('a hook that the agent runs by itself is native', () => {
  const own = agentWith({}, { hooksRunByAgent: [{ format: 'claude', flavour: 'settings' }] });
  assert.match(grade(own, { dialect: 'claude', flavour: 'settings' }), /^native/);
  assert.match(grade(own, { dialect: 'claude', flavour: 'plugin' }), /^impossible/);
});
