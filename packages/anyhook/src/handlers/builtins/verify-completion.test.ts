import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import type { Hook, Result } from '@anyhook/core';
import { contextWith, eventAt, initRepository, tempFolder } from '../../../test/builtin-world.js';
import { noModes } from '../../../test/support/systems.js';
import type { BuiltinContext } from './builtin.js';
import { detectTests, detectTypeChecks } from './kit/checks.js';
import { detectProject } from './kit/project-kind.js';
import { verifyCompletion } from './verify-completion.js';

const stop = async (
  cwd: string,
  {
    args,
    fields = {},
    more = {},
  }: { args?: unknown; fields?: Record<string, unknown>; more?: Partial<BuiltinContext> } = {},
): Promise<Result> =>
  verifyCompletion.run(eventAt('agent.stop', cwd, fields), args, contextWith({}, { trustedRoot: cwd, ...more }));

const nodeProject = (sum: string) => ({
  'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
  'sum.js': `export const sum = (a, b) => ${sum};\n`,
  'sum.test.js':
    "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { sum } from './sum.js';\ntest('two and two', () => assert.equal(sum(2, 3), 5));\n",
});

test('programs of an untrusted project are not run, and the user is notified', async () => {
  using folder = tempFolder({ ...nodeProject('a * b'), 'elsewhere/a.txt': '' });
  for (const trustedRoot of ['/', join(folder.path, 'elsewhere')]) {
    for (const args of [undefined, { commands: ['touch ran'] }]) {
      const result = await verifyCompletion.run(
        eventAt('agent.stop', folder.path),
        args,
        contextWith({}, trustedRoot === '/' ? {} : { trustedRoot }),
      );
      assert.equal(result.decision, 'pass');
      assert.match(result.messages?.[0] ?? '', /nothing was run, because .* is not trusted: see "anyhook trust"$/);
    }
  }
  assert.equal(existsSync(join(folder.path, 'ran')), false);
});

test('a failing test of a Node project keeps the agent working until it is fixed', async () => {
  using folder = tempFolder(nodeProject('a * b'));
  const failed = await stop(folder.path);
  assert.equal(failed.decision, 'deny');
  assert.match(
    failed.reason ?? '',
    /^verify-completion: npm test failed with exit code 1\. Fix this before you finish:/,
  );
  assert.match(failed.reason ?? '', /two and two/);
  writeFileSync(join(folder.path, 'sum.js'), 'export const sum = (a, b) => a + b;\n');
  assert.deepEqual(await stop(folder.path), { decision: 'pass', messages: ['verify-completion: npm test passed'] });
});

const pythonProject = (sum: string) => ({
  'pyproject.toml': '[project]\nname = "sums"\n',
  'sums.py': `def add(a, b):\n    return ${sum}\n`,
  'tests/test_sums.py':
    'import unittest\nfrom sums import add\n\nclass Sums(unittest.TestCase):\n    def test_two_and_three(self):\n        self.assertEqual(add(2, 3), 5)\n',
});

test('a failing test of a Python project keeps the agent working until it is fixed', async () => {
  using folder = tempFolder(pythonProject('a * b'));
  const more = { env: { ...contextWith().env, PYTHONPATH: folder.path, PYTHONDONTWRITEBYTECODE: '1' } };
  const failed = await stop(folder.path, { more });
  assert.equal(failed.decision, 'deny');
  assert.match(failed.reason ?? '', /(pytest|unittest) failed[\s\S]*test_two_and_three[\s\S]*6 != 5/);
  writeFileSync(join(folder.path, 'sums.py'), 'def add(a, b):\n    return a + b\n');
  assert.equal((await stop(folder.path, { more })).decision, 'pass');
});

test('a Python project without pytest is tested with unittest', async () => {
  for (const init of [{}, { 'tests/__init__.py': '' }]) {
    using folder = tempFolder({ ...pythonProject('a * b'), ...init });
    const project = detectProject(folder.path) ?? assert.fail('no project was detected');
    const [check] = await detectTests(project, async (_file, args) => !args.includes('pytest'));
    assert.equal(check?.label, 'python -m unittest');
    const run = () =>
      execFileSync(check?.file ?? '', check?.args, {
        cwd: folder.path,
        env: { ...process.env, ...check?.env },
        stdio: 'pipe',
      });
    assert.throws(run, /6 != 5/);
    writeFileSync(join(folder.path, 'sums.py'), 'def add(a, b):\n    return 2 + 3\n');
    run();
  }
});

