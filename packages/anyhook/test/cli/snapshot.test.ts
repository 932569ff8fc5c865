import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { git, initRepository } from '../builtin-world.js';
import { type TestProject, testProject } from './harness.js';

const config = 'hooks:\n  - {on: [turn.start, turn.end, tool.after], use: snapshot}\n';

/** A real repository whose user has switched the builtin on. */
function withSnapshots(t: TestContext, files: Readonly<Record<string, string>>): TestProject {
  const here = testProject(t);
  rmSync(join(here.dir, '.git'), { recursive: true });
  initRepository(here.dir, files);
  const folder = join(here.env['HOME'] ?? '', '.config', 'anyhook');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.yaml'), config);
  return here;
}

interface Listed {
  readonly id: string;
  readonly event: string | null;
  readonly takenAt: string;
  readonly label: string;
  readonly files: number;
  readonly changed: number;
}

const listed = (here: TestProject) => here.json<Listed[]>(['snapshot', 'list', '--json']);
const take = (here: TestProject) => here.json(['fire', 'turn.start', '--json']);
const idOf = async (here: TestProject, index = -1) => (await listed(here)).at(index)?.id ?? assert.fail('none is kept');
const plain = { columns: 120, env: { NO_COLOR: '1' } };

test('list shows when, for which event and with how many files a snapshot was taken', async (t) => {
  const here = withSnapshots(t, { 'a.txt': '1', 'b.txt': '1' });
  await take(here);
  here.write({ 'a.txt': '2' });
  await here.json(['fire', 'tool.after', '--tool', 'write', '--session', 's1', '--json']);
  const all = await listed(here);
  assert.deepEqual(
    all.map(({ event, label, files, changed }) => ({ event, label, files, changed })),
    [
      { event: 'turn.start', label: 'turn.start (session manual)', files: 2, changed: 2 },
      { event: 'tool.after', label: 'tool.after write (session s1)', files: 2, changed: 1 },
    ],
  );
  const { stdout } = await here.run(['snapshot', 'list']);
  const [head, first, second] = stdout.split('\n');
  assert.match(head ?? '', /^id +taken +files +changed +event$/);
  assert.match(first ?? '', /^[0-9a-f]{10} {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}2 +2 +turn\.start \(session manual\)$/);
  assert.match(second ?? '', /2 +1 +tool\.after write \(session s1\)$/);
});

test('a deleted and a changed file come back byte for byte, and git sees nothing of it', async (t) => {
  const bytes = Buffer.from([0, 255, 13, 10, 10, 128, 7]);
  const here = withSnapshots(t, { 'src/a.ts': 'one\r\ntwo\n', 'kept.txt': 'same' });
  writeFileSync(join(here.dir, 'blob.bin'), bytes);
  here.write({ 'stash.txt': 'for the stash' });
  git(here.dir, 'stash', 'push', '--quiet', '--include-untracked', '--', 'stash.txt');
  const view = () => [
    git(here.dir, '--no-optional-locks', 'status', '--porcelain'),
    git(here.dir, 'stash', 'list'),
    git(here.dir, 'for-each-ref'),
    readFileSync(join(here.dir, '.git/index')).toString('hex'),
    readFileSync(join(here.dir, '.git/config'), 'utf8'),
  ];
  const before = view();
  await take(here);
  const id = await idOf(here);
  rmSync(join(here.dir, 'blob.bin'));
  here.write({ 'src/a.ts': 'broken\n' });
  const { code, stdout, stderr } = await here.run(['snapshot', 'restore', id, '--yes']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^ {2}bring back {3}blob\.bin\n {2}change back {2}src\/a\.ts$/m);
  assert.match(stdout, /restored 2 files\nthe previous state is kept: anyhook snapshot restore [0-9a-f]{10}\n$/);
  assert.deepEqual(readFileSync(join(here.dir, 'blob.bin')), bytes);
  assert.equal(readFileSync(join(here.dir, 'src/a.ts'), 'utf8'), 'one\r\ntwo\n');
  assert.deepEqual(view(), before);
  const undo = /restore ([0-9a-f]{10})\n$/.exec(stdout)?.[1] ?? '';
  assert.equal((await here.run(['snapshot', 'restore', undo, '--yes'])).code, 0);
  assert.equal(readFileSync(join(here.dir, 'src/a.ts'), 'utf8'), 'broken\n');
});

