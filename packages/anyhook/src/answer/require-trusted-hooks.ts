import { isFolder, now, UntrustedHooksError, type UntrustedRule } from '@anyhook/core';
import { offReason } from '../switches/off-switch.js';
import type { TrustMode } from '../trust/trust.js';
import { existingFolder } from './answer-event.js';
import { openProject, type World } from './engine.js';
import { untrustedHooksOf } from './untrusted-hooks.js';

/** Rejects with an `UntrustedHooksError` if the folder in which a program will work has untrusted hooks. */
export async function requireTrustedHooks(request: {
  readonly world: World;
  readonly trust: TrustMode | undefined;
  readonly untrusted: UntrustedRule;
}): Promise<void> {
  const { world, trust, untrusted } = request;
  if (untrusted === 'ignore' || offReason(world, now()) !== undefined) return;
  const cwd = existingFolder(world.cwd, isFolder(world.cwd) ? world.cwd : '/');
  const why = untrustedHooksOf(await openProject({ ...world, cwd }, trust, { forEvent: true }));
  if (why !== undefined) throw new UntrustedHooksError(why);
}
