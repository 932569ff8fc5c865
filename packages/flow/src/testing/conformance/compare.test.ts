import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../../../../anyhook/test/builtin-world.js';
import { type AdapterOutcome, compareOutcome } from './compare.js';
import type { Expected, Level } from './fixture.js';
import { levelVerdicts, reachedLevel } from './levels.js';
import type { FixtureResult } from './run.js';
import { readTelemetryRecords } from './telemetry.js';

const input = '{"a":1}';
const outcome = (more: Partial<AdapterOutcome> = {}): AdapterOutcome => ({
  input,
  answer: { exitCode: 0, stdout: `${input}\n\n---\nhint\n---`, stderr: 'careful\n' },
  records: { text: '{"event":"stop","note":"n"}', events: new Set(['stop']) },
  fileText: (path) => (path === 'a.ts' ? 'good' : undefined),
  ...more,
});

const rows: readonly [Expected, RegExp | undefined][] = [
  [{ exitCode: 0 }, undefined],
  [{ exitCode: 2 }, /expected exit code 2, got 0 \("careful"\)/],
  [{ stdoutEchoesInput: true }, undefined],
  [{ stdoutEchoesInput: false }, undefined],
  [{ stdoutIsEmpty: true }, /expected nothing on stdout, got/],
  [{ stderrIsEmpty: true }, /expected nothing on stderr, got "careful\\n"/],
  [{ stdoutContains: ['hint'] }, undefined],
  [{ stdoutContains: ['hint', 'more'] }, /expected "more" on stdout/],
  [{ stdoutLacks: ['"a"'] }, undefined],
  [{ stdoutLacks: ['\n---\n'] }, /expected no "\\n---\\n" on stdout/],
  [{ stderrContains: ['careful'] }, undefined],
  [{ stderrContains: ['fine'] }, /expected "fine" on stderr/],
  [{ telemetryContains: ['stop'] }, undefined],
  [{ telemetryContains: ['agentSpawn'] }, /expected a telemetry record of agentSpawn, got stop/],
  [{ telemetryLacks: ['secret'] }, undefined],
  [{ telemetryLacks: ['note'] }, /expected no "note" in telemetry/],
  [{ workspaceFiles: { 'a.ts': 'good' } }, undefined],
  [{ workspaceFiles: { 'a.ts': 'bad' } }, /expected a\.ts to hold "bad", got "good"/],
  [{ workspaceFiles: { 'b.ts': 'bad' } }, /expected b\.ts to hold "bad", got "no file"/],
];
for (const [expected, failure] of rows) {
  test(`the expectation ${JSON.stringify(expected)} ${failure ? 'fails' : 'holds'}`, () => {
    const failures = compareOutcome(expected, outcome());
    assert.equal(failures.length, failure ? 1 : 0);
    if (failure) assert.match(failures[0] ?? '', failure);
  });
}

test('a missing echo fails, and so does an adapter without an answer', () => {
  const answer = { exitCode: 0, stdout: '{"a": 1}', stderr: '' };
  assert.equal(compareOutcome({ stdoutEchoesInput: true }, outcome({ answer })).length, 1);
  assert.deepEqual(compareOutcome({}, outcome({ answer: { failed: 'late' } })), ['late']);
});

const result = (level: Level, status: FixtureResult['status']): FixtureResult => ({
  name: `${level}-${status}`,
  description: '',
  level,
  policyClass: '',
  canonicalEvent: '',
  status,
  failures: [],
  ms: 0,
});
const ok = (['L0', 'L1', 'L2'] as const).map((level) => result(level, 'passed'));
const tables: readonly [string, readonly FixtureResult[], readonly string[], string | undefined][] = [
  ['all pass', ok, ['reached', 'reached', 'reached'], 'L2'],
  ['a gap is not a failure', [...ok, result('L1', 'gap')], ['reached', 'reached', 'reached'], 'L2'],
  ['L2 fails', [...ok, result('L2', 'failed')], ['reached', 'reached', 'failed'], 'L1'],
  [
    'a failure of a level fails every level above it',
    [...ok, result('L0', 'failed')],
    ['failed', 'failed', 'failed'],
    undefined,
  ],
  ['no fixtures for L0', ok.slice(1), ['untested', 'reached', 'reached'], 'L2'],
  ['no fixtures at all', [], ['untested', 'untested', 'untested'], undefined],
];
for (const [title, results, verdicts, reached] of tables) {
  test(`levels: ${title}`, () => {
    const found = levelVerdicts(results);
    assert.deepEqual(
      found.map(({ verdict }) => verdict),
      verdicts,
    );
    assert.equal(reachedLevel(found), reached);
  });
}

test('telemetry records are read from every telemetry folder, and invalid lines are ignored', () => {
  using folder = tempFolder();
  const files: readonly [string, string][] = [
    ['telemetry/records.jsonl', '{"event":"agentSpawn"}\n\nnot json\n[1]\nnull\n{"event":{"name":"stop"}}\n{"half":'],
    ['state/anyhook/telemetry/full.jsonl', '{"event_type":"preToolUse"}\n'],
    ['home/.telemetry/x.log', '{"event_name":"subagentStop"}'],
    ['state/anyhook/sessions/a.jsonl', '{"event":"postToolUse"}\n'],
  ];
  for (const [path, text] of files) {
    mkdirSync(join(folder.path, path, '..'), { recursive: true });
    writeFileSync(join(folder.path, path), text);
  }
  const { events, text } = readTelemetryRecords(folder.path);
  assert.deepEqual([...events].sort(), ['agentSpawn', 'preToolUse', 'stop', 'subagentStop']);
  assert.ok(text.includes('half') && !text.includes('postToolUse'));
});
