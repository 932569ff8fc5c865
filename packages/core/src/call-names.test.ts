import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { agents } from '../../anyhook/src/agents/index.js';
import { actionName, namesCall } from './event.js';
import { guardedEvents } from './stand-in.js';

test("every agent's event before a call, a prompt or a subagent is known without the agent's table, and no other is", () => {
  for (const agent of agents)
    for (const [native, name] of Object.entries(agent.events))
      if (name !== 'tool.permission')
        assert.equal(actionName.test(native), guardedEvents.includes(name), `${agent.name}: ${native}`);
});

test('a payload names such an event as a value, not in a text', () => {
  assert.ok(namesCall('{"hook_event_name": "PreToolUse"'));
  assert.ok(!namesCall(String.raw`{"hook_event_name":"Stop","text":"x: \"PreToolUse\""}`));
});

test('the program that starts anyhook has the same names', () => {
  assert.ok(readFileSync('packages/anyhook/bin/anyhook.cjs', 'utf8').includes(String(actionName)));
});
