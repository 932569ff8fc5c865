import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { FireReport } from '../../src/answer/fire-report.js';
import { type TestProject, testProject } from '../cli/harness.js';
import type { Upstream, UpstreamRow } from './upstream-row.js';

type Files = Readonly<Record<string, string>>;

async function fire(project: TestProject, args: readonly string[], env: Files = {}): Promise<FireReport> {
  const { stdout, stderr } = await project.run(['fire', ...args, '--json', '--trust-project'], { env });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as FireReport;
}

const withBuiltin = (on: string, use: string): Files => ({
  '.agents/anyhook.yaml': `hooks: [{on: ${on}, use: ${use}}]\n`,
});
const write = (path: string) => ['--tool', 'write', '--input', JSON.stringify({ path, content: 'x' })];

/** The outcome of a write to a path. */
const path = (given: string, upstream: 'blocks' | 'passes', what = ''): UpstreamRow => ({
  id: `validate-changes: ${given}${what && ` (${what})`}`,
  upstream,
  async ours(t) {
    const project = testProject(t, withBuiltin('tool.before', 'validate-changes'));
    const { decision } = await fire(project, ['tool.before', ...write(given)]);
    return decision === 'deny' ? 'blocks' : 'passes';
  },
});
const paths: readonly UpstreamRow[] = [
  ...['src/app.ts', 'docs/keys.md', 'environment.ts', 'a.b/c.txt'].map((name) => path(name, 'passes')),
  ...['../x.txt', 'a/../../x.txt', 'a/../b.txt', 'a..b.txt'].map((name) => path(name, 'blocks')),
  ...['.env', 'prod.env', '.env.local', 'conf/.env.test', '.envrc'].map((name) => path(name, 'blocks')),
  ...['aws-credentials.json', 'credential.txt', 'secrets.yaml', 'my-secret', 'tls/server.key'].map((name) =>
    path(name, 'blocks'),
  ),
  ...['ca.pem', 'id_rsa', 'id_ed25519.pub'].map((name) => path(name, 'blocks')),
  ...['/etc/hosts', '/usr/lib/x', '/bin/x', '/sbin/x', '/var/x', '/root/x'].map((name) => path(name, 'blocks')),
  path('/opt/elsewhere/x.txt', 'passes', 'outside the project'),
  path('app/[...slug].ts', 'blocks', 'three dots'),
  path('secrets/plan.md', 'passes', 'a folder with such a name'),
];

const delegation = (given: string, upstream: string): UpstreamRow => ({
  id: `enforce-delegation: ${given}`,
  upstream,
  async ours(t) {
    const project = testProject(t, withBuiltin('tool.before', 'enforce-delegation'));
    const { decision, context, messages } = await fire(project, ['tool.before', ...write(given)]);
    if (decision === 'deny') return 'blocks';
    return [...context, ...messages].length > 0 ? 'says something' : 'silent';
  },
});

/** The variables that a session gets. */
const project = (id: string, upstream: string, files: Files): UpstreamRow => ({
  id: `load-project-context: ${id}`,
  upstream,
  async ours(t) {
    const here = testProject(t, { ...withBuiltin('session.start', 'load-project-context'), ...files });
    const file = join(here.env['HOME'] ?? '', 'variables');
    await fire(here, ['session.start'], { CLAUDE_ENV_FILE: file });
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const value = (name: string) => new RegExp(`^export ${name}='?([^'\n]*)`, 'm').exec(text)?.[1];
    const tools = (value('PROJECT_TOOLING') ?? '').split(',').filter((name) => /^(TypeScript|ESLint|Ruff)$/.test(name));
    if (tools.length > 0) return `has ${tools.join(' and ')}`;
    return `${value('PROJECT_TYPE') ?? 'unknown'}, tests by ${value('TEST_FRAMEWORK') ?? 'unknown'}`;
  },
});
const node = { 'package.json': '{"scripts":{"test":"true"}}' };
const projects: readonly UpstreamRow[] = [
  project('package.json', 'nodejs, tests by npm-test', node),
  ...['jest.config.js', 'jest.config.ts', 'vitest.config.ts', '.mocharc.json'].map((name) =>
    project(name, `nodejs, tests by ${name.replace(/^\.|\.config.*|rc\.json/g, '')}`, { ...node, [name]: '{}' }),
  ),
  project('pyproject.toml', 'python, tests by pytest', { 'pyproject.toml': '' }),
  project('pytest.ini', 'python, tests by pytest', { 'setup.py': '', 'pytest.ini': '' }),
  project('setup.py', 'python, tests by unittest', { 'setup.py': '' }),
  project('Cargo.toml', 'rust, tests by cargo-test', { 'Cargo.toml': '' }),
  project('go.mod', 'go, tests by go-test', { 'go.mod': 'module x\n' }),
  project('pom.xml', 'java, tests by junit', { 'pom.xml': '' }),
  project('build.gradle', 'java, tests by junit', { 'build.gradle': '' }),
  project('nothing', 'unknown, tests by unknown', {}),
  project('tsconfig.json', 'has TypeScript', { ...node, 'tsconfig.json': '{}' }),
  project('eslint.config.js', 'has ESLint', { ...node, 'eslint.config.js': '' }),
  project('.eslintrc.json', 'has ESLint', { ...node, '.eslintrc.json': '{}' }),
  project('ruff.toml', 'has Ruff', { 'pyproject.toml': '', 'ruff.toml': '' }),
  project('ruff in pyproject.toml', 'has Ruff', { 'pyproject.toml': '[tool.ruff]\n' }),
];

