import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { blobId } from '../../src/platform/git/loose-object.js';
import { storeFolder } from '../../src/undo/shadow-git.js';
import { settleKilledUndos } from '../../src/undo/take-back.js';
import { markUndoDone, writeUndoNote } from '../../src/undo/undo-note.js';
import { undoWorld } from './undo-world.js';

const files = { 'a.txt': 'a\n', 'src/c.ts': 'c\n' };

/** An undo of `a.txt` that was killed right after it had moved the file away. */
async function killUndo(here: ReturnType<typeof undoWorld>): Promise<string> {
  await here.prompt('s');
  await here.shell('s', 'make', () => writeFileSync(here.at('a.txt'), 'x'));
  await here.done('s');
  const prepared = await here.prepare();
  if (prepared.kind !== 'prepared') assert.fail(prepared.kind);
  const folder = '.anyhook-undo-1';
  mkdirSync(here.at(folder));
  writeUndoNote(storeFolder(here.root, here.place.env), folder, prepared.plan.items);
  renameSync(here.at('a.txt'), here.at(`${folder}/o0`));
  return folder;
}

test('what a killed undo had moved away is put back by the next one', async () => {
  using here = undoWorld(files);
  const folder = await killUndo(here);
  assert.deepEqual(await settleKilledUndos(here.place), []);
  assert.equal(readFileSync(here.at('a.txt'), 'utf8'), 'x');
  assert.ok(!existsSync(here.at(folder)));
  assert.deepEqual(await here.undo(), { taken: ['a.txt'], left: [] });
  assert.equal(readFileSync(here.at('a.txt'), 'utf8'), 'a\n');
});

test('what a killed undo cannot put back stays in its folder, is named, and goes back when there is room', async () => {
  using here = undoWorld(files);
  const folder = await killUndo(here);
  writeFileSync(here.at('a.txt'), 'a person was faster');
  const stranded = [{ folder, isNoted: true, files: [{ path: 'a.txt', place: `${folder}/o0` }] }];
  for (let i = 0; i < 2; i++) assert.deepEqual(await settleKilledUndos(here.place), stranded);
  assert.equal(readFileSync(here.at('a.txt'), 'utf8'), 'a person was faster');
  rmSync(here.at('a.txt'));
  assert.deepEqual(await settleKilledUndos(here.place), []);
  assert.equal(readFileSync(here.at('a.txt'), 'utf8'), 'x');
  assert.ok(!existsSync(here.at(folder)));
});

test('what somebody put into the folder of a killed undo is not put in place', async () => {
  using here = undoWorld(files);
  const folder = await killUndo(here);
  writeFileSync(here.at(`${folder}/o0`), 'planted');
  assert.deepEqual(
    (await settleKilledUndos(here.place)).map((one) => one.files.map(({ path }) => path)),
    [['a.txt']],
  );
  assert.ok(!existsSync(here.at('a.txt')));
});

test('an undo that was killed after its end leaves nothing behind and changes nothing', async () => {
  using here = undoWorld(files);
  const folder = await killUndo(here);
  writeFileSync(here.at('a.txt'), 'a\n');
  markUndoDone(storeFolder(here.root, here.place.env), folder);
  assert.deepEqual(await settleKilledUndos(here.place), []);
  assert.equal(readFileSync(here.at('a.txt'), 'utf8'), 'a\n');
  assert.ok(!existsSync(here.at(folder)));
});

/** A folder as an undo of version 0.2.0 left it when it was killed. */
function oldUndoFolder(here: ReturnType<typeof undoWorld>, path: string, content: string): string {
  const folder = '.anyhook-undo-old';
  mkdirSync(here.at(folder));
  writeFileSync(here.at(`${folder}/o0`), content);
  const current = { mode: '100644', id: blobId(Buffer.from(content)), permissions: 0o644 };
  writeFileSync(here.at(`${folder}/plan.json`), JSON.stringify({ files: [{ path, current, target: null }] }));
  return folder;
}

test('a folder of an undo that the store does not know is put back only if a person says so', async () => {
  using here = undoWorld(files);
  await here.prompt('s');
  await here.done('s');
  const folder = oldUndoFolder(here, 'src/new.txt', 'planted');
  const found = [{ folder, isNoted: false, files: [{ path: 'src/new.txt', place: `${folder}/o0` }] }];
  await here.prepare();
  assert.deepEqual(await settleKilledUndos(here.place), found);
  assert.ok(!existsSync(here.at('src/new.txt')));
  assert.deepEqual(await settleKilledUndos(here.place, folder), []);
  assert.equal(readFileSync(here.at('src/new.txt'), 'utf8'), 'planted');
  assert.ok(!existsSync(here.at(folder)));
});

for (const path of ['../out.txt', '.git/hooks/pre-commit', 'link/out.txt', '/tmp/anyhook-out.txt'])
  test(`a folder that a person takes for one of an undo writes nothing to ${path}`, async () => {
    using here = undoWorld(files);
    await here.prompt('s');
    await here.done('s');
    symlinkSync('..', here.at('link'));
    const folder = oldUndoFolder(here, path, 'planted');
    const left = await settleKilledUndos(here.place, folder);
    assert.deepEqual(
      left.map((one) => [one.isNoted, one.files.length]),
      [[true, 1]],
    );
    for (const place of ['../out.txt', '.git/hooks/pre-commit', '/tmp/anyhook-out.txt'])
      assert.ok(!existsSync(resolve(here.root, place)));
  });

for (const [what, text] of [
  ['is no JSON', '{'],
  ['has no files', '{}'],
  ['has files of another shape', '{"files":[{"path":1}]}'],
  ['is null', 'null'],
] as const)
  test(`a folder of an undo that nobody knows is left alone if its plan ${what}`, async () => {
    using here = undoWorld(files);
    await here.prompt('s');
    await here.done('s');
    const folder = oldUndoFolder(here, 'a.txt', 'planted');
    writeFileSync(here.at(`${folder}/plan.json`), text);
    assert.deepEqual(await settleKilledUndos(here.place, folder), []);
    assert.ok(existsSync(here.at(`${folder}/o0`)));
  });
