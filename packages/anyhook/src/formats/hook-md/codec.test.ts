import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import type { Ending, Event, ToolInput, ToolKind } from '@anyhook/core';
import { contractOf } from '@anyhook/core';
import { bareEvent } from '../../../test/support/bare-event.js';
import { onlyHook, sampleFile } from '../../../test/support/format-samples.js';
import { assertToolRoundTrip } from '../../../test/support/tool-round-trip.js';
import { hookMdCodec } from './codec.js';
import { events, type Trigger } from './events.js';
import { hookMdLoader } from './load.js';

const hookMd = hookMdCodec();

const hookFor = (trigger: string) =>
  onlyHook(
    hookMdLoader.load(
      sampleFile(
        '/project/.agents/hooks/guard/HOOK.md',
        `---\nname: guard\ndescription: d\ntrigger: ${trigger}\n---\n`,
      ),
    ).hooks,
  );

const base = {
  timestamp: '2026-01-15T10:30:00Z',
  session_id: 'sess-1',
  work_dir: '/home/user/project',
  context: { host: 'sample-host', native_event: 'Native' },
};
const shell = { kind: 'shell', nativeName: 'Bash', id: 'tool_123', input: { command: 'rm -rf /tmp/old' } } as const;
const shellShown = { tool_name: 'Shell', tool_input: { command: 'rm -rf /tmp/old' }, tool_use_id: 'tool_123' };
const before = (kind: ToolKind, input: ToolInput, nativeName = 'native') =>
  bareEvent('tool.before', { call: { kind, nativeName, input } });

const stdins: Readonly<Partial<Record<Trigger, readonly (readonly [Event, object])[]>>> = {
  session_start: [
    [
      bareEvent('session.start', { args: { ui: 'shell', agent: 'default' } }, { model: 'kimi-latest' }),
      { model: 'kimi-latest', args: { ui: 'shell', agent: 'default' } },
    ],
    [bareEvent('session.start', { source: 'resume' }), { model: null, args: {}, source: 'resume' }],
  ],
  session_end: [
    [
      bareEvent('session.end', { durationMs: 3_600_000, totalSteps: 25, reason: 'user_exit' }),
      { duration_seconds: 3600, total_steps: 25, exit_reason: 'user_exit' },
    ],
    [bareEvent('session.end', {}), { duration_seconds: null, total_steps: null, exit_reason: null }],
  ],
  before_agent: [[bareEvent('prompt.submit', { prompt: 'fix it' }), { prompt: 'fix it' }]],
  after_agent: [
    [
      bareEvent('agent.done', { stopReason: 'max_steps', stepCount: 9, response: 'Done' }),
      { stop_reason: 'max_steps', step_count: 9, final_message: { role: 'assistant', content: 'Done' } },
    ],
  ],
  before_stop: [
    [
      bareEvent('agent.stop', { stepCount: 5, response: 'Task completed successfully' }),
      {
        stop_reason: 'no_tool_calls',
        step_count: 5,
        final_message: { role: 'assistant', content: 'Task completed successfully' },
      },
    ],
    [bareEvent('agent.stop', {}), { stop_reason: 'no_tool_calls', step_count: null, final_message: null }],
  ],
  before_tool: [
    [bareEvent('tool.before', { call: shell }), shellShown],
    [before('mcp', { a: 1 }), { tool_name: 'native', tool_input: { a: 1 }, tool_use_id: null }],
    [
      bareEvent('tool.before', {
        call: { kind: 'mcp', nativeName: 'x', mcp: { server: 'git', tool: 'log' }, input: {} },
      }),
      { tool_name: 'mcp__git__log', tool_input: {}, tool_use_id: null },
    ],
  ],
  after_tool: [
    [
      bareEvent('tool.after', { call: shell, result: { ok: true, text: 'gone' } }),
      { ...shellShown, tool_output: 'gone' },
    ],
  ],
  after_tool_failure: [
    [bareEvent('tool.failure', { call: shell, error: 'no such file' }), { ...shellShown, error: 'no such file' }],
    [
      bareEvent('tool.failure', { call: shell, error: 'e', result: { ok: false, text: 'partial' } }),
      { ...shellShown, error: 'e', tool_output: 'partial' },
    ],
  ],
  subagent_start: [
    [
      bareEvent('subagent.start', { subagent: { name: 'code-reviewer', type: 'coder' }, task: 'Review it' }),
      { subagent_name: 'code-reviewer', subagent_type: 'coder', task_description: 'Review it' },
    ],
    [
      bareEvent('subagent.start', { subagent: { id: 'a1' } }),
      { subagent_name: 'a1', subagent_type: null, task_description: null },
    ],
  ],
  subagent_stop: [
    [
      bareEvent('subagent.stop', { subagent: { name: 'n', type: 't' }, response: 'ok' }),
      {
        subagent_name: 'n',
        subagent_type: 't',
        task_description: null,
        final_message: { role: 'assistant', content: 'ok' },
      },
    ],
  ],
  pre_compact: [
    [bareEvent('compact.before', { trigger: 'auto' }), { trigger: 'auto' }],
    [bareEvent('compact.before', { instructions: 'keep ids' }), { trigger: null, instructions: 'keep ids' }],
  ],
  'pre-tool-call': [[bareEvent('tool.before', { call: shell }), shellShown]],
  'post-context-compact': [
    [bareEvent('compact.after', { trigger: 'auto', summary: 's' }), { trigger: 'auto', summary: 's' }],
    [bareEvent('compact.after', {}), { trigger: null }],
  ],
};

