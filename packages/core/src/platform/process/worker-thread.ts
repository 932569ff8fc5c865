import { parentPort, Worker, workerData } from 'node:worker_threads';

/** A thread of this process. Messages are plain data. */
export interface Thread {
  post(message: unknown): void;
  stop(): void;
}

export interface ThreadEvents {
  readonly message: (message: unknown) => void;
  /** It has ended unexpectedly, for this reason. */
  readonly ended: (why: string) => void;
}

/** Starts a thread that does not keep the process alive. */
export function startThread(file: string, data: unknown, { message, ended }: ThreadEvents): Thread {
  const worker = new Worker(file, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 2 },
  });
  worker.unref();
  let why = 'it ended';
  worker.on('message', message);
  worker.on('error', (error) => {
    why = error.message;
  });
  worker.on('exit', () => ended(why));
  return { post: (value) => worker.postMessage(value), stop: () => void worker.terminate() };
}

/** The thread's own end. */
export interface ThreadPort {
  readonly data: unknown;
  post(message: unknown): void;
  listen(onMessage: (message: unknown) => void): void;
  /** Stops accepting messages: the thread ends when all work is done. */
  close(): void;
}

export function threadPort(): ThreadPort {
  const port = parentPort;
  if (!port) throw new Error('this file runs only in a thread of the engine');
  return {
    data: workerData as unknown,
    post: (message) => port.postMessage(message),
    listen: (onMessage) => void port.on('message', onMessage),
    close: () => port.close(),
  };
}
