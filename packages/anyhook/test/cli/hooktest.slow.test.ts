import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { stringify } from 'yaml';
import { isAlive } from '../support/is-alive.js';
import { hookMdWithScript, type TestProject, testProject } from './harness.js';

const program = resolve('packages/anyhook/bin/anyhook.cjs');

interface Report {
  readonly passed: number;
  readonly failed: number;
  readonly broken: number;
  readonly files: readonly {
    readonly path: string;
    readonly problems: readonly { readonly line?: number; readonly message: string }[];
    readonly cases: readonly {
      readonly name: string;
      readonly ok: boolean;
      readonly error?: string;
      readonly steps: readonly { readonly mismatches: readonly { readonly field: string; readonly came: string }[] }[];
    }[];
  }[];
  readonly problems: readonly { readonly message: string }[];
  readonly coverage?: readonly { readonly id: string; readonly ran: number; readonly matchers: readonly object[] }[];
}

/** A guard that refuses input containing `bad`. */
const guard = hookMdWithScript(
  'guard',
  'before_tool',
  'grep -q bad && { echo "bad word" >&2; exit 2; }; exit 0',
  'matcher: {tool: Shell}\n',
);
const shell = (command: string) => ({ event: 'tool.before', tool: 'shell', input: { command } });
const tests = (...cases: readonly object[]) => ({ '.agents/a.hooktest.yaml': stringify({ cases }) });
const run = (here: TestProject, ...args: readonly string[]) => here.json<Report>(['hooks', 'test', '--json', ...args]);
/** For each case, the expectations that were not met. */
const told = (report: Report) =>
  report.files.flatMap(({ cases }) =>
    cases.map(({ steps, error }) => error ?? steps.flatMap((step) => step.mismatches.map(({ field }) => field))),
  );

test('matching cases pass, others fail showing the actual result, and a failure sets the exit code', async (t) => {
  const here = testProject(t, {
    ...guard,
    ...tests(
      { name: 'refused', ...shell('bad'), expect: { decision: 'deny', reason: 'bad word' } },
      { name: 'passes', ...shell('good'), expect: { decision: 'pass', hooks: { guard: 'pass' } } },
    ),
  });
  const fine = await here.run(['hooks', 'test']);
  assert.deepEqual([fine.code, fine.stderr], [0, '']);
  assert.match(
    fine.stdout,
    /^\.agents\/a\.hooktest\.yaml\n {2}✓ refused {2}\d+ ms\n {2}✓ passes {2}\d+ ms\n\n2 passed in 1 file/,
  );
  here.write(tests({ name: 'wrong', ...shell('bad'), expect: { decision: 'pass', reason: 'another word' } }));
  const wrong = await here.run(['hooks', 'test']);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stdout, /✗ wrong .*\n {6}decision\n {8}expected pass\n {8}got {6}deny\n/);
  assert.match(wrong.stdout, /reason\n {8}expected text containing "another word"\n {8}got {6}"\[guard\] bad word"\n/);
  assert.match(wrong.stdout, /✗ {2}guard {2}hook-md {2}deny .* ms {2}bad word\n/);
  assert.match(wrong.stdout, /verdict {2}deny\n/);
  assert.match(wrong.stdout, /\n0 passed, 1 failed in 1 file/);
});

