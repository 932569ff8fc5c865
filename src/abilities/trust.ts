import { isAbsolute, join, relative } from 'node:path';
import type { Problem } from '../core/errors.js';
import { isObject, parseObject } from '../core/json.js';
import { maxStateFileBytes } from '../core/limits.js';
import { fileNameFor } from '../platform/files/file-name.js';
import { exists, makePrivate, readText, remove, writeAtomic } from '../platform/files/files.js';
import { readOwn, stateProblem } from '../state/private-file.js';
import { lockFile, type UserPlaces } from '../state/user-paths.js';
import type { Ability, AbilityState, LoadedAbility } from './ability.js';
import { filesOf } from './files.js';
import type { Registry } from './registry.js';

/** How abilities become trusted: by a person, by the committed lock file, or all of them (for CI). */
type Mode = 'ask' | 'lock' | 'project';

/** The hash of each file of an ability, by path. */
type Shas = Readonly<Record<string, string>>;

/** An ability in the form that a person trusted. */
interface Trusted {
  readonly source: string;
  /** The folder that contains its `.system`. */
  readonly root: string;
  readonly shas: Shas;
}

/** What a person trusted in one project. */
interface TrustFile {
  readonly version: 1;
  readonly root: string;
  readonly at: string;
  readonly abilities: readonly Trusted[];
}

/** Stands for the hash of a file that exists but could not be read: it never matches a trusted one. */
export const unreadSha = 'unread';

/** Where the registry is: the project's root and the folders that were searched. */
export interface RegistryPlace {
  readonly root: string;
  readonly levels: readonly string[];
}

/**
 * The state of each ability: one that came with a clone does not run, nor one that changed after a person trusted it.
 */
export function abilityStates(
  { abilities, shas }: Registry,
  root: string,
  user: UserPlaces,
  mode: Mode,
): readonly LoadedAbility[] {
  if (mode === 'project') return abilities.map((ability) => ({ ability, state: { kind: 'active' } }));
  const known =
    mode === 'lock' ? locked(root) : new Map(recorded(root, user).abilities.map((one) => [one.source, one.shas]));
  // In its lock file the team controls the names; on this machine a stranger could reuse a name, but not a path.
  return abilities.map((ability) => ({
    ability,
    state: stateOf(ability, known.get(mode === 'lock' ? ability.name : ability.source), shas),
  }));
}

/** The number of untrusted registry files, by their names alone: for the start of a session, where none is read. */
export function countUntrusted({ root, levels }: RegistryPlace, user: UserPlaces, mode: Mode): number {
  if (mode === 'project') return 0;
  const files = levels.flatMap((level) => filesOf(level, [])).map(({ path }) => path);
  if (files.length === 0) return 0;
  const known = mode === 'lock' ? [...locked(root).values()] : recorded(root, user).abilities.map(({ shas }) => shas);
  const trusted = new Set(known.flatMap(Object.keys));
  return files.filter((path) => !trusted.has(path)).length;
}

/** Why a person's trust does not count: others could have written the file. */
export const trustProblem = (root: string, user: UserPlaces): Problem | undefined => recorded(root, user).problem;

/** Trusts the abilities in their current form; those of other folders keep their trust. */
export function recordAbilities(
  registry: Registry,
  { root, levels }: RegistryPlace,
  user: UserPlaces,
  now: string,
): void {
  const elsewhere = recorded(root, user).abilities.filter((one) => !levels.includes(one.root));
  const here = registry.abilities.map((ability) => ({
    source: ability.source,
    root: ability.root,
    shas: shasOf(ability, registry.shas),
  }));
  const file: TrustFile = { version: 1, root, at: now, abilities: [...elsewhere, ...here] };
  makePrivate(user.state);
  writeAtomic(trustFile(root, user), `${JSON.stringify(file, null, 1)}\n`);
}

/** Removes the trust in all abilities of the project; true if there was any. */
export function forgetAbilities(root: string, user: UserPlaces): boolean {
  const path = trustFile(root, user);
  if (!exists(path)) return false;
  remove(path);
  return true;
}

/** The abilities part of the lock file: by name, the hash of each file, with paths relative to the root. */
export function lockOf({ abilities, shas }: Registry, root: string): Readonly<Record<string, Shas>> {
  return Object.fromEntries(
    abilities.map((ability) => [
      ability.name,
      Object.fromEntries(Object.entries(shasOf(ability, shas)).map(([path, sha]) => [relative(root, path), sha])),
    ]),
  );
}

const shasOf = ({ files }: Ability, shas: Shas): Shas =>
  Object.fromEntries(files.map((path) => [path, shas[path] ?? '']));

function stateOf(ability: Ability, trusted: Shas | undefined, shas: Shas): AbilityState {
  if (!trusted) return { kind: 'untrusted' };
  for (const path of new Set([...ability.files, ...Object.keys(trusted)])) {
    const sha = shas[path] ?? '';
    if (sha === unreadSha) return { kind: 'changed', what: `${path} could not be read completely` };
    if (sha !== trusted[path]) return { kind: 'changed', what: `${path} was changed` };
  }
  return { kind: 'active' };
}

interface Recorded {
  readonly abilities: readonly Trusted[];
  readonly problem?: Problem;
}

function recorded(root: string, user: UserPlaces): Recorded {
  const exposed = stateProblem(user.state);
  const { text, problem = exposed } = exposed ? {} : readOwn(trustFile(root, user), maxStateFileBytes);
  if (problem) return { abilities: [], problem };
  const file = (parseObject(text) ?? {}) as Partial<TrustFile>;
  if (file.root !== root || !Array.isArray(file.abilities)) return { abilities: [] };
  const abilities = file.abilities.filter(
    (one: Partial<Trusted> | null) =>
      typeof one?.source === 'string' && isObject(one.shas) && typeof one.root === 'string',
  );
  return { abilities };
}

function locked(root: string): ReadonlyMap<string, Shas> {
  const { abilities } = (parseObject(readText(lockFile(root), maxStateFileBytes)) ?? {}) as {
    readonly abilities?: unknown;
  };
  return new Map(
    Object.entries(isObject(abilities) ? abilities : {}).map(([name, files]) => [
      name,
      Object.fromEntries(
        Object.entries(isObject(files) ? files : {}).map(([path, sha]) => [
          isAbsolute(path) ? path : join(root, path),
          String(sha),
        ]),
      ),
    ]),
  );
}

/** The file that says what a person trusted in a project. */
export const trustFile = (root: string, user: UserPlaces): string =>
  join(user.state, 'trust', `${fileNameFor(root)}.abilities.json`);
