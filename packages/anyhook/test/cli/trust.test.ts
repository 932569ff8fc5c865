import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { agentMarks, surroundingAgent } from '../../src/agents/environment.js';
import { canPlayPerson, playPerson, whyNoPerson } from '../support/play-terminal.js';
import { hookMdWithScript, testProject } from './harness.js';

const files = {
  ...hookMdWithScript('guard', 'before_tool', 'exit 2', 'matcher:\n  tool: Shell\n'),
  '.agents/anyhook.yaml': 'hooks:\n  - {on: session.start, run: ./scripts/hello.sh}\n',
  'scripts/hello.sh': '#!/bin/sh\necho hello\n',
};
const terminal = { columns: 100, env: { NO_COLOR: '1' } };
const states = async (here: ReturnType<typeof testProject>) =>
  (await here.json<{ id: string; state: string }[]>(['list', '--json'])).map(({ id, state }) => `${id} ${state}`);

test('trust shows what would run and asks; after a yes the hooks run', async (t) => {
  const here = testProject(t, files);
  const { code, stdout } = await here.run(['trust'], { ...terminal, stdin: 'y\n' });
  assert.equal(code, 0);
  assert.match(stdout, /^new {8}guard {2}before_tool {2}hook-md, tool=Shell$/m);
  assert.match(stdout, /^ {2}runs {3}\.agents\/hooks\/guard\/scripts\/run\.sh$/m);
  assert.match(stdout, /^ {2}files {2}\.agents\/hooks\/guard\/HOOK\.md, \.agents\/hooks\/guard\/scripts\/run\.sh$/m);
  assert.match(stdout, /^ {2}files {2}\.agents\/anyhook\.yaml, scripts\/hello\.sh$/m);
  assert.match(
    stdout,
    /Allow these 2 hooks to run with your permissions when agents work here\? \[y\/N\] trusted 2 hooks\n$/,
  );
  assert.deepEqual(await states(here), ['hello.sh active', 'guard active']);
});

for (const answer of ['n\n', '\n', '', 'yess\n', 'no y\n']) {
  test(`the answer ${JSON.stringify(answer)} trusts nothing and exits 1`, async (t) => {
    const here = testProject(t, files);
    const { code, stdout } = await here.run(['trust'], { ...terminal, stdin: answer });
    assert.equal(code, 1);
    assert.match(stdout, /nothing was trusted\n$/);
    assert.deepEqual(await states(here), ['hello.sh untrusted', 'guard untrusted']);
  });
}

test('--yes does not ask', async (t) => {
  const here = testProject(t, files);
  assert.equal((await here.run(['trust', '--yes'], terminal)).code, 0);
  assert.deepEqual(await states(here), ['hello.sh active', 'guard active']);
  assert.match((await here.run(['trust'], terminal)).stdout, /all of them are already trusted\n$/);
});

test('a changed script, also of a config command, is listed as changed with its file', async (t) => {
  const here = testProject(t, files);
  await here.run(['trust', '--yes'], terminal);
  here.write({ 'scripts/hello.sh': '#!/bin/sh\nrm -rf ~\n' });
  assert.deepEqual(await states(here), ['hello.sh changed', 'guard active']);
  const { stdout } = await here.run(['trust'], { ...terminal, stdin: 'n\n' });
  assert.match(stdout, /^changed {4}hello\.sh/m);
  assert.match(stdout, /^ {2}why {4}scripts\/hello\.sh was changed$/m);
  assert.match(stdout, /^1 hook unchanged$/m);
});

test('a deleted hook is listed, and forgotten after a yes', async (t) => {
  const here = testProject(t, files);
  await here.run(['trust', '--yes'], terminal);
  rmSync(join(here.dir, '.agents/hooks/guard'), { recursive: true });
  assert.deepEqual(await states(here), ['hello.sh active', 'guard changed']);
  const { stdout } = await here.run(['trust'], { ...terminal, stdin: 'y\n' });
  assert.match(stdout, /^deleted {4}guard /m);
  assert.deepEqual(await states(here), ['hello.sh active']);
});

test('--revoke removes trust', async (t) => {
  const here = testProject(t, files);
  await here.run(['trust', '--yes'], terminal);
  assert.match((await here.run(['trust', '--revoke'], terminal)).stdout, /is no longer trusted\n$/);
  assert.deepEqual(await states(here), ['hello.sh untrusted', 'guard untrusted']);
  assert.match((await here.run(['trust', '--revoke'], terminal)).stdout, /was not trusted\n$/);
});

