import { now } from '@anyhook/core';
import type { World } from '../answer/engine.js';
import { checkLoaded, type LoadedProject, loadForEvents } from '../answer/project-pool.js';
import type { Project } from '../hooks/load.js';
import type { TrustMode } from '../trust/trust.js';

/** A project that is reloaded when its files or the trust in them change. */
export interface LiveProject {
  /** The project as it is now. Rejects if it cannot be loaded. */
  current(): Promise<Project>;
}

export function createLiveProject(world: World, trust: TrustMode | undefined): LiveProject {
  let known: LoadedProject | undefined;
  let running: Promise<Project> | undefined;
  let next: Promise<Project> | undefined;

  const look = async (): Promise<Project> => {
    const request = { world, trust };
    const checkedAt = known && (await checkLoaded(known, request, now()));
    known = known && checkedAt !== undefined ? { ...known, checkedAt } : await loadForEvents(request, now());
    return known.project;
  };
  const start = (): Promise<Project> => {
    const work = look().finally(() => {
      if (running === work) running = undefined;
    });
    running = work;
    return work;
  };
  return {
    current() {
      if (!running) return start();
      // The check in progress may have missed the latest change.
      next ??= running.then(
        () => startNext(),
        () => startNext(),
      );
      return next;
    },
  };

  function startNext(): Promise<Project> {
    next = undefined;
    return start();
  }
}
