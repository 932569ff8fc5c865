/** How many works run and wait, for `anyhook status`. */
export interface LimiterLoad {
  readonly running: number;
  readonly waiting: number;
}

/** Runs works, not too many at once. Each key has a line of its own, and the lines take turns. */
export interface Limiter {
  /** Runs the work when its turn comes, at once where it can. A wait that the signal ends never runs it. */
  run<T>(key: string, work: () => T | Promise<T>, signal?: AbortSignal): Promise<T>;
  load(): LimiterLoad;
  /** Resolves when nothing runs. */
  idle(): Promise<void>;
}

/** Without a limit, there is none of that kind. */
export interface LimiterOptions {
  /** Works that run at once. */
  readonly most?: number;
  /** Works of one key that run at once; with 1, each key's works are done in the order in which they came. */
  readonly maxOfKey?: number;
  /** Works that wait; one more is refused. */
  readonly maxWaiting?: number;
  /** Works of one key that wait; one more is refused. */
  readonly maxWaitingOfKey?: number;
  /**
   * A work that runs for longer no longer counts: a burst of short programs is what must be held back, and a slow one
   * must not keep every guard of every other agent waiting.
   */
  readonly slowMs?: number;
  /** What `run` rejects with when the signal ends the wait. */
  readonly cancelled?: () => Error;
  /** What `run` rejects with when so many wait already. */
  readonly full?: (waiting: number) => Error;
}

/** The works of one key. */
interface Line {
  /** Those that run and count. */
  running: number;
  /** What lets each of those that wait begin. */
  readonly waiting: Set<() => void>;
}

export function createLimiter({
  most = Number.POSITIVE_INFINITY,
  maxOfKey = Number.POSITIVE_INFINITY,
  maxWaiting = Number.POSITIVE_INFINITY,
  maxWaitingOfKey = Number.POSITIVE_INFINITY,
  slowMs,
  cancelled = () => new Error('the agent went away'),
  full = (waiting) => new Error(`${waiting} wait already: try again later`),
}: LimiterOptions): Limiter {
  // In the order in which they are served next; a line without works is forgotten.
  const lines = new Map<string, Line>();
  const idlers = new Set<() => void>();
  let counted = 0;
  let running = 0;
  let waiting = 0;

  const hasRoom = (line: Line): boolean => counted < most && line.running < maxOfKey;
  // One that was let in counts before it runs, and a slow one runs without counting.
  const isIdle = (): boolean => running === 0 && counted === 0;
  const count = (line: Line, change: 1 | -1): void => {
    counted += change;
    line.running += change;
  };

  /** Lets in whoever has room now, line by line. */
  const admit = (): void => {
    for (const [key, line] of lines) {
      if (counted >= most) return;
      const [begin] = line.waiting;
      if (begin === undefined || !hasRoom(line)) continue;
      // To the back of the round, where this loop comes by again.
      lines.delete(key);
      lines.set(key, line);
      count(line, 1);
      begin();
    }
  };

  /** Waits until `admit` counts us. */
  const turn = (line: Line, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (settle: () => void) => {
        waiting--;
        line.waiting.delete(begin);
        signal?.removeEventListener('abort', giveUp);
        settle();
      };
      const begin = () => leave(resolve);
      const giveUp = () => leave(() => reject(cancelled()));
      waiting++;
      line.waiting.add(begin);
      signal?.addEventListener('abort', giveUp);
    });

  const forget = (key: string, line: Line): void => {
    if (line.running === 0 && line.waiting.size === 0 && lines.get(key) === line) lines.delete(key);
  };

  /** Runs a work that has been counted. */
  const inside = async <T>(line: Line, work: () => T | Promise<T>): Promise<T> => {
    running++;
    let isCounted = true;
    const leave = () => {
      if (!isCounted) return;
      isCounted = false;
      count(line, -1);
      admit();
    };
    const timer = slowMs === undefined ? undefined : setTimeout(leave, slowMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      running--;
      leave();
      if (isIdle()) for (const idler of idlers) idler();
    }
  };

  return {
    async run(key, work, signal) {
      if (signal?.aborted) throw cancelled();
      const line = lines.get(key) ?? { running: 0, waiting: new Set() };
      const mayBegin = hasRoom(line);
      const isFull = waiting >= maxWaiting || line.waiting.size >= maxWaitingOfKey;
      if (!mayBegin && isFull) throw full(waiting);
      lines.set(key, line);
      try {
        if (mayBegin) count(line, 1);
        else await turn(line, signal);
        return await inside(line, work);
      } finally {
        forget(key, line);
      }
    },
    load: () => ({ running, waiting }),
    idle: () => new Promise((resolve) => (isIdle() ? resolve() : void idlers.add(resolve))),
  };
}
