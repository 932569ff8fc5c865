import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { rolldown } from 'rolldown';
import { throughDoors } from '../../../scripts/doors.mjs';
import { removeFolderAtLast } from './support/remove-folder.js';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-without-')));
const dist = join(top, 'dist');
const home = join(top, 'home');
const project = join(top, 'project');
process.on('exit', () => removeFolderAtLast(top));

const source = 'packages/anyhook/src';

/** Without rows, programs that import the package get no feature either. */
const emptyList = 'export const features = []; export const [createRuntime, createToolRunner] = [];';

/** The program with an empty list in place of `features.ts`. */
before(async () => {
  const withoutFeatures = {
    name: 'without-features',
    load: (id: string) => (id === resolve(`${source}/features.ts`) ? emptyList : null),
    transform: {
      filter: { code: '@anyhook/' },
      handler: (code: string) => throughDoors(code, (file) => resolve(file).replace(/ts$/, 'js')),
    },
  };
  const build = await rolldown({
    input: {
      run: `${source}/cli/entries/run.ts`,
      cli: `${source}/cli/main.ts`,
      index: `${source}/library.ts`,
    },
    platform: 'node',
    external: /^(?:@opentelemetry\/|libsql$)/,
    resolve: { mainFields: ['module', 'main'] },
    transform: { define: { __VERSION__: '"0.0.0"' } },
    plugins: [withoutFeatures],
    preserveEntrySignatures: 'allow-extension',
    onLog: () => {},
  });
  const { output } = await build.write({ dir: dist, format: 'esm' });
  await build.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  assert.deepEqual(
    modules.filter((id) => /\/packages\/(?:abilities|fleet|flow)\//.test(id)),
    [],
  );
  writeFileSync(join(top, 'package.json'), '{"type":"module"}');
  mkdirSync(home);
  mkdirSync(join(project, '.agents'), { recursive: true });
  writeFileSync(
    join(project, '.agents/anyhook.yaml'),
    'hooks:\n  - {id: no-rm, on: tool.before, run: "echo not here >&2; exit 2", match: {tool: Bash|shell}}\n',
  );
});

/** Runs a line of code against the build, in the project. */
function run(code: string, input = '') {
  const env = { PATH: process.env['PATH'], HOME: home, ANYHOOK_ENGINE: 'off' };
  return spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    ...{ cwd: project, env, input, encoding: 'utf8' },
  });
}

const from = (name: string): string => JSON.stringify(join(dist, `${name}.js`));

test('without any feature, a hook denies a call of Claude Code', () => {
  const payload = {
    ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: project },
    ...{ tool_name: 'Bash', tool_input: { command: 'rm -rf build' } },
  };
  const args = JSON.stringify(['--host', 'claude-code', '--trust-project']);
  const { status, stdout, stderr } = run(
    `const { start } = await import(${from('run')}); await start(${args});`,
    JSON.stringify(payload),
  );
  assert.match(`${stdout}${stderr}`, /not here/);
  assert.match(`${stdout}${status}`, /"deny"|2$/);
});

test('without any feature, the command line lists hooks and has no command of a feature', () => {
  const list = run(`const { start } = await import(${from('cli')}); await start(['list', '--json']);`);
  assert.equal(list.stderr, '');
  assert.deepEqual(
    (JSON.parse(list.stdout) as { id: string }[]).map(({ id }) => id),
    ['no-rm'],
  );
  const help = run(`const { start } = await import(${from('cli')}); await start(['--help']);`);
  assert.match(help.stdout, /^Everyday:/m);
  assert.doesNotMatch(help.stdout, /fleet|run-hook|conformance|^ +(?:ability|task|mcp|flow) /im);
});

test('without any feature, a program can create an engine with the library', () => {
  const { stdout, stderr } = run(
    `const { createEngine } = await import(${from('index')});
    const engine = await createEngine({ cwd: ${JSON.stringify(project)}, trust: 'project' });
    const { verdict } = await engine.fire('tool.before', { tool: 'shell', input: { command: 'ls' } });
    console.log(verdict.decision, verdict.reason);`,
  );
  assert.match(stdout, /^deny .*not here/, stderr);
});

test('the file of the list of features contains nothing else', () => {
  const code = readFileSync(`${source}/features.ts`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  assert.match(code, /export const features: readonly Feature\[\] = \[[\w, ]*\];/);
});
