import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import type { VerdictEffect } from '../src/agents/agent.js';
import { findAgent } from '../src/agents/index.js';
import { createEngine, type HookEngine } from '../src/api/create-engine.js';
import { testProject } from './cli/harness.js';

const root = '${CLAUDE_PLUGIN_ROOT}';
const command = (line: string, more: object = {}) => ({ type: 'command', command: line, ...more });

/** A plugin in the style of popular ones: guards by exit code and JSON, in four languages, at the usual events. */
const plugin = {
  '.claude-plugin/plugin.json': JSON.stringify({ name: 'careful', version: '1.0.0', description: 'Guards' }),
  'hooks/hooks.json': JSON.stringify({
    description: 'Guards for commands, files and prompts',
    hooks: {
      SessionStart: [{ matcher: 'startup|resume', hooks: [command(`bash "${root}/hooks/start.sh"`)] }],
      UserPromptSubmit: [{ hooks: [command(`python3 ${root}/hooks/prompt.py`, { timeout: 10 })] }],
      PreToolUse: [
        { matcher: 'Bash', hooks: [command(`python3 ${root}/hooks/command.py`), command(`${root}/hooks/git.sh`)] },
        { matcher: 'Write|Edit|MultiEdit', hooks: [command(`node "${root}/hooks/files.mjs"`, { timeout: 5 })] },
        { matcher: 'Read', hooks: [command(`bash ${root}/hooks/secrets.sh`)] },
        { matcher: 'WebFetch', hooks: [command(`python3 ${root}/hooks/fetch.py`)] },
        { matcher: 'mcp__.*__(delete|drop).*', hooks: [command("echo 'not with this tool' >&2; exit 2")] },
        { matcher: 'Bash', hooks: [command('exit 2', { if: 'Bash(terraform destroy*)' })] },
      ],
      PostToolUse: [{ matcher: 'Write|Edit', hooks: [command(`node ${root}/hooks/after.mjs`)] }],
      Stop: [{ hooks: [command(`bash ${root}/hooks/stop.sh`)] }],
    },
  }),
  'hooks/start.sh': 'echo "Read CONTRIBUTING.md first."\n',
  'hooks/prompt.py': `import json, sys
data = json.load(sys.stdin)
if "BEGIN PRIVATE KEY" in data["prompt"]:
    print("remove the key from your prompt", file=sys.stderr)
    sys.exit(2)
print("Today is a workday.")
`,
  'hooks/command.py': `#!/usr/bin/env python3
import json, re, sys
data = json.load(sys.stdin)
if data.get("tool_name") != "Bash":
    sys.exit(0)
line = data.get("tool_input", {}).get("command", "")
if re.search(r"rm\\s+-[a-z]*r[a-z]*f|rm\\s+-[a-z]*f[a-z]*r", line) or "mkfs" in line:
    print(f"BLOCKED: {line}", file=sys.stderr)
    sys.exit(2)
if line.startswith("npm install"):
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow",
        "updatedInput": {"command": line.replace("npm install", "npm ci", 1)}}}))
`,
  'hooks/git.sh': `#!/bin/bash
set -euo pipefail
line=$(jq -r '.tool_input.command // empty')
case "$line" in
  *"git push --force"*|*"git push -f"*|*"git reset --hard"*)
    jq -n --arg r "not this git command" '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: $r}}' ;;
  *"--no-verify"*) jq -n '{decision: "block", reason: "hooks of git must run"}' ;;
esac
`,
  'hooks/files.mjs': `import { readFileSync } from 'node:fs';
const { tool_name, tool_input } = JSON.parse(readFileSync(0, 'utf8'));
const path = tool_input.file_path ?? '';
const text = tool_input.content ?? tool_input.new_string ?? '';
const deny = (reason) => {
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason } }));
  process.exit(0);
};
if (/(^|\\/)\\.env(\\.|$)|package-lock\\.json$/.test(path)) deny(\`\${path} is protected\`);
if (/AKIA[0-9A-Z]{16}/.test(text)) deny('a key of AWS in ' + tool_name);
if (/eval\\(/.test(text)) { console.error('no eval'); process.exit(2); }
`,
  'hooks/secrets.sh': `path=$(jq -r .tool_input.file_path)
if [[ "$path" == *.pem || "$path" == *id_rsa* ]]; then echo "secret: $path" >&2; exit 2; fi
`,
  'hooks/fetch.py': `import json, sys
url = json.load(sys.stdin)["tool_input"].get("url", "")
if "internal.example" in url:
    print(json.dumps({"decision": "block", "reason": "internal pages stay internal"}))
`,
  'hooks/after.mjs': `import { readFileSync } from 'node:fs';
const { tool_input } = JSON.parse(readFileSync(0, 'utf8'));
if (tool_input.file_path?.endsWith('.ts')) console.log(JSON.stringify({ decision: 'block', reason: 'run the linter' }));
`,
  'hooks/stop.sh': `active=$(jq -r .stop_hook_active)
[ "$active" = true ] && exit 0
echo '{"decision":"block","reason":"run the tests first"}'
`,
};

