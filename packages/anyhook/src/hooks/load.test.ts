import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { foldsNames } from '@anyhook/core';
import { type FileTexts, hookById, hookMdFiles, hookStateLines, ProjectWorld } from '../../test/project-world.js';
import { plainPath } from '../../test/support/plain-path.js';
import { findAgent } from '../agents/index.js';
import type { EngineParts } from '../answer/engine.js';
import { engineParts } from '../answer/project-engine.js';

const withProfiles = (name: string, profiles: string) =>
  hookMdFiles(name, `trigger: before_tool\nmetadata:\n  anyhook:\n    profiles: [${profiles}]`);

describe('profiles', () => {
  const files: FileTexts = {
    ...withProfiles('small', 'minimal'),
    ...withProfiles('usual', 'standard, strict'),
    ...hookMdFiles('always'),
  };
  const running = async (world: ProjectWorld) =>
    (await world.open('project')).hooks
      .filter(({ state }) => state.kind === 'active')
      .map(({ hook }) => hook.id)
      .sort();

  for (const profile of [undefined, 'minimal', 'strict', 'sometimes'])
    test(`SA_HOOK_PROFILE=${profile} does not affect hooks that are not policies`, async (t) => {
      const world = new ProjectWorld(t, files);
      if (profile) world.env['SA_HOOK_PROFILE'] = profile;
      assert.deepEqual(await running(world), ['always', 'usual']);
    });

  test('the user wins over the project, and the environment overrides neither', async (t) => {
    const world = new ProjectWorld(t, { ...files, '.agents/anyhook.yaml': 'profile: minimal\n' });
    assert.deepEqual(await running(world), ['always', 'small']);
    world.write({ '~/.config/anyhook/config.yaml': 'profile: strict\n' });
    assert.deepEqual(await running(world), ['always', 'usual']);
    world.env['SA_HOOK_PROFILE'] = 'minimal';
    assert.deepEqual(await running(world), ['always', 'usual']);
  });

  test("the project's profile does not disable the user's hooks", async (t) => {
    const user = withProfiles('mine', 'standard');
    const moved = Object.fromEntries(
      Object.entries(user).map(([path, text]) => [path.replace('.agents/', '~/.config/agents/'), text]),
    );
    const world = new ProjectWorld(t, { ...moved, '.agents/anyhook.yaml': 'profile: minimal\n' });
    assert.deepEqual(await running(world), ['mine']);
  });

  test('the reason names the profile', async (t) => {
    const world = new ProjectWorld(t, withProfiles('small', 'minimal'));
    assert.deepEqual((await world.open('project')).hooks[0]?.state, {
      kind: 'disabled',
      why: 'not in profile standard',
    });
  });
});

const idsOf = ({ hooks }: EngineParts): readonly string[] => hooks.map(({ id }) => id);

describe('switched off', () => {
  for (const [what, files, env, why] of [
    [
      'by the user config',
      { '~/.config/anyhook/config.yaml': 'disabled: [guard]\n' },
      {},
      'in the disabled list of the config',
    ],
    [
      'by an override of the user',
      { '~/.config/anyhook/config.yaml': 'overrides: {guard: {enabled: false}}\n' },
      {},
      'enabled: false',
    ],
  ] as const)
    test(what, async (t) => {
      const world = new ProjectWorld(t, { ...hookMdFiles('guard'), ...hookMdFiles('other'), ...files });
      Object.assign(world.env, env);
      const { hooks } = await world.open('project');
      assert.deepEqual(hooks.find(({ hook }) => hook.id === 'guard')?.state, { kind: 'disabled', why });
      assert.equal(hooks.find(({ hook }) => hook.id === 'other')?.state.kind, 'active');
    });

  test('ANYHOOK=off leaves an engine without hooks', async (t) => {
    const world = new ProjectWorld(t, hookMdFiles('guard'));
    const project = await world.open('project');
    const where = (env: Record<string, string>) => ({
      cwd: world.dir,
      env: { ...world.env, ...env },
      home: world.home,
    });
    assert.deepEqual(idsOf(engineParts(project, where({}))), ['self-protection', 'guard']);
    assert.deepEqual(engineParts(project, where({ ANYHOOK: 'off' })).hooks, []);
    assert.deepEqual(engineParts(project, where({ ANYHOOK: 'off' }), { agent: findAgent('flow') }).hooks, []);
  });
});

