import { type FixedVariables, fixedFrom, isFile, readText } from '@anyhook/core';
import type { World } from '../answer/engine.js';
import { fixedInLauncherText, nodeLauncher } from './launcher.js';

/**
 * Values that `init` writes into the launcher: its user's folders, another managed config, the trust mode for CI, whether there is
 * an engine, and certificates, if they are in a file that can be read to its end.
 */
export function fixedByInit({ env, home }: Pick<World, 'env' | 'home'>, trust?: 'lock' | 'project'): FixedVariables {
  const { NODE_EXTRA_CA_CERTS: certificates, ...others } = env;
  return fixedFrom(isFile(certificates ?? '') ? env : others, home, trust);
}

/** The values in the launcher of this machine; undefined if there is no launcher, or an earlier version wrote it. */
export function fixedInLauncher(launcher: string): FixedVariables | undefined {
  const texts = [launcher, nodeLauncher(launcher)].map((file) => readText(file, maxLauncherBytes) ?? '');
  return texts.map(fixedInLauncherText).find((fixed) => fixed !== undefined);
}

const maxLauncherBytes = 16 * 1024 * 1024;
