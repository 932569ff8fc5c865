import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  lchownSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { hookMdFiles, ProjectWorld } from '../../test/project-world.js';
import { makeRepository, makeWorktree } from '../../test/support/make-repository.js';
import { canonical } from '../agents/canonical/agent.js';
import { makeEvent } from '../agents/canonical/event.js';
import { findAgent } from '../agents/index.js';
import { openProject } from '../answer/engine.js';
import { createProjectPool } from '../answer/project-pool.js';
import type { TrustMode } from '../trust/trust.js';

/** Where an event comes from after a trick, if not from the project's own folder. */
interface Elsewhere {
  readonly cwd?: string;
  readonly project?: string;
  readonly home?: string;
}

interface Trick {
  readonly does: string;
  /** `deny`: the guard runs as before. `ask`: the guard is known, but a person must confirm it. */
  readonly gives: 'deny' | 'ask';
  readonly act: (world: ProjectWorld) => Elsewhere | undefined;
  readonly onlyAsRoot?: true;
}

const isRoot = process.geteuid?.() === 0;
const nobody = 65_534;
const guard = { ...hookMdFiles('guard', undefined, 'exit 2'), 'sub/deep/x': '' };
const guardScript = '.agents/hooks/guard/scripts/run.sh';

const trick = (does: string, gives: Trick['gives'], act: (world: ProjectWorld) => Elsewhere | undefined): Trick => ({
  does,
  gives,
  act,
});

const nothingElse = (act: (world: ProjectWorld) => void) => (world: ProjectWorld) => {
  act(world);
  return undefined;
};

/** A trick of another user in the parent folder, which is world-writable. */
const ofAnotherUser = (does: string, act: (world: ProjectWorld) => void): Trick => ({
  does: `another user ${does} in a shared parent folder`,
  gives: 'deny',
  onlyAsRoot: true,
  act: nothingElse((world) => {
    chmodSync(world.top, 0o1777);
    act(world);
  }),
});

