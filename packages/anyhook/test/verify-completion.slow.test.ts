import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { initRepository, tempFolder, writeTestFiles } from './builtin-world.js';

/** A project in a real repository, and a user who wants the tests to pass before an agent stops. */
function world(files: Readonly<Record<string, string>>, config: object = {}) {
  const folder = tempFolder();
  const dir = join(folder.path, 'project');
  mkdirSync(dir);
  initRepository(dir, files);
  const hooks = [{ on: 'agent.stop', use: 'verify-completion' }];
  writeTestFiles(folder.path, { 'home/.config/anyhook/config.yaml': JSON.stringify({ hooks, ...config }) });
  const env = {
    PATH: process.env['PATH'],
    HOME: join(folder.path, 'home'),
    ANYHOOK_MANAGED_CONFIG: join(folder.path, 'none.yaml'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  /** One stop of an agent: a captured payload, answered by a new process. */
  const stop = (agent: keyof typeof events, active: boolean) => {
    const captured = JSON.parse(readFileSync(`packages/anyhook/fixtures/${agent}/${events[agent]}.json`, 'utf8'));
    const input = JSON.stringify({ ...captured.stdin, session_id: 's-1', cwd: dir, stop_hook_active: active });
    const args = ['packages/anyhook/bin/anyhook.cjs', 'run', '--host', agent, '--trust-project'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { input, env, encoding: 'utf8' });
    return { status, stderr, answer: stdout === '' ? {} : (JSON.parse(stdout) as Answer) };
  };
  return { dir, stop, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

interface Answer {
  readonly decision?: string;
  readonly reason?: string;
  readonly systemMessage?: string;
}

const events = { 'claude-code': 'Stop', gemini: 'AfterAgent' } as const;
const blocks = { 'claude-code': 'block', gemini: 'deny' } as const;

const node = (sum: string) => ({
  'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
  'sum.js': `export const sum = (a, b) => ${sum};\n`,
  'sum.test.js':
    "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { sum } from './sum.js';\ntest('two and three', () => assert.equal(sum(2, 3), 5));\n",
});
const python = (sum: string) => ({
  'pyproject.toml': '[project]\nname = "sums"\n',
  'sums.py': `def add(a, b):\n    return ${sum}\n`,
  'tests/__init__.py': '',
  'tests/test_sums.py':
    'import unittest\nfrom sums import add\n\nclass Sums(unittest.TestCase):\n    def test_two_and_three(self):\n        self.assertEqual(add(2, 3), 5)\n',
});

const projects = [
  { what: 'Node', files: node, names: /npm test failed[\s\S]*two and three/ },
  { what: 'Python', files: python, names: /(pytest|unittest) failed[\s\S]*test_two_and_three[\s\S]*6 != 5/ },
];

for (const agent of ['claude-code', 'gemini'] as const) {
  for (const { what, files, names } of projects) {
    test(`a real ${what} project keeps ${agent} working until its tests pass, without looping`, () => {
      using here = world(files('a * b'));
      const first = here.stop(agent, false);
      assert.equal(first.answer.decision, blocks[agent], first.stderr);
      assert.match(first.answer.reason ?? '', names);
      // The agent was sent back for this without progress: a new process knows it and lets it stop.
      const second = here.stop(agent, true);
      assert.deepEqual([second.status, second.answer.decision], [0, undefined]);
      assert.match(second.answer.systemMessage ?? '', /this time it may stop/);
      // The next turn starts over, and a different failure blocks again.
      assert.equal(here.stop(agent, false).answer.decision, blocks[agent]);
      writeTestFiles(here.dir, files('a - b'));
      assert.equal(here.stop(agent, true).answer.decision, blocks[agent]);
      writeTestFiles(here.dir, files('a + b'));
      const fixed = here.stop(agent, true);
      assert.deepEqual([fixed.status, fixed.answer.decision], [0, undefined]);
    });
  }
}

test('different failures send the agent back each time, up to the limit of stop blocks', () => {
  const commands = ['n=$(cat n.txt)x; printf %s "$n" > n.txt; echo "failure $n"; exit 1'];
  const hooks = [{ on: 'agent.stop', use: 'verify-completion', args: { commands } }];
  using here = world({ 'n.txt': '' }, { hooks, stopLimit: 3 });
  const decisions = [false, true, true, true].map((active) => here.stop('claude-code', active).answer.decision);
  assert.deepEqual(decisions, ['block', 'block', 'block', undefined]);
});
