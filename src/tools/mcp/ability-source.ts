import type { LoadedAbility } from '../../abilities/ability.js';
import { ticks } from '../../platform/clock.js';
import type { ToolRunner } from '../tasks/task.js';

/** The abilities of a project at one moment, and what runs them. */
export interface ProjectAbilities {
  readonly abilities: readonly LoadedAbility[];
  readonly runner: ToolRunner;
  /** Routing hints for a task, as sentences for a model; empty if nothing matches. */
  route(task: string): Promise<readonly string[]>;
}

/** The project that the server offers, in its current state at each request. */
export interface AbilitySource {
  open(): Promise<ProjectAbilities>;
  /** Calls back when the abilities have changed, until the result is called. */
  onChange(changed: () => void): () => void;
}

/** How often the project is checked for clients that only listen, and the largest share of time that may take. */
const watchMs = 2_000;
const share = 0.05;

/** Watches a project for listening clients. It polls, because not every system reports file changes. */
export function createAbilitySource(open: () => Promise<ProjectAbilities>): AbilitySource {
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let seen: string | undefined;

  const look = async () => {
    const began = ticks();
    // If the project cannot be read now, the next request reports it.
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

/** Two equal fingerprints offer the same tools. */
const printOf = ({ abilities }: ProjectAbilities): string => JSON.stringify(abilities);
