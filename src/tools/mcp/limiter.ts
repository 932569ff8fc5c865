/** Lets a few works run at once; the others wait in the order in which they came. */
export interface Gate {
  /** Rejects when too many wait, and when the signal comes before its turn. */
  pass<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Resolves when nothing runs. */
  idle(): Promise<void>;
}

export interface GateOptions {
  readonly running: number;
  readonly waiting: number;
}

/** At most so many that run, and so many that wait. */
export function createGate({ running: most, waiting: mostWaiting }: GateOptions): Gate {
  const waiting = new Set<() => void>();
  const idlers = new Set<() => void>();
  let running = 0;

  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(begin);
        reject(new Error('the call was cancelled before it began'));
      };
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(begin);
    });

  return {
    async pass(work, signal) {
      if (running < most) running++;
      else if (waiting.size >= mostWaiting) throw new Error(`${waiting.size} calls wait already: try again later`);
      else await turn(signal);
      try {
        return await work();
      } finally {
        // The place goes to the one that waits longest, without being free in between.
        const [next] = waiting;
        if (next) {
          waiting.delete(next);
          next();
        } else if (--running === 0) for (const idler of idlers) idler();
      }
    },
    idle: () => new Promise((resolve) => (running === 0 ? resolve() : void idlers.add(resolve))),
  };
}