/** A call: of the shell, a file tool, a page, or a server. */
type Call =
  | { readonly shell: string }
  | { readonly write: string; readonly text: string }
  | { readonly edit: string; readonly text: string }
  | { readonly read: string }
  | { readonly fetch: string }
  | { readonly server: string; readonly tool: string };

const calls: readonly Call[] = [
  ...[
    'rm -rf build',
    'sudo rm -fr /',
    'mkfs.ext4 /dev/sda1',
    'git push --force origin main',
    'git push -f',
    'git reset --hard HEAD~1',
    'git commit --no-verify -m x',
    'terraform destroy -auto-approve',
    'cd infra && terraform destroy',
    'ls -la',
    'git push origin main',
    'npm test',
    'terraform plan',
  ].map((shell) => ({ shell })),
  { write: '.env', text: 'A=1' },
  { write: 'config/.env.local', text: 'A=1' },
  { write: 'package-lock.json', text: '{}' },
  { write: 'src/a.js', text: 'eval(x)' },
  { write: 'src/a.js', text: 'const key = "AKIAABCDEFGHIJKLMNOP"' },
  { write: 'src/a.js', text: 'export {}' },
  { edit: 'src/a.js', text: 'eval(y)' },
  { edit: '.env', text: 'B=2' },
  { edit: 'src/a.js', text: 'b' },
  { read: '/home/dev/.ssh/id_rsa' },
  { read: 'certs/server.pem' },
  { read: 'README.md' },
  { fetch: 'https://wiki.internal.example/page' },
  { fetch: 'https://example.org/' },
  { server: 'db', tool: 'drop_table' },
  { server: 'tickets', tool: 'delete_ticket' },
  { server: 'db', tool: 'list_tables' },
];

type Native = readonly [name: string, input: object];

/** How an agent sends a call; undefined if it has no such tool. */
type ToNative = (call: Call) => Native | undefined;

const claudeCall: ToNative = (call) => {
  if ('shell' in call) return ['Bash', { command: call.shell }];
  if ('write' in call) return ['Write', { file_path: call.write, content: call.text }];
  if ('edit' in call) return ['Edit', { file_path: call.edit, old_string: 'a', new_string: call.text }];
  if ('read' in call) return ['Read', { file_path: call.read }];
  if ('fetch' in call) return ['WebFetch', { url: call.fetch, prompt: 'sum it up' }];
  return [`mcp__${call.server}__${call.tool}`, { id: 1 }];
};

