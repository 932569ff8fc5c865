import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type EventName, isWithin, type LoadedHook, trustLockFile, userPaths } from '@anyhook/core';
import { type FileTexts, hookMdFiles, hookStateLines, ProjectWorld } from '../../test/project-world.js';
import { makeRepository } from '../../test/support/make-repository.js';
import { canonical } from '../agents/canonical/agent.js';
import { makeEvent } from '../agents/canonical/event.js';
import { wireEngine } from '../answer/engine.js';
import { engineParts } from '../answer/project-engine.js';
import { runnableHooks } from '../hooks/load.js';
import { createMemorySessionStore } from '../sessions/session-store.js';
import { forgetTrust, recordTrust, type TrustMode } from './trust.js';

const guard = hookMdFiles('guard', 'trigger: before_tool\nmatcher:\n  tool: Shell\n  pattern: force', 'exit 2');
const others: FileTexts = {
  '.agents/anyhook.yaml':
    'hooks:\n  - {id: entry, on: tool.before, run: ./check.sh}\n  - {id: mod, on: tool.before, use: ./mod.mjs}\n',
  'check.sh': '#!/bin/sh\n',
  'mod.mjs': 'export default { run: () => {} };\n',
  '.agents/hooks.yaml':
    'hooks:\n  pre_tool_use:\n    - {matcher: shell, hooks: [{type: command, name: dock, command: ./dock.sh}]}\n',
  'dock.sh': '#!/bin/sh\n',
};

const stateOf = async (world: ProjectWorld, id: string, mode?: TrustMode, cwd?: string) =>
  (await world.open(mode, cwd)).hooks.filter(({ hook }) => hook.id === id).map(({ state }) => state.kind);

/** The verdict on a call, using only the project's files. */
async function decision(
  world: ProjectWorld,
  mode: TrustMode = 'ask',
  command = 'git push',
  name: EventName = 'tool.before',
) {
  const project = await world.open(mode);
  const where = { cwd: world.dir, env: world.env, home: world.home };
  const engine = wireEngine({ ...engineParts(project, where), store: createMemorySessionStore() });
  const now = '2026-01-01T00:00:00.000Z';
  const words = name === 'tool.before' ? { tool: 'shell', input: { command } } : {};
  const event = makeEvent({ ...words, name, cwd: world.dir, now });
  const { verdict } = await engine.decide(
    canonical,
    event,
    { env: world.env, cwd: world.dir, now },
    { env: world.env },
  );
  return verdict;
}

describe('an untrusted project', () => {
  test('runs none of its hooks; hooks of the user run', async (t) => {
    const world = new ProjectWorld(t, {
      ...guard,
      ...others,
      ...hookMdFiles('mine', undefined, undefined, '~/.config/agents/hooks'),
    });
    assert.deepEqual(hookStateLines(await world.open()), [
      'dock untrusted',
      'entry untrusted',
      'guard untrusted',
      'mine active',
      'mod untrusted',
    ]);
    assert.deepEqual(
      runnableHooks((await world.open()).hooks).map(({ id }) => id),
      ['mine'],
    );
    assert.equal((await decision(world, 'ask', 'git push --force')).decision, 'pass');
  });

  test('is reported when a session starts', async (t) => {
    const world = new ProjectWorld(t, guard);
    const { notes } = await decision(world, 'ask', '', 'session.start');
    assert.match(notes.join(), /1 project hook is not trusted and does not run: see "anyhook trust"/);
  });

  test('is reported for abilities as well, at the start of a session only', async (t) => {
    const world = new ProjectWorld(t, { '.system/registry/low-level/a.yaml': 'key: a\n' });
    const startNotes = async () => (await decision(world, 'ask', '', 'session.start')).notes;
    assert.deepEqual(await startNotes(), ['1 ability is not trusted and does not run: see "anyhook trust"']);
    world.write({ '.system/registry/high-level/b.yaml': 'id: b\n' });
    assert.deepEqual(await startNotes(), ['2 abilities are not trusted and do not run: see "anyhook trust"']);
    assert.deepEqual((await decision(world, 'project', '', 'session.start')).notes, []);
    assert.deepEqual((await decision(world, 'ask', 'ls')).notes, []);
  });

  test('is not trusted through its own lock file unless the trust mode says so', async (t) => {
    const world = new ProjectWorld(t, guard);
    await world.lock();
    assert.deepEqual(
      [await stateOf(world, 'guard'), await stateOf(world, 'guard', 'lock')],
      [['untrusted'], ['active']],
    );
  });
});

