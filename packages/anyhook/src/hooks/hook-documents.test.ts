import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import type { Hook, LoadedHook } from '@anyhook/core';
import { ProjectWorld } from '../../test/project-world.js';
import { projectNotices } from '../answer/project-engine.js';
import type { Project } from './load.js';

const guarded = { '.agents/anyhook.yaml': 'hooks:\n  - { on: tool.before, use: shell-guard }\n' };
const rules = 'rules:\n  - ask: push to main\n';

const guardIn = ({ hooks }: Project): LoadedHook => {
  const found = hooks.find(({ hook }) => hook.id === 'shell-guard');
  assert.ok(found);
  return found;
};
const documentsOf = ({ handler }: Hook) => (handler.kind === 'builtin' ? (handler.documents ?? []) : []);

test("a project's guard files are covered by trust in its hook", async (t) => {
  const world = new ProjectWorld(t, { ...guarded, '.agents/guard/rules.yaml': rules });
  assert.equal(guardIn(await world.open()).state.kind, 'untrusted');
  await world.trust();
  assert.equal(guardIn(await world.open()).state.kind, 'active');
  world.write({ '.agents/guard/more.yaml': 'rules: []\n' });
  assert.match(JSON.stringify(guardIn(await world.open()).state), /more\.yaml was changed/);
  world.remove('.agents/guard/more.yaml');
  assert.equal(guardIn(await world.open()).state.kind, 'active');
  world.remove('.agents/guard/rules.yaml');
  assert.match(JSON.stringify(guardIn(await world.open()).state), /rules\.yaml was changed/);
});

test("the user's guard files apply in a project without trust, and a new one is found", async (t) => {
  const world = new ProjectWorld(t, { ...guarded, '.agents/guard/rules.yaml': rules });
  await world.trust();
  world.write({ '~/.config/anyhook/guard/mine.yaml': 'rules:\n  - pass: push to main\n' });
  const { hook, state } = guardIn(await world.open());
  assert.equal(state.kind, 'active');
  assert.deepEqual(
    documentsOf(hook).map(({ scope, value }) => [scope, value]),
    [
      ['user', { rules: [{ pass: 'push to main' }] }],
      ['project', { rules: [{ ask: 'push to main' }] }],
    ],
  );
});

test("a project's guard file does not affect the user's hook", async (t) => {
  const world = new ProjectWorld(t, { '.agents/guard/rules.yaml': rules });
  world.write({ '~/.config/anyhook/config.yaml': 'hooks:\n  - { on: tool.before, use: shell-guard }\n' });
  assert.deepEqual(documentsOf(guardIn(await world.open()).hook), []);
});

test('a mistake in a guard file is reported with its file, and the other files apply', async (t) => {
  const world = new ProjectWorld(t, guarded);
  world.write({
    '.agents/guard/a.yaml': 'rules:\n  - deny: delte outside\n',
    '.agents/guard/b.yaml': 'rules: [\n',
    '.agents/guard/c.yaml': rules,
    '.agents/guard/notes.txt': 'not read',
  });
  const project = await world.open('project');
  const { problems } = project;
  const messages = problems.map(({ source, message }) => `${basename(source)}: ${message}`);
  assert.match(
    messages.join('\n'),
    /a\.yaml: rule "deny: delte outside": "delte" is not an effect; did you mean "delete"\?/,
  );
  assert.ok(messages.some((message) => message.startsWith('b.yaml: ')));
  assert.equal(documentsOf(guardIn(project).hook).length, 3);
});

test('rules that loosen the guard in a project are warnings', async (t) => {
  const text = 'hooks:\n  - { on: tool.before, use: shell-guard, args: { rules: [{ pass: push }], profile: light } }\n';
  const world = new ProjectWorld(t, { '.agents/anyhook.yaml': text });
  const { problems } = await world.open('project');
  assert.deepEqual(
    problems.map(({ severity, message }) => [severity, message]),
    [
      ['warning', 'hook "shell-guard": rule "pass: push" has no effect: a project can only make rules stricter'],
      ['warning', 'hook "shell-guard": "profile: light" has no effect: a project can only make rules stricter'],
    ],
  );
});

test('loosening or expired rules in a guard file are warnings, and so is an empty file', async (t) => {
  const world = new ProjectWorld(t, {
    ...guarded,
    '.agents/guard/empty.yaml': '# later\n',
    '.agents/guard/rules.yaml': 'rules:\n  - pass: push\n  - { deny: push, until: 2020-01-01 }\n',
  });
  const { problems } = await world.open('project');
  assert.deepEqual(
    problems.map(({ severity, source, message }) => `${severity} ${basename(source)}: ${message}`),
    [
      'warning empty.yaml: the file is empty; expected "rules:" or a pack',
      'warning rules.yaml: rule "deny: push" expired on 2020-01-01',
      'warning rules.yaml: rule "pass: push" has no effect: a project can only make rules stricter',
    ],
  );
});

test('guard files that no hook reads are a project problem, even if the user has such a hook', async (t) => {
  const world = new ProjectWorld(t, { '.agents/guard/rules.yaml': rules, '.agents/guard/notes.txt': 'x' });
  const idleNames = async () => {
    const { problems, snapshot } = await world.open('project');
    assert.equal(problems.filter(({ message }) => message.includes('nothing reads this file')).length, 1);
    return snapshot.idleDocuments?.map((path) => basename(path));
  };
  assert.deepEqual(await idleNames(), ['rules.yaml']);
  assert.match(
    projectNotices(await world.open()).join(),
    /1 guard file is read by no hook: see "anyhook hooks validate"/,
  );
  world.write({ '~/.config/anyhook/config.yaml': 'hooks:\n  - { on: tool.before, use: shell-guard }\n' });
  assert.deepEqual(await idleNames(), ['rules.yaml']);
  world.write(guarded);
  assert.equal((await world.open('project')).snapshot.idleDocuments, undefined);
});
