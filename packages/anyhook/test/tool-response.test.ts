import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Event } from '../../core/src/event.js';
import type { ToolMap } from '../../core/src/tool.js';
import { withRewrite } from '../../core/src/verdict.js';
import { claudeTools } from '../.cache/formats/kit/claude-tools.js';
import { claudeFormatCodec } from '../src/agents/claude-code/format-codec.js';
import { findAgent } from '../src/agents/index.js';
import { flow } from '../src/formats/flow/codec.js';
import { testProject } from './cli/harness.js';
import { formatHook } from './support/format-samples.js';
import { runAgent } from './support/run-agent.js';

const claude = claudeFormatCodec();
const tools: ToolMap = claudeTools;

const path = '/home/dev/project/a.ts';
const patch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }];
const todos = [{ content: 'x', status: 'pending', activeForm: 'doing x' }];

/** Results of Claude Code's tools, in its own shapes. */
const responses: readonly [string, object, unknown][] = [
  [
    'Bash',
    { command: 'ls' },
    { stdout: 'a', stderr: 'b', interrupted: false, isImage: false, noOutputExpected: false },
  ],
  [
    'Bash',
    { command: 'ls' },
    { stdout: '', stderr: '', interrupted: true, isImage: false, returnCodeInterpretation: 'x' },
  ],
  ['Read', { file_path: path }, { type: 'text', file: { filePath: path, content: '', numLines: 0, startLine: 1 } }],
  ['Read', { file_path: path }, { type: 'image', file: { base64: 'AAAA', type: 'image/png', originalSize: 3 } }],
  ['Write', { file_path: path, content: 'b' }, { type: 'create', filePath: path, content: 'b', structuredPatch: [] }],
  [
    'Edit',
    { file_path: path, old_string: 'a', new_string: 'b' },
    {
      filePath: path,
      oldString: 'a',
      newString: 'b',
      originalFile: 'a\n',
      structuredPatch: patch,
      userModified: false,
    },
  ],
  ['MultiEdit', { file_path: path, edits: [] }, { filePath: path, edits: [], structuredPatch: patch }],
  ['Grep', { pattern: 'x' }, { mode: 'files_with_matches', filenames: [path], numFiles: 1 }],
  ['Glob', { pattern: '*' }, { filenames: [path], durationMs: 3, numFiles: 1, truncated: false }],
  ['LS', { path: '/' }, '- /home/dev/project/\n  - a.ts\n'],
  ['TodoWrite', { todos }, { oldTodos: [], newTodos: todos }],
  ['Task', { prompt: 'p' }, { status: 'completed', content: [{ type: 'text', text: 'found' }], totalTokens: 9 }],
  ['Task', { prompt: 'p' }, { content: 'found', agentId: 'a1' }],
  ['WebFetch', { url: 'https://x.y' }, { bytes: 3, code: 200, codeText: 'OK', result: 'abc', url: 'https://x.y' }],
  ['WebSearch', { query: 'q' }, { query: 'q', results: ['one', { content: [] }], durationSeconds: 1 }],
  [
    'mcp__git__log',
    {},
    [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ],
  ],
  ['mcp__git__log', {}, { content: [{ type: 'text', text: 'one' }], structuredContent: { n: 1 }, isError: false }],
  ['mcp__git__log', {}, 'plain'],
  [
    'Bash',
    { command: 'sleep 9', run_in_background: true },
    { stdout: '', stderr: '', interrupted: false, isImage: false, backgroundTaskId: 'b1' },
  ],
  ['Agent', { prompt: 'p' }, { status: 'async_launched', agentId: 'a1', description: 'd', outputFile: '/t/a1.output' }],
  [
    'NotebookEdit',
    { notebook_path: '/n.ipynb', new_source: 'x' },
    { new_source: 'x', cell_id: 'c', cell_type: 'code', language: 'python', edit_mode: 'replace', error: '' },
  ],
  ['BashOutput', { bash_id: 'b1' }, { shellId: 'b1', status: 'running', stdout: 'x', stdoutLines: 1, exitCode: null }],
  ['PowerShell', { command: 'dir' }, { stdout: 'a', stderr: '', interrupted: false, isImage: false }],
  ['KillShell', { shell_id: 'b1' }, { message: 'killed', shell_id: 'b1' }],
  ['ExitPlanMode', { plan: '# p' }, { plan: '# p', isAgent: false }],
  ['AskUserQuestion', { questions: [] }, { questions: [], answers: { 'Which?': 'this' } }],
  ['Skill', { skill: 's' }, { success: true, commandName: 's' }],
  ['Mystery', {}, { anything: [1, null, { deep: true }] }],
  ['Mystery', {}, null],
];

const payloadOf = (tool: string, input: object, response: unknown) => ({
  session_id: 's',
  transcript_path: '/t.jsonl',
  cwd: '/home/dev/project',
  permission_mode: 'default',
  hook_event_name: 'PostToolUse',
  tool_name: tool,
  tool_input: input,
  tool_response: response,
  tool_use_id: 'u',
});

const decode = (agent: string, payload: object): Event =>
  findAgent(agent).decode(payload, { env: {}, cwd: '/', now: '2026-01-01T00:00:00.000Z' });

const claudeHook = formatHook({ dialect: 'claude', nativeEvent: 'PostToolUse' });
const flowHook = formatHook({ dialect: 'flow', nativeEvent: 'postToolUse' });
const seenByClaude = (event: Event) => (claude.stdin(event, claudeHook) as { tool_response: unknown }).tool_response;

