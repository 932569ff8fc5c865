import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventName } from '@anyhook/core';
import { endingWords, readSample, type SampleOutput, specific } from '../../../test/support/claude-like-samples.js';
import { formatEvent, formatHook } from '../../../test/support/format-samples.js';
import { qwenFormatCodec } from './format-codec.js';

const qwen = qwenFormatCodec();

const base = { session_id: 's-1', transcript_path: '/t.jsonl', cwd: '/project', timestamp: '2026-01-01T00:00:00.000Z' };
const mode = { permission_mode: 'default' };
const call = { tool_name: 'run_shell_command', tool_input: { command: 'ls', description: 'list' } };
const ids = { tool_use_id: 'call-1', tool_call_id: 'call-1' };
const subagent = { agent_id: 'sub-1', agent_type: 'explorer' };
const idle = { background_tasks: [], crons: [] };
const report = 'Command: ls\nDirectory: (root)\nOutput: a.txt\nError: (none)\nExit Code: 0\nSignal: (none)';

const stdin: readonly [string, EventName, Record<string, unknown>][] = [
  ['SessionStart', 'session.start', { source: 'resume' }],
  ['SessionEnd', 'session.end', { reason: 'logout' }],
  ['UserPromptSubmit', 'prompt.submit', { prompt: 'fix the bug', submitted_prompt: 'fix the bug' }],
  ['PreToolUse', 'tool.before', { ...call, ...ids }],
  ['PermissionRequest', 'tool.permission', { ...call, ...ids }],
  [
    'PostToolUse',
    'tool.after',
    { ...call, ...ids, tool_response: { llmContent: report, returnDisplay: 'a.txt' }, duration_ms: 12 },
  ],
  [
    'PostToolUseFailure',
    'tool.failure',
    { ...call, ...ids, error: 'Exit code 3', is_interrupt: false, duration_ms: 12 },
  ],
  ['Stop', 'agent.stop', { ...idle, stop_hook_active: true, last_assistant_message: 'all done' }],
  ['StopFailure', 'error', { error: 'rate_limit', last_assistant_message: 'model failed' }],
  ['SubagentStart', 'subagent.start', subagent],
  [
    'SubagentStop',
    'subagent.stop',
    { ...subagent, ...idle, stop_hook_active: false, last_assistant_message: 'found it' },
  ],
  ['PreCompact', 'compact.before', { trigger: 'auto', custom_instructions: 'keep paths' }],
  ['PostCompact', 'compact.after', { trigger: 'auto', compact_summary: 'short' }],
  ['Notification', 'notification', { message: 'look', notification_type: 'idle_prompt' }],
];

for (const [native, name, fields] of stdin)
  test(`${native} gets ${name} in Qwen Code's payload format`, () => {
    const event = formatEvent(name, { transcriptPath: '/t.jsonl' });
    const hook = formatHook({ dialect: 'qwen', nativeEvent: native });
    assert.deepEqual(qwen.stdin(event, hook), { ...base, ...mode, hook_event_name: native, ...fields });
  });

test("Claude's permission modes are translated to Qwen Code's", () => {
  const modeOf = (permissionMode: string) =>
    (
      qwen.stdin(
        formatEvent('tool.before', { permissionMode }),
        formatHook({ dialect: 'qwen', nativeEvent: 'PreToolUse' }),
      ) as Record<string, unknown>
    )['permission_mode'];
  assert.deepEqual(['acceptEdits', 'bypassPermissions', 'plan'].map(modeOf), ['auto_edit', 'yolo', 'plan']);
});

test('the environment names the project in three variables, and the session', () => {
  assert.deepEqual(qwen.env(formatEvent('tool.before'), formatHook({ dialect: 'qwen', nativeEvent: 'PreToolUse' })), {
    QWEN_PROJECT_DIR: '/project',
    CLAUDE_PROJECT_DIR: '/project',
    GEMINI_PROJECT_DIR: '/project',
    QWEN_CODE_SESSION_ID: 's-1',
  });
});

const pre = (fields: object, top: object = {}) => ({ stdout: specific('PreToolUse', fields, top) });
const deny = { permissionDecision: 'deny', permissionDecisionReason: 'no' };

