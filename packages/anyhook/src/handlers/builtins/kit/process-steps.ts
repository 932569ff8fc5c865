import { type ProcessEnd, type ProcessJob, runProcess, runProcessSync } from '@anyhook/core';

/** Work that runs programs: it yields what to run and receives the results. */
export type ProcessSteps<T> = Generator<ProcessJob, T, ProcessEnd>;

/** Does the work asynchronously. */
export async function runProcessSteps<T>(steps: ProcessSteps<T>): Promise<T> {
  let step = steps.next();
  while (!step.done) step = steps.next(await runProcess(step.value));
  return step.value;
}

/** Does the same work synchronously. */
export function runProcessStepsSync<T>(steps: ProcessSteps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next(runProcessSync(step.value));
  return step.value;
}
