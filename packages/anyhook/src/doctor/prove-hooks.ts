import { homeFolder, processEnvironment, workingFolder } from '@anyhook/core';
import type { DoctorSection } from './finding.js';

export interface ProveHooksOptions {
  /** The folder in which agents work. Default: that of the process. */
  readonly cwd?: string;
  /** Default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Only these agents, found or not. Default: all connected agents. */
  readonly hosts?: readonly string[];
  /** Time limit of one canary or program, in milliseconds; the whole proof takes at most six of them. Default: 10 000. */
  readonly patienceMs?: number;
}

export interface HooksProof {
  /** False if hooks that should run do not. */
  readonly alive: boolean;
  /** The same as `anyhook doctor --json`; the last section holds the proofs. */
  readonly sections: readonly DoctorSection[];
}

/**
 * Proves that hooks work in every connected agent: what `anyhook doctor` does. Runs no hook.
 *
 * @example
 * const { alive, sections } = await proveHooks({ hosts: ['codex'] });
 */
export async function proveHooks(options: ProveHooksOptions = {}): Promise<HooksProof> {
  const [{ examineHooks }, { hasDeadHooks }] = await Promise.all([import('./examine.js'), import('./finding.js')]);
  const { cwd = workingFolder(), env = processEnvironment(), hosts: agents, patienceMs } = options;
  const world = { cwd, env, home: homeFolder() };
  const sections = await examineHooks(world, { agents, ...(patienceMs !== undefined && { timeoutMs: patienceMs }) });
  return { alive: !sections.some(hasDeadHooks), sections };
}
