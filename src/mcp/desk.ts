import { setImmediate as later } from 'node:timers/promises';
import type { LoadedAbility } from '../abilities/ability.js';
import type { ToolRunner } from '../tasks/task.js';

/** The abilities of a project as they were at one moment, and what runs them. */
export interface Opened {
  readonly abilities: readonly LoadedAbility[];
  readonly runner: ToolRunner;
  /** What a prompt leads to, in the words of a `routing_hint` and a `normalized_intent`. */
  route(task: string): Promise<object>;
}

/** A look at the project: two with the same print saw the same. */
export interface Look {
  readonly print: string;
  /** Called only where the print is new. */
  open(): Promise<Opened>;
}

/** What the server speaks for: the project as it is when it is asked. */
export interface Desk {
  /** Does something with the project as it is now. */
  use<T>(work: (opened: Opened) => Promise<T>): Promise<T>;
  /** Calls back when the project has changed, until the result is called. */
  onChange(changed: () => void): () => void;
  /** Looks no more, and closes what nobody uses. */
  close(): void;
}

interface Kept {
  readonly print: string;
  readonly opened: Opened;
  users: number;
}

/** How often the project is looked at for clients that only listen. */
const watchMs = 2_000;

/** Calls that come together share one look; what was opened stays until the project has changed and nobody uses it. */
export function createDesk(look: () => Promise<Look>): Desk {
  const listeners = new Set<() => void>();
  let kept: Kept | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<Kept> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const release = (one: Kept) => {
    if (one.users === 0 && (one !== kept || isClosed)) one.opened.runner.close();
  };
  const refresh = async (): Promise<Kept> => {
    const seen = await look();
    if (kept?.print === seen.print) return kept;
    const old = kept;
    kept = { print: seen.print, opened: await seen.open(), users: 0 };
    if (old) {
      release(old);
      for (const listener of listeners) listener();
    }
    return kept;
  };
  /** Nothing is closed between the look and those who wait for it. */
  const hold = (one: Kept): Kept => {
    one.users++;
    void later().then(() => {
      one.users--;
      release(one);
    });
    return one;
  };
  const current = (): Promise<Kept> => {
    next ??= later().then(() => {
      next = undefined;
      const begun = last.then(refresh).then(hold);
      last = begun.catch(() => undefined);
      return begun;
    });
    return next;
  };

  return {
    async use(work) {
      const one = await current();
      one.users++;
      try {
        return await work(one.opened);
      } finally {
        one.users--;
        release(one);
      }
    },
    onChange(changed) {
      listeners.add(changed);
      // A project that cannot be read now is told to those who ask.
      timer ??= setInterval(() => void current().catch(() => undefined), watchMs).unref();
      return () => {
        listeners.delete(changed);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      if (kept) release(kept);
    },
  };
}
