import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Result } from '@anyhook/core';
import { contextWith, eventAt, git, initRepository, tempFolder, writeTestFiles } from '../../../test/builtin-world.js';
import { isWindows } from '../../../test/support/systems.js';
import { contextEvents } from './add-context.js';
import { addDate } from './add-date.js';
import { addDirectoryListing } from './add-directory-listing.js';
import { addEnvironmentInfo } from './add-environment-info.js';
import { addGitDiff } from './add-git-diff.js';
import { addGitStatus } from './add-git-status.js';
import { addPromptFiles } from './add-prompt-files.js';
import { addRecentCommits } from './add-recent-commits.js';
import { addUserInfo } from './add-user-info.js';
import type { Builtin } from './builtin.js';

const fire = async (builtin: Builtin, cwd: string, args?: unknown, env: Record<string, string> = {}): Promise<Result> =>
  builtin.run(eventAt('turn.start', cwd), args, contextWith(env));
const textOf = async (...parameters: Parameters<typeof fire>): Promise<string> =>
  (await fire(...parameters)).context?.join('\n') ?? '';
const silent = { decision: 'pass' };

for (const name of contextEvents) {
  test(`every builtin that adds context supports ${name}`, async () => {
    using folder = tempFolder();
    initRepository(folder.path, { 'NOTES.md': 'read me' });
    writeTestFiles(folder.path, { 'NOTES.md': 'read me too' });
    const all = [
      addDate,
      addDirectoryListing,
      addEnvironmentInfo,
      addGitDiff,
      addGitStatus,
      addRecentCommits,
      addUserInfo,
    ];
    for (const builtin of all) {
      const result = await builtin.run(eventAt(name, folder.path), undefined, contextWith());
      assert.deepEqual([result.decision, result.context?.length], ['pass', 1], builtin.name);
    }
    const files = await addPromptFiles.run(eventAt(name, folder.path), ['NOTES.md'], contextWith());
    assert.equal(files.context?.length, 1);
  });
}

const zones: readonly (readonly [string | undefined, string, string])[] = [
  ['UTC', '2026-03-04T23:30:00.000Z', '2026-03-04'],
  ['Asia/Tokyo', '2026-03-04T23:30:00.000Z', '2026-03-05'],
  ['America/New_York', '2026-03-05T01:00:00.000Z', '2026-03-04'],
  [':UTC', '2026-12-31T23:59:59Z', '2026-12-31'],
];
for (const [zone, timestamp, day] of zones) {
  test(`add_date prints ${day} at ${timestamp} in ${zone}`, () => {
    const event = eventAt('turn.start', '/', { timestamp });
    const result = addDate.run(event, undefined, contextWith(zone ? { TZ: zone } : {}));
    assert.deepEqual(result, { decision: 'pass', context: [`Today's date: ${day}`] });
  });
}

test('add_date ignores an invalid time zone and an invalid time', () => {
  const event = eventAt('turn.start', '/', { timestamp: '2026-03-04 sometime' });
  assert.deepEqual(addDate.run(event, undefined, contextWith({ TZ: 'Mars/Base' })), {
    decision: 'pass',
    context: ["Today's date: 2026-03-04"],
  });
});

test('git builtins add nothing outside a repository', async () => {
  using folder = tempFolder({ 'a.txt': '' });
  for (const builtin of [addGitStatus, addGitDiff, addRecentCommits]) {
    assert.deepEqual(await fire(builtin, folder.path), silent, builtin.name);
  }
  assert.match(await textOf(addEnvironmentInfo, folder.path), /- Git repository: no$/);
});

test('git builtins add nothing if git is not installed or the folder does not exist', async () => {
  using folder = tempFolder();
  initRepository(folder.path);
  assert.deepEqual(await fire(addGitStatus, folder.path, undefined, { PATH: '/nonexistent' }), silent);
  assert.deepEqual(await fire(addGitStatus, join(folder.path, 'gone')), silent);
});

test('add_git_status shows branch and changes, or that there are none', async () => {
  using folder = tempFolder();
  initRepository(folder.path, { 'a.txt': '1' });
  assert.equal(
    await textOf(addGitStatus, folder.path),
    'Git status:\n## main\n(nothing to commit, working tree clean)',
  );
  writeTestFiles(folder.path, { 'a.txt': '2', 'b.txt': '' });
  assert.equal(await textOf(addGitStatus, folder.path), 'Git status:\n## main\n M a.txt\n?? b.txt');
});

test('add_git_diff adds a summary, or the whole diff with "full", including staged changes', async () => {
  using folder = tempFolder();
  initRepository(folder.path, { 'a.txt': 'old\n' });
  assert.deepEqual(await fire(addGitDiff, folder.path), silent);
  writeTestFiles(folder.path, { 'a.txt': 'new\n' });
  git(folder.path, 'add', 'a.txt');
  assert.match(await textOf(addGitDiff, folder.path), /^Git diff \(summary\):\n a\.txt \| 2 \+-/);
  for (const args of [['full'], { full: true }]) {
    assert.match(await textOf(addGitDiff, folder.path, args), /^Git diff:\n[\s\S]*-old\n\+new/);
  }
  assert.match(addGitDiff.checkArgs?.(['all']) ?? '', /expected no arguments, \["full"\]/);
});

test('add_git_diff works before the first commit', async () => {
  using folder = tempFolder({ 'a.txt': 'new\n' });
  git(folder.path, 'init', '--quiet');
  git(folder.path, 'add', '--all');
  assert.match(await textOf(addGitDiff, folder.path, ['full']), /\+new/);
});

