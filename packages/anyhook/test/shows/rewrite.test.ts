import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type { FireReport } from '../../src/answer/fire-report.js';
import { testProject } from '../cli/harness.js';

/** Fires a payload at the hooks of the sample project. */
async function fire(t: TestContext, agent: string, payload: object): Promise<FireReport> {
  const here = testProject(t);
  cpSync('examples/sample-project', here.dir, { recursive: true });
  here.write({ 'payload.json': JSON.stringify(payload).replaceAll('__CWD__', JSON.stringify(here.dir).slice(1, -1)) });
  return here.json<FireReport>(['fire', '--agent', agent, '--payload', 'payload.json', '--trust-project', '--json']);
}

const bash = {
  session_id: 's1',
  transcript_path: '/home/dev/transcript.jsonl',
  cwd: '__CWD__',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_use_id: 'toolu_01',
};
const shell = {
  session_id: 's1',
  transcript_path: '/home/dev/session.jsonl',
  cwd: '__CWD__',
  hook_event_name: 'BeforeTool',
  timestamp: '2026-01-01T00:00:00.000Z',
  tool_name: 'run_shell_command',
};

/** The agent's call and the rewritten one, in which only the command changes. */
const rows: readonly [string, string, { readonly hook_event_name: string }, object, object][] = [
  [
    'a Bash call of Claude Code',
    'claude-code',
    bash,
    { command: 'ls src', description: 'List the sources', timeout: 5000, run_in_background: false },
    { command: 'ls -h src', description: 'List the sources', timeout: 5000, run_in_background: false },
  ],
  [
    'a run_shell_command call of Gemini CLI',
    'gemini',
    shell,
    { command: 'ls', description: 'List', dir_path: 'src', is_background: false, timeout: 60 },
    { command: 'ls -h', description: 'List', dir_path: 'src', is_background: false, timeout: 60 },
  ],
];

const answerOf = (report: FireReport) => JSON.parse(report.wire?.stdout ?? 'null') as Record<string, unknown>;

for (const [what, agent, base, before, after] of rows) {
  for (const [form, wrap] of [
    ['bare', (payload: object) => payload],
    ['as captured', (payload: object) => ({ stdin: payload, env: { CAPTURED: '1' } })],
  ] as const) {
    test(`the sample project's docker hook rewrites ${what}, ${form}, and keeps every other field`, async (t) => {
      const report = await fire(t, agent, wrap({ ...base, tool_input: before }));
      assert.deepEqual(report.input, after);
      assert.equal(report.decision, 'pass');
      const own = agent === 'gemini' ? { tool_input: after } : { updatedInput: after };
      assert.deepEqual(answerOf(report), { hookSpecificOutput: { hookEventName: base.hook_event_name, ...own } });
      assert.equal(report.wire?.exitCode, 0);
    });
  }

  test(`${what} other than ls is not rewritten`, async (t) => {
    const report = await fire(t, agent, { ...base, tool_input: { ...before, command: 'lsof' } });
    assert.deepEqual([report.input, report.wire?.stdout], [undefined, '']);
  });
}
