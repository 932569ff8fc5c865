import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { slashedPath } from '../../../core/src/file-path.js';
import { runAgent } from '../support/run-agent.js';
import { decision, guardPlugin, packageWorld, writeTree } from './package-world.js';

const bash = (cwd: string, command: string) => ({
  session_id: 's',
  transcript_path: '/t.jsonl',
  cwd,
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
});

test('a package from a folder is shown before the question, and runs after a yes', async (t) => {
  const world = packageWorld(t);
  const { code, stdout } = await world.run(['hooks', 'add', world.source], {
    columns: 80,
    env: { NO_COLOR: '1' },
    stdin: 'y\n',
  });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /guard: 1 hook, 3 files, 1 KB\n\n {2}before Bash +"scripts\/guard\.sh"/);
  assert.match(
    stdout,
    /They run as you, with your files and your network\.\nInstall for all your projects\? y, N, s to see the files:/,
  );
  assert.match(stdout, /installed and trusted as shown; a changed file stops and asks/);
  assert.equal(await decision(world, 'forbidden'), 'deny');
  assert.equal(await decision(world, 'ls'), 'pass');
});

test('a package runs on Claude Code if its plugin is not installed there', async (t) => {
  const world = packageWorld(t);
  await world.run(['hooks', 'add', world.source, '--yes']);
  for (const agent of ['codex', 'claude-code'] as const)
    assert.match(
      runAgent(world, agent, bash(world.dir, 'forbidden')).stdout,
      /"permissionDecision":"deny".*no forbidden things/,
      agent,
    );
});

