import { isAbsolute, join, relative } from 'node:path';
import type { Hook, LoadedHook } from '../core/hook.js';
import { exists, makePrivate, readText, remove, writeAtomic } from '../io/files.js';
import { fileNameFor } from '../io/file-name.js';
import type { UserPlaces } from '../state/places.js';
import type { Snapshot } from './snapshot.js';

/** How project hooks become trusted: by a person, by the committed lock file, or all of them (CI's choice). */
export type TrustMode = 'ask' | 'lock' | 'project';

/** A hook as it was when it was trusted, with the content of its files. */
interface Trusted {
  readonly hook: Hook;
  readonly shas: Readonly<Record<string, string>>;
}

/** What a person trusted in one project; a file of its own, so that a large one costs the others nothing. */
interface TrustFile {
  readonly version: 1;
  readonly root: string;
  readonly at: string;
  readonly hooks: readonly Trusted[];
}

/** Content of each file of each hook, relative to the project, in a file that a team commits. */
interface LockFile {
  readonly version: 1;
  readonly hooks: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The builtin that stands in for a trusted hook which was changed or deleted. */
export const changedBuiltin = 'anyhook:changed';

export const lockFile = (root: string): string => join(root, '.agents', 'anyhook.lock.json');

/** The state of each hook, and stand-ins for hooks that were trusted and are gone. User hooks are trusted. */
export function withTrust(snapshot: Snapshot, user: UserPlaces, mode: TrustMode): readonly LoadedHook[] {
  const project = snapshot.hooks.filter((hook) => hook.scope === 'project');
  if (project.length === 0 && mode !== 'ask') return snapshot.hooks.map(active);
  if (mode === 'project') return snapshot.hooks.map(active);
  const trusted = mode === 'lock' ? locked(snapshot) : recorded(snapshot.root, user);
  const known = new Map(trusted.map((entry) => [entry.hook.id, entry]));
  const loaded = snapshot.hooks.map((hook): LoadedHook => {
    if (hook.scope !== 'project') return active(hook);
    const entry = known.get(hook.id);
    if (!entry) return { hook, state: { kind: 'untrusted' } };
    const changed = changedFile(hook, entry, snapshot);
    return changed === undefined ? active(hook) : { hook, state: { kind: 'changed', what: `${changed} was changed` } };
  });
  const present = new Set(project.map(({ id }) => id));
  const gone = trusted
    .filter(({ hook }) => !present.has(hook.id))
    .map(({ hook }): LoadedHook => ({ hook, state: { kind: 'changed', what: 'it was deleted or no longer loads' } }));
  return [...loaded, ...gone];
}

/** Trusts the project's hooks as they are now. */
export function recordTrust(snapshot: Snapshot, user: UserPlaces, now: string): void {
  const own = snapshot.hooks.filter((hook) => hook.scope === 'project');
  const hooks = own.map((hook) => ({ hook, shas: shasOf(hook, snapshot) }));
  const file: TrustFile = { version: 1, root: snapshot.root, at: now, hooks };
  makePrivate(user.state);
  writeAtomic(trustFile(snapshot.root, user), `${JSON.stringify(file, null, 1)}\n`);
}

/** Forgets that the project was ever trusted; true when it was. */
export function forgetTrust(root: string, user: UserPlaces): boolean {
  const path = trustFile(root, user);
  if (!exists(path)) return false;
  remove(path);
  return true;
}

/** Writes the lock file that CI and other machines may trust by. */
export function writeLock(snapshot: Snapshot): string {
  const own = snapshot.hooks.filter((hook) => hook.scope === 'project');
  const hooks = Object.fromEntries(
    own.map((hook) => [
      hook.id,
      Object.fromEntries(
        Object.entries(shasOf(hook, snapshot)).map(([path, sha]) => [relative(snapshot.root, path), sha]),
      ),
    ]),
  );
  const path = lockFile(snapshot.root);
  writeAtomic(path, `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`, 0o644);
  return path;
}

const active = (hook: Hook): LoadedHook => ({ hook, state: { kind: 'active' } });

function shasOf(hook: Hook, snapshot: Snapshot): Record<string, string> {
  return Object.fromEntries(hook.files.map((path) => [path, snapshot.shas[path] ?? '']));
}

/** The first file that differs from what was trusted, or that has come or gone. */
function changedFile(hook: Hook, { shas }: Trusted, snapshot: Snapshot): string | undefined {
  const all = new Set([...hook.files, ...Object.keys(shas)]);
  return [...all].find((path) => (snapshot.shas[path] ?? '') !== (shas[path] ?? '') || !Object.hasOwn(shas, path));
}

function recorded(root: string, user: UserPlaces): readonly Trusted[] {
  const file = parse<Partial<TrustFile>>(readText(trustFile(root, user), 64 * 1024 * 1024), {});
  return file.root === root ? (file.hooks ?? []) : [];
}

function locked(snapshot: Snapshot): readonly Trusted[] {
  const file = parse<LockFile>(readText(lockFile(snapshot.root)), { version: 1, hooks: {} });
  return snapshot.hooks.flatMap((hook): readonly Trusted[] => {
    if (!Object.hasOwn(file.hooks, hook.id)) return [];
    const entries = Object.entries(file.hooks[hook.id] ?? {});
    return [
      {
        hook,
        shas: Object.fromEntries(
          entries.map(([path, sha]) => [isAbsolute(path) ? path : join(snapshot.root, path), sha]),
        ),
      },
    ];
  });
}

const trustFile = (root: string, user: UserPlaces): string => join(user.state, 'trust', `${fileNameFor(root)}.json`);

function parse<T>(text: string | undefined, empty: T): T {
  if (text === undefined) return empty;
  try {
    const value = JSON.parse(text) as T;
    return typeof value === 'object' && value !== null ? { ...empty, ...value } : empty;
  } catch {
    return empty;
  }
}
