import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, test } from 'node:test';
import type { Hook, Problem, Scope } from '@anyhook/core';
import type { InferOutput } from 'valibot';
import { hookOf } from '../../test/support/engine-samples.js';
import { type ConfigSource, mergeConfig, parseConfig } from './config.js';
import type { overrideSchema } from './config-schema.js';
import type { Config, HookOverride } from './merged-config.js';
import { addProfileFilesToTrust, applyOverrides, uniqueHooks } from './overrides.js';

function source(scope: Scope, text: string, path = `/${scope}.yaml`): ConfigSource {
  const parsed = parseConfig(text, path, scope);
  assert.ok(parsed.source, JSON.stringify(parsed.problems));
  return parsed.source;
}
const merged = (...texts: readonly [Scope, string][]): Config =>
  mergeConfig(texts.map(([scope, text]) => source(scope, text)));

const model = 'model: {api: anthropic, baseUrl: "https://x.example", model: m, apiKeyEnv: KEY}';

describe('a project file can only tighten', () => {
  const refused: readonly [field: string, text: string, line: number, message: RegExp][] = [
    ['disabled', 'disabled: [guard]', 1, /is a key of the user or managed config/],
    ['trust', 'trust: project', 1, /is a key of the user or managed config/],
    ['http', 'http: {allow: ["https://evil.example"]}', 1, /is a key of the user or managed config/],
    ['model', `version: 1\n${model}`, 2, /is a key of the user or managed config/],
    ['telemetry', 'telemetry: {enabled: true}', 1, /is a key of the user or managed config/],
    ['approvalMinutes', 'approvalMinutes: 999', 1, /is a key of the user or managed config/],
    ['taskDays', 'taskDays: 1', 1, /is a key of the user or managed config/],
    ['share', 'share: false', 1, /is a key of the user or managed config/],
    ['failClosed', 'failClosed: false', 1, /may only be true here/],
    ['stopLimit', 'stopLimit: 0', 1, /must be at least 1 here/],
    ['overrides.guard.enabled', 'overrides:\n  guard:\n    enabled: false', 3, /may not switch a hook off here/],
  ];
  for (const [field, text, line, message] of refused)
    test(`${field} in a project file is an error with its line, and has no effect`, () => {
      const { source: kept, problems } = parseConfig(text, '/p.yaml', 'project');
      assert.deepEqual(
        problems.map(({ severity, ...problem }) => [severity, problem.source, problem.field, problem.line]),
        [['error', '/p.yaml', field, line]],
      );
      assert.match(problems[0]?.message ?? '', message);
      assert.match(problems[0]?.message ?? '', /a project file can only tighten\. Put it into the user config$/);
      assert.ok(kept);
      const { overrides: _overrides, ...rest } = mergeConfig([kept]);
      const { overrides: _none, ...empty } = mergeConfig([]);
      assert.deepEqual(rest, empty);
      for (const scope of ['user', 'managed'] as const)
        assert.deepEqual(parseConfig(text, '/u.yaml', scope).problems, []);
    });

  test('approvers in a user config have no effect, with a warning', () => {
    const person = '{ name: eve, id: aaaaaaaaaaaaaaaa, publicKey: aaaaaaaaaaaaaaaa }';
    const text = `approvals:\n  origin: https://hub.acme.example\n  people: [${person}]\n`;
    const { problems } = parseConfig(text, '/u.yaml', 'user');
    assert.deepEqual(
      problems.map(({ severity, line, message }) => [severity, line, message]),
      [['warning', 1, '"approvals" works only in a fleet policy: the approvers it names are not asked']],
    );
    assert.deepEqual(parseConfig(text, '/m.yaml', 'managed').problems, []);
  });

  test('terminals in a user config have no effect, with a warning', () => {
    const { problems } = parseConfig('terminals: [python3]\n', '/u.yaml', 'user');
    assert.match(problems[0]?.message ?? '', /"terminals" works only in the system config/);
    assert.deepEqual(parseConfig('terminals: [acme-term]\n', '/m.yaml', 'managed').problems, []);
  });

  test('every key of the schema either tightens, adds, or is rejected', () => {
    const known = {
      tightens: ['failClosed', 'stopLimit'],
      ownHooksOnly: ['hooks', 'overrides', 'mode', 'spare', 'files', 'profile'],
      refused: [
        ...['disabled', 'plugins', 'agentFolders', 'trust', 'share', 'http', 'model', 'telemetry', 'journal'],
        ...['approvalMinutes', 'approvals', 'taskDays', 'terminals'],
      ],
      neither: ['$schema', 'version'],
    };
    const { problems } = parseConfig('unknown-key: 1', '/p.yaml', 'user');
    const keys = /known keys: (.*)$/.exec(problems[0]?.message ?? '')?.[1]?.split(', ') ?? [];
    assert.deepEqual([...keys].sort(), Object.values(known).flat().sort());
  });

  test('a project may fail closed and lower the stop limit, even against the user', () => {
    const config = merged(['user', 'failClosed: false\nstopLimit: 5'], ['project', 'failClosed: true\nstopLimit: 2']);
    assert.deepEqual([config.failClosed, config.stopLimit], [true, 2]);
    assert.equal(merged(['user', 'stopLimit: 5'], ['project', 'stopLimit: 50']).stopLimit, 5);
    assert.equal(merged(['project', 'stopLimit: 50']).stopLimit, 8);
  });

  test('a later project file cannot relax an earlier one', () => {
    const config = merged(['project', 'profile: strict\nstopLimit: 3'], ['project', 'profile: minimal\nstopLimit: 5']);
    assert.deepEqual([config.projectProfile, config.stopLimit], ['strict', 3]);
  });

  test("the project's profile is kept separate from the user's", () => {
    const config = merged(['project', 'profile: minimal'], ['user', 'profile: strict']);
    assert.deepEqual([config.profile, config.projectProfile], ['strict', 'minimal']);
  });
});

