import type { BenchRow } from './table.js';
import { taskRunBench } from './tasks-runner.js';
import { taskListBench } from './tasks-store.js';

/** Measures tasks: the store and the runner. */
export async function tasksBench(): Promise<readonly BenchRow[]> {
  return [await taskRunBench(), await taskListBench()];
}
