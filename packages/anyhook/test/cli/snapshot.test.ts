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
  readonly label: string;
  readonly files: number;
  readonly changed: number;
}

const listed = async (here: TestProject) =>
  (await here.json<{ snapshots?: readonly Listed[] }>(['undo', '--list', '--json'])).snapshots ?? [];
const take = (here: TestProject) => here.json(['fire', 'turn.start', '--json']);
const plain = { columns: 120, env: { NO_COLOR: '1' } };

test("undo --list shows each snapshot's time, event and number of files", async (t) => {
  const here = withSnapshots(t, { 'a.txt': '1', 'b.txt': '1' });
  await take(here);
  here.write({ 'a.txt': '2' });
  await here.json(['fire', 'tool.after', '--tool', 'write', '--session', 's1', '--json']);
  assert.deepEqual(
    (await listed(here)).map(({ label, files, changed }) => ({ label, files, changed })),
    [
      { label: 'turn.start (session manual)', files: 2, changed: 2 },
      { label: 'tool.after write (session s1)', files: 2, changed: 1 },
    ],
  );
  const { stdout } = await here.run(['undo', '--list']);
  const [head, first, second] = stdout.split('\n');
  assert.match(head ?? '', /^snapshot +taken +files +changed +event$/);
  assert.match(first ?? '', /^[0-9a-f]{10} {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}2 +2 +turn\.start \(session manual\)$/);
  assert.match(second ?? '', /2 +1 +tool\.after write \(session s1\)$/);
});

test('undo --snapshot restores deleted and changed files byte for byte, git sees nothing of it, and redo works', async (t) => {
  const bytes = Buffer.from([0, 255, 13, 10, 10, 128, 7]);
  const here = withSnapshots(t, { 'src/a.ts': 'one\r\ntwo\n', 'kept.txt': 'same' });
  writeFileSync(join(here.dir, 'blob.bin'), bytes);
  const view = () => [
    git(here.dir, '--no-optional-locks', 'status', '--porcelain'),
    git(here.dir, 'for-each-ref'),
    readFileSync(join(here.dir, '.git/index')).toString('hex'),
  ];
  const before = view();
  await take(here);
  rmSync(join(here.dir, 'blob.bin'));
  here.write({ 'src/a.ts': 'broken\n' });
  const { code, stdout, stderr } = await here.run(['undo', '--snapshot', 'latest', '--yes']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^snapshot [0-9a-f]{10} of .*, turn\.start \(session manual\)\n/);
  assert.match(stdout, /Restored 2 files\. Changed your mind\? anyhook undo --redo\n$/);
  assert.deepEqual(readFileSync(join(here.dir, 'blob.bin')), bytes);
  assert.equal(readFileSync(join(here.dir, 'src/a.ts'), 'utf8'), 'one\r\ntwo\n');
  assert.deepEqual(view(), before);
  assert.equal((await here.run(['undo', '--redo', '--yes'])).code, 0);
  assert.equal(readFileSync(join(here.dir, 'src/a.ts'), 'utf8'), 'broken\n');
  assert.equal(existsSync(join(here.dir, 'blob.bin')), false);
});

test('a snapshot is restored only after a yes, and new files are removed only if named', async (t) => {
  const here = withSnapshots(t, { 'a.txt': '1', 'b.txt': '1' });
  await take(here);
  const id = (await listed(here))[0]?.id.slice(0, 8) ?? '';
  here.write({ 'a.txt': '2', 'b.txt': '2', 'new.txt': 'n' });
  const no = await here.run(['undo', '--snapshot', id, 'a.txt'], { ...plain, stdin: 'n\n' });
  assert.match(no.stdout, /Restore 1 file\? y, N, d for the diff: Nothing was changed\.\n$/);
  const text = (path: string) => readFileSync(join(here.dir, path), 'utf8');
  assert.equal(text('a.txt'), '2');
  assert.match((await here.run(['undo', '--snapshot', id])).stderr, /^anyhook: undo asks before it writes: add --yes/);
  await here.run(['undo', '--snapshot', id, 'a.txt'], { ...plain, stdin: 'y\n' });
  assert.deepEqual([text('a.txt'), text('b.txt')], ['1', '2']);
  await here.run(['undo', '--snapshot', id, '--yes']);
  assert.deepEqual([text('b.txt'), existsSync(join(here.dir, 'new.txt'))], ['1', true]);
  assert.match((await here.run(['undo', '--snapshot', id, '--yes'])).stdout, /^Nothing differs from snapshot /);
  await here.run(['undo', '--snapshot', id, 'new.txt', '--yes']);
  assert.equal(existsSync(join(here.dir, 'new.txt')), false);
});

test('the old command "snapshot" still works, and names the undo options to use', async (t) => {
  const here = withSnapshots(t, { 'a.txt': 'one\n' });
  await take(here);
  here.write({ 'a.txt': 'two\n' });
  const list = await here.run(['snapshot', 'list']);
  assert.deepEqual([list.code, list.stderr], [0, 'anyhook: "anyhook snapshot" is now "anyhook undo --list"\n']);
  assert.equal(list.stdout, (await here.run(['undo', '--list'])).stdout);
  const diff = await here.run(['snapshot', 'diff', '--json']);
  assert.match(JSON.parse(diff.stdout).patch, /-one\n\+two\n$/);
  assert.equal(readFileSync(join(here.dir, 'a.txt'), 'utf8'), 'two\n');
  const id = (await listed(here))[0]?.id.slice(0, 10) ?? '';
  const { stderr } = await here.run(['snapshot', 'restore', id, 'a.txt', '--yes']);
  assert.equal(stderr, `anyhook: "anyhook snapshot" is now "anyhook undo --snapshot ${id}"\n`);
  assert.equal(readFileSync(join(here.dir, 'a.txt'), 'utf8'), 'one\n');
});

const mistakes: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['an unknown action', ['snapshot', 'drop'], /unknown command 'snapshot'/],
  ['a restore of nothing', ['snapshot', 'restore'], /--snapshot <id>' argument missing/],
  ['an unknown id', ['undo', '--snapshot', 'abcdef12', '--yes'], /no snapshot "abcdef12" of .*anyhook undo --list/],
  ['a snapshot and a turn', ['undo', '--snapshot', 'latest', '--session', '--yes'], /cannot be used with/],
];
for (const [what, args, expected] of mistakes) {
  test(`${what} is an error with exit code 1`, async (t) => {
    const here = withSnapshots(t, { 'a.txt': '1' });
    await take(here);
    const { code, stdout, stderr } = await here.run(args);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, expected);
  });
}

test('undo --list without snapshots says so, and creates no store', async (t) => {
  const here = testProject(t, { 'a.txt': '1' });
  assert.deepEqual(await listed(here), []);
  assert.match((await here.run(['undo', '--snapshot', 'latest', '--yes'])).stderr, /there are no snapshots of /);
  assert.equal(existsSync(join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook', 'snapshots')), false);
});