const stop = (id: string, upstream: string, files: Files, data = {}): UpstreamRow => ({
  id: `verify-completion: ${id}`,
  upstream,
  async ours(t) {
    const here = testProject(t, { ...withBuiltin('agent.stop', 'verify-completion'), ...files });
    const { decision } = await fire(here, ['agent.stop', '--data', JSON.stringify(data)]);
    return decision === 'deny' ? 'blocks' : 'passes';
  },
});
const failing = { 'package.json': '{"scripts":{"test":"exit 1"}}' };
const stops: readonly UpstreamRow[] = [
  stop('no project', 'passes', {}),
  stop('no tests', 'passes', { 'package.json': '{}' }),
  stop('tests pass', 'passes', node),
  stop('tests fail', 'blocks', failing),
  stop('tests fail again, after the hook went on with the agent', 'passes', failing, { stopHookActive: true }),
];

/** A plugin whose hooks run before writes. */
const plugin = (handlers: readonly object[], matcher = 'Write|Edit'): Files => ({
  'hooks/hooks.json': JSON.stringify({ hooks: { PreToolUse: [{ matcher, hooks: handlers }] } }),
});
const handler = (command: string) => ({ type: 'command', command });
const answer = async (t: TestContext, files: Files, tool = 'Write') => {
  const here = testProject(t, files);
  const report = await fire(here, ['tool.before', '--tool', tool, '--input', '{"path":"a.ts","content":"x"}']);
  const seen = join(here.dir, 'seen');
  return { report, seen: existsSync(seen) ? readFileSync(seen, 'utf8').trim() : '' };
};
const verdict = (id: string, upstream: string, command: string): UpstreamRow => ({
  id: `command: ${id}`,
  upstream,
  async ours(t) {
    const { report } = await answer(t, plugin([handler(command)]));
    return report.decision === 'deny' ? 'blocks' : 'passes';
  },
});
const seen = (id: string, upstream: string, files: Files, tool?: string): UpstreamRow => ({
  id: `command: ${id}`,
  upstream,
  ours: async (t) => (await answer(t, files, tool)).seen,
});
const log = (name: string, more = '') => handler(`echo ${name} >> seen${more}`);
const commands: readonly UpstreamRow[] = [
  verdict('exit 0', 'passes', 'exit 0'),
  verdict('exit 1', 'blocks', 'exit 1'),
  verdict('exit 2', 'blocks', 'exit 2'),
  verdict('the script is missing', 'blocks', 'bash ${CLAUDE_PLUGIN_ROOT}/dist/missing.sh'),
  verdict('continue: true with a message', 'passes', `echo '{"continue": true, "systemMessage": "fine"}'`),
  verdict('continue: false and exit 2', 'blocks', `echo '{"continue": false, "systemMessage": "no"}'; exit 2`),
  seen('two hooks run in order', 'one\ntwo', plugin([log('one'), log('two')])),
  seen('nothing runs after a failure', 'one', plugin([log('one', '; exit 1'), log('two')])),
  seen('a handler without a type', 'one', plugin([{ command: 'echo one >> seen' }])),
  seen(
    'the tool and its input are variables',
    'Write {"file_path":"a.ts","content":"x"}',
    plugin([handler('echo "$TOOL_NAME $TOOL_INPUT" > seen')]),
  ),
  seen(
    'the folder of the plugin',
    'yes',
    plugin([handler('[ -e "${CLAUDE_PLUGIN_ROOT}/hooks/hooks.json" ] && echo yes > seen')]),
  ),
  ...(['Write', 'Edit', 'Read'] as const).map((tool) =>
    seen(`Write|Edit and ${tool}`, tool === 'Read' ? '' : 'one', plugin([log('one')]), tool),
  ),
];

/** The hooks of the Agent Flow plugin, by its reference and its scripts. */
export const agentFlow: Upstream = {
  name: 'Agent Flow',
  rows: [
    ...paths,
    ...(
      [
        ['.senku/plan.md', 'silent'],
        ['work/.senku/plan.md', 'silent'],
        ['src/a.ts', 'says something'],
      ] as const
    ).map(([given, upstream]) => delegation(given, upstream)),
    ...projects,
    ...stops,
    ...commands,
  ],
};