test('restore asks, and only a yes changes files', async (t) => {
  const here = withSnapshots(t, { 'a.txt': '1' });
  await take(here);
  const id = await idOf(here);
  here.write({ 'a.txt': '2' });
  const no = await here.run(['snapshot', 'restore', id], { ...plain, stdin: 'n\n' });
  assert.equal(no.code, 1);
  assert.match(no.stdout, /Bring this file back to that state\? \[y\/N\] nothing was changed\n$/);
  assert.equal(readFileSync(join(here.dir, 'a.txt'), 'utf8'), '2');
  const nobody = await here.run(['snapshot', 'restore', id]);
  assert.equal(nobody.code, 1);
  assert.match(nobody.stderr, /^anyhook: restore changes files: confirm at a terminal, or use --yes\n$/);
  assert.equal((await here.run(['snapshot', 'restore', id], { ...plain, stdin: 'yes\n' })).code, 0);
  assert.equal(readFileSync(join(here.dir, 'a.txt'), 'utf8'), '1');
});

test('in a subfolder paths are meant from there, and the whole project is', async (t) => {
  const here = withSnapshots(t, { 'a.txt': '1', 'src/a.txt': '1', 'src/b.txt': '1' });
  await take(here);
  const id = await idOf(here);
  here.write({ 'a.txt': '2', 'src/a.txt': '2', 'src/b.txt': '2' });
  const cwd = join(here.dir, 'src');
  assert.equal((await here.run(['snapshot', 'restore', id, 'a.txt', '--yes'], { cwd })).code, 0);
  const texts = () => ['a.txt', 'src/a.txt', 'src/b.txt'].map((path) => readFileSync(join(here.dir, path), 'utf8'));
  assert.deepEqual(texts(), ['2', '1', '2']);
  assert.equal((await here.run(['snapshot', 'restore', id, '.', '--yes'], { cwd })).code, 0);
  assert.deepEqual(texts(), ['2', '1', '1']);
  assert.equal((await here.run(['snapshot', 'restore', id, join(here.dir, 'a.txt'), '--yes'], { cwd })).code, 0);
  assert.deepEqual(texts(), ['1', '1', '1']);
  const out = await here.run(['snapshot', 'restore', id, '../../x', '--yes'], { cwd });
  assert.match(out.stderr, /lies outside .*expected a path inside the project\n$/);
});

test('new files stay, and go only when that is said', async (t) => {
  const here = withSnapshots(t, { 'a.txt': '1' });
  await take(here);
  const id = await idOf(here);
  here.write({ 'new.txt': 'n' });
  const stay = await here.run(['snapshot', 'restore', id, '--yes']);
  assert.equal(stay.code, 0);
  assert.match(stay.stdout, /^nothing to restore: no file differs from .*; 1 file new since then: see --remove-new\n$/);
  assert.equal(existsSync(join(here.dir, 'new.txt')), true);
  const { stdout } = await here.run(['snapshot', 'restore', id, '--yes', '--remove-new']);
  assert.match(stdout, /^ {2}remove +new\.txt$/m);
  assert.match(stdout, /^removed 1 new file$/m);
  assert.equal(existsSync(join(here.dir, 'new.txt')), false);
});

test('diff takes the newest snapshot, prints a patch that git can apply, and JSON', async (t) => {
  const here = withSnapshots(t, { 'a.txt': 'one\n', 'b.txt': 'one\n' });
  await take(here);
  assert.match((await here.run(['snapshot', 'diff'])).stdout, /^nothing changed since snapshot [0-9a-f]{10}\n$/);
  here.write({ 'a.txt': 'two\n', 'b.txt': 'two\n' });
  const { stdout } = await here.run(['snapshot', 'diff']);
  writeFileSync(join(here.dir, '../x.patch'), stdout);
  git(here.dir, 'apply', '--reverse', join(here.dir, '../x.patch'));
  assert.equal(readFileSync(join(here.dir, 'a.txt'), 'utf8'), 'one\n');
  here.write({ 'a.txt': 'two\n', 'b.txt': 'two\n' });
  const id = await idOf(here);
  const found = await here.json<{ id: string; changes: unknown; patch: string }>([
    'snapshot',
    'diff',
    id,
    'a.txt',
    '--json',
  ]);
  assert.deepEqual([found.id, found.changes], [id, [{ kind: 'changed', path: 'a.txt' }]]);
  assert.match(found.patch, /-one\n\+two\n$/);
});

