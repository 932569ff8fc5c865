import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flowWorld } from '../flow/flow-world.js';
import { flowStopRows } from './flow-stop-rows.js';
import { inWorkflow, type PolicyCase, policyRow, stateText } from './flow-world.js';
import type { Upstream, UpstreamRow } from './upstream-row.js';

type Files = Readonly<Record<string, string>>;

const protect = (
  tool_name: string,
  upstream: string,
  id: string,
  input: object = { path: 'biome.json' },
): UpstreamRow =>
  policyRow({
    id,
    upstream,
    policy: 'config-protection',
    payload: { hook_event_name: 'PreToolUse', tool_name, tool_input: input },
  });
const protections: readonly UpstreamRow[] = [
  ...['code', 'frobnicate', 'modify_file', 'set_content', 'fs_put', 'mcp__x__do', 'use_subagent'].map((name) =>
    protect(name, 'blocks', `the unknown tool ${name} is judged by its path`),
  ),
  protect('code', 'blocks', 'file_path counts, too', { file_path: 'a/.eslintrc.json' }),
  protect('code', 'allows', 'an unknown tool may change other files', { path: 'a.ts' }),
  ...['Read', 'Grep', 'Glob', 'LS', 'WebFetch', 'Bash', 'Task', 'TodoWrite', 'fs_read', 'mcp__fs__get_file_info'].map(
    (name) => protect(name, 'blocks', `the tool ${name} reads`),
  ),
  ...['.eslintrc.toml', '.prettierrc.ts', 'eslint.config.json', '.stylelintrc.js', '.markdownlintignore'].map((path) =>
    protect('write', 'allows', `${path} is in the protected set`, { path }),
  ),
  ...['BIOME.JSON', 'biome.json ', 'a\\biome.json', 'biome.json/.'].map((path) =>
    protect('write', 'allows', `${JSON.stringify(path)} is another spelling`, { path }),
  ),
  protect('write', 'allows', 'path and file_path differ', { path: 'a.ts', file_path: 'biome.json' }),
  ...[3, ['x'], { a: 1 }].map((path) => protect('write', 'throws', `a path ${JSON.stringify(path)}`, { path })),
];

const steer = (id: string, upstream: string, files: Files, more: Partial<PolicyCase> = {}): UpstreamRow =>
  policyRow({
    id,
    upstream,
    policy: 'workflow-steering',
    payload: { hook_event_name: 'UserPromptSubmit' },
    files,
    word: (text) => (text.trim() === '' ? 'silent' : 'guides'),
    ...more,
  });
const afterAgent = (agent: string) => ({
  hook_event_name: 'PostToolUse',
  tool_name: 'mcp',
  tool_input: { command: 'InvokeSubagents', content: { subagents: [{ agent_name: agent }] } },
});
const going = { [inWorkflow('state.json')]: stateText() };
const steering: readonly UpstreamRow[] = [
  steer('the map is named only while work goes on', 'silent', { 'docs/context-map.md': '#' }),
  steer(
    'state and map follow after a subagent',
    'guides',
    { ...going, 'docs/context-map.md': '#' },
    {
      payload: afterAgent('tool-worker'),
      has: /EXECUTION COMPLETE: .*review[\s\S]*STATE: t is in_progress[\s\S]*STRUCTURE/,
    },
  ),
  ...['failed', 'not_verified', 'needs_decision'].map((status) =>
    steer(
      `${status} says how to go on`,
      'guides',
      { [inWorkflow('state.json')]: stateText({ status }) },
      { has: /GO ON: / },
    ),
  ),
  steer(
    'latest-docs is no tester',
    'no word of tests',
    {},
    {
      payload: afterAgent('latest-docs'),
      word: (text) => (/VERIFICATION/.test(text) ? 'tests are done' : 'no word of tests'),
    },
  ),
  steer('a planned state', 'silent', { [inWorkflow('state.json')]: stateText({ status: 'planned' }) }),
  ...['userPromptSubmit', 'input', ''].map((name) =>
    steer(`a prompt event named ${JSON.stringify(name)}`, 'silent', going, { payload: { hook_event_name: name } }),
  ),
  steer(
    'line breaks in a field',
    'stay',
    { [inWorkflow('state.json')]: stateText({ phase: 'a\n---\nb' }) },
    {
      word: (text) => (/phase a --- b/.test(text) ? 'become spaces' : 'stay'),
    },
  ),
];

