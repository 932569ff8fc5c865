import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { maxProjectHashedBytes, searchLimits, untrustedLimits, untrustedSearchLimits } from '@anyhook/core';
import { type FileTexts, hookMdFiles, hookStateLines, ProjectWorld } from '../../test/project-world.js';
import { projectNotices } from '../answer/project-engine.js';
import { type Project, runnableHooks } from './load.js';

/** Many HOOK.md hooks, each in its own folder. */
const manyHooks = (count: number, prefix = 'a'): FileTexts =>
  Object.assign({}, ...Array.from({ length: count }, (_, i) => hookMdFiles(`${prefix}${i}`)));

const badPattern = 'hooks:\n  - {id: bad, on: tool.before, run: "true", match: {input: "(("}}\n';

/** A YAML list that takes a parser seconds. */
const flowList = (length: number): string => `[${'a,'.repeat(length)}a]`;

const messages = ({ problems }: Project): string => problems.map(({ message }) => message).join('\n');

describe('an event in an untrusted project', () => {
  test('hashes no script', async (t) => {
    const world = new ProjectWorld(t, { ...hookMdFiles('guard'), 'big.sh': 'x' });
    symlinkSync('../../../../big.sh', world.path('.agents/hooks/guard/scripts/link.sh'));
    const { snapshot } = await world.openForEvent();
    assert.deepEqual(Object.keys(snapshot.shas), [world.path('.agents/hooks/guard/HOOK.md')]);
    assert.equal(
      Object.keys((await world.open()).snapshot.shas).length,
      3,
      'the user sees the files that trust would cover',
    );
  });

  test('compiles no pattern and checks no builtin', async (t) => {
    const unknown = '  - {id: none, on: tool.before, use: no-such-builtin}\n';
    const world = new ProjectWorld(t, { '.agents/anyhook.yaml': badPattern + unknown });
    const untrustedSummary = await world.openForEvent();
    assert.deepEqual(hookStateLines(untrustedSummary), ['bad untrusted', 'none untrusted']);
    assert.deepEqual(untrustedSummary.problems, []);
    assert.match(messages(await world.open()), /"bad"[\s\S]*no-such-builtin/, 'the user sees the problem');
  });

  test('reads a limited number of files and reports how many were skipped', async (t) => {
    const count = untrustedLimits.files + 50;
    const world = new ProjectWorld(t, manyHooks(count));
    const project = await world.openForEvent();
    assert.equal(project.hooks.length, untrustedLimits.files);
    assert.match(messages(project), /^50 hook files of this project not read/);
    assert.match(projectNotices(project).join('\n'), /50 more hook files of this project were not read/);
    assert.equal((await world.open()).hooks.length, count);
  });

  const expensive: readonly [string, FileTexts][] = [
    ['a list in the config', { '.agents/anyhook.yaml': `hooks: ${flowList(100_000)}\n` }],
    ['a list in a HOOK.md', hookMdFiles('guard', `trigger: before_tool\nx: ${flowList(100_000)}`)],
    ['a mapping of short lines', { '.agents/hooks.yaml': 'a: b\n'.repeat(20_000) }],
    ['YAML that starts like JSON', { '.agents/hooks.yaml': flowList(100_000) }],
    ['a second document', { '.agents/hooks.yaml': `---\na: b\n---\n${flowList(100_000)}` }],
    ['a large settings file', { '.claude/settings.json': `{"a":[${'{},'.repeat(100_000)}1]}` }],
    ['a long settings file', { '.claude/settings.json': `{"a":"${'x'.repeat(untrustedLimits.bytes)}"}` }],
  ];
  for (const [what, files] of expensive) {
    test(`does not parse ${what}`, async (t) => {
      const project = await new ProjectWorld(t, files).openForEvent();
      assert.match(messages(project), /^1 hook file of this project not read/);
      assert.deepEqual(project.hooks, []);
    });
  }

  test('checks a limited number of files from its config', async (t) => {
    const names = Array.from({ length: 500 }, (_, i) => `  - inc/${i}.yaml\n`).join('');
    const project = await new ProjectWorld(t, { '.agents/anyhook.yaml': `files:\n${names}` }).openForEvent();
    assert.match(messages(project), new RegExp(`${500 - untrustedLimits.files} hook files of this project not read`));
    const empty = await new ProjectWorld(t, {}).openForEvent();
    assert.ok(project.snapshot.places.length <= empty.snapshot.places.length + untrustedLimits.files);
  });

  test('looks up a limited number of names in commands', async (t) => {
    const command = Array.from({ length: 1_900 }, (_, i) => `./s${i}`).join(' ');
    const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command }] }] };
    const world = new ProjectWorld(t, { '.claude/settings.json': JSON.stringify({ hooks }) });
    const { snapshot } = await world.openForEvent();
    assert.ok(Object.keys(snapshot.stamps).length <= untrustedLimits.lookups + 20);
    assert.ok(Object.keys((await world.open()).snapshot.stamps).length >= 1_900);
  });

  test('does not list a folder with too many entries', async (t) => {
    const world = new ProjectWorld(t);
    mkdirSync(world.path('.agents/hooks'), { recursive: true });
    for (let i = 0; i <= untrustedSearchLimits.folderEntries; i++) writeFileSync(world.path(`.agents/hooks/${i}`), '');
    const { snapshot } = await world.openForEvent();
    assert.match(JSON.stringify(snapshot.discovered.problems), /has more than 500 entries/);
  });

  test('is not slowed by an earlier full read, which writes no oversized cache', async (t) => {
    const settings = JSON.stringify({ hooks: { PreToolUse: [bigEntry] } });
    const world = new ProjectWorld(t, { '.claude/settings.json': settings, '.claude/settings.local.json': settings });
    mkdirSync(world.user.state, { recursive: true, mode: 0o700 });
    await world.open();
    assert.ok(!readdirSync(world.user.state).includes('cache'));
    await world.openForEvent();
    assert.ok(readdirSync(join(world.user.state, 'cache')).length > 0);
  });
});

