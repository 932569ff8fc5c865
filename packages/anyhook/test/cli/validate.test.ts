import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { hookMdWithScript, testProject } from './harness.js';

test('a project without problems is counted, file by file', async (t) => {
  const here = testProject(t, {
    ...hookMdWithScript('a', 'before_tool', 'exit 0'),
    ...hookMdWithScript('b', 'before_tool', 'exit 0'),
  });
  assert.deepEqual(await here.run(['hooks', 'validate']), {
    code: 0,
    stdout: '2 hooks in 2 files, no problems\n   1  .agents/hooks/a/HOOK.md\n   1  .agents/hooks/b/HOOK.md\n',
    stderr: '',
  });
});

test('an error names file, line, severity, field and the nearest known word, and exits 1', async (t) => {
  const here = testProject(t, hookMdWithScript('a', 'before_tol', 'exit 0'));
  const { code, stdout } = await here.run(['hooks', 'validate']);
  assert.equal(code, 1);
  assert.match(stdout, /^\.agents\/hooks\/a\/HOOK\.md:4: error: "trigger": .*did you mean "before_tool"\?$/m);
  assert.match(stdout, /^1 error, 0 warnings; 0 hooks in 0 files can run$/m);
});

test('a field that the message does not begin with is named before it', async (t) => {
  const here = testProject(t, { '.agents/hooks.yaml': 'hooks:\n  pre_tol_use: []\n' });
  assert.match(
    (await here.run(['hooks', 'validate'])).stdout,
    /hooks\.yaml:2: error: hooks\.pre_tol_use: unknown event/,
  );
});

test('the problems of a file are told from its top', async (t) => {
  const hooks = 'hooks:\n  turn_end:\n    - {type: command}\n    - {type: builtin, command: nobody}\n  turn_nd: []\n';
  const { stdout } = await testProject(t, { '.agents/hooks.yaml': hooks }).run(['hooks', 'validate']);
  const lines = stdout.match(/(?<=hooks\.yaml:)\d+/g);
  assert.deepEqual(lines, ['3', '4', '5']);
});

test('a module that is not there is a warning with its line', async (t) => {
  const here = testProject(t, { '.agents/anyhook.yaml': 'hooks:\n  - on: tool.before\n    use: ./gone.mjs\n' });
  const { code, stdout } = await here.run(['hooks', 'validate']);
  assert.equal(code, 0);
  assert.match(stdout, /^\.agents\/anyhook\.yaml:3: warning: hooks\.0\.use: expected a module, got \.\/gone\.mjs/m);
  here.write({ 'gone.mjs': 'export default { on: "tool.before", run() {} };\n' });
  assert.match((await here.run(['hooks', 'validate'])).stdout, /^1 hook in 1 file, no problems$/m);
});

test('a warning alone exits 0', async (t) => {
  const here = testProject(t, hookMdWithScript('a', 'session_start', 'exit 0', 'matcher:\n  tool: Shell\n'));
  const { code, stdout } = await here.run(['hooks', 'validate']);
  assert.equal(code, 0);
  assert.match(stdout, /: warning: /);
});

test('--json prints one object per problem', async (t) => {
  const here = testProject(t, hookMdWithScript('a', 'before_tool', 'exit 0', 'timout: 5\n'));
  const { code, stdout } = await here.run(['hooks', 'validate', '--json']);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout), [
    {
      source: join(here.dir, '.agents/hooks/a/HOOK.md'),
      line: 5,
      field: 'timout',
      severity: 'warning',
      message: 'unknown key "timout"; did you mean "timeout"?',
    },
  ]);
});

test('a file of the project shows only its own problems', async (t) => {
  const here = testProject(t, {
    ...hookMdWithScript('a', 'nonsense', 'exit 0'),
    ...hookMdWithScript('b', 'before_tool', 'exit 0'),
  });
  assert.equal((await here.run(['hooks', 'validate', '.agents/hooks/a/HOOK.md'])).code, 1);
  const fine = await here.run(['hooks', 'validate', '.agents/hooks/b/HOOK.md']);
  assert.deepEqual([fine.code, fine.stdout.split('\n')[0]], [0, '1 hook in 1 file, no problems']);
});

test('a folder is the project around it', async (t) => {
  const here = testProject(t);
  const other = testProject(t, hookMdWithScript('a', 'nonsense', 'exit 0'));
  assert.equal((await here.run(['hooks', 'validate', other.dir])).code, 1);
  assert.equal((await here.run(['hooks', 'validate'])).code, 0);
});

const alone: readonly [string, string, RegExp][] = [
  ['sub/x/HOOK.md', '---\nname: x\ndescription: d\ntrigger: nope\n---\n', /HOOK\.md:4: error: "trigger"/],
  [
    'sub/my-hooks.yaml',
    'hooks:\n  session_start:\n    - {type: command}\n',
    /:3: error: "hooks\.session_start\.0\.command"/,
  ],
  [
    'sub/agent.yaml',
    'agents:\n  root:\n    hooks:\n      nope: []\n',
    /:4: error: agents\.root\.hooks\.nope: unknown event/,
  ],
  [
    'sub/a.yaml',
    'id: a\nevent_type: Nope\nenabled: true\nblocking: true\nhandler: {kind: script, command: "true"}\n',
    /:2: error: "event_type"/,
  ],
  ['sub/hooks.json', '{"hooks": {"PreToolUs": []}}', /:1: error: hooks\.PreToolUs: unknown event/],
  ['sub/settings.json', '{"model": "x", "hooks": {"Stop": [{"hooks": [{"type": "comand"}]}]}}', /error: .*type/],
  ['sub/.agents/anyhook.yaml', 'trust: project\n', /:1: error: "trust" is a key of the user or managed config/],
  [
    'sub/.agents/anyhook.yaml',
    'hooks:\n  - {on: tool.before, use: no-such-builtin}\n',
    /error: use: .*no-such-builtin/,
  ],
  [
    'sub/.agents/anyhook.yaml',
    'hooks:\n  - {on: tool.befor, use: add_date}\n',
    /error: hooks\.0\.on: no event is called/,
  ],
];
for (const [path, text, expected] of alone) {
  test(`${path}, which no project has, is checked alone: ${expected.source}`, async (t) => {
    const { code, stdout } = await testProject(t, { [path]: text }).run(['hooks', 'validate', path]);
    assert.match(stdout, expected);
    assert.equal(code, 1);
  });
}

