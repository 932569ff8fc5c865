import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { FireReport } from '../../src/answer/fire-report.js';
import { hookMdWithScript, type TestProject, testProject } from '../cli/harness.js';
import { noLinks } from '../support/systems.js';

/** A guard that must still run when anything else is broken. */
const guard = hookMdWithScript('guard', 'before_tool', 'echo no >&2; exit 2');
const call = ['fire', 'tool.before', '--tool', 'shell', '--input', '{"command":"ls"}', '--json', '--trust-project'];

interface Problem {
  readonly source: string;
  readonly line?: number;
  readonly severity: string;
  readonly message: string;
}

async function validate(here: TestProject): Promise<readonly Problem[]> {
  return JSON.parse((await here.run(['hooks', 'validate', '--json'])).stdout) as Problem[];
}

/** The guard denies, also on the second run, which reads the cache. */
async function guardRuns(here: TestProject): Promise<FireReport> {
  await here.run(call);
  const { code, stdout } = await here.run(call);
  const report = JSON.parse(stdout) as FireReport;
  assert.deepEqual([code, report.reason], [2, '[guard] no']);
  return report;
}

const loop = (path: string) => (here: TestProject) => link(here, path, path.split('/').at(-1) ?? '');
const dangling = (path: string) => (here: TestProject) => link(here, path, '/nowhere/at/all');
const folder = (path: string) => (here: TestProject) => void mkdirSync(join(here.dir, path), { recursive: true });
const file = (path: string) => (here: TestProject) => here.write({ [path]: 'no folder\n' });

function link(here: TestProject, path: string, target: string): void {
  mkdirSync(dirname(join(here.dir, path)), { recursive: true });
  symlinkSync(target, join(here.dir, path));
}

const noFile = /^not (loaded|used): expected a file, got a folder, a broken link or something else$/;

/** An obstacle: its name, its path, how to create it, and the problem reported for it. */
const obstacles: readonly [string, string, (here: TestProject) => void, RegExp][] = [
  ['a hooks folder that links to itself', '.system/hooks', loop('.system/hooks'), /symbolic links form a loop$/],
  ['a hooks folder that links to nothing', '.system/hooks', dangling('.system/hooks'), /a link that leads nowhere$/],
  ['a file in place of a hooks folder', '.system/hooks', file('.system/hooks'), /expected a folder/],
  ['a hook that links to itself', '.agents/hooks/ring', loop('.agents/hooks/ring'), noFile],
  ['a hook that links to nothing', '.agents/hooks/lost', dangling('.agents/hooks/lost'), noFile],
  ['a folder in place of HOOK.md', '.agents/hooks/odd/HOOK.md', folder('.agents/hooks/odd/HOOK.md'), noFile],
  ['an ability file that links to nothing', '.system/hooks/a.yaml', dangling('.system/hooks/a.yaml'), noFile],
  ['a docker file that links to itself', '.agents/hooks.yaml', loop('.agents/hooks.yaml'), noFile],
  ['a folder in place of a docker file', 'hooks.yaml', folder('hooks.yaml'), noFile],
  ['settings that link to nothing', '.claude/settings.json', dangling('.claude/settings.json'), noFile],
  ['a folder in place of hooks.json', 'hooks/hooks.json', folder('hooks/hooks.json'), noFile],
  ['a config that links to nothing', '.agents/anyhook.yaml', dangling('.agents/anyhook.yaml'), noFile],
];
for (const [what, path, make, says] of obstacles) {
  test(`${what} is reported, and other hooks still run`, { skip: /\blinks?\b/.test(what) && noLinks }, async (t) => {
    const here = testProject(t, guard);
    make(here);
    await guardRuns(here);
    const [problem, ...more] = await validate(here);
    assert.deepEqual([problem?.source, problem?.severity, more], [join(here.dir, path), 'error', []]);
    assert.match(problem?.message ?? '', says);
    rmSync(join(here.dir, path), { recursive: true });
    assert.deepEqual(await validate(here), [], 'the problem disappears with the obstacle');
  });
}

test('a missing file that the config names is reported', async (t) => {
  const here = testProject(t, { ...guard, '.agents/anyhook.yaml': 'files: [more.yaml]\n' });
  await guardRuns(here);
  const missing = await validate(here);
  assert.deepEqual(
    missing.map(({ source, severity }) => [source, severity]),
    [[join(here.dir, 'more.yaml'), 'error']],
  );
  here.write({ 'more.yaml': 'hooks: {turn_end: [{type: command, command: "true"}]}\n' });
  assert.deepEqual(await validate(here), []);
});