test('--list needs no terminal and changes nothing', async (t) => {
  const here = testProject(t, files);
  const { code, stdout } = await here.run(['trust', '--list']);
  assert.equal(code, 0);
  assert.match(stdout, /^new {8}guard/m);
  assert.deepEqual(await states(here), ['hello.sh untrusted', 'guard untrusted']);
});

test('--lock writes a file that is used only on request, for example with ANYHOOK_TRUST=lock', async (t) => {
  const here = testProject(t, files);
  assert.equal((await here.run(['trust', '--lock'])).code, 0);
  const lock = JSON.parse(readFileSync(join(here.dir, '.agents/anyhook.lock.json'), 'utf8'));
  assert.deepEqual(Object.keys(lock.hooks['guard']), [
    '.agents/hooks/guard/HOOK.md',
    '.agents/hooks/guard/scripts/run.sh',
  ]);
  assert.deepEqual(await states(here), ['hello.sh untrusted', 'guard untrusted']);
  const fire = ['fire', 'tool.before', '--tool', 'shell'];
  assert.equal((await here.run(fire)).code, 0);
  assert.equal((await here.run(fire, { env: { ANYHOOK_TRUST: 'lock' } })).code, 2);
});

test('line endings changed by git are named as the cause, and --lock says how to prevent them', async (t) => {
  const here = testProject(t, files);
  const lock = async () => (await here.run(['trust', '--lock'])).stdout;
  const advice = '"* text=auto eol=lf" in .gitattributes prevents that';
  assert.ok((await lock()).endsWith(`and then hooks count as changed there:\n${advice}\n`));
  writeFileSync(join(here.dir, '.gitattributes'), '# eol=lf\n* text=auto eol=lf\n');
  assert.doesNotMatch(await lock(), /line ends/);
  rmSync(join(here.dir, '.gitattributes'));
  renameSync(join(here.dir, '.git'), join(here.dir, 'no-git'));
  assert.doesNotMatch(await lock(), /line ends/);
  renameSync(join(here.dir, 'no-git'), join(here.dir, '.git'));
  const script = join(here.dir, '.agents/hooks/guard/scripts/run.sh');
  const text = readFileSync(script, 'utf8');
  const why = async () => {
    const hooks = await here.json<readonly { id: string; why?: string }[]>(['list', '--json'], {
      env: { ANYHOOK_TRUST: 'lock' },
    });
    return hooks
      .find(({ id }) => id === 'guard')
      ?.why?.replace(here.dir, '')
      .replaceAll('\\', '/');
  };
  const reason = (ends: string) =>
    `/.agents/hooks/guard/scripts/run.sh has other line ends than when it was trusted (now ${ends}; git may do that): ${advice}`;
  writeFileSync(script, text.replaceAll('\n', '\r\n'));
  assert.equal(await why(), reason('CRLF'));
  await lock();
  assert.equal(await why(), undefined);
  writeFileSync(script, text);
  assert.equal(await why(), reason('LF'));
  writeFileSync(script, `${text}# more\r\n`);
  assert.equal(await why(), '/.agents/hooks/guard/scripts/run.sh was changed');
});

test('in a project without hooks, its tools can be trusted', async (t) => {
  const here = testProject(t);
  const list = async () => (await here.run(['trust', '--list'])).stdout;
  assert.match(await list(), /has no hooks of its own; built-in hooks do not start its tools\n$/);
  const no = await here.run(['trust'], { ...terminal, stdin: 'n\n' });
  assert.deepEqual([no.code, /nothing was trusted\n$/.test(no.stdout)], [1, true]);
  const yes = await here.run(['trust'], { ...terminal, stdin: 'y\n' });
  assert.match(yes.stdout, /Allow built-in hooks to start its own tools, .*\? \[y\/N\] trusted its tools\n$/);
  assert.match(await list(), /its tools are already trusted\n$/);
  await here.run(['trust', '--revoke'], terminal);
  assert.match(await list(), /do not start its tools\n$/);
});

for (const args of [['trust'], ['trust', '--yes']]) {
  test(`without a terminal, "${args.join(' ')}" names the alternative for CI`, async (t) => {
    const here = testProject(t, files);
    const { code, stderr } = await here.run(args);
    assert.equal(code, 1);
    assert.match(stderr, /^anyhook: .*needs a person at a terminal.*--trust-project.*ANYHOOK_TRUST=lock.*\n$/);
    assert.deepEqual(await states(here), ['hello.sh untrusted', 'guard untrusted']);
  });
}

test('--revoke requires a person', async (t) => {
  assert.match((await testProject(t, files).run(['trust', '--revoke'])).stderr, /needs a person at a terminal/);
});

