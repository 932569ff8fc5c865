import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Verdict } from '@anyhook/core';
import { hasCall } from '@anyhook/core';
import { codecHarness, hookSpecific as own } from '../../../test/support/agent-codec.js';
import { gemini } from './agent.js';

const { payloadOf, decode, answer } = codecHarness(gemini);

describe('decode', () => {
  const { messages } = payloadOf('BeforeModel')['llm_request'] as { messages: unknown };
  const fields: [string, object][] = [
    ['SessionStart', { source: 'startup', timestamp: '2026-11-15T07:26:37.346Z' }],
    ['SessionEnd', { reason: 'exit' }],
    ['BeforeAgent', { prompt: 'please create out.txt' }],
    ['AfterAgent', { response: 'FINAL ok', stopHookActive: false }],
    ['BeforeModel', { model: 'gemini-2.5-flash', messages }],
    ['AfterModel', { model: 'gemini-2.5-flash', response: '' }],
    ['BeforeToolSelection', { name: 'other', llm_request: payloadOf('BeforeToolSelection')['llm_request'] }],
    ['PreCompress', { trigger: 'auto' }],
    ['Notification', { kind: 'ToolPermission', message: 'Tool Confirm Shell Command requires execution' }],
  ];
  for (const [native, expected] of fields)
    test(`${native} is decoded with its event-specific fields`, () => {
      const event = decode(native) as unknown as Record<string, unknown>;
      for (const [field, value] of Object.entries(expected)) assert.deepEqual(event[field], value, field);
    });

  const calls: [string, object, object, object?][] = [
    [
      'run_shell_command',
      { command: 'ls', description: 'd' },
      { kind: 'shell', input: { command: 'ls', description: 'd' } },
    ],
    ['read_file', { file_path: 'a', offset: 1 }, { kind: 'read', input: { path: 'a', offset: 1 } }],
    ['read_file', { absolute_path: '/a' }, { kind: 'read', input: { path: '/a' } }],
    ['read_many_files', { include: ['a', 'b'] }, { kind: 'read', input: { paths: ['a', 'b'] } }],
    ['read_many_files', { paths: ['a', 'b'] }, { kind: 'read', input: { paths: ['a', 'b'] } }],
    ['write_file', { file_path: 'a', content: 'x' }, { kind: 'write', input: { path: 'a', content: 'x' } }],
    [
      'replace',
      { file_path: 'a', old_string: 'x', new_string: 'y', instruction: 'i' },
      { kind: 'edit', input: { path: 'a', oldText: 'x', newText: 'y', instruction: 'i' } },
    ],
    ['list_directory', { dir_path: 'a' }, { kind: 'list', input: { path: 'a' } }],
    ['list_directory', { path: 'a' }, { kind: 'list', input: { path: 'a' } }],
    ['glob', { pattern: '*.ts' }, { kind: 'list', input: { query: '*.ts' } }],
    ['glob', { pattern: '*.ts', path: 'a' }, { kind: 'list', input: { query: '*.ts', path: 'a' } }],
    ['search_file_content', { pattern: 'x', path: 'a' }, { kind: 'search', input: { query: 'x', path: 'a' } }],
    ['grep_search', { pattern: 'x', dir_path: 'a' }, { kind: 'search', input: { query: 'x', path: 'a' } }],
    [
      'web_fetch',
      { prompt: 'sum up https://a.example/x?y=1 and http://b' },
      {
        kind: 'fetch',
        input: { prompt: 'sum up https://a.example/x?y=1 and http://b', url: 'https://a.example/x?y=1' },
      },
    ],
    ['web_fetch', { prompt: 'no address' }, { kind: 'fetch', input: { prompt: 'no address' } }],
    [
      'web_fetch',
      { url: 'https://a', prompt: 'not http://b' },
      { kind: 'fetch', input: { url: 'https://a', prompt: 'not http://b' } },
    ],
    ['google_web_search', { query: 'q' }, { kind: 'websearch', input: { query: 'q' } }],
    ['write_todos', { todos: [] }, { kind: 'todo', input: { todos: [] } }],
    [
      'invoke_agent',
      { agent_name: 'generalist', prompt: 'p' },
      { kind: 'task', input: { agent_name: 'generalist', prompt: 'p' } },
    ],
    [
      'mcp_my_server_ping',
      { x: 1 },
      { kind: 'mcp', mcp: { server: 'my_server', tool: 'ping' }, input: { x: 1 } },
      { mcp_context: { server_name: 'my_server', tool_name: 'ping', command: 'node' } },
    ],
    ['mcp_demo_ping_it', { x: 1 }, { kind: 'mcp', mcp: { server: 'demo', tool: 'ping_it' }, input: { x: 1 } }],
    ['save_memory', { fact: 'f' }, { kind: 'other', input: { fact: 'f' } }],
  ];
  for (const [tool, input, expected, more] of calls)
    test(`${tool} ${JSON.stringify(input)} is decoded to canonical fields, and encoded back to the same input`, () => {
      const event = decode('BeforeTool', { tool_name: tool, tool_input: input, ...more });
      assert.ok(hasCall(event));
      assert.deepEqual(event.call, { nativeName: tool, ...expected });
      assert.deepEqual(gemini.nativeInput(event, event.call.input), input);
    });

  test('a rewritten url of web_fetch replaces the url in the prompt; a rewritten prompt is used unchanged', () => {
    const event = decode('BeforeTool', { tool_name: 'web_fetch', tool_input: { prompt: 'read http://a now' } });
    assert.ok(hasCall(event));
    const { input } = event.call;
    assert.deepEqual(gemini.nativeInput(event, { ...input, url: 'http://$&' }), { prompt: 'read http://$& now' });
    assert.deepEqual(gemini.nativeInput(event, { ...input, prompt: 'read http://c' }), { prompt: 'read http://c' });
  });

  test('a rewritten path keeps the field name of the original input', () => {
    const event = decode('BeforeTool', { tool_name: 'read_file', tool_input: { absolute_path: '/a', limit: 1 } });
    assert.deepEqual(gemini.nativeInput(event, { path: '/b', limit: 1 }), { absolute_path: '/b', limit: 1 });
  });

  test('a finished tool has the text that the model sees', () => {
    const event = decode('AfterTool');
    assert.ok(event.name === 'tool.after');
    const text = '<untrusted_context>\nOutput: ran\nProcess Group PGID: 19917\n</untrusted_context>';
    assert.deepEqual(event.result, { ok: true, text });
    const parts = decode('AfterTool', { tool_response: { llmContent: [{ text: 'a' }, { inlineData: {} }, 'b'] } });
    assert.ok(parts.name === 'tool.after');
    assert.deepEqual(parts.result, { ok: true, text: 'a\nb' });
  });

  const errors: [unknown, string | undefined][] = [
    [{ message: 'no such file', type: 'x' }, 'no such file'],
    ['broken', 'broken'],
    [{ type: 'x' }, '{"type":"x"}'],
    [undefined, undefined],
    [null, undefined],
    ['', undefined],
  ];
  for (const [error, expected] of errors)
    test(`tool_response.error ${JSON.stringify(error)} ${expected ? 'is a failure' : 'is not a failure'}`, () => {
      const event = decode('AfterTool', { tool_response: { llmContent: 'text', error } });
      assert.equal(event.name, expected === undefined ? 'tool.after' : 'tool.failure');
      if (event.name !== 'tool.failure') return;
      assert.equal(event.error, expected);
      assert.deepEqual(event.result, { ok: false, text: 'text' });
    });
});

