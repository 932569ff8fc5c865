import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Event, emptyVerdict, hasCall, type Verdict } from '@anyhook/core';
import { decodeContext as context } from '../../../test/support/agent-codec.js';
import type { DecodeContext } from '../agent.js';
import { flowAgent } from './agent.js';

const decode = (payload: unknown, more: Partial<DecodeContext> = {}): Event =>
  flowAgent.decode(payload, { ...context, ...more });

const encode = (event: Event, verdict: Partial<Verdict>, text?: string) =>
  flowAgent.encode(event, { ...emptyVerdict, ...verdict }, text === undefined ? context : { ...context, text });

const subagents = { command: 'InvokeSubagents', content: { subagents: [{ agent_name: 'tool-worker' }] } };

describe('decode', () => {
  const payloads: [object, string][] = [
    [{ hook_event_name: 'PreToolUse', tool_name: 'write', tool_input: {} }, 'tool.before'],
    [{ hook_event_name: 'PreToolUse', tool_name: 'edit', tool_input: { file_path: 'biome.json' } }, 'tool.before'],
    [{ hook_event_name: 'PostToolUse', tool_name: 'write', tool_input: {} }, 'tool.after'],
    [{ hook_event_name: 'PostToolUse', tool_name: 'mcp', tool_input: subagents, cwd: '/tmp' }, 'tool.after'],
    [{ hook_event_name: 'Stop', cwd: '/tmp' }, 'agent.stop'],
    [{ hook_event_name: 'UserPromptSubmit', cwd: '/tmp' }, 'prompt.submit'],
    [{ tool_name: 'write', tool_input: { path: 'a.ts' } }, 'tool.before'],
    [{ tool_input: { file_path: 'a.ts' } }, 'tool.before'],
    [{ tool_name: 'write' }, 'tool.before'],
    [{ tool_name: 'write', tool_input: {}, tool_response: '' }, 'tool.after'],
    [{ tool_output: 'x' }, 'tool.after'],
    [{ tool_name: 'mcp', tool_input: subagents, cwd: '/tmp' }, 'tool.after'],
    [{ prompt: 'hello' }, 'prompt.submit'],
    [{ stop_reason: 'end_turn' }, 'agent.stop'],
    [{ cwd: '/tmp' }, 'prompt.submit'],
    [{}, 'prompt.submit'],
    [{ hook_event_name: '', stop_reason: 'x' }, 'agent.stop'],
    [{ hook_event_name: 7, prompt: 'x' }, 'prompt.submit'],
  ];
  for (const [payload, expected] of payloads)
    test(`${JSON.stringify(payload)} is decoded to ${expected}, and echoed if no hook objects`, () => {
      const event = decode(payload);
      assert.equal(event.name, expected);
      assert.equal(event.raw, payload);
      assert.deepEqual(encode(event, {}), { stdout: JSON.stringify(payload), stderr: '', exitCode: 0 });
    });

  for (const [native, expected] of Object.entries(flowAgent.events))
    test(`${native} is decoded to ${expected}`, () => {
      const event = decode({ hook_event_name: native });
      assert.deepEqual([event.name, event.nativeName], [expected, native]);
    });

  test('the caller may name an event that the payload omits', () => {
    assert.equal(decode({ cwd: '/tmp' }, { event: 'Stop' }).name, 'agent.stop');
  });

  const calls: [string, object, object][] = [
    ['write', { path: 'a.ts' }, { kind: 'write', input: { path: 'a.ts' } }],
    ['edit', { file_path: 'a.ts', old_string: 'x' }, { kind: 'edit', input: { path: 'a.ts', oldText: 'x' } }],
    ['fs_write', { path: 'a', file_path: 'b' }, { kind: 'write', input: { path: 'a', file_path: 'b' } }],
    ['unheard_of', { file_path: 'a' }, { kind: 'other', input: { path: 'a' } }],
    ['Bash', { command: 'ls' }, { kind: 'shell', input: { command: 'ls' } }],
    ['InvokeSubagents', { content: {} }, { kind: 'task', input: { content: {} } }],
    ['Task', { prompt: 'p' }, { kind: 'task', input: { prompt: 'p' } }],
    ['mcp', subagents, { kind: 'task', input: subagents }],
    ['mcp__a__b', { x: 1 }, { kind: 'mcp', mcp: { server: 'a', tool: 'b' }, input: { x: 1 } }],
  ];
  for (const [tool, input, expected] of calls)
    test(`${tool} ${JSON.stringify(input)} is decoded to canonical fields, and encoded back to the same input`, () => {
      const event = decode({ hook_event_name: 'preToolUse', tool_name: tool, tool_input: input });
      assert.ok(hasCall(event));
      assert.deepEqual(event.call, { nativeName: tool, ...expected });
      assert.deepEqual(flowAgent.nativeInput(event, event.call.input), input);
    });

  test('a prompt is read from the turn, a subagent from agent_name, a result from tool_output', () => {
    const prompt = decode({ hook_event_name: 'userPromptSubmit', turn: { prompt_text: 'hi' } });
    assert.ok(prompt.name === 'prompt.submit' && prompt.prompt === 'hi');
    const started = decode({ hook_event_name: 'subagentStart', agent_name: 'worker', agent_type: 't' });
    assert.ok(started.name === 'subagent.start');
    assert.deepEqual(started.subagent, { name: 'worker', type: 't' });
    const after = decode({ hook_event_name: 'postToolUse', tool_output: 'out' });
    assert.ok(after.name === 'tool.after');
    assert.deepEqual(after.result, { ok: true, text: 'out' });
  });

  test('a truncated payload still yields event and tool, and never throws', () => {
    const text = '{"hook_event_name":"PreToolUse","cwd":"/p","tool_name":"write","tool_input":{"content":"xxx';
    const event = decode(undefined, { truncated: true, text });
    assert.ok(event.name === 'tool.before');
    assert.deepEqual([event.cwd, event.call], ['/p', { kind: 'write', nativeName: 'write', input: {} }]);
    assert.equal(event.raw, undefined);
    assert.equal(encode(event, {}, text).stdout, text);
    assert.equal(decode(undefined, { truncated: true }).name, 'tool.before');
    assert.equal(decode(undefined, { truncated: true, text: '{"hook_event_name":"Stop' }).name, 'tool.before');
    assert.equal(decode(undefined, { truncated: true, text: '{"hook_event_name" : "Stop","x":"' }).name, 'agent.stop');
  });
});

