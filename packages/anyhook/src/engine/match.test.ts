import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Event, Match, ToolCall } from '@anyhook/core';
import { engineEvent, hookOf, sampleSpeech, shellEvent, shellToolCall } from '../../test/support/engine-samples.js';
import { callPaths, someStringMatches, toolNamesFor } from './match.js';
import { buildHookIndex, compileMatchers, explainMismatch, formatToolsOf, plan } from './plan.js';

/** Undefined if the hook matches, otherwise the reason why not. */
async function mismatch(match: Match, event: Event, system?: string): Promise<string | undefined> {
  const hook = hookOf('h', { match, events: [event.name] });
  const index = buildHookIndex([hook], sampleSpeech, system);
  await compileMatchers(index, event.name);
  return explainMismatch(index, hook, event);
}

const anchored = (source: string) => ({ source, mode: 'anchored' }) as const;
const unanchored = (source: string) => ({ source, mode: 'search' }) as const;
const tool = (call: Partial<ToolCall>) => engineEvent('tool.before', { call: { ...shellToolCall('ls'), ...call } });
const file = (path: string, kind: ToolCall['kind'] = 'write') => tool({ kind, nativeName: 'W', input: { path } });
const patch = (...paths: string[]) =>
  tool({ kind: 'patch', nativeName: 'apply_patch', input: { content: '***', paths } });

const rows: readonly [what: string, Match, yes: Event, no: Event, reason: RegExp][] = [
  [
    'a tool by its name in the format',
    { tool: anchored('shell') },
    shellEvent('ls'),
    file('/p/a'),
    /^tool write_file is not shell$/,
  ],
  [
    'a tool by its name in the agent',
    { tool: anchored('Bash|W') },
    shellEvent('ls'),
    tool({ nativeName: 'Other' }),
    /is not Bash\|W/,
  ],
  [
    "a session's subject",
    { subject: anchored('resume') },
    engineEvent('session.start', { source: 'resume' }),
    engineEvent('session.start'),
    /^startup is not resume$/,
  ],
  [
    "a session end's subject",
    { subject: anchored('logout') },
    engineEvent('session.end'),
    engineEvent('session.end', { reason: 'clear' }),
    /^clear is not/,
  ],
  [
    "a compaction's subject",
    { subject: anchored('manual') },
    engineEvent('compact.before', { trigger: 'manual' }),
    engineEvent('compact.before'),
    /^auto is not/,
  ],
  [
    "a finished compaction's subject",
    { subject: anchored('manual') },
    engineEvent('compact.after', { trigger: 'manual' }),
    engineEvent('compact.after'),
    /^auto is not/,
  ],
  [
    "a notification's subject",
    { subject: anchored('idle') },
    engineEvent('notification'),
    engineEvent('notification', { kind: 'auth' }),
    /^auth is not/,
  ],
  [
    "a subagent's subject",
    { subject: anchored('explorer') },
    engineEvent('subagent.start'),
    engineEvent('subagent.start', { subagent: { type: 'coder' } }),
    /^coder is not/,
  ],
  [
    "an ended subagent's subject",
    { subject: anchored('explorer') },
    engineEvent('subagent.stop'),
    engineEvent('subagent.stop', { subagent: {} }),
    /^nothing is not/,
  ],
  [
    'text in the input',
    { input: unanchored('--force') },
    shellEvent('git push --force'),
    shellEvent('git push'),
    /^no input value matches --force$/,
  ],
  [
    'text in nested input',
    { input: unanchored('^secret$') },
    shellEvent('ls', { a: [{ b: 'secret' }] }),
    shellEvent('ls', { secret: 1 }),
    /no input value/,
  ],
  [
    'path',
    { paths: ['src/**', '*.md'] },
    file('/p/src/a.ts'),
    file('/p/lib/a.ts'),
    /^no path is in src\/\*\*, \*\.md$/,
  ],
  [
    'ability',
    { abilities: ['run_*', 'mcp.git.*'] },
    shellEvent('ls'),
    file('/p/a'),
    /^ability write_file is not in run_\*, mcp\.git\.\*$/,
  ],
  [
    'the ability of an MCP tool',
    { abilities: ['mcp.git.*'] },
    tool({ kind: 'mcp', mcp: { server: 'git', tool: 'pull' } }),
    shellEvent('ls'),
    /is not in/,
  ],
  [
    'the ability of a task',
    { abilities: ['run_*'] },
    engineEvent('task.create'),
    engineEvent('task.create', { ability: { kind: 'ability_id', value: 'edit_file' } }),
    /^ability edit_file is not in run_\*$/,
  ],
  [
    'duration',
    { minDurationMs: 100 },
    engineEvent('tool.after', { durationMs: 101 }),
    engineEvent('tool.after', { durationMs: 100 }),
    /^not slower than 100 ms$/,
  ],
  [
    'known duration',
    { minDurationMs: 1 },
    engineEvent('tool.failure', { durationMs: 5 }),
    engineEvent('tool.failure'),
    /^not slower than 1 ms$/,
  ],
  [
    'changed files',
    { changedPaths: ['src/**'] },
    engineEvent('session.end', { changedFiles: ['src/a'] }),
    engineEvent('session.end', { changedFiles: ['x'] }),
    /^no changed file is in src\/\*\*$/,
  ],
  [
    'main agent',
    { agent: 'root' },
    shellEvent('ls'),
    engineEvent('tool.before', { agent: { name: 'helper' } }),
    /^agent is not root$/,
  ],
  [
    'a subagent by type',
    { agent: 'helper' },
    engineEvent('tool.before', { agent: { type: 'helper' } }),
    shellEvent('ls'),
    /^agent is not helper$/,
  ],
  [
    'native event',
    { nativeEvent: 'Setup' },
    engineEvent('other', { nativeName: 'Setup' }),
    engineEvent('other'),
    /^event is not Setup$/,
  ],
  ['a tool rule', { rule: { tool: 'Bash' } }, shellEvent('ls'), tool({ nativeName: 'X' }), /^tool is not Bash$/],
  [
    'a tool rule with a glob',
    { rule: { tool: 'Bash', glob: 'git *' } },
    shellEvent('git push'),
    shellEvent('gitk'),
    /^input is not git \*$/,
  ],
];