for (const [trigger, rows] of Object.entries(stdins)) {
  test(`${trigger} passes the format's fields to its script`, () => {
    for (const [event, own] of rows) {
      assert.deepEqual(hookMd.stdin(event, hookFor(trigger)), { event_type: trigger, ...base, ...own });
    }
  });
}

test('the context has the agent, and values that the engine added to the event', () => {
  const event = bareEvent(
    'prompt.submit',
    { prompt: 'p' },
    {
      agent: { name: 'reviewer' },
      parentSessionId: 'sess-0',
      transcriptPath: '/t.jsonl',
      permissionMode: 'plan',
      derivedFrom: 'turn.start',
      recheck: true,
      synthetic: true,
    },
  );
  assert.deepEqual((hookMd.stdin(event, hookFor('before_agent')) as { context: unknown }).context, {
    host: 'sample-host',
    native_event: 'Native',
    agent: { name: 'reviewer' },
    parent_session_id: 'sess-0',
    transcript_path: '/t.jsonl',
    permission_mode: 'plan',
    derived_from: 'turn.start',
    recheck: true,
    synthetic: true,
  });
});

for (const [kind, input, name, shown] of [
  ['shell', { command: 'ls' }, 'Shell', { command: 'ls' }],
  ['read', { path: 'a', offset: 3 }, 'ReadFile', { path: 'a', offset: 3 }],
  ['write', { path: 'a', content: 'x' }, 'WriteFile', { path: 'a', content: 'x' }],
  ['edit', { path: 'a', oldText: 'x', newText: 'y' }, 'StrReplaceFile', { path: 'a', edit: { old: 'x', new: 'y' } }],
  ['patch', { content: '*** Begin', paths: ['a'] }, 'ApplyPatch', { content: '*** Begin', paths: ['a'] }],
  ['list', { query: '**/*.ts', path: 'src' }, 'Glob', { pattern: '**/*.ts', directory: 'src' }],
  ['search', { query: 'todo', path: 'src' }, 'Grep', { pattern: 'todo', path: 'src' }],
  ['fetch', { url: 'https://x.y' }, 'FetchURL', { url: 'https://x.y' }],
  ['websearch', { query: 'q' }, 'SearchWeb', { query: 'q' }],
  ['task', { prompt: 'p', description: 'd' }, 'Task', { prompt: 'p', description: 'd' }],
  ['todo', { todos: [] }, 'SetTodoList', { todos: [] }],
  ['other', { x: 1 }, 'native', { x: 1 }],
] as const) {
  test(`a ${kind} call is shown as ${name} and converted back to canonical fields`, () => {
    const event = before(kind, input);
    const { tool_name, tool_input } = hookMd.stdin(event, hookFor('before_tool')) as Record<string, unknown>;
    assert.deepEqual({ tool_name, tool_input }, { tool_name: name, tool_input: shown });
    assert.deepEqual(resultOf({ updated_input: shown }, event), {
      decision: 'pass',
      rewrite: { of: 'input', value: input },
    });
  });
}

