import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { agents } from '../../anyhook/src/agents/index.js';
import { actionName, namesCall } from './event.js';
import { guardedEvents } from './stand-in.js';

test("actionName matches every agent's events for calls, prompts and subagents, and no other event", () => {
  for (const agent of agents)
    for (const [native, name] of Object.entries(agent.events))
      if (name !== 'tool.permission')
        assert.equal(actionName.test(native), guardedEvents.includes(name), `${agent.name}: ${native}`);
});

test('an event name counts as a JSON value, not as part of a longer string', () => {
  assert.ok(namesCall('{"hook_event_name": "PreToolUse"'));
  assert.ok(!namesCall(String.raw`{"hook_event_name":"Stop","text":"x: \"PreToolUse\""}`));
});

test('bin/anyhook.cjs contains the same event name pattern', () => {
  assert.ok(readFileSync('packages/anyhook/bin/anyhook.cjs', 'utf8').includes(String(actionName)));
});