describe('each part of a match', () => {
  for (const [what, match, yes, no, reason] of rows)
    test(what, async () => {
      assert.equal(await mismatch(match, yes), undefined);
      assert.match((await mismatch(match, no)) ?? 'it matched', reason);
    });

  test('a hook runs only if all given parts match', async () => {
    const match: Match = { tool: anchored('shell'), input: unanchored('push'), agent: 'root' };
    assert.equal(await mismatch(match, shellEvent('git push')), undefined);
    assert.match((await mismatch(match, shellEvent('git pull'))) ?? '', /no input value/);
  });

  test('the end of a subagent is matched as an event of its parent', async () => {
    const ended = engineEvent('subagent.stop', { agent: { name: 'helper' } });
    assert.equal(await mismatch({ agent: 'root' }, ended), undefined);
  });

  test('a hook of another event is explained as such', async () => {
    const hook = hookOf('h');
    const index = buildHookIndex([hook], sampleSpeech);
    assert.equal(explainMismatch(index, hook, engineEvent('agent.stop')), 'not a hook of agent.stop');
  });
});

describe('tool names', () => {
  const docker = formatToolsOf(sampleSpeech, hookOf('h', { dialect: 'docker' }));

  test("include the format's own and the agent's, and for a patch those of write and edit", () => {
    assert.deepEqual(toolNamesFor(docker, shellToolCall('ls')), ['shell', 'Bash']);
    const { call } = patch('/p/a');
    assert.deepEqual(toolNamesFor(docker, call), ['apply_patch', 'apply_patch', 'write_file', 'edit_file']);
  });

  test('a patch is matched as a write and an edit by abilities and rules', async () => {
    assert.equal(await mismatch({ abilities: ['edit_file'] }, patch('/p/a')), undefined);
    assert.equal(await mismatch({ abilities: ['write_*'] }, patch('/p/a')), undefined);
    assert.equal(await mismatch({ rule: { tool: 'edit_file', glob: 'src/*' } }, patch('/p/x', '/p/src/a')), undefined);
    assert.match((await mismatch({ rule: { tool: 'edit_file', glob: 'src/*' } }, patch('/p/x'))) ?? '', /input is not/);
  });
});