describe('encode', () => {
  const text = '{ "hook_event_name":"PreToolUse",\n"tool_input":{} }';
  const before = decode(JSON.parse(text));
  const prompt = decode({ hook_event_name: 'UserPromptSubmit' });

  const cases: [string, Event, Partial<Verdict>, object][] = [
    ['no opinion as the unchanged payload', before, {}, { stdout: text, stderr: '', exitCode: 0 }],
    ['an allow as the unchanged payload', before, { decision: 'allow' }, { stdout: text, stderr: '', exitCode: 0 }],
    [
      'context inside the input',
      prompt,
      { context: ['one', 'two'] },
      { stdout: `${text}\n\n---\none\n\ntwo\n---`, stderr: '', exitCode: 0 },
    ],
    [
      'messages on stderr, and no notes',
      prompt,
      { messages: ['m', 'l'], notes: ['n'] },
      { stdout: text, stderr: 'm\nl\n', exitCode: 0 },
    ],
    [
      'a deny as exit 2 with an empty stdout',
      before,
      { decision: 'deny', reason: 'BLOCKED', messages: ['m'], context: ['c'] },
      { stdout: '', stderr: 'BLOCKED\nm\n', exitCode: 2 },
    ],
    ['an ask as a deny', before, { decision: 'ask', reason: 'sure?' }, { stdout: '', stderr: 'sure?\n', exitCode: 2 }],
    [
      'a deny at a stop',
      decode({ hook_event_name: 'Stop' }),
      { decision: 'deny', reason: 'go on' },
      { stdout: '', stderr: 'go on\n', exitCode: 2 },
    ],
    [
      'a deny at an event that cannot be blocked as stderr with exit 0',
      prompt,
      { decision: 'deny', reason: 'no' },
      { stdout: text, stderr: 'no\n', exitCode: 0 },
    ],
  ];
  for (const [what, event, verdict, expected] of cases)
    test(`encodes ${what}`, () => assert.deepEqual(encode(event, verdict, text), expected));

  test('a deny without a reason still writes a text to stderr', () => {
    assert.notEqual(encode(before, { decision: 'deny' }).stderr.trim(), '');
  });
});