test('only a yes installs, and s shows every file first', async (t) => {
  const world = packageWorld(t);
  const { stdout } = await world.run(['hooks', 'add', world.source], {
    columns: 80,
    env: { NO_COLOR: '1' },
    stdin: 's\nn\n',
  });
  assert.match(stdout, /--- scripts\/guard\.sh\n#!\/bin\/sh\ngrep -q forbidden/);
  assert.match(stdout, /Nothing was installed\.\n$/);
  assert.equal(existsSync(world.config), false);
});

test('a dry run writes nothing and works inside an agent, where adding is refused', async (t) => {
  const world = packageWorld(t);
  const env = { CLAUDECODE: '1' };
  const dry = await world.run(['hooks', 'add', world.source, '--dry-run'], { env });
  assert.match(dry.stdout, /before Bash.*Nothing was installed \(--dry-run\)/s);
  const { code, stderr } = await world.run(['hooks', 'add', world.source, '--yes'], { env });
  assert.equal(code, 1);
  assert.match(
    stderr,
    /"anyhook hooks add \S+" needs a person, but this runs inside Claude Code \(CLAUDECODE is set\).*nothing was written/,
  );
  assert.equal(existsSync(world.config), false);
});

test('list and list --json name the package of a hook', async (t) => {
  const world = packageWorld(t);
  await world.run(['hooks', 'add', world.source, '--yes']);
  const text = (await world.run(['list'])).stdout;
  assert.ok(text.includes(`package guard (${slashedPath(world.source)}): guard.plugin.claude.PreToolUse.0.0`), text);
  const [hook] = await world.json<readonly { package: unknown; state: string }[]>(['list', '--json']);
  assert.deepEqual([hook?.package, hook?.state], [{ name: 'guard', source: world.source }, 'active']);
});

test('a changed or missing package file makes its hooks ask, and update --restore restores it', async (t) => {
  const world = packageWorld(t);
  await world.run(['hooks', 'add', world.source, '--yes']);
  const script = join(world.config, 'packages/guard/scripts/guard.sh');
  writeFileSync(script, '#!/bin/sh\nexit 0\n');
  assert.equal(await decision(world, 'ls'), 'ask');
  const { stdout } = await world.run(['hooks', 'update', 'guard', '--restore', '--yes']);
  assert.match(stdout, /changed +scripts\/guard\.sh\nguard: restored\./);
  assert.equal(await decision(world, 'ls'), 'pass');
  rmSync(join(world.config, 'packages/guard'), { recursive: true });
  assert.equal(await decision(world, 'ls'), 'ask');
  const checked = await world.run(['hooks', 'validate']);
  assert.match(checked.stdout, /the package "guard" is not complete.*anyhook hooks update guard --restore/s);
  await world.run(['hooks', 'update', 'guard', '--restore', '--yes']);
  assert.equal(await decision(world, 'forbidden'), 'deny');
});

test('trust shows and accepts changes in a package, without trusting the project', async (t) => {
  const world = packageWorld(t);
  await world.run(['hooks', 'add', world.source, '--yes']);
  appendFileSync(join(world.config, 'packages/guard/scripts/guard.sh'), '# mine\n');
  assert.equal(await decision(world, 'ls'), 'ask');
  const { code, stdout } = await world.run(['trust'], { columns: 80, env: { NO_COLOR: '1' }, stdin: 'y\n' });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /\+# mine[\s\S]*trusted 1 hook/);
  assert.equal(await decision(world, 'ls'), 'pass');
  assert.match(
    (await world.run(['trust', '--list'])).stdout,
    /no hooks of its own; built-in hooks do not start its tools/,
  );
});

test('restore refuses a source whose files have changed', async (t) => {
  const world = packageWorld(t);
  await world.run(['hooks', 'add', world.source, '--yes']);
  rmSync(join(world.config, 'packages/guard/scripts/guard.sh'));
  appendFileSync(join(world.source, 'scripts/guard.sh'), '# other\n');
  const { code, stdout } = await world.run(['hooks', 'update', '--restore', '--yes']);
  assert.equal(code, 1);
  assert.match(
    stdout.replace(/\s+/g, ' '),
    /no longer has the files that you added: scripts\/guard\.sh differs\. Nothing was changed/,
  );
});

test('update shows changed files and hooks, and the old version runs until a yes', async (t) => {
  const world = packageWorld(t);
  await world.run(['hooks', 'add', world.source, '--yes']);
  writeTree(world.source, {
    'scripts/guard.sh': guardPlugin('new')['scripts/guard.sh'] ?? '',
    'hooks/hooks.json': JSON.stringify({
      hooks: {
        PreToolUse: [
          { matcher: 'Bash', hooks: [{ type: 'command', command: '"${CLAUDE_PLUGIN_ROOT}/scripts/guard.sh"' }] },
        ],
        SessionStart: [{ hooks: [{ type: 'command', command: 'curl https://example.com' }] }],
      },
    }),
  });
  const asked = await world.run(['hooks', 'update'], { columns: 80, env: { NO_COLOR: '1' }, stdin: 'd\nn\n' });
  assert.match(asked.stdout, /guard: 2 of 3 files changed, 1 hook new\n/);
  assert.match(
    asked.stdout,
    /changed {2}scripts\/guard\.sh +\+1 {2}-1\n {2}hook {5}at session start, curl https:\/\/example\.com/,
  );
  assert.match(asked.stdout, /Install it\? y, N, d for the diff: [\s\S]*-grep -q forbidden[\s\S]*\+grep -q new/);
  assert.equal(await decision(world, 'forbidden'), 'deny');
  assert.match((await world.run(['hooks', 'update', '--dry-run'])).stdout, /Nothing was changed/);
  assert.equal((await world.run(['hooks', 'update', '--yes'])).code, 0);
  assert.deepEqual([await decision(world, 'forbidden'), await decision(world, 'new')], ['pass', 'deny']);
  assert.match((await world.run(['hooks', 'update', '--yes'])).stdout, /guard: nothing new\./);
});

test('remove leaves no byte of a package', async (t) => {
  const world = packageWorld(t);
  const before = everyFile(join(world.dir, '..'));
  await world.run(['hooks', 'add', world.source, '--yes']);
  await decision(world, 'ls');
  const { code, stdout } = await world.run(['hooks', 'remove', 'guard'], {
    columns: 80,
    env: { NO_COLOR: '1' },
    stdin: 'y\n',
  });
  assert.deepEqual([code, /removed 1 package/.test(stdout)], [0, true], stdout);
  assert.equal(await decision(world, 'forbidden'), 'pass');
  const kept = /\/state\/anyhook\/(?:cache|journal|sessions|formats\.json|packages\.lock)/;
  const after = everyFile(join(world.dir, '..')).filter((path) => !kept.test(path));
  assert.deepEqual(after, before);
  assert.match(
    (await world.run(['hooks', 'remove', 'guard', '--yes'])).stderr,
    /there is no package "guard"; none was added/,
  );
});

function everyFile(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => slashedPath(join(parentPath, name)))
    .filter((path) => !path.includes('/.git/'))
    .filter((path) => !path.includes('/state/anyhook/trust/') || !readFileSync(path, 'utf8').includes('"hooks": []'))
    .sort();
}

