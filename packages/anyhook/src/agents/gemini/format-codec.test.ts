import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event, Result } from '@anyhook/core';
import { contractOf, type EventName, fromNativeInput, toNativeInput } from '@anyhook/core';
import { foreignShellCall, formatEvent, formatHook, sampleInputs } from '../../../test/support/format-samples.js';
import { geminiFormatCodec } from './format-codec.js';

const gemini = geminiFormatCodec();

const base = {
  session_id: 's-1',
  transcript_path: '/t.jsonl',
  cwd: '/project',
  timestamp: '2026-01-01T00:00:00.000Z',
};
const call = { tool_name: 'run_shell_command', tool_input: { command: 'ls', description: 'list' } };
const request = { model: '', config: {} };

const stdin: readonly [string, EventName, Record<string, unknown>][] = [
  ['SessionStart', 'session.start', { source: 'resume' }],
  ['SessionEnd', 'session.end', { reason: 'logout' }],
  ['BeforeAgent', 'prompt.submit', { prompt: 'fix the bug' }],
  ['AfterAgent', 'agent.stop', { prompt: '', prompt_response: 'all done', stop_hook_active: true }],
  ['BeforeModel', 'model.before', { llm_request: { ...request, messages: [{ role: 'user', content: 'hi' }] } }],
  [
    'AfterModel',
    'model.after',
    {
      llm_request: { ...request, messages: [] },
      llm_response: {
        text: 'done',
        candidates: [{ content: { role: 'model', parts: ['done'] }, finishReason: 'STOP', index: 0 }],
      },
    },
  ],
  ['BeforeTool', 'tool.before', call],
  ['AfterTool', 'tool.after', { ...call, tool_response: { llmContent: 'a.txt', returnDisplay: 'a.txt' } }],
  [
    'AfterTool',
    'tool.failure',
    {
      ...call,
      tool_response: { llmContent: 'Exit code 3', returnDisplay: 'Exit code 3', error: { message: 'Exit code 3' } },
    },
  ],
  ['PreCompress', 'compact.before', { trigger: 'auto' }],
  ['Notification', 'notification', { notification_type: 'idle_prompt', message: 'look', details: {} }],
  ['BeforeToolSelection', 'other', {}],
];

const hookOf = (nativeEvent: string, more = {}) => formatHook({ dialect: 'gemini', nativeEvent, ...more });
const eventOf = (name: EventName, more = {}): Event =>
  formatEvent(name, { transcriptPath: '/t.jsonl', ...more }) as Event;

for (const [native, name, own] of stdin)
  test(`${native} gets Gemini CLI's payload of ${name} on stdin`, () => {
    const expected = { ...base, hook_event_name: native, ...own };
    assert.deepEqual(gemini.stdin(eventOf(name), hookOf(native)), expected);
  });

test('all eleven events are supported, and their capabilities stay within the contract', () => {
  assert.equal(Object.keys(gemini.events).length, 11);
  assert.deepEqual([...new Set(stdin.map(([native]) => native))].sort(), Object.keys(gemini.events).sort());
  for (const row of Object.values(gemini.events)) {
    const [contract] = row.events.map((name) => contractOf(name));
    if (row.blocks) assert.ok(contract?.decisions.includes('deny' as never));
    if (row.context) assert.ok(contract?.context);
    if (row.rewrites) assert.ok(contract?.rewrites);
  }
});

test("fields of Gemini CLI's own payload are kept, and rewritten values win", () => {
  const raw = {
    hook_event_name: 'AfterTool',
    tool_response: { llmContent: 'x', returnDisplay: 'y' },
    original_request_name: 'z',
  };
  const seen = gemini.stdin(eventOf('tool.after', { raw }), hookOf('AfterTool')) as Record<string, unknown>;
  assert.deepEqual([seen['original_request_name'], seen['tool_response']], ['z', raw.tool_response]);
  const rewritten = eventOf('tool.after', { raw, result: { ok: true, text: 'new', rewritten: true } });
  const { tool_response } = gemini.stdin(rewritten, hookOf('AfterTool')) as Record<string, unknown>;
  assert.deepEqual(tool_response, { llmContent: 'new', returnDisplay: 'new' });
});

