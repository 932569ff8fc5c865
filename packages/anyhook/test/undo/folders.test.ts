import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { isWindows } from '../support/systems.js';
import { undoWorld } from './undo-world.js';

const files = { 'a.txt': 'a\n', 'src/c.ts': 'c\n', '.gitignore': 'cache/\n' };

test('undo restores a removed empty folder with its permissions, and removes a created one', async () => {
  using here = undoWorld(files);
  mkdirSync(here.at('logs/today'), { recursive: true });
  chmodSync(here.at('logs/today'), 0o700);
  const before = here.files();
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    rmSync(here.at('logs'), { recursive: true });
    mkdirSync(here.at('made/deep'), { recursive: true });
  });
  await here.done('s');
  assert.deepEqual(await here.undo(), { taken: ['logs/today', 'made/deep'], left: [] });
  assert.deepEqual(here.files(), before);
  assert.ok(!existsSync(here.at('made')));
});

test('undo empties a formerly empty folder in which a turn wrote, by tool or shell', async () => {
  using here = undoWorld(files);
  for (const folder of ['by-tool', 'by-shell', 'filled']) mkdirSync(here.at(folder));
  const before = here.files();
  await here.prompt('s');
  await here.write('s', 'by-tool/x.txt', () => writeFileSync(here.at('by-tool/x.txt'), 'x'));
  await here.shell('s', 'make', () => writeFileSync(here.at('by-shell/x.txt'), 'x'));
  await here.done('s');
  writeFileSync(here.at('filled/mine.txt'), 'person');
  assert.deepEqual((await here.undo()).left, []);
  rmSync(here.at('filled/mine.txt'));
  assert.deepEqual(here.files(), before);
});

test("undo keeps an empty folder made by others during a turn when it removes the agent's file in it", async () => {
  using here = undoWorld(files);
  await here.prompt('s');
  mkdirSync(here.at('theirs/deep'), { recursive: true });
  chmodSync(here.at('theirs/deep'), 0o750);
  const before = here.files();
  await here.write('s', 'theirs/deep/new/x.txt', () => {
    mkdirSync(here.at('theirs/deep/new'));
    writeFileSync(here.at('theirs/deep/new/x.txt'), 'x');
  });
  await here.done('s');
  assert.deepEqual((await here.undo()).left, []);
  assert.deepEqual(here.files(), before);
});

test('undo refills a folder that a turn emptied', async () => {
  using here = undoWorld(files);
  mkdirSync(here.at('cache'));
  const before = here.files();
  await here.prompt('s');
  await here.shell('s', 'make', () => rmSync(here.at('src/c.ts')));
  await here.done('s');
  assert.deepEqual(await here.undo(), { taken: ['src/c.ts'], left: [] });
  assert.deepEqual(here.files(), before);
});

test('undo reverts an empty folder replaced by a file, and a file replaced by a folder', async () => {
  using here = undoWorld(files);
  mkdirSync(here.at('empty'));
  const before = here.files();
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    rmdirSync(here.at('empty'));
    writeFileSync(here.at('empty'), 'a file now');
    rmSync(here.at('a.txt'));
    mkdirSync(here.at('a.txt'));
  });
  await here.done('s');
  assert.deepEqual((await here.undo()).left, []);
  assert.deepEqual(here.files(), before);
});

test('undo restores a removed private folder with private permissions', async () => {
  using here = undoWorld({ ...files, 'keys/id': 'secret\n', 'lib/a.ts': 'a', 'lib/b/c.ts': 'c' });
  chmodSync(here.at('keys'), 0o700);
  await here.prompt('s');
  await here.shell('s', 'make', () => rmSync(here.at('keys'), { recursive: true }));
  await here.done('s');
  await here.undo();
  assert.equal(statSync(here.at('keys')).mode & 0o777, 0o700);
});

test('undo keeps an empty folder that a person creates meanwhile', async () => {
  using here = undoWorld(files);
  await here.prompt('s');
  await here.shell('s', 'make', () => writeFileSync(here.at('a.txt'), 'x'));
  mkdirSync(here.at('mine'));
  await here.shell('s', 'make', () => mkdirSync(here.at('theirs')));
  await here.done('s');
  assert.deepEqual(await here.undo(), { taken: ['a.txt', 'theirs'], left: [] });
  assert.ok(existsSync(here.at('mine')));
});