describe('self-protection', () => {
  const ids = async (world: ProjectWorld) =>
    idsOf(engineParts(await world.open(), { cwd: world.dir, env: world.env, home: world.home }));

  test('is always on, and only the user or the organization can disable it', async (t) => {
    const world = new ProjectWorld(t, {
      '.agents/anyhook.yaml': 'disabled: [self-protection]\noverrides: {self-protection: {enabled: false}}\n',
    });
    assert.deepEqual(await ids(world), ['self-protection']);
    world.write({ '~/.config/anyhook/config.yaml': 'disabled: [self-protection]\n' });
    assert.deepEqual(await ids(world), []);
  });
});

describe('the policies of the flow agent', () => {
  const ids = async (world: ProjectWorld, agent = 'flow') => {
    const where = { cwd: world.dir, env: world.env, home: world.home };
    return idsOf(engineParts(await world.open(), where, { agent: findAgent(agent) })).filter(
      (id) => id !== 'self-protection',
    );
  };
  const policies = [
    'config-protection',
    'quality-gate',
    'stop-goal-fit',
    'workflow-steering',
    'workflow-steering@postToolUse',
  ];

  test('run next to other hooks, trusted or not', async (t) => {
    const world = new ProjectWorld(t);
    assert.deepEqual([...(await ids(world))].sort(), policies);
    assert.deepEqual(await ids(world, 'claude-code'), []);
    world.write(hookMdFiles('stranger'));
    assert.deepEqual([...(await ids(world))].sort(), policies);
    await world.trust();
    assert.deepEqual([...(await ids(world))].sort(), [...policies.slice(0, 3), 'stranger', ...policies.slice(3)]);
  });

  test('are replaced by an entry of the same builtin, enabled or not, and never run twice', async (t) => {
    const worldWith = (more: string) =>
      new ProjectWorld(t, {
        '~/.config/anyhook/config.yaml': `hooks:\n  - {id: mine, on: tool.before, use: config-protection${more}}\n`,
      });
    assert.deepEqual([...(await ids(worldWith('')))].sort(), ['mine', ...policies.slice(1)]);
    assert.deepEqual([...(await ids(worldWith(', enabled: false')))].sort(), policies.slice(1));
  });

  test('are not replaced by an entry of an untrusted project', async (t) => {
    const world = new ProjectWorld(t);
    for (const more of ['', ', enabled: false']) {
      world.write({
        '.agents/anyhook.yaml': `hooks:\n  - {id: off, on: tool.before, use: config-protection${more}}\n`,
      });
      assert.deepEqual([...(await ids(world))].sort(), policies, more);
    }
  });

  test('are disabled by name like any hook', async (t) => {
    const world = new ProjectWorld(t);
    world.env['SA_DISABLED_HOOKS'] = 'config-protection,quality-gate';
    assert.deepEqual([...(await ids(world))].sort(), policies.slice(2));
  });
});

