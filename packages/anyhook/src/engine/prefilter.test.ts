import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engineEvent, hookOf, sampleSpeech, shellToolCall } from '../../test/support/engine-samples.js';
import { buildHookIndex, compileMatchers, plan } from './plan.js';
import { needlesOf } from './prefilter.js';

const inputNeedles = (source: string) => needlesOf({ input: { source, mode: 'search' } });

describe('the literals of a pattern', () => {
  const rows: readonly (readonly [source: string, needles: readonly string[] | undefined])[] = [
    ['wget', ['wget']],
    ['wget|curl', ['wget', 'curl']],
    ['rm\\s+-rf', ['-rf']],
    ['^git push( --force)?$', ['git push']],
    ['(curl|wget) http', [' http']],
    ['abc+d', ['abc']],
    ['abcd?efg', ['abc']],
    ['abcd{0,2}efg', ['abc']],
    ['a\\.env\\b', ['a.env']],
    ['[ab]secret[^x-z]', ['secret']],
    ['secret|.*', undefined],
    ['ab', undefined],
  ];
  for (const [source, expected] of rows)
    test(`${source} are ${JSON.stringify(expected)}`, () => assert.deepEqual(inputNeedles(source), expected));

  const unknown: readonly string[] = [
    'wget[[:space:]]http',
    'nc[[:blank:]]-l',
    'ncat😀?',
    '(?i)secret',
    '(?s).*secret',
    '(?x) secret',
    '\\Qsecret\\E',
    '\\pNsecret',
    '\\x41secret',
    '[]a]secret',
    '[a[b]]secret',
    'secret{x}',
    'secret**',
    'é+secret',
    '(secret',
    'secret)',
    'secret]',
    'secret\\',
    `${'('.repeat(200)}secret${')'.repeat(200)}`,
  ];
  for (const source of unknown)
    test(`${source.slice(0, 40)} has unsupported syntax, so it has no literals`, () =>
      assert.equal(inputNeedles(source), undefined));
});

describe('the literals of a glob', () => {
  const rows: readonly (readonly [glob: string, needles: readonly string[] | undefined])[] = [
    ['secret/key.pem', ['key.pem']],
    ['**/secret-*.pem', ['secret-']],
    ['src/**/*.{ts,tsx}', ['src']],
    ['config/[ab].yaml', ['config']],
    ['.env', ['.env']],
    ['**secret/..', undefined],
    ['secret/{..,x}/a', undefined],
    ['secret/{.,x}{.,y}/a', undefined],
    ['secret/./x', undefined],
    ['!secret', undefined],
    ['secret\\*', undefined],
    ['**', undefined],
  ];
  for (const [glob, expected] of rows)
    test(`${glob} are ${JSON.stringify(expected)}`, () => assert.deepEqual(needlesOf({ paths: [glob] }), expected));
});

describe('among twenty other hooks with patterns', () => {
  const padding = Array.from({ length: 20 }, (_, n) =>
    hookOf(`padding-${n}`, { position: n, match: { input: { source: `padding${n}`, mode: 'search' } } }),
  );
  const finds = async (match: Parameters<typeof needlesOf>[0], input: Record<string, unknown>) => {
    const index = buildHookIndex([...padding, hookOf('guard', { position: 99, match })], sampleSpeech);
    await compileMatchers(index, 'tool.before');
    return plan(index, engineEvent('tool.before', { call: shellToolCall('', { input }) })).length === 1;
  };

  for (const [source, command] of [
    ['wget[[:space:]]http', 'wget http://x'],
    ['nc[[:blank:]]-l', 'nc -l 99'],
    ['ncat😀?', 'ncat 1'],
  ] as const)
    test(`a hook with ${source} runs`, async () =>
      assert.equal(await finds({ input: { source, mode: 'search' } }, { command }), true));

  test('a hook whose pattern exceeds its time budget runs, whatever the text', async () =>
    assert.equal(
      await finds(
        { input: { source: 'secret|((a{0,1000}){0,1000}){0,1000}bcd', mode: 'search' } },
        { command: 'a'.repeat(50_000) },
      ),
      true,
    ));

  for (const [glob, path] of [
    ['secret/../a*', 'ab'],
    ['**/src{.,x}/../', 'a/b/'],
    ['src//*secret.pem', 'src/a-secret.pem'],
    ['src/secret*', 'y/'.repeat(5_000)],
  ] as const)
    test(`a hook with the glob ${glob} runs`, async () => assert.equal(await finds({ paths: [glob] }, { path }), true));
});
