import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { abilityCodec } from '../../src/formats/ability/codec.js';
import { dockerCodec } from '../../src/formats/docker/codec.js';
import { hookMdCodec } from '../../src/formats/hook-md/codec.js';
import { everyEvent } from '../cli/every-event.js';
import { testProject } from '../cli/harness.js';

const dockerFormat = dockerCodec();
const abilityFormat = abilityCodec();
const hookMdFormat = hookMdCodec();

/** An event of a format, how to fire it, and its stdin according to the format's own documentation. */
type Row = readonly [event: string, args: readonly string[], stdin: Readonly<Record<string, unknown>>];

const data = (fields: object): readonly string[] => ['--data', JSON.stringify(fields)];
const call = (input: object, fields: object = {}): readonly string[] => [
  ...['--tool', 'shell', '--input', JSON.stringify(input)],
  ...data({ sessionId: 'sess-abc123', timestamp, call: { id: 'tool_123' }, ...fields }),
];

const timestamp = '2024-01-15T10:30:00Z';
const session = { sessionId: 'sess-abc123', timestamp };
const cwd = '__CWD__';

const base = { timestamp, session_id: 'sess-abc123', work_dir: cwd };
const shell = { tool_name: 'Shell', tool_input: { command: 'rm -rf /tmp/old-files' }, tool_use_id: 'tool_123' };
const reviewer = {
  subagent_name: 'code-reviewer',
  subagent_type: 'coder',
  task_description: 'Review the authentication module',
};
const child = {
  ...session,
  subagent: { name: 'code-reviewer', type: 'coder' },
  task: 'Review the authentication module',
};
const ended = {
  stop_reason: 'no_tool_calls',
  step_count: 5,
  final_message: { role: 'assistant', content: 'Task completed successfully' },
};
const finish = { ...session, stopReason: 'no_tool_calls', stepCount: 5, response: 'Task completed successfully' };
const rm = { command: 'rm -rf /tmp/old-files' };

const firstTriggers: readonly Row[] = [
  [
    'session_start',
    data({ ...session, model: 'kimi-latest', args: { ui: 'shell', agent: 'default' } }),
    { ...base, model: 'kimi-latest', args: { ui: 'shell', agent: 'default' }, source: 'startup' },
  ],
  [
    'session_end',
    data({ ...session, durationMs: 3_600_000, totalSteps: 25, reason: 'user_exit' }),
    { ...base, duration_seconds: 3600, total_steps: 25, exit_reason: 'user_exit' },
  ],
  ['before_agent', ['--prompt', 'fix it', ...data(session)], { ...base, prompt: 'fix it' }],
  ['after_agent', data(finish), { ...base, ...ended }],
  ['before_stop', data(finish), { ...base, ...ended }],
  ['before_tool', call(rm), { ...base, ...shell }],
  ['after_tool', call(rm, { result: 'gone' }), { ...base, ...shell, tool_output: 'gone' }],
  ['after_tool_failure', call(rm, { error: 'denied' }), { ...base, ...shell, error: 'denied' }],
  ['subagent_start', data(child), { ...base, ...reviewer }],
  [
    'subagent_stop',
    data({ ...child, response: 'found it' }),
    { ...base, ...reviewer, final_message: { role: 'assistant', content: 'found it' } },
  ],
  ['pre_compact', data({ ...session, trigger: 'manual' }), { ...base, trigger: 'manual' }],
];
/** The names that later versions have for the triggers above, in the same order. */
const laterNames = [
  ...['pre-session', 'post-session', 'pre-agent-turn', 'post-agent-turn', 'pre-agent-turn-stop', 'pre-tool-call'],
  ...['post-tool-call', 'post-tool-call-failure', 'pre-subagent', 'post-subagent', 'pre-context-compact'],
];
const hookMd: readonly Row[] = [
  ...firstTriggers,
  ...firstTriggers.map(([, args, stdin], i): Row => [laterNames[i] ?? '', args, stdin]),
  ['post-agent-turn-stop', data(finish), { ...base, ...ended }],
  [
    'post-context-compact',
    data({ ...session, trigger: 'auto', summary: 'short' }),
    { ...base, trigger: 'auto', summary: 'short' },
  ],
];