test('a package added to a repository is trusted for the person who added it, and asks everyone else', async (t) => {
  const world = packageWorld(t);
  const { stdout } = await world.run(['hooks', 'add', world.source, '--scope', 'project'], {
    columns: 80,
    env: { NO_COLOR: '1' },
    stdin: 'y\n',
  });
  assert.match(stdout, /Install into this repository\?/);
  assert.equal(await decision(world, 'forbidden'), 'deny');
  assert.ok(existsSync(join(world.dir, '.agents/packages/guard/hooks/hooks.json')));
  rmSync(join(world.dir, '../state'), { recursive: true });
  assert.equal(await decision(world, 'forbidden'), 'pass');
  assert.match((await world.run(['list'])).stdout, /1 hook not trusted: see "anyhook trust"/);
});

test('adding a package again reports it as present, and another package needs another name', async (t) => {
  const world = packageWorld(t);
  await world.run(['hooks', 'add', world.source, '--yes']);
  const again = await world.run(['hooks', 'add', world.source, '--yes']);
  assert.deepEqual([again.code, again.stdout], [0, 'guard: already there.\n']);
  const other = join(world.dir, '../other/guard');
  writeTree(other, guardPlugin('other'));
  assert.match(
    (await world.run(['hooks', 'add', other, '--yes'])).stderr,
    /guard is the name of another package .*choose one with --name/,
  );
  assert.equal((await world.run(['hooks', 'add', other, '--yes', '--name', 'second'])).code, 0);
  assert.equal(await decision(world, 'other'), 'deny');
});