describe('finding hooks', () => {
  test('hooks of every format are found in their places, for project and user', async (t) => {
    const docker = 'hooks:\n  session_start:\n    - {type: command, command: "true"}\n';
    const claude = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}';
    const world = new ProjectWorld(t, {
      ...hookMdFiles('md'),
      ...hookMdFiles('mine', undefined, undefined, '~/.config/agents/hooks'),
      '.agents/hooks.yaml': docker,
      '.system/hooks/a.yaml':
        'id: abil\nevent_type: PromptSubmit\nenabled: true\nblocking: false\nsummary: A hook.\nhandler: {kind: script, command: "true"}\ntimeout_ms: 1000\n',
      'hooks/hooks.json': claude,
      '.claude/settings.json': claude,
      '~/.claude/settings.json': claude,
      '.agents/anyhook.yaml': 'hooks:\n  - {id: entry, on: tool.before, run: "true"}\n',
    });
    const { hooks } = await world.open();
    const found = hooks.map(({ hook }) => `${hook.scope} ${hook.dialect}${hook.flavour ? ` ${hook.flavour}` : ''}`);
    assert.deepEqual(found.sort(), [
      'project ability',
      'project claude plugin',
      'project claude settings',
      'project docker',
      'project flow',
      'project hook-md',
      'user claude settings',
      'user hook-md',
    ]);
  });

  const lowText = (description: string) => `---\nname: low\ndescription: ${description}\ntrigger: before_tool\n---\n`;
  const low: FileTexts = {
    '.agents/hooks/low/hook.md': lowText('lower'),
    '.agents/hooks/low/scripts/run.sh': '#!/bin/sh\nexit 0\n',
  };

  test('a lowercase hook.md is found under its actual name', async (t) => {
    const world = new ProjectWorld(t, low);
    const first = await world.open('project');
    assert.deepEqual([hookStateLines(first), first.problems], [['low active'], []]);
    assert.equal(hookById(first, 'low').source, world.path('.agents/hooks/low/hook.md'));
  });

  test('HOOK.md next to hook.md wins with a warning', {
    skip: foldsNames() && 'the two names are one file here',
  }, async (t) => {
    const world = new ProjectWorld(t, { ...low, '.agents/hooks/low/HOOK.md': lowText('upper') });
    const both = await world.open('project');
    assert.deepEqual([hookStateLines(both), hookById(both, 'low').description], [['low active'], 'upper']);
    assert.deepEqual(both.problems, [
      {
        source: world.path('.agents/hooks/low/hook.md'),
        severity: 'warning',
        message: 'not loaded: HOOK.md is in the same folder and is used; delete one of the two',
      },
    ]);
  });

  test('a hook that is also reached through a link is loaded once', async (t) => {
    const world = new ProjectWorld(t, hookMdFiles('mine', undefined, undefined, '~/.config/agents/hooks'));
    mkdirSync(world.path('.agents'));
    symlinkSync(world.path('~/.config/agents/hooks'), world.path('.agents/hooks'));
    assert.deepEqual(hookStateLines(await world.open()), ['mine active']);
  });

  test("a repository that is the home folder loads the user's settings once", async (t) => {
    const world = new ProjectWorld(t, {
      '~/.claude/settings.json': '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}',
    });
    mkdirSync(world.path('~/.git'));
    const { hooks } = await world.open('ask', '../home');
    assert.deepEqual(
      hooks.map(({ hook, state }) => [hook.scope, state.kind]),
      [['user', 'active']],
    );
  });

  test('scripts that link to themselves are reported in bounded time', async (t) => {
    const world = new ProjectWorld(t, { ...hookMdFiles('bomb'), ...hookMdFiles('guard') });
    const scripts = world.path('.agents/hooks/bomb/scripts');
    for (let i = 0; i < 300; i++) symlinkSync('.', join(scripts, `d${i}`));
    const began = performance.now();
    const project = await world.open('project');
    assert.ok(performance.now() - began < 5_000);
    assert.deepEqual(hookStateLines(project), ['guard active']);
    assert.match(project.problems.map(({ message }) => message).join(), /below "scripts".*more than 2000 entries/);
  });

  test('a config that is a YAML bomb is an error, and the other hooks are loaded', async (t) => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghij'].map((c, i) => `${c}: &${c} [${Array(9).fill(`*${'abcdefghi'[i]}`).join()}]`).join('\n')}\n`;
    const world = new ProjectWorld(t, {
      ...hookMdFiles('guard'),
      '.agents/anyhook.yaml': bomb,
      '.agents/hooks.yaml': bomb,
      '.system/hooks/x.yaml': bomb,
    });
    const { problems, ...project } = await world.open('project');
    assert.deepEqual(hookStateLines({ ...project, problems }), [
      'guard active',
      'unloadable.agents.anyhook.yaml active',
      'unloadable.agents.hooks.yaml active',
      'unloadable.system.hooks.x.yaml active',
    ]);
    const said = new Set(problems.filter(({ severity }) => severity === 'error').map(({ source }) => source));
    assert.deepEqual([...said].map((source) => plainPath(relative(world.dir, source))).sort(), [
      '.agents/anyhook.yaml',
      '.agents/hooks.yaml',
      '.system/hooks/x.yaml',
    ]);
  });

  test('two thousand hook files are all loaded, also from the cache', async (t) => {
    const files = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, i) => [
        `.system/hooks/h${i}.yaml`,
        `id: h${i}\nevent_type: PromptSubmit\nenabled: true\nblocking: false\nsummary: A hook.\nhandler: {kind: script, command: "true"}\ntimeout_ms: 1000\n`,
      ]),
    );
    const world = new ProjectWorld(t, files);
    assert.equal((await world.open('project')).hooks.length, 2_000);
    assert.equal((await world.open('project')).hooks.length, 2_000);
  });
});

