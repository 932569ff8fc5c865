import { AnyhookError } from '../../core/errors.js';
import { removeLocked } from '../../platform/files/copy.js';
import { enterWorld, isWorker, serveParent } from '../../platform/process/worker-process.js';
import type { CaseResult } from '../result.js';
import { type CaseJob, type FiredStep, runCase } from './run-case.js';

/** What a worker sends back. */
export interface JobResult {
  readonly result: CaseResult<FiredStep>;
}

/** The life of a worker: one case after another, as the parent sends them, until that goes away. */
export function serveCases(): Promise<never> {
  if (!isWorker())
    throw new AnyhookError('BAD_ARGUMENT', '--worker is for processes that "anyhook test" starts by itself');
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

/** Modules run in this process, as they do when an agent asks: they see the case's folder and environment. */
async function runJob(job: CaseJob): Promise<JobResult> {
  let goBack = () => {};
  const result = await runCase(job, ({ cwd, env }) => {
    goBack = enterWorld(cwd, env);
  });
  goBack();
  removeLocked(job.folder);
  return { result };
}
