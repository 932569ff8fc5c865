/** How many jobs run and wait, for `anyhook engine status`. */
export interface LimiterLoad {
  readonly running: number;
  readonly waiting: number;
}

/** Runs a limited number of jobs at once. Each key has its own queue, and the queues take turns. */
export interface Limiter {
  /** Runs the job when its turn comes, immediately if possible. If the signal aborts while it waits, it never runs. */
  run<T>(key: string, work: () => T | Promise<T>, signal?: AbortSignal): Promise<T>;
  load(): LimiterLoad;
  /** Whether any job runs or waits, not counting slow ones. */
  isBusy(): boolean;
  idle(): Promise<void>;
}

/** A limit that is not set does not apply. */
export interface LimiterOptions {
  readonly maxRunning?: number;
  /** Jobs of one key that run at once; with 1, the jobs of a key run in the order in which they arrived. */
  readonly maxRunningPerKey?: number;
  /** Jobs that may wait; one more is refused. */
  readonly maxWaiting?: number;
  /** Jobs of one key that may wait; one more is refused. */
  readonly maxWaitingPerKey?: number;
  /**
   * A job that runs longer than this no longer counts: the limit is for bursts of short programs, and one slow job must
   * not delay the guards of all other agents.
   */
  readonly slowMs?: number;
  /** What `run` rejects with when the signal ends the wait. */
  readonly cancelledError?: () => Error;
  /** What `run` rejects with when too many jobs wait already. */
  readonly fullError?: (waiting: number) => Error;
}

interface KeyQueue {
  /** Running jobs that count toward the limit. */
  running: number;
  /** Functions that start the waiting jobs. */
  readonly waiting: Set<() => void>;
}

export function createLimiter({
  maxRunning = Number.POSITIVE_INFINITY,
  maxRunningPerKey = Number.POSITIVE_INFINITY,
  maxWaiting = Number.POSITIVE_INFINITY,
  maxWaitingPerKey = Number.POSITIVE_INFINITY,
  slowMs,
  cancelledError = () => new Error('the agent went away'),
  fullError = (waiting) => new Error(`${waiting} wait already: try again later`),
}: LimiterOptions): Limiter {
  // In the order in which they are served next; an empty queue is deleted.
  const queues = new Map<string, KeyQueue>();
  const idleWaiters = new Set<() => void>();
  let counted = 0;
  let running = 0;
  let waiting = 0;

  const hasRoom = (queue: KeyQueue): boolean => counted < maxRunning && queue.running < maxRunningPerKey;
  // An admitted job counts even before it runs; a slow one does not count while it runs.
  const isIdle = (): boolean => running === 0 && counted === 0;
  const count = (queue: KeyQueue, change: 1 | -1): void => {
    counted += change;
    queue.running += change;
  };

  /** Starts waiting jobs while there is room, queue by queue. */
  const admit = (): void => {
    for (const [key, queue] of queues) {
      if (counted >= maxRunning) return;
      const [begin] = queue.waiting;
      if (begin === undefined || !hasRoom(queue)) continue;
      // Moved to the end, where this loop visits it again.
      queues.delete(key);
      queues.set(key, queue);
      count(queue, 1);
      begin();
    }
  };

  /** Waits until `admit` starts this job. */
  const waitForTurn = (queue: KeyQueue, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (settle: () => void) => {
        waiting--;
        queue.waiting.delete(begin);
        signal?.removeEventListener('abort', giveUp);
        settle();
      };
      const begin = () => leave(resolve);
      const giveUp = () => leave(() => reject(cancelledError()));
      waiting++;
      queue.waiting.add(begin);
      signal?.addEventListener('abort', giveUp);
    });

  const forget = (key: string, queue: KeyQueue): void => {
    if (queue.running === 0 && queue.waiting.size === 0 && queues.get(key) === queue) queues.delete(key);
  };

  const runCounted = async <T>(queue: KeyQueue, work: () => T | Promise<T>): Promise<T> => {
    running++;
    let isCounted = true;
    const leave = () => {
      if (!isCounted) return;
      isCounted = false;
      count(queue, -1);
      admit();
    };
    const timer = slowMs === undefined ? undefined : setTimeout(leave, slowMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      running--;
      leave();
      if (isIdle()) for (const idler of idleWaiters) idler();
    }
  };

  return {
    async run(key, work, signal) {
      if (signal?.aborted) throw cancelledError();
      const queue = queues.get(key) ?? { running: 0, waiting: new Set() };
      const mayBegin = hasRoom(queue);
      const isFull = waiting >= maxWaiting || queue.waiting.size >= maxWaitingPerKey;
      if (!mayBegin && isFull) throw fullError(waiting);
      queues.set(key, queue);
      try {
        if (mayBegin) count(queue, 1);
        else await waitForTurn(queue, signal);
        return await runCounted(queue, work);
      } finally {
        forget(key, queue);
      }
    },
    load: () => ({ running, waiting }),
    isBusy: () => counted > 0 || waiting > 0,
    idle: () => new Promise((resolve) => (isIdle() ? resolve() : void idleWaiters.add(resolve))),
  };
}