describe('rules', () => {
  const ruled: readonly [glob: string, yes: readonly string[], no: readonly string[]][] = [
    ['git *', ['git push', 'git', 'git  x'], ['gitk', 'legit push']],
    ['git:*', ['git push', 'git'], ['gitk', 'git:x']],
    ['npm run test *', ['npm run test a'], ['npm run build']],
    ['* --force', ['git push --force'], ['git push --force-with-lease']],
    ['git * main', ['git push origin main', 'git push\n main'], ['git push origin dev']],
    ['rm (a)[b]{c}.+?|$^', ['rm (a)[b]{c}.+?|$^'], ['rm a']],
    [
      'git push *',
      ['cd x && git push origin', 'A=1 B=2 git push', 'true; (git push -f)', 'echo `git push`'],
      ['git pull'],
    ],
  ];
  for (const [glob, yes, no] of ruled)
    test(`Bash(${glob})`, async () => {
      for (const command of yes)
        assert.equal(await mismatch({ rule: { tool: 'Bash', glob } }, shellEvent(command)), undefined, command);
      for (const command of no)
        assert.ok(await mismatch({ rule: { tool: 'Bash', glob } }, shellEvent(command)), command);
    });

  test('a path rule is relative to the project root, however the path is written', async () => {
    const rule = { tool: 'write_file', glob: 'src/*' };
    for (const path of ['/p/src/a.ts', 'src/a.ts', './src/a.ts', '/p/x/../src/a.ts'])
      assert.equal(await mismatch({ rule }, file(path)), undefined, path);
    assert.ok(await mismatch({ rule }, file('/p/lib/a.ts')));
  });
});

describe('evasion of a matcher', () => {
  test('a path with .. segments is matched as the path that it resolves to', async () => {
    const detours = [
      'secrets/key',
      './secrets/key',
      'x/../secrets/key',
      '/p//secrets/./key',
      '/p/a/b/../../secrets/key',
    ];
    for (const path of detours) assert.equal(await mismatch({ paths: ['secrets/**'] }, file(path)), undefined, path);
  });

  test('globs stay relative to the project root if the agent changed its folder', async () => {
    const inside = { ...file('key'), cwd: '/p/secrets' };
    assert.equal(await mismatch({ paths: ['secrets/**'] }, inside), undefined);
    assert.equal(await mismatch({ paths: ['key'] }, inside), undefined);
    assert.ok(await mismatch({ paths: ['secrets/**'] }, { ...file('/elsewhere/key'), cwd: '/p/secrets' }));
  });

  test('one matching file of a patch is enough', async () => {
    assert.equal(await mismatch({ paths: ['secrets/**'] }, patch('/p/a', '/p/secrets/key')), undefined);
  });

  test('an input too deep or too large to search counts as a match', () => {
    let deep: unknown = 'here';
    for (let i = 0; i < 50; i++) deep = [deep];
    const wide = Array.from({ length: 20_000 }, () => ({}));
    const failIfCalled = () => false;
    assert.equal(someStringMatches(deep, failIfCalled), true);
    assert.equal(someStringMatches(wide, failIfCalled), true);
    assert.equal(someStringMatches({ a: [1, null, true, { b: 'x' }] }, failIfCalled), false);
    assert.equal(
      someStringMatches(
        Array.from({ length: 20_000 }, () => 'x'),
        failIfCalled,
      ),
      false,
    );
  });

  test('paths that are not strings are ignored', () => {
    const call = { ...shellToolCall('x'), input: { path: 5, paths: ['a', null, {}, '/b'] } };
    assert.deepEqual(callPaths(call, ['/p'], 'linux'), ['a', '/p/a', '/b']);
  });
});

