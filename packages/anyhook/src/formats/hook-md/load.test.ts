import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Hook } from '@anyhook/core';
import { toJsonSchema } from '@valibot/to-json-schema';
import { onlyHook, sampleFile } from '../../../test/support/format-samples.js';
import { plainPath } from '../../../test/support/plain-path.js';
import type { HookFile } from '../kit/format.js';
import { events } from './events.js';
import { hookMdLoader } from './load.js';
import { hookMdSchema } from './schema.js';

const folder = '/project/.agents/hooks/guard';
const path = `${folder}/HOOK.md`;
const script = { path: 'scripts/run.sh', executable: true };

const loadText = (text: string, more: Partial<HookFile> = {}) =>
  hookMdLoader.load(sampleFile(path, text, { siblings: [{ path: 'HOOK.md', executable: false }, script], ...more }));
const file = (front: string) => `---\n${front}\n---\n\n# Body\n`;
const minimal = 'name: guard\ndescription: Blocks it\ntrigger: before_tool';
const load = (more = '', extra: Partial<HookFile> = {}) => loadText(file(`${minimal}\n${more}`), extra);

/** Line, field, severity and message of each problem. */
const complaints = (loaded: ReturnType<typeof loadText>) =>
  loaded.problems.map(({ source, ...rest }) => {
    assert.equal(source, path);
    return rest;
  });

const expected: Hook = {
  id: 'guard',
  dialect: 'hook-md',
  events: ['tool.before'],
  nativeEvent: 'before_tool',
  scope: 'project',
  source: path,
  line: 1,
  position: 0,
  root: folder,
  description: 'Blocks it',
  enabled: true,
  blocking: true,
  async: false,
  mode: 'enforce',
  priority: 100,
  timeoutMs: 30_000,
  match: {},
  handler: { kind: 'command', form: 'exec', command: join(folder, 'scripts', 'run.sh') },
  onFailure: 'open',
  warnOnFailure: true,
  concurrent: false,
  stopsList: true,
  parallel: false,
  recheck: true,
  profiles: [],
  files: [path, join(folder, 'scripts', 'run.sh')],
};

test("hooks are searched from the working folder up to the repository root, then in the user's folder", () => {
  const places = (cwd: string, root: string) =>
    hookMdLoader
      .places({ cwd, root, home: '/home/u', configHome: '/home/u/.config', configuredFiles: [] })
      .filter(({ find }) => find.kind === 'each')
      .map(({ scope, dir, find }) => [scope, plainPath(dir), find]);
  const each = { kind: 'each', name: 'HOOK.md', otherName: 'hook.md' };
  const user = ['user', '/home/u/.config/agents/hooks', each];
  assert.deepEqual(places('/r/a/b', '/r'), [
    ['project', '/r/a/b/.agents/hooks', each],
    ['project', '/r/a/.agents/hooks', each],
    ['project', '/r/.agents/hooks', each],
    user,
  ]);
  assert.deepEqual(places('/r', '/r'), [['project', '/r/.agents/hooks', each], user]);
  assert.deepEqual(places('/elsewhere', '/r'), [['project', '/elsewhere/.agents/hooks', each], user]);
  assert.deepEqual(places('/r/..a', '/r')[1]?.[1], '/r/.agents/hooks');
});

test('a file with only the required fields gets every default', () => {
  assert.deepEqual(load(), { hooks: [expected], problems: [] });
});

