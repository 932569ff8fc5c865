import { AnyhookError, exists, forkWorker, killTree, packageFile, type WorkerProcess } from '@anyhook/core';
import type { CaseResult } from '../result.js';
import { type CaseJob, type FiredStep, tooSlowText } from './run-case.js';
import type { JobResult } from './worker.js';

/** Processes that run cases, one at a time each. */
export interface WorkerPool {
  run(job: CaseJob): Promise<CaseResult<FiredStep>>;
  /** Stops all of them immediately, with their child processes. */
  close(): void;
}

/** Time for a worker to stop its child processes. */
const graceMs = 3_000;
const maxStderrChars = 2_000;

/** Makes a pool of this size; processes start when needed. */
export function createWorkerPool(size: number): WorkerPool {
  const idle: WorkerProcess[] = [];
  const live = new Set<WorkerProcess>();
  const waiting: (() => void)[] = [];
  let free = size;
  const takeWorker = (): WorkerProcess => idle.pop() ?? startWorker(live);
  const end = (worker: WorkerProcess) => {
    live.delete(worker);
    if (worker.pid !== undefined) killTree(worker.pid);
  };
  return {
    async run(job) {
      if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      else free--;
      const worker = takeWorker();
      const result = await runInWorker(worker, job);
      // A hook that was too slow may still run in it, and keep the next case waiting.
      if (result.error === tooSlowText(job.test.timeoutMs)) end(worker);
      if (live.has(worker)) idle.push(worker);
      const next = waiting.shift();
      if (next) next();
      else free++;
      return result;
    },
    close() {
      for (const worker of live) end(worker);
      idle.length = 0;
    },
  };
}

function startWorker(live: Set<WorkerProcess>): WorkerProcess {
  const worker = forkWorker(program(), ['hooks', 'test', '--worker']);
  live.add(worker);
  worker.once('exit', () => live.delete(worker));
  worker.once('error', () => live.delete(worker));
  return worker;
}

/** Sends one case to a worker and waits for an answer, its exit or the timeout. */
function runInWorker(worker: WorkerProcess, job: CaseJob): Promise<CaseResult<FiredStep>> {
  return new Promise((resolve) => {
    let stderr = '';
    const settle = (result: CaseResult<FiredStep>) => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('exit', onExit);
      worker.off('error', onError);
      worker.stderr?.off('data', onStderr);
      resolve(result);
    };
    const fail = (error: string) => {
      const { name, line, timeoutMs: ms } = job.test;
      settle({ name, line, ok: false, ms: error === tooSlowText(ms) ? ms : 0, steps: [], error });
    };
    const onMessage = ({ result }: JobResult) => settle(result);
    const onExit = (code: number | null, signal: string | null) => {
      const how = signal === null ? `exit code ${code}` : signal;
      const output = stderr.trim() === '' ? '' : `: ${stderr.trim().slice(-maxStderrChars)}`;
      fail(`the process that ran the hooks exited early (${how})${output}`);
    };
    const onError = (error: Error) => fail(`no process could be started: ${error.message}`);
    const onStderr = (chunk: Buffer) => {
      stderr = `${stderr}${chunk.toString()}`.slice(-maxStderrChars);
    };
    const timer = setTimeout(() => fail(tooSlowText(job.test.timeoutMs)), job.test.timeoutMs + graceMs);
    worker.on('message', onMessage);
    worker.on('exit', onExit);
    worker.on('error', onError);
    worker.stderr?.on('data', onStderr);
    worker.send(job, (error) => error && onError(error));
  });
}

function program(): string {
  const file = packageFile('bin/anyhook.cjs');
  if (exists(file)) return file;
  throw new AnyhookError('BAD_STATE', `the program is missing: expected ${file}; install anyhook again`);
}