const patched = (lines: readonly string[]): Native => [
  'apply_patch',
  { command: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') },
];

interface AgentSetUp {
  readonly toNative: ToNative;
  payload(name: string, input: object, cwd: string): object;
  readonly event?: string;
}

const claudeShaped = (event: string) => (tool_name: string, tool_input: object, cwd: string) => ({
  session_id: 's',
  transcript_path: '/t.jsonl',
  cwd,
  permission_mode: 'default',
  hook_event_name: event,
  tool_name,
  tool_input,
});

const setUps: Readonly<Record<string, AgentSetUp>> = {
  'claude-code': { toNative: claudeCall, payload: claudeShaped('PreToolUse') },
  codex: {
    toNative: (call) => {
      if ('write' in call) return patched([`*** Add File: ${call.write}`, `+${call.text}`]);
      if ('edit' in call) return patched([`*** Update File: ${call.edit}`, '@@', '-a', `+${call.text}`]);
      return 'read' in call || 'fetch' in call ? undefined : claudeCall(call);
    },
    payload: claudeShaped('PreToolUse'),
  },
  gemini: {
    toNative: (call) => {
      if ('shell' in call) return ['run_shell_command', { command: call.shell }];
      if ('write' in call) return ['write_file', { file_path: call.write, content: call.text }];
      if ('edit' in call) return ['replace', { file_path: call.edit, old_string: 'a', new_string: call.text }];
      if ('read' in call) return ['read_file', { file_path: call.read }];
      if ('fetch' in call) return ['web_fetch', { prompt: `sum up ${call.fetch}` }];
      return [`mcp_${call.server}_${call.tool}`, { id: 1 }];
    },
    payload: (name, input, cwd) => {
      const [, server, tool] = /^mcp_([a-z]+)_(\w+)$/.exec(name) ?? [];
      const mcp = server === undefined ? {} : { mcp_context: { server_name: server, tool_name: tool } };
      return { ...claudeShaped('BeforeTool')(name, input, cwd), ...mcp };
    },
  },
  copilot: {
    toNative: (call) => {
      if ('shell' in call) return ['bash', { command: call.shell, description: 'x' }];
      if ('write' in call) return ['create', { path: call.write, file_text: call.text }];
      if ('edit' in call) return ['edit', { path: call.edit, old_str: 'a', new_str: call.text }];
      if ('read' in call) return ['view', { path: call.read }];
      if ('fetch' in call) return ['web_fetch', { url: call.fetch }];
      // Its hooks' view of MCP servers was never measured.
      return undefined;
    },
    payload: (toolName, toolArgs, cwd) => ({ sessionId: 's', timestamp: 1, cwd, toolName, toolArgs }),
    event: 'preToolUse',
  },
  opencode: {
    toNative: (call) => {
      if ('shell' in call) return ['bash', { command: call.shell, description: 'x' }];
      if ('write' in call) return ['write', { filePath: call.write, content: call.text }];
      if ('edit' in call) return ['edit', { filePath: call.edit, oldString: 'a', newString: call.text }];
      if ('read' in call) return ['read', { filePath: call.read }];
      if ('fetch' in call) return ['webfetch', { url: call.fetch, format: 'text' }];
      return [`${call.server}_${call.tool}`, { id: 1 }];
    },
    payload: (tool, args, cwd) => ({
      hook: 'tool.execute.before',
      cwd,
      mcpServers: ['db', 'tickets'],
      input: { tool, sessionID: 's', callID: 'c' },
      output: { args },
    }),
  },
};

const lacks = ['python3', 'jq', 'bash'].find((program) => spawnSync(program, ['--version']).error);
const skip = lacks !== undefined && `${lacks} is not installed`;

async function decisionOf(engine: HookEngine, name: string, call: Call, cwd: string): Promise<string | undefined> {
  const setUp = setUps[name] as AgentSetUp;
  const native = setUp.toNative(call);
  if (!native) return undefined;
  const options = setUp.event === undefined ? {} : { event: setUp.event };
  const { verdict } = await engine.dispatch(name, setUp.payload(native[0], native[1], cwd), options);
  return verdict.decision === 'deny' ? 'deny' : 'go on';
}

test('a plugin in the usual style denies the same calls on other agents as on Claude Code', {
  skip,
}, async (t) => {
  const project = testProject(t, plugin);
  const engine = await createEngine({ cwd: project.dir, env: project.env, trust: 'project' });
  assert.deepEqual(engine.problems, []);
  const wrong: string[] = [];
  const counts: Record<string, number> = {};
  for (const call of calls) {
    const wanted = await decisionOf(engine, 'claude-code', call, project.dir);
    if (wanted === 'deny') counts['claude-code'] = (counts['claude-code'] ?? 0) + 1;
    for (const name of Object.keys(setUps).filter((setUp) => setUp !== 'claude-code')) {
      const got = await decisionOf(engine, name, call, project.dir);
      if (got === 'deny') counts[name] = (counts[name] ?? 0) + 1;
      if (got !== undefined && got !== wanted)
        wrong.push(`${name} ${JSON.stringify(call)}: ${got}, Claude Code: ${wanted}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual(counts, { 'claude-code': 21, codex: 18, gemini: 21, copilot: 19, opencode: 21 });
});

const opencodeChat = (cwd: string, prompt: string) => ({
  hook: 'chat.message',
  cwd,
  input: { sessionID: 's' },
  output: { message: { id: 'm', role: 'user', sessionID: 's' }, parts: [{ type: 'text', text: prompt }] },
});
const shaped = (event: string, more: object) => (cwd: string) => ({
  session_id: 's',
  transcript_path: '/t.jsonl',
  cwd,
  hook_event_name: event,
  ...more,
});

type Payload = readonly [payload: (cwd: string) => object, event?: string];

/** The same moment, as each agent reports it. */
const prompts = (prompt: string): Readonly<Record<string, Payload>> => ({
  'claude-code': [shaped('UserPromptSubmit', { prompt })],
  codex: [shaped('UserPromptSubmit', { prompt })],
  gemini: [shaped('BeforeAgent', { prompt })],
  copilot: [(cwd) => ({ sessionId: 's', timestamp: 1, cwd, prompt }), 'userPromptSubmitted'],
  opencode: [(cwd) => opencodeChat(cwd, prompt)],
});
const stops: Readonly<Record<string, Payload>> = {
  'claude-code': [shaped('Stop', { stop_hook_active: false })],
  codex: [shaped('Stop', { stop_hook_active: false })],
  gemini: [shaped('AfterAgent', { prompt: 'x', prompt_response: 'done', stop_hook_active: false })],
  copilot: [(cwd) => ({ sessionId: 's', timestamp: 1, cwd, stopReason: 'end_turn' }), 'agentStop'],
};

test("the plugin's prompt blocks, rewrites and stops work on every agent that supports them", {
  skip,
}, async (t) => {
  const project = testProject(t, plugin);
  const engine = await createEngine({ cwd: project.dir, env: project.env, trust: 'project' });
  const ask = async (name: string, [payload, event]: Payload) =>
    (await engine.dispatch(name, payload(project.dir), event === undefined ? {} : { event })).verdict;
  const can = (name: string, event: 'prompt.submit' | 'tool.before' | 'agent.stop', effect: VerdictEffect) =>
    (findAgent(name).capabilities[event]?.[effect] ?? 'impossible') !== 'impossible';
  for (const name of Object.keys(setUps)) {
    const secret = await ask(name, prompts('use -----BEGIN PRIVATE KEY-----')[name] as Payload);
    assert.equal(secret.decision === 'deny', can(name, 'prompt.submit', 'deny'), name);
    const plain = await ask(name, prompts('fix the bug')[name] as Payload);
    assert.equal(plain.decision, 'pass', name);
    assert.equal(plain.context.join().includes('a workday'), can(name, 'prompt.submit', 'context'), name);
    const setUp = setUps[name] as AgentSetUp;
    const native = setUp.toNative({ shell: 'npm install left-pad' }) as Native;
    const install = await ask(name, [(cwd) => setUp.payload(native[0], native[1], cwd), setUp.event] as Payload);
    const rewritten = install.rewrite?.of === 'input' ? install.rewrite.value['command'] : undefined;
    assert.equal(rewritten, can(name, 'tool.before', 'rewrite') ? 'npm ci left-pad' : undefined, name);
    const stop = stops[name] && (await ask(name, stops[name]));
    if (stop && can(name, 'agent.stop', 'deny')) assert.match(stop.reason ?? '', /run the tests first/, name);
  }
});
