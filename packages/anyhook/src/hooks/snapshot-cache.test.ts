import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { hookMdFiles, ProjectWorld } from '../../test/project-world.js';
import { snapshotDeps } from '../answer/engine.js';
import type { LoadProjectOptions } from './load.js';
import { takeProjectSnapshot } from './snapshot.js';

const files = {
  ...hookMdFiles('guard'),
  '.agents/anyhook.yaml': 'hooks:\n  - {on: tool.before, use: ./guard.mjs}\n  - {on: tool.after, run: ./after.sh}\n',
  'guard.mjs': 'export default () => {};\n',
  'after.sh': '#!/bin/sh\n',
  '.agents/hooks.yaml': 'hooks:\n  session_start:\n    - {type: command, command: ./start.sh}\n',
  '~/.config/anyhook/config.yaml': 'stopLimit: 5\n',
};

/** Counts how often the parsers are needed. */
function counted(): { readonly taken: () => number; readonly options: Pick<LoadProjectOptions, 'takeSnapshot'> } {
  let taken = 0;
  const take: LoadProjectOptions['takeSnapshot'] = async () => {
    taken++;
    return async (cwd, user) => takeProjectSnapshot(cwd, user, await snapshotDeps());
  };
  return { taken: () => taken, options: { takeSnapshot: take } };
}

/** A time long ago, in seconds. */
const long = 1_600_000_000;

/** Late enough for the file stamps to be trusted. */
const later = () => Date.now() + 60_000;

describe('a second load', () => {
  test('needs no parser if nothing changed', async (t) => {
    const world = new ProjectWorld(t, files);
    const { options } = counted();
    const first = await world.reopen(options);
    const second = await world.reopen();
    assert.deepEqual(JSON.parse(JSON.stringify(second)), JSON.parse(JSON.stringify(first)));
    assert.ok(first.hooks.length >= 4);
  });

  test('trusts stamps once they are old, and hashes nothing then', async (t) => {
    const world = new ProjectWorld(t, files);
    const { options } = counted();
    await world.reopen(options);
    const cache = join(world.user.state, 'cache');
    const lookedAt = () =>
      JSON.parse(readFileSync(join(cache, readdirSync(cache)[0] as string), 'utf8')).lookedAt as number;
    const before = lookedAt();
    await world.reopen({ now: later });
    assert.ok(lookedAt() > before, 'the contents were compared again, and the result was kept');
    const after = statSync(join(cache, readdirSync(cache)[0] as string)).mtimeMs;
    await world.reopen({ now: () => later() + 1_000 });
    assert.equal(statSync(join(cache, readdirSync(cache)[0] as string)).mtimeMs, after);
  });

  const changes: readonly [string, (world: ProjectWorld) => void][] = [
    ['a hook file', (world) => appendFileSync(world.path('.agents/hooks/guard/HOOK.md'), 'more\n')],
    ['a script', (world) => appendFileSync(world.path('.agents/hooks/guard/scripts/run.sh'), '# more\n')],
    ['a module', (world) => appendFileSync(world.path('guard.mjs'), '// more\n')],
    ['a script of a config command', (world) => appendFileSync(world.path('after.sh'), '# more\n')],
    ['the project config', (world) => appendFileSync(world.path('.agents/anyhook.yaml'), '# more\n')],
    ['the user config', (world) => appendFileSync(world.path('~/.config/anyhook/config.yaml'), '# more\n')],
    ['a new user config', (world) => writeFileSync(world.env['ANYHOOK_MANAGED_CONFIG'] as string, 'stopLimit: 3\n')],
    ['a deleted user config', (world) => world.remove('~/.config/anyhook/config.yaml')],
    ['a new hook', (world) => world.write(hookMdFiles('second'))],
    ['a new user hook', (world) => world.write(hookMdFiles('mine', undefined, undefined, '~/.config/agents/hooks'))],
    ['a deleted hook', (world) => world.remove('.agents/hooks/guard')],
    ['a deleted script', (world) => world.remove('.agents/hooks/guard/scripts/run.sh')],
    ['a new script next to it', (world) => world.write({ '.agents/hooks/guard/scripts/lib.sh': 'x' })],
    ['a new file of another format', (world) => world.write({ '.claude/settings.json': '{}' })],
    ['a script that was missing', (world) => world.write({ 'start.sh': '#!/bin/sh\n' })],
    ['an executable bit', (world) => chmodSync(world.path('.agents/hooks/guard/scripts/run.sh'), 0o644)],
    [
      'a file replaced by a link',
      (world) => {
        unlinkSync(world.path('guard.mjs'));
        world.write({ 'other.mjs': 'export default () => {};\n' });
        symlinkSync('other.mjs', world.path('guard.mjs'));
      },
    ],
    [
      'content of the same length, with the old time restored',
      (world) => keepTime(world.path('guard.mjs'), (text) => text.replace('{}', '[]')),
    ],
  ];
  for (const [what, change] of changes)
    for (const [age, now] of [
      ['at once', Date.now],
      ['later', later],
    ] as const)
      test(`notices ${what}, ${age}`, async (t) => {
        const world = new ProjectWorld(t, files);
        utimesSync(world.path('guard.mjs'), long, long);
        const { options, taken } = counted();
        await world.reopen(options);
        if (age === 'later') await world.reopen({ now });
        change(world);
        await world.reopen({ ...options, now });
        assert.equal(taken(), 2);
        await world.reopen({ now });
      });

  test('a folder with hook files stays the project after its repository was removed', async (t) => {
    const world = new ProjectWorld(t, files);
    const { options, taken } = counted();
    const cwd = world.path('.agents');
    await world.reopen({ ...options, cwd });
    world.remove('.git');
    await world.reopen({ ...options, cwd });
    assert.equal(taken(), 1);
  });

  function keepTime(path: string, edit: (text: string) => string): void {
    const { size, mtimeMs } = statSync(path);
    writeFileSync(path, edit(readFileSync(path, 'utf8')));
    utimesSync(path, long, long);
    assert.deepEqual([statSync(path).size, statSync(path).mtimeMs], [size, mtimeMs]);
  }
});