describe('trust', () => {
  test('covers the hooks that existed, and not one that was added later', async (t) => {
    const world = new ProjectWorld(t, { ...guard, ...others });
    await world.trust();
    assert.deepEqual(hookStateLines(await world.open()), ['dock active', 'entry active', 'guard active', 'mod active']);
    world.write(hookMdFiles('late'));
    assert.deepEqual(await stateOf(world, 'late'), ['untrusted']);
    assert.equal((await decision(world, 'ask', 'git push --force')).decision, 'deny');
  });

  test('ends when it is revoked', async (t) => {
    const world = new ProjectWorld(t, guard);
    assert.equal(forgetTrust(world.dir, world.user, '2026-01-01T00:00:00.000Z'), false);
    await world.trust();
    assert.equal(forgetTrust(world.dir, world.user, '2026-01-01T00:00:00.000Z'), true);
    assert.deepEqual(await stateOf(world, 'guard'), ['untrusted']);
  });

  test('of a copied hook asks until it is confirmed; another hook there is not trusted', async (t) => {
    const world = new ProjectWorld(t, guard);
    const copy = new ProjectWorld(t, { ...guard, ...hookMdFiles('other', undefined, 'echo other') });
    await world.trust();
    copy.env = { ...copy.env, HOME: world.home };
    assert.deepEqual(hookStateLines(await copy.open()), ['guard changed', 'other untrusted']);
    recordTrust((await copy.open()).snapshot, userPaths(copy.env, world.home), '2026-01-02T00:00:00.000Z');
    assert.deepEqual(hookStateLines(await copy.open()), ['guard active', 'other active']);
  });

  for (const [what, change] of [
    ['an empty .git above', (world: ProjectWorld) => writeFileSync(join(world.top, '.git'), '')],
    ['a repository above', (world: ProjectWorld) => makeRepository(world.top)],
    ['a repository around its subfolder', (world: ProjectWorld) => makeRepository(join(world.dir, 'sub'))],
  ] as const)
    test(`is kept after ${what} is created`, async (t) => {
      const world = new ProjectWorld(t, { ...guard, 'sub/x': '' });
      await world.trust();
      change(world);
      for (const cwd of ['.', 'sub'])
        assert.deepEqual(hookStateLines(await world.open('ask', cwd)), ['guard active'], cwd);
      world.write({ '.agents/hooks/guard/scripts/run.sh': '#!/bin/sh\necho other\n' });
      assert.deepEqual(
        hookStateLines(await world.open('ask', 'sub')),
        ['guard changed'],
        'a later change is still detected',
      );
    });

  test('of a deleted hook still reports it missing after a repository was created above', async (t) => {
    const world = new ProjectWorld(t, guard);
    await world.trust();
    makeRepository(world.top);
    world.remove('.agents/hooks/guard');
    assert.deepEqual(hookStateLines(await world.open()), ['guard changed']);
  });

  test('extends to a work tree of the same repository, where a changed hook asks', async (t) => {
    const world = new ProjectWorld(t, guard);
    const git = (...args: string[]) => {
      const who = ['-c', 'user.name=t', '-c', 'user.email=t@t'];
      execFileSync('git', [...who, ...args], { cwd: world.dir, env: world.env, stdio: 'ignore' });
    };
    world.remove('.git');
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'x');
    await world.trust();
    git('worktree', 'add', '-q', '../tree');
    assert.deepEqual(hookStateLines(await world.open('ask', '../tree')), ['guard active']);
    world.write({ '../tree/.agents/hooks/guard/scripts/run.sh': '#!/bin/sh\necho other\n' });
    assert.deepEqual(hookStateLines(await world.open('ask', '../tree')), ['guard changed']);
  });

  test('does not extend to a folder that only claims to be a work tree', async (t) => {
    const world = new ProjectWorld(t, guard);
    await world.trust();
    const claim = `gitdir: ${join(world.dir, '.git', 'worktrees', 'tree')}\n`;
    world.write({ '../tree/.git': claim, ...hookMdFiles('guard', undefined, 'echo evil', '../tree/.agents/hooks') });
    assert.deepEqual(hookStateLines(await world.open('ask', '../tree')), ['guard untrusted']);
  });

  test('is revoked in every record that contains the hook', async (t) => {
    const world = new ProjectWorld(t, guard);
    makeRepository(world.top);
    await world.trust();
    rmSync(join(world.top, '.git'), { recursive: true });
    assert.deepEqual(hookStateLines(await world.open()), ['guard active']);
    assert.equal(forgetTrust(world.dir, world.user, '2026-01-02T00:00:00.000Z'), true);
    assert.deepEqual(hookStateLines(await world.open()), ['guard untrusted']);
  });

  for (const text of ['', 'null', '[]', '{"root":', '{"version":1,"hooks":[null,{}]}'])
    test(`a trust record with the content ${text || 'nothing'} trusts no hook and breaks nothing`, async (t) => {
      const world = new ProjectWorld(t, guard);
      await world.trust();
      const dir = join(world.user.state, 'trust');
      const [name] = (await import('node:fs')).readdirSync(dir);
      const whole = text.startsWith('{"version"') ? text.replace('{', `{"root":${JSON.stringify(world.dir)},`) : text;
      writeFileSync(join(dir, name as string), whole);
      assert.deepEqual(await stateOf(world, 'guard'), ['untrusted']);
    });

  for (const mode of ['lock', 'project'] as const)
    test(`${mode} is read from the user config, the environment or the caller`, async (t) => {
      const world = new ProjectWorld(t, guard);
      await world.lock();
      assert.deepEqual(await stateOf(world, 'guard', mode), ['active']);
      world.env['ANYHOOK_TRUST'] = mode;
      assert.deepEqual(await stateOf(world, 'guard'), ['active']);
      assert.deepEqual(await stateOf(world, 'guard', 'ask'), ['untrusted']);
      world.env['ANYHOOK_TRUST'] = 'nonsense';
      assert.deepEqual(await stateOf(world, 'guard'), ['untrusted']);
      world.write({ '~/.config/anyhook/config.yaml': `trust: ${mode}\n` });
      assert.deepEqual(await stateOf(world, 'guard'), ['active']);
    });
});

