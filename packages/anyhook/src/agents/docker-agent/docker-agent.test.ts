import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Verdict } from '@anyhook/core';
import { hasCall } from '@anyhook/core';
import { codecHarness } from '../../../test/support/agent-codec.js';
import { plainPath } from '../../../test/support/plain-path.js';
import { dockerAgent } from './agent.js';
import { install } from './install.js';

const { decode, answer } = codecHarness(dockerAgent);

type Fields = Record<string, unknown>;

const specificOutput = (fields: object) => ({ hook_specific_output: fields });
const deny = { decision: 'deny', reason: 'no' } as const;
const ask = { decision: 'ask', reason: 'sure?' } as const;
const allow = { decision: 'allow', reason: 'fine' } as const;
const notify = { context: ['c'], messages: ['m'] } as const;

describe('decode', () => {
  const tokens = { inputTokens: 91234, outputTokens: 2100, contextLimit: 100000, trigger: 'threshold' };
  const fields: [string, Fields][] = [
    ['session_start', { source: 'startup' }],
    ['session_end', { reason: 'stream_ended' }],
    ['user_prompt_submit', { prompt: 'tidy up the tests' }],
    ['user_steering_messages_submit', { prompt: 'also the docs\n\nand commit', name: 'prompt.submit' }],
    ['user_followup_submit', { prompt: 'now run them', name: 'prompt.submit' }],
    ['turn_end', { reason: 'continue' }],
    [
      'before_llm_call',
      { model: 'openai/gpt-5-mini', iteration: 2, messages: [{ role: 'user', content: 'tidy up the tests' }] },
    ],
    ['after_llm_call', { model: 'openai/gpt-5-mini', response: 'I will look.' }],
    ['post_tool_use', { name: 'tool.after', result: { ok: true, text: 'a.txt' } }],
    ['stop', { name: 'agent.done', response: 'All done.' }],
    ['subagent_stop', { subagent: { name: 'reviewer', type: 'reviewer' }, response: 'Looks good.' }],
    ['pre_compact', { trigger: 'auto' }],
    ['before_compaction', tokens],
    ['after_compaction', { ...tokens, summary: 'Tests are tidy.' }],
    ['notification', { level: 'error', message: 'all models failed' }],
    ['on_error', { level: 'error', message: 'all models failed' }],
    ['on_max_iterations', { level: 'warning', message: 'limit reached' }],
    ['on_agent_switch', { name: 'other', from_agent: 'root', to_agent: 'reviewer', agent_switch_kind: 'handoff' }],
    ['worktree_create', { name: 'other', worktree_branch: 'w' }],
  ];
  for (const [native, expected] of fields)
    test(`${native} is decoded with its event-specific fields`, () => {
      const event = decode(native) as unknown as Fields;
      for (const [field, value] of Object.entries(expected)) assert.deepEqual(event[field], value, field);
    });

  const calls: [string, Fields, Fields][] = [
    ['shell', { cmd: 'ls', cwd: '.' }, { kind: 'shell', input: { command: 'ls', cwd: '.' } }],
    ['shell', { command: 'ls' }, { kind: 'shell', input: { command: 'ls' } }],
    ['run_background_job', { cmd: 'ls' }, { kind: 'shell', input: { command: 'ls' } }],
    ['read_file', { path: '/a' }, { kind: 'read', input: { path: '/a' } }],
    ['write_file', { path: '/a', content: 'x' }, { kind: 'write', input: { path: '/a', content: 'x' } }],
    [
      'edit_file',
      { path: '/a', edits: [{ oldText: 'x', newText: 'y' }] },
      { kind: 'edit', input: { path: '/a', oldText: 'x', newText: 'y' } },
    ],
    ['list_directory', { path: '/a' }, { kind: 'list', input: { path: '/a' } }],
    ['search_files_content', { query: 'x', path: '/a' }, { kind: 'search', input: { query: 'x', path: '/a' } }],
    ['transfer_task', { agent: 'b', task: 't' }, { kind: 'task', input: { agent: 'b', prompt: 't' } }],
    ['github_create_issue', { title: 't' }, { kind: 'other', input: { title: 't' } }],
  ];
  for (const [tool_name, tool_input, expected] of calls)
    test(`${tool_name} ${JSON.stringify(tool_input)} is decoded to its kind and canonical input`, () => {
      const event = decode('pre_tool_use', { tool_name, tool_input });
      assert.ok(hasCall(event));
      assert.deepEqual({ kind: event.call.kind, input: event.call.input }, expected);
    });

  test('a refused call is a failure; a command with a non-zero exit status is not', () => {
    const refused = decode('post_tool_use', { tool_error: true, tool_response: 'denied' });
    assert.deepEqual([refused.name, (refused as unknown as Fields)['error']], ['tool.failure', 'denied']);
    assert.equal(decode('post_tool_use', { tool_response: 'Error: exit status 1' }).name, 'tool.after');
  });

  test('an agent with a name other than root is a subagent', () => {
    assert.equal(decode('turn_start').agent, undefined);
    assert.deepEqual(decode('turn_start', { agent_name: 'helper' }).agent, {
      ...{ id: 'helper', name: 'helper', type: 'helper' },
    });
  });
});

