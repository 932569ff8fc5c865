import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLineReader } from './line-reader.js';

/** Lines as strings; null for one that was too long. */
const readAll = (chunks: readonly string[], maxBytes = 10): readonly (string | null)[] => {
  const reader = createLineReader(maxBytes);
  const lines = chunks.flatMap((chunk) => [...reader.push(Buffer.from(chunk))]);
  return [...lines, ...reader.flush()].map((line) => ('bytes' in line ? line.bytes.toString() : null));
};

const cases: readonly [string, readonly string[], readonly (string | null)[]][] = [
  ['several lines in one chunk', ['a\nb\nc\n'], ['a', 'b', 'c']],
  ['one line in several chunks', ['a', 'b', 'c\n'], ['abc']],
  ['a last line without a line break', ['a\nb'], ['a', 'b']],
  ['empty lines and carriage returns', ['\n\r\n \n', 'a\n'], ['a']],
  ['a line of exactly the maximum length', ['0123456789\n'], ['0123456789']],
  ['a line that is one byte too long', ['01234567890\nnext\n'], [null, 'next']],
  ['a far too long line in many chunks', ['0123456789', '0123456789', '0123', '\nnext\n'], [null, 'next']],
  ['a last line that is too long', ['01234567890'], [null]],
  ['an empty input', [], []],
];
for (const [title, chunks, lines] of cases) test(`reads ${title}`, () => assert.deepEqual(readAll(chunks), lines));