/** Ways in which an agent may try to switch off a trusted guard. */
const tricks: readonly [string, (world: ProjectWorld) => void][] = [
  ['its script', (world) => world.write({ '.agents/hooks/guard/scripts/run.sh': '#!/bin/sh\nexit 0\n' })],
  ['a script next to its script', (world) => world.write({ '.agents/hooks/guard/scripts/new.sh': 'x' })],
  [
    'its matcher',
    (world) => world.write(hookMdFiles('guard', 'trigger: before_tool\nmatcher:\n  tool: Never', 'exit 2')),
  ],
  ['its event', (world) => world.write(hookMdFiles('guard', 'trigger: after_tool', 'exit 2'))],
  [
    'its mode',
    (world) =>
      world.write(hookMdFiles('guard', 'trigger: before_tool\nmetadata:\n  anyhook:\n    mode: shadow', 'exit 2')),
  ],
  [
    'its profiles',
    (world) =>
      world.write(
        hookMdFiles('guard', 'trigger: before_tool\nmetadata:\n  anyhook:\n    profiles: [strict]', 'exit 2'),
      ),
  ],
  ['async', (world) => world.write(hookMdFiles('guard', 'trigger: before_tool\nasync: true', 'exit 2'))],
  [
    'its name',
    (world) => {
      world.remove('.agents/hooks/guard');
      world.write(hookMdFiles('guard2'));
    },
  ],
  ['it by deleting it', (world) => world.remove('.agents/hooks/guard')],
  ['its folder by deleting it', (world) => world.remove('.agents')],
  ['it into a broken file', (world) => world.write({ '.agents/hooks/guard/HOOK.md': 'not a hook' })],
  [
    'it into a file of 2 MB',
    (world) => appendFileSync(world.path('.agents/hooks/guard/HOOK.md'), 'x'.repeat(2_000_000)),
  ],
  ['its script into 100 MB', (world) => truncateSync(world.path('.agents/hooks/guard/scripts/run.sh'), 100_000_000)],
  [
    'the project config, by an override',
    (world) => world.write({ '.agents/anyhook.yaml': 'overrides: {guard: {mode: shadow}}\n' }),
  ],
];