const tricks: readonly Trick[] = [
  trick(
    'an empty .git file in the parent folder',
    'deny',
    nothingElse((world) => writeFileSync(join(world.top, '.git'), '')),
  ),
  trick(
    'an empty .git folder in the parent folder',
    'deny',
    nothingElse((world) => mkdirSync(join(world.top, '.git'))),
  ),
  trick(
    'a .git folder in the parent folder with only a HEAD',
    'deny',
    nothingElse((world) => makeRepository(world.top)),
  ),
  trick(
    'a .git file in the parent folder that names a missing folder',
    'deny',
    nothingElse((world) => writeFileSync(join(world.top, '.git'), 'gitdir: /nowhere\n')),
  ),
  trick(
    "a .git file in the parent folder that names the project's repository",
    'deny',
    nothingElse((world) => writeFileSync(join(world.top, '.git'), 'gitdir: repo/.git\n')),
  ),
  trick(
    "a .git link in the parent folder to the project's repository",
    'deny',
    nothingElse((world) => symlinkSync(join(world.dir, '.git'), join(world.top, '.git'))),
  ),
  trick(
    'a dangling .git link in the parent folder',
    'deny',
    nothingElse((world) => symlinkSync('nowhere', join(world.top, '.git'))),
  ),
  trick(
    'a .git link in the parent folder to itself',
    'deny',
    nothingElse((world) => symlinkSync('.git', join(world.top, '.git'))),
  ),
  trick(
    'a real repository in the parent folder',
    'deny',
    nothingElse((world) => {
      execFileSync('git', ['init', '-q', world.top], { env: world.env });
    }),
  ),
  trick(
    'hook folders planted in the parent folder',
    'deny',
    nothingElse((world) => world.write({ '../.agents/hooks.yaml': 'hooks: {}\n' })),
  ),
  trick(
    'a hook with the same name planted in the parent folder, in a repository',
    'deny',
    nothingElse((world) => {
      makeRepository(world.top);
      world.write(hookMdFiles('guard', undefined, 'exit 0', '../.agents/hooks'));
    }),
  ),
  trick("a hook with the same name planted in the event's folder", 'deny', (world) => {
    world.write(hookMdFiles('guard', undefined, 'exit 0', 'sub/.agents/hooks'));
    return { cwd: join(world.dir, 'sub') };
  }),
  trick('moving the repository away, with an event in a subfolder', 'deny', (world) => {
    renameSync(join(world.dir, '.git'), join(world.top, 'old'));
    return { cwd: join(world.dir, 'sub/deep') };
  }),
  trick("moving the repository away, with a new one in the event's subfolder", 'deny', (world) => {
    renameSync(join(world.dir, '.git'), join(world.top, 'old'));
    makeRepository(join(world.dir, 'sub'));
    return { cwd: join(world.dir, 'sub/deep') };
  }),
  trick("moving the repository away, with an empty hook folder in the event's subfolder", 'deny', (world) => {
    renameSync(join(world.dir, '.git'), join(world.top, 'old'));
    mkdirSync(join(world.dir, 'sub/.agents'));
    return { cwd: join(world.dir, 'sub') };
  }),
  trick("a nested repository around the event's folder", 'deny', (world) => {
    makeRepository(join(world.dir, 'sub'));
    return { cwd: join(world.dir, 'sub/deep') };
  }),
  trick("a submodule around the event's folder", 'deny', (world) => {
    world.write({ '.git/modules/sub/HEAD': 'ref: x\n', 'sub/.git': 'gitdir: ../.git/modules/sub\n' });
    return { cwd: join(world.dir, 'sub') };
  }),
  trick('a variable that names an empty project elsewhere', 'deny', (world) => {
    mkdirSync(join(world.top, 'other'));
    return { project: join(world.top, 'other') };
  }),
  trick('a variable that names another repository', 'deny', (world) => {
    makeRepository(join(world.top, 'other'));
    return { project: join(world.top, 'other') };
  }),
  trick('a variable that names a subfolder', 'deny', (world) => ({ project: join(world.dir, 'sub') })),
  trick('a variable that names the parent folder', 'deny', (world) => ({ project: world.top })),
  trick('a variable that names the root folder', 'deny', () => ({ project: '/' })),
  trick('a variable that names a missing folder', 'deny', () => ({ project: '/nowhere/at/all' })),
  trick('a variable that names the project, and an event elsewhere', 'deny', (world) => {
    makeRepository(join(world.top, 'other'));
    return { project: world.dir, cwd: join(world.top, 'other') };
  }),
  trick('a link to the project', 'deny', (world) => {
    symlinkSync(world.dir, join(world.top, 'link'));
    return { cwd: join(world.top, 'link') };
  }),
  trick('a link outside the project to a subfolder', 'deny', (world) => {
    symlinkSync(join(world.dir, 'sub'), join(world.top, 'link'));
    return { cwd: join(world.top, 'link/deep') };
  }),
  trick('a link in a subfolder that leads out of the project', 'deny', (world) => {
    mkdirSync(join(world.top, 'outside/deep'), { recursive: true });
    symlinkSync(join(world.top, 'outside'), join(world.dir, 'sub/link'));
    return { cwd: join(world.dir, 'sub/link/deep') };
  }),
  trick('a link in a linked project that leads out of it', 'deny', (world) => {
    mkdirSync(join(world.top, 'outside'));
    symlinkSync(join(world.top, 'outside'), join(world.dir, 'sub/out'));
    symlinkSync(world.dir, join(world.top, 'link'));
    return { cwd: join(world.top, 'link/sub/out') };
  }),
  trick('a path with .. and trailing slashes', 'deny', (world) => ({ cwd: `${world.dir}/sub/../../repo/sub///` })),
  trick('a deleted working folder', 'deny', (world) => ({ cwd: join(world.dir, 'sub/gone/deeper') })),
  trick('the home folder set to a folder inside the project', 'deny', (world) => ({
    cwd: join(world.dir, 'sub/deep'),
    home: join(world.dir, 'sub'),
  })),
  trick('the home folder set to the project itself', 'deny', (world) => ({
    cwd: join(world.dir, 'sub'),
    home: world.dir,
  })),
  trick('a work tree of the project', 'deny', (world) => {
    const folder = join(world.top, 'tree');
    makeWorktree(world.dir, folder);
    cpSync(join(world.dir, '.agents'), join(folder, '.agents'), { recursive: true });
    return { cwd: folder };
  }),
  trick('a work tree without the guard', 'ask', (world) => {
    makeWorktree(world.dir, join(world.top, 'tree'));
    return { cwd: join(world.top, 'tree') };
  }),
  trick('a folder that imitates a work tree', 'ask', (world) => {
    const folder = join(world.top, 'claim');
    cpSync(join(world.dir, '.agents'), join(folder, '.agents'), { recursive: true });
    world.write({
      '../claim/.git': 'gitdir: links\n',
      '../claim/links/HEAD': 'ref: x\n',
      '../claim/links/commondir': `${join(world.dir, '.git')}\n`,
      '../claim/links/gitdir': `${join(folder, '.git')}\n`,
    });
    return { cwd: folder };
  }),
  trick('a copy of the project', 'ask', (world) => {
    cpSync(world.dir, join(world.top, 'copy'), { recursive: true });
    return { cwd: join(world.top, 'copy') };
  }),
  trick('renaming the project', 'ask', (world) => {
    renameSync(world.dir, join(world.top, 'renamed'));
    return { cwd: join(world.top, 'renamed') };
  }),
  trick('renaming the project and rewriting the guard', 'ask', (world) => {
    renameSync(world.dir, join(world.top, 'renamed'));
    writeFileSync(join(world.top, 'renamed', guardScript), '#!/bin/sh\nexit 0\n');
    return { cwd: join(world.top, 'renamed') };
  }),
  trick('renaming the project, leaving an empty folder, and rewriting the guard', 'ask', (world) => {
    renameSync(world.dir, join(world.top, 'renamed'));
    mkdirSync(world.dir);
    writeFileSync(join(world.top, 'renamed', guardScript), '#!/bin/sh\nexit 0\n');
    return { cwd: join(world.top, 'renamed') };
  }),
  trick('removing the project, with an event in its old folder', 'ask', (world) => {
    renameSync(world.dir, join(world.top, 'renamed'));
    return { cwd: world.dir };
  }),
  trick(
    'moving the hook folder away',
    'ask',
    nothingElse((world) => renameSync(join(world.dir, '.agents'), join(world.dir, 'agents'))),
  ),
  trick(
    'replacing the hook folder by a link to one without the guard',
    'ask',
    nothingElse((world) => {
      renameSync(join(world.dir, '.agents'), join(world.top, 'agents'));
      mkdirSync(join(world.top, 'empty'));
      symlinkSync(join(world.top, 'empty'), join(world.dir, '.agents'));
    }),
  ),
  trick(
    'replacing the hook folder by a link to the same folder',
    'deny',
    nothingElse((world) => {
      renameSync(join(world.dir, '.agents'), join(world.top, 'agents'));
      symlinkSync(join(world.top, 'agents'), join(world.dir, '.agents'));
    }),
  ),
  ofAnotherUser('creates a .git file', (world) => {
    writeFileSync(join(world.top, '.git'), 'gitdir: x\n');
    chownSync(join(world.top, '.git'), nobody, nobody);
  }),
  ofAnotherUser('creates a repository', (world) => {
    makeRepository(world.top);
    for (const name of ['.git', '.git/HEAD']) chownSync(join(world.top, name), nobody, nobody);
  }),
  ofAnotherUser('links .git to a repository of yours', (world) => {
    makeRepository(join(world.top, 'mine'));
    symlinkSync(join(world.top, 'mine/.git'), join(world.top, '.git'));
    lchownSync(join(world.top, '.git'), nobody, nobody);
  }),
  ofAnotherUser('plants hooks', (world) => {
    world.write(hookMdFiles('guard', undefined, 'exit 0', '../.agents/hooks'));
    chownSync(join(world.top, '.agents'), nobody, nobody);
  }),
];