test('a large diff is truncated with a visible note', async () => {
  using folder = tempFolder();
  initRepository(folder.path, { 'a.txt': '' });
  writeTestFiles(folder.path, { 'a.txt': 'a line of text\n'.repeat(20_000) });
  const text = await textOf(addGitDiff, folder.path, ['full']);
  assert.ok(text.length < 17_000);
  assert.match(text, /\[cut: \d+ more characters\]$/);
});

test("a repository's own git config starts no program", async () => {
  using folder = tempFolder();
  initRepository(folder.path, { 'a.txt': '1' });
  writeTestFiles(folder.path, { 'evil.sh': `#!/bin/sh\ntouch '${folder.path}/pwned'\n`, 'a.txt': '2' });
  git(folder.path, 'config', 'core.fsmonitor', join(folder.path, 'evil.sh'));
  git(folder.path, 'config', 'diff.external', join(folder.path, 'evil.sh'));
  await fire(addGitStatus, folder.path);
  await fire(addGitDiff, folder.path, ['full']);
  assert.doesNotMatch(await textOf(addDirectoryListing, folder.path), /pwned/);
});

test('add_recent_commits adds the newest commits first, ten by default', async () => {
  using folder = tempFolder();
  initRepository(folder.path);
  for (let i = 1; i <= 11; i++) git(folder.path, 'commit', '--quiet', '--allow-empty', `--message=change ${i}`);
  const ten = (await textOf(addRecentCommits, folder.path)).split('\n');
  assert.equal(ten.length, 11);
  assert.match(ten[1] ?? '', /^[0-9a-f]{7,} \d{4}-\d\d-\d\d change 11$/);
  for (const args of [['2'], [2], { count: 2 }]) {
    assert.equal((await textOf(addRecentCommits, folder.path, args)).split('\n').length, 3);
  }
});

test('add_environment_info adds folder, system, processor and repository', async () => {
  using folder = tempFolder();
  initRepository(folder.path, { 'a.txt': '1' });
  assert.match(await textOf(addEnvironmentInfo, folder.path), /Git repository: yes, on main, clean$/);
  writeTestFiles(folder.path, { 'a.txt': '2' });
  const text = await textOf(addEnvironmentInfo, folder.path);
  assert.match(text, /Git repository: yes, on main, 1 changed$/);
  assert.ok(text.includes(`- Working directory: ${folder.path}`));
  assert.ok(text.includes(`- Operating system: ${process.platform} `));
  assert.ok(text.includes(`- Architecture: ${process.arch}`));
});

test("add_user_info reads the agent's environment and adds the machine name", async () => {
  const env = { USER: 'ann', HOME: '/home/ann', SHELL: '/bin/zsh' };
  assert.equal(
    await textOf(addUserInfo, '/', undefined, env),
    `User:\n- Name: ann\n- Home directory: /home/ann\n- Shell: /bin/zsh\n- Host name: ${hostname()}`,
  );
});

test('add_directory_listing shows visible names and folders, and truncates a long list', async () => {
  // Windows does not allow line breaks in names.
  const odd = isWindows ? 'odd name' : 'odd\nname';
  using folder = tempFolder({ 'b.txt': '', 'src/a.ts': '', '.git/HEAD': '', '.env': '', [odd]: '' });
  assert.equal(await textOf(addDirectoryListing, folder.path), `Files in ${folder.path}:\n- b.txt\n- odd name\n- src/`);
  for (const args of [['2'], { max: 2 }]) {
    assert.match(await textOf(addDirectoryListing, folder.path, args), /- odd name\n\[cut: 1 more\]$/);
  }
  assert.deepEqual(await fire(addDirectoryListing, join(folder.path, 'gone')), silent);
});

test('add_prompt_files adds the nearest file in the folder or above, and the one in the home folder', async () => {
  using folder = tempFolder({ 'GUIDE.md': 'far', 'x/GUIDE.md': 'near', 'x/y/a.ts': '', 'home/GUIDE.md': 'mine' });
  const home = join(folder.path, 'home');
  const result = await fire(addPromptFiles, join(folder.path, 'x/y'), ['GUIDE.md', 'MISSING.md'], { HOME: home });
  assert.deepEqual(result.context, [
    `Content of ${join(folder.path, 'x/GUIDE.md')}:\nnear`,
    `Content of ${join(home, 'GUIDE.md')}:\nmine`,
  ]);
  assert.deepEqual(await fire(addPromptFiles, folder.path, ['MISSING.md'], { HOME: home }), silent);
});

test('add_prompt_files adds a file that is found twice only once', async () => {
  using folder = tempFolder({ 'GUIDE.md': 'one' });
  const result = await fire(addPromptFiles, folder.path, { files: ['GUIDE.md', './GUIDE.md'] }, { HOME: folder.path });
  assert.equal(result.context?.length, 1);
});

test('add_prompt_files truncates a long file and stops at a total size', async () => {
  using folder = tempFolder({
    'a.md': 'x'.repeat(40_000),
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`${n}.md`, 'y'.repeat(32_000)])),
  });
  assert.match(await textOf(addPromptFiles, folder.path, ['a.md']), /x\n\[cut: 7232 more bytes of .*a\.md\]$/);
  const all = await textOf(
    addPromptFiles,
    folder.path,
    [1, 2, 3, 4, 5, 6].map((n) => `${n}.md`),
  );
  assert.ok(all.length < 132_000);
});

test('add_prompt_files requires file names', () => {
  for (const args of [undefined, [], { files: [] }, [''], [3]]) {
    assert.match(addPromptFiles.checkArgs?.(args) ?? '', /\["GUIDELINES\.md"\]/, JSON.stringify(args));
  }
  assert.equal(addPromptFiles.checkArgs?.(['a.md']), undefined);
});
