import { type ChildProcess, fork } from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

/** A Node process that takes messages and answers them. */
export type WorkerProcess = ChildProcess;

/** Starts one of our programs as a worker; its stdout is dropped, its stderr can be read. */
export const forkWorker = (program: string, args: readonly string[]): WorkerProcess =>
  fork(program, args, {
    cwd: '/',
    execArgv: [],
    // Output of modules must not mix with our own.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });

/** Was this process started by `forkWorker`? */
export const isWorker = (): boolean => process.send !== undefined;

/** Runs a worker: answers each message until the parent disconnects, then cleans up and exits. Never resolves. */
export function serveParent(answer: (message: unknown) => Promise<unknown>, clean: () => void): Promise<never> {
  process.on('disconnect', () => {
    clean();
    process.exit(0);
  });
  // A project's module may leave a rejected promise behind; the other jobs continue.
  process.on('unhandledRejection', () => {});
  process.on('message', (message) => {
    void answer(message).then((result) => process.send?.(result));
  });
  return new Promise(() => {});
}

/** Moves this process into another folder and environment; returns an undo function. */
export function enterContext(cwd: string, env: Environment): () => void {
  const ownEnvironment = { ...process.env };
  process.chdir(cwd);
  setEnvironment(env);
  return () => {
    process.chdir('/');
    setEnvironment(ownEnvironment);
  };
}

function setEnvironment(env: Environment): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}
