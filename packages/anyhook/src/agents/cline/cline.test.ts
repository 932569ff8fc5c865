import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Verdict } from '@anyhook/core';
import { type Event, hasCall } from '@anyhook/core';
import { codecHarness } from '../../../test/support/agent-codec.js';
import { cline } from './agent.js';

const { context, payloadOf, decode, answer } = codecHarness(cline);

const calling = (name: string, input: unknown): Event => decode('PreToolUse', { tool_call: { id: 'c1', name, input } });

describe('decode', () => {
  const base = payloadOf('TaskStart');
  const fields: [string, Record<string, unknown>, object][] = [
    ['TaskStart', { hookName: 'agent_start' }, { source: 'startup' }],
    ['TaskResume', { hookName: 'agent_resume', taskResume: {} }, { source: 'resume' }],
    ['TaskCancel', { hookName: 'agent_abort', reason: 'by the user' }, { name: 'other', reason: 'by the user' }],
    ['TaskComplete', payloadOf('TaskComplete'), { response: 'FINAL ok', stopReason: 'completed' }],
    [
      'TaskError',
      { hookName: 'agent_error', error: { name: 'ApiError', message: 'broken' } },
      { level: 'error', message: 'broken', kind: 'ApiError' },
    ],
    ['UserPromptSubmit', { hookName: 'prompt_submit', userPromptSubmit: { prompt: 'do it' } }, { prompt: 'do it' }],
    ['PreCompact', { hookName: 'pre_compact' }, {}],
    ['SessionShutdown', payloadOf('SessionShutdown'), { timestamp: '2026-11-15T07:51:29.746Z' }],
    ['PreToolUse', payloadOf('PreToolUse'), {}],
    ['PostToolUse', payloadOf('PostToolUse'), { durationMs: 9 }],
  ];
  for (const [native, more, expected] of fields)
    test(`${native} is decoded with its event-specific fields, whether the payload or the file name names it`, () => {
      const payload = { ...base, ...more };
      for (const hookName of [payload['hookName'], native, undefined]) {
        const event = cline.decode({ ...payload, hookName }, { ...context, event: native }) as unknown as Record<
          string,
          unknown
        >;
        assert.deepEqual([event['name'], event['nativeName']], [cline.events[native], native]);
        for (const [field, value] of Object.entries(expected)) assert.deepEqual(event[field], value, field);
      }
    });

  test('every event of the table has a test above', () => {
    assert.deepEqual(Object.keys(cline.events).sort(), fields.map(([native]) => native).sort());
  });

  test('an agent with a parent is a subagent of the root session; the main agent is not one', () => {
    const main = decode('PreToolUse');
    assert.deepEqual([main.agent, main.sessionId], [undefined, '1794729050970_0fgwz']);
    assert.equal(decode('PreToolUse', { sessionContext: {}, taskId: 't1' }).sessionId, 't1');
    const event = decode('PreToolUse', { agent_id: 'a2', parent_agent_id: 'a1' });
    assert.deepEqual([event.agent, event.parentSessionId], [{ id: 'a2' }, main.sessionId]);
    assert.notEqual(event.sessionId, main.sessionId);
  });

  test('the working folder comes from the workspace', () => {
    assert.equal(decode('PreToolUse', { workspaceRoots: [] }).cwd, '/home/dev/project');
    assert.equal(decode('PreToolUse', { workspaceRoots: [], workspaceInfo: {} }).cwd, '/somewhere');
  });

  const patch = '*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch';
  const shell = (command: string) => ({ kind: 'shell', input: { command } });
  const calls: [string, object, object][] = [
    ['run_commands', { commands: ['ls'] }, shell('ls')],
    ['run_commands', { commands: ['ls', 'pwd'] }, shell('ls\npwd')],
    ['run_commands', { commands: [{ command: 'git', args: ['push', '--force'] }] }, shell('git push --force')],
    ['run_commands', { commands: 'ls' }, shell('ls')],
    ['run_commands', { command: 'ls' }, shell('ls')],
    ['run_commands', { cmd: 'ls' }, shell('ls')],
    ['run_commands', { commands: [5] }, { kind: 'shell', input: { commands: [5] } }],
    ['read_files', { files: [{ path: '/a', start_line: 1 }] }, { kind: 'read', input: { path: '/a' } }],
    ['read_files', { files: ['/a', { path: '/b' }] }, { kind: 'read', input: { paths: ['/a', '/b'] } }],
    ['read_files', { file_path: '/a' }, { kind: 'read', input: { path: '/a' } }],
    ['read_files', { filePath: '/a' }, { kind: 'read', input: { path: '/a' } }],
    ['read_files', { file_paths: ['/a'] }, { kind: 'read', input: { paths: ['/a'] } }],
    ['read_files', { path: '/a' }, { kind: 'read', input: { path: '/a' } }],
    [
      'editor',
      { path: '/a', old_text: 'x', new_text: 'y', insert_line: null },
      { kind: 'edit', input: { path: '/a', oldText: 'x', newText: 'y', insert_line: null } },
    ],
    ['apply_patch', { input: patch }, { kind: 'patch', input: { content: patch, paths: ['a.txt'] } }],
    ['search_codebase', { queries: ['x', 'y'] }, { kind: 'search', input: { query: 'x\ny' } }],
    [
      'fetch_web_content',
      { requests: [{ url: 'http://a', prompt: 'p' }] },
      { kind: 'fetch', input: { url: 'http://a', prompt: 'p' } },
    ],
    [
      'fetch_web_content',
      { requests: [{ url: 'http://a' }, { url: 'http://b' }] },
      { kind: 'fetch', input: { url: 'http://a\nhttp://b' } },
    ],
    ['spawn_agent', { task: 'go' }, { kind: 'task', input: { prompt: 'go' } }],
    [
      'execute_command',
      { command: 'ls', requires_approval: 'false' },
      { kind: 'shell', input: { command: 'ls', requires_approval: 'false' } },
    ],
    ['read_file', { path: '/a' }, { kind: 'read', input: { path: '/a' } }],
    ['write_to_file', { path: '/a', content: 'x' }, { kind: 'write', input: { path: '/a', content: 'x' } }],
    ['replace_in_file', { path: '/a', diff: 'd' }, { kind: 'edit', input: { path: '/a', diff: 'd' } }],
    ['list_files', { path: '/a', recursive: 'true' }, { kind: 'list', input: { path: '/a', recursive: 'true' } }],
    ['list_code_definition_names', { path: '/a' }, { kind: 'list', input: { path: '/a' } }],
    ['search_files', { path: '/a', regex: 'x' }, { kind: 'search', input: { path: '/a', query: 'x' } }],
    ['web_fetch', { url: 'http://a' }, { kind: 'fetch', input: { url: 'http://a' } }],
    ['web_search', { query: 'q' }, { kind: 'websearch', input: { query: 'q' } }],
    ['new_task', { context: 'go' }, { kind: 'task', input: { prompt: 'go' } }],
    [
      'use_mcp_tool',
      { server_name: 's', tool_name: 't', arguments: '{}' },
      { kind: 'mcp', mcp: { server: 's', tool: 't' }, input: { server_name: 's', tool_name: 't', arguments: '{}' } },
    ],
    ['ask_question', { question: 'q' }, { kind: 'other', input: { question: 'q' } }],
  ];
  for (const [tool, input, expected] of calls)
    test(`${tool} ${JSON.stringify(input)} is decoded to canonical fields, and encoded back to the same input`, () => {
      const event = calling(tool, input);
      assert.ok(hasCall(event));
      assert.deepEqual(event.call, { nativeName: tool, id: 'c1', ...expected });
      assert.deepEqual(cline.nativeInput(event, event.call.input), input);
      assert.deepEqual(cline.nativeInput(event, { ...event.call.input, extra: 1 }), { ...input, extra: 1 });
    });

  test('every tool of the table has a test above', () => {
    assert.deepEqual(
      Object.keys(cline.tools).filter((name) => !calls.some(([tool]) => tool === name)),
      [],
    );
  });

  const rewrites: [string, object, object, object][] = [
    ['run_commands', { commands: ['ls', 'pwd'], keep: 1 }, { command: 'ls -h' }, { commands: ['ls -h'], keep: 1 }],
    ['run_commands', { command: 'ls' }, { command: 'ls -h' }, { command: 'ls -h' }],
    ['read_files', { files: ['/a', '/b'] }, { paths: ['/a'] }, { files: [{ path: '/a' }] }],
    ['read_files', { files: ['/a'] }, { path: '/c' }, { files: [{ path: '/c' }] }],
    ['search_codebase', { queries: ['x'] }, { query: 'y' }, { queries: ['y'] }],
    [
      'fetch_web_content',
      { requests: [{ url: 'http://a', prompt: 'p' }] },
      { url: 'http://b', prompt: 'p' },
      { requests: [{ url: 'http://b', prompt: 'p' }] },
    ],
  ];
  for (const [tool, input, change, expected] of rewrites)
    test(`${tool} ${JSON.stringify(input)} is rewritten with ${JSON.stringify(change)}`, () => {
      const event = calling(tool, input);
      assert.ok(hasCall(event));
      assert.deepEqual(cline.nativeInput(event, { ...event.call.input, ...change }), expected);
    });

  const bare: [string, unknown, object][] = [
    ['run_commands', 'rm -rf /', { command: 'rm -rf /' }],
    ['run_commands', ['ls', 'pwd'], { command: 'ls\npwd' }],
    ['read_files', ['/etc/passwd'], { path: '/etc/passwd' }],
    ['search_codebase', 'x', { query: 'x' }],
    ['apply_patch', patch, { content: patch, paths: ['a.txt'] }],
    ['unheard_of', 'x', {}],
  ];
  for (const [tool, input, expected] of bare)
    test(`${tool} with an input that is not an object still gets a canonical input: ${JSON.stringify(input)}`, () => {
      const event = decode('PreToolUse', { tool_call: { name: tool, input }, preToolUse: {} });
      assert.ok(hasCall(event));
      assert.deepEqual(event.call.input, expected);
    });

  test('a call of the extension is decoded from its preToolUse field alone', () => {
    const { tool_call: _call, ...rest } = payloadOf('PreToolUse');
    const preToolUse = { toolName: 'write_to_file', parameters: { path: 'a', content: 'x' } };
    const event = cline.decode({ ...rest, hookName: 'PreToolUse', preToolUse }, context);
    assert.ok(hasCall(event));
    assert.deepEqual(event.call, { kind: 'write', nativeName: 'write_to_file', input: { path: 'a', content: 'x' } });
  });

  const part = (result: string, success: boolean) => ({ query: 'q', result, success });
  const results: [unknown, object][] = [
    [[part('ran\n', true)], { ok: true, text: 'ran\n' }],
    [[part('a', true), part('b', false)], { ok: false, text: 'a\nb' }],
    [part('created', true), { ok: true, text: 'created' }],
    ['text', { ok: true, text: 'text' }],
    [[], { ok: true, text: '[]' }],
  ];
  for (const [output, expected] of results)
    test(`reads the tool output ${JSON.stringify(output)}`, () => {
      const event = decode('PostToolUse', { tool_result: { name: 'run_commands', input: {}, output } });
      assert.ok(event.name === 'tool.after');
      assert.deepEqual(event.result, expected);
    });

  const failures: [string, Record<string, unknown>, string][] = [
    [
      'an error',
      { tool_result: { name: 'editor', input: {}, error: { message: 'no such file' } }, postToolUse: {} },
      'no such file',
    ],
    [
      'an object serialized as text',
      { tool_result: { name: 'editor', input: {}, output: { error: 'bad' }, error: '[object Object]' } },
      'bad',
    ],
    [
      'a command',
      { tool_result: { name: 'run_commands', input: {}, output: [{ ...part('', false), error: 'code 3' }] } },
      'code 3',
    ],
    ['a file', { tool_result: { name: 'editor', input: {}, output: { success: false, error: 'EEXIST' } } }, 'EEXIST'],
    ['a string', { tool_result: { name: 'editor', input: {}, error: 'timed out' }, postToolUse: {} }, 'timed out'],
    [
      'the extension',
      {
        tool_result: undefined,
        postToolUse: { toolName: 'read_file', parameters: {}, result: 'gone', success: false },
      },
      'gone',
    ],
  ];
  for (const [what, more, error] of failures)
    test(`a failed tool is decoded as a failure: ${what}`, () => {
      const event = decode('PostToolUse', more);
      assert.ok(event.name === 'tool.failure');
      assert.equal(event.error, error);
      assert.deepEqual([event.result?.ok, event.result?.text], [false, error]);
    });

  test('a failed command keeps its output and exit code', () => {
    const said = '[Command exited with code 3]';
    const output = [{ ...part(said, false), error: 'Command exited with code 3' }];
    const event = decode('PostToolUse', { tool_result: { name: 'run_commands', input: {}, output } });
    assert.ok(event.name === 'tool.failure');
    assert.deepEqual(event.result, { ok: false, text: said, exitCode: 3 });
  });

  test('the result of a call that a hook refused is decoded as other', () => {
    const refused = { name: 'editor', input: { refusedByHook: true }, output: { error: 'x' }, error: 'x' };
    assert.equal(decode('PostToolUse', { tool_result: refused }).name, 'other');
  });
});

