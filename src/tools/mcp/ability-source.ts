import type { LoadedAbility } from '../../abilities/ability.js';
import { ticks } from '../../platform/clock.js';
import type { ToolRunner } from '../tasks/task.js';

/** The abilities of a project as they were at one moment, and what runs them. */
export interface Opened {
  readonly abilities: readonly LoadedAbility[];
  readonly runner: ToolRunner;
  /** What a task leads to, in sentences for a model; empty where it leads nowhere. */
  route(task: string): Promise<readonly string[]>;
}

/** What the server speaks for: the project as it is when it is asked. */
export interface Desk {
  open(): Promise<Opened>;
  /** Calls back when the abilities have changed, until the result is called. */
  onChange(changed: () => void): () => void;
}

/** How often the project is looked at for clients that only listen, and which part of the time that may take. */
const watchMs = 2_000;
const share = 0.05;

/** Watches a project for those who listen. Files are looked at, for not every system tells of changes. */
export function createDesk(open: () => Promise<Opened>): Desk {
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let seen: string | undefined;

  const look = async () => {
    const began = ticks();
    // A project that cannot be read now is told to those who ask.
    const print = await open().then(printOf, () => seen);
    if (seen !== undefined && print !== seen) for (const listener of listeners) listener();
    seen = print;
    if (listeners.size > 0) again(Math.max(watchMs, (ticks() - began) / share));
  };
  const again = (ms: number) => {
    timer = setTimeout(() => void look(), ms).unref();
  };

  return {
    open,
    onChange(changed) {
      listeners.add(changed);
      if (listeners.size === 1) void look();
      return () => {
        listeners.delete(changed);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
  };
}

/** Two that are the same offer the same tools. */
const printOf = ({ abilities }: Opened): string => JSON.stringify(abilities);