describe('merging configs', () => {
  test('an empty config has the defaults', () => {
    assert.deepEqual(mergeConfig([]), {
      overrides: [],
      files: [],
      failClosed: false,
      stopLimit: 8,
      approvalMinutes: 15,
      taskDays: 90,
      disabled: { user: [], managed: [] },
      trust: 'ask',
      httpAllow: [],
    });
  });

  test('managed wins over user; lists are joined', () => {
    const config = merged(
      [
        'user',
        `trust: project\nprofile: minimal\nstopLimit: 9\ndisabled: [a]\nhttp: {allow: [u]}\nfiles: [u.yaml]\n${model}`,
      ],
      [
        'managed',
        `trust: lock\nprofile: strict\nstopLimit: 20\ndisabled: [b]\nhttp: {allow: [m]}\n${model.replace('model: m', 'model: org')}`,
      ],
      ['project', 'files: [p.yaml]'],
    );
    assert.deepEqual(
      { ...config, overrides: [], model: config.model?.model },
      {
        overrides: [],
        files: ['u.yaml', 'p.yaml'],
        profile: 'strict',
        managedProfile: 'strict',
        failClosed: false,
        stopLimit: 20,
        approvalMinutes: 15,
        taskDays: 90,
        disabled: { user: ['a'], managed: ['b'] },
        trust: 'lock',
        httpAllow: ['m', 'u'],
        model: 'org',
      },
    );
  });

  test('a broken file is reported, and sets nothing', () => {
    for (const text of ['hooks: [', 'hooks: {}', 'nonsense: 1', 'stopLimit: 101', 'trust: maybe', '[]']) {
      const { source: none, problems } = parseConfig(text, '/u.yaml', 'user');
      assert.deepEqual(none?.file ?? { version: 1 }, { version: 1 }, text);
      assert.ok(problems.length > 0 && problems.every(({ line }) => line !== undefined), text);
    }
    assert.ok(parseConfig('', '/u.yaml', 'user').source, 'an empty file sets nothing');
  });
});