/** Hooks for every kind of expectation, each with a passing and a failing case. */
const kinds: readonly (readonly [string, Readonly<Record<string, string>>, object, object, string])[] = [
  ['decision', guard, { ...shell('bad'), expect: { decision: 'deny' } }, { expect: { decision: 'ask' } }, 'decision'],
  [
    'reason',
    guard,
    { ...shell('bad'), expect: { reason: { matches: 'bad w.rd$' } } },
    { expect: { reason: 'x' } },
    'reason',
  ],
  [
    'rewrite',
    hookMdWithScript('more', 'before_tool', `echo '{"updated_input":{"command":"ls -h"}}'`),
    { ...shell('ls'), expect: { rewrite: { input: { command: 'ls -h' }, exact: true } } },
    { expect: { rewrite: false } },
    'rewrite',
  ],
  [
    'context',
    hookMdWithScript('tell', 'session_start', `echo '{"additional_context":"read this"}'`),
    { event: 'session.start', expect: { context: 'read this' } },
    { expect: { context: [] } },
    'context',
  ],
  [
    'messages',
    {
      '.agents/hooks.yaml': `hooks:\n  session_start:\n    - {name: say, type: command, command: 'echo "{\\"system_message\\":\\"hello\\"}"'}\n`,
    },
    { event: 'session.start', expect: { messages: 'hello' } },
    { expect: { messages: 'bye' } },
    'messages',
  ],
  [
    'stop',
    {
      '.claude/settings.json': JSON.stringify({
        hooks: {
          PreToolUse: [{ hooks: [{ type: 'command', command: `echo '{"continue":false,"stopReason":"enough"}'` }] }],
        },
      }),
    },
    { ...shell('ls'), expect: { stop: 'enough' } },
    { expect: { stop: false } },
    'stop',
  ],
  [
    'hooks',
    guard,
    { event: 'tool.before', tool: 'read', expect: { hooks: { guard: 'idle' } } },
    { expect: { hooks: { guard: 'ran' } } },
    'hooks.guard',
  ],
  [
    'exitCode',
    guard,
    { host: 'claude-code', ...shell('bad'), expect: { exitCode: 0 } },
    { expect: { exitCode: 2 } },
    'exitCode',
  ],
  [
    'stdout',
    guard,
    {
      host: 'claude-code',
      payload: { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command: 'bad' } },
      expect: {
        stdout: {
          json: {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'deny',
              permissionDecisionReason: '[guard] bad word',
            },
          },
        },
      },
    },
    { expect: { stdout: '' } },
    'stdout',
  ],
  [
    'files',
    hookMdWithScript('log', 'session_end', 'echo done > "$HOME/log.txt"'),
    { event: 'session.end', expect: { files: { '~/log.txt': { is: 'done\n' } } } },
    { expect: { files: { '~/log.txt': false } } },
    'files.~/log.txt',
  ],
  [
    'a hook in the background',
    hookMdWithScript('log', 'session_end', 'sleep 0.1; echo done > "$HOME/log.txt"', 'async: true\n'),
    { event: 'session.end', expect: { files: { '~/log.txt': { is: 'done\n' } }, hooks: { log: 'ran' } } },
    { expect: { hooks: { log: 'idle' } } },
    'hooks.log',
  ],
];
for (const [kind, hooks, passing, failing, field] of kinds) {
  test(`a test can expect ${kind} from a real hook, and a wrong expectation fails`, async (t) => {
    const here = testProject(t, {
      ...hooks,
      ...tests({ name: 'a', ...passing }, { name: 'b', ...passing, ...failing }),
    });
    const report = await run(here);
    assert.deepEqual(report.problems, []);
    assert.deepEqual(told(report), [[], [field]]);
  });
}

test('a hook that fails open fails its case, unless the case expects the failure', async (t) => {
  const here = testProject(t, {
    ...hookMdWithScript('guard', 'before_tool', 'echo oops >&2; exit 3'),
    ...tests(
      { name: 'a', ...shell('x'), expect: { decision: 'pass' } },
      { name: 'b', ...shell('x'), expect: { decision: 'pass', hooks: { guard: 'failed' } } },
    ),
  });
  assert.deepEqual(told(await run(here)), [['hooks.guard'], []]);
});

test('a background hook that fails also fails its case', async (t) => {
  const here = testProject(t, {
    ...hookMdWithScript('log', 'session_end', 'exit 3', 'async: true\n'),
    ...tests({ name: 'a', event: 'session.end', expect: { decision: 'pass' } }),
  });
  assert.deepEqual(told(await run(here)), [['hooks.log']]);
});