test('on Windows a Python project is checked with py if nothing else is on PATH', async () => {
  using folder = tempFolder({ ...pythonProject('a + b'), 'mypy.ini': '[mypy]\nfiles = src\n' });
  const project = detectProject(folder.path) ?? assert.fail('no project was detected');
  const onlyPy = async (file: string) => file === 'py';
  const checks = [
    ...(await detectTests(project, onlyPy, 'win32')),
    ...(await detectTypeChecks(project, onlyPy, 'win32')),
  ];
  assert.deepEqual(
    checks.map(({ file, args }) => [file, ...args].join(' ')),
    ['py -3 -m pytest -q', 'py -3 -m mypy'],
  );
  const noPytest = async (file: string, args: readonly string[]) => file === 'py' && !args.includes('pytest');
  const [unittest] = await detectTests(project, noPytest, 'win32');
  assert.deepEqual(unittest?.args.slice(0, 4), ['-3', '-m', 'unittest', 'discover']);
});

test('Python tests that cannot run without Python are reported', async () => {
  using folder = tempFolder({ ...pythonProject('a * b'), 'bin/none': '' });
  const more = { env: { ...contextWith().env, PATH: join(folder.path, 'bin') } };
  assert.deepEqual(await stop(folder.path, { more }), {
    decision: 'pass',
    messages: ['verify-completion: python -m unittest was not run: no Python starts here'],
  });
  using empty = tempFolder({ 'pyproject.toml': '' });
  assert.deepEqual(await stop(empty.path, { more }), { decision: 'pass' });
});