for (const [what, make, expected] of [
  [
    'has no hooks',
    (source: string) => rmSync(join(source, 'hooks'), { recursive: true }),
    /no hooks inside \(looked for HOOK\.md.*A subfolder: /,
  ],
  [
    'links out',
    (source: string) => symlinkSync('/etc/passwd', join(source, 'x')),
    /links out of the package: x -> \/etc\/passwd\. Nothing was installed/,
  ],
  ['has a link loop', (source: string) => symlinkSync('..', join(source, 'scripts/x')), /links form a loop: /],
  [
    'is too large',
    (source: string) => writeFileSync(join(source, 'big'), Buffer.alloc(21 * 1024 * 1024)),
    /more than 20 MB/,
  ],
] as const)
  test(`a package that ${what} is refused without leaving files behind`, async (t) => {
    const world = packageWorld(t);
    make(world.source);
    const { code, stderr } = await world.run(['hooks', 'add', world.source, '--yes']);
    assert.equal(code, 1);
    assert.match(stderr, expected);
    assert.equal(existsSync(world.config), false);
  });

test('adding a folder that contains packages deeper down names them', async (t) => {
  const world = packageWorld(t);
  const { stderr } = await world.run(['hooks', 'add', join(world.dir, '..'), '--dry-run']);
  assert.match(stderr, /It has some further down: .*\/\/guard/);
});

test('links inside a package are replaced by their targets, and broken ones are dropped', async (t) => {
  const world = packageWorld(t);
  symlinkSync('scripts', join(world.source, 'again'));
  symlinkSync('guard.sh', join(world.source, 'scripts/same.sh'));
  symlinkSync('nothing', join(world.source, 'gone'));
  assert.equal((await world.run(['hooks', 'add', world.source, '--yes'])).code, 0);
  const { packages } = JSON.parse(readFileSync(join(world.config, 'packages.json'), 'utf8'));
  const found = Object.keys(packages.guard.files).filter((path) => path.endsWith('.sh'));
  assert.deepEqual(found, ['again/guard.sh', 'again/same.sh', 'scripts/guard.sh', 'scripts/same.sh']);
});

test('packages stay trusted after another one is added, and in a subfolder', async (t) => {
  const world = packageWorld(
    t,
    guardPlugin('forbidden', { 'lib/a.js': 'export const a = await import(process.argv[2]);\n' }),
  );
  await world.run(['hooks', 'add', world.source, '--yes']);
  const other = join(world.dir, '../other');
  writeTree(other, guardPlugin('other'));
  await world.run(['hooks', 'add', other, '--yes']);
  world.write({ 'sub/scripts/guard.sh': '#!/bin/sh\n' });
  const states = await world.json<readonly { state: string }[]>(['list', '--json'], { cwd: join(world.dir, 'sub') });
  assert.deepEqual(
    states.map(({ state }) => state),
    ['active', 'active'],
  );
});

test('a change in a file that no command names is noticed', async (t) => {
  const world = packageWorld(t, guardPlugin('forbidden', { 'lib/rules.json': '{}', 'README.md': 'x' }));
  await world.run(['hooks', 'add', world.source, '--yes']);
  writeFileSync(join(world.config, 'packages/guard/README.md'), 'y');
  assert.equal(await decision(world, 'ls'), 'pass');
  writeFileSync(join(world.config, 'packages/guard/lib/rules.json'), '{"off":true}');
  assert.equal(await decision(world, 'ls'), 'ask');
});

test("a repository's package asks when its files or its lock file disappear", async (t) => {
  const world = packageWorld(t);
  await world.run(['hooks', 'add', world.source, '--scope', 'project'], { columns: 80, stdin: 'y\n' });
  const lock = join(world.dir, '.agents/anyhook.packages.json');
  const text = readFileSync(lock, 'utf8');
  rmSync(lock);
  assert.equal(await decision(world, 'ls'), 'ask');
  writeFileSync(lock, text);
  assert.equal(await decision(world, 'ls'), 'pass');
  rmSync(join(world.dir, '.agents/packages'), { recursive: true });
  assert.equal(await decision(world, 'ls'), 'ask');
  await world.run(['hooks', 'remove', 'guard', '--yes']);
  assert.equal(await decision(world, 'ls'), 'pass');
});

test('uninstall names the packages that it keeps', async (t) => {
  const world = packageWorld(t);
  await world.run(['hooks', 'add', world.source, '--yes']);
  const { stdout } = await world.run(['uninstall', '--yes'], { columns: 80 });
  assert.match(stdout, /kept 1 package that you added; to remove them: anyhook hooks remove guard/);
});

for (const [command, expected] of [
  ['anyhook hooks remove guard --yes', 'deny'],
  ['anyhook hooks add ./x --yes', 'ask'],
  ['npx anyhook hooks update --yes', 'ask'],
  ['anyhook hooks import --yes', 'ask'],
  ['anyhook hooks add ./x --dry-run', 'pass'],
] as const)
  test(`self-protection answers an agent that runs ${command} with ${expected}`, async (t) => {
    assert.equal(await decision(packageWorld(t), command), expected);
  });

test('s shows whole files, text after a NUL byte, and how much of a long line is omitted', async (t) => {
  const world = packageWorld(t);
  const lines = Array.from({ length: 900 }, (_, i) => `# line ${i + 1}`);
  writeFileSync(join(world.source, 'scripts/long.sh'), [...lines, 'echo the last line'].join('\n'));
  writeFileSync(join(world.source, 'scripts/nul.sh'), `#!/bin/sh\necho behind the byte \0\n${'# text\n'.repeat(99)}`);
  writeFileSync(join(world.source, 'scripts/wide.sh'), `echo ${'x'.repeat(3_000)}; echo hidden\n`);
  const { stdout } = await world.run(['hooks', 'add', world.source], {
    columns: 80,
    env: { NO_COLOR: '1' },
    stdin: 's\nn\n',
  });
  assert.match(stdout, /# line 900\necho the last line\n/);
  assert.match(stdout, /echo behind the byte \\u0000/);
  assert.match(stdout, /xxx … 1018 more characters\n/);
});

test('update --diff shows every changed line, also in a script with a NUL byte', async (t) => {
  const world = packageWorld(t);
  const long = Array.from({ length: 900 }, (_, i) => `# line ${i + 1}`);
  writeFileSync(join(world.source, 'scripts/nul.sh'), `#!/bin/sh\n${'# text\n'.repeat(99)}`);
  assert.equal((await world.run(['hooks', 'add', world.source, '--yes'])).code, 0);
  writeFileSync(join(world.source, 'scripts/long.sh'), [...long, 'echo the last line'].join('\n'));
  writeFileSync(join(world.source, 'scripts/nul.sh'), `#!/bin/sh\necho behind the byte \0\n${'# text\n'.repeat(99)}`);
  const { stdout } = await world.run(['hooks', 'update', '--diff', '--dry-run'], { env: { NO_COLOR: '1' } });
  assert.match(stdout, /\+# line 900\n\+echo the last line\n/);
  assert.match(stdout, /\+echo behind the byte \\u0000/);
});

test('add names letters from another alphabet in what a package runs', async (t) => {
  const world = packageWorld(t);
  writeFileSync(join(world.source, 'scripts/gu\u0430rd.sh'), '#!/bin/sh\n');
  const { stdout } = await world.run(['hooks', 'add', world.source], {
    columns: 80,
    env: { NO_COLOR: '1' },
    stdin: 'n\n',
  });
  assert.match(stdout, /"gu\u0430rd" has letters from another alphabet: \u0430 is U\+0430/);
});