test('every field of the format is read', () => {
  const loaded = load(
    [
      'matcher:',
      '  tool: Shell|WriteFile',
      '  pattern: "rm -rf /|mkfs|>:/dev/sda"',
      'timeout: 5000',
      'async: false',
      'priority: 999',
      'metadata:',
      '  author: someone',
      '  anyhook:',
      '    onFailure: closed',
      '    mode: shadow',
      '    profiles: [strict]',
      '    parallel: true',
      '    recheck: false',
      '    warnOnFailure: false',
    ].join('\n'),
  );
  assert.deepEqual(loaded, {
    hooks: [
      {
        ...expected,
        match: {
          tool: { source: 'Shell|WriteFile', mode: 'anchored' },
          input: { source: 'rm -rf /|mkfs|>:/dev/sda', mode: 'search' },
        },
        timeoutMs: 5000,
        priority: 999,
        onFailure: 'closed',
        mode: 'shadow',
        profiles: ['strict'],
        parallel: true,
        recheck: false,
        warnOnFailure: false,
      },
    ],
    problems: [],
  });
});

test('an async hook never blocks', () => {
  const { async: later, blocking } = onlyHook(load('async: true').hooks);
  assert.deepEqual({ later, blocking }, { later: true, blocking: false });
});

for (const [trigger, row] of Object.entries(events)) {
  test(`the trigger ${trigger} loads`, () => {
    const hook = onlyHook(loadText(file(`name: guard\ndescription: d\ntrigger: ${trigger}`)).hooks);
    assert.deepEqual([hook.nativeEvent, hook.events], [trigger, row.events]);
  });
}

test('Windows line endings, a byte order mark and spaces after the dashes are accepted, with correct lines', () => {
  const text = `\uFEFF---  \r\n${minimal.replaceAll('\n', '\r\n')}\r\npriority: 5\r\n---\t\r\nbody\r\n---\r\n`;
  assert.deepEqual(loadText(text), { hooks: [{ ...expected, priority: 5 }], problems: [] });
  const broken = loadText(text.replace('priority: 5', 'prioritty: 5'));
  assert.deepEqual(complaints(broken)[0]?.line, 5);
});

for (const [title, text, message] of [
  ['no frontmatter', '# Guard\n', /the first line must be "---"/],
  ['nothing', '', /the first line must be "---"/],
  ['a rule with four dashes', `----\n${minimal}\n----\n`, /the first line must be "---"/],
  ['no end of the frontmatter', `---\n${minimal}\n`, /expected a second line "---"/],
  ['an opening line alone', '---', /expected a second line "---"/],
] as const) {
  test(`a file with ${title} is a problem`, () => {
    const loaded = loadText(text);
    assert.deepEqual([loaded.hooks, complaints(loaded).length, complaints(loaded)[0]?.line], [[], 1, 1]);
    assert.match(complaints(loaded)[0]?.message ?? '', message);
  });
}