const now = '2026-01-01T00:00:00.000Z';

/** The decision of a running engine that has already loaded the project. */
function residentEngine(world: ProjectWorld, mode: TrustMode) {
  const pool = createProjectPool({ runInTurn: undefined });
  return async ({ cwd = world.dir, project, home = world.home }: Elsewhere = {}) => {
    const env = { ...world.env, XDG_STATE_HOME: join(world.home, '.local', 'state') };
    const place = { cwd, env: { ...env, HOME: home }, home, ...(project !== undefined && { project }) };
    const { engine } = await pool.batch()({ world: place, agent: findAgent('claude-code'), trust: mode });
    const event = makeEvent({ name: 'tool.before', tool: 'shell', input: { command: 'ls' }, cwd, now });
    const { verdict } = await engine.decide(canonical, event, { env, cwd, now }, { env });
    // The process of one event, which reads the cache that the others wrote.
    const { hooks } = await openProject(place, mode);
    const states = hooks.filter(({ hook }) => hook.id.startsWith('guard')).map(({ state }) => state.kind);
    return { decision: verdict.decision, states };
  };
}

describe('a trusted guard is never switched off by', () => {
  for (const { does, gives, act, onlyAsRoot } of tricks)
    test(does, { skip: onlyAsRoot && !isRoot ? 'needs another user' : false }, async (t: TestContext) => {
      const world = new ProjectWorld(t, guard);
      await world.trust();
      const decide = residentEngine(world, 'ask');
      assert.equal((await decide()).decision, 'deny');
      const { decision, states } = await decide(act(world));
      assert.equal(decision, gives);
      assert.ok(states.includes(gives === 'deny' ? 'active' : 'changed'), states.join());
    });
});

