import { dirname, isAbsolute, join, relative } from 'node:path';
import type { Problem } from '../core/errors.js';
import type { Hook, LoadedHook } from '../core/hook.js';
import { parseObject } from '../core/json.js';
import { maxStateFileBytes } from '../core/limits.js';
import { guardedEvents } from '../core/stand-in.js';
import { configFormat, formats } from '../formats/index.js';
import { builtinHook } from '../formats/kit/builtin-hook.js';
import { fileNameFor } from '../platform/files/file-name.js';
import { exists, makePrivate, readText, remove, writeAtomic } from '../platform/files/files.js';
import { readOwn, stateProblem } from '../state/private-file.js';
import { lockFile, type UserPlaces } from '../state/user-paths.js';
import { projectAbove } from './project-above.js';
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

/** What is known of it: what was trusted, where a record is there; what is wrong with the record. */
export interface TrustRecord {
  readonly hooks?: readonly Trusted[];
  readonly problem?: Problem;
}

/** Content of each file of each hook and ability, relative to the project, in a file that a team commits. */
interface LockFile {
  readonly version: 1;
  readonly hooks: Locked;
  readonly abilities?: Locked;
}

/** By name, the content of each file. */
type Locked = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Stands for the content of a file that is there but could not be read: such a file is never the trusted one. */
export const unreadSha = 'unread';

/** The files that say what is trusted in a project, by whichever mode. */
export const trustFiles = (root: string, user: UserPlaces): readonly string[] => [
  trustFile(root, user),
  lockFile(root),
];

/** The state of each hook, and stand-ins for hooks that were trusted and are gone. User hooks are trusted. */
export function withTrust(
  snapshot: Snapshot,
  user: UserPlaces,
  mode: TrustMode,
  record: TrustRecord = trustRecord(snapshot, user),
): readonly LoadedHook[] {
  if (mode === 'project') return snapshot.hooks.map(active);
  const { hooks } = snapshot;
  const trusted = mode === 'lock' ? locked(snapshot) : known(record);
  const byKey = new Map(trusted.map((entry) => [entry.key, entry]));
  const keyOf = mode === 'lock' ? idOf : placeOf;
  const states = hooks.map((hook) =>
    hook.scope === 'project' ? stateOf(hook, byKey.get(keyOf(hook)), snapshot) : active(hook),
  );
  const present = new Set(hooks.filter(({ scope }) => scope === 'project').map(keyOf));
  const gone = trusted.filter(({ key, hook }) => !present.has(key) && isInReach(hook, snapshot));
  const what = 'it was deleted or no longer loads';
  return [...states, ...gone.map(({ hook }): LoadedHook => ({ hook, state: { kind: 'changed', what, was: hook } }))];
}

/** Has a person trusted the project, or was it trusted for them? Then its own programs may be started too. */
export function isProjectTrusted(states: readonly LoadedHook[], mode: TrustMode, record: TrustRecord): boolean {
  if (mode === 'project') return true;
  const runs = states.some(({ hook, state }) => hook.scope === 'project' && state.kind === 'active');
  return runs || (mode === 'ask' && record.hooks !== undefined);
}

/** Is there a record that a person trusted the project? */
export const hasTrust = (root: string, user: UserPlaces): boolean =>
  stateProblem(user.state) === undefined && readTrust(root, user).hooks !== undefined;

/** What a person trusted in the project; nothing, with the reason, where others could have written it. */
export const trustRecord = ({ root, exposed }: Snapshot, user: UserPlaces): TrustRecord =>
  exposed ? { problem: exposed } : readTrust(root, user);