test('a shell script can grep a field, because each is on its own line', () => {
  const text = JSON.stringify(
    hookMd.stdin(before('shell', { command: 'rm -rf /' }), hookFor('before_tool')),
    null,
    hookMd.indent,
  );
  const found = spawnSync('grep', ['-o', '"command": "[^"]*"'], { input: text, encoding: 'utf8' });
  assert.equal(found.stdout, '"command": "rm -rf /"\n');
});

test('every call is converted to the format and back without a change', () => assertToolRoundTrip(hookMd.tools));

test('no event allows more than its contract', () => {
  assert.equal(Object.keys(events).length, 24);
  for (const [trigger, row] of Object.entries(events)) {
    for (const name of row.events) {
      const contract = contractOf(name);
      assert.equal(row.blocks, contract.decisions.length > 0, `${trigger} blocks`);
      assert.equal(row.context, contract.context !== false, `${trigger} context`);
      assert.ok(!row.rewrites || contract.rewrites !== false, `${trigger} rewrites`);
    }
  }
});

test('the environment has event, hook and agent', () => {
  assert.deepEqual(hookMd.env(before('shell', {}), hookFor('before_tool')), {
    ANYHOOK_EVENT: 'tool.before',
    ANYHOOK_HOOK_ID: 'guard',
    ANYHOOK_HOST: 'sample-host',
  });
});

const ls = before('shell', { command: 'ls', timeout: 5 });

function read(exitCode: number, stdout: string, stderr = '', event: Event = ls, trigger = 'before_tool'): Ending {
  return hookMd.read({ exitCode, stdout, stderr }, hookFor(trigger), event);
}

function resultOf(json: unknown, event: Event = ls, trigger = 'before_tool') {
  const ending = read(0, JSON.stringify(json), '', event, trigger);
  assert.equal(ending.kind, 'done', JSON.stringify(ending));
  return ending.kind === 'done' ? ending.result : undefined;
}

const noReason = 'blocked by hook guard, which gave no reason';

