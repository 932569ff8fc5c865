import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { appendLine } from './append-line.js';

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-lines-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const linesOf = (dir: string): readonly string[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(dir, name), 'utf8').split('\n').filter(Boolean));

test('a new file and its folders are private to their owner', (t) => {
  const path = join(folder(t), 'a', 'b', 'x.jsonl');
  appendLine(path, '1');
  appendLine(path, '2');
  assert.equal(readFileSync(path, 'utf8'), '1\n2\n');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(statSync(join(path, '..')).mode & 0o777, 0o700);
});

test('an unfinished line does not spoil the next one', (t) => {
  const path = join(folder(t), 'x.jsonl');
  appendLine(path, '{"a":1}');
  appendFileSync(path, '{"half');
  appendLine(path, '{"b":2}');
  assert.equal(readFileSync(path, 'utf8'), '{"a":1}\n{"half\n{"b":2}\n');
});

test('a full file is rotated, the oldest is removed, and every file stays below its limit', (t) => {
  const dir = folder(t);
  const rotation = { maxBytes: 100, keep: 2 };
  for (let i = 100; i < 200; i++) appendLine(join(dir, 'x.jsonl'), String(i), rotation);
  assert.deepEqual(readdirSync(dir).sort(), ['x.1.jsonl', 'x.2.jsonl', 'x.jsonl']);
  for (const name of readdirSync(dir)) assert.ok(statSync(join(dir, name)).size <= 100, name);
  assert.equal(readFileSync(join(dir, 'x.2.jsonl'), 'utf8').split('\n')[0], '125');
  assert.equal(linesOf(dir).length, 75);
});

test('a line is appended even if rotation fails, and the next one tries again', (t) => {
  const dir = folder(t);
  const path = join(dir, 'x.jsonl');
  const rotation = { maxBytes: 10, keep: 1 };
  appendLine(path, '12345678', rotation);
  // A folder with content blocks this name.
  mkdirSync(join(dir, 'x.1.jsonl', 'y'), { recursive: true });
  appendLine(path, 'second', rotation);
  assert.equal(readFileSync(path, 'utf8'), '12345678\nsecond\n');
  assert.throws(() => appendLine(path, 'too much', rotation));
  rmSync(join(dir, 'x.1.jsonl'), { recursive: true });
  appendLine(path, 'third', rotation);
  assert.deepEqual(linesOf(dir).toSorted(), ['12345678', 'second', 'third']);
  assert.equal(readFileSync(path, 'utf8'), 'third\n');
});

test('an interrupted rotation does not lose older files', (t) => {
  const dir = folder(t);
  for (const [name, text] of [
    ['x.jsonl', 'newest 1\n'],
    ['x.2.jsonl', 'older\n'],
    ['x.3.jsonl', 'oldest\n'],
  ] as const)
    writeFileSync(join(dir, name), text);
  appendLine(join(dir, 'x.jsonl'), 'next', { maxBytes: 10, keep: 3 });
  assert.deepEqual(linesOf(dir).toSorted(), ['newest 1', 'next', 'older', 'oldest'].toSorted());
  assert.equal(readFileSync(join(dir, 'x.1.jsonl'), 'utf8'), 'newest 1\n');
});

test('a stale lock of a dead process is removed', (t) => {
  const path = join(folder(t), 'x.jsonl');
  const rotation = { maxBytes: 10, keep: 1 };
  appendLine(path, '12345678', rotation);
  writeFileSync(`${path}.lock`, '');
  appendLine(path, 'kept although the file is full', rotation);
  utimesSync(`${path}.lock`, 1, 1);
  appendLine(path, 'this one removes the lock', rotation);
  appendLine(path, 'set aside', rotation);
  assert.equal(readFileSync(path, 'utf8'), 'set aside\n');
});

test('appending to a named pipe or a folder fails instead of hanging', (t) => {
  const dir = folder(t);
  execFileSync('mkfifo', [join(dir, 'pipe')]);
  assert.throws(() => appendLine(join(dir, 'pipe'), 'x'));
  assert.throws(() => appendLine(dir, 'x'));
});

test('eight processes that append and rotate at once neither lose nor mix lines', async (t) => {
  const dir = folder(t);
  const each = 400;
  const script = `
    import { appendLine } from ${JSON.stringify(new URL('./append-line.ts', import.meta.url).href)};
    const [, , path, who] = process.argv;
    for (let i = 0; i < ${each}; i++)
      appendLine(path, JSON.stringify({ who, i, text: 'x'.repeat(i) }), { maxBytes: 64 * 1024, keep: 100 });
  `;
  const file = join(dir, 'writer.mts');
  writeFileSync(file, script);
  const path = join(dir, 'x.jsonl');
  const ends = await Promise.all(
    Array.from({ length: 8 }, (_, who) => {
      const child = spawn(process.execPath, ['--import', 'tsx', file, path, String(who)], { stdio: 'inherit' });
      return new Promise((end) => child.on('exit', end));
    }),
  );
  assert.deepEqual(new Set(ends), new Set([0]));
  const seen = linesOf(dir).map((line) => {
    const { who, i, text } = JSON.parse(line);
    assert.equal(text.length, i);
    return `${who}/${i}`;
  });
  assert.equal(seen.length, 8 * each);
  assert.equal(new Set(seen).size, 8 * each);
  assert.ok(readdirSync(dir).includes('x.1.jsonl'));
});
