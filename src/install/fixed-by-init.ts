import { type FixedVariables, fixedFrom } from '../core/fixed-variables.js';
import { readText } from '../platform/files/files.js';
import type { World } from '../service/engine.js';
import { launcherFixed, nodeLauncher } from './launcher.js';

/** What `init` fixes: the folders of the person who runs it, another managed config, and the trust mode for CI. */
export const fixedByInit = ({ env, home }: Pick<World, 'env' | 'home'>, trust?: 'lock' | 'project'): FixedVariables =>
  fixedFrom(env, home, trust);

/** What is fixed in the launcher of this machine; undefined if there is none, or if an earlier version wrote it. */
export function fixedInLauncher(launcher: string): FixedVariables | undefined {
  const texts = [launcher, nodeLauncher(launcher)].map((file) => readText(file, maxLauncherBytes) ?? '');
  return texts.map(launcherFixed).find((fixed) => fixed !== undefined);
}

const maxLauncherBytes = 16 * 1024 * 1024;
