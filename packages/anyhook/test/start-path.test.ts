import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';

const home = mkdtempSync(join(tmpdir(), 'anyhook-start-'));
after(() => rmSync(home, { recursive: true, force: true }));

const project = join(home, 'project');
mkdirSync(join(project, '.claude'), { recursive: true });
mkdirSync(join(home, '.config', 'anyhook'), { recursive: true });
writeFileSync(
  join(home, '.config', 'anyhook', 'config.yaml'),
  'hooks:\n  - { on: tool.before, use: config-protection }\n  - { on: agent.done, use: config-protection, id: two }\n',
);
const marker = join(home, 'marker');
const own = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: `touch ${marker}` }] }] };
writeFileSync(join(project, '.claude', 'settings.json'), JSON.stringify({ hooks: own }));
const tracer = join(home, 'trace.cjs');
writeFileSync(
  tracer,
  "const M = require('node:module'); const load = M._load; const seen = [];\n" +
    'M._load = function (name) { seen.push(name); return load.apply(this, arguments); };\n' +
    // Parts of the program that are run with their machine code are in the cache alone.
    "process.on('exit', () => require('node:fs').writeFileSync(process.env.TRACE, [...seen, ...Object.keys(M._cache)].join('\\n')));\n",
);

const payload = (tool: string, input: unknown) =>
  JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', cwd: project, tool_name: tool, tool_input: input });

function run(args: readonly string[], input: string) {
  const trace = join(home, 'trace.txt');
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, TRACE: trace };
  const node = ['-r', tracer, resolve('packages/anyhook/bin/anyhook.cjs'), 'run', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, node, { input, env, encoding: 'utf8' });
  const loaded = spawnSync('cat', [trace], { encoding: 'utf8' }).stdout.split('\n');
  return { status, stdout, stderr, loaded };
}

test('the second process reads hooks from the cache and loads no parser', () => {
  const input = payload('Write', { file_path: 'biome.json', content: '{}' });
  const first = run(['--host', 'flow', '--trust-project'], input);
  const second = run(['--host', 'flow', '--trust-project'], input);
  assert.equal(first.status, 2);
  assert.equal(second.status, 2);
  assert.equal(second.stderr, first.stderr);
  const parsers = /loaders|snapshot|scripts-|parse|re2|esm-/;
  assert.notDeepEqual(
    first.loaded.filter((name) => parsers.test(name)),
    [],
  );
  assert.deepEqual(
    second.loaded.filter((name) => parsers.test(name)),
    [],
  );
  assert.equal(second.loaded.includes('node:child_process'), false);
});

test('a hook that the calling agent runs itself is not run again', () => {
  const input = payload('Bash', { command: 'true' });
  const exists = () => spawnSync('test', ['-e', marker]).status === 0;
  assert.equal(run(['--host', 'claude-code', '--trust-project'], input).status, 0);
  assert.equal(exists(), false);
  assert.equal(run(['--host', 'codex', '--trust-project'], input).status, 0);
  assert.equal(exists(), true);
});

test('the second prompt is routed by the cached index without loading a parser', () => {
  const registry = join(project, '.system', 'registry', 'low-level');
  mkdirSync(registry, { recursive: true });
  writeFileSync(
    join(registry, 'signup.yaml'),
    'key: signup_test\nversion: 1\nsummary: x\nrouting: { keywords: [onboarding] }\nimplementations: { run: { kind: builtin, use: noop } }\n',
  );
  mkdirSync(join(project, '.agents'), { recursive: true });
  writeFileSync(join(project, '.agents', 'anyhook.yaml'), 'hooks:\n  - { on: prompt.submit, use: route-abilities }\n');
  const prompt = { hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: project, prompt: 'check the onboarding' };
  const first = run(['--host', 'claude-code', '--trust-project'], JSON.stringify(prompt));
  const second = run(['--host', 'claude-code', '--trust-project'], JSON.stringify(prompt));
  assert.match(second.stdout, /signup_test: The prompt has .{1,3}onboarding/);
  assert.equal(second.stdout, first.stdout);
  const parsers = /loaders|snapshot|scripts-|parse|re2|esm-|registry|\bload-/;
  const loadedBy = ({ loaded }: typeof first) => loaded.filter((name) => parsers.test(name));
  assert.notDeepEqual(loadedBy(first), []);
  assert.deepEqual(loadedBy(second), []);
});
