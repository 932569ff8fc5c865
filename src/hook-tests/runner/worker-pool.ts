import { AnyhookError } from '../../core/errors.js';
import { exists } from '../../platform/files/files.js';
import { packageFile } from '../../platform/files/package-file.js';
import { killTree } from '../../platform/process/process-tree.js';
import { forkWorker, type WorkerProcess } from '../../platform/process/worker-process.js';
import type { CaseResult } from '../result.js';
import { type CaseJob, type FiredStep, tooSlowText } from './run-case.js';
import type { JobResult } from './worker.js';

/** Processes that run cases, one at a time each. */
export interface WorkerPool {
  run(job: CaseJob): Promise<CaseResult<FiredStep>>;
  /** Stops all of them immediately, with their child processes. */
  close(): void;
}

/** Time for a worker to stop what it runs. */
const graceMs = 3_000;
const maxWords = 2_000;

/** Makes a pool of this size; processes start when needed. */
export function createWorkerPool(size: number): WorkerPool {
  const idle: WorkerProcess[] = [];
  const live = new Set<WorkerProcess>();
  const waiting: (() => void)[] = [];
  let free = size;
  const take = (): WorkerProcess => idle.pop() ?? start(live);
  return {
    async run(job) {
      if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      else free--;
      const worker = take();
      const result = await serve(worker, job, () => live.delete(worker));
      if (live.has(worker)) idle.push(worker);
      const next = waiting.shift();
      if (next) next();
      else free++;
      return result;
    },
    close() {
      for (const worker of live) if (worker.pid !== undefined) killTree(worker.pid);
      live.clear();
      idle.length = 0;
    },
  };
}

function start(live: Set<WorkerProcess>): WorkerProcess {
  const worker = forkWorker(program(), ['test', '--worker']);
  live.add(worker);
  worker.once('exit', () => live.delete(worker));
  worker.once('error', () => live.delete(worker));
  return worker;
}

/** Sends one case to a worker and waits for an answer, its exit or the timeout. */
function serve(worker: WorkerProcess, job: CaseJob, forget: () => void): Promise<CaseResult<FiredStep>> {
  return new Promise((resolve) => {
    let words = '';
    const settle = (result: CaseResult<FiredStep>) => {
      clearTimeout(timer);
      worker.off('message', answered);
      worker.off('exit', ended);
      worker.off('error', failed);
      worker.stderr?.off('data', hear);
      resolve(result);
    };
    const broken = (error: string) => {
      const { name, line, timeoutMs: ms } = job.test;
      settle({ name, line, ok: false, ms: error === tooSlowText(ms) ? ms : 0, steps: [], error });
    };
    const answered = ({ result }: JobResult) => settle(result);
    const ended = (code: number | null, signal: string | null) => {
      const how = signal === null ? `exit code ${code}` : signal;
      const said = words.trim() === '' ? '' : `: ${words.trim().slice(-maxWords)}`;
      broken(`the process that ran the hooks exited early (${how})${said}`);
    };
    const failed = (error: Error) => broken(`no process could be started: ${error.message}`);
    const hear = (chunk: Buffer) => {
      words = `${words}${chunk.toString()}`.slice(-maxWords);
    };
    const timer = setTimeout(() => {
      forget();
      if (worker.pid !== undefined) killTree(worker.pid);
      broken(tooSlowText(job.test.timeoutMs));
    }, job.test.timeoutMs + graceMs);
    worker.on('message', answered);
    worker.on('exit', ended);
    worker.on('error', failed);
    worker.stderr?.on('data', hear);
    worker.send(job, (error) => error && failed(error));
  });
}

function program(): string {
  const file = packageFile('bin/anyhook.cjs');
  if (exists(file)) return file;
  throw new AnyhookError('BAD_STATE', `the program is missing: expected ${file}; install anyhook again`);
}
