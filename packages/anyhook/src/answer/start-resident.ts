import { setTimeout as wait } from 'node:timers/promises';
import type { Environment } from '@anyhook/core';
import { makePrivateFolder, packageFile, removePath, residentEnvironment, startDetached, version } from '@anyhook/core';
import { controlEngine, type EngineReport } from '../resident/control-engine.js';
import { engineFiles } from '../resident/instance.js';

export interface StartOptions {
  readonly state: string;
  readonly env: Environment;
  /** How long the engine stays without an event, such as 30m. */
  readonly idle: string;
}

/** The result of a start: the running engine, or why there is none. */
export interface StartResult {
  readonly report?: EngineReport;
  readonly isNew: boolean;
  readonly problem?: string;
}

const startTimeoutMs = 15_000;
const pollMs = 50;

/** Starts the resident engine in the background, unless one of this version runs; events may start it again. */
export async function startResident({ state, env, idle }: StartOptions): Promise<StartResult> {
  makePrivateFolder(state);
  removePath(`${state}/${engineFiles.staysDown}`);
  const before = await controlEngine(state, 'status', 2_000);
  if (before?.version === version) return { report: before, isNew: false };
  const args = ['engine', 'start', '--foreground', '--idle', idle];
  const problem = await startDetached(packageFile('bin/anyhook.cjs'), args, {
    cwd: state,
    env: residentEnvironment(env),
  });
  if (problem !== undefined) return { isNew: true, problem };
  const report = await waitUntilUp(state);
  return { isNew: true, ...(report && { report }) };
}

/** The report of an engine of this version, once there is one. */
async function waitUntilUp(state: string): Promise<EngineReport | undefined> {
  for (let waited = 0; waited < startTimeoutMs; waited += pollMs) {
    const report = await controlEngine(state, 'status', 1_000);
    if (report?.version === version) return report;
    await wait(pollMs);
  }
  return undefined;
}
