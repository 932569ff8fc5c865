import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filledWords, simpleCommand } from './simple-command.js';

const env = { HOME: '/home/me', ROOT: '/a b', PLAIN: '/opt/hooks', EMPTY: '', STAR: '*' };
const wordsOf = (text: string) => {
  const words = simpleCommand(text);
  return words && filledWords(words, env);
};

for (const [text, words] of [
  ['node a.js', ['node', 'a.js']],
  ['  node a.js --x=1 \n', ['node', 'a.js', '--x=1']],
  ['node "$ROOT/a.js"', ['node', '/a b/a.js']],
  ['node "${ROOT}"/a.js', ['node', '/a b/a.js']],
  ['node $PLAIN/a.js', ['node', '/opt/hooks/a.js']],
  ['python3 ~/a.py \'b c\' "d\\"e" ""', ['python3', '/home/me/a.py', 'b c', 'd"e', '']],
  ['"$UNSET/a.js" "$EMPTY"', ['/a.js', '']],
  ['node a.js # why', undefined],
] as const)
  test(`${JSON.stringify(text)} is split into words`, () => {
    assert.deepEqual(wordsOf(text), words);
  });

for (const text of [
  'node a.js && true',
  'node a.js; true',
  'node a.js;',
  'node a.js &',
  'node a.js | cat',
  '! node a.js',
  'A=1 node a.js',
  'node a.js > out',
  'node a.js 2>&1',
  'node $(pwd)/a.js',
  'node `pwd`/a.js',
  'node $ROOT/a.js',
  'node $UNSET/a.js',
  'node $EMPTY a.js',
  'node $STAR',
  'node *.js',
  'node {a,b}.js',
  'node a\\ b.js',
  'node "${ROOT:-/x}/a.js"',
  'node "$1" "$@"',
  'node ~other/a.js',
  "node $'a\\n'",
  '(node a.js)',
  'node a.js <<E\nx\nE',
  'if node a.js; then true; fi',
  'node "unclosed',
  '',
])
  test(`${JSON.stringify(text)} is left to the shell`, () => {
    assert.equal(wordsOf(text), undefined);
  });