describe('an invalid cache', () => {
  const spoilt: readonly [string, (text: string) => string][] = [
    ['cut short', (text) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
    ['one of another version', (text) => text.replace('"version":"test"', '"version":"0"')],
    ['one without a snapshot', (text) => JSON.stringify({ ...JSON.parse(text), snapshot: undefined })],
    [
      'one with a snapshot of another shape',
      (text) => JSON.stringify({ ...JSON.parse(text), snapshot: { root: 1, places: 5 } }),
    ],
    ['null', () => 'null'],
    ['one of another user', (text) => text.replace(/"key":"/, '"key":"x')],
  ];
  for (const [what, spoil] of spoilt)
    test(`is ignored: ${what}`, async (t) => {
      const world = new ProjectWorld(t, files);
      const { options, taken } = counted();
      await world.reopen(options);
      const dir = join(world.user.state, 'cache');
      const path = join(dir, readdirSync(dir)[0] as string);
      writeFileSync(path, spoil(readFileSync(path, 'utf8')));
      const project = await world.reopen(options);
      assert.equal(taken(), 2);
      assert.ok(project.hooks.length >= 4);
    });

  test('a state folder that cannot be written only costs time', async (t) => {
    const world = new ProjectWorld(t, files);
    writeFileSync(join(world.top, 'state'), 'a file');
    world.env['XDG_STATE_HOME'] = join(world.top, 'state');
    const { options, taken } = counted();
    await world.reopen(options);
    await world.reopen(options);
    assert.equal(taken(), 2);
  });

  test('the cache is readable by its owner only, and separate for each folder', async (t) => {
    const world = new ProjectWorld(t, files);
    const { options, taken } = counted();
    mkdirSync(join(world.dir, 'sub'));
    await world.reopen(options);
    await world.reopen({ ...options, cwd: join(world.dir, 'sub') });
    assert.equal(taken(), 2);
    const dir = join(world.user.state, 'cache');
    const names = readdirSync(dir);
    assert.equal(names.length, 2);
    for (const name of names) assert.equal(statSync(join(dir, name)).mode & 0o777, 0o600);
    assert.equal(statSync(world.user.state).mode & 0o777, 0o700);
    rmSync(dir, { recursive: true });
    await world.reopen(options);
    assert.equal(taken(), 3);
  });
});