describe('encode', () => {
  const rows: [string, Partial<Verdict>, unknown][] = [
    ['pre_tool_use', deny, specificOutput({ permission_decision: 'deny', permission_decision_reason: 'no' })],
    ['pre_tool_use', ask, specificOutput({ permission_decision: 'ask', permission_decision_reason: 'sure?' })],
    ['pre_tool_use', allow, undefined],
    ['pre_tool_use', { stop: 's' }, specificOutput({ permission_decision: 'deny', permission_decision_reason: 's' })],
    ['pre_tool_use', { messages: ['m'] }, { system_message: 'm' }],
    ['permission_request', allow, specificOutput({ permission_decision: 'allow', permission_decision_reason: 'fine' })],
    ['permission_request', deny, specificOutput({ permission_decision: 'deny', permission_decision_reason: 'no' })],
    ['user_prompt_submit', deny, { decision: 'block', reason: 'no' }],
    ['user_steering_messages_submit', notify, { system_message: 'm', ...specificOutput({ additional_context: 'c' }) }],
    ['user_followup_submit', { stop: 's' }, { continue: false, stop_reason: 's' }],
    ['session_start', notify, { system_message: 'm', ...specificOutput({ additional_context: 'c' }) }],
    ['turn_start', notify, { system_message: 'm', ...specificOutput({ additional_context: 'c' }) }],
    ['before_llm_call', deny, { decision: 'block', reason: 'no' }],
    [
      'before_llm_call',
      { rewrite: { of: 'messages', value: [{ role: 'user', content: 'x' }] } },
      specificOutput({ updated_messages: [{ role: 'user', content: 'x' }] }),
    ],
    ['post_tool_use', deny, undefined],
    ['post_tool_use', { stop: 's', messages: ['m'] }, { continue: false, stop_reason: 's', system_message: 'm' }],
    ['pre_compact', deny, { decision: 'block', reason: 'no' }],
    ['pre_compact', { context: ['c'] }, specificOutput({ additional_context: 'c' })],
    ['stop', { messages: ['m'] }, { system_message: 'm' }],
    ['turn_end', deny, undefined],
  ];
  for (const [native, verdict, expected] of rows)
    test(`${native} answers ${JSON.stringify(verdict)} in docker-agent's format`, () => {
      assert.deepEqual(answer(decode(native), verdict), expected);
    });
});

test('an entry has only keys that docker-agent accepts, and the guard runs before every call', () => {
  const place = { scope: 'user', home: '/h', env: {}, root: '/p', isWindows: false } as const;
  const target = install.target({ ...place, realPath: (path) => path, namesIn: () => [] });
  assert.ok(target.kind === 'entries');
  assert.equal(target.file, join('/h', '.config', 'cagent', 'hooks.d', '50-anyhook.yaml'));
  const entry = (event: string) => target.entry({ event, command: 'c', timeoutMs: 30_000, failClosed: true });
  const hook = { name: 'anyhook', type: 'command', command: 'c', timeout: 30 };
  assert.deepEqual(entry('stop'), hook);
  assert.deepEqual(entry('post_tool_use'), { matcher: '*', hooks: [hook] });
  assert.deepEqual(entry('pre_tool_use'), { matcher: '*', preempt_yolo: true, hooks: [hook] });
});

for (const [env, folder] of [
  [{ DOCKER_AGENT_CONFIG_DIR: '/a', CAGENT_CONFIG_DIR: '/b' }, '/a'],
  [{ CAGENT_CONFIG_DIR: '/b' }, '/b'],
  [{ XDG_CONFIG_HOME: '/x' }, '/h/.config/cagent'],
] as const)
  test(`with ${JSON.stringify(env)} the config folder is ${folder}`, () => {
    const place = { home: '/h', env, isWindows: false, realPath: (path: string) => path, namesIn: () => [] };
    assert.equal(plainPath(install.folder(place)), folder);
  });