describe('overrides', () => {
  const apply = (hooks: readonly Hook[], ...texts: readonly [Scope, string][]) => {
    const problems: Problem[] = [];
    return { hooks: applyOverrides(hooks, merged(...texts), problems), problems };
  };
  const set = (yaml: string) => `overrides:\n  h: {${yaml}}`;

  const fields: readonly [string, Partial<Hook>][] = [
    ['onFailure: closed', { onFailure: 'closed' }],
    ['mode: shadow', { mode: 'shadow' }],
    ['profiles: [strict]', { profiles: ['strict'] }],
    ['parallel: true', { parallel: true }],
    ['recheck: false', { recheck: false }],
    ['priority: 900', { priority: 900 }],
    ['timeoutMs: 500', { timeoutMs: 500 }],
    ['pure: true', { pure: true }],
    ['spare: false', { spare: false }],
    ['enabled: false', { enabled: false }],
  ];
  for (const [yaml, changed] of fields)
    test(`${yaml} applies to hooks of its own scope and of lower scopes`, () => {
      const order = ['managed', 'user', 'project'] as const;
      for (const from of ['managed', 'user'] as const)
        for (const scope of order) {
          const hook = hookOf('h', { scope });
          const expected = order.indexOf(from) <= order.indexOf(scope) ? { ...hook, ...changed } : hook;
          assert.deepEqual(apply([hook], [from, set(yaml)]).hooks, [expected]);
        }
    });

  test('managed wins over user, user over project', () => {
    const all: [Scope, string][] = [
      ['project', set('priority: 1, timeoutMs: 100')],
      ['user', set('priority: 2, mode: shadow')],
      ['managed', set('priority: 3')],
    ];
    const [hook] = apply([hookOf('h')], ...all).hooks;
    assert.deepEqual([hook?.priority, hook?.timeoutMs, hook?.mode], [3, 100, 'shadow']);
  });

  test("a project's override of its own hook is covered by trust in that hook", () => {
    const [hook] = apply([hookOf('h', { files: ['/p/HOOK.md'] })], ['project', set('mode: shadow')]).hooks;
    assert.deepEqual([hook?.mode, hook?.files], ['shadow', ['/p/HOOK.md', '/project.yaml']]);
  });

  test('a project cannot change hooks of other scopes or disable its own, which is reported', () => {
    for (const scope of ['user', 'managed'] as const) {
      const hook = hookOf('h', { scope });
      const { hooks, problems } = apply([hook], ['project', set('mode: shadow, priority: 1')]);
      assert.deepEqual(hooks, [hook]);
      assert.match(problems[0]?.message ?? '', /which a project file cannot override/);
    }
    const parsed = parseConfig(set('enabled: false'), '/project.yaml', 'project').source as ConfigSource;
    assert.equal(applyOverrides([hookOf('h')], mergeConfig([parsed]), [])[0]?.enabled, true);
  });

  // Absolute paths, which on Windows include a drive.
  const hookAt = (source: string, more: Partial<Hook> = {}) => hookOf('h', { source: resolve(source), ...more });
  const modes = (hooks: readonly Hook[], scope: Scope, text: string, path: string) => {
    const { source } = parseConfig(text, resolve(path), scope);
    return applyOverrides(hooks, mergeConfig(source ? [source] : []), [], resolve('/home/u')).map(({ mode }) => mode);
  };

  for (const [what, key, isMeant] of [
    ['a file', './hooks.yaml', [true, false, false]],
    ['a file below', '.agents/hooks/a/HOOK.md', [false, true, false]],
    ['a folder', '.agents/hooks', [false, true, true]],
    ['a folder with a trailing slash', '.agents/hooks/', [false, true, true]],
    ['everything', './', [true, true, true]],
    ['a prefix of a file name', './hooks', [false, false, false]],
  ] as const)
    test(`an override by path applies to the hooks of ${what}`, () => {
      const hooks = ['hooks.yaml', '.agents/hooks/a/HOOK.md', '.agents/hooks/b/HOOK.md'].map((path) =>
        hookAt(`/p/${path}`),
      );
      const text = `overrides: { ${key}: { mode: shadow } }`;
      const expected = isMeant.map((is) => (is ? 'shadow' : 'enforce'));
      assert.deepEqual(modes(hooks, 'project', text, '/p/.agents/anyhook.yaml'), expected);
    });

  test("a user's path is absolute or relative to the home folder", () => {
    const hooks = [hookAt('/home/u/.config/agents/hooks/a/HOOK.md', { scope: 'user' }), hookAt('/p/hooks.yaml')];
    for (const [key, expected] of [
      ['~/.config/agents/hooks', ['shadow', 'enforce']],
      ['.config/agents/hooks', ['shadow', 'enforce']],
      [resolve('/p/hooks.yaml'), ['enforce', 'shadow']],
    ] as const)
      assert.deepEqual(modes(hooks, 'user', `overrides: { '${key}': { mode: shadow } }`, '/u.yaml'), expected, key);
  });

  test('a path override does not apply to higher scopes, and one without hooks is a warning', () => {
    const outcomeFor = (hooks: readonly Hook[]) => {
      const problems: Problem[] = [];
      const text = 'overrides: { ./hooks.yaml: { mode: shadow } }';
      const { source } = parseConfig(text, resolve('/p/.agents/anyhook.yaml'), 'project');
      const [hook] = applyOverrides(hooks, mergeConfig(source ? [source] : []), problems);
      return [hook?.mode, problems[0]?.message];
    };
    const other = 'holds user hooks, which a project file cannot override: not changed';
    assert.deepEqual(outcomeFor([hookAt('/p/hooks.yaml', { scope: 'user' })]), ['enforce', `"./hooks.yaml" ${other}`]);
    assert.match(outcomeFor([hookAt('/p/other.yaml')])[1] ?? '', /^no hook was loaded from ".\/hooks.yaml"/);
  });

  test("a config's mode applies to all hooks of its scope and lower, a project's only to its own", () => {
    const hooks = (['managed', 'user', 'project'] as const).map((scope) => hookAt('/p/hooks.yaml', { scope }));
    const shadowed = (scope: Scope) => modes(hooks, scope, 'mode: shadow', '/p/.agents/anyhook.yaml');
    assert.deepEqual(shadowed('managed'), ['shadow', 'shadow', 'shadow']);
    assert.deepEqual(shadowed('user'), ['enforce', 'shadow', 'shadow']);
    assert.deepEqual(shadowed('project'), ['enforce', 'enforce', 'shadow']);
  });

  test("a config's spare setting applies to all hooks that it may change", () => {
    const { hooks } = apply(
      [hookOf('a', { scope: 'managed' }), hookOf('b', { scope: 'user' })],
      ['user', 'spare: false'],
    );
    assert.deepEqual(
      hooks.map(({ spare }) => spare),
      [undefined, false],
    );
  });

  test('the mode of a subfolder does not apply to hooks above it, and is covered by trust', () => {
    const [file, config] = [resolve('/p/sub/hooks.yaml'), resolve('/p/sub/.agents/anyhook.yaml')];
    const hooks = [hookAt('/p/hooks.yaml'), hookAt(file, { files: [file] })];
    const { source } = parseConfig('mode: shadow', config, 'project');
    const [above, own] = applyOverrides(hooks, mergeConfig(source ? [source] : []), []);
    assert.deepEqual(above, hooks[0]);
    assert.deepEqual([own?.mode, own?.files], ['shadow', [file, config]]);
  });

  test('an override of a hook wins over one of its file, and both win over the general mode', () => {
    const hooks = [
      hookAt('/p/a/x.yaml', { id: 'x' }),
      hookAt('/p/a/y.yaml', { id: 'y' }),
      hookAt('/p/z.yaml', { id: 'z' }),
    ];
    const text = 'overrides: { x: { mode: shadow }, a/: { mode: enforce } }\nmode: shadow';
    assert.deepEqual(modes(hooks, 'project', text, '/p/.agents/anyhook.yaml'), ['shadow', 'enforce', 'shadow']);
  });

  test('an override of an unknown id is a warning', () => {
    const { problems } = apply([hookOf('other')], ['user', set('mode: shadow')]);
    assert.deepEqual([problems[0]?.severity, problems[0]?.field], ['warning', 'overrides.h']);
  });

  test("a project's profile is covered by trust in the hooks that it switches", () => {
    const hooks = [
      hookOf('a', { profiles: ['standard'] }),
      hookOf('b'),
      hookOf('c', { scope: 'user', profiles: ['standard'] }),
    ];
    const covered = (config: Config) =>
      addProfileFilesToTrust(hooks, config, ['/c.yaml']).map(({ files }) => files.length);
    assert.deepEqual(covered(merged(['project', 'profile: minimal'])), [1, 0, 0]);
    assert.deepEqual(covered(merged(['user', 'profile: minimal'])), [0, 0, 0]);
  });
});