test('undo keeps a folder that a person emptied between two calls, even if the next call writes in it', async () => {
  using here = undoWorld({ ...files, 'idle/d.ts': 'd\n' });
  await here.prompt('s');
  for (const path of ['src/c.ts', 'idle/d.ts']) rmSync(here.at(path));
  const before = here.files();
  await here.shell('s', 'make', () => writeFileSync(here.at('src/new.ts'), 'n\n'));
  await here.done('s');
  assert.deepEqual((await here.undo()).left, []);
  assert.deepEqual(here.files(), before);
});

test('undo does not restore a newly ignored empty folder that a person removed', async () => {
  using here = undoWorld(files);
  mkdirSync(here.at('theirs'));
  await here.prompt('s');
  await here.shell('s', 'make', () => writeFileSync(here.at('.gitignore'), 'cache/\ntheirs/\n'));
  rmdirSync(here.at('theirs'));
  await here.done('s');
  assert.deepEqual(await here.undo(), { taken: ['.gitignore'], left: [] });
  assert.ok(!existsSync(here.at('theirs')));
});

test('undo restores a project without git that a turn emptied', async () => {
  using here = undoWorld({ 'only.txt': 'o\n' }, { isPlain: true });
  await here.prompt('s');
  await here.shell('s', 'make', () => rmSync(here.at('only.txt')));
  await here.done('s');
  assert.deepEqual(await here.undo(), { taken: ['only.txt'], left: [] });
});

test('undo removes a folder that a turn made in one call and emptied in a later one, by tool or shell', async () => {
  using here = undoWorld(files);
  const before = here.files();
  const fill = (path: string) => () => {
    mkdirSync(here.at(path));
    writeFileSync(here.at(`${path}/x.txt`), 'x');
  };
  await here.prompt('s');
  await here.shell('s', 'make', fill('by-shell'));
  await here.write('s', 'by-tool/x.txt', fill('by-tool'));
  await here.shell('s', 'make', () => writeFileSync(here.at('a.txt'), 'new\n'));
  fill('theirs')();
  await here.shell('s', 'make', () => {
    for (const path of ['by-shell', 'by-tool', 'theirs']) rmSync(here.at(`${path}/x.txt`));
  });
  await here.done('s');
  assert.deepEqual((await here.undo()).left, []);
  assert.deepEqual(here.files(), { ...before, 'theirs/x.txt': `${isWindows ? '666' : '644'} x` });
});

test('undo restores read-only files and folders', async () => {
  using here = undoWorld({ 'a.txt': 'a\n', 'fixed/b.txt': 'b\n', 'fixed/c.txt': 'c\n' });
  const setModes = (folder: number, file: number) => {
    chmodSync(here.at('fixed'), folder);
    for (const name of ['fixed/b.txt', 'fixed/c.txt']) if (existsSync(here.at(name))) chmodSync(here.at(name), file);
  };
  setModes(0o555, 0o444);
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    setModes(0o755, 0o644);
    writeFileSync(here.at('fixed/b.txt'), 'agent\n');
    rmSync(here.at('fixed/c.txt'));
  });
  await here.done('s');
  assert.deepEqual(await here.undo(), { taken: ['fixed/b.txt', 'fixed/c.txt'], left: [] });
  for (const name of ['b', 'c']) {
    assert.equal(readFileSync(here.at(`fixed/${name}.txt`), 'utf8'), `${name}\n`);
    assert.equal(statSync(here.at(`fixed/${name}.txt`)).mode & 0o777, 0o444);
  }
});

test('undo keeps a folder from before the turn, even if others removed its content', async () => {
  using here = undoWorld({ 'a.txt': 'a\n', 'src/b.txt': 'b\n' });
  await here.prompt('s');
  await here.shell('s', 'make', () => mkdirSync(here.at('src/new')));
  await here.done('s');
  rmSync(here.at('src/b.txt'));
  assert.deepEqual((await here.undo()).taken, ['src/new']);
  assert.ok(existsSync(here.at('src')));
  assert.equal(existsSync(here.at('src/new')), false);
});

test("undo keeps a person's ignored empty folder that a changed rule makes visible", async () => {
  using here = undoWorld(files);
  await here.prompt('s');
  // Right before the call: its time alone does not tell whose it is.
  mkdirSync(here.at('cache'));
  await here.shell('s', 'make', () => writeFileSync(here.at('.gitignore'), ''));
  await here.done('s');
  assert.deepEqual((await here.undo()).taken, ['.gitignore']);
  assert.ok(existsSync(here.at('cache')));
});
