import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Verdict } from '@anyhook/core';
import { hasCall } from '@anyhook/core';
import { codecHarness } from '../../../test/support/agent-codec.js';
import { cursor } from './agent.js';

const { decode, answer } = codecHarness(cursor);

type Fields = Record<string, unknown>;

describe('decode', () => {
  const shell = { kind: 'shell', nativeName: 'Shell', input: { command: 'echo hello > out.txt' } };
  const path = '/home/dev/project/README.md';
  const fields: [string, Fields][] = [
    [
      'sessionStart',
      { source: 'agent', model: 'claude-sonnet-4', transcriptPath: '/home/dev/.cursor/transcript.jsonl' },
    ],
    ['sessionEnd', { reason: 'completed' }],
    ['beforeSubmitPrompt', { prompt: 'please create out.txt', files: [path] }],
    ['preToolUse', { call: { ...shell, id: 'toolu_1' } }],
    ['postToolUse', { result: { ok: true, text: '{"exitCode":0,"stdout":""}' }, durationMs: 120 }],
    ['postToolUseFailure', { error: 'Command timed out after 30s', durationMs: 30000 }],
    ['beforeShellExecution', { name: 'tool.before', call: shell }],
    ['beforeReadFile', { call: { kind: 'read', nativeName: 'Read', input: { path } } }],
    ['beforeTabFileRead', { call: { kind: 'read', nativeName: 'TabRead', input: { path } } }],
    [
      'beforeMCPExecution',
      {
        call: {
          kind: 'mcp',
          nativeName: 'create_issue',
          mcp: { server: 'github', tool: 'create_issue' },
          input: { title: 'Bug' },
        },
      },
    ],
    ['afterAgentResponse', { response: 'All done.' }],
    ['stop', { stopReason: 'completed', stopHookActive: false }],
    ['subagentStart', { subagent: { id: 'sub-1', name: 'explore', type: 'explore' }, task: 'look into it' }],
    [
      'subagentStop',
      { subagent: { name: 'explore', type: 'explore' }, response: 'It is done.', stopHookActive: false },
    ],
    ['preCompact', { trigger: 'auto', inputTokens: 120000 }],
    ['afterFileEdit', { name: 'other', edits: [{ old_string: '1', new_string: '2' }] }],
  ];
  for (const [native, expected] of fields)
    test(`${native} is decoded with its event-specific fields`, () => {
      const event = decode(native) as unknown as Fields;
      for (const [field, value] of Object.entries(expected)) assert.deepEqual(event[field], value, field);
    });

  test('a loop_count above 0 means that a hook already kept the agent working', () => {
    const event = decode('stop', { loop_count: 2 });
    assert.ok(event.name === 'agent.stop');
    assert.equal(event.stopHookActive, true);
  });

  test('MCP arguments that are not a JSON object are decoded as no arguments', () => {
    for (const tool_input of ['{', '[1]', '"x"', '']) {
      const event = decode('beforeMCPExecution', { tool_input });
      assert.ok(hasCall(event));
      assert.deepEqual(event.call.input, {});
    }
  });

  const calls: [string, Fields, Fields][] = [
    [
      'Shell',
      { command: 'ls', working_directory: '/p' },
      { kind: 'shell', input: { command: 'ls', working_directory: '/p' } },
    ],
    ['Read', { file_path: '/a' }, { kind: 'read', input: { path: '/a' } }],
    ['Read', { path: '/a' }, { kind: 'read', input: { path: '/a' } }],
    ['TabRead', { file_path: '/a' }, { kind: 'read', input: { path: '/a' } }],
    ['Write', { file_path: '/a', content: 'x' }, { kind: 'write', input: { path: '/a', content: 'x' } }],
    ['Write', { path: '/a', contents: 'x' }, { kind: 'write', input: { path: '/a', content: 'x' } }],
    ['Write', { file_path: '/a', contents: 'x' }, { kind: 'write', input: { path: '/a', content: 'x' } }],
    [
      'StrReplace',
      { path: '/a', old_string: 'x', new_string: 'y' },
      { kind: 'edit', input: { path: '/a', oldText: 'x', newText: 'y' } },
    ],
    [
      'Edit',
      { file_path: '/a', old_string: 'x', new_string: 'y' },
      { kind: 'edit', input: { path: '/a', oldText: 'x', newText: 'y' } },
    ],
    ['Glob', { glob_pattern: '*', target_directory: '/a' }, { kind: 'list', input: { query: '*', path: '/a' } }],
    ['Grep', { pattern: 'x', path: '/a' }, { kind: 'search', input: { query: 'x', path: '/a' } }],
    ['WebFetch', { url: 'http://a' }, { kind: 'fetch', input: { url: 'http://a' } }],
    ['WebSearch', { search_term: 'q' }, { kind: 'websearch', input: { query: 'q' } }],
    ['Task', { prompt: 'p', description: 'd' }, { kind: 'task', input: { prompt: 'p', description: 'd' } }],
    ['TodoWrite', { todos: [] }, { kind: 'todo', input: { todos: [] } }],
    ['MCP:create_issue', { title: 't' }, { kind: 'other', input: { title: 't' } }],
    ['Delete', { path: '/a' }, { kind: 'other', input: { path: '/a' } }],
  ];
  for (const [tool, input, expected] of calls)
    test(`${tool} ${JSON.stringify(input)} is decoded to ${expected['kind']}, and encoded back to the same input`, () => {
      const event = decode('preToolUse', { tool_name: tool, tool_input: input });
      assert.ok(hasCall(event));
      assert.deepEqual(event.call, { nativeName: tool, id: 'toolu_1', ...expected });
      assert.deepEqual(cursor.nativeInput(event, event.call.input), input);
    });
});

