import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { controlEngine } from '../src/resident/control-engine.js';
import { engineFiles } from '../src/resident/instance.js';

const startMs = 10_000;
const endMs = 5_000;

/** Stops the engine that a run started, even one that is just starting; returns what it answered. */
export async function endEngine(state: string): Promise<number> {
  if (!existsSync(state)) return 0;
  writeFileSync(join(state, engineFiles.staysDown), '');
  await within(startMs, () => !existsSync(join(state, engineFiles.starting)));
  const engine = await controlEngine(state, 'quit', endMs);
  if (!engine) return 0;
  if (!(await within(endMs, () => !isRunning(engine.pid)))) process.kill(engine.pid, 'SIGKILL');
  return engine.events;
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