test('an MCP tool has the name and the context that Gemini CLI gives it', () => {
  const mcpCall = { kind: 'mcp', nativeName: 'mcp__git__push', mcp: { server: 'git', tool: 'push' }, input: { a: 1 } };
  const seen = gemini.stdin(eventOf('tool.before', { call: mcpCall }), hookOf('BeforeTool')) as Record<string, unknown>;
  assert.deepEqual(
    [seen['tool_name'], seen['tool_input'], seen['mcp_context']],
    ['mcp_git_push', { a: 1 }, { server_name: 'git', tool_name: 'push' }],
  );
});

for (const [name, input] of sampleInputs(gemini.tools))
  test(`an input of ${name} survives the round trip`, () => {
    const row = gemini.tools[name];
    assert.deepEqual(fromNativeInput(row, toNativeInput(row, input)), input);
  });

test("variables name the project for a project hook, and the agent's folder for a user hook", () => {
  const event = eventOf('tool.before', { cwd: '/project/sub' });
  const project = gemini.env(event, hookOf('BeforeTool', { scope: 'project', root: '/project' }));
  assert.deepEqual(project, {
    GEMINI_PROJECT_DIR: '/project',
    CLAUDE_PROJECT_DIR: '/project',
    GEMINI_CWD: '/project/sub',
    GEMINI_SESSION_ID: 's-1',
  });
  const user = gemini.env(event, hookOf('BeforeTool', { scope: 'user', root: '/home/.gemini' }));
  assert.equal(user['GEMINI_PROJECT_DIR'], '/project/sub');
});

interface Output {
  readonly exit?: number;
  readonly out?: string | object;
  readonly err?: string;
}

function answer(native: string, name: EventName, { exit = 0, out = '', err = '' }: Output) {
  const stdout = typeof out === 'string' ? out : JSON.stringify(out);
  return gemini.read({ exitCode: exit, stdout, stderr: err }, hookOf(native, { id: 'h' }), eventOf(name));
}

function resultOf(...args: Parameters<typeof answer>): Result {
  const ending = answer(...args);
  assert.ok(ending.kind === 'done', JSON.stringify(ending));
  return ending.result;
}

