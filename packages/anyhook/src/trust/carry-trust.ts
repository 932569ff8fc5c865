import type { UserPaths } from '@anyhook/core';
import { type Hook, removePath, trustedFiles } from '@anyhook/core';
import { hookStates, type ProjectToTrust, writeTrustFile } from './trust.js';
import { hookShas, trustedHook } from './trust-coverage.js';
import { hookTrustFile, readOwnRecord, type TrustedHook } from './trust-records.js';

export interface CarryOptions {
  /** The file with hooks that this program rewrote. */
  readonly file: string;
  readonly user: UserPaths;
  readonly now: string;
  /** Hooks that this program added: they are trusted. */
  readonly isAdded?: (hook: Hook) => boolean;
  /** Hooks that this program removed: they are forgotten. */
  readonly isRemoved?: (hook: Hook) => boolean;
  /** Keep the record of a project that has no trusted hook left: its tools are trusted without hooks. */
  readonly keepEmpty: boolean;
}

/** Keeps the trust in the hooks of a file that this program rewrote, so that they do not ask again; adds none. */
export function carryTrust(before: ProjectToTrust, after: ProjectToTrust, options: CarryOptions): void {
  const { file, user, now, isAdded = () => false, isRemoved = () => false, keepEmpty } = options;
  if (before.exposed || after.exposed) return;
  const isInFile = (hook: Hook) => hook.scope === 'project' && hook.source === file;
  const unmatched = hookStates(before, user, 'ask').flatMap(({ hook, state }) =>
    isInFile(hook) && state.kind === 'active' ? [{ hook, isConfirmed: !state.unconfirmed }] : [],
  );
  const replaced = new Set<string>();
  const unconfirmed = new Set<Hook>();
  const carried = after.hooks.filter(isInFile).filter((hook) => {
    const index = unmatched.findIndex((one) => contentKey(one.hook) === contentKey(hook));
    // Another process may write at the same time: only the file that we wrote may differ.
    const isSame = trustedFiles(hook).every((path) => path === file || before.shas[path] === after.shas[path]);
    if (index < 0 || !isSame) return isAdded(hook);
    for (const old of unmatched.splice(index, 1)) {
      replaced.add(placeKey(old.hook));
      if (!old.isConfirmed) unconfirmed.add(hook);
    }
    return true;
  });
  const { root } = after;
  // Moving a hook does not accept what the user was never shown.
  const entryOf = (hook: Hook): TrustedHook =>
    unconfirmed.has(hook) ? { hook, shas: hookShas({ files: hook.files }, after.shas) } : trustedHook(hook, after.shas);
  const known = readOwnRecord(root, user).hooks;
  // A guard that is gone or changed must ask, so its record stays.
  const others = (known ?? []).filter(
    ({ hook }) => !replaced.has(placeKey(hook)) && !(isInFile(hook) && isRemoved(hook)),
  );
  const hooks = [...others, ...carried.map(entryOf)];
  if (hooks.length > 0 || (known && keepEmpty)) writeTrustFile({ version: 1, root, at: now, hooks }, user);
  else if (known) removePath(hookTrustFile(root, user));
}

/** What a hook does, independent of its position in the file. */
const contentKey = (hook: Hook): string => JSON.stringify({ ...hook, id: '', position: 0, line: 0 });

const placeKey = ({ source, position, nativeEvent }: Hook): string => [source, position, nativeEvent].join('\n');
