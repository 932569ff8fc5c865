import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Pattern } from '@anyhook/core';
import { AnyhookError } from '@anyhook/core';
import { compileGlob, compileTextPattern, type TextPredicate, wordList } from './pattern.js';

const anchored = (source: string): Pattern => ({ source, mode: 'anchored' });
const search = (source: string): Pattern => ({ source, mode: 'search' });

/** Generous: backtracking would take minutes, a busy machine does not. */
async function bounded<T>(work: () => T | Promise<T>): Promise<T> {
  const began = performance.now();
  const value = await work();
  assert.ok(performance.now() - began < 5_000, 'took longer than 5 s');
  return value;
}

describe('patterns', () => {
  const rows: readonly [Pattern, yes: readonly string[], no: readonly string[]][] = [
    [anchored('Edit'), ['Edit'], ['edit', 'MultiEdit', 'Edit2', '']],
    [anchored('Edit|Write'), ['Edit', 'Write'], ['Edit|Write', 'EditWrite']],
    [anchored('Edit.*|Wri'), ['EditAll', 'Wri'], ['Write', 'xEdit']],
    [anchored('mcp__.*__pull'), ['mcp__git__pull'], ['mcp__git__pull2']],
    [anchored('a|b+'), ['a', 'bb'], ['ab', 'xb', 'ax']],
    [search('push'), ['git push', 'push'], ['pull']],
    [search('\\.py$'), ['a/b.py'], ['a.pyc', 'apy']],
    [search('rm\\s+-rf'), ['x; rm  -rf /'], ['rm rf']],
    [search('^(?!git).*push'), ['hg push'], ['git push']],
    [anchored('(?!Bash)\\w+'), ['Edit'], ['Bash', 'Edit Bash']],
    [search('(a)\\1'), ['xaax'], ['aba']],
    [anchored('(?i)bash'), ['BASH'], ['bashx']],
  ];
  for (const [pattern, yes, no] of rows)
    test(`${pattern.mode} ${pattern.source}`, async () => {
      const matches = await compileTextPattern(pattern);
      assert.deepEqual([...yes, ...no].filter(matches), yes);
    });

  test('a plain alternation is compiled without the regex engine', () => {
    for (const pattern of [anchored('Edit|Write|Multi-Edit'), search('push --force|rm'), anchored('Bash')])
      assert.equal(typeof compileTextPattern(pattern), 'function');
    assert.deepEqual(wordList('a|b'), ['a', 'b']);
    for (const source of ['a.b', 'a*', '(a|b)', '^a', 'a$', '[a]', 'a{2}', 'a\\b', 'a?', 'a+'])
      assert.equal(wordList(source), undefined);
  });

  test('an anchored pattern cannot escape its group', async () => {
    for (const source of ['a)|(b', 'a)|(?:b', '(?=a)x)|(b'])
      await assert.rejects(
        async () => compileTextPattern(anchored(source)),
        (error: unknown) => {
          return error instanceof AnyhookError && error.code === 'BAD_PATTERN';
        },
      );
  });

  test('an invalid or overlong pattern is an error that quotes it', async () => {
    await assert.rejects(
      async () => compileTextPattern(search('(unclosed')),
      /"\(unclosed" is not a regular expression/,
    );
    await assert.rejects(
      async () => compileTextPattern(search('x'.repeat(10_001))),
      /10001 characters long, the limit is 10000/,
    );
  });

  const nearly = `${'a'.repeat(50_000)}!`;
  const hostile: readonly [string, answer: boolean][] = [
    ['(a+)+$', false],
    ['(a|aa)+$', false],
    ['(.*)*(.*)*(.*)*b{20}', false],
    ['(a{1,30}){1,30}b', false],
    // Only the native engine supports these; a match that exceeds its time budget counts as a match.
    ['(?=a)(a+)+$', true],
    ['(a*)*\\1b$', true],
    ['(?<=a)(a|aa)+$', true],
    ['((a{0,1000}){0,1000}){0,1000}b', true],
  ];
  for (const [source, answer] of hostile)
    test(`${source.slice(0, 40)} is matched in bounded time on 50 KB`, () =>
      bounded(async () => assert.equal((await compileTextPattern(search(source)))(nearly), answer)));

  test('four thousand brackets are matched in bounded time', () =>
    bounded(async () => {
      // False, or true if a busy machine uses up the budget.
      const matches = await compileTextPattern(search(`${'('.repeat(4_000)}a${')'.repeat(4_000)}b`));
      assert.equal(typeof matches(nearly), 'boolean');
    }));

  test('a text of 20 MB is searched in bounded time', () =>
    bounded(async () => {
      const matches = await compileTextPattern(search('rm\\s+(-[a-z]+\\s+)*-rf\\s+/$'));
      assert.equal(matches('rm -a '.repeat(3_500_000)), false);
    }));
});

describe('globs', () => {
  const rows: readonly [string, yes: readonly string[], no: readonly string[]][] = [
    ['src/a.ts', ['src/a.ts'], ['src/b.ts', 'x/src/a.ts']],
    ['*', ['a', '.env'], ['a/b']],
    ['**', ['a', 'a/b', '.x/y'], []],
    ['**/*', ['a', 'a/b'], []],
    ['src/**', ['src/a', 'src/a/b', 'src/.env'], ['srcs/a', 'lib/a']],
    ['src/*.ts', ['src/a.ts'], ['src/x/a.ts', 'src/a.tsx']],
    ['**/*.test.ts', ['a.test.ts', 'x/y/a.test.ts'], ['a.ts']],
    ['{src,lib}/**', ['src/a', 'lib/a'], ['bin/a']],
    ['mcp.github.*', ['mcp.github.pull'], ['mcp.git.pull']],
    ['run_[ac]*', ['run_command', 'run_agent'], ['run_x']],
    ['a?c', ['abc'], ['ac', 'a/c']],
    ['#notes/*', ['#notes/a'], ['notes/a']],
  ];
  for (const [glob, yes, no] of rows)
    test(glob, async () => {
      const matches = await compileGlob(glob);
      assert.deepEqual([...yes, ...no].filter(matches), yes);
    });

  const evil: readonly string[] = [
    `${'*a'.repeat(8)}*b`,
    `${'*[ab]'.repeat(8)}*c`,
    `${'**/a/'.repeat(8)}b`,
    `${'*?'.repeat(400)}b`,
    '{a,b}'.repeat(100),
    '{1..100000000}',
    '{a,{b,{c,'.repeat(50),
    '+(a|aa)+(a|aa)+(a|aa)b',
    '@(a|!(b|+(c)))'.repeat(20),
    `${'*'.repeat(900)}b`,
    '[[:alpha:]]*[',
  ];
  const paths = ['a'.repeat(8_000), 'a/'.repeat(4_000), `${'a'.repeat(4_000)}/b`];
  for (const glob of evil)
    test(`${glob.slice(0, 30)} is matched in bounded time`, () =>
      bounded(async () => {
        const matches: TextPredicate = await compileGlob(glob);
        for (const path of paths) assert.equal(typeof matches(path), 'boolean');
      }));

  test('an overlong glob is an error, an overlong path counts as a match', async () => {
    assert.throws(() => compileGlob('a'.repeat(1_001)), /1001 characters long, the limit is 1000/);
    assert.equal((await compileGlob('src/*'))(`x/${'a'.repeat(9_000)}`), true);
  });
});