const common = { session_id: 'sess-abc123', cwd, agent_name: 'root' };
const dockerShell = { tool_category: 'shell', tool_name: 'shell', tool_input: { cmd: 'ls' }, tool_use_id: 'tool_123' };
const ls = { command: 'ls' };
const tokens = { inputTokens: 900, outputTokens: 50, contextLimit: 1000 };
const dockerTokens = { input_tokens: 900, output_tokens: 50, context_limit: 1000 };

const docker: readonly Row[] = [
  ['pre_tool_use', call(ls), { ...common, ...dockerShell }],
  [
    'post_tool_use',
    call(ls, { result: 'a.txt' }),
    { ...common, ...dockerShell, tool_response: 'a.txt', tool_error: false },
  ],
  ['permission_request', call(ls), { ...common, ...dockerShell }],
  ['session_start', data(session), { ...common, source: 'startup' }],
  [
    'user_prompt_submit',
    ['--prompt', 'where are the logs?', ...data(session)],
    { ...common, prompt: 'where are the logs?' },
  ],
  ['turn_start', data(session), common],
  ['turn_end', data({ ...session, reason: 'continue' }), { ...common, reason: 'continue' }],
  [
    'before_llm_call',
    data({ ...session, messages: [{ role: 'user', content: 'hi' }] }),
    { ...common, messages: [{ role: 'user', content: 'hi' }] },
  ],
  ['after_llm_call', data({ ...session, response: 'hello' }), { ...common, stop_response: 'hello' }],
  ['session_end', data({ ...session, reason: 'logout' }), { ...common, reason: 'logout' }],
  ['pre_compact', data({ ...session, trigger: 'tool_overflow' }), { ...common, source: 'tool_overflow' }],
  [
    'subagent_stop',
    data({ ...session, subagent: { id: 'child-1', name: 'explorer' }, response: 'found it' }),
    {
      ...common,
      agent_name: 'explorer',
      session_id: 'child-1',
      parent_session_id: 'sess-abc123',
      stop_response: 'found it',
    },
  ],
  ['on_user_input', data(session), common],
  ['stop', data({ ...session, response: 'all done' }), { ...common, stop_response: 'all done' }],
  [
    'notification',
    data({ ...session, level: 'warning', message: 'slow' }),
    { ...common, notification_level: 'warning', notification_message: 'slow' },
  ],
  [
    'on_error',
    data({ ...session, message: 'model failed' }),
    { ...common, notification_level: 'error', notification_message: 'model failed' },
  ],
  [
    'on_max_iterations',
    data({ ...session, message: 'too many' }),
    { ...common, notification_level: 'warning', notification_message: 'too many' },
  ],
  [
    'before_compaction',
    data({ ...session, ...tokens, trigger: 'overflow' }),
    { ...common, ...dockerTokens, compaction_reason: 'overflow' },
  ],
  [
    'after_compaction',
    data({ ...session, ...tokens, trigger: 'auto', summary: 'short' }),
    { ...common, ...dockerTokens, compaction_reason: 'threshold', summary: 'short' },
  ],
  ['tool_input_transform', call(ls), { ...common, ...dockerShell }],
  ['tool_guard', call(ls), { ...common, ...dockerShell }],
  [
    'tool_response_transform',
    call(ls, { result: 'a.txt' }),
    { ...common, ...dockerShell, tool_response: 'a.txt', tool_error: false },
  ],
  [
    'user_steering_messages_submit',
    ['--prompt', 'and the tests', ...data(session)],
    { ...common, steering_messages: ['and the tests'] },
  ],
  ['user_followup_submit', ['--prompt', 'next', ...data(session)], { ...common, prompt: 'next' }],
  [
    'on_agent_switch',
    data({ ...session, from_agent: 'root', to_agent: 'helper', agent_switch_kind: 'handoff' }),
    { ...common, from_agent: 'root', to_agent: 'helper', agent_switch_kind: 'handoff' },
  ],
  [
    'on_session_resume',
    data({ ...session, previous_max_iterations: 5, new_max_iterations: 10 }),
    { ...common, previous_max_iterations: 5, new_max_iterations: 10 },
  ],
  [
    'on_tool_approval_decision',
    data({ ...session, ...dockerShell, approval_decision: 'allow', approval_source: 'yolo' }),
    { ...common, ...dockerShell, approval_decision: 'allow', approval_source: 'yolo' },
  ],
  [
    'worktree_create',
    data({ ...session, worktree_path: '/w', worktree_branch: 'b', worktree_source_dir: '/s' }),
    { ...common, worktree_path: '/w', worktree_branch: 'b', worktree_source_dir: '/s' },
  ],
];

