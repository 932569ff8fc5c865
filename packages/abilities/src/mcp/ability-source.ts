import { ticks } from '@anyhook/core';
import type { LoadedAbility } from '../registry/ability.js';
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
  /** Calls the listener when abilities have changed, until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** Minimum time between two checks for clients that only listen, and the maximum share of time that checks may take. */
const minPollMs = 2_000;
const maxTimeShare = 0.05;

/** Watches a project for listening clients. It polls, because not every system reports file changes. */
export function createAbilitySource(open: () => Promise<ProjectAbilities>): AbilitySource {
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let lastFingerprint: string | undefined;

  const check = async () => {
    const startedAt = ticks();
    // If the project cannot be read now, the next request reports it.
    const fingerprint = await open().then(fingerprintOf, () => lastFingerprint);
    if (lastFingerprint !== undefined && fingerprint !== lastFingerprint) for (const listener of listeners) listener();
    lastFingerprint = fingerprint;
    if (listeners.size > 0) scheduleCheck(Math.max(minPollMs, (ticks() - startedAt) / maxTimeShare));
  };
  const scheduleCheck = (ms: number) => {
    timer = setTimeout(() => void check(), ms).unref();
  };

  return {
    open,
    onChange(changed) {
      listeners.add(changed);
      if (listeners.size === 1) void check();
      return () => {
        listeners.delete(changed);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
  };
}

/** Projects with equal fingerprints offer the same tools. */
const fingerprintOf = ({ abilities }: ProjectAbilities): string => JSON.stringify(abilities);
