import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { blobId } from '../../../core/src/platform/git/loose-object.js';
import { storeFolder } from '../../../undo/src/shadow-git.js';
import { lastUndo, type PreparedUndo, planRedo, settleKilledUndos, withStore } from '../../../undo/src/undo.js';
import { markUndoDone, writeUndoNote } from '../../../undo/src/undo-journal.js';
import type { UndoRecord } from '../../../undo/src/undo-record.js';
import { git } from '../builtin-world.js';
import { undoWorld } from './undo-world.js';

const files = { 'a.txt': 'a\n', 'src/c.ts': 'c\n' };
const folder = '.anyhook-undo-1';

type World = ReturnType<typeof undoWorld>;
const storeOf = ({ root, place }: World): string => storeFolder(root, place.env);
const textOf = (here: World, path: string): string | undefined =>
  existsSync(here.at(path)) ? readFileSync(here.at(path), 'utf8') : undefined;

/** An undo of `a.txt`, which an agent changed to "x", that was killed right after it had moved the file away. */
async function killUndo(here: World): Promise<PreparedUndo> {
  await here.prompt('s');
  await here.shell('s', 'make', () => writeFileSync(here.at('a.txt'), 'x'));
  await here.done('s');
  const prepared = await here.prepare();
  if (prepared.kind !== 'prepared') assert.fail(prepared.kind);
  const record = recordOf(prepared);
  mkdirSync(here.at(folder));
  writeFileSync(here.at(`${folder}/n0`), 'a\n');
  writeUndoNote(storeOf(here), folder, { files: prepared.plan.items, record });
  renameSync(here.at('a.txt'), here.at(`${folder}/o0`));
  return prepared;
}

function recordOf({ turns, plan }: PreparedUndo): UndoRecord {
  const ids = turns.map(({ id }) => id);
  return { id: '1', at: Date.now(), turns: ids, whole: ids, items: plan.items, left: [] };
}

/** The paths that are not restored, with the reasons. */
const strandedOf = async (here: World): Promise<readonly string[]> =>
  (await settleKilledUndos(here.place)).stranded.flatMap((one) => one.files.map(({ path, why }) => `${path}: ${why}`));

const inTheWay = ['a.txt: something else is in its place'];

test('the next undo puts back files that a killed undo had moved away, and says so', async () => {
  using here = undoWorld(files);
  await killUndo(here);
  assert.deepEqual(await settleKilledUndos(here.place), { putBack: ['a.txt'], stranded: [], unknown: [] });
  assert.equal(textOf(here, 'a.txt'), 'x');
  assert.ok(!existsSync(here.at(folder)));
  assert.deepEqual(await here.undo(), { taken: ['a.txt'], left: [] });
  assert.equal(textOf(here, 'a.txt'), 'a\n');
});

test('files that a killed undo had put in place are replaced by their previous content', async () => {
  using here = undoWorld(files);
  await killUndo(here);
  renameSync(here.at(`${folder}/n0`), here.at('a.txt'));
  assert.deepEqual((await settleKilledUndos(here.place)).putBack, ['a.txt']);
  assert.equal(textOf(here, 'a.txt'), 'x');
});

test('a file that a person restored after a killed undo is kept', async () => {
  using here = undoWorld(files);
  await killUndo(here);
  git(here.root, 'checkout', '--', 'a.txt');
  for (let i = 0; i < 2; i++) assert.deepEqual(await strandedOf(here), inTheWay);
  rmSync(here.at(`${folder}/n0`));
  assert.deepEqual(await strandedOf(here), inTheWay);
  assert.equal(textOf(here, 'a.txt'), 'a\n');
});

test("a file that cannot be put back stays in the killed undo's folder, is named, and is restored later", async () => {
  using here = undoWorld(files);
  await killUndo(here);
  writeFileSync(here.at('a.txt'), 'a person was faster');
  for (let i = 0; i < 2; i++) assert.deepEqual(await strandedOf(here), inTheWay);
  assert.equal(textOf(here, 'a.txt'), 'a person was faster');
  rmSync(here.at('a.txt'));
  assert.deepEqual((await settleKilledUndos(here.place)).putBack, ['a.txt']);
  assert.equal(textOf(here, 'a.txt'), 'x');
  assert.ok(!existsSync(here.at(folder)));
});

