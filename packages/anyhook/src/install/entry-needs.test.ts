import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hook } from '@anyhook/core';
import { findAgent, loadInstalls } from '../agents/index.js';
import { derivations } from '../engine/derive.js';
import { entryNeeds } from './entry-needs.js';

const installs = await loadInstalls();

const hook = (events: Hook['events'], more: Partial<Hook> = {}): Hook =>
  ({ dialect: 'hook-md', timeoutMs: 10_000, match: {}, scope: 'project', events, ...more }) as Hook;

const needs = (name: string, hooks: readonly Hook[], asked: readonly string[] = []) => {
  const install = installs.find(({ agent }) => agent === name);
  assert.ok(install);
  const { wanted, unserved } = entryNeeds(hooks, findAgent(name), install, { derivations, requested: asked });
  return { events: wanted.map(({ event, timeoutMs }) => `${event} ${timeoutMs / 1000}`), unserved };
};

const rows: readonly [string, string, readonly Hook[], readonly string[], readonly string[]][] = [
  ['nothing without hooks', 'claude-code', [], [], []],
  ['the event of a hook', 'claude-code', [hook(['tool.before'])], ['PreToolUse 30'], []],
  [
    'the timeout of the slowest hook',
    'claude-code',
    [hook(['tool.before']), hook(['tool.before'], { timeoutMs: 60_500 })],
    ['PreToolUse 63'],
    [],
  ],
  [
    'the event from which another is derived',
    'claude-code',
    [hook(['agent.done'], { dialect: 'docker' })],
    ['Stop 30'],
    [],
  ],
  ['the event from which a turn is derived', 'gemini', [hook(['turn.start'])], ['BeforeAgent 30'], []],
  [
    'both events that become a notification',
    'claude-code',
    [hook(['notification'])],
    ['StopFailure 30', 'Notification 30'],
    [],
  ],
  ['the event that reports failures', 'gemini', [hook(['tool.failure'])], ['AfterTool 30'], []],
  ['nothing for an event that the agent lacks', 'codex', [hook(['tool.failure'])], [], ['tool.failure']],
  ['one of two events', 'codex', [hook(['tool.after', 'tool.failure'])], ['PostToolUse 30'], []],
  [
    'no unsafe event',
    'gemini',
    [hook(['compact.before']), hook(['model.after'])],
    [],
    ['compact.before', 'model.after'],
  ],
  [
    'a native event by its name',
    'claude-code',
    [hook(['other'], { match: { nativeEvent: 'TaskCreated' } })],
    ['TaskCreated 30'],
    [],
  ],
  [
    'no unsafe event even by its name',
    'claude-code',
    [hook(['other'], { match: { nativeEvent: 'WorktreeCreate' } })],
    [],
    ['WorktreeCreate'],
  ],
  [
    "no entry for another agent's event, even with an equivalent of its own",
    'claude-code',
    [hook(['prompt.submit']), hook(['prompt.submit'], { match: { nativeEvent: 'user_followup_submit' } })],
    ['UserPromptSubmit 30'],
    ['user_followup_submit'],
  ],
  [
    'the start of calls for durations',
    'codex',
    [hook(['tool.after'], { match: { minDurationMs: 5 } })],
    ['PreToolUse 30', 'PostToolUse 30'],
    [],
  ],
  [
    'the events that the end of a session summarizes',
    'codex',
    [hook(['session.end'])],
    ['SessionStart 30', 'SessionEnd 3', 'PostToolUse 30'],
    [],
  ],
  [
    'the steps that a stop hook reads',
    'claude-code',
    [hook(['agent.stop'], { dialect: 'hook-md' })],
    ['UserPromptSubmit 30', 'PostToolUse 30', 'PostToolUseFailure 30', 'Stop 30'],
    [],
  ],
  [
    'no more than the agent allows',
    'qwen',
    [hook(['agent.stop'], { dialect: 'docker', timeoutMs: 5_000_000 })],
    ['Stop 999'],
    [],
  ],
  ['one name of an event that has two', 'copilot', [hook(['tool.before'])], ['preToolUse 30'], []],
  [
    'no entry for hooks that the agent runs itself',
    'claude-code',
    [hook(['tool.before'], { dialect: 'claude', flavour: 'settings' })],
    [],
    [],
  ],
  [
    'the same entry on another agent',
    'codex',
    [hook(['tool.before'], { dialect: 'claude', flavour: 'settings' })],
    ['PreToolUse 30'],
    [],
  ],
];
for (const [what, agent, hooks, events, unserved] of rows) {
  test(`${agent} needs ${what}`, () => {
    assert.deepEqual(needs(agent, hooks), { events, unserved });
  });
}

test('events requested by name are included', () => {
  assert.deepEqual(needs('claude-code', [], ['WorktreeCreate']).events, ['WorktreeCreate 30']);
});

for (const install of installs) {
  test(`every safe event of ${install.agent} is one of its events, and each has its own place`, () => {
    const { events } = findAgent(install.agent);
    assert.deepEqual(
      install.defaultEvents.filter((event) => !Object.hasOwn(events, event)),
      [],
    );
    assert.equal(new Set(install.defaultEvents).size, install.defaultEvents.length);
    for (const never of ['WorktreeCreate', 'MessageDisplay', 'AfterModel'])
      assert.ok(!install.defaultEvents.includes(never));
  });
}