describe('a changed trusted hook', () => {
  for (const [what, trick] of tricks)
    for (const mode of ['ask', 'lock'] as const)
      test(`asks about every matching call if the agent changes ${what} (${mode})`, async (t) => {
        const world = new ProjectWorld(t, guard);
        await world.trust();
        if (mode === 'lock') {
          // Outside the project's own hook folder, so that it survives the folder's removal.
          await world.lock();
        }
        const lock = mode === 'lock' ? readFileSync(trustLockFile(world.dir)) : undefined;
        trick(world);
        if (lock) {
          mkdirSync(world.path('.agents'), { recursive: true });
          writeFileSync(trustLockFile(world.dir), lock);
        }
        const verdict = await decision(world, mode, 'git push');
        assert.equal(verdict.decision, 'ask', JSON.stringify(verdict));
        assert.match(verdict.reason ?? '', /this hook does not run, because .*; review it and run "anyhook trust"/);
      });

  test('asks after the project sets a profile that excludes it', async (t) => {
    const world = new ProjectWorld(
      t,
      hookMdFiles('guard', 'trigger: before_tool\nmetadata:\n  anyhook:\n    profiles: [standard, strict]', 'exit 2'),
    );
    await world.trust();
    assert.equal((await decision(world)).decision, 'deny');
    world.write({ '.agents/anyhook.yaml': 'profile: minimal\n' });
    assert.equal((await decision(world)).decision, 'ask');
  });

  for (const [file, id] of [
    ['check.sh', 'entry'],
    ['mod.mjs', 'mod'],
    ['dock.sh', 'dock'],
    ['.agents/hooks.yaml', 'dock'],
    ['.agents/anyhook.yaml', 'entry'],
  ] as const)
    test(`trust in ${id} covers ${file}`, async (t) => {
      const world = new ProjectWorld(t, { ...guard, ...others });
      await world.trust();
      appendFileSync(world.path(file), '\n');
      assert.deepEqual(await stateOf(world, id), ['changed']);
      assert.deepEqual(await stateOf(world, 'guard'), ['active']);
    });

  test('is replaced by its trusted version, and the new version is shown', async (t) => {
    const world = new ProjectWorld(t, guard);
    await world.trust();
    world.write(hookMdFiles('guard', 'trigger: before_tool\nmatcher:\n  tool: WriteFile'));
    const [{ hook, state }] = (await world.open()).hooks as [LoadedHook];
    assert.equal(hook.match.tool?.source, 'WriteFile');
    assert.equal(state.kind === 'changed' && state.was.match.tool?.source, 'Shell');
    const [standIn] = runnableHooks([{ hook, state }]);
    assert.deepEqual(standIn?.match, { tool: { source: 'Shell', mode: 'anchored' } });
    assert.deepEqual(
      [standIn?.blocking, standIn?.async, standIn?.mode, standIn?.handler.kind],
      [true, false, 'enforce', 'builtin'],
    );
  });

  test('only warns at events that can no longer be blocked', async (t) => {
    const world = new ProjectWorld(t, hookMdFiles('late', 'trigger: before_stop', 'exit 2'));
    await world.trust();
    world.remove('.agents/hooks/late');
    const verdict = await decision(world, 'ask', '', 'agent.stop');
    assert.equal(verdict.decision, 'pass');
    assert.match(verdict.messages.join(), /because it was deleted or no longer loads/);
  });

  for (const [what, files, broken] of [
    ['a HOOK.md', guard, { '.agents/hooks/guard/HOOK.md': '---\nname: [\n' }],
    [
      'a file with several hooks',
      { '.agents/hooks.yaml': 'hooks: {pre_tool_use: [{hooks: [{name: guard, type: command, command: exit 2}]}]}\n' },
      { '.agents/hooks.yaml': 'hooks: {pre_tool_use: [\n' },
    ],
  ] as const)
    for (const mode of ['ask', 'lock'] as const)
      test(`is listed once, as it was trusted, if ${what} no longer loads (${mode})`, async (t) => {
        const world = new ProjectWorld(t, files);
        await (mode === 'lock' ? world.lock() : world.trust());
        world.write(broken);
        assert.deepEqual(hookStateLines(await world.open(mode)), ['guard changed']);
        const { decision: decided, reason } = await decision(world, mode);
        assert.equal(decided, 'ask');
        assert.match(reason ?? '', /because it no longer loads \(see "anyhook hooks validate"\)/);
      });

  test('is accepted by trusting again, which also forgets deleted hooks', async (t) => {
    const world = new ProjectWorld(t, { ...guard, ...hookMdFiles('old') });
    await world.trust();
    world.remove('.agents/hooks/old');
    appendFileSync(world.path('.agents/hooks/guard/HOOK.md'), 'more\n');
    assert.deepEqual(hookStateLines(await world.open()), ['guard changed', 'old changed']);
    await world.trust();
    assert.deepEqual(hookStateLines(await world.open()), ['guard active']);
  });

  test('can still be disabled by the user, but not by a variable', async (t) => {
    const world = new ProjectWorld(t, guard);
    await world.trust();
    world.remove('.agents/hooks/guard');
    world.env['SA_DISABLED_HOOKS'] = 'other, guard';
    assert.deepEqual(await stateOf(world, 'guard'), ['changed']);
    world.write({ '~/.config/anyhook/config.yaml': 'disabled: [guard]\n' });
    assert.deepEqual(await stateOf(world, 'guard'), ['disabled']);
    assert.equal((await decision(world)).decision, 'pass');
  });
});