describe('path spellings', () => {
  const inProject = (path: string) => ({ ...file(path), cwd: 'C:\\proj' });
  for (const path of [
    'C:\\proj\\secrets\\a',
    'C:/proj/secrets/a',
    'c:\\PROJ\\Secrets\\A',
    'secrets\\a',
    'Secrets/a',
    '.\\secrets\\a',
    'src\\..\\secrets\\a',
    '\\proj\\secrets\\a',
    '/proj/secrets/a',
    '/c/proj/secrets/a',
    'C:secrets\\a',
    '\\\\?\\C:\\proj\\secrets\\a',
    '\\\\.\\C:\\proj\\secrets\\a',
    'secrets.\\a',
    'secrets\\a::$DATA',
    'secrets \\a. ',
  ])
    test(`win32: ${path} is in secrets/**`, async () => {
      assert.equal(await mismatch({ paths: ['secrets/**'] }, inProject(path), 'win32'), undefined);
    });

  test('win32: a file next to the folder does not match', async () => {
    for (const path of ['C:\\proj\\secrets2\\a', 'D:\\proj2\\x', 'secret\\a'])
      assert.match((await mismatch({ paths: ['secrets/**'] }, inProject(path), 'win32')) ?? '', /no path is in/, path);
  });

  test('a glob without wildcards folds case and Unicode on macOS, but not on Linux', async () => {
    assert.equal(await mismatch({ paths: ['**/.env'] }, file('/p/.ENV'), 'darwin'), undefined);
    assert.equal(
      await mismatch({ paths: ['caf\u00e9'] }, { ...file('/p/CAFE\u0301'), cwd: '/p' }, 'darwin'),
      undefined,
    );
    assert.match((await mismatch({ paths: ['**/.env'] }, file('/p/.ENV'), 'linux')) ?? '', /no path is in/);
  });

  for (const [folder, given] of [
    ['e\u0301te\u0301', '\u00e9t\u00e9'],
    ['\u00e9t\u00e9', 'e\u0301te\u0301'],
    // Its lowercase form has two characters.
    ['\u0130', 'i\u0307'],
  ] as const)
    test(`a relative glob matches in the folder ${JSON.stringify(folder)}, written as ${JSON.stringify(given)}`, async () => {
      const onMac = { ...file(`/${given}/proj/secrets/a`), cwd: `/${folder}/proj` };
      const onWindows = { ...file(`C:\\${given}\\proj\\secrets\\a`), cwd: `C:\\${folder}\\proj\\` };
      assert.equal(await mismatch({ paths: ['secrets/**'] }, onMac, 'darwin'), undefined);
      assert.equal(await mismatch({ paths: ['secrets/**'] }, onWindows, 'win32'), undefined);
      assert.match((await mismatch({ paths: ['secrets/**'] }, onMac, 'linux')) ?? '', /no path is in/);
    });

  test('a file in the root folder is relative to the root', async () => {
    assert.equal(await mismatch({ paths: ['a'] }, { ...file('/a'), cwd: '/' }, 'linux'), undefined);
    assert.equal(await mismatch({ paths: ['a'] }, { ...file('C:\\a'), cwd: 'C:\\' }, 'win32'), undefined);
  });

  test('an index of many hooks also searches case-folded texts', async () => {
    const hooks = Array.from({ length: 20 }, (_, i) =>
      hookOf(`h${i}`, { match: { paths: [`Folder${i}/**`] }, events: ['tool.before'] }),
    );
    const index = buildHookIndex(hooks, sampleSpeech, 'win32');
    await compileMatchers(index, 'tool.before');
    assert.deepEqual(
      plan(index, inProject('FOLDER7\\x')).map(({ hook }) => hook.id),
      ['h7'],
    );
  });
});

describe('a pattern with / over Windows input', () => {
  const secrets = { input: unanchored('secrets/') };
  const calls: readonly (readonly [string, Event])[] = [
    ['a path', file('C:\\proj\\secrets\\a')],
    ['a path in another field', tool({ kind: 'mcp', input: { args: [{ target: 'secrets\\a' }] } })],
    ['a path in a field without a canonical name', tool({ input: {}, hidden: ['secrets\\a'] })],
    ['a command', shellEvent('type secrets\\a')],
  ];
  for (const [what, event] of calls)
    test(`matches ${what} with \\, which is an ordinary character elsewhere`, async () => {
      assert.equal(await mismatch(secrets, event, 'win32'), undefined);
      assert.equal(await mismatch({ input: unanchored('(?:^|/|\\s)secrets/') }, event, 'win32'), undefined);
      assert.match((await mismatch(secrets, event, 'linux')) ?? '', /no input value matches/);
    });

  test('does not match a path next to it', async () => {
    assert.match((await mismatch(secrets, file('C:\\proj\\secrets2\\a'), 'win32')) ?? '', /no input value matches/);
  });

  test('leaves patterns without / unchanged', async () => {
    const oneName = { input: unanchored('^.secrets.a$') };
    assert.equal(await mismatch(oneName, file('\\secrets\\a'), 'win32'), undefined);
    assert.match((await mismatch({ input: unanchored('^[^\\\\]+$') }, file('a\\b'), 'win32')) ?? '', /no input value/);
  });

  test('is found among many hooks', async () => {
    const hooks = Array.from({ length: 20 }, (_, i) =>
      hookOf(`h${i}`, { match: { input: unanchored(`folder${i}/`) }, events: ['tool.before'] }),
    );
    const index = buildHookIndex(hooks, sampleSpeech, 'win32');
    await compileMatchers(index, 'tool.before');
    assert.deepEqual(
      plan(index, file('C:\\proj\\folder7\\x')).map(({ hook }) => hook.id),
      ['h7'],
    );
  });
});