for (const [front, line, field, message] of [
  ['', 2, undefined, 'the frontmatter is empty: expected at least "name", "description", "trigger"'],
  ['trigger: before_tool', 2, 'name', '"name" is required and missing'],
  ['name: guard\ntrigger: before_tool', 2, 'description', '"description" is required and missing'],
  ['name: guard\ndescription: d', 2, 'trigger', '"trigger" is required and missing'],
  ['name: guard\ndescription: d\ntrigger: before_tol', 4, 'trigger', /did you mean "before_tool"\?/],
  [`${minimal}\nmatchr: {}`, 5, 'matchr', 'unknown key "matchr"; did you mean "matcher"?'],
  [`${minimal}\nmatcher:\n  tols: x`, 6, 'matcher.tols', 'unknown key "tols"; did you mean "tool"?'],
  [`${minimal}\nmatcher: []`, 5, 'matcher', '"matcher": expected a map of keys, got []'],
  [`${minimal}\nmetadata: [1]`, 5, 'metadata', '"metadata": expected a map of keys, got [1]'],
  [`${minimal}\nmetadata:\n  anyhook:\n    onfail: x`, 7, 'metadata.anyhook.onfail', /unknown key "onfail"/],
  [`${minimal}\nmetadata:\n  anyhook:\n    mode: off`, 7, 'metadata.anyhook.mode', /expected one of enforce, shadow/],
  [`${minimal}\ntimeout: 99`, 5, 'timeout', '"timeout": expected whole milliseconds from 100 to 600000, got 99'],
  [`${minimal}\ntimeout: 600001`, 5, 'timeout', /from 100 to 600000, got 600001/],
  [`${minimal}\ntimeout: 100.5`, 5, 'timeout', /whole milliseconds/],
  [`${minimal}\ntimeout: 30s`, 5, 'timeout', '"timeout": expected number, got "30s"'],
  [`${minimal}\npriority: 1001`, 5, 'priority', '"priority": expected a whole number from 0 to 1000, got 1001'],
  [`${minimal}\npriority: -1`, 5, 'priority', /from 0 to 1000, got -1/],
  [`${minimal}\npriority: 0.5`, 5, 'priority', /whole number/],
  [`${minimal}\nasync: maybe`, 5, 'async', '"async": expected boolean, got "maybe"'],
  [`${minimal}\ntimeout: "99"`, 5, 'timeout', /from 100 to 600000, got 99/],
  [`name: guard\ndescription: ""\ntrigger: before_tool`, 3, 'description', /expected 1 to 1024 characters/],
  [`name: guard\ndescription: ${'x'.repeat(1025)}\ntrigger: before_tool`, 3, 'description', /1 to 1024 characters/],
  [`name: ""\ndescription: d\ntrigger: before_tool`, 2, 'name', /1 to 64 characters/],
  [`name: ${'x'.repeat(65)}\ndescription: d\ntrigger: before_tool`, 2, 'name', /1 to 64 characters/],
  [
    `${minimal}\nmatcher:\n  pattern: '(unclosed'`,
    6,
    'matcher.pattern',
    /expected a regular expression, got "\(unclosed"/,
  ],
  [`${minimal}\nmatcher:\n  tool: '*'`, 6, 'matcher.tool', /leave the key out to match all/],
] as const) {
  test(`reported with line and field: ${JSON.stringify(front.replace(minimal, '…').slice(0, 60))}`, () => {
    const loaded = loadText(file(front));
    const found = complaints(loaded).find((one) => one.field === field);
    // An unknown key does not disable the hook, unless it is one of anyhook's.
    const isStray = found?.message.startsWith('unknown key') === true && !field?.includes('anyhook');
    assert.equal(loaded.hooks.length, isStray ? 1 : 0);
    assert.deepEqual(
      { line: found?.line, severity: found?.severity },
      { line, severity: isStray ? 'warning' : 'error' },
    );
    if (typeof message === 'string') assert.equal(found?.message, message);
    else assert.match(found?.message ?? '', message);
  });
}

for (const [line, field, read, kind] of [
  ['timeout: "5000"', 'timeout', { timeoutMs: 5000 }, 'number'],
  ['priority: "7"', 'priority', { priority: 7 }, 'number'],
  ['async: "true"', 'async', { async: true, blocking: false }, 'boolean'],
  ['async: "False"', 'async', {}, 'boolean'],
  ['async: yes', 'async', { async: true, blocking: false }, 'boolean'],
  ['async: "1"', 'async', { async: true, blocking: false }, 'boolean'],
] as const) {
  test(`${line} is converted with a warning`, () => {
    const loaded = load(line);
    assert.deepEqual(loaded.hooks, [{ ...expected, ...read }]);
    const [found, ...more] = complaints(loaded);
    assert.deepEqual([found?.line, found?.field, found?.severity, more], [5, field, 'warning', []]);
    assert.match(
      found?.message ?? '',
      new RegExp(`"${field}": expected a ${kind}, got the string ".*": it is read as`),
    );
  });
}

test('a file of more than about 1000 tokens is loaded with a warning', () => {
  const head = file(minimal);
  assert.deepEqual(loadText(head.padEnd(4_000, 'x')).problems, []);
  const loaded = loadText(head.padEnd(4_001, 'x'));
  assert.deepEqual(loaded.hooks, [expected]);
  assert.deepEqual(
    complaints(loaded).map(({ severity }) => severity),
    ['warning'],
  );
  assert.match(complaints(loaded)[0]?.message ?? '', /less than 1000 tokens .* got 4001 characters/);
});

