import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventName } from '@anyhook/core';
import { endingWords, readSample, type SampleOutput, specific } from '../../../test/support/claude-like-samples.js';
import { formatEvent, formatHook } from '../../../test/support/format-samples.js';
import { codexFormatCodec } from './format-codec.js';

const codex = codexFormatCodec();

const base = { session_id: 's-1', transcript_path: '/t.jsonl', cwd: '/project' };
const turn = { turn_id: 's-1', model: 'm-1' };
const mode = { permission_mode: 'default' };
const call = { tool_name: 'Bash', tool_input: { command: 'ls', description: 'list' } };
const id = { tool_use_id: 'call-1' };
const subagent = { agent_id: 'sub-1', agent_type: 'explorer' };

const stdin: readonly [string, EventName, Record<string, unknown>][] = [
  ['SessionStart', 'session.start', { model: 'm-1', ...mode, source: 'resume' }],
  ['SessionEnd', 'session.end', { reason: 'logout' }],
  ['UserPromptSubmit', 'prompt.submit', { ...turn, ...mode, prompt: 'fix the bug' }],
  ['PreToolUse', 'tool.before', { ...turn, ...mode, ...call, ...id }],
  ['PermissionRequest', 'tool.permission', { ...turn, ...mode, ...call, ...id }],
  ['PostToolUse', 'tool.after', { ...turn, ...mode, ...call, ...id, tool_response: 'a.txt' }],
  ['PostToolUse', 'tool.failure', { ...turn, ...mode, ...call, ...id, tool_response: 'Exit code 3' }],
  ['Stop', 'agent.stop', { ...turn, ...mode, stop_hook_active: true, last_assistant_message: 'all done' }],
  ['SubagentStart', 'subagent.start', { ...turn, ...mode, ...subagent }],
  [
    'SubagentStop',
    'subagent.stop',
    { ...turn, ...mode, ...subagent, stop_hook_active: false, last_assistant_message: 'found it' },
  ],
  ['PreCompact', 'compact.before', { ...turn, trigger: 'auto' }],
  ['PostCompact', 'compact.after', { ...turn, trigger: 'auto' }],
  ['PreModelRequest', 'model.before', turn],
  ['PostModelRequest', 'model.after', turn],
];

for (const [native, name, fields] of stdin)
  test(`${native} gets ${name} in Codex's payload format`, () => {
    const event = formatEvent(name, { transcriptPath: '/t.jsonl', model: 'm-1' });
    const hook = formatHook({ dialect: 'codex', nativeEvent: native });
    assert.deepEqual(codex.stdin(event, hook), { ...base, hook_event_name: native, ...fields });
  });

test('a session without a transcript has a null transcript_path', () => {
  const payload = codex.stdin(
    formatEvent('session.start'),
    formatHook({ dialect: 'codex', nativeEvent: 'SessionStart' }),
  );
  assert.equal((payload as { transcript_path: unknown }).transcript_path, null);
});

test('fields that only another agent sends are dropped, and those of Codex are kept', () => {
  const raw = { hook_event_name: 'PreToolUse', effort: { level: 'high' }, turn_id: 't-9' };
  const hook = formatHook({ dialect: 'codex', nativeEvent: 'PreToolUse' });
  const foreign = codex.stdin(formatEvent('tool.before', { host: 'claude-code', raw }), hook) as Record<
    string,
    unknown
  >;
  assert.deepEqual([foreign['effort'], foreign['turn_id']], [undefined, 's-1']);
  const own = codex.stdin(formatEvent('tool.before', { host: 'codex', raw }), hook) as Record<string, unknown>;
  assert.deepEqual([own['effort'], own['turn_id']], [{ level: 'high' }, 't-9']);
});

const fileCalls = [
  [
    'a file write',
    { kind: 'write', nativeName: 'Write', input: { path: 'a.txt', content: 'one\ntwo' } },
    '*** Begin Patch\n*** Add File: a.txt\n+one\n+two\n*** End Patch',
  ],
  [
    'a file edit',
    { kind: 'edit', nativeName: 'Edit', input: { path: 'a.txt', oldText: 'one', newText: 'uno\ndos' } },
    '*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+uno\n+dos\n*** End Patch',
  ],
  [
    'several edits of one file',
    {
      kind: 'edit',
      nativeName: 'MultiEdit',
      input: {
        path: 'a.txt',
        edits: [
          { old_string: 'a', new_string: 'b' },
          { old_string: 'c', new_string: '' },
        ],
      },
    },
    '*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+b\n@@\n-c\n*** End Patch',
  ],
] as const;

for (const [what, input, patch] of fileCalls)
  test(`${what} of another agent is shown as the patch that Codex would apply`, () => {
    const event = formatEvent('tool.before', { call: input });
    const payload = codex.stdin(event, formatHook({ dialect: 'codex', nativeEvent: 'PreToolUse' })) as Record<
      string,
      unknown
    >;
    assert.deepEqual([payload['tool_name'], payload['tool_input']], ['apply_patch', { command: patch }]);
  });

const allowed = (command: string) => ({
  stdout: specific('PreToolUse', { permissionDecision: 'allow', updatedInput: { command } }),
});

test('a rewritten patch is converted back to a rewritten file', () => {
  const write = formatEvent('tool.before', { call: fileCalls[0][1] });
  const endingOf = (command: string, event = write) =>
    endingWords(readSample(codex, 'PreToolUse', allowed(command), event));
  assert.equal(
    endingOf('*** Begin Patch\n*** Add File: b.txt\n+three\n*** End Patch'),
    'pass, rewrites input {"path":"b.txt","content":"three"}',
  );
  assert.equal(
    endingOf(
      '*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+ONE\n*** End Patch',
      formatEvent('tool.before', { call: fileCalls[1][1] }),
    ),
    'pass, rewrites input {"path":"a.txt","oldText":"one","newText":"ONE"}',
  );
});