const caller = { source: 'ci_pipeline', session_id: 'sess-abc123' };
const own = { session_id: 'sess-abc123' };
const pipeline = { ...session, caller: 'ci_pipeline' };

const ability: readonly Row[] = [
  [
    'PromptSubmit',
    ['--prompt', 'test the signup', ...data({ ...session, files: ['src/signup.ts'] })],
    { ...own, user_raw_input: 'test the signup', current_files: ['src/signup.ts'] },
  ],
  [
    'PreAbilityCreate',
    data({
      ...pipeline,
      ability: { kind: 'operation_key', value: 'signup.e2e' },
      inputSummary: 'the signup page',
      environment: 'staging',
    }),
    {
      ...own,
      ability_ref: { kind: 'operation_key', value: 'signup.e2e' },
      input_summary: 'the signup page',
      environment: 'staging',
      caller,
    },
  ],
  [
    'PreAbilityCall',
    call(ls, { caller: 'ci_pipeline', taskKey: 'task-1' }),
    // The whole input is an addition: a guard cannot judge a call by a summary.
    { ...own, ability_id: 'run_command', task_key: 'task-1', args_summary: 'command=ls', args: ls, caller },
  ],
  [
    'PostAbilityCall',
    call(ls, {
      taskKey: 'task-1',
      durationMs: 120,
      result: { ok: false, text: 'no such file', stderr: 'no such file' },
    }),
    {
      ...own,
      ability_id: 'run_command',
      task_key: 'task-1',
      status: 'failure',
      duration_ms: 120,
      input_summary: 'command=ls',
      output_summary: 'no such file',
      error_message: 'no such file',
    },
  ],
  [
    'SessionStop',
    data({
      ...session,
      changedFiles: ['services/a.ts'],
      abilitiesUsed: ['run_command'],
      tasks: [{ task_key: 'task-1', ability_id: 'run_command', status: 'success' }],
      startedAt: timestamp,
      endedAt: '2024-01-15T11:30:00Z',
    }),
    {
      ...own,
      changed_files: ['services/a.ts'],
      abilities_used: ['run_command'],
      tasks_summary: [{ task_key: 'task-1', ability_id: 'run_command', status: 'success' }],
      started_at: timestamp,
      ended_at: '2024-01-15T11:30:00Z',
    },
  ],
];

const claudeCommon = { session_id: 'sess-abc123', transcript_path: '', cwd };
const inTurn = { ...claudeCommon, permission_mode: 'default' };
const write = ['--tool', 'write', '--input', JSON.stringify({ path: 'src/a.ts', content: 'x' })];
const writeTool = { tool_name: 'Write', tool_input: { file_path: 'src/a.ts', content: 'x' } };