/** A formatter that records that it ran. */
const formatter = '#!/bin/sh\necho "${0##*/} $*" >> "$RAN"\n';
const edit = (path: string, tool_name = 'write') => ({
  hook_event_name: 'PostToolUse',
  tool_name,
  tool_input: { path },
});
const formats = (
  id: string,
  upstream: string,
  files: Files,
  path: string,
  programs: readonly string[],
): UpstreamRow => ({
  id: `quality-gate: ${id}`,
  upstream,
  ours(t) {
    const world = flowWorld(t, { [path]: 'x\n', ...files });
    world.write(Object.fromEntries(programs.map((name) => [join(world.tools, name), formatter])));
    const ran = join(world.tools, 'ran');
    // In a trusted project; an untrusted one has its own row.
    const env = { RAN: ran, SA_QUALITY_GATE_STRICT: 'true', ANYHOOK_TRUST: 'project' };
    world.run(['flow', 'run-hook', 'quality-gate', 'quality-gate.js'], edit(path), env);
    return existsSync(ran) ? `runs ${readFileSync(ran, 'utf8').split(' ')[0]}` : 'runs nothing';
  },
});
const gates: readonly UpstreamRow[] = [
  policyRow({
    id: 'an unknown tool is judged by its path',
    upstream: 'looks at the file',
    policy: 'quality-gate',
    payload: edit('a.ts', 'frobnicate'),
    files: { '.git/HEAD': '', '.prettierrc': '{}', 'a.ts': 'x' },
    word: (text) => (/prettier did not check .*a\.ts/.test(text) ? 'looks at the file' : 'skips it'),
  }),
  formats('Prettier and a.ts', 'runs prettier', { '.prettierrc': '{}' }, 'a.ts', ['prettier']),
  formats('Biome and a.json', 'runs biome', { 'biome.json': '{}' }, 'a.json', ['biome']),
  formats('Biome and a.ts', 'runs nothing', { 'biome.json': '{}' }, 'a.ts', ['biome']),
  formats('Biome and a.md', 'runs biome', { 'biome.json': '{}' }, 'a.md', ['biome']),
  formats('a.py in a project with ruff', 'runs ruff', { 'ruff.toml': '' }, 'a.py', ['ruff']),
  formats('a.py in a project without ruff', 'runs ruff', {}, 'a.py', ['ruff']),
  formats('a formatter that is not installed', 'runs npx', { '.prettierrc': '{}' }, 'a.ts', ['npx']),
  formats('a.css', 'runs nothing', { '.prettierrc': '{}' }, 'a.css', ['prettier']),
  policyRow({
    id: 'a project that is not trusted',
    upstream: 'runs its code',
    policy: 'quality-gate',
    payload: edit('a.ts'),
    files: { '.git/HEAD': '', '.prettierrc.cjs': 'process.exit(9)', 'a.ts': 'x' },
    word: (text) => (/did not check/.test(text) ? 'says that it did not' : 'runs its code'),
  }),
];

