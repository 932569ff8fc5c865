import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCrashReport } from './crash-reports.js';

/** Parts of crash reports, which a hook may repeat from its input. */
const parts = [
  ':1:in cannot load such file',
  ":1:in `x' (A)",
  'python: ',
  "Can't use x at y line 1, <a> line 1",
  'Fatal error:  Uncaught Failed opening required ',
  ' at  line 1',
  ': line 1: ',
  'Error: Cannot find module ',
  'a ',
];

test('searching any output for a crash report takes bounded time', () => {
  for (const part of parts)
    for (const text of [part.repeat(3000), `${part}\n`.repeat(3000), parts.join('').repeat(100)])
      for (const exitCode of [1, 2, 7, 255]) {
        const began = performance.now();
        readCrashReport({ exitCode, stdout: text, stderr: text });
        const took = performance.now() - began;
        assert.ok(took < 500, `${exitCode}, ${JSON.stringify(part)}: ${Math.round(took)} ms`);
      }
});

test('a crash report with a long line is still found', () => {
  const message = `ValueError: ${'x'.repeat(3000)}`;
  const stderr = `Traceback (most recent call last):\n  File "/a.py", line 1, in <module>\n    run()\n${message}\n`;
  const report = readCrashReport({ exitCode: 1, stdout: '', stderr });
  assert.deepEqual([report?.runtime, report?.kind], ['python', 'exception']);
});

for (const file of ['/repo/other.js', 'file:///repo/other.mjs', 'C:\\repo\\other.js', 'file:///C:/repo/other.mjs'])
  test(`${file} is found in Node's report as the file with the syntax error`, () => {
    const stderr = `${file}:1\nlet x = ;\n        ^\n\nSyntaxError: Unexpected token ';'\n    at a (b:1:2)\n\nNode.js v20.19.0\n`;
    const report = readCrashReport({ exitCode: 1, stdout: '', stderr });
    assert.deepEqual([report?.kind, report?.file], ['syntax', file]);
  });