const answers: readonly [string, string, EventName, Output, Result][] = [
  ['empty output', 'BeforeTool', 'tool.before', {}, { decision: 'pass' }],
  ['text at exit 0', 'BeforeTool', 'tool.before', { out: 'hi' }, { decision: 'pass', messages: ['hi'] }],
  ['stderr at exit 2', 'BeforeTool', 'tool.before', { exit: 2, err: 'no' }, { decision: 'deny', reason: 'no' }],
  [
    'text at exit 127',
    'BeforeTool',
    'tool.before',
    { exit: 127, err: 'not found' },
    { decision: 'deny', reason: 'not found' },
  ],
  [
    'deny',
    'BeforeTool',
    'tool.before',
    { out: { decision: 'deny', reason: 'no' } },
    { decision: 'deny', reason: 'no' },
  ],
  [
    'block at exit 1',
    'BeforeTool',
    'tool.before',
    { exit: 1, out: { decision: 'block', reason: 'no' } },
    { decision: 'deny', reason: 'no' },
  ],
  [
    'allow at exit 2',
    'BeforeTool',
    'tool.before',
    { exit: 2, out: { decision: 'allow' }, err: 'x' },
    { decision: 'pass' },
  ],
  [
    'deny on stderr',
    'BeforeTool',
    'tool.before',
    { err: '{"decision":"deny","reason":"no"}' },
    { decision: 'deny', reason: 'no' },
  ],
  [
    'JSON inside a JSON string',
    'BeforeTool',
    'tool.before',
    { out: '"{\\"decision\\":\\"deny\\",\\"reason\\":\\"no\\"}"' },
    { decision: 'deny', reason: 'no' },
  ],
  [
    'deny without a reason',
    'BeforeTool',
    'tool.before',
    { out: { decision: 'deny' } },
    { decision: 'deny', reason: 'blocked by hook h, which gave no reason' },
  ],
  [
    'ask',
    'BeforeTool',
    'tool.before',
    { out: { decision: 'ask', reason: 'sure?' } },
    { decision: 'ask', reason: 'sure?' },
  ],
  [
    'continue: false',
    'BeforeTool',
    'tool.before',
    { out: { continue: false, stopReason: 'enough' } },
    { decision: 'pass', stop: 'enough' },
  ],
  ['continue: false', 'SessionStart', 'session.start', { out: { continue: false } }, { decision: 'pass' }],
  [
    'another input',
    'BeforeTool',
    'tool.before',
    { out: { hookSpecificOutput: { tool_input: { command: 'ls -h' } } } },
    { decision: 'pass', rewrite: { of: 'input', value: { command: 'ls -h' } } },
  ],
  [
    'context',
    'SessionStart',
    'session.start',
    { out: { hookSpecificOutput: { additionalContext: 'know' }, systemMessage: 'hello' } },
    { decision: 'pass', context: ['know'], messages: ['hello'] },
  ],
  [
    'deny',
    'BeforeAgent',
    'prompt.submit',
    { out: { decision: 'deny', reason: 'no' } },
    { decision: 'deny', reason: 'no' },
  ],
  [
    'deny',
    'AfterTool',
    'tool.after',
    { out: { decision: 'deny', reason: 'hidden' } },
    { decision: 'pass', rewrite: { of: 'output', value: 'hidden' } },
  ],
  [
    'exit 2',
    'AfterTool',
    'tool.after',
    { exit: 2, err: 'hidden' },
    { decision: 'pass', rewrite: { of: 'output', value: 'hidden' } },
  ],
  [
    'deny',
    'AfterTool',
    'tool.failure',
    { out: { decision: 'deny', reason: 'try b' } },
    { decision: 'deny', reason: 'try b' },
  ],
  [
    'deny',
    'AfterAgent',
    'agent.stop',
    { out: { decision: 'deny', reason: 'go on' } },
    { decision: 'deny', reason: 'go on' },
  ],
  [
    'messages',
    'BeforeModel',
    'model.before',
    { out: { hookSpecificOutput: { llm_request: { messages: [{ role: 'user', content: 'b' }] } } } },
    { decision: 'pass', rewrite: { of: 'messages', value: [{ role: 'user', content: 'b' }] } },
  ],
];
for (const [what, native, name, output, expected] of answers)
  test(`${what} of a hook at ${native} (${name}, exit ${output.exit ?? 0}) has the same effect as in Gemini CLI`, () => {
    assert.deepEqual(resultOf(native, name, output), expected);
  });

test('features that only Gemini CLI supports, and unknown decisions, are noted', () => {
  const { notes } = resultOf('AfterTool', 'tool.after', {
    out: { decision: 'refuse', hookSpecificOutput: { tailToolCallRequest: { name: 'x' }, clearContext: true } },
  });
  assert.equal(notes?.length, 3);
  assert.match(notes?.join('\n') ?? '', /"decision": "refuse" has no effect[\s\S]*"clearContext" can only be done by/);
});

test('exit 1, and any failed exit without output, are failures and not refusals', () => {
  for (const output of [{ exit: 1, err: 'oops' }, { exit: 2 }, { exit: 3 }]) {
    const ending = answer('BeforeTool', 'tool.before', output);
    assert.ok(ending.kind === 'failed' && ending.why === 'exit', JSON.stringify(ending));
  }
});

test("a file of another agent's patch is shown as one edit", () => {
  const edit = { ...foreignShellCall, kind: 'edit', nativeName: 'apply_patch', input: { path: 'a.ts', newText: 'x' } };
  const seen = gemini.stdin(eventOf('tool.before', { call: edit }), hookOf('BeforeTool')) as Record<string, unknown>;
  assert.deepEqual([seen['tool_name'], seen['tool_input']], ['replace', { file_path: 'a.ts', new_string: 'x' }]);
});
