import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTaskStore } from '../../abilities/src/tasks/store/open-task-store.js';
import type { NewTask, TaskStore } from '../../abilities/src/tasks/store/task-store.js';
import type { ListQuery } from '../../abilities/src/tasks/task.js';
import { type BenchRow, median } from './table.js';

const root = '/home/ann/shop';
const tasks = 100_000;
const callers = ['manual_cli', 'ai_session', 'background_job'] as const;

/** Measures listing over many tasks with different filters. */
export async function taskListBench(): Promise<BenchRow> {
  const state = mkdtempSync(join(tmpdir(), 'anyhook-bench-'));
  try {
    const store = await openTaskStore(state);
    await fill(store);
    store.close();
    const times: (readonly [string, number])[] = [];
    for (const query of queries) times.push([JSON.stringify(query), await timeOf(state, query)]);
    const [name, ms] = times.reduce((slowest, one) => (one[1] > slowest[1] ? one : slowest));
    return {
      name: `slowest list of 50 out of ${tasks} tasks, opening included: ${name}`,
      measured: `${ms.toFixed(0)} ms`,
      promised: 'under 200 ms',
      ok: ms < 200,
    };
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

/** Common and rare filters, alone and combined; the last two match nothing and must scan everything. */
const queries: readonly ListQuery[] = [
  {},
  { status: 'ready' },
  { status: 'failure' },
  { ability: 'ability-7' },
  { caller: 'ci_pipeline' },
  { session: 'session-3' },
  { status: 'failure', ability: 'ability-7' },
  { session: 'session-3', status: 'success' },
  { status: 'success', ability: 'ability-7', caller: 'ai_session' },
  { status: 'partial', caller: 'ai_session' },
  { status: 'failure', ability: 'no such ability', caller: 'ai_session' },
];

async function timeOf(state: string, query: ListQuery): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    const store = await openTaskStore(state);
    store.list(root, query);
    times.push(performance.now() - began);
    store.close();
  }
  return median(times);
}

async function fill(store: TaskStore): Promise<void> {
  const atOnce = 5_000;
  for (let first = 0; first < tasks; first += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, i) => run(store, first + i)));
}

/** A deterministic task for each number: every third has run, one in five thousand failed. */
async function run(store: TaskStore, i: number): Promise<void> {
  const { key, input } = await store.insert(taskOf(i));
  if (i % 3 !== 0) return;
  await store.claim({ key, seenInput: input });
  const ended =
    i % 15_000 === 0
      ? ({ status: 'failure', error: { code: 'EXIT', message: 'it ended with 1' } } as const)
      : ({ status: 'success', output: { rows: i } } as const);
  await store.finish(key, { result: ended, durationMs: i % 60, outputSummary: `${i} rows` });
}

const taskOf = (i: number): NewTask => ({
  root: i % 10 === 9 ? '/home/ann/other' : root,
  ability: { kind: 'operation_key', value: `ability-${i % 40}` },
  version: '1',
  input: { table: 'orders', from: i, text: 'some words that an input has '.repeat(10) },
  environment: 'dev',
  implementation: 'script',
  settings: { region: 'eu' },
  caller: {
    source: i % 20_000 === 0 ? 'ci_pipeline' : (callers[i % callers.length] ?? 'manual_cli'),
    session_id: i % 5 === 0 ? 'session-3' : `session-${i}`,
  },
  idempotent: false,
  preflight: { decision: 'allowed', hook_signals: [], context: [] },
});
