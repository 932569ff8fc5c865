import { AnyhookError, enterContext, isWorker, removeLocked, serveParent } from '@anyhook/core';
import type { CaseResult } from '../result.js';
import { type CaseJob, type FiredStep, runCase } from './run-case.js';

export interface JobResult {
  readonly result: CaseResult<FiredStep>;
}

/** Runs cases in sequence, as the parent process sends them, until the parent exits. */
export function serveCases(): Promise<never> {
  if (!isWorker())
    throw new AnyhookError('BAD_ARGUMENT', '--worker is for processes that "anyhook hooks test" starts itself');
  let folder: string | undefined;
  const run = (job: CaseJob) => {
    folder = job.folder;
    return runJob(job);
  };
  return serveParent(
    (message) => run(message as CaseJob),
    () => folder !== undefined && removeLocked(folder),
  );
}

/** Modules run in this process, as in normal use, so it gets the case's folder and environment. */
async function runJob(job: CaseJob): Promise<JobResult> {
  let leaveWorld = () => {};
  const result = await runCase(job, ({ cwd, env }) => {
    leaveWorld = enterContext(cwd, env);
  });
  leaveWorld();
  removeLocked(job.folder);
  return { result };
}