describe('names and duplicates', () => {
  const unique = (hooks: readonly Hook[], real = (path: string) => path) => {
    const problems: Problem[] = [];
    return { ids: uniqueHooks(hooks, problems, real).map(({ id, source: from }) => `${id} ${from}`), problems };
  };

  test('two hooks with the same name both run, under two ids, with a warning', () => {
    const { ids, problems } = unique([
      hookOf('x', { source: '/a' }),
      hookOf('x', { source: '/b' }),
      hookOf('x', { source: '/c' }),
    ]);
    assert.deepEqual(ids, ['x /a', 'x#2 /b', 'x#3 /c']);
    assert.deepEqual(
      problems.map(({ source: from, severity }) => [from, severity]),
      [
        ['/b', 'warning'],
        ['/c', 'warning'],
      ],
    );
    assert.match(
      problems[0]?.message ?? '',
      /another hook is called "x" \(\/a\); this one is "x#2" here, and both run/,
    );
  });

  test('an id with a number that is already used is skipped', () => {
    assert.deepEqual(
      unique([hookOf('x#2', { source: '/a' }), hookOf('x', { source: '/b' }), hookOf('x', { source: '/c' })]).ids,
      ['x#2 /a', 'x /b', 'x#3 /c'],
    );
  });

  test("a project hook cannot take the id of a user's hook", () => {
    assert.deepEqual(unique([hookOf('x', { source: '/p' }), hookOf('x', { source: '/u', scope: 'user' })]).ids, [
      'x /u',
      'x#2 /p',
    ]);
  });

  test("a file found twice is loaded once, as the user's if it is in the user's folder", () => {
    const twice = [hookOf('project.x', { source: '/p/link' }), hookOf('user.x', { source: '/u/file', scope: 'user' })];
    const { ids, problems } = unique(twice, () => '/u/file');
    assert.deepEqual([ids, problems], [['user.x /u/file'], []]);
  });

  test('hooks of one file at other positions, events or agents are not duplicates', () => {
    const rows = [{}, { position: 1 }, { nativeEvent: 'stop' }, { match: { agent: 'helper' } }];
    assert.equal(unique(rows.map((more, i) => hookOf(`h${i}`, more))).ids.length, rows.length);
  });

  test('ten thousand hooks with the same name get ids in bounded time', () => {
    const began = performance.now();
    const hooks = Array.from({ length: 10_000 }, (_, i) => hookOf('x', { source: `/${i}` }));
    assert.equal(new Set(unique(hooks).ids).size, 10_000);
    assert.ok(performance.now() - began < 5_000);
  });
});