test('steps share one session, so stops are counted, and each step can change files first', async (t) => {
  const here = testProject(t, {
    ...hookMdWithScript('done', 'before_stop', 'test -e ok.txt || { echo "not yet" >&2; exit 2; }'),
    ...tests({
      name: 'a',
      steps: [
        { event: 'agent.stop', data: { stopHookActive: true }, repeat: 8, expect: { decision: 'deny' } },
        { event: 'agent.stop', data: { stopHookActive: true }, expect: { decision: 'pass' } },
        { event: 'agent.stop', session: 'another', expect: { decision: 'deny' } },
        { event: 'agent.stop', session: 'another', files: { 'ok.txt': '' }, expect: { decision: 'pass' } },
        { event: 'agent.stop', session: 'another', files: { 'ok.txt': null }, repeat: 2, expect: { decision: 'pass' } },
      ],
    }),
  });
  const report = await run(here);
  assert.deepEqual(told(report), [['decision']]);
  // Steps after a failed expectation are not run.
  assert.equal(report.files[0]?.cases[0]?.steps.length, 12);
});

test('a case has its own repository, variables, folder and home, and folder placeholders are replaced', async (t) => {
  const script = 'echo "{\\"additional_context\\":\\"$(git log --format=%s) $WORD $PWD $HOME $(ls -A "$HOME")\\"}"';
  const here = testProject(t, {
    ...hookMdWithScript('tell', 'session_start', script),
    ...tests({
      name: 'a',
      git: true,
      env: { WORD: 'at ${project}', PATH_INFO: null },
      cwd: 'deep/down',
      event: 'session.start',
      expect: { context: { matches: '^first commit at \\$\\{project\\} \\$\\{project\\}\\S* \\$\\{home\\}' } },
    }),
  });
  assert.deepEqual(told(await run(here)), [[]]);
});

test("the user's hooks, settings and variables do not affect a test, and a case can supply its own", async (t) => {
  const user = (name: string) => ({
    [`~/.config/agents/hooks/${name}/HOOK.md`]: `---\nname: ${name}\ndescription: A hook for tests.\ntrigger: before_tool\n---\n`,
    [`~/.config/agents/hooks/${name}/scripts/run.sh`]: '#!/bin/sh\necho "user says no" >&2; exit 2\n',
  });
  const here = testProject(t, {
    ...hookMdWithScript('guard', 'before_tool', 'test -z "$MY_SECRET" || { echo leaked >&2; exit 2; }'),
    ...tests(
      { name: 'a', ...shell('x'), expect: { decision: 'pass' } },
      { name: 'b', ...shell('x'), files: user('mine'), expect: { reason: '[mine] user says no' } },
    ),
  });
  const home = here.env['HOME'] ?? '';
  for (const [path, text] of Object.entries(user('theirs'))) {
    mkdirSync(join(home, path.slice(2), '..'), { recursive: true });
    writeFileSync(join(home, path.slice(2)), text, { mode: 0o755 });
  }
  assert.deepEqual(told(await here.json<Report>(['hooks', 'test', '--json'], { env: { MY_SECRET: '1' } })), [[], []]);
});

test('a case sets the trust mode: untrusted hooks do not run', async (t) => {
  const here = testProject(t, {
    ...guard,
    ...tests(
      { name: 'a', trust: 'ask', ...shell('bad'), expect: { decision: 'pass', hooks: { guard: 'untrusted' } } },
      { name: 'b', trust: 'lock', ...shell('bad'), expect: { hooks: { guard: 'untrusted' } } },
    ),
  });
  assert.deepEqual(told(await run(here)), [[], []]);
});

test("trust: lock uses the project's existing lock file", async (t) => {
  const here = testProject(t, {
    ...guard,
    ...tests({ name: 'a', trust: 'lock', ...shell('bad'), expect: { decision: 'deny' } }),
  });
  assert.equal((await here.run(['trust', '--lock', '--yes'], { columns: 80 })).code, 0);
  assert.deepEqual(told(await run(here)), [[]]);
  here.write({ '.agents/hooks/guard/scripts/run.sh': '#!/bin/sh\nexit 0\n' });
  assert.deepEqual(told(await run(here)), [['decision']]);
});

