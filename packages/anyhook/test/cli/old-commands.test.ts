import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oldCommands } from '../../src/old-commands.js';
import { hookMdWithScript, testProject } from './harness.js';

const silent = ['run-hook', 'telemetry'];

for (const [old, words] of Object.entries(oldCommands)) {
  test(`"anyhook ${old}" is "anyhook ${words}", ${silent.includes(old) ? 'without a message' : 'and says so in one line'}`, async (t) => {
    const here = testProject(t);
    const [was, now] = [await here.run([old, '--help']), await here.run([...words.split(' '), '--help'])];
    assert.equal(was.stdout, now.stdout);
    assert.deepEqual([was.code, now.code, now.stderr], [0, 0, '']);
    assert.equal(was.stderr, silent.includes(old) ? '' : `anyhook: "anyhook ${old}" is now "anyhook ${words}"\n`);
    assert.equal((await here.run(['help', old])).code, 0);
  });
}

test('an old command works and fails exactly as its replacement', async (t) => {
  const here = testProject(t, hookMdWithScript('a', 'before_tool', 'exit 0'));
  const [old, now] = [await here.run(['matrix', '--json']), await here.run(['hooks', 'matrix', '--json'])];
  assert.equal(old.stdout, now.stdout);
  assert.match((await here.run(['convert', '--to', 'docker'])).stderr, /see "anyhook hooks convert --help"\n$/);
  assert.match((await here.run(['approvals', '--all'])).stdout, /no call waits/);
});

test('approve lists pending calls only with --list', async (t) => {
  const { code, stderr } = await testProject(t).run(['approve', '--all'], { columns: 100 });
  assert.deepEqual([code, stderr], [1, 'anyhook: --all needs --list\n']);
});

const removed: readonly (readonly [string, RegExp])[] = [
  ['bench', /^anyhook: "anyhook bench" is gone: run "npm run bench" in a checkout of anyhook\n$/],
  ['engine bench --hooks', /^anyhook: "anyhook bench" is gone: .*\n$/],
  ['help bench', /^anyhook: "anyhook bench" is gone: .*\n$/],
  ['completion --install', /^anyhook: "completion --install" is gone: put "source <\(anyhook completion bash\)" .*\n$/],
  ['completion bash --uninstall', /^anyhook: "completion --uninstall" is gone: .*"anyhook uninstall" does it too\n$/],
];
for (const [line, expected] of removed) {
  test(`"anyhook ${line}" was removed, and its error says what to do instead`, async (t) => {
    const { code, stdout, stderr } = await testProject(t).run(line.split(' '));
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, expected);
  });
}