test('a moved-away file that exists again unchanged is not named', async () => {
  using here = undoWorld(files);
  await killUndo(here);
  writeFileSync(here.at('a.txt'), 'x');
  assert.deepEqual(await strandedOf(here), []);
  assert.ok(!existsSync(here.at(folder)));
});

test("files that others put into a killed undo's folder are not restored", async () => {
  using here = undoWorld(files);
  await killUndo(here);
  writeFileSync(here.at(`${folder}/o0`), 'planted');
  assert.deepEqual(await strandedOf(here), ['a.txt: it is not what was moved away']);
  assert.equal(textOf(here, 'a.txt'), undefined);
});

test("files lost with a killed undo's folder are named once", async () => {
  using here = undoWorld(files);
  await killUndo(here);
  rmSync(here.at(folder), { recursive: true });
  assert.deepEqual(await strandedOf(here), ['a.txt: it was lost with the folder of the undo']);
  assert.deepEqual(await strandedOf(here), []);
});

test('a note truncated by a crash does not block undo, and the plan in the folder leads to the question', async () => {
  using here = undoWorld(files);
  const { plan } = await killUndo(here);
  writeFileSync(join(storeOf(here), 'under-way', `${folder}.json`), '');
  writeFileSync(here.at(`${folder}/plan.json`), JSON.stringify({ files: plan.items }));
  const { unknown } = await settleKilledUndos(here.place);
  assert.deepEqual(
    unknown.map((one) => one.files.map(({ path }) => path)),
    [['a.txt']],
  );
  assert.deepEqual((await settleKilledUndos(here.place, unknown[0])).putBack, ['a.txt']);
  assert.equal(textOf(here, 'a.txt'), 'x');
});

test('an undo killed after its last step is recorded and can be redone', async () => {
  using here = undoWorld(files);
  await killUndo(here);
  renameSync(here.at(`${folder}/n0`), here.at('a.txt'));
  markUndoDone(storeOf(here), folder);
  assert.deepEqual(await settleKilledUndos(here.place), { putBack: [], stranded: [], unknown: [] });
  assert.equal(textOf(here, 'a.txt'), 'a\n');
  assert.ok(!existsSync(here.at(folder)));
  assert.ok(here.turns()[0]?.undone);
  const record = lastUndo(here.place) ?? assert.fail('no record');
  const plan = await withStore(here.place, async (shadow) => planRedo(shadow, record));
  assert.deepEqual(
    plan.items.map(({ path }) => path),
    ['a.txt'],
  );
});

test("a snapshot ignores a killed undo's folder, so it is not attributed to an agent", async () => {
  using here = undoWorld(files);
  await killUndo(here);
  await here.prompt('t');
  await here.shell('t', 'make', () => {
    writeFileSync(here.at(`${folder}/n1`), '');
    writeFileSync(here.at('b.txt'), 'b');
  });
  await here.done('t');
  assert.deepEqual((await here.undo()).taken, ['b.txt']);
  assert.ok(existsSync(here.at(`${folder}/o0`)));
});

/** A folder as an undo of version 0.2.0 left it when it was killed. */
function oldUndoFolder(here: World, path: string, content: string, more: readonly unknown[] = []): string {
  const old = '.anyhook-undo-old';
  mkdirSync(here.at(old));
  writeFileSync(here.at(`${old}/o0`), content);
  const plan = { files: [{ path, current: stateOf(content), target: null }, ...more] };
  writeFileSync(here.at(`${old}/plan.json`), JSON.stringify(plan));
  return old;
}

const stateOf = (content: string) => ({ mode: '100644', id: blobId(Buffer.from(content)), permissions: 0o644 });

/** Root can read any folder, and Windows has no such permissions. */
const readsEverything = process.platform === 'win32' || process.getuid?.() === 0;

async function worldWithTurn(): Promise<World> {
  const here = undoWorld(files);
  await here.prompt('s');
  await here.done('s');
  return here;
}

