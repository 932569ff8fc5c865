import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findNatsServer, findNode } from '../scripts/servers.mjs';

const skip = findNode().reason ?? findNatsServer().reason ?? false;
const program = fileURLToPath(new URL('../dist/fleet-sim.js', import.meta.url));

/** The end of the simulator, and its line of figures. */
function simulate(
  folder: string,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly out: string }> {
  const all = [program, '--devices', '4', '--records', '5', '--offline', '0', '--folder', folder, ...args];
  return new Promise((resolve) =>
    execFile(findNode().program ?? '', all, (error, out) => resolve({ code: Number(error?.code ?? 0), out })),
  );
}

test('the simulator ends with one line of figures, and exits 1 if a record was lost or duplicated', {
  skip,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-sim-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [lost, doubled] = await Promise.all(
    ['lost', 'doubled'].map((fault) => simulate(join(folder, fault), '--fault', fault)),
  );
  assert.match(lost?.out ?? '', /^devices=4 replicas=1 decided=60 lost=1 doubled=0 foreign=0 [^\n]+\n$/);
  assert.match(doubled?.out ?? '', /^devices=4 replicas=1 decided=60 lost=0 doubled=1 foreign=0 [^\n]+\n$/);
  assert.deepEqual([lost?.code, doubled?.code], [1, 1]);
  assert.equal((await simulate(folder, '--fault', 'other')).code, 2);
});