for (const [title, exitCode, stdout, stderr, ending] of [
  ['exit 0 without output is no opinion', 0, '', '', { kind: 'done', result: { decision: 'pass' } }],
  ['exit 0 with blank output is no opinion', 0, ' \n', 'debug', { kind: 'done', result: { decision: 'pass' } }],
  ['exit 0 with an empty object is no opinion', 0, '{}', '', { kind: 'done', result: { decision: 'pass' } }],
  [
    'exit 2 blocks with stderr',
    2,
    '',
    'not here\n',
    { kind: 'done', result: { decision: 'deny', reason: 'not here' } },
  ],
  ['exit 2 blocks even without stderr', 2, '', ' \n', { kind: 'done', result: { decision: 'deny', reason: noReason } }],
  [
    'exit 2 ignores stdout',
    2,
    '{"decision":"allow"}',
    'no',
    { kind: 'done', result: { decision: 'deny', reason: 'no' } },
  ],
  ['exit 1 is a failure', 1, '{"decision":"deny"}', 'boom', { kind: 'failed', why: 'exit', stderr: 'boom' }],
  ['exit 127 is a failure', 127, '', '', { kind: 'failed', why: 'exit' }],
  ['plain text is a failure', 0, 'all good', '', { kind: 'failed', why: 'bad-output' }],
  ['a list is a failure', 0, '[]', '', { kind: 'failed', why: 'bad-output' }],
  ['a bare word is a failure', 0, '"allow"', '', { kind: 'failed', why: 'bad-output' }],
  ['truncated JSON is a failure', 0, '{"decision": "al', 'e', { kind: 'failed', why: 'bad-output', stderr: 'e' }],
  ['two JSON objects are a failure', 0, '{}\n{}', '', { kind: 'failed', why: 'bad-output' }],
  ['binary output is a failure', 0, '\u0000\uFFFD\u0001', '', { kind: 'failed', why: 'bad-output' }],
  ['a misspelled decision is a failure', 0, '{"decision":"alow"}', '', { kind: 'failed', why: 'bad-output' }],
  ['a decision in capitals is a failure', 0, '{"decision":"DENY"}', '', { kind: 'failed', why: 'bad-output' }],
  ['a decision that is not a string is a failure', 0, '{"decision":true}', '', { kind: 'failed', why: 'bad-output' }],
  [
    'a decision named like an object method is a failure',
    0,
    '{"decision":"toString"}',
    '',
    { kind: 'failed', why: 'bad-output' },
  ],
  ['a reason that is not a string is a failure', 0, '{"reason":1}', '', { kind: 'failed', why: 'bad-output' }],
  ['a log that is not a string is a failure', 0, '{"log":[1]}', '', { kind: 'failed', why: 'bad-output' }],
  [
    'context that is not a string is a failure',
    0,
    '{"additional_context":{}}',
    '',
    { kind: 'failed', why: 'bad-output' },
  ],
  [
    'an input that is not an object is a failure',
    0,
    '{"updated_input":"ls"}',
    '',
    { kind: 'failed', why: 'bad-output' },
  ],
  [
    'a deeply nested answer is a failure',
    0,
    `{"updated_input":{"a":${'['.repeat(90_000)}${']'.repeat(90_000)}}}`,
    '',
    { kind: 'failed', why: 'bad-output' },
  ],
] as const) {
  test(title, () => {
    const { detail, ...rest } = { detail: 'x', ...read(exitCode, stdout, stderr) };
    assert.ok(detail);
    assert.deepEqual(rest, ending);
  });
}

for (const [title, json, result] of [
  ['an allow is an explicit allow', { decision: 'allow' }, { decision: 'allow' }],
  ['a deny carries its reason', { decision: 'deny', reason: 'no' }, { decision: 'deny', reason: 'no' }],
  ['a deny without a reason gets a default one', { decision: 'deny' }, { decision: 'deny', reason: noReason }],
  ['an ask carries its reason', { decision: 'ask', reason: 'sure?' }, { decision: 'ask', reason: 'sure?' }],
  ['null is treated as absent', { decision: null, reason: null, log: null, updated_input: null }, { decision: 'pass' }],
  ['a log line is kept', { log: 'checked' }, { decision: 'pass', logs: ['checked'] }],
  ['log lines are kept', { log: ['a', 'b', ''] }, { decision: 'pass', logs: ['a', 'b'] }],
  ['a string is context', { additional_context: 'Use npm' }, { decision: 'pass', context: ['Use npm'] }],
  ['a list of strings is context', { additional_context: ['a', 'b'] }, { decision: 'pass', context: ['a', 'b'] }],
  ['unrelated keys are ignored', { decision: 'allow', version: 2, hook_version: {} }, { decision: 'allow' }],
  [
    'a misspelled key is noted',
    { decison: 'deny' },
    {
      decision: 'pass',
      notes: ['its output has an unknown key "decison", which is ignored; did you mean "decision"?'],
    },
  ],
  [
    'an update changes only the fields it contains',
    { updated_input: { command: 'ls -h' } },
    { decision: 'pass', rewrite: { of: 'input', value: { command: 'ls -h' } } },
  ],
  [
    'modified_input means the same as updated_input',
    { decision: 'allow', modified_input: { command: 'ls -h' } },
    { decision: 'allow', rewrite: { of: 'input', value: { command: 'ls -h' } } },
  ],
  [
    'if both are given, updated_input wins with a note',
    { updated_input: { command: 'a' }, modified_input: { command: 'b' } },
    {
      decision: 'pass',
      rewrite: { of: 'input', value: { command: 'a' } },
      notes: ['"updated_input" and "modified_input" mean the same: "updated_input" is used'],
    },
  ],
  [
    'an allow with a misspelled input key does not allow the original input',
    { decision: 'allow', modifed_input: { command: 'ls' } },
    {
      decision: 'pass',
      notes: [
        'its output has an unknown key "modifed_input", which is ignored; did you mean "modified_input"?',
        'its "allow" is ignored: it was about the input that the hook wanted to set',
      ],
    },
  ],
  ['an empty update changes nothing', { updated_input: {} }, { decision: 'pass' }],
  [
    'a key named __proto__ changes nothing',
    JSON.parse('{"updated_input": {"__proto__": {"command": "x"}}}') as object,
    { decision: 'pass' },
  ],
] as const) {
  test(title, () => assert.deepEqual(resultOf(json), result));
}

