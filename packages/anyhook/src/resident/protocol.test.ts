import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createFrameReader,
  encodeFrame,
  type Frame,
  fieldTags,
  frameKinds,
  joinWords,
  splitWords,
} from './protocol.js';

const frames = [
  encodeFrame(frameKinds.status, 0),
  encodeFrame(frameKinds.event, 1, [
    [fieldTags.args, joinWords(['--host', 'codex'])],
    [fieldTags.cwd, '/a b/ü'],
    [fieldTags.payload, Buffer.from([0, 255, 10])],
  ]),
  encodeFrame(frameKinds.answer, 0xffff_ffff, [
    [fieldTags.exit, Buffer.from([2])],
    [fieldTags.stdout, ''],
  ]),
];
const plain = ({ kind, id, fields }: Frame) => [
  kind,
  id,
  [...fields].map(([tag, value]) => [tag, value.toString('hex')]),
];
const expected = frames.map((frame) => plain(readAll([frame])[0] as Frame));

function readAll(chunks: readonly Buffer[], maxBytes?: number): readonly Frame[] {
  const reader = createFrameReader(maxBytes);
  return chunks.flatMap((chunk) => {
    const { frames: found, problem } = reader.push(chunk);
    assert.equal(problem, undefined);
    return found;
  });
}

test('a frame is the same after decoding', () => {
  const [, event] = expected;
  assert.deepEqual(event?.slice(0, 2), [frameKinds.event, 1]);
  const [frame] = readAll([frames[1] as Buffer]);
  assert.deepEqual(splitWords(frame?.fields.get(fieldTags.args)), ['--host', 'codex']);
  assert.equal(frame?.fields.get(fieldTags.cwd)?.toString(), '/a b/ü');
  assert.deepEqual([...(frame?.fields.get(fieldTags.payload) ?? [])], [0, 255, 10]);
});

for (const size of [1, 2, 3, 5, 7, 16, 1000]) {
  test(`frames are decoded correctly in chunks of ${size}`, () => {
    const all = Buffer.concat(frames);
    const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
      all.subarray(n * size, (n + 1) * size),
    );
    assert.deepEqual(readAll(pieces).map(plain), expected);
  });
}

test('a frame longer than the limit is rejected before it has arrived', () => {
  const { problem } = createFrameReader(100).push(
    encodeFrame(frameKinds.event, 1, [[fieldTags.payload, 'x'.repeat(200)]]).subarray(0, 8),
  );
  assert.match(problem ?? '', /a frame of \d+ bytes/);
});

test('frames before a broken one are returned', () => {
  const broken = Buffer.from([0, 0, 0, 6, 9, 0, 0, 0, 0, 0]);
  const { frames: found, problem } = createFrameReader().push(Buffer.concat([...frames, broken]));
  assert.deepEqual(found.map(plain), expected);
  assert.equal(problem, 'a frame of protocol 9, expected 1');
});

test('unknown fields are kept separately and do no harm', () => {
  const frame = Buffer.concat([
    encodeFrame(frameKinds.event, 1, [[fieldTags.cwd, '/x']]),
    Buffer.from([200, 0, 0, 0, 1, 42]),
  ]);
  frame.writeUInt32BE(frame.length - 4, 0);
  assert.equal(readAll([frame])[0]?.fields.get(fieldTags.cwd)?.toString(), '/x');
});

test('any bytes are frames or a problem, and never an exception', () => {
  // The same numbers in every run.
  let seed = 1;
  const next = () => {
    seed = (seed * 48271) % 2147483647;
    return seed;
  };
  for (let n = 0; n < 20_000; n++) {
    const bytes = Buffer.from(Array.from({ length: next() % 40 }, () => next() & 0xff));
    // Small lengths, because most random frames would never be complete.
    if (bytes.length >= 5) bytes.set([0, 0, 0, next() % 32, 1]);
    const { frames: found } = createFrameReader().push(bytes);
    for (const { fields } of found) for (const value of fields.values()) assert.ok(value.length <= bytes.length);
  }
});