test('on a terminal a diff has colours, and what a file holds is shown and not obeyed', async (t) => {
  const here = withSnapshots(t, { 'a.txt': 'one\n' });
  await take(here);
  here.write({ 'a.txt': '\u001b[2Jtwo\n' });
  const { stdout } = await here.run(['snapshot', 'diff'], { columns: 100 });
  assert.ok(stdout.includes('\u001b[31m-one\u001b[39m'), stdout);
  assert.ok(stdout.includes('\u001b[32m+\\u001b[2Jtwo\u001b[39m'), stdout);
  assert.equal((await here.run(['snapshot', 'diff'], plain)).stdout.includes('\u001b'), false);
});

test('without a snapshot each action says so and makes no store', async (t) => {
  const here = testProject(t, { 'a.txt': '1' });
  const text = /no snapshots of .*project; to take some, add \{on: \[turn\.start, tool\.after\], use: snapshot\}/;
  const empty = await here.run(['snapshot', 'list']);
  assert.equal(empty.code, 0);
  assert.match(empty.stdout, text);
  assert.deepEqual(await listed(here), []);
  for (const args of [['diff'], ['diff', 'abcd'], ['restore', 'abcd', '--yes']]) {
    const { code, stderr } = await here.run(['snapshot', ...args]);
    assert.equal(code, 1, args.join(' '));
    assert.match(stderr, text);
  }
  assert.equal(existsSync(join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook', 'snapshots')), false);
});

test('outside a repository that is said too', async (t) => {
  const here = testProject(t, { 'a.txt': '1' });
  rmSync(join(here.dir, '.git'), { recursive: true });
  assert.match((await here.run(['snapshot', 'list'])).stdout, /it is not in a git repository/);
});

const mistakes: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['an unknown action', ['drop'], /'drop' is invalid.*list, diff, restore/],
  ['a list of an id', ['list', 'abcd'], /takes no id, got abcd/],
  ['a restore of nothing', ['restore'], /which snapshot\? "anyhook snapshot list" shows their ids/],
  ['an id that is not there', ['restore', 'abcdef12', '--yes'], /there is no snapshot "abcdef12" of .*snapshot list/],
  ['an id that is an option of git', ['diff', '--', '--all'], /there is no snapshot "--all"/],
];
for (const [what, args, expected] of mistakes) {
  test(`${what} is one clear line and exit 1`, async (t) => {
    const here = withSnapshots(t, { 'a.txt': '1' });
    await take(here);
    const { code, stdout, stderr } = await here.run(['snapshot', ...args]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, expected);
    assert.equal(stderr.trimEnd().includes('\n'), false);
  });
}

test('restore --json says what was done, and cannot ask', async (t) => {
  const here = withSnapshots(t, { 'a.txt': '1', 'b.txt': '1' });
  await take(here);
  const id = await idOf(here);
  here.write({ 'a.txt': '2' });
  const asking = await here.run(['snapshot', 'restore', id, '--json']);
  assert.deepEqual(
    [asking.code, JSON.parse(asking.stdout)],
    [1, { error: { code: 'BAD_ARGUMENT', message: '--json cannot ask: add --yes' } }],
  );
  const { before, ...done } = await here.json<{ before: string }>(['snapshot', 'restore', id, '--yes', '--json']);
  assert.deepEqual(done, { id, restored: ['a.txt'], removed: [] });
  assert.equal(before, await idOf(here));
  const nothing = await here.json(['snapshot', 'restore', id, '--yes', '--json']);
  assert.deepEqual(nothing, { id, restored: [], removed: [] });
});
