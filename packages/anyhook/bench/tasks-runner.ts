import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolRunner } from '../../abilities/src/tasks/task.js';
import { createToolRunner } from '../../abilities/src/tasks/tool-runner.js';
import type { BenchRow } from './table.js';

const tasks = 10_000;
/** Concurrent callers; the store commits their requests together. */
const lanes = 32;

/** Measures creating, guarding, running and reading many tasks, with every step durable. */
export async function taskRunBench(): Promise<BenchRow> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-bench-')));
  const cwd = join(top, 'project');
  mkdirSync(join(cwd, '.git'), { recursive: true });
  mkdirSync(join(cwd, '.agents'));
  mkdirSync(join(cwd, '.system', 'registry', 'low-level'), { recursive: true });
  writeFileSync(
    join(cwd, '.system', 'registry', 'low-level', 'noop.yaml'),
    'key: noop\nversion: 1.0.0\nsummary: Does nothing\nimplementations:\n  nothing: { kind: builtin, use: noop }\n',
  );
  const hook = '{ id: guard, on: tool.before, use: config-protection }';
  writeFileSync(join(cwd, '.agents', 'anyhook.yaml'), `hooks:\n  - ${hook}\n`);
  const runner = await createToolRunner({ cwd, env: { HOME: top, PATH: process.env['PATH'] ?? '' }, trust: 'project' });
  try {
    const began = performance.now();
    let left = tasks;
    const lane = async () => {
      while (left-- > 0) await runOneTask(runner);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    const seconds = (performance.now() - began) / 1_000;
    return {
      name: `${tasks} tasks created, guarded by a builtin hook, run and read back, ${lanes} callers at once`,
      measured: `${seconds.toFixed(1)} s`,
      promised: 'under 60 s',
      ok: seconds < 60,
    };
  } finally {
    runner.close();
    rmSync(top, { recursive: true, force: true });
  }
}

async function runOneTask(runner: ToolRunner): Promise<void> {
  const created = await runner.create({ ability: 'noop' });
  if (created.status !== 'available') throw new Error(created.error.message);
  const { key } = created.task;
  const ran = await runner.run({ key });
  if (ran.status !== 'success') throw new Error(JSON.stringify(ran));
  const read = await runner.get(key);
  if (read?.status !== 'success' || read.attempts !== 1) throw new Error(`${key} was not kept`);
}