for (const { name, title: agent } of agentMarks) {
  test(`trust is refused inside ${agent} (${name}), terminal or not`, async (t) => {
    const here = testProject(t, files);
    const variable = name.replace('*', 'X');
    const env = { NO_COLOR: '1', [variable]: '1' };
    const { code, stderr } = await here.run(['trust', '--yes'], { columns: 100, env });
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`runs inside ${agent} \\(${variable} is set\\)`));
    assert.deepEqual(await states(here), ['hello.sh untrusted', 'guard untrusted']);
  });
}

test('an unset or empty agent variable does not count as an agent', () => {
  assert.equal(surroundingAgent({ PATH: '/bin', CLAUDECODE: '' }), undefined);
});

test('a command cannot hide itself behind control characters', async (t) => {
  const here = testProject(t, {
    '.agents/hooks.yaml': 'hooks:\n  session_start:\n    - {type: command, command: "evil #\\e[2K\\rharmless"}\n',
  });
  const { stdout } = await here.run(['trust'], { ...terminal, stdin: 'n\n' });
  assert.match(stdout, /runs {3}evil #\\u001b\[2K\\u000dharmless/);
});

test('on a real terminal a person can trust a hook, which then blocks', {
  skip: !canPlayPerson && whyNoPerson,
}, async (t) => {
  const here = testProject(t, files);
  const bin = resolve('packages/anyhook/bin/anyhook.cjs');
  const options = { cwd: here.dir, env: here.env, encoding: 'utf8' } as const;
  const asked = playPerson([process.execPath, bin, 'trust'], options);
  assert.equal(asked.status, 0, asked.shown);
  assert.match(asked.shown, /guard/);
  assert.match(asked.shown, /trusted 2 hooks/);
  const fired = spawnSync(process.execPath, [bin, 'fire', 'tool.before', '--tool', 'shell', '--json'], options);
  assert.equal(fired.status, 2);
  assert.equal(JSON.parse(fired.stdout).decision, 'deny');
});

const texts = (here: ReturnType<typeof testProject>): readonly string[] => {
  const dir = join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook/trust');
  return readdirSync(dir)
    .filter((name) => name.endsWith('.texts'))
    .map((name) => join(dir, name));
};

test('a changed hook is shown as a diff, and only that hook is asked about', async (t) => {
  const here = testProject(t, files);
  await here.run(['trust', '--yes'], terminal);
  here.write({ 'scripts/hello.sh': '#!/bin/sh\nrm -rf ~ # \u001b[2Kharmless\n' });
  const { code, stdout } = await here.run(['trust'], { ...terminal, stdin: 'y\n' });
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^ {2}diff {3}scripts\/hello\.sh\n {4}@@ -1,2 \+1,2 @@\n {5}#!\/bin\/sh\n {4}-echo hello\n {4}\+rm -rf ~ # \\u001b\[2Kharmless\n/m,
  );
  assert.match(
    stdout,
    /Allow this hook to run with your permissions when agents work here\? \[y\/N\] trusted 1 hook\n$/,
  );
  assert.deepEqual(await states(here), ['hello.sh active', 'guard active']);
  const [file = ''] = texts(here);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.match(readFileSync(file, 'utf8'), /harmless/, 'the next change is shown against this text');
});

test('a long diff says how much is omitted, and long lines are cut', async (t) => {
  const here = testProject(t, files);
  await here.run(['trust', '--yes'], terminal);
  const lines = Array.from({ length: 200 }, (_, i) => `echo ${i}`).join('\n');
  here.write({ 'scripts/hello.sh': `#!/bin/sh\n: ${'x'.repeat(2000)}\n${lines}\n` });
  const { stdout } = await here.run(['trust'], { ...terminal, stdin: 'n\n' });
  assert.match(stdout, /^ {4}… \d+ more lines: look at scripts\/hello\.sh before you say yes$/m);
  assert.match(stdout, /x … 1502 more characters$/m);
});

test('with a trust record of an earlier version, the start of the file is shown instead of a diff', async (t) => {
  const here = testProject(t, files);
  await here.run(['trust', '--yes'], terminal);
  for (const file of texts(here)) rmSync(file);
  here.write({ 'scripts/hello.sh': '#!/bin/sh\nrm -rf ~\n' });
  const { stdout } = await here.run(['trust'], { ...terminal, stdin: 'n\n' });
  assert.match(
    stdout,
    /^ {2}diff {3}scripts\/hello\.sh: no earlier text is kept; it now begins\n {5}#!\/bin\/sh\n {5}rm -rf ~\n/m,
  );
});