const bigEntry = { hooks: [{ type: 'command', command: `echo ${'x'.repeat(600_000)}` }] };

describe('a trusted hook', () => {
  test('is loaded and runs next to any number of untrusted hooks', async (t) => {
    const world = new ProjectWorld(t, hookMdFiles('zz-guard'));
    await world.trust();
    world.write(manyHooks(untrustedLimits.files + 20));
    const project = await world.openForEvent();
    assert.deepEqual(
      runnableHooks(project.hooks).map(({ id }) => id),
      ['zz-guard'],
    );
    assert.equal(project.hooks.find(({ hook }) => hook.id === 'zz-guard')?.state.kind, 'active');
  });

  test('is read completely, whatever its size', async (t) => {
    const world = new ProjectWorld(t, {
      '.claude/settings.json': JSON.stringify({ hooks: { PreToolUse: [bigEntry] } }),
    });
    await world.trust();
    const { hooks, snapshot } = await world.openForEvent();
    assert.deepEqual(
      hooks.map(({ state }) => state.kind),
      ['active'],
    );
    assert.equal(snapshot.untrustedSummary, undefined);
  });

  test('asks if it is replaced by a file that is too expensive to read', async (t) => {
    const world = new ProjectWorld(t, hookMdFiles('guard'));
    await world.trust();
    world.write(hookMdFiles('guard', `trigger: before_tool\nx: ${flowList(100_000)}`));
    const [standIn] = runnableHooks((await world.openForEvent()).hooks);
    assert.equal(standIn?.handler.kind === 'builtin' && standIn.handler.use, 'anyhook:changed');
  });

  test('asks if its folder was filled beyond the limit', async (t) => {
    const world = new ProjectWorld(t, hookMdFiles('guard'));
    await world.trust();
    for (let i = 0; i <= searchLimits.folderEntries; i++) writeFileSync(world.path(`.agents/hooks/${i}`), '');
    assert.deepEqual(hookStateLines(await world.openForEvent()), ['guard changed']);
  });

  test('runs at once, although the project was only summarized as untrusted before', async (t) => {
    const world = new ProjectWorld(t, hookMdFiles('guard'));
    assert.deepEqual(hookStateLines(await world.openForEvent()), ['guard untrusted']);
    await world.trust();
    assert.deepEqual(hookStateLines(await world.openForEvent()), ['guard active']);
  });

  test('asks in a copied project that was only summarized as untrusted before', async (t) => {
    const world = new ProjectWorld(t, hookMdFiles('guard'));
    const copy = new ProjectWorld(t, hookMdFiles('guard'));
    const openCopy = () => {
      copy.env = world.env;
      return copy.openForEvent();
    };
    assert.deepEqual(hookStateLines(await openCopy()), ['guard untrusted']);
    await world.trust();
    assert.deepEqual(hookStateLines(await openCopy()), ['guard changed']);
  });

  test('is compiled: a pattern that was not checked while untrusted is checked once trusted', async (t) => {
    const world = new ProjectWorld(t, { '.agents/anyhook.yaml': badPattern });
    assert.equal((await world.openForEvent()).hooks[0]?.hook.unloadable, undefined);
    await world.trust();
    assert.match((await world.openForEvent()).hooks[0]?.hook.unloadable ?? '', /not a regular expression/);
  });

  test('is read completely in trust mode "project", although another mode only summarized it', async (t) => {
    const world = new ProjectWorld(t, manyHooks(untrustedLimits.files + 20));
    assert.equal((await world.openForEvent()).hooks.length, untrustedLimits.files);
    const { hooks } = await world.openForEvent('project');
    assert.equal(hooks.filter(({ state }) => state.kind === 'active').length, untrustedLimits.files + 20);
  });

  test('is read completely in trust mode "lock" if the lock file lists it', async (t) => {
    const world = new ProjectWorld(t, manyHooks(untrustedLimits.files + 20));
    await world.lock();
    const { hooks } = await world.openForEvent('lock');
    assert.equal(hooks.filter(({ state }) => state.kind === 'active').length, untrustedLimits.files + 20);
  });

  test("asks if the project's hook files exceed the hash limit, which is reported", async (t) => {
    const world = new ProjectWorld(t, hookMdFiles('guard'));
    for (const name of ['one.sh', 'two.sh']) {
      writeFileSync(world.path(`.agents/hooks/guard/scripts/${name}`), '');
      truncateSync(world.path(`.agents/hooks/guard/scripts/${name}`), maxProjectHashedBytes / 2 + 1);
    }
    await world.trust();
    const project = await world.openForEvent();
    assert.match(messages(project), /1 files of hooks are not covered by trust/);
    assert.deepEqual(hookStateLines(project), ['guard changed']);
  });
});
