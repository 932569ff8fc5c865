/** How many are inside and waiting, for `anyhook status`. */
export interface Crowd {
  readonly running: number;
  readonly waiting: number;
}

/** Lets only so many start at once, and takes turns between those who ask. */
export interface Gate {
  /** Runs what is given when its turn comes; a wait that is called off never runs it. */
  pass<T>(who: string, act: () => T | Promise<T>, signal?: AbortSignal): Promise<T>;
  crowd(): Crowd;
}

export interface GateOptions {
  readonly most: number;
  /**
   * Who is inside for longer no longer counts: a burst of short programs is what must be held back, and a slow one must
   * not keep every guard of every other agent waiting.
   */
  readonly slowMs: number;
}

interface Waiter {
  readonly enter: () => void;
}

/** Each asker has a line of its own, and the lines are served in turn: a busy agent waits for itself. */
export function createGate({ most, slowMs }: GateOptions): Gate {
  const lines = new Map<string, Waiter[]>();
  let counted = 0;
  let running = 0;
  let waiting = 0;

  const admit = () => {
    while (counted < most) {
      const next = lines.entries().next();
      if (next.done) return;
      const [who, line] = next.value;
      // To the back of the round.
      lines.delete(who);
      const waiter = line.shift();
      if (line.length > 0) lines.set(who, line);
      if (!waiter) continue;
      counted++;
      waiter.enter();
    }
  };

  /** The one who comes in has been counted already. */
  const inside = async <T>(act: () => T | Promise<T>): Promise<T> => {
    running++;
    let isCounted = true;
    const leave = () => {
      if (!isCounted) return;
      isCounted = false;
      counted--;
      admit();
    };
    const timer = setTimeout(leave, slowMs);
    try {
      return await act();
    } finally {
      clearTimeout(timer);
      running--;
      leave();
    }
  };

  const turn = (who: string, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const line = lines.get(who) ?? [];
      const done = (settle: () => void) => {
        waiting--;
        signal?.removeEventListener('abort', giveUp);
        settle();
      };
      const waiter: Waiter = { enter: () => done(resolve) };
      const giveUp = () => {
        const at = line.indexOf(waiter);
        if (at === -1) return;
        line.splice(at, 1);
        if (line.length === 0 && lines.get(who) === line) lines.delete(who);
        done(() => reject(new Error('the agent went away')));
      };
      waiting++;
      line.push(waiter);
      lines.set(who, line);
      signal?.addEventListener('abort', giveUp);
    });

  return {
    async pass(who, act, signal) {
      if (signal?.aborted) throw new Error('the agent went away');
      if (counted < most) counted++;
      else await turn(who, signal);
      return inside(act);
    },
    crowd: () => ({ running, waiting }),
  };
}
