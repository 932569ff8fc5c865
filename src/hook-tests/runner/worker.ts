import { AnyhookError } from '../../core/errors.js';
import type { CaseResult } from '../result.js';
import { type Fired, type Job, runCase } from './run-case.js';
import { removeAll } from './world.js';

/** What a worker sends back. */
export interface Done {
  readonly result: CaseResult<Fired>;
}

/** The life of a worker: one case after another, as the parent sends them, until that goes away. */
export function serveCases(): Promise<void> {
  if (!process.send)
    throw new AnyhookError('BAD_ARGUMENT', '--worker is for processes that "anyhook test" starts by itself');
  let folder: string | undefined;
  const leave = () => {
    if (folder !== undefined) removeAll(folder);
    process.exit(0);
  };
  process.on('disconnect', leave);
  // A module of the project may leave a promise behind; that is no end of the others.
  process.on('unhandledRejection', () => {});
  process.on('message', (job: Job) => {
    folder = job.folder;
    void serve(job).then((done) => process.send?.(done));
  });
  return new Promise(() => {});
}

/** Modules run in this process, as they do when an agent asks: they see the case's folder and environment. */
async function serve(job: Job): Promise<Done> {
  const own = { ...process.env };
  const result = await runCase(job, ({ cwd, env }) => {
    process.chdir(cwd);
    setEnvironment(env);
  });
  process.chdir('/');
  setEnvironment(own);
  removeAll(job.folder);
  return { result };
}

function setEnvironment(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}
