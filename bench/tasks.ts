import type { Row } from './table.js';
import { taskListBench } from './tasks-store.js';

/** What tasks cost: their store, and the runner. */
export async function tasksBench(): Promise<readonly Row[]> {
  return [await taskListBench()];
}
