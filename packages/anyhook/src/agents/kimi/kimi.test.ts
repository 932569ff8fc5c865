import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Verdict } from '@anyhook/core';
import { hasCall } from '@anyhook/core';
import { codecHarness } from '../../../test/support/agent-codec.js';
import { kimi } from './agent.js';

const { decode, plainAnswer: answer } = codecHarness(kimi);

type Fields = Record<string, unknown>;

const blocked = (reason: string) => ({ blocked: reason, stdout: '' });
const nothing = { stdout: '', stderr: '' };
const deny = { decision: 'deny', reason: 'no' } as const;
const ask = { decision: 'ask', reason: 'sure?' } as const;
const all: Partial<Verdict> = { ...deny, context: ['c'], messages: ['m'] };

describe('decode', () => {
  const subagent = { name: 'coder', type: 'coder' };
  const fields: [string, Fields][] = [
    ['SessionStart', { source: 'startup' }],
    ['SessionEnd', { reason: 'exit' }],
    ['UserPromptSubmit', { prompt: 'please create out.txt' }],
    ['PostToolUse', { result: { ok: true, text: 'Command executed successfully.' } }],
    ['PostToolUseFailure', { error: 'Command timed out', result: { ok: false, text: 'Command timed out' } }],
    ['Stop', { stopHookActive: false }],
    ['StopFailure', { level: 'error', kind: 'APIConnectionError', message: 'Connection error.' }],
    ['SubagentStart', { subagent, task: 'look into it' }],
    ['SubagentStop', { subagent, response: 'It is done.' }],
    ['PreCompact', { trigger: 'auto', inputTokens: 120000 }],
    ['PostCompact', { trigger: 'auto', outputTokens: 9000 }],
    ['Notification', { level: 'info', kind: 'task.completed', message: 'The background task has ended.' }],
  ];
  for (const [native, expected] of fields)
    test(`${native} is decoded with its event-specific fields`, () => {
      const event = decode(native) as unknown as Fields;
      for (const [field, value] of Object.entries(expected)) assert.deepEqual(event[field], value, field);
    });

  const calls: [string, Fields, Fields][] = [
    ['Shell', { command: 'ls', timeout: 5 }, { kind: 'shell', input: { command: 'ls', timeout: 5 } }],
    ['ReadFile', { path: '/a', line_offset: 1 }, { kind: 'read', input: { path: '/a', line_offset: 1 } }],
    ['ReadMediaFile', { path: '/a.png' }, { kind: 'read', input: { path: '/a.png' } }],
    [
      'WriteFile',
      { path: '/a', content: 'x', mode: 'append' },
      { kind: 'write', input: { path: '/a', content: 'x', mode: 'append' } },
    ],
    [
      'StrReplaceFile',
      { path: '/a', edit: { old: 'x', new: 'y' } },
      { kind: 'edit', input: { path: '/a', oldText: 'x', newText: 'y' } },
    ],
    [
      'StrReplaceFile',
      { path: '/a', edit: { old: 'x', new: 'y', replace_all: true } },
      { kind: 'edit', input: { path: '/a', oldText: 'x', newText: 'y', replace_all: true } },
    ],
    [
      'StrReplaceFile',
      { path: '/a', edit: [{ old: 'x', new: 'y' }] },
      { kind: 'edit', input: { path: '/a', oldText: 'x', newText: 'y' } },
    ],
    [
      'StrReplaceFile',
      {
        path: '/a',
        edit: [
          { old: 'x', new: 'y' },
          { old: 'v', new: 'w' },
        ],
      },
      {
        kind: 'edit',
        input: {
          path: '/a',
          edit: [
            { old: 'x', new: 'y' },
            { old: 'v', new: 'w' },
          ],
        },
      },
    ],
    ['Glob', { pattern: '*.ts', directory: '/a' }, { kind: 'list', input: { query: '*.ts', path: '/a' } }],
    [
      'Grep',
      { pattern: 'x', path: '/a', '-n': true },
      { kind: 'search', input: { query: 'x', path: '/a', '-n': true } },
    ],
    ['FetchURL', { url: 'http://a' }, { kind: 'fetch', input: { url: 'http://a' } }],
    ['SearchWeb', { query: 'q', limit: 5 }, { kind: 'websearch', input: { query: 'q', limit: 5 } }],
    ['Agent', { prompt: 'p', description: 'd' }, { kind: 'task', input: { prompt: 'p', description: 'd' } }],
    ['Task', { prompt: 'p', subagent_name: 's' }, { kind: 'task', input: { prompt: 'p', subagent_name: 's' } }],
    ['SetTodoList', { todos: [] }, { kind: 'todo', input: { todos: [] } }],
    ['create_issue', { title: 't' }, { kind: 'other', input: { title: 't' } }],
  ];
  for (const [tool, input, expected] of calls)
    test(`${tool} ${JSON.stringify(input)} is decoded to ${expected['kind']}, and encoded back to the same input`, () => {
      const event = decode('PreToolUse', { tool_name: tool, tool_input: input });
      assert.ok(hasCall(event));
      assert.deepEqual(event.call, { nativeName: tool, id: 'tool_1', ...expected });
      assert.deepEqual(kimi.nativeInput(event, event.call.input), input);
    });
});

describe('encode', () => {
  const cases: [string, string, Partial<Verdict>, unknown][] = [
    ['UserPromptSubmit', 'deny', deny, blocked('no')],
    ['PreToolUse', 'deny', deny, blocked('no')],
    ['PreToolUse', 'a deny without a reason', { decision: 'deny' }, blocked('Blocked by a hook that gave no reason.')],
    ['PreToolUse', 'an unsupported ask as a deny', ask, blocked('sure?')],
    ['PreToolUse', 'allow as an empty answer', { decision: 'allow' }, nothing],
    ['PreToolUse', 'context as an empty answer', { context: ['c'], messages: ['m'] }, nothing],
    ['Stop', 'deny with its context', all, blocked('no\n\nc')],
    ['Stop', 'stop, which wins over a deny', { ...deny, stop: 'enough' }, nothing],
    ...[
      'SessionStart',
      'SessionEnd',
      'PostToolUse',
      'PostToolUseFailure',
      'StopFailure',
      'SubagentStart',
      'SubagentStop',
      'PreCompact',
      'PostCompact',
      'Notification',
    ].map((native): [string, string, Partial<Verdict>, unknown] => [
      native,
      'every effect as an empty answer',
      { ...all, stop: 's' },
      nothing,
    ]),
  ];
  for (const [native, what, verdict, expected] of cases)
    test(`${native} encodes ${what}`, () => assert.deepEqual(answer(decode(native), verdict), expected));
});