test('a stored copy that was tampered with is not shown as the trusted content', async (t) => {
  const here = testProject(t, files);
  await here.run(['trust', '--yes'], terminal);
  for (const file of texts(here)) writeFileSync(file, readFileSync(file, 'utf8').replace('echo hello', 'rm -rf ~'));
  here.write({ 'scripts/hello.sh': '#!/bin/sh\nrm -rf ~\n' });
  const { stdout } = await here.run(['trust'], { ...terminal, stdin: 'n\n' });
  assert.match(stdout, /no earlier text is kept/);
});

test('--revoke deletes the stored copies', async (t) => {
  const here = testProject(t, files);
  await here.run(['trust', '--yes'], terminal);
  assert.equal(texts(here).length, 1);
  await here.run(['trust', '--revoke'], terminal);
  assert.deepEqual(texts(here), []);
});

const withGap = {
  ...hookMdWithScript('guard', 'before_tool', 'exit 2'),
  '.agents/anyhook.yaml':
    'hooks:\n  - {id: lint, on: tool.after, run: npx lint}\n  - {id: far, on: tool.after, run: cd tools && sh far.sh}\n',
  'tools/far.sh': 'exit 0\n',
};

test('trust names code that it does not cover, and asks about it in a second question', async (t) => {
  const here = testProject(t, withGap);
  const { code, stdout } = await here.run(['trust'], { ...terminal, columns: 200, stdin: 'y\ny\n' });
  assert.equal(code, 0, stdout);
  assert.match(
    stdout,
    /^ {2}gap {4}runs something that is not covered: npx lint \(installed packages are not covered\)$/m,
  );
  assert.match(stdout, /^ {2}files {2}\.agents\/anyhook\.yaml, tools\/far\.sh$/m);
  assert.match(stdout, /lint runs something that is not covered .*Trust it anyway\? \[y\/N\] trusted 3 hooks\n$/);
  assert.deepEqual((await states(here)).sort(), ['far active', 'guard active', 'lint active']);
  const list = await here.run(['trust', '--list'], { ...terminal, columns: 200 });
  assert.match(list.stdout, /runs something that is not covered: npx lint/);
  assert.match((await here.run(['list'], terminal)).stdout, /^runs something that is not covered: lint; see/m);
  const entries = await here.json<{ id: string; uncovered?: { what: string }[] }[]>(['list', '--json']);
  assert.deepEqual(
    entries.flatMap(({ id, uncovered = [] }) => uncovered.map(({ what }) => `${id}: ${what}`)),
    ['lint: npx lint'],
  );
});

test('a no to the second question trusts only the fully covered hooks', async (t) => {
  const here = testProject(t, withGap);
  const { code, stdout } = await here.run(['trust'], { ...terminal, stdin: 'y\nn\n' });
  assert.equal(code, 0);
  assert.match(stdout, /trusted 2 hooks\n$/);
  assert.deepEqual((await states(here)).sort(), ['far active', 'guard active', 'lint untrusted']);
});

test('a hook trusted by an earlier version still runs, and is listed until it is confirmed', async (t) => {
  const here = testProject(t, withGap);
  await here.run(['trust', '--yes'], terminal);
  const folder = join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook', 'trust');
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
    const record = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    for (const entry of record.hooks) {
      for (const path of entry.hook.coverage?.files ?? []) delete entry.shas[path];
      delete entry.reader;
    }
    writeFileSync(join(folder, name), JSON.stringify(record));
  }
  assert.deepEqual((await states(here)).sort(), ['far active', 'guard active', 'lint active']);
  assert.match(
    (await here.run(['list'], terminal)).stdout,
    /^not yet covered by trust: lint, far; run "anyhook trust"$/m,
  );
  const { stdout } = await here.run(['trust', '--yes'], { ...terminal, columns: 200 });
  assert.match(stdout, /^unconfirmed {2}far/m);
  assert.match(
    stdout,
    /^ {2}why {4}not yet covered: tools\/far\.sh; an earlier version did not know that it runs this$/m,
  );
  assert.match(stdout, /trusted 2 hooks\n$/);
  assert.doesNotMatch((await here.run(['list'], terminal)).stdout, /not yet covered/);
});

test('lookalike letters from another alphabet are named before the question', async (t) => {
  const here = testProject(t, {
    '.agents/anyhook.yaml': 'hooks:\n  - { id: lint, on: tool.after, run: ./gu\u0430rd.sh }\n',
    'gu\u0430rd.sh': 'exit 0\n',
  });
  const { stdout } = await here.run(['trust', '--list'], { ...terminal, columns: 200 });
  assert.match(stdout, /^ {2}letter "gu\u0430rd" has letters from another alphabet: \u0430 is U\+0430$/m);
});
