import assert from 'node:assert/strict';
import { chmodSync, chownSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createOtherUsersCheck } from '../../core/src/platform/files/other-users.js';
import { needsRoot, otherUser, ownUser, UserWorld } from './support/other-user.js';

/** Two users on one machine, with real processes: files that the other user could write are not loaded. */

const guard = 'hooks:\n  - { id: shell-guard, on: tool.before, use: shell-guard, onFailure: ask }\n';
const config = '.config/anyhook/config.yaml';
/** Hooks in an agent's settings, whose command leaves a file as proof that it ran. */
const settingsWith = (command: string) =>
  JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } });

interface Case {
  readonly what: string;
  plant(world: UserWorld): void;
  /** The reported path, and the command that repairs it. */
  readonly named: string;
  readonly repair: 'chown' | 'chmod';
  fix(world: UserWorld): void;
}

const chmodCase = (what: string, name: string, mode: number, back: number): Case => ({
  what,
  plant: (world) => chmodSync(world.at(name), mode),
  named: name,
  repair: 'chmod',
  fix: (world) => chmodSync(world.at(name), back),
});
const chownCase = (what: string, name: string): Case => ({
  what,
  plant: (world) => chownSync(world.at(name), otherUser, otherUser),
  named: name,
  repair: 'chown',
  fix: (world) => chownSync(world.at(name), ownUser, ownUser),
});

const cases: readonly Case[] = [
  chownCase('a config of another user', config),
  chownCase('a config in a folder of another user', '.config/anyhook'),
  chownCase('a config two folders below one of another user', '.config'),
  chmodCase('a config that everybody may write', config, 0o666, 0o600),
  chmodCase('a config in a folder that everybody may write', '.config/anyhook', 0o777, 0o755),
  chmodCase('a config below a folder that everybody may write', '.config', 0o777, 0o755),
  chmodCase('a home that everybody may write', '.', 0o777, 0o755),
  {
    what: 'a config that a group of others may write',
    plant: (world) => {
      chownSync(world.at(config), ownUser, otherUser);
      chmodSync(world.at(config), 0o660);
    },
    named: config,
    repair: 'chmod',
    fix: (world) => chmodSync(world.at(config), 0o640),
  },
  chownCase('rules of the guard of another user', '.config/anyhook/guard/rules.yaml'),
  chownCase("an agent's settings of another user", '.codex/hooks.json'),
  chmodCase("an agent's folder that everybody may write", '.codex', 0o777, 0o755),
  chmodCase('a script that everybody may write', 'bin/check.sh', 0o777, 0o755),
  chmodCase('a module that everybody may write', 'hooks/own.mjs', 0o666, 0o644),
];

function guarded(t: TestContext): UserWorld {
  const world = new UserWorld(t);
  world.put('bin/check.sh', '#!/bin/sh\nexit 0\n', 0o755);
  world.put('hooks/own.mjs', 'export default { on: "tool.before", run: () => undefined };\n');
  world.put('.config/anyhook/guard/rules.yaml', "rules:\n  - deny: 'push'\n");
  world.put('.codex/hooks.json', settingsWith('true'));
  const more = [
    `  - { id: script, on: tool.before, run: ${world.at('bin/check.sh')} }`,
    `  - { id: module, on: tool.before, use: ${world.at('hooks/own.mjs')} }`,
  ];
  world.put(config, `${guard}${more.join('\n')}\n`);
  assert.equal(world.ask(), undefined);
  return world;
}

for (const { what, plant, named, repair, fix } of cases) {
  test(`${what} is not loaded, and calls ask until it is repaired`, { skip: needsRoot }, (t) => {
    const world = guarded(t);
    plant(world);
    const path = world.at(named).replace(/\/\.$/, '');
    const told = world.ask() ?? '';
    assert.ok(told.includes(`${repair === 'chown' ? 'sudo chown 1000' : 'chmod go-w'} ${path}`), told);
    const [listed, examined] = [world.run(['list']).stdout, world.run(['doctor']).stdout];
    assert.ok(listed.includes(`${repair} `) && listed.includes(path), listed);
    assert.ok(examined.includes('[file-of-other-users]'), examined);
    fix(world);
    assert.equal(world.ask(), undefined);
  });
}

test("another user's folder named by the config runs nothing, and is reported", { skip: needsRoot }, (t) => {
  const world = new UserWorld(t);
  const theirs = join(world.top, 'theirs');
  const mark = join(world.top, 'open', 'mark');
  mkdirSync(join(world.top, 'open'));
  chmodSync(join(world.top, 'open'), 0o777);
  mkdirSync(theirs);
  writeFileSync(join(theirs, 'hooks.json'), settingsWith(`id > ${mark}`));
  world.own(theirs, otherUser);
  world.put(config, `agentFolders:\n  codex: ${theirs}\n${guard}`);
  assert.match(world.ask() ?? '', new RegExp(`${theirs}.* belongs to user 65534, and you are user 1000`));
  assert.throws(() => chmodSync(mark, 0o644), /ENOENT/);
  world.own(theirs, ownUser);
  assert.equal(world.ask(), undefined);
  chmodSync(mark, 0o644);
});

