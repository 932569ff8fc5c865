import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Result, ToolKind } from '@anyhook/core';
import { builtinToolEvent, contextWith, tempFolder, writeTestFiles } from '../../../test/builtin-world.js';
import { isWindows, noLinks } from '../../../test/support/systems.js';
import { validateChanges } from './validate-changes.js';

const check = (
  cwd: string,
  path: string,
  {
    args,
    kind = 'write',
    event = 'tool.before' as const,
  }: { args?: unknown; kind?: ToolKind; event?: 'tool.before' | 'tool.after' } = {},
): Result =>
  validateChanges.run(
    builtinToolEvent(event, cwd, { kind, input: { path } }),
    args,
    contextWith({ HOME: '/home/ann' }),
  ) as Result;

const systemPaths = isWindows
  ? ['C:\\Windows\\System32\\drivers\\etc\\hosts', 'c:/program files/x/y.exe', 'C:/Program Files (x86)/z']
  : ['/etc/passwd', '/usr/local/bin/tool', '/bin/sh'];
const blocked: readonly (readonly [string, RegExp])[] = [
  [`${'a/'.repeat(200_000)}x`, /longer than 16384/],
  ['../x.ts', /contains "\.\."/],
  ['src/../y.ts', /contains "\.\."/],
  ['src\\..\\..\\y.ts', /contains "\.\."/],
  ['src/a..b.ts', /contains "\.\."/],
  ['notes..', /contains "\.\."/],
  ['.env', /environment file/],
  ['.env.local', /environment file/],
  ['config/prod.env', /environment file/],
  ['.ENV', /environment file/],
  ['aws-credentials.json', /credential file/],
  ['config/secrets/db.yaml', /credential file/],
  ['client_secret.json', /credential file/],
  ['server.key', /key file/],
  ['server.pem', /key file/],
  ['deploy/id_ed25519', /key file/],
  ...systemPaths.map((path): [string, RegExp] => [path, /system path/]),
  ['/tmp/elsewhere.txt', /outside the project/],
  ['~/notes.txt', /outside the project/],
  ['~/.bashrc', /outside the project/],
];
for (const [path, why] of blocked) {
  for (const event of ['tool.before', 'tool.after'] as const) {
    test(`${path.slice(0, 30)} is denied at ${event}`, () => {
      using folder = tempFolder({ 'src/a.ts': '' });
      const result = check(folder.path, path, { event });
      assert.equal(result.decision, 'deny');
      assert.match(result.reason ?? '', why);
      assert.match(result.reason ?? '', event === 'tool.before' ? /Choose a file inside/ : /undo the change/);
    });
  }
}

for (const path of ['src/a.ts', 'app/[...slug]/page.tsx', 'new/deep/file.ts', 'environment.ts', 'keys.ts', './x']) {
  test(`${path} is not reported`, () => {
    using folder = tempFolder();
    assert.deepEqual(check(folder.path, path), { decision: 'pass' });
    assert.deepEqual(check(folder.path, join(folder.path, path)), { decision: 'pass' });
  });
}

test('a link that leads out of the project is followed, even if its target does not exist yet', {
  skip: noLinks,
}, () => {
  using folder = tempFolder({ 'outside/a.txt': '', 'p/src/a.ts': '' });
  const root = join(folder.path, 'p');
  symlinkSync(join(folder.path, 'outside'), join(root, 'out'));
  symlinkSync('../outside/not-there-yet', join(root, 'dangling'));
  symlinkSync('loop', join(root, 'loop'));
  symlinkSync('src', join(root, 'inner'));
  for (const path of ['out/a.txt', 'out/new/deep.txt', 'dangling', 'dangling/x']) {
    assert.match(check(root, path).reason ?? '', /outside the project .*leads to .*outside/, path);
  }
  assert.deepEqual(check(root, 'inner/b.ts'), { decision: 'pass' });
  assert.equal(check(root, 'loop').decision, 'pass');
});

test('a link with a harmless name to a secret inside the project is followed', { skip: noLinks }, () => {
  using folder = tempFolder({ '.env': 'KEY=1' });
  symlinkSync('.env', join(folder.path, 'settings.txt'));
  assert.match(check(folder.path, 'settings.txt').reason ?? '', /environment file/);
});

test('the project is the repository, even if the agent works in a subfolder', () => {
  using folder = tempFolder({ 'p/.git/HEAD': '', 'p/a/b/c.ts': '' });
  const deep = join(folder.path, 'p/a/b');
  assert.deepEqual(check(deep, join(folder.path, 'p/root.ts')), { decision: 'pass' });
  assert.equal(check(deep, join(folder.path, 'q.ts')).decision, 'deny');
});

test('a project may be reached through a link, and be in a folder with a secret-like name', { skip: noLinks }, () => {
  using folder = tempFolder();
  mkdirSync(join(folder.path, 'secret-project'));
  symlinkSync('secret-project', join(folder.path, 'link'));
  writeTestFiles(join(folder.path, 'secret-project'), { 'a.ts': '' });
  assert.deepEqual(check(join(folder.path, 'link'), 'a.ts'), { decision: 'pass' });
  assert.deepEqual(check(join(folder.path, 'secret-project'), join(folder.path, 'secret-project/a.ts')), {
    decision: 'pass',
  });
});

test('a team can block more paths and allow some, but never ".."', () => {
  using folder = tempFolder();
  const scratch = isWindows ? 'C:/scratch' : '/tmp/scratch';
  const args = { block: ['migrations/', '*.lock'], allow: ['.env.example', `${scratch}/**`] };
  for (const path of ['migrations/1.sql', 'yarn.lock']) {
    assert.match(check(folder.path, path, { args }).reason ?? '', /own blocked patterns/);
  }
  for (const path of ['.env.example', `${scratch}/x.txt`]) {
    assert.deepEqual(check(folder.path, path, { args }), { decision: 'pass' }, path);
  }
  assert.equal(check(folder.path, '/tmp/../etc/passwd', { args }).decision, 'deny');
  assert.equal(check(folder.path, '.env', { args }).decision, 'deny');
  assert.equal(check(folder.path, '/var/.env.example', { args }).decision, 'deny');
});

test('every bad path of a patch is listed', () => {
  using folder = tempFolder();
  const event = builtinToolEvent('tool.before', folder.path, {
    kind: 'patch',
    input: { paths: ['a.ts', '.env', systemPaths[0] ?? ''], content: '' },
  });
  const { reason = '' } = validateChanges.run(event, undefined, contextWith()) as Result;
  assert.ok(reason.includes(`- .env: it is an environment file\n- ${systemPaths[0]}: it is a system path`), reason);
  assert.doesNotMatch(reason, /a\.ts/);
});

test('reads are not checked', () => {
  assert.deepEqual(check('/', '/etc/passwd', { kind: 'read' }), { decision: 'pass' });
});

test('a name with two dots can be allowed, a path with a .. segment cannot', () => {
  using folder = tempFolder({ 'src/a.ts': '' });
  const args = { allow: ['src/**'] };
  assert.equal(check(folder.path, 'src/v1..v2.ts', { args }).decision, 'pass');
  assert.equal(check(folder.path, 'src/../src/a.ts', { args }).decision, 'deny');
});