/** How Qwen Code 0.24.4 handles an answer: event, output, effect. */
const answers: readonly [string, SampleOutput, string][] = [
  ['PreToolUse', { exit: 2, stderr: 'no' }, 'deny, reason no'],
  ['PreToolUse', { exit: 2 }, 'failed'],
  ['PreToolUse', { exit: 2, stderr: 'no', ...pre({ permissionDecision: 'allow' }) }, 'deny, reason no'],
  ['PreToolUse', { exit: 1, stderr: 'x' }, 'failed'],
  ['PreToolUse', { exit: 3 }, 'failed'],
  ['PreToolUse', { exit: 127 }, 'failed'],
  ['PreToolUse', { exit: 1, ...pre(deny) }, 'deny, reason no'],
  ['PreToolUse', pre(deny), 'deny, reason no'],
  ['PreToolUse', pre(deny, { extra: 1 }), 'deny, reason no'],
  ['PreToolUse', pre({ permissionDecision: 'allow' }), 'allow'],
  ['PreToolUse', pre({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' }), 'ask, reason sure?'],
  ['PreToolUse', { stdout: { decision: 'deny', reason: 'no' } }, 'deny, reason no'],
  ['PreToolUse', { stdout: { decision: 'block', reason: 'no' } }, 'deny, reason no'],
  ['PreToolUse', { stdout: { continue: false, stopReason: 'no' } }, 'deny, reason no'],
  ['PreToolUse', pre({ updatedInput: { command: 'x' } }), 'pass'],
  ['PreToolUse', pre({ additionalContext: 'fact' }), 'pass'],
  ['PreToolUse', { stdout: '{not json' }, 'failed'],
  ['PreToolUse', { stdout: 'plain' }, 'pass'],
  ['SessionStart', { stdout: 'fact' }, 'pass, context fact'],
  ['SessionStart', { stdout: specific('SessionStart', { additionalContext: 'fact' }) }, 'pass, context fact'],
  ['UserPromptSubmit', { exit: 2, stderr: 'no' }, 'deny, reason no'],
  ['UserPromptSubmit', { stdout: { decision: 'block', reason: 'no' } }, 'deny, reason no'],
  ['UserPromptSubmit', { stdout: { continue: false, stopReason: 'no' } }, 'deny, reason no'],
  ['UserPromptSubmit', { stdout: 'fact' }, 'pass, context fact'],
  ['PostToolUse', { exit: 2, stderr: 'bad' }, 'failed'],
  ['PostToolUse', { stdout: { decision: 'block', reason: 'bad' } }, 'pass'],
  ['PostToolUse', { stdout: { continue: false, stopReason: 'bad' } }, 'deny, reason bad, rewrites output "bad"'],
  ['PostToolUse', { stdout: specific('PostToolUse', { additionalContext: 'fact' }) }, 'pass, context fact'],
  [
    'PostToolUseFailure',
    { stdout: specific('PostToolUseFailure', { additionalContext: 'fact' }) },
    'pass, context fact',
  ],
  ['Stop', { exit: 2, stderr: 'go on' }, 'deny, reason go on'],
  ['Stop', { stdout: { decision: 'block', reason: 'go on' } }, 'deny, reason go on'],
  ['Stop', { stdout: { continue: false, stopReason: 'go on' } }, 'deny, reason go on'],
  ['SubagentStop', { stdout: { decision: 'deny', reason: 'go on' } }, 'deny, reason go on'],
  ['SubagentStart', { stdout: specific('SubagentStart', { additionalContext: 'fact' }) }, 'pass, context fact'],
  ['PreCompact', { stdout: specific('PreCompact', { additionalContext: 'fact' }) }, 'pass, context fact'],
  ['PermissionRequest', { stdout: specific('PermissionRequest', { decision: { behavior: 'allow' } }) }, 'allow'],
  [
    'PermissionRequest',
    { stdout: specific('PermissionRequest', { decision: { behavior: 'deny', message: 'no' } }) },
    'deny, reason no',
  ],
  ['Notification', { stdout: { systemMessage: 'hello' } }, 'pass, message hello'],
  ['PostCompact', { exit: 2, stderr: 'x' }, 'failed'],
];

for (const [native, output, meaning] of answers)
  test(`${native}: ${JSON.stringify(output)} has the effect: ${meaning}`, () => {
    assert.equal(endingWords(readSample(qwen, native, output)), meaning);
  });
