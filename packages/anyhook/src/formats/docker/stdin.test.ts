import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contractOf, type EventName } from '@anyhook/core';
import { formatEvent, formatHook } from '../../../test/support/format-samples.js';
import { dockerCodec } from './codec.js';

const docker = dockerCodec();

const base = { session_id: 's-1', cwd: '/project', agent_name: 'root' };
const call = {
  tool_category: 'shell',
  tool_name: 'shell',
  tool_use_id: 'call-1',
  tool_input: { cmd: 'ls', description: 'list' },
};
const tokens = { input_tokens: 10, output_tokens: 2 };

const stdin: readonly [string, EventName, Record<string, unknown>][] = [
  ['pre_tool_use', 'tool.before', call],
  ['post_tool_use', 'tool.after', { ...call, tool_response: 'a.txt', tool_error: false }],
  ['post_tool_use', 'tool.failure', { ...call, tool_response: 'Exit code 3', tool_error: true }],
  ['permission_request', 'tool.permission', call],
  ['session_start', 'session.start', { source: 'resume' }],
  ['user_prompt_submit', 'prompt.submit', { prompt: 'fix the bug' }],
  ['turn_start', 'turn.start', {}],
  ['turn_end', 'turn.end', { reason: 'continue' }],
  ['before_llm_call', 'model.before', { messages: [{ role: 'user', content: 'hi' }] }],
  ['after_llm_call', 'model.after', { stop_response: 'done' }],
  ['session_end', 'session.end', { reason: 'logout' }],
  ['pre_compact', 'compact.before', { source: 'auto' }],
  [
    'subagent_stop',
    'subagent.stop',
    { agent_name: 'explorer', session_id: 'sub-1', parent_session_id: 's-1', stop_response: 'found it' },
  ],
  ['on_user_input', 'user.wait', {}],
  ['stop', 'agent.done', { stop_response: 'all done' }],
  ['notification', 'notification', { notification_level: 'warning', notification_message: 'look' }],
  ['on_error', 'error', { notification_level: 'error', notification_message: 'model failed' }],
  ['on_max_iterations', 'limit', { notification_level: 'warning', notification_message: 'too many steps' }],
  ['before_compaction', 'compact.before', { ...tokens, context_limit: 99, compaction_reason: 'threshold' }],
  ['after_compaction', 'compact.after', { ...tokens, compaction_reason: 'threshold', summary: 'short' }],
  ['tool_input_transform', 'tool.before', call],
  ['tool_guard', 'tool.before', call],
  ['tool_response_transform', 'tool.after', { ...call, tool_response: 'a.txt', tool_error: false }],
  ['tool_response_transform', 'tool.failure', { ...call, tool_response: 'Exit code 3', tool_error: true }],
  ['user_steering_messages_submit', 'prompt.submit', { steering_messages: ['fix the bug'] }],
  ['user_followup_submit', 'prompt.submit', { prompt: 'fix the bug' }],
  ['on_agent_switch', 'other', {}],
  ['on_session_resume', 'other', {}],
  ['on_tool_approval_decision', 'other', {}],
  ['worktree_create', 'other', {}],
];

const hookOf = (nativeEvent: string) => formatHook({ dialect: 'docker', nativeEvent });

for (const [native, name, own] of stdin) {
  test(`${native} gets the fields of ${name} on stdin`, () => {
    assert.deepEqual(docker.stdin(formatEvent(name), hookOf(native)), { ...base, hook_event_name: native, ...own });
  });
}

test('every docker event has a stdin test, and its capabilities stay within the contract', () => {
  assert.deepEqual(new Set(stdin.map(([native]) => native)), new Set(Object.keys(docker.events)));
  assert.equal(Object.keys(docker.events).length, 28);
  for (const row of Object.values(docker.events)) {
    const contracts = row.events.map((name) => contractOf(name));
    if (row.blocks) assert.ok(contracts.every(({ decisions }) => decisions.includes('deny')));
    if (row.context) assert.ok(contracts.every(({ context }) => context));
    if (row.rewrites) assert.ok(contracts.some(({ rewrites }) => rewrites));
  }
});

for (const [trigger, source, reason] of [
  ['manual', 'manual', 'manual'],
  ['auto', 'auto', 'threshold'],
  ['threshold', 'auto', 'threshold'],
  ['overflow', 'overflow', 'overflow'],
  ['tool_overflow', 'tool_overflow', 'threshold'],
] as const) {
  test(`a compaction by ${trigger} is ${source} for pre_compact and ${reason} for before_compaction`, () => {
    const event = formatEvent('compact.before', { trigger });
    assert.equal((docker.stdin(event, hookOf('pre_compact')) as { source: string }).source, source);
    const input = docker.stdin(event, hookOf('before_compaction')) as { compaction_reason: string };
    assert.equal(input.compaction_reason, reason);
  });
}

test("a hook inside a subagent gets the agent's and its parent's name", () => {
  const event = formatEvent('turn.end', { agent: { id: 'a', name: 'helper' }, parentSessionId: 'p-1' });
  assert.deepEqual(docker.stdin(event, hookOf('turn_end')), {
    ...base,
    agent_name: 'helper',
    parent_session_id: 'p-1',
    hook_event_name: 'turn_end',
    reason: 'continue',
  });
});

test('fields that only docker-agent has are read from its own payload', () => {
  const raw = {
    ...{ hook_event_name: 'on_agent_switch', from_agent: 'root', to_agent: 'helper', agent_switch_kind: 'handoff' },
    ...{ from_agent_models: [{ provider: 'dmr' }], unknown_field: 1 },
  };
  assert.deepEqual(docker.stdin(formatEvent('other', { ...raw, raw }), hookOf('on_agent_switch')), {
    ...{ ...base, hook_event_name: 'on_agent_switch', from_agent: 'root', to_agent: 'helper' },
    ...{ agent_switch_kind: 'handoff', from_agent_models: [{ provider: 'dmr' }] },
  });
  const decision = { tool_name: 'shell', tool_use_id: 'c', tool_input: { cmd: 'ls' }, approval_decision: 'allow' };
  assert.deepEqual(docker.stdin(formatEvent('other', { raw: decision }), hookOf('on_tool_approval_decision')), {
    ...{ ...base, hook_event_name: 'on_tool_approval_decision' },
    ...decision,
  });
  const steering = formatEvent('prompt.submit', { raw: { steering_messages: ['a', 'b'] } });
  assert.deepEqual(docker.stdin(steering, hookOf('user_steering_messages_submit')), {
    ...{ ...base, hook_event_name: 'user_steering_messages_submit', steering_messages: ['a', 'b'] },
  });
  const call = formatEvent('tool.before', { raw: { tool_category: 'sandbox', tool_read_only: true } });
  const { tool_category, tool_read_only } = docker.stdin(call, hookOf('tool_guard')) as Record<string, unknown>;
  assert.deepEqual([tool_category, tool_read_only], ['sandbox', true]);
});

test('a model call has its model and its number', () => {
  const event = formatEvent('model.before', { model: 'm', iteration: 3 });
  const { model_id, iteration } = docker.stdin(event, hookOf('before_llm_call')) as Record<string, unknown>;
  assert.deepEqual([model_id, iteration], ['m', 3]);
});