describe('a mistake in a config file', () => {
  const hooks = (text: string) => {
    const { source, problems } = parseConfig(text, '/u.yaml', 'user');
    return { ids: source?.file.hooks?.map(({ id }) => id), positions: source?.positions, source, problems };
  };
  const validHook = (id: string) => `  - { id: ${id}, on: tool.before, use: config-protection }\n`;

  test('in one hook keeps the others, each at its own position', () => {
    const { ids, positions, problems } = hooks(`hooks:\n${validHook('a')}  - { id: b, onn: x }\n${validHook('c')}`);
    assert.deepEqual(
      [ids, positions],
      [
        ['a', 'c'],
        [0, 2],
      ],
    );
    assert.ok(problems.some(({ line, field }) => line === 3 && field === 'hooks.1.onn'));
  });

  test('in one override or key keeps the rest', () => {
    const { ids, source, problems } = hooks(
      `hooks:\n${validHook('a')}overrides:\n  a: { mode: shadow }\n  b: { mode: shado }\ndisabeld: [a]\nprofile: strict\n`,
    );
    assert.deepEqual([ids, source?.file.overrides, source?.file.profile], [['a'], { a: { mode: 'shadow' } }, 'strict']);
    assert.deepEqual(problems.map(({ field }) => field).sort(), ['disabeld', 'overrides.b.mode']);
  });

  test('that leaves nothing to read is an error without a source', () => {
    for (const text of ['[]', 'just text', 'hooks: {a: 1', '5']) assert.equal(hooks(text).source, undefined, text);
  });
});

test("the published type of an override equals its schema's type", () => {
  type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
  type Plain<T> = { [K in keyof T]: T[K] };
  const isSame: Same<Plain<HookOverride>, Plain<InferOutput<typeof overrideSchema>>> = true;
  assert.ok(isSame);
});
