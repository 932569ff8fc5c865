import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLineReader } from './line-reader.js';

/** Lines as texts; null for one that was too long. */
const readAll = (chunks: readonly string[], most = 10): readonly (string | null)[] => {
  const reader = createLineReader(most);
  const lines = chunks.flatMap((chunk) => [...reader.push(Buffer.from(chunk))]);
  return [...lines, ...reader.flush()].map((line) => ('bytes' in line ? line.bytes.toString() : null));
};

const cases: readonly [string, readonly string[], readonly (string | null)[]][] = [
  ['several lines in one chunk', ['a\nb\nc\n'], ['a', 'b', 'c']],
  ['one line in several chunks', ['a', 'b', 'c\n'], ['abc']],
  ['a last line without an end', ['a\nb'], ['a', 'b']],
  ['empty lines and bare returns', ['\n\r\n \n', 'a\n'], ['a']],
  ['a line of exactly the most', ['0123456789\n'], ['0123456789']],
  ['a line that is too long by one', ['01234567890\nnext\n'], [null, 'next']],
  ['a line that is far too long, over many chunks', ['0123456789', '0123456789', '0123', '\nnext\n'], [null, 'next']],
  ['a last line that is too long', ['01234567890'], [null]],
  ['nothing', [], []],
];
for (const [what, chunks, lines] of cases) test(`reads ${what}`, () => assert.deepEqual(readAll(chunks), lines));
