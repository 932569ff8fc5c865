import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findSafeProgram, pathVariable, withoutPackagePath } from './find-program.js';

/** A project and, next to it, a folder of tools; returns the search in the project. */
function world(t: TestContext) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-find-')));
  t.after(() => rmSync(base, { recursive: true, force: true }));
  const project = join(base, 'outer/project');
  mkdirSync(join(project, '.git'), { recursive: true });
  const program = (path: string) => {
    const file = join(base, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o755);
    return dirname(file);
  };
  const find = (path: readonly string[], folder = project) =>
    findSafeProgram('tool', { PATH: path.join(':') }, [folder]);
  return { base, project, program, find };
}

test('a program outside the project is found, and its PATH has no project folder', (t) => {
  const { program, find } = world(t);
  const [inside, safe] = [program('outer/project/bin/tool'), program('tools/tool')];
  const found = find([inside, '.', '', 'bin', safe, '/usr/bin']);
  assert.ok(found.kind === 'found');
  assert.deepEqual([found.file, found.safePath()], [join(safe, 'tool'), `${safe}:/usr/bin`]);
});

test('a program in the project is refused, however its folder is spelled or linked', (t) => {
  const { base, program, find, project } = world(t);
  const inside = program('outer/project/bin/tool');
  symlinkSync(inside, join(base, 'link'));
  for (const path of [inside, `${project}/src/../bin`, join(base, 'link'), '/proc/self/cwd/bin']) {
    const found = find([path]);
    if (path.startsWith('/proc')) assert.equal(found.kind, 'absent');
    else
      assert.ok(found.kind === 'refused' && /tool is not started: its folder is inside the project$/.test(found.why));
  }
  mkdirSync(join(base, 'elsewhere'));
  symlinkSync(join(inside, 'tool'), join(base, 'elsewhere/tool'));
  const linked = find([join(base, 'elsewhere')]);
  assert.ok(linked.kind === 'refused' && /it leads into the project$/.test(linked.why));
});

test('a nested project cannot use programs of the outer project', (t) => {
  const { base, program, find } = world(t);
  const outer = program('outer/bin/tool');
  assert.equal(find([outer]).kind, 'found');
  mkdirSync(join(base, 'outer/.git'));
  assert.equal(find([outer]).kind, 'refused');
});

test('programs in folders of package managers are refused', (t) => {
  const { program, find } = world(t);
  assert.equal(find([program('above/node_modules/.bin/tool')]).kind, 'refused');
});

test('a program that other users may write is refused, with the reason', (t) => {
  const { program, find } = world(t);
  const rows: readonly [number, boolean][] = [
    [0o755, true],
    [0o777, false],
    [0o1777, false],
    [0o757, false],
  ];
  for (const [mode, isFound] of rows) {
    const folder = program(`mode-${mode}/tool`);
    chmodSync(folder, mode);
    const found = find([folder]);
    assert.equal(found.kind, isFound ? 'found' : 'refused', mode.toString(8));
    if (found.kind === 'refused') assert.match(found.why, /tool is not started: other users may write to its folder/);
  }
  const below = program('open/bin/tool');
  chmodSync(dirname(below), 0o777);
  assert.match(JSON.stringify(find([below])), /other users may write to .*open/);
  const file = program('file/tool');
  chmodSync(join(file, 'tool'), 0o777);
  assert.match(JSON.stringify(find([file])), /other users may write to it/);
});

test('a program in a folder of another user or group is refused', {
  skip: process.getuid?.() !== 0 && 'only root can do this',
}, (t) => {
  const { program, find } = world(t);
  const foreign = program('foreign/tool');
  chownSync(foreign, 65534, 65534);
  assert.match(JSON.stringify(find([foreign])), /its folder belongs to another user/);
  const grouped = program('grouped/tool');
  chownSync(grouped, 0, 65534);
  chmodSync(grouped, 0o775);
  assert.match(JSON.stringify(find([grouped])), /other users may write to its folder/);
});

test('the next PATH folder is used if the first one is refused', (t) => {
  const { program, find } = world(t);
  const [open, safe] = [program('open/tool'), program('safe/tool')];
  chmodSync(open, 0o777);
  const found = find([open, safe]);
  assert.ok(found.kind === 'found' && found.file === join(safe, 'tool'));
});

test('programs outside are found if the project is the root folder', (t) => {
  const { program, find } = world(t);
  const tools = program('tools/tool');
  assert.equal(find([tools], '/').kind, 'found');
});

test('PATH is read from a plain Windows environment, where it is named Path', () => {
  const env = { Path: 'C:\\x' };
  assert.deepEqual([pathVariable(env, 'win32'), pathVariable(env, 'linux')], ['C:\\x', undefined]);
  assert.equal(pathVariable({ Path: 'C:\\old', PATH: 'C:\\new' }, 'win32'), 'C:\\new');
});

test('folders of package managers are removed from PATH, however the variable is spelled', () => {
  assert.deepEqual(withoutPackagePath({ A: '1', Path: 'C:\\p\\node_modules\\.bin;C:\\x;D:\\y' }, 'win32'), {
    A: '1',
    Path: 'C:\\x;D:\\y',
  });
  assert.deepEqual(withoutPackagePath({ PATH: '/p/node_modules/.bin:/bin' }, 'linux'), { PATH: '/bin' });
  assert.deepEqual(withoutPackagePath({ A: '1' }, 'win32'), { A: '1' });
});