test('values at the limits are allowed', () => {
  for (const line of ['timeout: 100', 'timeout: 600000', 'priority: 0', 'priority: 1000']) {
    assert.deepEqual(load(line).problems, [], line);
  }
  const long = file(`name: guard\ndescription: ${'x'.repeat(1024)}\ntrigger: before_tool`);
  assert.deepEqual(loadText(long).problems, []);
});

for (const [name, dir, ok] of [
  ['a', 'a', true],
  ['block-2-commands', 'block-2-commands', true],
  ['prüfung', 'prüfung', true],
  ['prüfung'.normalize('NFD'), 'prüfung', true],
  ['ﬁx', 'fix', true],
  ['検査-1', '検査-1', true],
  ['Guard', 'Guard', false],
  ['-a', '-a', false],
  ['a-', 'a-', false],
  ['a--b', 'a--b', false],
  ['a_b', 'a_b', false],
  ['a b', 'a b', false],
  ['a/b', 'a/b', false],
] as const) {
  test(`the name ${JSON.stringify(name)} in the folder ${JSON.stringify(dir)} is ${ok ? 'accepted' : 'rejected'}`, () => {
    const text = file(`name: "${name}"\ndescription: d\ntrigger: before_tool`);
    const { hooks, problems } = hookMdLoader.load(
      sampleFile(`/p/${dir.replaceAll('/', '')}/HOOK.md`, text, { siblings: [script] }),
    );
    assert.deepEqual(
      [hooks.map(({ id }) => id), problems.map(({ line, field }) => [line, field])],
      ok ? [[name.normalize('NFKC')], []] : [[], [[2, 'name']]],
    );
  });
}

