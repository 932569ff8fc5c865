import { type ProcessEnd, type ProcessJob, runProcess } from '../../../platform/process/run-process.js';
import { runProcessNow } from '../../../platform/process/run-process-sync.js';

/** Work that runs programs on its way: it yields what to run and is handed how that ended. */
export type Steps<T> = Generator<ProcessJob, T, ProcessEnd>;

/** Does the work while others go on with theirs. */
export async function follow<T>(steps: Steps<T>): Promise<T> {
  let step = steps.next();
  while (!step.done) step = steps.next(await runProcess(step.value));
  return step.value;
}

/** Does the same work at once, for callers that cannot wait. */
export function followNow<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next(runProcessNow(step.value));
  return step.value;
}