const claude: readonly Row[] = [
  ['UserPromptSubmit', ['--prompt', 'fix it', ...data(session)], { ...inTurn, prompt: 'fix it' }],
  ['PreToolUse', [...write, ...data(session)], { ...inTurn, ...writeTool }],
  [
    'PostToolUse',
    [...write, ...data({ ...session, result: 'written' })],
    { ...inTurn, ...writeTool, tool_response: { filePath: 'src/a.ts', content: 'x', success: true } },
  ],
  ['SessionStart', data(session), { ...claudeCommon, source: 'startup' }],
  [
    'Stop',
    data({ ...session, response: 'all done' }),
    { ...inTurn, stop_hook_active: false, last_assistant_message: 'all done' },
  ],
];

/** The stdin field with the event's name. */
const formats = [
  ['hook-md', 'event_type', hookMd],
  ['docker', 'hook_event_name', docker],
  ['ability', 'event_type', ability],
  ['claude', 'hook_event_name', claude],
] as const;

for (const [format, nameField, rows] of formats) {
  test(`each ${format} event reaches its hook with the stdin that the format specifies`, async (t) => {
    const here = testProject(t, everyEvent[format](rows.map(([event]) => event)));
    for (const [event, args, expected] of rows) {
      const { stderr } = await here.run(['fire', `${format}:${event}`, ...args, '--trust-project'], {
        env: { KEEP: here.dir },
      });
      assert.equal(stderr, '', event);
      const { context, ...stdin } = JSON.parse(readFileSync(join(here.dir, `${event}.json`), 'utf8'));
      const dir = JSON.stringify(here.dir).slice(1, -1);
      const wanted = JSON.parse(JSON.stringify({ [nameField]: event, ...expected }).replaceAll(cwd, dir));
      assert.deepEqual(stdin, wanted, event);
      // The only field that the format does not specify.
      assert.equal(typeof context, format === 'hook-md' ? 'object' : 'undefined', event);
    }
  });
}

test('the tables above cover every event of hook-md, docker and ability', () => {
  const names = (rows: readonly Row[]) => rows.map(([event]) => event).sort();
  assert.deepEqual(names(hookMd), Object.keys(hookMdFormat.events).sort());
  assert.deepEqual(names(docker), Object.keys(dockerFormat.events).sort());
  assert.deepEqual(names(ability), Object.keys(abilityFormat.events).sort());
});

test('a failed call reaches post_tool_use and PostAbilityCall marked as failed', async (t) => {
  const here = testProject(t, { ...everyEvent.docker(['post_tool_use']), ...everyEvent.ability(['PostAbilityCall']) });
  await here.run(['fire', 'tool.failure', ...call(ls, { error: 'exit 2' }), '--trust-project'], {
    env: { KEEP: here.dir },
  });
  const read = (event: string) => JSON.parse(readFileSync(join(here.dir, `${event}.json`), 'utf8'));
  assert.deepEqual(
    { ...read('post_tool_use'), cwd: '' },
    { ...common, cwd: '', hook_event_name: 'post_tool_use', ...dockerShell, tool_response: 'exit 2', tool_error: true },
  );
  const { status, error_message } = read('PostAbilityCall');
  assert.deepEqual([status, error_message], ['failure', 'exit 2']);
});

test('a command in hooks.json gets the environment that the format specifies', async (t) => {
  const command = `printf '%s\\n' "$CLAUDE_PLUGIN_ROOT" "$CLAUDE_PROJECT_DIR" "$TOOL_NAME" "$TOOL_INPUT" >"$KEEP/env"`;
  const here = testProject(t, {
    'hooks/hooks.json': JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } }),
  });
  await here.run(['fire', 'tool.before', ...write, '--trust-project'], { env: { KEEP: here.dir } });
  assert.deepEqual(readFileSync(join(here.dir, 'env'), 'utf8').trimEnd().split('\n'), [
    here.dir,
    here.dir,
    'Write',
    JSON.stringify(writeTool.tool_input),
  ]);
});