test('an undo folder unknown to the store is restored only if a person agrees', async () => {
  using here = await worldWithTurn();
  const old = oldUndoFolder(here, 'src/new.txt', 'planted');
  await here.prepare();
  const { putBack, unknown } = await settleKilledUndos(here.place);
  assert.deepEqual(putBack, []);
  assert.deepEqual(
    unknown.map((one) => one.files.map(({ path, place }) => [path, place])),
    [[['src/new.txt', `${old}/o0`]]],
  );
  assert.equal(textOf(here, 'src/new.txt'), undefined);
  assert.deepEqual((await settleKilledUndos(here.place, unknown[0])).putBack, ['src/new.txt']);
  assert.equal(textOf(here, 'src/new.txt'), 'planted');
  assert.ok(!existsSync(here.at(old)));
});

test('a yes only restores missing files, whatever the plan in the folder says', async () => {
  using here = await worldWithTurn();
  oldUndoFolder(here, 'NOTES.md', 'notes', [
    { path: 'src', current: null, target: null },
    { path: 'src/c.ts', current: null, target: stateOf('c\n') },
    { path: 'a.txt', current: stateOf('planted'), target: stateOf('a\n') },
  ]);
  writeFileSync(here.at('.anyhook-undo-old/o3'), 'planted');
  const { unknown } = await settleKilledUndos(here.place);
  assert.deepEqual(
    unknown[0]?.files.map(({ path }) => path),
    ['NOTES.md', 'a.txt'],
  );
  // Changing the plan while the person reads has no effect.
  writeFileSync(here.at('.anyhook-undo-old/plan.json'), '{"files":[]}');
  const { putBack, stranded } = await settleKilledUndos(here.place, unknown[0]);
  assert.deepEqual(putBack, ['NOTES.md']);
  assert.deepEqual(
    stranded.map((one) => one.files.map(({ path }) => path)),
    [['a.txt']],
  );
  assert.deepEqual([textOf(here, 'a.txt'), textOf(here, 'src/c.ts')], ['a\n', 'c\n']);
});

for (const path of [
  '../out.txt',
  '.git/hooks/pre-commit',
  '.GIT./hooks/pre-commit',
  'link/out.txt',
  '/tmp/anyhook-out.txt',
])
  test(`a forged undo folder that a person accepts writes nothing to ${path}`, async () => {
    using here = await worldWithTurn();
    symlinkSync('..', here.at('link'));
    oldUndoFolder(here, path, 'planted');
    const { unknown } = await settleKilledUndos(here.place);
    const { putBack, stranded } = await settleKilledUndos(here.place, unknown[0]);
    assert.deepEqual([putBack.length, stranded.length], [0, 1]);
    for (const place of ['../out.txt', '.git/hooks/pre-commit', '.GIT.', '/tmp/anyhook-out.txt'])
      assert.ok(!existsSync(resolve(here.root, place)));
  });

for (const [what, change] of [
  ['its plan is not JSON', (here: World) => writeFileSync(here.at('.anyhook-undo-old/plan.json'), '{')],
  ['its plan has no files', (here: World) => writeFileSync(here.at('.anyhook-undo-old/plan.json'), '{}')],
  ['its plan is null', (here: World) => writeFileSync(here.at('.anyhook-undo-old/plan.json'), 'null')],
  [
    'its plan has another shape',
    (here: World) => writeFileSync(here.at('.anyhook-undo-old/plan.json'), '{"files":[{"path":1}]}'),
  ],
  ['it cannot be read', (here: World) => chmodSync(here.at('.anyhook-undo-old'), 0o000)],
  [
    'it has a long name',
    (here: World) => renameSync(here.at('.anyhook-undo-old'), here.at(`.anyhook-undo-${'x'.repeat(200)}`)),
  ],
] as const)
  test(`an unknown undo folder is left unchanged if ${what}`, async () => {
    using here = await worldWithTurn();
    const old = oldUndoFolder(here, 'new.txt', 'planted');
    change(here);
    const { unknown } = await settleKilledUndos(here.place);
    if (!readsEverything || what !== 'it cannot be read') assert.deepEqual(unknown, []);
    assert.equal(textOf(here, 'new.txt'), undefined);
    if (existsSync(here.at(old))) chmodSync(here.at(old), 0o700);
  });