test('a link in a shared folder is judged by its owner, elsewhere by its folder', { skip: needsRoot }, (t) => {
  for (const [folder, owner, told] of [
    ['shared', ownUser, undefined],
    ['shared', otherUser, /shared\/config\.yaml: it belongs to user 65534/],
    ['home/own', otherUser, undefined],
  ] as const) {
    const world = new UserWorld(t);
    const link = join(world.top, folder, 'config.yaml');
    mkdirSync(join(world.top, folder));
    world.put('dotfiles/config.yaml', guard);
    mkdirSync(world.at('.config/anyhook'), { recursive: true });
    symlinkSync(link, world.at(config));
    world.own(world.home);
    if (folder === 'shared') chmodSync(join(world.top, folder), 0o1777);
    symlinkSync(world.at('dotfiles/config.yaml'), link);
    lchownSync(link, owner, owner);
    if (told) assert.match(world.ask() ?? '', told);
    else assert.equal(world.ask(), undefined, folder);
  }
});

test('a project below a sticky folder such as /tmp does not ask', { skip: needsRoot }, (t) => {
  const world = new UserWorld(t, ownUser, 'shared/project');
  chmodSync(join(world.top, 'shared'), 0o1777);
  world.put(config, guard);
  world.put(join(world.dir, '.agents/anyhook.yaml'), 'hooks:\n  - { on: tool.before, use: config-protection }\n');
  assert.equal(world.ask('ls', { args: ['--trust-project'] }), undefined);
  // A file that another user puts next to it is not part of the project.
  mkdirSync(join(world.top, 'shared/.agents'));
  writeFileSync(join(world.top, 'shared/.agents/anyhook.yaml'), guard);
  world.own(join(world.top, 'shared/.agents'), otherUser);
  assert.equal(world.ask('ls', { args: ['--trust-project'] }), undefined);
});

const projectFile = '.agents/anyhook.yaml';

/** A project with a hook that was trusted in this way. */
function trustedProject(t: TestContext, uid: number, owner: number): UserWorld {
  const world = new UserWorld(t, uid);
  world.put(join(world.dir, projectFile), 'hooks:\n  - { id: mine, on: tool.before, use: config-protection }\n');
  world.own(world.home);
  world.own(world.dir, owner);
  return world;
}

test("another user's project file asks only if it was trusted", {
  skip: needsRoot,
}, (t) => {
  const world = trustedProject(t, ownUser, ownUser);
  chownSync(join(world.dir, projectFile), otherUser, otherUser);
  assert.equal(world.ask(), undefined);
  assert.match(world.run(['list']).stdout, /anyhook\.yaml is not loaded: it belongs to user 65534/);
  assert.match(world.ask('ls', { args: ['--trust-project'] }) ?? '', /belongs to user 65534/);
  chownSync(join(world.dir, projectFile), ownUser, ownUser);
  assert.equal(world.run(['trust', '--lock']).status, 0);
  assert.equal(world.ask('ls', { args: ['--trust-lock'] }), undefined);
  for (const path of [projectFile, '.agents', '.']) {
    chownSync(join(world.dir, path), otherUser, otherUser);
    assert.match(world.ask('ls', { args: ['--trust-lock'] }) ?? '', /is not loaded: .* belongs to user 65534/, path);
    chownSync(join(world.dir, path), ownUser, ownUser);
  }
  chmodSync(join(world.dir, '.agents'), 0o777);
  assert.match(world.ask('ls', { args: ['--trust-lock'] }) ?? '', /is not loaded: .*chmod go-w/);
});

test("root can work in another user's checkout and home, as in CI pipelines", { skip: needsRoot }, (t) => {
  const world = trustedProject(t, ownUser, ownUser);
  world.put(config, guard);
  chmodSync(world.dir, 0o777);
  chmodSync(join(world.dir, projectFile), 0o666);
  assert.equal(world.ask('ls', { uid: 0, args: ['--trust-project'] }), undefined);
});

test("a user can work in root's world-writable checkout, as in CI pipelines", { skip: needsRoot }, (t) => {
  const world = trustedProject(t, ownUser, 0);
  chownSync(world.home, ownUser, ownUser);
  chmodSync(world.dir, 0o777);
  chmodSync(join(world.dir, projectFile), 0o666);
  assert.equal(world.ask('ls', { args: ['--trust-project'] }), undefined);
});

test('in its own home, root runs no files of another user', { skip: needsRoot }, (t) => {
  const world = new UserWorld(t, 0);
  world.put(config, guard);
  assert.equal(world.ask(), undefined);
  chownSync(world.at(config), otherUser, otherUser);
  assert.match(world.ask() ?? '', /belongs to user 65534, and you are user 0.*sudo chown 0/);
});

test("files of the user's own group and of root do not make calls ask", { skip: needsRoot }, (t) => {
  const world = guarded(t);
  for (const name of [config, '.config', '.config/anyhook', '.codex', '.codex/hooks.json', '.'])
    chmodSync(world.at(name), 0o775);
  assert.equal(world.ask(), undefined);
  for (const name of [config, '.config', '.codex/hooks.json']) chownSync(world.at(name), 0, 0);
  chmodSync(world.at(config), 0o644);
  assert.equal(world.ask(), undefined);
});

test('missing files are not reported', () => {
  const check = createOtherUsersCheck();
  assert.equal(check.find('/nowhere/at/all.yaml', { home: '/nowhere' }), undefined);
});
