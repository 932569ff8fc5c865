import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type InitMachine, initMachine } from './init-world.js';

/** A machine without hooks, whose agents have their folders. */
export function freshMachine(t: TestContext, folders: readonly string[] = ['.claude']): InitMachine {
  const here = initMachine(t, {});
  for (const folder of folders) mkdirSync(join(here.home, folder));
  return here;
}

/** A PATH without any agent of this machine. */
export const env = { NO_COLOR: '1', PATH: '/usr/bin:/bin' };
/** A person at a terminal of 80 columns. */
export const person = { columns: 80, env };