test('hooks run by a test inherit the recursion depth, so no chain is endless', async (t) => {
  const here = testProject(t, {
    ...hookMdWithScript('tell', 'session_start', 'echo "{\\"additional_context\\":\\"depth $ANYHOOK_DEPTH\\"}"'),
    ...tests({ name: 'a', event: 'session.start', expect: { context: 'depth 2' } }),
  });
  assert.deepEqual(told(await here.json<Report>(['hooks', 'test', '--json'], { env: { ANYHOOK_DEPTH: '1' } })), [[]]);
});

test('only the named hook takes part; without a name, all project hooks do', async (t) => {
  const here = testProject(t, {
    ...guard,
    ...hookMdWithScript('other', 'before_tool', 'echo never >&2; exit 2'),
    ...tests(
      { name: 'a', hook: 'guard', ...shell('good'), expect: { decision: 'pass' } },
      { name: 'b', ...shell('good'), expect: { decision: 'deny', hooks: { guard: 'pass', other: 'deny' } } },
    ),
  });
  assert.deepEqual(told(await run(here)), [[], []]);
});

const unknown: readonly (readonly [string, object, RegExp])[] = [
  ['hook', { hook: 'gard', ...shell('x') }, /^"hook": no hook is called "gard"; did you mean "guard"\?$/],
  ['hook of expect', { ...shell('x'), expect: { hooks: { gard: 'ran' } } }, /no hook is called "gard"/],
  ['event', { event: 'tool.befor' }, /^no event is called "tool.befor"; did you mean "tool.before"\?$/],
  ['event that means two things', { event: 'stop' }, /means more than one event; say which: /],
  ['host', { host: 'claude-cod', event: 'PreToolUse' }, /unknown agent "claude-cod"; did you mean "claude-code"\?$/],
  [
    'field of data',
    { event: 'agent.stop', data: { stopHookActiv: true } },
    /^"data": agent\.stop: there is no field "stopHookActiv"/,
  ],
  [
    'tool at an event without tools',
    { event: 'agent.stop', tool: 'shell' },
    /^"tool": agent\.stop has no tool call; use "data"/,
  ],
];
for (const [what, words, message] of unknown) {
  test(`an unknown ${what} is an error with its file and line, and the other cases run`, async (t) => {
    const here = testProject(t, {
      ...guard,
      ...tests(
        { name: 'fine', ...shell('good'), expect: { decision: 'pass' } },
        { name: 'bad', expect: { decision: 'pass' }, ...words },
      ),
    });
    const { code, stdout } = await here.run(['hooks', 'test', '--json']);
    const { files, passed, broken } = JSON.parse(stdout) as Report;
    assert.deepEqual([code, passed, broken], [1, 1, 1]);
    assert.match(files[0]?.problems[0]?.message ?? '', message);
    assert.ok((files[0]?.problems[0]?.line ?? 0) > 8);
  });
}

test('a hook file that does not load fails the run, because its hook is not tested', async (t) => {
  const here = testProject(t, { ...guard, ...tests({ name: 'a', ...shell('x'), expect: { decision: 'pass' } }) });
  here.write({ '.agents/hooks/broken/HOOK.md': '---\nname: broken\n---\n' });
  const { code, stdout } = await here.run(['hooks', 'test']);
  assert.equal(code, 1);
  assert.match(stdout, /^\.agents\/hooks\/broken\/HOOK\.md.*: error: /m);
});