describe('encode', () => {
  const deny = { decision: 'deny', reason: 'no' } as const;
  const failed = { tool_result: { name: 'editor', input: {}, error: 'e' } };
  const unknown = { tool_call: { name: 'team_status', input: {} } };
  const ended = (errorMessage: string) => ({ cancel: true, errorMessage });
  const refused = (why: string) => ({
    overrideInput: { refusedByHook: true },
    contextModification: `This call was refused and did not run: ${why}`,
  });
  const cases: [string, string, Partial<Verdict>, unknown, Record<string, unknown>?][] = [
    ['PreToolUse', 'deny as an input that its tool rejects', deny, refused('no')],
    ['PreToolUse', 'deny and context', { ...deny, context: ['c'] }, refused('no\n\nc')],
    ['PreToolUse', 'an unsupported ask as a deny', { decision: 'ask', reason: 'sure?' }, refused('sure?')],
    ['PreToolUse', 'deny of a tool that accepts any input as a cancel of the run', deny, ended('no'), unknown],
    ['PreToolUse', 'deny and message', { ...deny, messages: ['m'] }, ended('no\nm'), unknown],
    ['PreToolUse', 'deny in the extension', deny, ended('no'), { hookName: 'PreToolUse' }],
    ['PreToolUse', 'deny and stop', { ...deny, stop: 'enough' }, ended('enough')],
    ['PreToolUse', 'stop', { stop: 'enough' }, { cancel: true, errorMessage: 'enough' }],
    ['PreToolUse', 'stop without a reason', { stop: '' }, { cancel: true, errorMessage: 'A hook stopped the agent.' }],
    ['PreToolUse', 'allow as an empty answer', { decision: 'allow', reason: 'fine' }, undefined],
    [
      'PreToolUse',
      'rewrite and context',
      { rewrite: { of: 'input', value: { command: 'ls -h' } }, context: ['c'] },
      { overrideInput: { commands: ['ls -h'] }, contextModification: 'c' },
    ],
    ['PreToolUse', 'a message as an empty answer', { messages: ['m'] }, undefined],
    ['PostToolUse', 'deny as context', { ...deny, context: ['c'] }, { contextModification: 'no\n\nc' }],
    ['PostToolUse', 'context', { context: ['c'] }, { contextModification: 'c' }],
    ['PostToolUse', 'stop', { ...deny, stop: 'enough' }, { cancel: true, errorMessage: 'enough' }],
    ['PostToolUse', 'deny after a failure', deny, { contextModification: 'no' }, failed],
    ['PostToolUse', 'stop after a failure', { stop: 'enough' }, { cancel: true, errorMessage: 'enough' }, failed],
    ...['TaskStart', 'TaskComplete', 'SessionShutdown'].map((native): [string, string, Partial<Verdict>, unknown] => [
      native,
      'every effect as an empty answer',
      { ...deny, context: ['c'], messages: ['m'], stop: 's' },
      undefined,
    ]),
  ];
  for (const [native, what, verdict, expected, more] of cases)
    test(`${native} encodes ${what}`, () => assert.deepEqual(answer(decode(native, more), verdict), expected));
});
