import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Verdict } from '@anyhook/core';
import { type Event, hasCall } from '@anyhook/core';
import { codecHarness } from '../../../test/support/agent-codec.js';
import { windsurf } from './agent.js';

const { context, payloadOf, plainAnswer: answer } = codecHarness(windsurf);

type Fields = Record<string, unknown>;

const blocked = (reason: string) => ({ blocked: reason, stdout: '' });
const withStdout = (stdout: string) => ({ stdout, stderr: '' });
const noOutput = withStdout('');
const deny = { decision: 'deny', reason: 'no' } as const;
const ask = { decision: 'ask', reason: 'sure?' } as const;
const all: Partial<Verdict> = { ...deny, context: ['c'], messages: ['m'] };

const decode = (native: string, info?: Fields): Event =>
  windsurf.decode({ ...payloadOf(native), ...(info && { tool_info: info }) }, context);

describe('decode', () => {
  const fields: [string, Fields][] = [
    [
      'pre_user_prompt',
      { prompt: 'please create out.txt', model: 'Claude Sonnet 4', timestamp: '2026-11-15T07:26:37.346Z' },
    ],
    ['post_run_command', { cwd: '/home/dev/project', result: { ok: true, text: '' } }],
    ['post_mcp_tool_use', { result: { ok: true, text: 'created' } }],
    ['post_cascade_response', { response: 'All done.' }],
    ['post_cascade_response_with_transcript', { transcriptPath: '/home/dev/.windsurf/transcripts/traj-1.jsonl' }],
    ['post_setup_worktree', { name: 'other', tool_info: payloadOf('post_setup_worktree')['tool_info'] }],
  ];
  for (const [native, expected] of fields)
    test(`${native} is decoded with its event-specific fields`, () => {
      const event = decode(native) as unknown as Fields;
      for (const [field, value] of Object.entries(expected)) assert.deepEqual(event[field], value, field);
    });

  const edits = [
    { old_string: 'x', new_string: 'y' },
    { old_string: 'v', new_string: 'w' },
  ];
  const calls: [string, string, Fields, Fields][] = [
    [
      'run_command',
      'run_command',
      { command_line: 'ls', cwd: '/p' },
      { kind: 'shell', input: { command: 'ls', cwd: '/p' } },
    ],
    ['read_code', 'read_code', { file_path: '/a' }, { kind: 'read', input: { path: '/a' } }],
    [
      'write_code',
      'write_code',
      { file_path: '/a', edits: edits.slice(0, 1) },
      { kind: 'edit', input: { path: '/a', oldText: 'x', newText: 'y' } },
    ],
    ['write_code', 'write_code', { file_path: '/a', edits }, { kind: 'edit', input: { path: '/a', edits } }],
    [
      'write_code',
      'write_code',
      { file_path: '/a', edits: [{ new_string: 'y' }] },
      { kind: 'write', input: { path: '/a', content: 'y' } },
    ],
    [
      'write_code',
      'write_code',
      { file_path: '/a', edits: [{ old_string: '', new_string: 'y' }] },
      { kind: 'write', input: { path: '/a', content: 'y', old_string: '' } },
    ],
  ];
  for (const [action, nativeName, info, expected] of calls)
    for (const when of ['pre', 'post'])
      test(`${when}_${action} ${JSON.stringify(info)} is decoded to ${expected['kind']}, and encoded back to the same fields`, () => {
        const event = decode(`${when}_${action}`, info);
        assert.ok(hasCall(event));
        assert.deepEqual(event.call, { nativeName, ...expected });
        assert.deepEqual(windsurf.nativeInput(event, event.call.input), info);
      });

  test('an MCP tool has its server, its name and its arguments', () => {
    for (const native of ['pre_mcp_tool_use', 'post_mcp_tool_use']) {
      const event = decode(native);
      assert.ok(hasCall(event));
      const mcp = { server: 'github', tool: 'create_issue' };
      assert.deepEqual(event.call, { kind: 'mcp', nativeName: 'create_issue', mcp, input: { title: 'Bug' } });
      assert.deepEqual(windsurf.nativeInput(event, event.call.input), { title: 'Bug' });
    }
  });
});

describe('encode', () => {
  const before = ['pre_run_command', 'pre_read_code', 'pre_write_code', 'pre_mcp_tool_use'];
  const after = ['post_run_command', 'post_read_code', 'post_write_code', 'post_mcp_tool_use'];
  const cases: [readonly string[], string, Partial<Verdict>, unknown][] = [
    [['pre_user_prompt'], 'deny', all, blocked('no')],
    [['pre_user_prompt'], 'messages as an empty answer', { messages: ['m'], context: ['c'] }, noOutput],
    [before, 'deny with its context', all, blocked('no\n\nc')],
    [before, 'an unsupported ask as a deny', ask, blocked('sure?')],
    [before, 'messages as plain text', { messages: ['m', 'l'], notes: ['n'] }, withStdout('m\nl')],
    [before, 'allow as an empty answer', { decision: 'allow' }, noOutput],
    [after, 'deny with its context, to the agent', all, blocked('no\n\nc')],
    [after, 'context, to the agent', { context: ['c'] }, blocked('c')],
    [after, 'messages as plain text', { messages: ['m'] }, withStdout('m')],
    [['post_cascade_response'], 'messages as plain text', { ...all, stop: 's' }, withStdout('m')],
    [['post_cascade_response_with_transcript', 'post_setup_worktree'], 'everything as an empty answer', all, noOutput],
  ];
  for (const [natives, what, verdict, expected] of cases)
    for (const native of natives)
      test(`${native} encodes ${what}`, () => assert.deepEqual(answer(decode(native), verdict), expected));
});
