import { type Hook, isoNow, needsTrust, type TrustCoverage, type UserPaths } from '@anyhook/core';
import { forgetTrust, hookStates, recordPackageTrust, recordTrust } from '../trust/trust.js';
import type { TrustedFileChange } from '../trust/trust-texts.js';
import { findTrustedChanges, forgetTrustedTexts, keepTrustedTexts } from '../trust/trust-texts.js';
import type { Project } from './load.js';

/** A project's hook compared with what was trusted before. */
export interface HookReview {
  readonly hook: Hook;
  /** `unconfirmed`: trusted by an earlier version, which did not know everything that it runs. */
  readonly status: 'new' | 'changed' | 'unconfirmed' | 'unchanged' | 'deleted';
  readonly why?: string;
  /** The files that differ from what was trusted. */
  readonly changes?: readonly TrustedFileChange[];
}

/** A project's own hooks, and packages that changed, compared with what was trusted before. */
export function reviewTrust({ snapshot }: Project, user: UserPaths): readonly HookReview[] {
  const changesOf = findTrustedChanges(snapshot, user);
  const present = new Set(snapshot.hooks.map(({ id }) => id));
  return hookStates(snapshot, user, 'ask')
    .filter(({ hook, state }) => hook.scope === 'project' || (needsTrust(hook) && state.kind !== 'active'))
    .map(({ hook, state }): HookReview => {
      if (state.kind === 'untrusted') return { hook, status: 'new' };
      if (state.kind === 'active' && state.unconfirmed)
        return { hook, status: 'unconfirmed', why: unconfirmedText(state.unconfirmed), changes: changesOf(hook) };
      if (state.kind !== 'changed') return { hook, status: 'unchanged' };
      if (!present.has(hook.id)) return { hook, status: 'deleted' };
      return { hook, status: 'changed', why: state.what, changes: changesOf(hook) };
    });
}

const unconfirmedText = ({ files }: TrustCoverage): string =>
  files.length > 0
    ? `not yet covered: ${files.join(', ')}; an earlier version did not know that it runs this`
    : 'an earlier version did not know all that it runs';

export const ownHooks = ({ snapshot }: Project): readonly Hook[] =>
  snapshot.hooks.filter(({ scope }) => scope === 'project');

/** Records that the project is trusted as it is, except some hooks; `withMore`: with its other parts. */
export function grantTrust(
  project: Project,
  user: UserPaths,
  { leftOut = [], withMore = false }: { readonly leftOut?: readonly Hook[]; readonly withMore?: boolean } = {},
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
  // Trusting a user's package says nothing about the project.
  if (packages.length > 0 && ownHooks(project).length === 0 && !withMore) return;
  recordTrust(snapshot, user, isoNow(), ({ id }) => !ids.has(id));
  keepTrustedTexts(root, user);
}

/** The user's packages that changed since they were trusted. */
const changedPackages = ({ snapshot }: Project, user: UserPaths): readonly string[] =>
  hookStates(snapshot, user, 'ask').flatMap(({ hook, state }) =>
    hook.package && hook.scope !== 'project' && state.kind !== 'active' ? [hook.package.name] : [],
  );

/** Forgets that a project was trusted; false if it was not. */
export function revokeTrust({ root }: Project, user: UserPaths): boolean {
  const hadTrust = forgetTrust(root, user, isoNow());
  forgetTrustedTexts(root, user);
  return hadTrust;
}