describe('an untrusted hook next to a trusted hook', () => {
  test('with the same name neither gets its trust nor ends it', async (t) => {
    const world = new ProjectWorld(t, guard);
    await world.trust();
    // Found first, because it is nearer to the working folder.
    world.write(hookMdFiles('guard', undefined, 'exit 0', 'sub/.agents/hooks'));
    const { hooks } = await world.open('ask', 'sub');
    const found = hooks.map(({ hook, state }) => [isWithin(hook.source, world.path('sub')), state.kind]).sort();
    assert.deepEqual(found, [
      [false, 'active'],
      [true, 'untrusted'],
    ]);
  });
});

describe('hooks of a subfolder', () => {
  const below = { ...guard, ...hookMdFiles('deep', undefined, 'exit 0', 'sub/.agents/hooks') };

  for (const mode of ['ask', 'lock'] as const)
    test(`are not reported missing above it, and stay trusted when the root is trusted again (${mode})`, async (t) => {
      const world = new ProjectWorld(t, below);
      const trust = (cwd: string) => (mode === 'lock' ? world.lock(cwd) : world.trust(cwd));
      await trust('sub');
      assert.deepEqual(hookStateLines(await world.open(mode, 'sub')), ['deep active', 'guard active']);
      assert.deepEqual(hookStateLines(await world.open(mode)), ['guard active']);
      if (mode === 'lock') return;
      await trust('.');
      assert.deepEqual(hookStateLines(await world.open(mode, 'sub')), ['deep active', 'guard active']);
    });

  test('are reported missing in their own folder', async (t) => {
    const world = new ProjectWorld(t, below);
    await world.trust('sub');
    rmSync(world.path('sub/.agents'), { recursive: true });
    assert.deepEqual(hookStateLines(await world.open('ask', 'sub')), ['deep changed', 'guard active']);
  });
});

describe('a lock file', () => {
  for (const text of [
    '',
    'null',
    '{"hooks":null}',
    '{"hooks":{"guard":null}}',
    '{"hooks":[1]}',
    '{"hooks":{"__proto__":{"a":"b"}}}',
  ])
    test(`with the content ${text || 'nothing'} trusts no hook and breaks nothing`, async (t) => {
      const world = new ProjectWorld(t, guard);
      writeFileSync(trustLockFile(world.dir), text);
      const { hooks } = await world.open('lock');
      assert.equal(hooks.filter(({ state }) => state.kind === 'active').length, 0);
    });

  test('has paths relative to the project, so that it works on another machine', async (t) => {
    const world = new ProjectWorld(t, guard);
    await world.lock();
    const text = readFileSync(trustLockFile(world.dir), 'utf8');
    assert.equal(text.includes(world.top), false);
    const copy = new ProjectWorld(t, { ...guard, '.agents/anyhook.lock.json': text });
    assert.deepEqual(await stateOf(copy, 'guard', 'lock'), ['active']);
  });
});
