import {
  abilityLock,
  abilityStates,
  forgetAbilityTrust,
  type LoadedAbility,
  type ProjectRegistry,
  recordAbilityTrust,
} from '@anyhook/abilities';
import { type Hook, isoNow, needsTrust, type TrustCoverage, type UserPaths } from '@anyhook/core';
import { forgetTrust, hookStates, recordPackageTrust, recordTrust, writeLock } from '../trust/trust.js';
import {
  findTrustedChanges,
  forgetTrustedTexts,
  keepTrustedTexts,
  type TrustedFileChange,
} from '../trust/trust-texts.js';
import type { Project } from './load.js';

/** A project's hook compared with what was trusted before. */
export interface HookReview {
  readonly hook: Hook;
  /** `unconfirmed`: trusted by an earlier version, which did not know all that it runs. */
  readonly status: 'new' | 'changed' | 'unconfirmed' | 'unchanged' | 'deleted';
  /** What changed. */
  readonly why?: string;
  /** The files that differ from what was trusted. */
  readonly changes?: readonly TrustedFileChange[];
}

/** What a person reviews before trusting a project. */
export interface TrustReview {
  readonly hooks: readonly HookReview[];
  readonly abilities: readonly LoadedAbility[];
}

/** A project's own hooks and abilities, and packages that changed, compared with what was trusted before. */
export function reviewTrust(project: Project, registry: ProjectRegistry, user: UserPaths): TrustReview {
  const { snapshot, root } = project;
  const changesOf = findTrustedChanges(snapshot, user);
  const present = new Set(snapshot.hooks.map(({ id }) => id));
  const hooks = hookStates(snapshot, user, 'ask')
    .filter(({ hook, state }) => hook.scope === 'project' || (needsTrust(hook) && state.kind !== 'active'))
    .map(({ hook, state }): HookReview => {
      if (state.kind === 'untrusted') return { hook, status: 'new' };
      if (state.kind === 'active' && state.unconfirmed)
        return { hook, status: 'unconfirmed', why: unconfirmedText(state.unconfirmed), changes: changesOf(hook) };
      if (state.kind !== 'changed') return { hook, status: 'unchanged' };
      if (!present.has(hook.id)) return { hook, status: 'deleted' };
      return { hook, status: 'changed', why: state.what, changes: changesOf(hook) };
    });
  return { hooks, abilities: abilityStates(registry, root, user, 'ask') };
}

const unconfirmedText = ({ files }: TrustCoverage): string =>
  files.length > 0
    ? `not yet covered: ${files.join(', ')}; an earlier version did not know that it runs this`
    : 'an earlier version did not know all that it runs';

/** The hooks that come with the project. */
export const ownHooks = ({ snapshot }: Project): readonly Hook[] =>
  snapshot.hooks.filter(({ scope }) => scope === 'project');

/** Records that a person trusts the project as it is, except some hooks; with a registry, its abilities too. */
export function grantTrust(
  project: Project,
  user: UserPaths,
  registry?: ProjectRegistry,
  leftOut: readonly Hook[] = [],
): void {
  const { snapshot, root } = project;
  const ids = new Set(leftOut.map(({ id }) => id));
  const packages = changedPackages(project, user).filter(
    (name) => !leftOut.some((hook) => hook.package?.name === name),
  );
  for (const { name, folder, scope } of snapshot.packages ?? []) {
    if (scope === 'project' || !packages.includes(name)) continue;
    recordPackageTrust(snapshot, folder, user, isoNow());
    keepTrustedTexts(folder, user);
  }
  // A yes to a package of the user's own says nothing about the project.
  if (packages.length > 0 && ownHooks(project).length === 0 && !registry) return;
  recordTrust(snapshot, user, isoNow(), ({ id }) => !ids.has(id));
  keepTrustedTexts(root, user);
  if (registry) recordAbilityTrust(registry, { root, levels: snapshot.levels }, user, isoNow());
}

/** The packages of the user that are not as they were trusted. */
const changedPackages = ({ snapshot }: Project, user: UserPaths): readonly string[] =>
  hookStates(snapshot, user, 'ask').flatMap(({ hook, state }) =>
    hook.package && hook.scope !== 'project' && state.kind !== 'active' ? [hook.package.name] : [],
  );

/** Forgets that a project was trusted; false if it was not. */
export function revokeTrust({ root }: Project, user: UserPaths): boolean {
  const hadTrust = [forgetTrust(root, user, isoNow()), forgetAbilityTrust(root, user)].includes(true);
  forgetTrustedTexts(root, user);
  return hadTrust;
}

/** Writes the lock file by which CI may trust the project; returns its path. */
export const lockProject = ({ snapshot, root }: Project, registry: ProjectRegistry): string =>
  writeLock(snapshot, abilityLock(registry, root));
