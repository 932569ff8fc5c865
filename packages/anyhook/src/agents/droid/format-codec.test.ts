import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventName } from '@anyhook/core';
import { endingWords, readSample, type SampleOutput, specific } from '../../../test/support/claude-like-samples.js';
import { formatEvent, formatHook } from '../../../test/support/format-samples.js';
import { droidFormatCodec } from './format-codec.js';

const droid = droidFormatCodec();

const base = { session_id: 's-1', transcript_path: '/t.jsonl', cwd: '/project', permission_mode: 'off' };
const call = { tool_name: 'Execute', tool_input: { command: 'ls', description: 'list' } };

const stdin: readonly [string, EventName, Record<string, unknown>][] = [
  ['SessionStart', 'session.start', { source: 'resume' }],
  ['SessionEnd', 'session.end', { reason: 'logout' }],
  ['UserPromptSubmit', 'prompt.submit', { prompt: 'fix the bug' }],
  ['PreToolUse', 'tool.before', call],
  ['PostToolUse', 'tool.after', { ...call, tool_response: 'a.txt\n\n\n[Process exited with code 0]' }],
  ['Stop', 'agent.stop', { stop_hook_active: true }],
  ['SubagentStop', 'subagent.stop', { stop_hook_active: false, task_name: 'explorer', task_result: 'found it' }],
  ['PreCompact', 'compact.before', { trigger: 'auto', custom_instructions: 'keep paths' }],
  ['Notification', 'notification', { message: 'look', notification_type: 'idle_prompt' }],
];

for (const [native, name, fields] of stdin)
  test(`${native} gets ${name} in droid's payload format`, () => {
    const event = formatEvent(name, { transcriptPath: '/t.jsonl' });
    const hook = formatHook({ dialect: 'droid', nativeEvent: native });
    assert.deepEqual(droid.stdin(event, hook), { ...base, hook_event_name: native, ...fields });
  });

test('a stop has its tool count, and a session end its duration, if known', () => {
  const payloadFor = (native: string, event: Parameters<typeof droid.stdin>[0]) =>
    droid.stdin(event, formatHook({ dialect: 'droid', nativeEvent: native })) as Record<string, unknown>;
  assert.equal(payloadFor('Stop', formatEvent('agent.stop', { stepCount: 3 }))['tool_execution_count'], 3);
  assert.equal(payloadFor('SessionEnd', formatEvent('session.end', { durationMs: 9 }))['session_duration_ms'], 9);
});

test('the environment names the project in three variables, and has every scalar field of the payload', () => {
  const env = droid.env(formatEvent('tool.before'), formatHook({ dialect: 'droid', nativeEvent: 'PreToolUse' }));
  assert.deepEqual(env, {
    FACTORY_PROJECT_DIR: '/project',
    DROID_PROJECT_DIR: '/project',
    CLAUDE_PROJECT_DIR: '/project',
    session_id: 's-1',
    transcript_path: '',
    cwd: '/project',
    permission_mode: 'off',
    hook_event_name: 'PreToolUse',
    tool_name: 'Execute',
  });
});

test('a field that is too long for an environment variable is passed on stdin only', () => {
  const event = formatEvent('prompt.submit', { prompt: 'x'.repeat(100_000) });
  const hook = formatHook({ dialect: 'droid', nativeEvent: 'UserPromptSubmit' });
  assert.equal(droid.env(event, hook)['prompt'], undefined);
});

const pre = (fields: object, top: object = {}) => ({ stdout: specific('PreToolUse', fields, top) });
const deny = { permissionDecision: 'deny', permissionDecisionReason: 'no' };
const silent = 'deny, reason blocked by hook h, which gave no reason';

/** How droid 0.215.0 handles an answer: event, output, effect. */
const answers: readonly [string, SampleOutput, string][] = [
  ['PreToolUse', { exit: 2, stderr: 'no' }, 'deny, reason no'],
  ['PreToolUse', { exit: 2 }, silent],
  ['PreToolUse', { exit: 2, ...pre({ permissionDecision: 'allow' }) }, silent],
  ['PreToolUse', { exit: 1, stderr: 'x' }, 'failed'],
  ['PreToolUse', { exit: 3 }, 'failed'],
  ['PreToolUse', { exit: 1, ...pre(deny) }, 'deny, reason no'],
  ['PreToolUse', pre(deny), 'deny, reason no'],
  ['PreToolUse', pre(deny, { extra: 1 }), 'deny, reason no'],
  ['PreToolUse', pre({ permissionDecision: 'allow' }), 'allow'],
  ['PreToolUse', pre({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' }), 'ask, reason sure?'],
  ['PreToolUse', pre({ updatedInput: { command: 'ls -l' } }), 'pass, rewrites input {"command":"ls -l"}'],
  ['PreToolUse', pre({ additionalContext: 'fact' }), 'pass'],
  ['PreToolUse', { stdout: { decision: 'block', reason: 'no' } }, 'pass'],
  ['PreToolUse', { stdout: { continue: false, stopReason: 'enough' } }, 'pass, stops enough'],
  ['PreToolUse', { stdout: 'plain' }, 'pass'],
  ['PreToolUse', { stdout: '{not json' }, 'failed'],
  ['PostToolUse', { exit: 2, stderr: 'bad' }, 'deny, reason bad'],
  ['PostToolUse', { stdout: { decision: 'block', reason: 'bad' } }, 'pass'],
  ['PostToolUse', { stdout: specific('PostToolUse', { additionalContext: 'fact' }) }, 'pass, context fact'],
  ['PostToolUse', { stdout: { continue: false, stopReason: 'enough' } }, 'pass, stops enough'],
  ['SessionStart', { stdout: 'fact' }, 'pass, context fact'],
  ['SessionStart', { stdout: specific('SessionStart', { additionalContext: 'fact' }) }, 'pass, context fact'],
  ['UserPromptSubmit', { exit: 2, stderr: 'no' }, 'deny, reason no'],
  ['UserPromptSubmit', { stdout: { decision: 'block', reason: 'no' } }, 'deny, reason no'],
  ['UserPromptSubmit', { stdout: 'fact' }, 'pass, context fact'],
  ['Stop', { stdout: { decision: 'block', reason: 'go on' } }, 'deny, reason go on'],
  ['Stop', { exit: 2, stderr: 'go on' }, 'deny, reason go on'],
  ['Stop', { stdout: { continue: false, stopReason: 'enough' } }, 'pass, stops enough'],
  ['SubagentStop', { exit: 2, stderr: 'go on' }, 'deny, reason go on'],
  ['PreCompact', { exit: 2, stderr: 'x' }, 'failed'],
  ['Notification', { stdout: { systemMessage: 'hello' } }, 'pass, message hello'],
  ['SessionEnd', { stdout: 'bye' }, 'pass'],
];

for (const [native, output, meaning] of answers)
  test(`${native}: ${JSON.stringify(output)} has the effect: ${meaning}`, () => {
    assert.equal(endingWords(readSample(droid, native, output)), meaning);
  });
