import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { parse } from 'yaml';
import { tapReport } from '../../cli/print/hook-tests.js';
import type { FileResult, StepResult } from '../result.js';
import { junitReport } from './junit.js';

const ugly = 'a "b" <c> & \'d\' # e \\ f\nsecond line\u0000\u001b[31m ]]> 🙂';
const step = (mismatches: StepResult['mismatches'], n = 1): StepResult => ({
  step: n,
  time: 1,
  mismatches,
  fired: undefined,
  touched: [],
});
const files: readonly FileResult[] = [
  {
    path: 'a.hooktest.yaml',
    problems: [],
    cases: [
      { name: 'fine', line: 2, ok: true, ms: 12, steps: [step([])] },
      {
        name: ugly,
        line: 9,
        ok: false,
        ms: 1500,
        steps: [step([]), step([{ field: 'reason', expected: ugly, came: '...\n---' }], 2)],
      },
      { name: 'slow', line: 20, ok: false, ms: 100, steps: [], error: 'not finished after 100 ms' },
    ],
  },
  {
    path: 'b.hooktest.yaml',
    problems: [{ source: 'b.hooktest.yaml', line: 3, severity: 'error', message: 'unknown key "evnt"' }],
    cases: [],
  },
];

/** A TAP 14 reader that is strict about the content of a line. */
function readTap(text: string) {
  const lines = text.split('\n');
  assert.equal(lines.shift(), 'TAP version 14');
  const plan = Number(/^1\.\.(\d+)$/.exec(lines.shift() ?? '')?.[1]);
  const points: { ok: boolean; id: number; name: string; about: unknown }[] = [];
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    if (line === '') continue;
    const point = /^(not )?ok (\d+) - ((?:\\.|[^\\#])*?)(?: # [^#]*)?$/.exec(line);
    assert.ok(point, `no test point: ${line}`);
    const [, not, id, name = ''] = point;
    const end = lines[0] === '  ---' ? lines.indexOf('  ...') : -1;
    const block = lines.splice(0, end + 1).slice(1, -1);
    points.push({
      ok: !not,
      id: Number(id),
      name: name.replace(/\\(.)/g, '$1'),
      about: parse(block.map((one) => one.slice(2)).join('\n')),
    });
  }
  return { plan, points };
}

test('TAP has a plan, one point per case and broken file, and failure details as YAML', () => {
  const { plan, points } = readTap(tapReport(files));
  assert.equal(plan, 4);
  assert.deepEqual(
    points.map(({ ok, id }) => [ok, id]),
    [
      [true, 1],
      [false, 2],
      [false, 3],
      [false, 4],
    ],
  );
  assert.equal(points[1]?.name, `a.hooktest.yaml: ${ugly.replace('\n', ' ')}`);
  assert.deepEqual(points[1]?.about, {
    message: `reason: expected ${ugly}, got ...\n---`.replace(/\n/g, ' '),
    severity: 'fail',
    at: { file: 'a.hooktest.yaml', line: 9 },
    duration_ms: 1500,
    mismatches: [`step 2, time 1: reason: expected ${ugly}, got ...\n---`],
  });
  assert.deepEqual(points[3]?.about, {
    message: 'line 3: unknown key "evnt"',
    problems: ['line 3: unknown key "evnt"'],
  });
});

/** Parses XML with an independent parser. */
function readXml(text: string): unknown {
  const script = `
import json, sys, xml.etree.ElementTree as tree
def plain(node):
    return [node.tag, dict(node.attrib), (node.text or '').strip(), [plain(child) for child in node]]
print(json.dumps(plain(tree.fromstring(sys.stdin.buffer.read()))))`;
  const { status, stdout, stderr } = spawnSync('python3', ['-c', script], { input: text, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

test('JUnit output is XML that other parsers read, with all text unchanged', () => {
  const clean = ugly.replace(/[\u0000\u001b]/g, '\ufffd');
  const suites = { name: 'anyhook test', tests: '4', failures: '2', errors: '1', time: '1.612' };
  const told = `step 2, time 1: reason: expected ${clean}, got ...\n---`;
  const failure = { message: `reason: expected ${clean}, got ...\n---`.replace(/\n/g, ' '), type: 'mismatch' };
  const slow = { message: 'not finished after 100 ms', type: 'unfinished' };
  assert.deepEqual(readXml(junitReport(files)), [
    'testsuites',
    suites,
    '',
    [
      [
        'testsuite',
        { name: 'a.hooktest.yaml', tests: '3', failures: '2', errors: '0', time: '1.612' },
        '',
        [
          ['testcase', { name: 'fine', classname: 'a.hooktest.yaml', time: '0.012', line: '2' }, '', []],
          [
            'testcase',
            { name: clean, classname: 'a.hooktest.yaml', time: '1.500', line: '9' },
            '',
            [['failure', failure, told, []]],
          ],
          [
            'testcase',
            { name: 'slow', classname: 'a.hooktest.yaml', time: '0.100', line: '20' },
            '',
            [['failure', slow, 'not finished after 100 ms', []]],
          ],
        ],
      ],
      [
        'testsuite',
        { name: 'b.hooktest.yaml', tests: '1', failures: '0', errors: '1', time: '0.000' },
        '',
        [
          [
            'testcase',
            { name: 'the file is readable', classname: 'b.hooktest.yaml', time: '0' },
            '',
            [['error', { message: 'unknown key "evnt"', type: 'unreadable' }, 'line 3: unknown key "evnt"', []]],
          ],
        ],
      ],
    ],
  ]);
});
