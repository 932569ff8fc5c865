import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseTests, unknownHooks } from './parse.js';

const folder = mkdtempSync(join(tmpdir(), 'anyhook-hooktest-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'a.hooktest.yaml');
const parse = (text: string) => parseTests(text, path);

test('a file may be a single case, which is named after the file', async () => {
  const { cases, problems } = await parse('event: tool.before\ntool: shell\nexpect: {decision: pass}\n');
  assert.deepEqual(problems, []);
  const [only, ...more] = cases;
  assert.deepEqual(more, []);
  assert.deepEqual(
    { ...only, steps: only?.steps.length },
    {
      name: 'a',
      line: 1,
      lines: { name: 1, event: 1, tool: 2, expect: 3 },
      steps: 1,
      files: {},
      copy: [],
      git: false,
      env: {},
      trust: 'project',
      cwd: '.',
      timeoutMs: 60_000,
    },
  );
  assert.deepEqual(only?.steps[0], {
    line: 1,
    lines: { event: 1, tool: 2, expect: 3 },
    event: 'tool.before',
    tool: 'shell',
    repeat: 1,
    files: {},
    expect: { decision: 'pass' },
  });
});

test('cases inherit settings from their file, and files and variables are merged', async () => {
  const { cases, problems } = await parse(`
hook: guard
git: true
env: {A: '1', B: 2}
files: {a.txt: a, b.txt: b}
cases:
  - name: one
    event: tool.before
    expect: {decision: pass}
  - name: two
    hook: [guard, other]
    git: false
    env: {B: null}
    files: {b.txt: null}
    event: tool.before
    expect: {decision: pass}
`);
  assert.deepEqual(problems, []);
  const told = cases.map(({ name, hooks, git, env, files }) => ({ name, hooks, git, env, files }));
  assert.deepEqual(told, [
    { name: 'one', hooks: ['guard'], git: true, env: { A: '1', B: '2' }, files: { 'a.txt': 'a', 'b.txt': 'b' } },
    {
      name: 'two',
      hooks: ['guard', 'other'],
      git: false,
      env: { A: '1', B: null },
      files: { 'a.txt': 'a', 'b.txt': null },
    },
  ]);
});

test('a payload file is read relative to the test, and reported as a dependency to watch', async () => {
  writeFileSync(join(folder, 'payload.json'), '{"hook_event_name":"Stop"}');
  const { cases, reads, problems } = await parse('host: codex\npayload: payload.json\nexpect: {exitCode: 0}');
  assert.deepEqual(problems, []);
  assert.deepEqual(cases[0]?.steps[0]?.payload, { hook_event_name: 'Stop' });
  assert.deepEqual(reads, [join(folder, 'payload.json')]);
});

const event = 'event: tool.before\n';
const bad: readonly (readonly [string, string, number, RegExp])[] = [
  ['an unknown key', `evnt: x\nexpect: {decision: pass}`, 1, /unknown key "evnt"; did you mean "event"\?/],
  [
    'an unknown key of expect',
    `${event}expect:\n  decison: deny`,
    3,
    /unknown key "decison"; did you mean "decision"\?/,
  ],
  [
    'an unknown key at the top of a file',
    `${event}files:\n  a: {contents: x}\nexpect: {decision: pass}`,
    3,
    /contents/,
  ],
  [
    'an unknown key of a text rule',
    `${event}expect:\n  reason: {match: x}`,
    3,
    /unknown key "match"; did you mean "matches"\?/,
  ],
  [
    'a misspelled decision',
    `${event}expect:\n  decision: blok`,
    3,
    /expected one of pass, allow, ask, deny, got "blok"/,
  ],
  ['a misspelled result of a hook', `${event}expect:\n  hooks: {a: runs}`, 3, /got "runs"; did you mean "ran"\?/],
  ['an empty text rule', `${event}expect:\n  reason: {}`, 3, /at least one of is, contains, matches, lacks/],
  ['an invalid pattern', `${event}expect:\n  reason: {matches: '('}`, 3, /"matches": .*\(/],
  ['no event', 'expect: {decision: pass}', 1, /expected "event", or "host" with "payload", got neither/],
  ['a payload without an agent', 'payload: {a: 1}\nexpect: {decision: pass}', 1, /"payload" needs "host"/],
  [
    'a payload file that does not exist',
    'host: codex\npayload: gone.json\nexpect: {exitCode: 0}',
    2,
    /gone\.json does not exist/,
  ],
  ['bytes without an agent', `${event}expect:\n  stdout: x`, 3, /"stdout" needs "host"/],
  ['nothing expected', event, 1, /"a" expects nothing/],
  ['no expectation in any step', 'steps:\n  - event: tool.before', 1, /"a" expects nothing/],
  [
    'an event in the case and in steps',
    `${event}steps:\n  - event: agent.stop\n    expect: {decision: pass}`,
    1,
    /"event" is in the case, which has "steps"/,
  ],
  ['no steps', 'steps: []', 1, /expected at least one/],
  ['no cases', 'cases: []', 1, /expected at least one/],
  [
    'a file outside the project',
    `${event}files:\n  ../x: a\nexpect: {decision: pass}`,
    3,
    /expected a path below the project, or ~\/ for the home, got "\.\.\/x"/,
  ],
  ['a file outside the home', `${event}files:\n  ~/../x: a\nexpect: {decision: pass}`, 3, /got "~\/\.\.\/x"/],
  ['an absolute file', `${event}files:\n  /etc/x: a\nexpect: {decision: pass}`, 3, /got "\/etc\/x"/],
  [
    'a folder outside the project',
    `cwd: ../..\n${event}expect: {decision: pass}`,
    1,
    /expected a path below the project, got/,
  ],
  ['a copy from outside the project', `copy: /etc/passwd\n${event}expect: {decision: pass}`, 1, /got "\/etc\/passwd"/],
  [
    'an unknown mode',
    `${event}files:\n  a: {content: x, mode: 999}\nexpect: {decision: pass}`,
    3,
    /three octal digits/,
  ],
  ['too many repeats', `${event}repeat: 1000\nexpect: {decision: pass}`, 2, /expected 1 to 100/],
  ['a list', '- name: x', 1, /expected a map of keys/],
  ['no YAML', 'a: [', 1, /not valid YAML/],
];
for (const [what, text, line, message] of bad) {
  test(`${what} is reported with its line and a fix`, async () => {
    const { cases, problems } = await parse(text);
    assert.deepEqual(cases, []);
    assert.equal(problems[0]?.line, line, JSON.stringify(problems));
    assert.match(problems.map((one) => one.message).join('\n'), message);
    for (const { source, severity } of problems) assert.deepEqual([source, severity], [path, 'error']);
  });
}

test('a broken case does not prevent the others from loading', async () => {
  const { cases, problems } = await parse(`
cases:
  - {name: broken, event: tool.before, expect: {decision: no}}
  - {name: fine, event: tool.before, expect: {decision: pass}}
`);
  assert.deepEqual(
    cases.map(({ name }) => name),
    ['fine'],
  );
  assert.deepEqual(
    problems.map(({ line, field }) => [line, field]),
    [[3, 'cases.0.expect.decision']],
  );
});

test('two cases with the same name are a problem', async () => {
  const one = '{name: a, event: tool.before, expect: {decision: pass}}';
  const { problems } = await parse(`cases:\n  - ${one}\n  - ${one}\n`);
  assert.deepEqual(
    problems.map(({ line, message }) => [line, message]),
    [[3, 'two cases are called "a": rename one']],
  );
});

test('unknown hooks are reported with the nearest name and their line', async () => {
  const { cases } = await parse(`hook: gard\n${event}expect:\n  hooks: {other: ran, guard: ran}\n`);
  const found = cases.flatMap((one) => unknownHooks(one, path, ['guard']));
  assert.deepEqual(
    found.map(({ line, message }) => [line, message]),
    [
      [1, '"hook": no hook is called "gard"; did you mean "guard"?'],
      [3, '"expect.hooks": no hook is called "other"; hooks here: guard'],
    ],
  );
});

test('a file outside the project is a problem with a Windows path as well', async () => {
  for (const file of ['../../x', '..\\..\\x', 'a\\..\\..\\x', 'C:\\x', 'C:x', '~/..\\x', '\\x']) {
    const text = `event: tool.before\nfiles:\n  '${file}': a\nexpect: {decision: pass}`;
    const { problems } = await parseTests(text, path, 'win32');
    assert.match(problems.map(({ message }) => message).join('\n'), /expected a path below the project/, file);
  }
  const fine = `event: tool.before\nfiles:\n  'a\\b': a\n  ~/c: b\nexpect: {decision: pass}`;
  assert.deepEqual((await parseTests(fine, path, 'win32')).problems, []);
});