test('coverage names hooks that never ran and matcher sides that no test covers', async (t) => {
  const never = hookMdWithScript('never', 'before_tool', 'exit 0');
  const here = testProject(t, {
    ...guard,
    ...never,
    ...tests({ name: 'a', hook: 'guard', ...shell('x'), expect: { decision: 'pass' } }),
  });
  const { stdout, code } = await here.run(['hooks', 'test', '--coverage']);
  assert.equal(code, 0);
  assert.match(stdout, /^coverage {2}1 of 2 hooks ran, 0 of 1 matcher shown from both sides$/m);
  assert.match(stdout, /! guard {2}no test shows what tool Shell does not match\n/);
  assert.match(stdout, /! never {2}no test makes it run \(.*HOOK\.md:\d+\)\n/);
  assert.equal((await here.run(['hooks', 'test', '--require-coverage', 'hooks'])).code, 1);
  const more = (name: string, words: object) => ({ name, ...words, expect: { decision: 'pass' } });
  here.write(tests(more('a', shell('x')), more('b', { event: 'tool.before', tool: 'read' })));
  assert.equal((await here.run(['hooks', 'test', '--require-coverage', 'matchers'])).code, 0);
});

test('--filter runs the cases whose name contains the text, and matching no case is an error', async (t) => {
  const one = (name: string) => ({ name, ...shell('x'), expect: { decision: 'pass' } });
  const here = testProject(t, { ...guard, ...tests(one('first'), one('second')) });
  const { files } = await run(here, '--filter', 'sec');
  assert.deepEqual(
    files.flatMap(({ cases }) => cases.map(({ name }) => name)),
    ['second'],
  );
  const none = await here.run(['hooks', 'test', '--filter', 'third']);
  assert.deepEqual([none.code, none.stdout], [1, 'no case has "third" in its name or file\n']);
});

test('a project without tests exits 1 and suggests how to write one', async (t) => {
  const { code, stdout } = await testProject(t, guard).run(['hooks', 'test']);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^no hook tests here: expected \*\.hooktest\.yaml next to the hooks; "anyhook hooks new" writes one/,
  );
});

const mistakes: readonly (readonly [readonly string[], RegExp])[] = [
  [['gone'], /expected a folder or a \*\.hooktest\.yaml at .*gone, got nothing\n$/],
  [['.agents/hooks/guard/HOOK.md'], /got another file\n$/],
  [['--tap', '--json'], /--tap and --json cannot be used together"}}\n$/],
  [['--watch', '--tap'], /--watch cannot be combined/],
  [['--watch', '--json'], /--watch cannot be combined/],
  [['--jobs', 'many'], /--jobs: expected a whole number from 1 to 64, got "many"\n$/],
  [['--worker'], /--worker is for processes that "anyhook hooks test" starts itself\n$/],
];
for (const [args, message] of mistakes) {
  test(`test ${args.join(' ')} fails with one clear line and exit code 1`, async (t) => {
    const { code, stdout, stderr } = await testProject(t, guard).run(['hooks', 'test', ...args]);
    assert.equal(code, 1);
    assert.match(stdout + stderr, message);
  });
}

test('a test next to a HOOK.md outside any project runs that hook alone', async (t) => {
  const here = testProject(t, guard);
  const folder = join(here.dir, 'shared/guard');
  mkdirSync(join(here.dir, 'shared'));
  spawnSync('cp', ['-r', join(here.dir, '.agents/hooks/guard'), folder]);
  writeFileSync(join(folder, 'x.hooktest.yaml'), stringify({ ...shell('bad'), expect: { hooks: { guard: 'deny' } } }));
  assert.deepEqual(told(await run(here, 'shared')), [[]]);
});

test('hooks of parent folders also run, and a test in a subfolder runs in that subfolder', async (t) => {
  const script = 'pwd >&2; exit 2';
  const here = testProject(t, {
    ...guard,
    ...Object.fromEntries(
      Object.entries(hookMdWithScript('inner', 'before_tool', script)).map(([path, text]) => [`pkg/${path}`, text]),
    ),
    'pkg/.agents/a.hooktest.yaml': stringify({
      ...shell('bad'),
      expect: { hooks: { guard: 'deny', inner: 'ran' }, reason: 'bad word' },
    }),
  });
  const override = {
    'pkg/.agents/a.hooktest.yaml': stringify({ hook: 'inner', ...shell('x'), expect: { reason: '${project}' } }),
  };
  const first = await run(here, 'pkg');
  // The first block stops the rest of its format's list, so that only the outer guard ran.
  assert.deepEqual(told(first), [['hooks.inner']]);
  here.write(override);
  assert.deepEqual(told(await run(here, 'pkg')), [[]]);
});

test('a hook script finds the files next to it and the files that the case copies', async (t) => {
  const here = testProject(t, {
    '.agents/hooks.yaml':
      'hooks:\n  pre_tool_use:\n    - {hooks: [{name: g, type: command, command: ./tools/check.sh}]}\n',
    'tools/check.sh': '#!/bin/sh\n. ./tools/words.sh\ncat data/reason.txt >&2\nexit $code\n',
    'tools/words.sh': 'code=2\n',
    'data/reason.txt': 'from the project',
    ...tests({ name: 'a', copy: 'data', ...shell('x'), expect: { decision: 'deny', reason: 'from the project' } }),
  });
  assert.deepEqual(told(await run(here)), [[]]);
  here.write(tests({ name: 'a', copy: 'gone', ...shell('x'), expect: { decision: 'deny' } }));
  assert.match(String(told(await run(here))[0]), /^"copy": there is no file at .*\/gone$/);
});

/** A process with its own temporary folder. */
function bare(t: TestContext) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-hooktest-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const everything = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), 'utf8')])
    .sort();

