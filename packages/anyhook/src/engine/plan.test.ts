import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Hook, Match } from '@anyhook/core';
import {
  engineEvent,
  hookOf,
  sampleSpeech,
  shellEvent,
  shellToolCall,
  withPositions,
} from '../../test/support/engine-samples.js';
import { buildHookIndex, compileMatchers, explainMismatch, plan } from './plan.js';

async function planned(hooks: readonly Hook[], event = shellEvent('ls')): Promise<readonly string[]> {
  const index = buildHookIndex(hooks, sampleSpeech);
  await compileMatchers(index, event.name);
  return plan(index, event).map(({ hook }) => hook.id);
}

describe('order', () => {
  const first: Partial<Hook> = { scope: 'managed', priority: 500, dialect: 'hook-md', source: '/a', position: 0 };
  const later: readonly [string, Partial<Hook>][] = [
    ['scope', { scope: 'user' }],
    ['priority', { priority: 499 }],
    ['dialect', { dialect: 'claude' }],
    ['path', { source: '/b' }],
    ['position', { position: 1 }],
  ];
  for (const [what, more] of later)
    test(`${what} decides if all earlier sort keys are equal`, async () => {
      // Every later sort key favors the second hook and must be ignored.
      const weaker = later.slice(later.findIndex(([name]) => name === what) + 1).map(([, other]) => other);
      const a = hookOf('a', Object.assign({}, first, ...weaker));
      const b = hookOf('b', { ...first, ...more });
      assert.deepEqual(await planned([b, a]), ['a', 'b']);
      assert.deepEqual(await planned([a, b]), ['a', 'b']);
    });

  test('scopes are ordered managed, user, project; formats as in the table', async () => {
    const scoped = (['project', 'user', 'managed'] as const).map((scope) => hookOf(scope, { scope }));
    assert.deepEqual(await planned(scoped), ['managed', 'user', 'project']);
    const names = ['flow', 'claude', 'ability', 'docker', 'hook-md'] as const;
    const formats = await planned(names.map((format) => hookOf(format, { dialect: format })));
    assert.deepEqual(formats, [...names].reverse());
  });
});

describe('priority over scopes', () => {
  const md = (id: string, scope: Hook['scope'], priority: number) =>
    hookOf(id, { dialect: 'hook-md', scope, priority });
  const docker = (id: string, scope: Hook['scope'], priority: number) =>
    hookOf(id, { dialect: 'docker', scope, priority });

  test('orders user and project hooks together, if the format says so', async () => {
    const hooks = [
      md('u10', 'user', 10),
      md('p999', 'project', 999),
      md('u500', 'user', 500),
      md('p100', 'project', 100),
    ];
    assert.deepEqual(await planned(hooks), ['p999', 'u500', 'p100', 'u10']);
  });

  test('never precedes a managed hook, and equal priorities keep the scope order', async () => {
    const hooks = [md('p', 'project', 999), md('m', 'managed', 0), md('u', 'user', 999)];
    assert.deepEqual(await planned(hooks), ['m', 'u', 'p']);
  });

  test('does not reorder hooks of other formats across scopes', async () => {
    const hooks = [
      docker('du', 'user', 5),
      docker('dp', 'project', 1000),
      md('mu', 'user', 10),
      md('mp', 'project', 999),
      md('low', 'project', 1),
    ];
    assert.deepEqual(await planned(hooks), ['mp', 'mu', 'du', 'dp', 'low']);
    assert.deepEqual(await planned([...hooks].reverse()), ['mp', 'mu', 'du', 'dp', 'low']);
  });
});

describe('the index', () => {
  test('an event without hooks has no list and plans nothing', async () => {
    const index = buildHookIndex([hookOf('a')], sampleSpeech);
    assert.deepEqual([...index.lists.keys()], ['tool.before']);
    assert.equal(compileMatchers(index, 'agent.stop'), undefined);
    assert.deepEqual(plan(index, engineEvent('agent.stop')), []);
  });

  test('a prepared matcher is not prepared again', async () => {
    const index = buildHookIndex([hookOf('a')], sampleSpeech);
    await compileMatchers(index, 'tool.before');
    assert.equal(compileMatchers(index, 'tool.before'), undefined);
  });

  test("a hook of several events is in each event's list", async () => {
    const index = buildHookIndex([hookOf('a', { events: ['tool.after', 'tool.failure'] })], sampleSpeech);
    assert.deepEqual([...index.lists.keys()].sort(), ['tool.after', 'tool.failure']);
  });

  test('the cache per tool and agent stays bounded for any number of names', async () => {
    const index = buildHookIndex(
      [hookOf('a', { match: { tool: { source: 'tool-7', mode: 'anchored' } } })],
      sampleSpeech,
    );
    await compileMatchers(index, 'tool.before');
    for (let i = 0; i < 5_000; i++) {
      const call = { ...shellToolCall('ls'), kind: 'other', nativeName: `tool-${i}` } as const;
      const found = plan(index, engineEvent('tool.before', { call, agent: { name: `agent-${i % 7}` } }));
      assert.equal(found.length, i === 7 ? 1 : 0);
    }
    assert.ok((index.lists.get('tool.before')?.groups.size ?? Number.POSITIVE_INFINITY) <= 512);
  });

  test('tools with the same name but different kinds are planned separately', async () => {
    const match: Match = { abilities: ['run_command'] };
    const index = buildHookIndex([hookOf('a', { match })], sampleSpeech);
    await compileMatchers(index, 'tool.before');
    const other = engineEvent('tool.before', { call: { ...shellToolCall('ls'), kind: 'other' } });
    assert.deepEqual([plan(index, shellEvent('ls')).length, plan(index, other).length], [1, 0]);
    const mcp = (tool: string) =>
      engineEvent('tool.before', { call: { ...shellToolCall(''), kind: 'mcp', mcp: { server: 's', tool } } });
    const byName = buildHookIndex([hookOf('m', { match: { abilities: ['mcp.s.a'] } })], sampleSpeech);
    await compileMatchers(byName, 'tool.before');
    assert.deepEqual([plan(byName, mcp('a')).length, plan(byName, mcp('b')).length], [1, 0]);
  });
});