describe('encode', () => {
  const deny = { decision: 'deny', reason: 'no' } as const;
  const all: Partial<Verdict> = { ...deny, context: ['c'], messages: ['m'] };
  const rewrite = { of: 'input', value: { command: 'ls -h' } } as const;
  const refused = (reason: string, user = reason) => ({
    permission: 'deny',
    user_message: user,
    agent_message: reason,
    decision: 'deny',
    reason,
  });
  const again = 'A hook changed this call. Make it again with these arguments: {"command":"ls -h"}';
  const special = ['beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile', 'beforeTabFileRead'];
  const silent = [
    'sessionEnd',
    'postToolUseFailure',
    'preCompact',
    'afterAgentResponse',
    'afterAgentThought',
    'workspaceOpen',
  ];
  const cases: [readonly string[], string, Partial<Verdict>, unknown][] = [
    [['sessionStart'], 'context', { context: ['a', 'b'], messages: ['m'] }, { additional_context: 'a\n\nb' }],
    [['beforeSubmitPrompt'], 'deny', all, { continue: false, user_message: 'no\nm' }],
    [['beforeSubmitPrompt'], 'context as an empty answer', { context: ['c'], messages: ['m'] }, undefined],
    [['preToolUse', ...special], 'deny, in old words and new', all, refused('no', 'no\nm')],
    [
      ['preToolUse', ...special],
      'an unsupported ask as a deny',
      { decision: 'ask', reason: 'sure?' },
      refused('sure?'),
    ],
    [['preToolUse', ...special], 'allow', { decision: 'allow' }, { permission: 'allow' }],
    [['preToolUse', ...special], 'context as an empty answer', { context: ['c'], messages: ['m'] }, undefined],
    [['preToolUse'], 'rewrite, whole', { rewrite }, { permission: 'allow', updated_input: { command: 'ls -h' } }],
    [['preToolUse'], 'deny, which leaves a rewrite out', { ...deny, rewrite }, refused('no')],
    [['beforeShellExecution'], 'rewrite as a deny that gives the new arguments', { rewrite }, refused(again)],
    [['postToolUse'], 'deny as context', all, { additional_context: 'no\n\nc' }],
    [['postToolUse'], 'messages as an empty answer', { messages: ['m'] }, undefined],
    [['stop', 'subagentStop'], 'deny as the next message', all, { followup_message: 'no\n\nc' }],
    [['stop', 'subagentStop'], 'context as an empty answer', { context: ['c'] }, undefined],
    [['stop'], 'stop, which wins over a deny', { ...deny, stop: 'enough' }, undefined],
    [['subagentStart'], 'deny', deny, refused('no')],
    [['subagentStart'], 'context as an empty answer', { context: ['c'] }, undefined],
    [silent, 'every effect as an empty answer', { ...all, stop: 's' }, undefined],
    [
      ['afterShellExecution', 'afterMCPExecution', 'afterFileEdit', 'afterTabFileEdit'],
      'every effect as an empty answer',
      all,
      undefined,
    ],
  ];
  for (const [natives, what, verdict, expected] of cases)
    for (const native of natives)
      test(`${native} encodes ${what}`, () => assert.deepEqual(answer(decode(native), verdict), expected));
});