test('a run leaves no file and no process behind, and the project is unchanged', async (t) => {
  const messy =
    'sleep 60 & echo $! > "$PIDS/$$"; echo x > written.txt; echo x > "$TMPDIR/y"; mktemp >/dev/null; rm -rf .agents; exit 0';
  const here = testProject(t, {
    ...hookMdWithScript('messy', 'before_tool', messy),
    ...hookMdWithScript('slow', 'before_tool', 'echo $$ > "$PIDS/slow"; sleep 60'),
  });
  const tmp = bare(t);
  const pids = bare(t);
  here.write(
    tests(
      { name: 'a', hook: 'messy', env: { PIDS: pids }, ...shell('x'), expect: { decision: 'pass' } },
      { name: 'b', hook: 'slow', env: { PIDS: pids }, timeoutMs: 4000, ...shell('x'), expect: { decision: 'pass' } },
    ),
  );
  const before = everything(here.dir);
  const { status, stdout } = spawnSync('node', [program, 'hooks', 'test'], {
    cwd: here.dir,
    env: { ...here.env, TMPDIR: tmp },
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stdout, /✓ a /);
  assert.match(stdout, /✗ b .*\n {6}not finished after 4000 ms \("timeoutMs" sets another limit\)/);
  assert.deepEqual(everything(here.dir), before);
  assert.deepEqual(readdirSync(tmp), []);
  const started = readdirSync(pids).map((name) => Number(readFileSync(join(pids, name), 'utf8')));
  assert.equal(started.length, 2);
  assert.deepEqual(started.filter(isAlive), []);
});

test("a file written by a test never ends up in the project's own packages", async (t) => {
  const here = testProject(t, {
    ...guard,
    'node_modules/.bin/tool': '#!/bin/sh\n',
    'node_modules/lib/index.js': 'real',
    ...tests({
      name: 'a',
      files: {
        'node_modules/.bin/tool': 'fake',
        'node_modules/lib/index.js': 'fake',
        'node_modules/lib/more.js': 'fake',
      },
      ...shell('x'),
      expect: { decision: 'pass', files: { 'node_modules/lib/index.js': { is: 'fake' } } },
    }),
  });
  const before = everything(here.dir);
  assert.deepEqual(told(await run(here)), [[]]);
  assert.deepEqual(everything(here.dir), before);
});

const module = (body: string) => ({
  '.agents/anyhook.yaml': 'hooks:\n  - {id: m, on: tool.before, use: ./m.mjs}\n',
  'm.mjs': `import { writeFileSync } from 'node:fs';\nexport default { on: 'tool.before', run(event) { ${body} } };\n`,
});

test("a module hook sees its case's folder and variables", async (t) => {
  const here = testProject(t, {
    ...module("return { decision: 'deny', reason: process.cwd() + ' ' + process.env.WORD };"),
    ...tests({ name: 'a', env: { WORD: 'hello' }, ...shell('x'), expect: { reason: '${project} hello' } }),
  });
  assert.deepEqual(told(await run(here)), [[]]);
});

for (const [what, body, timeoutMs, message] of [
  // So short that on a busy machine the case is over before the module blocks: the worker must not get the next case.
  ['never returns', 'for (;;) {}', 500, /^not finished after 500 ms/],
  [
    'ends its process',
    "console.error('bye'); process.exit(7);",
    20_000,
    /^the process that ran the hooks exited early \(exit code 7\): bye$/,
  ],
] as const) {
  test(`a module that ${what} fails only its own case, and the next case runs`, async (t) => {
    const here = testProject(t, {
      ...module(`if (event.call.input.command === 'x') { ${body} }`),
      ...tests(
        { name: 'a', timeoutMs, ...shell('x'), expect: { decision: 'pass' } },
        { name: 'b', ...shell('y'), expect: { decision: 'pass' } },
      ),
    });
    const [first, second] = told(await run(here, '--jobs', '1'));
    assert.match(String(first), message);
    assert.deepEqual(second, []);
  });
}

/** A hook that logs its begin and end, and waits until `MANY` hooks have begun. */
const waitingHook = hookMdWithScript(
  'meet',
  'before_tool',
  'echo "begin $$" >> "$LOG"; i=0; while [ "$(grep -c begin "$LOG")" -lt "$MANY" ] && [ $i -lt 200 ]; do i=$((i+1)); sleep 0.05; done; echo "end $$" >> "$LOG"',
);

test('cases run in parallel, up to the number given by --jobs', async (t) => {
  const log = join(bare(t), 'log.txt');
  const one = (name: string, many: number) => ({
    name,
    env: { LOG: log, MANY: many },
    ...shell('x'),
    expect: { decision: 'pass' },
  });
  const here = testProject(t, { ...waitingHook, ...tests(one('a', 2), one('b', 2), one('c', 1), one('d', 1)) });
  assert.deepEqual(told(await run(here, '--jobs', '2')), [[], [], [], []]);
  let running = 0;
  const counts = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      running += line.startsWith('begin') ? 1 : -1;
      return running;
    });
  assert.equal(Math.max(...counts), 2);
});