describe('a guard that a lock file trusts is never switched off by', () => {
  const repositoryAbove = (world: ProjectWorld) => makeRepository(world.top);
  for (const [does, gives, act] of [
    ['a repository in the parent folder', 'deny', repositoryAbove],
    [
      'a repository in the parent folder with an empty lock file',
      'ask',
      (world: ProjectWorld) => {
        repositoryAbove(world);
        world.write({ '../.agents/anyhook.lock.json': '{"version":1,"hooks":{}}' });
      },
    ],
    [
      'a rewritten guard with its own lock file in the parent folder',
      'ask',
      async (world: ProjectWorld) => {
        const other = { [guardScript]: '#!/bin/sh\nexit 0\n' };
        repositoryAbove(world);
        world.write(other);
        await world.lock('..');
      },
    ],
  ] as const)
    test(does, async (t) => {
      const world = new ProjectWorld(t, guard);
      await world.lock();
      const decide = residentEngine(world, 'lock');
      assert.equal((await decide()).decision, 'deny');
      await act(world);
      assert.equal((await decide()).decision, gives);
    });

  test('another lock file in a subfolder', async (t) => {
    const world = new ProjectWorld(t, guard);
    await world.lock();
    const inner = new ProjectWorld(t, hookMdFiles('evil', undefined, 'exit 0'));
    await inner.lock();
    cpSync(join(inner.dir, '.agents'), join(world.dir, 'sub/.agents'), { recursive: true });
    const { hooks } = await openProject({ cwd: join(world.dir, 'sub'), env: world.env, home: world.home }, 'lock');
    assert.deepEqual(hooks.map(({ hook, state }) => `${hook.id} ${state.kind}`).sort(), [
      'evil changed',
      'guard active',
    ]);
    rmSync(join(world.dir, 'sub/.agents'), { recursive: true });
  });
});