test('a hooks folder that contains a link to itself is read once', async (t) => {
  const here = testProject(t, guard);
  symlinkSync('..', join(here.dir, '.agents/hooks/again'));
  symlinkSync('guard', join(here.dir, '.agents/hooks/twin'));
  const { hooks } = await guardRuns(here);
  assert.deepEqual(
    hooks.map(({ id }) => id),
    ['guard'],
  );
});

test('two hooks with one name both run under separate ids, and the clash is reported', async (t) => {
  const here = testProject(t, {
    ...guard,
    '.system/hooks/a.yaml':
      'id: guard\nevent_type: PreAbilityCall\nenabled: true\nblocking: true\nhandler: {kind: script, command: "exit 0"}\n',
    '.agents/hooks.yaml':
      'hooks: {pre_tool_use: [{hooks: [{name: guard, type: command, command: "echo me too >&2; exit 2"}]}]}\n',
  });
  const { code, stdout } = await here.run(call);
  const { hooks, reason } = JSON.parse(stdout) as FireReport;
  assert.equal(code, 2);
  assert.deepEqual(
    hooks.map(({ id, outcome }) => [id, outcome]),
    [
      ['guard', 'blocked'],
      ['guard#2', 'blocked'],
      ['guard#3', 'ok'],
    ],
  );
  assert.equal(reason, '[guard] no\n[guard#2] me too');
  const problems = await validate(here);
  assert.deepEqual(
    problems.map(({ severity }) => severity),
    ['warning', 'warning'],
  );
  assert.match(
    problems[0]?.message ?? '',
    /^another hook is called "guard" \(.*HOOK\.md\); this one is "guard#2" here/,
  );
});

/** Ten anchors, each ten times the one before: 10^10 values out of 300 bytes. */
const bomb = Array.from({ length: 10 }, (_, i) =>
  i === 0
    ? 'a0: &a0 [x]'
    : `a${i}: &a${i} [${Array(10)
        .fill(`*a${i - 1}`)
        .join(', ')}]`,
).join('\n');
const deep = `a: ${'['.repeat(50_000)}`;

const bombs: readonly [string, string, (body: string) => string][] = [
  ['hook-md', '.agents/hooks/bomb/HOOK.md', (body) => `---\n${body}\n---\n`],
  ['docker', '.agents/hooks.yaml', (body) => `${body}\n`],
  ['ability', '.system/hooks/bomb.yaml', (body) => `${body}\n`],
  ['the config', '.agents/anyhook.yaml', (body) => `${body}\n`],
];
for (const [who, path, wrap] of bombs) {
  for (const [kind, body] of [
    ['of aliases', bomb],
    ['of brackets', deep],
  ] as const) {
    test(`a YAML bomb ${kind} in a ${who} file is reported, and other hooks still run`, async (t) => {
      const here = testProject(t, { ...guard, [path]: wrap(body) });
      await guardRuns(here);
      const problems = await validate(here);
      assert.deepEqual(new Set(problems.map(({ source }) => source)), new Set([join(here.dir, path)]));
      assert.match(problems[0]?.message ?? '', /aliases unfold to too many values|nested more than 100 levels deep/);
      assert.ok(problems.every(({ message }) => !message.includes('\n')));
    });
  }
}

test('excessively nested JSON is reported, and other hooks still run', async (t) => {
  const here = testProject(t, { ...guard, 'hooks/hooks.json': '['.repeat(200_000) });
  await guardRuns(here);
  const [problem] = await validate(here);
  assert.match(problem?.message ?? '', /nested more than 100 levels deep/);
});

test('fire notes that hook files have problems', async (t) => {
  const here = testProject(t, { ...guard, '.agents/hooks.yaml': 'hooks: [\n' });
  const { problems = [] } = await guardRuns(here);
  assert.deepEqual(problems, await validate(here));
  assert.notEqual(problems.length, 0);
  const { stdout } = await here.run(call.filter((word) => word !== '--json'));
  assert.match(stdout, /^\d+ errors?, \d+ warnings? in hook files: see "anyhook hooks validate"$/m);
  unlinkSync(join(here.dir, '.agents/hooks.yaml'));
  assert.equal((await guardRuns(here)).problems, undefined);
});