test('the text output fits into 80 columns', async (t) => {
  const long = 'a sentence that is so long that it does not fit into the eighty columns that a terminal has by default';
  const here = testProject(t, {
    ...guard,
    ...tests(
      { name: long, ...shell('bad'), expect: { decision: 'pass', context: long, reason: long } },
      { name: 'fine', ...shell('bad'), expect: { decision: 'deny' } },
      { name: 'broken', ...shell('bad'), expect: { hooks: { [`${'x'.repeat(20)} `.repeat(5)]: 'ran' } } },
    ),
  });
  const { stdout } = await here.run(['hooks', 'test', '--coverage'], { columns: 80, env: { NO_COLOR: '1' } });
  assert.match(stdout, /1 passed, 1 failed/);
  assert.deepEqual(
    stdout.split('\n').filter((line) => [...line].length > 80),
    [],
  );
});

test('--watch reruns the tests affected by a change, and leaves nothing behind when it ends', {
  timeout: 120_000,
}, async (t) => {
  const other = hookMdWithScript('other', 'session_start', 'exit 0');
  const here = testProject(t, {
    ...guard,
    ...other,
    ...tests({ name: 'shell', ...shell('bad'), expect: { decision: 'deny' } }),
    '.agents/b.hooktest.yaml': stringify({ name: 'start', event: 'session.start', expect: { decision: 'pass' } }),
  });
  const tmp = bare(t);
  const child = spawn('node', [program, 'hooks', 'test', '--watch'], {
    cwd: here.dir,
    env: { ...here.env, TMPDIR: tmp },
  });
  t.after(() => child.kill('SIGKILL'));
  let text = '';
  let heard = () => {};
  child.stdout.on('data', (chunk) => {
    text += chunk;
    heard();
  });
  const ended = new Promise<NodeJS.Signals | null>((done) => child.on('exit', (_code, signal) => done(signal)));
  /** The output up to the next pause. */
  const round = async () => {
    while (!text.includes('waiting for changes'))
      await Promise.race([new Promise<void>((done) => (heard = done)), ended]);
    const told = text;
    text = '';
    return told;
  };
  const first = await round();
  assert.match(first, /✓ shell .*\n[\s\S]*✓ start .*\n[\s\S]*2 passed in 2 files/);
  here.write({ '.agents/hooks/guard/scripts/run.sh': '#!/bin/sh\nexit 0\n' });
  const second = await round();
  assert.match(
    second,
    /run\.sh changed: 1 case to run\n[\s\S]*✗ shell [\s\S]*expected deny\n *got +pass[\s\S]*0 passed, 1 failed in 1 file/,
  );
  assert.doesNotMatch(second, /start/);
  here.write({
    '.agents/b.hooktest.yaml': stringify({ name: 'start', event: 'session.start', expect: { decision: 'deny' } }),
  });
  const third = await round();
  assert.match(third, /b\.hooktest\.yaml changed: 1 case to run\n[\s\S]*✗ start /);
  assert.doesNotMatch(third, /shell /);
  here.write(hookMdWithScript('late', 'session_start', 'exit 0'));
  assert.match(await round(), /changed: \d cases? to run/);
  child.kill('SIGINT');
  assert.equal(await ended, 'SIGINT');
  assert.deepEqual(readdirSync(tmp), []);
});