describe('an index of many hooks that search the input', () => {
  const sources = [
    ...[
      'push',
      '--force|-f',
      'rm\\s+-rf',
      '\\.py$',
      'a+b?c*d',
      'colou?r',
      'x{0}yes',
      'ab{2,}c',
      '(foo|bar)baz',
      'foo(bar)?',
    ],
    ...[
      '[abc]def',
      'se.cret',
      '^start',
      'end$',
      '\\x73ecret',
      '\\u0073ecret',
      '\\pLanguage',
      '\\Qlit.eral\\E',
      '(?i)CASE',
    ],
    ...[
      '\\bword\\b',
      'a\\.b\\.c',
      '(?=look)look',
      '\\d+abc',
      'abc|',
      '',
      'one|two|three',
      '(a|b)+ccc',
      '\\141bcd',
      '[]]xyz',
      'é漢字',
    ],
  ];
  const globs = [
    'src/**',
    '**/*.md',
    '{lib,bin}/**',
    'a/**/zeta',
    '*.json',
    'docs/[a-c]*',
    '!docs/**',
    'src/?x/**',
    './src/*',
  ];
  const matches: readonly Match[] = [
    ...sources.map((source): Match => ({ input: { source, mode: 'search' } })),
    ...globs.map((glob): Match => ({ paths: [glob, 'never/ever/**'] })),
    ...sources.slice(0, 5).map((source): Match => ({ input: { source, mode: 'search' }, paths: ['src/**'] })),
    { input: { source: 'push', mode: 'search' }, tool: { source: 'Bash', mode: 'anchored' } },
    { tool: { source: 'Bash', mode: 'anchored' } },
  ];
  const texts = [
    ...[
      'git push --force',
      'rm  -rf /',
      'a.py',
      'abd',
      'ad',
      'color',
      'colour',
      'yes',
      'abbc',
      'foobaz',
      'foo',
      'adef',
      'se1cret',
    ],
    ...[
      'start',
      'the end',
      'secret',
      'Language',
      'language',
      'lit.eral',
      'case',
      'a word here',
      'a.b.c',
      'look',
      '12abc',
      'two',
    ],
    ...['bccc', 'abcd', ']xyz', 'é漢字', '', '73ecret', '41bcd', 'cret'],
  ];
  const paths = [
    'src/a.ts',
    '/p/src/x/y',
    'x/../src/b',
    'README.md',
    '/p/docs/b.md',
    'lib/a',
    'a/zeta',
    'a/b/c/zeta',
    'x.json',
  ];

  test('finds exactly the hooks that match one by one', async () => {
    const hooks = withPositions(...matches.map((match, i) => hookOf(`h${i}`, { match })));
    const index = buildHookIndex(hooks, sampleSpeech);
    await compileMatchers(index, 'tool.before');
    const inputs = [
      ...texts.map((text) => ({ command: text })),
      ...texts.map((text) => ({ nested: [{ text }] })),
      ...paths.map((path) => ({ path })),
      { paths },
    ];
    for (const input of inputs) {
      const event = engineEvent('tool.before', { call: { ...shellToolCall(''), input } });
      const matchingOneByOne = () => hooks.filter((hook) => explainMismatch(index, hook, event) === undefined);
      const matchingInIndex = () => plan(index, event).map(({ hook }) => hook);
      // A pattern that exceeds its time budget counts as a match, so a difference must occur twice.
      const isSame = isDeepStrictEqual(matchingInIndex(), matchingOneByOne());
      if (!isSame) assert.deepEqual(matchingInIndex(), matchingOneByOne(), JSON.stringify(input));
    }
  });

  test('selects all hooks for an input that is too large to search', async () => {
    const hooks = withPositions(
      ...sources.map((source, i) => hookOf(`h${i}`, { match: { input: { source, mode: 'search' } } })),
    );
    const event = shellEvent('nothing', { deep: Array.from({ length: 20_000 }, () => ({})) });
    assert.equal((await planned(hooks, event)).length, hooks.length);
  });
});

test('hooks of a format without derived events run only at events that the agent fires', async () => {
  const hooks = [hookOf('strict', { dialect: 'claude', events: ['notification'] })];
  const speech = {
    ...sampleSpeech,
    claude: { ...sampleSpeech['claude'], ignoresDerived: true },
  } as typeof sampleSpeech;
  const index = buildHookIndex(hooks, speech);
  await compileMatchers(index, 'notification');
  const own = engineEvent('notification', {});
  assert.equal(plan(index, own).length, 1);
  const derived = { ...own, derivedFrom: 'error' } as typeof own;
  assert.equal(plan(index, derived).length, 0);
  assert.match(explainMismatch(index, hooks[0] as Hook, derived) ?? '', /notification follows from error here/);
});
