import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { ancestryFromList, readAncestry } from './ancestry.js';

test('the first ancestor is the parent process, with its command line', {
  skip: process.platform === 'win32' && 'Windows shows no ancestors of a process',
}, () => {
  const { ancestors = [] } = readAncestry() ?? {};
  assert.equal(ancestors[0]?.pid, process.ppid);
  assert.notEqual(ancestors[0]?.args[0], '');
});

test('ps and /proc list the same ancestors', {
  skip: process.platform !== 'linux' && 'only Linux has /proc',
}, () => {
  const pids = (system: string) => readAncestry(system)?.ancestors.map(({ pid }) => pid);
  assert.deepEqual(pids('darwin'), pids('linux'));
});

test('ancestors are read from a ps list, from the parent up to the first process', () => {
  const list = [
    '    1     0     1     0     0 /sbin/launchd',
    '  300     1   300   410     0 login -pf me',
    '  301   300   301   410   501 -zsh',
    '  410   301   410   410   501 node /usr/local/bin/anyhook approve',
    '  999     1   999     0   501 /Applications/Other.app/Contents/MacOS/Other',
  ].join('\n');
  const ancestry = ancestryFromList(list, 410);
  assert.deepEqual(
    ancestry?.ancestors.map(({ pid, name }) => [pid, name]),
    [
      [301, '-zsh'],
      [300, 'login'],
      [1, 'launchd'],
    ],
  );
  assert.equal(ancestry?.isInForeground, true);
  assert.equal(ancestryFromList(list, 301)?.isInForeground, false);
  assert.equal(ancestryFromList('', 410), undefined);
});

test('a ps list with a cycle of parents ends', () => {
  const list = ['1 2 1 1 0 a', '2 1 1 1 0 b', '3 2 3 3 0 c'].join('\n');
  assert.deepEqual(
    ancestryFromList(list, 3)?.ancestors.map(({ pid }) => pid),
    [2, 1],
  );
});

test('a program above ninety shells is found', {
  skip: process.platform !== 'linux' && 'only Linux has /proc',
}, () => {
  const code = `import('${new URL('./ancestry.ts', import.meta.url)}').then((m) => console.log(m.readAncestry().ancestors.some(({ pid }) => pid === ${process.pid})))`;
  const script =
    'if [ $1 -gt 0 ]; then sh -c "$0" "$0" $(($1 - 1)); true; else "$NODE" --import tsx -e "$CODE"; true; fi';
  const env = { ...process.env, NODE: process.execPath, CODE: code };
  assert.equal(spawnSync('sh', ['-c', script, script, '90'], { encoding: 'utf8', env }).stdout, 'true\n');
});

test('readAncestry returns nothing on Windows', () => assert.equal(readAncestry('win32'), undefined));

test('a process without a terminal is not in the foreground', {
  skip: process.platform !== 'linux' && 'only Linux has /proc',
}, () => {
  const code = `import('${new URL('./ancestry.ts', import.meta.url)}').then((m) => console.log(m.readAncestry().isInForeground))`;
  const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', '-e', code], { encoding: 'utf8' });
  assert.equal(stdout, 'false\n');
});