test('a run ended by a signal ends its processes and removes its files', { timeout: 60_000 }, async (t) => {
  const pids = bare(t);
  const here = testProject(t, {
    ...hookMdWithScript('slow', 'before_tool', 'echo $$ > "$PIDS/slow"; sleep 60'),
    ...tests({ name: 'a', env: { PIDS: pids }, ...shell('x'), expect: { decision: 'pass' } }),
  });
  const tmp = bare(t);
  const child = spawn('node', [program, 'hooks', 'test'], { cwd: here.dir, env: { ...here.env, TMPDIR: tmp } });
  const ended = new Promise((done) => child.on('exit', (_code, signal) => done(signal)));
  while (readdirSync(pids).length === 0) await new Promise((done) => setTimeout(done, 20));
  child.kill('SIGTERM');
  assert.equal(await ended, 'SIGTERM');
  assert.deepEqual(readdirSync(tmp), []);
  const pid = Number(readFileSync(join(pids, 'slow'), 'utf8'));
  for (let tries = 0; isAlive(pid) && tries < 100; tries++) await new Promise((done) => setTimeout(done, 20));
  assert.equal(isAlive(pid), false);
});

test('a real run produces valid TAP and JUnit', async (t) => {
  const here = testProject(t, { ...guard, ...tests({ name: 'a', ...shell('bad'), expect: { decision: 'pass' } }) });
  const { code, stdout } = await here.run(['hooks', 'test', '--tap', '--junit', 'out/junit.xml']);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^TAP version 14\n1\.\.1\nnot ok 1 - \.agents\/a\.hooktest\.yaml: a\n {2}---\n {2}message: "decision: expected pass, got deny"\n/,
  );
  const xml = readFileSync(join(here.dir, 'out/junit.xml'), 'utf8');
  assert.match(
    xml,
    /<testcase name="a" classname="\.agents\/a\.hooktest\.yaml" [^>]*>\s*<failure message="decision: expected pass, got deny"/,
  );
});

test('a link loop does not disturb a run, and an unreadable test file only fails itself', async (t) => {
  const here = testProject(t, { ...guard, ...tests({ name: 'a', ...shell('x'), expect: { decision: 'pass' } }) });
  symlinkSync('..', join(here.dir, '.agents/loop'));
  symlinkSync('nowhere', join(here.dir, '.agents/gone.hooktest.yaml'));
  const { passed, failed } = await run(here);
  assert.deepEqual([passed, failed], [1, 0]);
});