/** The runner's result for a project's own script. */
const runner = (
  id: string,
  upstream: string,
  script: string,
  more: { env?: Files; input?: string } = {},
): UpstreamRow => ({
  id: `run-hook: ${id}`,
  upstream,
  ours(t) {
    const world = flowWorld(t, { 'scripts/hooks/own.js': script });
    const input = more.input ?? '{"a":1}';
    const { code, stdout } = world.run(['flow', 'run-hook', 'own', 'own.js'], input, {
      ANYHOOK_TRUST: 'project',
      ...more.env,
    });
    return `exit ${code}, ${stdout === input ? 'the input' : stdout === '' ? 'nothing' : 'another text'}`;
  },
});
const runners: readonly UpstreamRow[] = [
  runner('exit 0', 'exit 0, the input', 'exports.run = (raw) => raw;'),
  runner('exit 2', 'exit 2, nothing', "exports.run = () => ({ exitCode: 2, stderr: 'no' });"),
  runner('an empty stdout', 'exit 0, nothing', "exports.run = () => ({ exitCode: 0, stdout: '' });"),
  runner('a script that throws', 'exit 1, nothing', "exports.run = () => { throw new Error('x'); };"),
  runner('a script that cannot be loaded', 'exit 1, nothing', 'exports.run = ('),
  runner('a promise of exit 2', 'exit 0, the input', "exports.run = async () => ({ exitCode: 2, stderr: 'no' });"),
  {
    id: 'run-hook: SA_HOOK_INPUT_MAX_BYTES below 1 MiB',
    upstream: 'ignored',
    ours(t) {
      const text = `{"tool_input":{"path":"a.ts"},"x":"${'y'.repeat(200)}"}`;
      const { code } = flowWorld(t).run(['flow', 'run-hook', 'config-protection', 'config-protection.js'], text, {
        SA_HOOK_INPUT_MAX_BYTES: '50',
      });
      return code === 2 ? 'cuts there' : 'ignored';
    },
  },
  {
    id: 'run-hook: missing arguments',
    upstream: 'exit 0, the input',
    ours(t) {
      const { code, stdout } = flowWorld(t).run(['flow', 'run-hook'], '{}');
      return `exit ${code}, ${stdout === '{}' ? 'the input' : 'a message'}`;
    },
  },
];

/** The answer to Claude Code, with a policy in a config. */
const told = (
  id: string,
  upstream: string,
  { files, env, payload }: { readonly files: Files; readonly env?: Files; readonly payload: object },
  word: (answer: string) => string,
): UpstreamRow => ({
  id: `Claude Code: ${id}`,
  upstream,
  ours(t) {
    const world = flowWorld(t, files);
    const all = { ANYHOOK_TRUST: 'project', ANYHOOK_ENGINE: 'off', ...env };
    const { stdout } = world.run(
      ['run', '--host', 'claude-code'],
      { session_id: 's', cwd: world.dir, ...payload },
      all,
    );
    return word(stdout);
  },
});
const policyFile = (use: string, on = 'tool.before') => `hooks: [{id: own, on: ${on}, use: ${use}}]\n`;
const writeBiome = {
  hook_event_name: 'PreToolUse',
  tool_name: 'Write',
  tool_input: { file_path: 'biome.json', content: '' },
};
const denial = (answer: string) => (/"permissionDecision":"deny"/.test(answer) ? 'denies' : 'allows');
const minimal = { SA_HOOK_PROFILE: 'minimal' };
const hosts: readonly UpstreamRow[] = [
  told(
    'a deny',
    'denies and ends the turn',
    { files: { '.agents/anyhook.yaml': policyFile('config-protection') }, payload: writeBiome },
    (answer) => `${denial(answer)}${/"continue":false/.test(answer) ? ' and ends the turn' : ''}`,
  ),
  told(
    'the profile minimal',
    'allows',
    { files: { '.agents/anyhook.yaml': policyFile('config-protection') }, env: minimal, payload: writeBiome },
    denial,
  ),
  told(
    'the profile minimal and a managed policy',
    'allows',
    { files: { '../managed.yaml': policyFile('config-protection') }, env: minimal, payload: writeBiome },
    denial,
  ),
  told(
    'a finding of quality-gate',
    'stderr',
    {
      files: {
        '.agents/anyhook.yaml': policyFile('quality-gate', 'tool.after'),
        '.prettierrc': '{}',
        'node_modules/.bin/prettier': '#!/bin/sh\necho long line; exit 1\n',
        'a.ts': 'x\n',
      },
      env: { SA_QUALITY_GATE_STRICT: 'true' },
      payload: {
        hook_event_name: 'PostToolUse',
        tool_name: 'Write',
        tool_input: { file_path: 'a.ts', content: 'x' },
        tool_response: { filePath: 'a.ts' },
      },
    },
    (answer) => (/"additionalContext":"[^"]*long line/.test(answer) ? 'additionalContext' : 'stderr'),
  ),
];

/** The scripts, the runner and the adapters of Flow Agents 0.2.0. */
export const flowAgents: Upstream = {
  name: 'Flow Agents',
  rows: [...protections, ...gates, ...flowStopRows, ...steering, ...runners, ...hosts],
};