const pre = (fields: object, top: object = {}) => ({ stdout: specific('PreToolUse', fields, top) });
const deny = { permissionDecision: 'deny', permissionDecisionReason: 'no' };

/** How Codex 0.166.0 handles an answer, as measured: event, output, effect. */
const answers: readonly [string, SampleOutput, string][] = [
  ['PreToolUse', { exit: 2, stderr: 'no' }, 'deny, reason no'],
  ['PreToolUse', { exit: 2 }, 'failed'],
  ['PreToolUse', { exit: 2, ...pre(deny) }, 'failed'],
  ['PreToolUse', { exit: 2, stderr: 'no', ...pre({ permissionDecision: 'allow' }) }, 'deny, reason no'],
  ['PreToolUse', { exit: 1 }, 'failed'],
  ['PreToolUse', { exit: 1, ...pre(deny) }, 'failed'],
  ['PreToolUse', { exit: 127 }, 'failed'],
  ['PreToolUse', {}, 'pass'],
  ['PreToolUse', { stdout: 'checked' }, 'pass'],
  ['PreToolUse', { stdout: '{not json' }, 'failed'],
  ['PreToolUse', { stdout: `checked\n${JSON.stringify(specific('PreToolUse', deny))}` }, 'pass'],
  ['PreToolUse', { stdout: `\n${JSON.stringify(specific('PreToolUse', deny))}\n` }, 'deny, reason no'],
  ['PreToolUse', pre(deny), 'deny, reason no'],
  ['PreToolUse', pre({ permissionDecision: 'deny' }), 'failed'],
  ['PreToolUse', { stdout: specific('PostToolUse', deny) }, 'deny, reason no'],
  ['PreToolUse', pre(deny, { extra: 1 }), 'failed'],
  ['PreToolUse', pre({ ...deny, extra: 1 }), 'failed'],
  ['PreToolUse', pre(deny, { suppressOutput: true }), 'failed'],
  ['PreToolUse', pre({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' }), 'failed'],
  ['PreToolUse', pre({ permissionDecision: 'allow' }), 'failed'],
  ['PreToolUse', pre({ updatedInput: { command: 'ls' } }), 'failed'],
  ['PreToolUse', allowed('ls -l'), 'pass, rewrites input {"command":"ls -l"}'],
  ['PreToolUse', { stdout: { decision: 'block', reason: 'no' } }, 'deny, reason no'],
  ['PreToolUse', { stdout: { decision: 'approve' } }, 'failed'],
  ['PreToolUse', { stdout: { continue: false } }, 'failed'],
  ['PreToolUse', pre({ additionalContext: 'fact' }), 'pass, context fact'],
  ['PreToolUse', { stdout: { systemMessage: 'hello' } }, 'pass, message hello'],
  ['SessionStart', { stdout: 'fact' }, 'pass, context fact'],
  ['SessionStart', { stdout: specific('SessionStart', { additionalContext: 'fact' }) }, 'pass, context fact'],
  ['SessionStart', { stdout: { continue: false, stopReason: 'closed' } }, 'pass, stops closed'],
  ['SessionStart', { exit: 2, stderr: 'no' }, 'failed'],
  ['UserPromptSubmit', { exit: 2, stderr: 'no' }, 'deny, reason no'],
  ['UserPromptSubmit', { stdout: { decision: 'block', reason: 'no' } }, 'deny, reason no'],
  ['UserPromptSubmit', { stdout: { continue: false, stopReason: 'no' } }, 'deny, reason no'],
  ['UserPromptSubmit', { stdout: 'fact' }, 'pass, context fact'],
  ['PermissionRequest', { stdout: specific('PermissionRequest', { decision: { behavior: 'allow' } }) }, 'allow'],
  [
    'PermissionRequest',
    { stdout: specific('PermissionRequest', { decision: { behavior: 'deny', message: 'no' } }) },
    'deny, reason no',
  ],
  ['PostToolUse', { exit: 2, stderr: 'bad' }, 'deny, reason bad, rewrites output "bad"'],
  ['PostToolUse', { stdout: { decision: 'block', reason: 'bad' } }, 'deny, reason bad, rewrites output "bad"'],
  ['PostToolUse', { stdout: { continue: false, stopReason: 'bad' } }, 'deny, reason bad, rewrites output "bad"'],
  ['PostToolUse', { stdout: specific('PostToolUse', { additionalContext: 'fact' }) }, 'pass, context fact'],
  ['Stop', { exit: 2, stderr: 'go on' }, 'deny, reason go on'],
  ['Stop', { exit: 2 }, 'failed'],
  ['Stop', { stdout: { decision: 'block', reason: 'go on' } }, 'deny, reason go on'],
  ['SubagentStop', { stdout: { decision: 'block', reason: 'go on' } }, 'deny, reason go on'],
  ['SubagentStart', { stdout: specific('SubagentStart', { additionalContext: 'fact' }) }, 'pass, context fact'],
  ['PreCompact', { stdout: { continue: false, stopReason: 'not now' } }, 'deny, reason not now'],
  ['PreModelRequest', { exit: 2, stderr: 'no' }, 'failed'],
  ['PreModelRequest', { stdout: { continue: false } }, 'pass'],
  ['SessionEnd', { stdout: 'bye' }, 'pass'],
];

for (const [native, output, meaning] of answers)
  test(`${native}: ${JSON.stringify(output)} has the effect: ${meaning}`, () => {
    assert.equal(endingWords(readSample(codex, native, output)), meaning);
  });