test('a hook whose name differs from its folder is loaded under its name, with a warning', () => {
  const text = file('name: block-it\ndescription: d\ntrigger: before_tool');
  const { hooks, problems } = hookMdLoader.load(sampleFile('/p/security/HOOK.md', text, { siblings: [script] }));
  assert.deepEqual(
    hooks.map(({ id }) => id),
    ['block-it'],
  );
  assert.deepEqual(
    problems.map(({ line, field, severity }) => [line, field, severity]),
    [[2, 'name', 'warning']],
  );
  assert.match(problems[0]?.message ?? '', /expected the folder's name "security", got "block-it"/);
});

for (const [later, first] of [
  ['pre-session', 'session_start'],
  ['post-session', 'session_end'],
  ['pre-agent-turn', 'before_agent'],
  ['post-agent-turn', 'after_agent'],
  ['pre-agent-turn-stop', 'before_stop'],
  ['pre-tool-call', 'before_tool'],
  ['post-tool-call', 'after_tool'],
  ['post-tool-call-failure', 'after_tool_failure'],
  ['pre-subagent', 'subagent_start'],
  ['post-subagent', 'subagent_stop'],
  ['pre-context-compact', 'pre_compact'],
] as const) {
  test(`${later} is the newer name of ${first}`, () => assert.deepEqual(events[later], events[first]));
}

test('a matcher also narrows a newer tool trigger', () => {
  const loaded = loadText(
    file("name: guard\ndescription: d\ntrigger: pre-tool-call\nmatcher:\n  tool: Shell\n  pattern: 'mkfs'"),
  );
  assert.deepEqual(
    [onlyHook(loaded.hooks).match, loaded.problems],
    [{ tool: { source: 'Shell', mode: 'anchored' }, input: { source: 'mkfs', mode: 'search' } }, []],
  );
});

test('a matcher at an event without a tool is ignored with a warning', () => {
  const loaded = loadText(file('name: guard\ndescription: d\ntrigger: before_stop\nmatcher:\n  tool: Shell'));
  assert.deepEqual(onlyHook(loaded.hooks).match, {});
  assert.deepEqual(complaints(loaded), [
    {
      line: 5,
      field: 'matcher',
      severity: 'warning',
      message: '"matcher" has no effect on before_stop, which has no tool: it is ignored',
    },
  ]);
});

for (const [yaml, match, warnings] of [
  [`pattern: '\\.py$'`, { input: { source: '\\.py$', mode: 'search' } }, 0],
  [`pattern: "\\.(py|js|ts)$"`, { input: { source: '\\.(py|js|ts)$', mode: 'search' } }, 1],
  [`pattern: "\\brm\\b"`, { input: { source: '\\brm\\b', mode: 'search' } }, 1],
  [`pattern: '(?i)drop table'`, { input: { source: '(?i)drop table', mode: 'search' } }, 0],
  [`pattern: '(?=x)y'`, { input: { source: '(?=x)y', mode: 'search' } }, 0],
  [`tool: Shell`, { tool: { source: 'Shell', mode: 'anchored' } }, 0],
  [`tool: ''`, {}, 0],
] as const) {
  test(`the matcher ${yaml} is translated to the intended match`, () => {
    const loaded = load(`matcher:\n  ${yaml}`);
    assert.deepEqual(onlyHook(loaded.hooks).match, match);
    assert.deepEqual(
      complaints(loaded).map(({ line, severity }) => [line, severity]),
      Array(warnings).fill([6, 'warning']),
    );
  });
}

test('trust covers the hook file and every file in scripts', () => {
  const beside = ['HOOK.md', 'README.md', 'scripts/run.sh', 'scripts/lib/words.txt'].map((name) => ({
    path: name,
    executable: name.endsWith('.sh'),
  }));
  assert.deepEqual(onlyHook(load('', { siblings: beside }).hooks).files, [
    path,
    join(folder, 'scripts', 'run.sh'),
    join(folder, 'scripts', 'lib', 'words.txt'),
  ]);
});

test('a hook without a script is loaded with a warning that names the missing script', () => {
  const loaded = load('', { siblings: [] });
  const { handler, files } = onlyHook(loaded.hooks);
  assert.deepEqual([handler, files], [expected.handler, [path]]);
  assert.deepEqual(
    complaints(loaded).map(({ severity, message }) => [severity, message]),
    [
      [
        'warning',
        'expected a script "scripts/run.*", got none; until then the hook fails whenever it runs, and the agent goes on',
      ],
    ],
  );
});

test('user hooks keep their scope', () => {
  assert.equal(onlyHook(load('', { scope: 'user' }).hooks).scope, 'user');
});

test('a YAML bomb in the frontmatter is a single problem', () => {
  const bomb = Array.from(
    { length: 30 },
    (_, i) =>
      `a${i}: &a${i} [${Array(9)
        .fill(i ? `*a${i - 1}` : 'x')
        .join(',')}]`,
  );
  const loaded = loadText(file(bomb.join('\n')));
  assert.deepEqual([loaded.hooks, complaints(loaded).length], [[], 1]);
});

test('the definitions produce a JSON Schema', () => {
  const schema = toJsonSchema(hookMdSchema, { typeMode: 'input' });
  assert.deepEqual(schema.required, ['name', 'description', 'trigger']);
  assert.deepEqual(schema.additionalProperties, false);
  assert.deepEqual(schema.properties?.['timeout'], {
    type: 'integer',
    minimum: 100,
    maximum: 600_000,
    description: 'Milliseconds the script may take.',
    default: 30_000,
  });
});

test('settings in hooks.toml are ignored with a warning', () => {
  const { hooks, problems } = hookMdLoader.load(
    sampleFile('/project/.agents/hooks/hooks.toml', '[hooks]\nenabled = 0\n'),
  );
  assert.deepEqual(hooks, []);
  assert.match(problems[0]?.message ?? '', /not read: .*"disabled" of the user config/);
  assert.equal(problems[0]?.severity, 'warning');
});