for (const [tool, input, response] of responses) {
  const shown = JSON.stringify(response).slice(0, 60);
  test(`${tool}: a hook sees ${shown} as Claude Code sent it`, () => {
    const payload = payloadOf(tool, input, response);
    const event = decode('claude-code', payload);
    assert.deepEqual(claude.stdin(event, claudeHook), payload);
    assert.deepEqual(flow.stdin(event, flowHook), payload);
  });

  test(`${tool}: once a hook has replaced ${shown}, no later hook sees the old one`, () => {
    const event = withRewrite(decode('claude-code', payloadOf(tool, input, response)), { of: 'output', value: 'NEW' });
    const seen = seenByClaude(event);
    assert.notDeepEqual(seen, response);
    if (tool !== 'WebSearch') assert.match(JSON.stringify(seen), /NEW/);
    assert.equal((flow.stdin(event, flowHook) as { tool_response: unknown }).tool_response, 'NEW');
  });
}

test('every tool of Claude Code has a sample here', () => {
  const seen = new Set(responses.map(([tool]) => tool));
  assert.deepEqual(
    Object.keys(tools).filter((tool) => !seen.has(tool)),
    [],
  );
});

/** A JSON value from a seed: small, and of every kind. */
function anyJson(next: () => number, depth = 3): unknown {
  const leaves = [null, true, 0, -1.5, '', 'a\n"b"\\c', '\u2028…', 'content', [], {}];
  const kind = depth === 0 ? 0 : next() % 4;
  if (kind < 2) return leaves[next() % leaves.length];
  const size = next() % 4;
  if (kind === 2) return Array.from({ length: size }, () => anyJson(next, depth - 1));
  const names = ['content', 'text', 'type', 'file', 'stdout', 'filePath', 'x'];
  return Object.fromEntries(
    Array.from({ length: size }, () => [names[next() % names.length], anyJson(next, depth - 1)]),
  );
}

for (const tool of [...Object.keys(tools), 'mcp__a__b', 'Mystery'])
  test(`${tool}: any result from Claude Code reaches a hook unchanged`, () => {
    let seed = 7;
    const next = () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed >> 8;
    };
    for (let i = 0; i < 200; i++) {
      const value = anyJson(next);
      // A shell result always has its output; other shapes belong to other agents.
      const response = tools[tool]?.kind === 'shell' ? { x: value, stdout: String(i) } : value;
      const payload = payloadOf(tool, {}, response);
      const event = decode('claude-code', payload);
      assert.deepEqual(claude.stdin(event, claudeHook), payload);
      assert.deepEqual(flow.stdin(event, flowHook), payload);
    }
  });

test('a rewritten output takes effect even if it equals another string in the payload', () => {
  const event = decode('claude-code', payloadOf('Read', { file_path: path }, { file: { content: 'secret' } }));
  assert.doesNotMatch(JSON.stringify(seenByClaude(withRewrite(event, { of: 'output', value: path }))), /secret/);
});

const fixture = (name: string) =>
  JSON.parse(readFileSync(join('packages/anyhook/fixtures', name), 'utf8')).stdin as object;

/** Results of other agents, and the fields that a Claude hook gets. */
const foreign: readonly [string, object, object][] = [
  ['codex', { ...fixture('codex/PostToolUse.json'), tool_response: 'ran\n' }, { stdout: 'ran\n', stderr: '' }],
  ['droid', fixture('droid/PostToolUse.json'), { stderr: '', interrupted: false }],
  ['qwen', fixture('qwen/PostToolUse.json'), { stderr: '', interrupted: false }],
  ['gemini', fixture('gemini/AfterTool.json'), { stderr: '', interrupted: false }],
  [
    'gemini',
    { ...fixture('gemini/AfterTool.json'), tool_name: 'write_file', tool_input: { file_path: path, content: 'b' } },
    { filePath: path, content: 'b', success: true },
  ],
  [
    'qwen',
    { ...fixture('qwen/PostToolUse.json'), tool_name: 'edit', tool_input: { file_path: path, new_string: 'b' } },
    { filePath: path, newString: 'b' },
  ],
];

for (const [agent, payload, expected] of foreign) {
  const { tool_name: tool } = payload as { readonly tool_name: string };
  test(`${agent}: the result of ${tool} has the fields of Claude Code's own tool`, () => {
    const seen = seenByClaude(decode(agent, payload));
    assert.deepEqual({ ...(seen as object), ...expected }, seen);
    if (!('filePath' in expected)) assert.equal(typeof (seen as { stdout: unknown }).stdout, 'string');
  });
}

test("in a real run, a result in Claude's shape reaches a plugin hook unchanged", (t) => {
  const project = testProject(t, {
    'hooks/hooks.json': JSON.stringify({
      hooks: { PostToolUse: [{ matcher: 'Write|Edit', hooks: [{ type: 'command', command: 'cat > seen.json' }] }] },
    }),
  });
  const [, input, response] = responses.find(([tool]) => tool === 'Edit') ?? assert.fail();
  runAgent(project, 'claude-code', { ...payloadOf('Edit', input, response), cwd: project.dir });
  assert.deepEqual(JSON.parse(readFileSync(join(project.dir, 'seen.json'), 'utf8')).tool_response, response);
});