describe('hooks of the config', () => {
  const entry = (yaml: string) => ({ '.agents/anyhook.yaml': `hooks:\n  - {${yaml}}\n` });

  test('get their defaults', async (t) => {
    const world = new ProjectWorld(t, entry('on: tool.before, run: "true"'));
    const {
      source: _source,
      root: _root,
      files: _files,
      handler: _handler,
      ...hook
    } = hookById(await world.open(), 'true');
    assert.deepEqual(hook, {
      id: 'true',
      dialect: 'flow',
      events: ['tool.before'],
      nativeEvent: 'tool.before',
      scope: 'project',
      line: 2,
      position: 0,
      enabled: true,
      blocking: true,
      async: false,
      mode: 'enforce',
      priority: 100,
      timeoutMs: 30_000,
      match: {},
      onFailure: 'open',
      warnOnFailure: true,
      concurrent: false,
      stopsList: false,
      parallel: false,
      recheck: true,
      profiles: [],
    });
  });

  test('accept every key', async (t) => {
    const yaml = [
      'id: x, on: docker:post_tool_use, run: "true", enabled: true, blocking: false, async: true, onFailure: closed, mode: shadow',
      'profiles: [strict], parallel: true, recheck: false, priority: 7, timeoutMs: 100',
      'match: {tool: "A|B", input: p, subject: s, paths: a/**, abilities: [b, c], changedPaths: [d], minDurationMs: 5, agent: root}',
    ].join(', ');
    const hook = hookById(await new ProjectWorld(t, entry(yaml)).open(), 'x');
    assert.deepEqual(hook.match, {
      tool: { source: 'A|B', mode: 'anchored' },
      input: { source: 'p', mode: 'search' },
      subject: { source: 's', mode: 'anchored' },
      paths: ['a/**'],
      abilities: ['b', 'c'],
      changedPaths: ['d'],
      minDurationMs: 5,
      agent: 'root',
    });
    const { events, blocking, async, onFailure, mode, profiles, parallel, recheck, priority, timeoutMs } = hook;
    assert.deepEqual(events, ['tool.after', 'tool.failure']);
    assert.deepEqual(
      [blocking, async, onFailure, mode, profiles, parallel, recheck, priority, timeoutMs],
      [false, true, 'closed', 'shadow', ['strict'], true, false, 7, 100],
    );
  });

  test('of several events are one hook each', async (t) => {
    const world = new ProjectWorld(t, entry('id: x, on: [tool.before, agent.stop], run: "true"'));
    assert.deepEqual(hookStateLines(await world.open('project')), ['x@agent.stop active', 'x@tool.before active']);
  });

  test('run at every other event, or at one by its native name', async (t) => {
    const world = new ProjectWorld(t, {
      '.agents/anyhook.yaml':
        'hooks:\n  - {id: all, on: other, run: "true"}\n  - {id: one, on: claude:Setup, run: "true"}\n',
    });
    const project = await world.open();
    assert.deepEqual([hookById(project, 'all').match, hookById(project, 'one').match], [{}, { nativeEvent: 'Setup' }]);
  });

  const broken: readonly [string, RegExp][] = [
    ['on: stop, run: "true"', /"stop" means more than one event; say which/],
    ['on: tool.befor, run: "true"', /did you mean "tool\.before"/],
    ['on: tool.before', /exactly one of "use", "run", "url", "prompt"/],
    ['on: tool.before, run: a, use: b', /exactly one of/],
    ['on: tool.before, use: no-such-builtin', /no-such-builtin/],
    ['on: tool.before, run: a, match: {tool: "("}', /is not a regular expression/],
    ['on: tool.before, run: a, match: {tool: "a)|(b"}', /is not a regular expression/],
    ['on: tool.before, run: a, timeoutMs: 50', /100 to 600000/],
    ['on: tool.before, run: a, priority: 1001', /0 to 1000/],
    ['on: tool.before, run: a, tiemout: 1', /unknown key "tiemout"/],
  ];
  for (const [yaml, message] of broken)
    test(`{${yaml}} is an error with its line, and the other hooks are loaded`, async (t) => {
      const world = new ProjectWorld(t, { ...entry(yaml), ...hookMdFiles('guard') });
      const project = await world.open('project');
      const running = project.hooks.filter(({ hook }) => hook.unloadable === undefined);
      assert.deepEqual(hookStateLines({ ...project, hooks: running }), ['guard active']);
      const [standIn] = project.hooks.flatMap(({ hook }) => (hook.unloadable === undefined ? [] : [hook]));
      assert.match(standIn?.unloadable ?? '', message);
      const found = project.problems.filter(({ severity }) => severity === 'error');
      assert.match(found.map(({ message: text }) => text).join('\n'), message);
      assert.ok(
        found.every(({ line, source }) => line === 2 && source.endsWith('anyhook.yaml')),
        JSON.stringify(found),
      );
    });
});