describe('encode', () => {
  const deny = { decision: 'deny', reason: 'no' } as const;
  const rewrite = { of: 'input', value: { command: 'ls -h' } } as const;
  const request = payloadOf('BeforeModel')['llm_request'] as object;
  const messages = [{ role: 'user', content: 'better' }];
  const cases: [string, string, Partial<Verdict>, unknown][] = [
    [
      'SessionStart',
      'context and message',
      { context: ['c'], messages: ['m'] },
      { systemMessage: 'm', ...own('SessionStart', { additionalContext: 'c' }) },
    ],
    ['SessionStart', 'a deny and a stop that were not fitted', { ...deny, stop: 's' }, undefined],
    ['BeforeAgent', 'deny', { ...deny, context: ['c'] }, { decision: 'deny', reason: 'no' }],
    ['BeforeAgent', 'context', { context: ['c'] }, own('BeforeAgent', { additionalContext: 'c' })],
    ['BeforeAgent', 'stop', { stop: 'enough' }, { continue: false, stopReason: 'enough' }],
    [
      'BeforeAgent',
      'rewrite',
      { rewrite: { of: 'prompt', value: 'better' } },
      {
        systemMessage: 'Gemini CLI cannot replace a prompt: the model was told to use the rewritten one.',
        ...own('BeforeAgent', {
          additionalContext:
            "A hook replaced the user's prompt. Work on this text instead of what the user typed:\nbetter",
        }),
      },
    ],
    ['BeforeModel', 'deny', deny, { decision: 'deny', reason: 'no' }],
    [
      'BeforeModel',
      'rewrite',
      { rewrite: { of: 'messages', value: messages } },
      own('BeforeModel', { llm_request: { ...request, messages } }),
    ],
    ['BeforeModel', 'a message as an empty answer', { messages: ['m'] }, undefined],
    ['AfterModel', 'stop', { stop: 'enough' }, { continue: false, stopReason: 'enough' }],
    ['AfterModel', 'deny as an empty answer', deny, undefined],
    ['BeforeTool', 'deny', deny, { decision: 'deny', reason: 'no' }],
    ['BeforeTool', 'deny, which leaves a rewrite out', { ...deny, rewrite }, { decision: 'deny', reason: 'no' }],
    [
      'BeforeTool',
      'an unsupported ask as a deny',
      { decision: 'ask', reason: 'sure?' },
      { decision: 'deny', reason: 'sure?' },
    ],
    ['BeforeTool', 'allow as an empty answer', { decision: 'allow' }, undefined],
    ['BeforeTool', 'rewrite, whole', { rewrite }, own('BeforeTool', { tool_input: { command: 'ls -h' } })],
    ['BeforeTool', 'context as an empty answer', { context: ['c'] }, undefined],
    ['BeforeTool', 'message', { messages: ['m'] }, { systemMessage: 'm' }],
    ['BeforeTool', 'stop', { stop: 'enough' }, { continue: false, stopReason: 'enough' }],
    [
      'BeforeTool',
      'deny and stop',
      { ...deny, stop: 'enough' },
      { continue: false, stopReason: 'enough', decision: 'deny', reason: 'no' },
    ],
    ['AfterTool', 'deny', deny, { decision: 'deny', reason: 'no' }],
    ['AfterTool', 'rewrite', { rewrite: { of: 'output', value: 'clean' } }, { decision: 'deny', reason: 'clean' }],
    [
      'AfterTool',
      'an emptied output',
      { rewrite: { of: 'output', value: '' } },
      { decision: 'deny', reason: '(no output)' },
    ],
    [
      'AfterTool',
      'rewrite, deny and context',
      { ...deny, rewrite: { of: 'output', value: 'clean' }, context: ['c'] },
      { decision: 'deny', reason: 'clean\n\nno\n\nc' },
    ],
    ['AfterTool', 'context', { context: ['<c>'] }, own('AfterTool', { additionalContext: '<c>' })],
    ['AfterTool', 'stop', { stop: 'enough' }, { continue: false, stopReason: 'enough' }],
    ['AfterAgent', 'deny', { ...deny, context: ['c'] }, { decision: 'deny', reason: 'no\n\nc' }],
    ['AfterAgent', 'context as a message to the user', { context: ['c'] }, { systemMessage: 'c' }],
    [
      'AfterAgent',
      'stop, which wins over a deny',
      { ...deny, stop: 'enough' },
      { continue: false, stopReason: 'enough' },
    ],
    ...['SessionEnd', 'PreCompress', 'Notification', 'BeforeToolSelection'].map(
      (native): [string, string, Partial<Verdict>, unknown] => [
        native,
        'every effect as an empty answer',
        { ...deny, context: ['c'], messages: ['m'], stop: 's' },
        undefined,
      ],
    ),
  ];
  for (const [native, what, verdict, expected] of cases)
    test(`${native} encodes ${what}`, () => assert.deepEqual(answer(decode(native), verdict), expected));

  test('at a failed tool, context and feedback are sent as a reason that includes the error', () => {
    const event = decode('AfterTool', { tool_response: { llmContent: 'x', error: 'e' } });
    assert.deepEqual(answer(event, { context: ['c'] }), { decision: 'deny', reason: 'e\n\nc' });
    assert.deepEqual(answer(event, { ...deny, context: ['c'] }), { decision: 'deny', reason: 'e\n\nno\n\nc' });
    assert.deepEqual(answer(event, { stop: 'enough' }), { continue: false, stopReason: 'enough' });
  });
});