test('a sound file that no project has is fine', async (t) => {
  const here = testProject(t, {
    'sub/.agents/hooks/x/HOOK.md': '---\nname: x\ndescription: d\ntrigger: before_tool\n---\n',
    'sub/.agents/hooks/x/scripts/run.sh': '#!/bin/sh\n',
  });
  const { code, stdout } = await here.run(['hooks', 'validate', 'sub/.agents/hooks/x/HOOK.md']);
  assert.deepEqual([code, stdout.split('\n')[0]], [0, '1 hook in 1 file, no problems']);
});

for (const [what, path] of [
  ['is not there', 'nowhere/HOOK.md'],
  ['is not a hook file', 'README.md'],
] as const) {
  test(`a path that ${what} is an error`, async (t) => {
    const { code, stdout, stderr } = await testProject(t, { 'README.md': 'hello' }).run(['hooks', 'validate', path]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^anyhook: .*(neither|not a hook file)/);
  });
}

const unstartable: readonly [what: string, files: Record<string, string>, expected: RegExp][] = [
  [
    'an interpreter that is not there',
    {
      '.agents/hooks/a/HOOK.md': '---\nname: a\ndescription: d\ntrigger: before_tool\n---\n',
      '.agents/hooks/a/scripts/run': '#!/usr/bin/env no-such-program\n',
    },
    /^\.agents\/hooks\/a\/HOOK\.md(?::\d+)?: warning: a: no-such-program is not installed; install no-such-program/m,
  ],
  [
    'a first line that ends with CRLF',
    {
      '.agents/hooks/a/HOOK.md': '---\nname: a\ndescription: d\ntrigger: before_tool\n---\n',
      '.agents/hooks/a/scripts/run.sh': '#!/bin/sh\r\nexit 0\r\n',
    },
    /: warning: a: the first line of \S+run\.sh ends with CRLF; run: sed -i/,
  ],
  [
    'a program that is not there',
    { '.agents/anyhook.yaml': 'hooks:\n  - {id: a, on: tool.before, run: no-such-program --fast}\n' },
    /^\.agents\/anyhook\.yaml:2: warning: a: no-such-program is not installed/m,
  ],
  [
    'a script that is not there',
    { '.agents/anyhook.yaml': 'hooks:\n  - {id: a, on: tool.before, run: ./gone.sh}\n' },
    /: warning: a: \S+gone\.sh does not exist/,
  ],
];
for (const [what, files, expected] of unstartable) {
  test(`${what} is a warning, and fire and list count it too`, async (t) => {
    const here = testProject(t, files);
    const { code, stdout } = await here.run(['hooks', 'validate']);
    assert.match(stdout, expected);
    assert.deepEqual([code, /^0 errors, 1 warning; 1 hook in 1 file can run$/m.test(stdout)], [0, true], stdout);
    const line = /^0 errors, 1 warning in hook files: see "anyhook hooks validate"$/m;
    assert.match((await here.run(['fire', 'tool.before', '--tool', 'shell'])).stdout, line);
    assert.match((await here.run(['list'])).stdout, line);
  });
}

test('a file alone is checked for what it starts', async (t) => {
  const here = testProject(t, {
    'sub/.agents/hooks/x/HOOK.md': '---\nname: x\ndescription: d\ntrigger: before_tool\n---\n',
    'sub/.agents/hooks/x/scripts/run': '#!/nowhere/no-such-sh\n',
  });
  const { stdout } = await here.run(['hooks', 'validate', 'sub/.agents/hooks/x/HOOK.md']);
  assert.match(stdout, /: warning: x: \/nowhere\/no-such-sh is not installed/);
});

test('fire, list and validate count the same problems', async (t) => {
  const here = testProject(t, {
    ...hookMdWithScript('a', 'before_tol', 'exit 0', 'timout: 5\n'),
    '.agents/hooks.yaml':
      'hooks:\n  turn_end:\n    - {type: command}\n    - {type: builtin, command: nobody}\n  turn_nd: []\n',
    '.agents/anyhook.yaml': 'hooks:\n  - {on: [tool.befor, tool.after], use: nobody}\n  - {on: tool.before, run: 5}\n',
  });
  const counts = (text: string) => /^\d+ errors?, \d+ warnings?/m.exec(text)?.[0];
  const [validate, fire, list] = await Promise.all(
    [['hooks', 'validate'], ['fire', 'tool.before', '--tool', 'shell'], ['list']].map(async (args) =>
      counts((await here.run(args)).stdout),
    ),
  );
  assert.notEqual(validate, undefined);
  assert.deepEqual([fire, list], [validate, validate]);
});
