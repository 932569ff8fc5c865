import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyVerdict, type Verdict } from '@anyhook/core';
import { claudeHooks, hookQuery } from './claude-agent-sdk.js';

const hook = { hooks: [{}] } as unknown as Partial<Verdict>;

function engineWith(says: Readonly<Record<string, Partial<Verdict>>>) {
  const fired: string[] = [];
  return {
    fired,
    async fire(name: string) {
      fired.push(name);
      return { verdict: { ...emptyVerdict, ...(says[name] && hook), ...says[name] } };
    },
  };
}

async function call(engine: ReturnType<typeof engineWith>, name: string, fields: object): Promise<unknown> {
  const hooks = claudeHooks(engine, { onNote: () => {} });
  const [matcher] = hooks[name as keyof typeof hooks];
  const input = { session_id: 's', hook_event_name: name, ...fields };
  return matcher?.hooks[0]?.(input, undefined, { signal: new AbortController().signal });
}

const bash = { tool_name: 'Bash', tool_use_id: '1', tool_input: { command: 'ls' } };

describe('callbacks of the Claude Agent SDK', () => {
  const cases: readonly [string, string, object, Record<string, Partial<Verdict>>, unknown][] = [
    ['a pass is an empty answer', 'PreToolUse', bash, {}, {}],
    [
      'a rewritten input does not imply an allow',
      'PreToolUse',
      bash,
      { 'tool.before': { rewrite: { of: 'input', value: { command: 'ls -a' } } } },
      { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'ls -a' } } },
    ],
    [
      'a hook’s allow becomes permissionDecision allow',
      'PreToolUse',
      bash,
      { 'tool.before': { decision: 'allow' } },
      { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } },
    ],
    [
      'a stop becomes continue: false',
      'PreToolUse',
      bash,
      { 'tool.before': { stop: 'enough' } },
      { continue: false, stopReason: 'enough' },
    ],
    [
      'shell output is replaced within its stdout structure',
      'PostToolUse',
      { ...bash, tool_response: { stdout: 'a secret', stderr: 'x', interrupted: false } },
      { 'tool.after': { rewrite: { of: 'output', value: '[R]' } } },
      {
        hookSpecificOutput: {
          hookEventName: 'PostToolUse',
          updatedToolOutput: { stdout: '[R]', stderr: '', interrupted: false },
        },
      },
    ],
    [
      'structured output is replaced by an output of the same structure',
      'PostToolUse',
      { ...bash, tool_response: { file: 'secret' } },
      { 'tool.after': { rewrite: { of: 'output', value: '{"file":"[R]"}' } } },
      { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: { file: '[R]' } } },
    ],
    [
      'a rewritten prompt, which is not supported, is reported to the user',
      'UserPromptSubmit',
      { prompt: 'a' },
      { 'prompt.submit': { rewrite: { of: 'prompt', value: 'b' } } },
      { systemMessage: 'anyhook: a hook rewrote the prompt, which Claude Code does not support' },
    ],
    [
      'a compaction is blocked',
      'PreCompact',
      { trigger: 'auto', custom_instructions: null },
      { 'compact.before': { decision: 'deny', reason: 'not now' } },
      { decision: 'block', reason: 'not now' },
    ],
    ['a payload without fields is not an error', 'PostToolUse', {}, {}, {}],
  ];
  for (const [title, name, fields, says, expected] of cases)
    test(title, async () => assert.deepEqual(await call(engineWith(says), name, fields), expected));
});

describe('a query with hooks', () => {
  const own = { matcher: 'own', hooks: [] };
  const asked: { options?: { hooks?: Record<string, unknown[]> } }[] = [];
  async function* query(params: { prompt: string; options?: { hooks?: Record<string, unknown[]> } }) {
    asked.push(params);
    const [matcher] = (params.options?.hooks?.['UserPromptSubmit'] ?? []) as {
      hooks: ((...given: unknown[]) => unknown)[];
    }[];
    await matcher?.hooks[0]?.({ session_id: 's', prompt: params.prompt }, undefined, {});
    yield 1;
    yield 2;
  }
  const play = (engine: ReturnType<typeof engineWith>) =>
    hookQuery(query, engine)({ prompt: 'go', options: { hooks: { Stop: [own], Setup: [own] } } });

  test('keeps the user’s callbacks, and ends its session at the end of the query', async () => {
    const engine = engineWith({});
    const seen: number[] = [];
    for await (const message of play(engine)) seen.push(message);
    assert.deepEqual(seen, [1, 2]);
    assert.equal(engine.fired.at(-1), 'session.end');
    assert.deepEqual(
      [asked.at(-1)?.options?.hooks?.['Stop']?.length, asked.at(-1)?.options?.hooks?.['Setup']],
      [2, [own]],
    );
  });

  test('ends its session when the consumer stops reading', async () => {
    const engine = engineWith({});
    for await (const _ of play(engine)) break;
    assert.deepEqual(engine.fired.slice(-1), ['session.end']);
  });
});