test('a project without tests is not tested', async () => {
  const rows = [
    {},
    { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
    { 'package.json': '{}' },
  ];
  for (const files of rows) {
    using folder = tempFolder({ '.git/HEAD': '', ...files });
    assert.deepEqual(await stop(folder.path), { decision: 'pass' });
  }
});

const labels: readonly (readonly [string, Record<string, string>, readonly string[]])[] = [
  ['npm', { 'package.json': '{"scripts":{"test":"x"}}' }, ['npm test']],
  ['pnpm', { 'package.json': '{"scripts":{"test":"x"}}', 'pnpm-lock.yaml': '' }, ['pnpm test']],
  ['yarn', { 'package.json': '{"scripts":{"test":"x"}}', 'yarn.lock': '' }, ['yarn test']],
  ['bun', { 'package.json': '{"scripts":{"test":"x"}}', 'bun.lock': '' }, ['bun run test']],
  ['pytest', { 'requirements.txt': '' }, ['python3 -m pytest -q']],
  ['a virtual environment', { 'setup.py': '', '.venv/bin/python': '#!/bin/sh\n' }, ['.venv/bin/python -m pytest -q']],
  ['cargo', { 'Cargo.toml': '' }, ['cargo test --quiet']],
  ['go', { 'go.mod': '' }, ['go test ./...']],
  ['maven', { 'pom.xml': '' }, ['mvn --batch-mode --quiet test']],
  ['the maven wrapper', { 'pom.xml': '', mvnw: '#!/bin/sh\n' }, ['mvnw --batch-mode --quiet test']],
  ['gradle', { 'build.gradle.kts': '' }, ['gradle --console=plain --quiet test']],
  ['the gradle wrapper', { 'build.gradle': '', gradlew: '#!/bin/sh\n' }, ['gradlew --console=plain --quiet test']],
];
for (const [what, files, expected] of labels) {
  test(`a project with ${what} is tested with ${expected.join()}`, async () => {
    using folder = tempFolder(files);
    const project = detectProject(folder.path) ?? assert.fail('no project was detected');
    const checks = await detectTests(project, async () => true);
    assert.deepEqual(
      checks.map(({ file, args }) => [file.replace(`${folder.path}/`, ''), ...args].join(' ')),
      expected,
    );
  });
}

const typeRows: readonly (readonly [string, Record<string, string>, readonly string[]])[] = [
  [
    'a local TypeScript',
    { 'package.json': '{}', 'tsconfig.json': '{}', 'node_modules/.bin/tsc': '#!/bin/sh\n' },
    ['tsc --noEmit'],
  ],
  ['TypeScript that is not installed', { 'package.json': '{}', 'tsconfig.json': '{}' }, []],
  ['mypy in pyproject.toml', { 'pyproject.toml': '[tool.mypy]\nstrict = true\n' }, ['python3 -m mypy .']],
  ['mypy with its own list of files', { 'setup.py': '', 'mypy.ini': '[mypy]\nfiles = src\n' }, ['python3 -m mypy']],
  ['Python without mypy', { 'setup.py': '' }, []],
];
for (const [what, files, expected] of typeRows) {
  test(`types are checked with ${expected.join() || 'nothing'} where there is ${what}`, async () => {
    using folder = tempFolder(files);
    const project = detectProject(folder.path) ?? assert.fail('no project was detected');
    const checks = await detectTypeChecks(project, async () => true);
    const shown = checks.map(({ file, args }) =>
      [file.replace(`${folder.path}/node_modules/.bin/`, ''), ...args].join(' '),
    );
    assert.deepEqual(shown, expected);
  });
}

test("in a workspace types are checked with the workspace's compiler", async () => {
  using folder = tempFolder({
    '.git/HEAD': '',
    'node_modules/.bin/tsc': '#!/bin/sh\n',
    'node_modules/.bin/tsc.cmd': '',
    'packages/a/package.json': '{}',
    'packages/a/tsconfig.json': '{}',
  });
  const project = detectProject(join(folder.path, 'packages/a')) ?? assert.fail('no project was detected');
  const [check] = await detectTypeChecks(project, async () => true);
  const name = process.platform === 'win32' ? 'tsc.cmd' : 'tsc';
  assert.equal(check?.file.toLowerCase(), join(folder.path, 'node_modules/.bin', name).toLowerCase());
});

test('a configured type check that is not installed is reported', async () => {
  using folder = tempFolder({
    'package.json': '{"devDependencies":{"typescript":"*"}}',
    'tsconfig.json': '{}',
    'mypy.ini': '[mypy]\nfiles = src\n',
    'requirements.txt': '',
  });
  const project = detectProject(folder.path) ?? assert.fail('no project was detected');
  const noMypy = async (_: string, args: readonly string[]) => !args.includes('mypy');
  assert.deepEqual(
    (await detectTypeChecks(project, noMypy)).map(({ label, missing }) => `${label}: ${missing}`),
    [
      'tsc --noEmit: typescript is in package.json, and it is not installed',
      'mypy: the project configures it, and it is not installed',
    ],
  );
  const { decision, messages } = await stop(folder.path, { args: { commands: ['true'], typecheck: true } });
  assert.equal(decision, 'pass');
  assert.ok(messages?.some((text) => /tsc --noEmit was not run: typescript is in package\.json/.test(text)));
});

test('with onlyChanges a missing type check does not make the tests run again', async () => {
  using folder = tempFolder();
  initRepository(folder.path, {
    'package.json': '{"devDependencies":{"typescript":"*"}}',
    'tsconfig.json': '{}',
    '.gitignore': 'state\nruns\n',
  });
  const env = { HOME: folder.path, XDG_STATE_HOME: join(folder.path, 'state') };
  const context = contextWith({ ...contextWith().env, ...env }, { timeoutMs: 10_000, trustedRoot: folder.path });
  const args = { onlyChanges: true, typecheck: true, commands: ['echo run >> runs'] };
  const run = async () => verifyCompletion.run(eventAt('agent.stop', folder.path), args, context);
  assert.equal((await run()).messages?.length, 2);
  assert.deepEqual(await run(), { decision: 'pass' });
  assert.equal(readFileSync(join(folder.path, 'runs'), 'utf8').trim(), 'run');
});

test('a type error of a real TypeScript project denies the stop, and the check can be switched off', async () => {
  using folder = tempFolder({
    'package.json': '{}',
    'tsconfig.json': '{"compilerOptions":{"types":[]}}',
    'a.ts': 'const n: number = "x";\n',
  });
  symlinkSync(resolve('node_modules'), join(folder.path, 'node_modules'));
  const failed = await stop(folder.path);
  assert.match(failed.reason ?? '', /tsc --noEmit failed[\s\S]*a\.ts.*TS2322/);
  assert.deepEqual(await stop(folder.path, { args: { typecheck: false } }), { decision: 'pass' });
});

test("a team's own commands replace the detected ones, and all failures are reported", async () => {
  using folder = tempFolder(nodeProject('a * b'));
  const args = { commands: ['true', 'echo first; exit 3', 'echo second >&2; exit 4'] };
  const { decision, reason = '', messages } = await stop(folder.path, { args });
  assert.equal(decision, 'deny');
  assert.match(reason, /exit code 3\.[\s\S]*first[\s\S]*exit code 4\.[\s\S]*second/);
  assert.deepEqual(messages, ['verify-completion: true passed']);
});

test('the reason has the last lines of output, after earlier ones that name a failure', async () => {
  using folder = tempFolder();
  const args = {
    commands: ['echo "not ok 1 - early"; i=0; while [ $i -lt 200 ]; do echo "line $i"; i=$((i+1)); done; exit 1'],
    maxLines: 5,
  };
  const { reason = '' } = await stop(folder.path, { args });
  assert.deepEqual(reason.split('\n').slice(1), [
    'not ok 1 - early',
    '…',
    'line 196',
    'line 197',
    'line 198',
    'line 199',
  ]);
});

test('the same failure does not block the agent again', async () => {
  using folder = tempFolder();
  const args = {
    commands: ['echo "broken in $(date +%N).5 ms"; exit 1', 'echo "not ok 1 - x"; echo " at frame $$"; exit 1'],
  };
  const run = (stopHookActive: boolean, sessionId = 'loop') =>
    stop(folder.path, { args, fields: { stopHookActive, sessionId } });
  assert.equal((await run(false)).decision, 'deny');
  const second = await run(true);
  assert.equal(second.decision, 'pass');
  assert.match(second.messages?.[0] ?? '', /this time it may stop/);
  assert.equal((await run(false)).decision, 'deny');
  assert.equal((await run(true, 'other session')).decision, 'deny');
});

test('a different failure blocks the agent again', async () => {
  using folder = tempFolder({ 'out.txt': 'one' });
  const run = (stopHookActive: boolean) =>
    stop(folder.path, {
      args: { commands: ['cat out.txt; exit 1'] },
      fields: { stopHookActive, sessionId: 'progress' },
    });
  assert.equal((await run(false)).decision, 'deny');
  writeFileSync(join(folder.path, 'out.txt'), 'two');
  assert.equal((await run(true)).decision, 'deny');
});

test('a program that is not installed is reported and does not block the agent', async () => {
  using folder = tempFolder({ 'Cargo.toml': '' });
  const result = await stop(folder.path, { more: { env: { PATH: '/nonexistent' } } });
  assert.equal(result.decision, 'pass');
  assert.match(result.messages?.[0] ?? '', /cargo test was not run: cannot start cargo: no such program/);
});

test('a check that exceeds its time is a failure of the hook, not a verdict', async () => {
  using folder = tempFolder();
  await assert.rejects(
    stop(folder.path, { args: { commands: ['sleep 60'] }, more: { timeoutMs: 100 } }),
    /sleep 60 was not finished \(timeout/,
  );
});

test('each command is announced before it runs', async () => {
  using folder = tempFolder();
  const lines: string[] = [];
  const more = { progress: (line: string) => lines.push(line), hook: { id: 'x' } as Hook };
  await stop(folder.path, { args: { commands: ['true'] }, more });
  assert.deepEqual(lines, ['verify-completion: running true']);
});

/** A repository whose check counts its runs, with a session in it. */
function countingProject(path: string, check = 'true') {
  initRepository(path, { 'package.json': '{}', 'a.txt': '1', '.gitignore': 'state\nruns\n' });
  const env = { HOME: path, XDG_STATE_HOME: join(path, 'state'), PATH: process.env['PATH'] ?? '' };
  const args = { onlyChanges: true, commands: [`echo run >> runs; ${check}`] };
  const run = (name: 'session.start' | 'agent.stop', fields = {}, trustedRoot: string | undefined = path) =>
    verifyCompletion.run(
      eventAt(name, path, fields),
      args,
      contextWith(env, { timeoutMs: 10_000, ...(trustedRoot && { trustedRoot }) }),
    ) as Promise<Result>;
  const runs = () =>
    existsSync(join(path, 'runs')) ? readFileSync(join(path, 'runs'), 'utf8').split('\n').length - 1 : 0;
  return { run, runs, change: (text: string) => writeFileSync(join(path, 'a.txt'), text) };
}

test('with onlyChanges an unchanged session runs nothing, and a change is tested once', async () => {
  using folder = tempFolder();
  const { run, runs, change } = countingProject(folder.path);
  await run('session.start');
  assert.deepEqual(await run('agent.stop'), { decision: 'pass' });
  assert.equal(runs(), 0);
  change('2');
  assert.equal((await run('agent.stop')).decision, 'pass');
  assert.equal((await run('agent.stop')).decision, 'pass');
  assert.equal(runs(), 1);
  change('3');
  await run('agent.stop', { sessionId: 'another' });
  assert.equal(runs(), 2);
});

test('with onlyChanges a failure blocks once, and the same files may stop with a message', async () => {
  using folder = tempFolder();
  const { run, runs, change } = countingProject(folder.path, 'exit 3');
  change('2');
  assert.equal((await run('agent.stop')).decision, 'deny');
  const again = await run('agent.stop', { stopHookActive: true });
  assert.deepEqual([again.decision, runs()], ['pass', 1]);
  assert.match(again.messages?.[0] ?? '', /not run again: it failed, and no file changed since/);
  change('3');
  assert.deepEqual([(await run('agent.stop')).decision, runs()], ['deny', 2]);
});

test('with onlyChanges a check that failed to start runs again, and its files are not recorded as tested', {
  skip: noModes,
}, async () => {
  using folder = tempFolder();
  initRepository(folder.path, { 'Cargo.toml': '', 'a.txt': '1', '.gitignore': 'state\nbin\n' });
  const bin = join(folder.path, 'bin');
  const env = { HOME: folder.path, XDG_STATE_HOME: join(folder.path, 'state'), PATH: `/usr/bin:/bin:${bin}` };
  const context = contextWith(env, { timeoutMs: 10_000, trustedRoot: folder.path });
  const run = async () => verifyCompletion.run(eventAt('agent.stop', folder.path), { onlyChanges: true }, context);
  for (let n = 0; n < 2; n++)
    assert.match((await run()).messages?.[0] ?? '', /cargo test was not run: cannot start cargo: no such program/);
  mkdirSync(bin);
  writeFileSync(join(bin, 'cargo'), '#!/bin/sh\n', { mode: 0o755 });
  assert.deepEqual((await run()).messages, ['verify-completion: cargo test passed']);
  assert.deepEqual(await run(), { decision: 'pass' });
});

test('with onlyChanges a baseline is neither taken from another session nor at a compaction', async () => {
  using folder = tempFolder();
  const { run, runs, change } = countingProject(folder.path);
  change('2');
  await run('session.start', { sessionId: 'b' });
  await run('session.start', { sessionId: 'a', source: 'compact' });
  await run('agent.stop', { sessionId: 'a' });
  assert.equal(runs(), 1);
});

test('with onlyChanges checks that exceeded their time are not repeated for the same files', async () => {
  using folder = tempFolder();
  const { run, runs, change } = countingProject(folder.path, 'sleep 20');
  change('2');
  const short = { timeoutMs: 300 };
  const env = { HOME: folder.path, XDG_STATE_HOME: join(folder.path, 'state'), PATH: process.env['PATH'] ?? '' };
  const args = { onlyChanges: true, commands: ['echo run >> runs; sleep 20'] };
  const context = contextWith(env, { ...short, trustedRoot: folder.path });
  await assert.rejects(
    async () => verifyCompletion.run(eventAt('agent.stop', folder.path), args, context),
    /not finished/,
  );
  const again = await run('agent.stop');
  assert.deepEqual([again.decision, runs()], ['pass', 1]);
  assert.match(again.messages?.[0] ?? '', /did not end in time/);
});

test('with onlyChanges an untrusted project runs nothing and is reported once per session', async () => {
  using folder = tempFolder();
  const { run, runs, change } = countingProject(folder.path);
  change('2');
  const session = `untrusted-${folder.path}`;
  const said = [
    await run('agent.stop', { sessionId: session }, ''),
    await run('agent.stop', { sessionId: session }, ''),
  ];
  assert.deepEqual([said.map(({ messages = [] }) => messages.length), runs()], [[1, 0], 0]);
});