test('a deny in JSON without a reason uses stderr as its reason', () => {
  const ending = read(0, '{"decision":"deny"}', 'because\n');
  assert.deepEqual(ending, { kind: 'done', result: { decision: 'deny', reason: 'because' } });
});

for (const [title, updated, value] of [
  ['only the new text', { edit: { new: 'y' } }, { newText: 'y' }],
  ['only the old text', { edit: { old: 'x' } }, { oldText: 'x' }],
  ['a list with one edit', { edit: [{ old: 'x', new: 'y' }] }, { oldText: 'x', newText: 'y' }],
  ['another path', { path: 'b' }, { path: 'b' }],
  ['an additional field of the edit', { edit: { new: 'y', replace_all: true } }, { newText: 'y', replace_all: true }],
] as const) {
  test(`an edit can be rewritten partially: ${title}`, () => {
    const event = before('edit', { path: 'a', oldText: '1', newText: '2' });
    assert.deepEqual(resultOf({ updated_input: updated }, event), {
      decision: 'pass',
      rewrite: { of: 'input', value },
    });
  });
}

for (const edit of [[{ old: 'a' }, { old: 'b' }], 'text', 5, []]) {
  test(`an edit that does not fit into one call is dropped and noted: ${JSON.stringify(edit)}`, () => {
    const event = before('edit', { path: 'a', oldText: '1', newText: '2' });
    assert.deepEqual(resultOf({ decision: 'ask', reason: 'r', updated_input: { edit } }, event), {
      decision: 'ask',
      reason: 'r',
      notes: ['"updated_input" holds an "edit" that is not one {old, new}, and a call carries one edit: dropped'],
    });
  });
}

test('an allow with a dropped input does not allow the original input', () => {
  const event = before('edit', { path: 'a', oldText: '1', newText: '2' });
  assert.deepEqual(resultOf({ decision: 'allow', modified_input: { edit: 'text' } }, event), {
    decision: 'pass',
    notes: [
      '"modified_input" holds an "edit" that is not one {old, new}, and a call carries one edit: dropped',
      'its "allow" is ignored: it was about the input that the hook wanted to set',
    ],
  });
  const ending = read(0, '{"decision":"allow","modified_input":"ls"}');
  assert.equal(ending.kind, 'failed');
});

test('before_agent can rewrite the prompt and nothing else', () => {
  const event = bareEvent('prompt.submit', { prompt: 'p' });
  const rewritten = resultOf({ updated_input: { prompt: 'q', model: 'x' } }, event, 'before_agent');
  assert.deepEqual(rewritten, { decision: 'pass', rewrite: { of: 'prompt', value: 'q' } });
  assert.deepEqual(resultOf({ updated_input: { text: 'q' } }, event, 'before_agent'), {
    decision: 'pass',
    notes: ['"updated_input" names no "prompt": dropped'],
  });
  assert.equal(read(0, '{"updated_input":{"prompt":5}}', '', event, 'before_agent').kind, 'failed');
});

test('an update at an event without input is dropped and noted', () => {
  const event = bareEvent('agent.stop', {});
  assert.deepEqual(resultOf({ decision: 'deny', reason: 'tests', updated_input: { a: 1 } }, event, 'before_stop'), {
    decision: 'deny',
    reason: 'tests',
    notes: ['"updated_input" has no effect on agent.stop: dropped'],
  });
});
