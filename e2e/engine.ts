import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { controlEngine } from '../packages/anyhook/src/resident/control-engine.js';
import { engineFiles } from '../packages/anyhook/src/resident/instance.js';

const startMs = 10_000;
const endMs = 5_000;

/** What the engine of a run did. */
export interface EngineWork {
  /** Events that it answered. */
  readonly engineEvents: number;
  /** Hooks that it ran in spare interpreters. */
  readonly sparesUsed: number;
}

const nothing: EngineWork = { engineEvents: 0, sparesUsed: 0 };

/** Stops the engine that a run started, even one that is just starting; returns what it did. */
export async function endEngine(state: string): Promise<EngineWork> {
  if (!existsSync(state)) return nothing;
  writeFileSync(join(state, engineFiles.staysDown), '');
  await within(startMs, () => !existsSync(join(state, engineFiles.starting)));
  const engine = await controlEngine(state, 'quit', endMs);
  if (!engine) return nothing;
  if (!(await within(endMs, () => !isRunning(engine.pid)))) process.kill(engine.pid, 'SIGKILL');
  return { engineEvents: engine.events, sparesUsed: engine.spares?.used ?? 0 };
}

/** Waits until a condition is true; returns false on timeout. */
async function within(ms: number, holds: () => boolean): Promise<boolean> {
  const end = performance.now() + ms;
  while (!holds()) {
    if (performance.now() > end) return false;
    await wait(20);
  }
  return true;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