/** Trusts the project's hooks as they are now. */
export function recordTrust(snapshot: Snapshot, user: UserPlaces, now: string): void {
  const elsewhere = known(trustRecord(snapshot, user)).filter(({ hook }) => !isInReach(hook, snapshot));
  const own = snapshot.hooks.filter((hook) => hook.scope === 'project');
  const hooks = [...elsewhere, ...own.map((hook) => ({ hook, shas: shasOf(hook, snapshot) }))];
  const file: TrustFile = {
    version: 1,
    root: snapshot.root,
    at: now,
    hooks: hooks.map(({ hook, shas }) => ({ hook, shas })),
  };
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

/** Writes the lock file that CI and other machines may trust by; `abilities` are those of the registry, where it has some. */
export function writeLock(snapshot: Snapshot, abilities: Locked = {}): string {
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
  const lock: LockFile = { version: 1, hooks, ...(Object.keys(abilities).length > 0 && { abilities }) };
  writeAtomic(path, `${JSON.stringify(lock, null, 2)}\n`, 0o644);
  return path;
}

const active = (hook: Hook): LoadedHook => ({ hook, state: { kind: 'active' } });

function shasOf(hook: Hook, snapshot: Snapshot): Record<string, string> {
  return Object.fromEntries(hook.files.map((path) => [path, snapshot.shas[path] ?? '']));
}

function stateOf(hook: Hook, entry: Known | undefined, snapshot: Snapshot): LoadedHook {
  if (!entry) return { hook, state: { kind: 'untrusted' } };
  const what = change(hook, entry, snapshot);
  if (what === undefined) return active(hook);
  return { hook, state: { kind: 'changed', what, was: { ...entry.hook, id: hook.id } } };
}

/** Says which file differs from what was trusted, or has come or gone. */
function change(hook: Hook, { shas }: Known, snapshot: Snapshot): string | undefined {
  for (const path of new Set([...hook.files, ...Object.keys(shas)])) {
    const sha = snapshot.shas[path] ?? '';
    if (sha === unreadSha) return `${path} could not be read completely`;
    if (sha !== shas[path]) return `${path} was changed`;
  }
  return undefined;
}

/** What was trusted, and how the hook of today is found for it. */
interface Known extends Trusted {
  readonly key: string;
}

const idOf = ({ id }: Hook): string => id;
/** Ids depend on what else is loaded, and a stranger could take one; a place in a file is the hook's own. */
const placeOf = ({ source, position, nativeEvent }: Hook): string => [source, position, nativeEvent].join('\n');

/** Hooks are searched from the working directory upwards: those below it are not missed here. */
function isInReach({ dialect, source, root }: Hook, { levels, places }: Snapshot): boolean {
  if (levels.includes(root)) return true;
  // The root of a hook that has a folder of its own is that folder.
  const folder = dirname(dirname(source));
  return places.some((place) => place.dialect === dialect && place.find.kind === 'each' && place.dir === folder);
}

function readTrust(root: string, user: UserPlaces): TrustRecord {
  const { text, problem } = readOwn(trustFile(root, user), maxStateFileBytes);
  if (problem) return { problem };
  const file = (parseObject(text) ?? {}) as Partial<TrustFile>;
  return file.root === root && Array.isArray(file.hooks) ? { hooks: file.hooks } : {};
}

const known = ({ hooks = [] }: TrustRecord): readonly Known[] =>
  hooks
    .filter((entry) => typeof entry?.hook?.source === 'string' && typeof entry.shas === 'object')
    .map(({ hook, shas }) => ({ key: placeOf(hook), hook, shas }));

function locked(snapshot: Snapshot): readonly Known[] {
  const { hooks } = (parseObject(readText(lockFile(snapshot.root), maxStateFileBytes)) ?? {}) as Partial<LockFile>;
  const loaded = new Map(snapshot.hooks.map((hook) => [hook.id, hook]));
  return Object.entries(hooks ?? {}).map(([id, files]): Known => {
    const shas = Object.fromEntries(
      Object.entries(files ?? {}).map(([path, sha]) => [isAbsolute(path) ? path : join(snapshot.root, path), sha]),
    );
    return { key: id, hook: anyGuard(id, Object.keys(shas), snapshot.root, loaded.get(id)), shas };
  });
}

/** A lock file does not say what a hook was for, so its stand-in is for everything that a guard may stop. */
function anyGuard(id: string, files: readonly string[], root: string, now: Hook | undefined): Hook {
  const source = now?.source ?? files[0] ?? lockFile(root);
  return builtinHook({
    id,
    dialect: configFormat,
    events: guardedEvents,
    nativeEvent: 'tool.before',
    scope: 'project',
    source,
    root: now?.root ?? levelOf(source) ?? root,
    handler: { kind: 'builtin', use: 'config-protection' },
    files,
  });
}

/** The folder that a hook file guards. */
const levelOf = (source: string): string | undefined =>
  projectAbove(
    source,
    Object.values(formats).flatMap(({ locations }) => locations),
  );

const trustFile = (root: string, user: UserPlaces): string => join(user.state, 'trust', `${fileNameFor(root)}.json`);
