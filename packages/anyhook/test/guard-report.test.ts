import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolderAtLast } from './support/remove-folder.js';

const rows = [
  { cmd: 'rm -rf /', verdict: 'deny', class: 'delete' },
  { cmd: 'ls', verdict: 'deny', class: 'delete' },
  { cmd: 'rm -rf build', verdict: 'allow', class: 'inside' },
  { cmd: 'rm -rf build', verdict: 'deny', class: 'elsewhere', cwd: '/srv' },
  { cmd: 'rm -rf /srv/app/build', verdict: 'allow', class: 'own root', root: '/srv/app' },
  { cmd: 'Remove-Item -Recurse -Force C:\\', verdict: 'deny', class: 'windows', shell: 'powershell' },
];

test("the report counts misses and false alarms, and uses each row's folders and shell", (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-report-'));
  t.after(() => removeFolderAtLast(folder));
  const set = join(folder, 'set.jsonl');
  writeFileSync(set, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['scripts/guard-report.mjs', '--set', set, ...args], { encoding: 'utf8' });
  const { p50Ms, p99Ms, ...report } = JSON.parse(run('--json').stdout) as Record<string, number>;
  assert.deepEqual(report, {
    deny: 4,
    caught: 3,
    allow: 2,
    falseAlarms: 0,
    misses: [{ cmd: 'ls', class: 'delete', verdict: 'deny', decision: 'pass' }],
  });
  assert.ok(Number(p50Ms) > 0 && Number(p50Ms) <= Number(p99Ms));
  assert.match(run().stdout, /MISS deny delete: 1 of 2\n {7}pass: "ls"\n/);
  writeFileSync(set, '{"cmd":"ls","verdict":"maybe"}\n');
  assert.match(run().stderr, /set\.jsonl:1: expected .*"deny" or "allow"/);
});
