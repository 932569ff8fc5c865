import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { readTables, routingColumns } from '../../abilities/src/routing/documents.js';
import { claudeLoader } from '../src/agents/claude-code/format.js';
import { dockerLoader } from '../src/formats/docker/load.js';
import { checkBuiltin } from '../src/handlers/builtins/check.js';
import { builtinByName } from '../src/handlers/builtins/index.js';
import { parseConfig } from '../src/hooks/config.js';
import { createEngine } from '../src/library.js';

test("the guide's hooks load without problems, and each refuses what the guide says", async (t) => {
  assert.ok(
    existsSync('packages/anyhook/dist/index.js'),
    'the module of the guide imports the built package: npm run build',
  );
  const project = mkdtempSync(join(tmpdir(), 'anyhook-guide-'));
  t.after(() => rmSync(project, { recursive: true, force: true }));
  const guide = readFileSync('docs/guides/write-a-hook.md', 'utf8');
  for (const [, path = '', body = ''] of guide.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), body);
  }
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(resolve('packages/anyhook'), join(project, 'node_modules', 'anyhook'));
  const home = join(project, 'home');
  const env = { PATH: process.env['PATH'], HOME: home, ANYHOOK_MANAGED_CONFIG: join(home, 'none.yaml') };
  const engine = await createEngine({ cwd: project, env, trust: 'project' });
  assert.deepEqual(engine.problems, []);

  const forced = await engine.fire('tool.before', { tool: 'shell', input: { command: 'git push --force' } });
  const denied = forced.verdict.hooks.filter(({ outcome }) => outcome === 'blocked').map(({ hook }) => hook.id);
  assert.deepEqual(denied, [
    'no-force-push',
    'docker-no-force-push',
    'force_push_guard',
    'plugin.claude.PreToolUse.0.0',
    'module-no-force-push',
  ]);
  const plain = await engine.fire('tool.before', { tool: 'shell', input: { command: 'git push' } });
  assert.equal(plain.verdict.decision, 'pass');
  assert.deepEqual(plain.verdict.notes, []);
});

const blocks = (page: string, language: string): readonly string[] =>
  [...readFileSync(page, 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, body = '']) => body,
  );

test('every config shown in the config and telemetry guides loads', () => {
  const shown = ['docs/guides/config.md', 'docs/guides/telemetry.md'].flatMap((page) => blocks(page, 'yaml'));
  assert.equal(shown.length, 8);
  for (const text of shown) assert.deepEqual(parseConfig(text, 'config.yaml', 'user').problems, [], text);
});

test('every config shown in the builtins guide loads, and its builtins serve their events', async () => {
  const shown = blocks('docs/guides/builtins.md', 'yaml');
  assert.equal(shown.length, 9);
  const used = new Set<string>();
  for (const text of shown.slice(0, -1)) {
    const { source, problems } = parseConfig(text, 'config.yaml', 'user');
    assert.deepEqual(problems, [], text);
    for (const { use = '', args, on } of source?.file.hooks ?? []) {
      assert.equal(await checkBuiltin(use, args), undefined, text);
      const served: readonly string[] = (await builtinByName(use))?.events ?? [];
      const idle = [on].flat().filter((event) => !served.includes(event));
      assert.deepEqual(idle, [], `${use} in ${text}`);
      used.add(use);
    }
  }
  assert.ok(used.size > 12, [...used].join(', '));
  const file = { path: '/p/hooks.yaml', scope: 'project', root: '/p', siblings: [], exists: () => false } as const;
  const { hooks, problems } = dockerLoader.load({ ...file, text: shown.at(-1) ?? '' });
  assert.deepEqual([hooks.length, problems], [2, []]);
});

test('every hook shown in the routing guide loads, and the guide shows every header that is read', async () => {
  const shown = blocks('docs/guides/routing.md', 'yaml').filter((text) => text.startsWith('hooks:'));
  assert.equal(shown.length, 2);
  for (const text of shown) {
    const { source, problems } = parseConfig(text, 'config.yaml', 'user');
    assert.deepEqual(problems, [], text);
    for (const { use = '', args } of source?.file.hooks ?? [])
      assert.equal(await checkBuiltin(use, args), undefined, text);
  }
  const guide = readFileSync('docs/guides/routing.md', 'utf8');
  for (const [column, headers] of Object.entries(routingColumns)) {
    assert.ok(guide.includes(`| ${column} | ${headers.join(', ')} |`), column);
  }
  const [table = ''] = blocks('docs/guides/routing.md', 'md');
  assert.equal(readTables(table).length, 2);
});

test('every agent entry shown in the docs is JSON and is not loaded as a hook', () => {
  const shown = ['README.md', 'docs/guides/connect-an-agent.md'].flatMap((page) => blocks(page, 'json'));
  assert.equal(shown.length, 1);
  for (const text of shown) {
    const entries: unknown = JSON.parse(text);
    const { hooks } = claudeLoader.load({
      path: '/p/.claude/settings.json',
      text: JSON.stringify(entries),
      scope: 'project',
      root: '/p',
      siblings: [],
      exists: () => false,
    });
    assert.deepEqual(hooks, []);
  }
});
