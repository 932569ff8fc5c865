import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { agents } from '../../src/agents/index.js';
import { hookMdWithScript } from './harness.js';
import { initMachine } from './init-world.js';

const files = {
  ...hookMdWithScript('guard', 'before_tool', 'exit 0'),
  ...hookMdWithScript('a-hook-with-a-rather-long-name-that-does-not-fit', 'before_stop', 'exit 0'),
  '.claude/settings.json': JSON.stringify({
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] },
  }),
};

interface Matrix {
  readonly hosts: readonly { readonly name: string; readonly documentedOnly: boolean }[];
  readonly hooks: readonly {
    readonly id: string;
    readonly hosts: Readonly<Record<string, { readonly grade: string }>>;
  }[];
}

test('each hook has a grade for each named agent', async (t) => {
  const here = initMachine(t, files);
  const found = await here.json<Matrix>(['hooks', 'matrix', '--agent', 'claude-code', 'cline', '--json']);
  assert.deepEqual(
    found.hosts.map(({ name }) => name),
    ['claude-code', 'cline'],
  );
  const grades = Object.fromEntries(
    found.hooks.map(({ id, hosts: of }) => [id, [of['claude-code']?.grade, of['cline']?.grade]]),
  );
  assert.deepEqual(grades, {
    guard: ['exact', 'degraded'],
    'a-hook-with-a-rather-long-name-that-does-not-fit': ['exact', 'impossible'],
    'settings.claude.PreToolUse.0.0': ['native', 'degraded'],
  });
});

test('without a name, matrix shows the agents of this machine', async (t) => {
  const here = initMachine(t, files);
  const nobody = await here.run(['hooks', 'matrix'], { env: { PATH: '' } });
  assert.match(nobody.stdout, /no agent was found on this machine/);
  mkdirSync(here.at('~/.qwen'));
  const found = await here.json<Matrix>(['hooks', 'matrix', '--json'], { env: { PATH: '' } });
  assert.deepEqual(
    found.hosts.map(({ name }) => name),
    ['qwen'],
  );
});

test('--all shows every agent in 80 columns, and marks agents that were never run', async (t) => {
  const here = initMachine(t, files);
  const { stdout, code } = await here.run(['hooks', 'matrix', '--all'], { columns: 80, env: { NO_COLOR: '1' } });
  assert.equal(code, 0);
  const tables = stdout.split('\n\n').filter((part) => part.startsWith('hook '));
  for (const line of tables.join('\n').split('\n')) assert.ok([...line].length <= 80, line);
  const heads = tables.flatMap((part) => part.split('\n')[0]?.trim().split(/\s+/).slice(1) ?? []);
  const programs = agents.filter(({ isProtocol }) => !isProtocol);
  assert.deepEqual(
    heads,
    programs.map(({ name, documentedOnly }) => (documentedOnly ? `${name}*` : name)),
  );
  assert.match(stdout, /^Cline CLI: no deny, no context at agent\.stop/m);
  assert.match(stdout, /^\* based on its documentation only; not tested$/m);
});

test('a project without hooks and an unknown agent are reported', async (t) => {
  const here = initMachine(t, {});
  assert.match((await here.run(['hooks', 'matrix', '--agent', 'codex'])).stdout, /no hooks here/);
  const { code, stderr } = await here.run(['hooks', 'matrix', '--agent', 'codx']);
  assert.equal(code, 1);
  assert.match(stderr, /did you mean "codex"\?/);
  for (const command of [['hooks', 'matrix'], ['init'], ['doctor']])
    assert.match((await here.run([...command, '--agent', 'claude'])).stderr, /did you mean "claude-code"\?/);
});

test('matrix lists what the shell guard cannot see, including PowerShell and cmd', async (t) => {
  const here = initMachine(t, { '.agents/anyhook.yaml': 'hooks:\n  - { on: tool.before, use: shell-guard }\n' });
  const { stdout } = await here.run(['hooks', 'matrix', '--agent', 'codex']);
  assert.match(
    stdout.replace(/\s+/g, ' '),
    /shell-guard reads no scripts.*of PowerShell it leaves out classes.*of cmd goto and labels/,
  );
  const { limits } = await here.json<{ limits: Record<string, string> }>([
    'hooks',
    'matrix',
    '--agent',
    'codex',
    '--json',
  ]);
  assert.deepEqual(Object.keys(limits), ['shell-guard']);
});
