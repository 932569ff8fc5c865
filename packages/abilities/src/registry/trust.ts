import { isAbsolute, join } from 'node:path';
import {
  exists,
  fileNameFor,
  isObject,
  makePrivateFolder,
  maxStateFileBytes,
  type Problem,
  parseObject,
  pathInFile,
  readPrivateFile,
  readText,
  removePath,
  stateProblem,
  trustLockFile,
  type UserPaths,
  unreadSha,
  writeAtomic,
} from '@anyhook/core';
import type { Ability, AbilityState, LoadedAbility } from './ability.js';
import type { Registry } from './registry.js';
import { listRegistryFiles } from './registry-files.js';

/** How abilities become trusted: by a person, by the committed lock file, or all of them (for CI). */
type AbilityTrustMode = 'ask' | 'lock' | 'project';

type FileShas = Readonly<Record<string, string>>;

/** An ability in the form that a person trusted. */
interface TrustedAbility {
  readonly source: string;
  /** The folder that contains its `.system`. */
  readonly root: string;
  readonly shas: FileShas;
}

interface AbilityTrustFile {
  readonly version: 1;
  readonly root: string;
  readonly at: string;
  readonly abilities: readonly TrustedAbility[];
}

/** Where the registry is: the project's root and the folders that were searched. */
export interface RegistryLocation {
  readonly root: string;
  readonly levels: readonly string[];
}

/** The state of each ability. Abilities that came with a clone, or changed since they were trusted, do not run. */
export function abilityStates(
  { abilities, shas }: Registry,
  root: string,
  user: UserPaths,
  mode: AbilityTrustMode,
): readonly LoadedAbility[] {
  if (mode === 'project') return abilities.map((ability) => ({ ability, state: { kind: 'active' } }));
  const trusted =
    mode === 'lock'
      ? readLockedAbilities(root)
      : new Map(readTrustRecord(root, user).abilities.map((one) => [one.source, one.shas]));
  // In a lock file the team controls the names; on this machine an untrusted file could reuse a name, but not a path.
  return abilities.map((ability) => ({
    ability,
    state: abilityState(ability, trusted.get(mode === 'lock' ? ability.name : ability.source), shas),
  }));
}

/** The number of untrusted registry files, judged by their paths only: no file is read at the start of a session. */
export function countUntrusted({ root, levels }: RegistryLocation, user: UserPaths, mode: AbilityTrustMode): number {
  if (mode === 'project') return 0;
  const files = levels.flatMap((level) => listRegistryFiles(level, [])).map(({ path }) => path);
  if (files.length === 0) return 0;
  const trustedShas =
    mode === 'lock'
      ? [...readLockedAbilities(root).values()]
      : readTrustRecord(root, user).abilities.map(({ shas }) => shas);
  const trustedPaths = new Set(trustedShas.flatMap(Object.keys));
  return files.filter((path) => !trustedPaths.has(path)).length;
}

/** Why a person's trust is not accepted: others could have written the file. */
export const abilityTrustProblem = (root: string, user: UserPaths): Problem | undefined =>
  readTrustRecord(root, user).problem;

/** Trusts the abilities in their current form; those of other folders keep their trust. */
export function recordAbilityTrust(
  registry: Registry,
  { root, levels }: RegistryLocation,
  user: UserPaths,
  now: string,
): void {
  const otherAbilities = readTrustRecord(root, user).abilities.filter((one) => !levels.includes(one.root));
  const currentAbilities = registry.abilities.map((ability) => ({
    source: ability.source,
    root: ability.root,
    shas: abilityShas(ability, registry.shas),
  }));
  const file: AbilityTrustFile = { version: 1, root, at: now, abilities: [...otherAbilities, ...currentAbilities] };
  makePrivateFolder(user.state);
  writeAtomic(abilityTrustFile(root, user), `${JSON.stringify(file, null, 1)}\n`);
}

/** Removes the trust in all abilities of the project; true if there was any. */
export function forgetAbilityTrust(root: string, user: UserPaths): boolean {
  const path = abilityTrustFile(root, user);
  if (!exists(path)) return false;
  removePath(path);
  return true;
}

/** The abilities part of the lock file: by name, the hash of each file, with paths relative to the root. */
export function abilityLock({ abilities, shas }: Registry, root: string): Readonly<Record<string, FileShas>> {
  return Object.fromEntries(
    abilities.map((ability) => [
      ability.name,
      Object.fromEntries(
        Object.entries(abilityShas(ability, shas)).map(([path, sha]) => [pathInFile(root, path), sha]),
      ),
    ]),
  );
}

const abilityShas = ({ files }: Ability, shas: FileShas): FileShas =>
  Object.fromEntries(files.map((path) => [path, shas[path] ?? '']));

function abilityState(ability: Ability, trusted: FileShas | undefined, shas: FileShas): AbilityState {
  if (!trusted) return { kind: 'untrusted' };
  for (const path of new Set([...ability.files, ...Object.keys(trusted)])) {
    const sha = shas[path] ?? '';
    if (sha === unreadSha) return { kind: 'changed', what: `${path} could not be read completely` };
    if (sha !== trusted[path]) return { kind: 'changed', what: `${path} was changed` };
  }
  return { kind: 'active' };
}

interface AbilityTrustRecord {
  readonly abilities: readonly TrustedAbility[];
  readonly problem?: Problem;
}

function readTrustRecord(root: string, user: UserPaths): AbilityTrustRecord {
  const exposed = stateProblem(user.state);
  const { text, problem = exposed } = exposed ? {} : readPrivateFile(abilityTrustFile(root, user), maxStateFileBytes);
  if (problem) return { abilities: [], problem };
  const file = (parseObject(text) ?? {}) as Partial<AbilityTrustFile>;
  if (file.root !== root || !Array.isArray(file.abilities)) return { abilities: [] };
  const abilities = file.abilities.filter(
    (one: Partial<TrustedAbility> | null) =>
      typeof one?.source === 'string' && isObject(one.shas) && typeof one.root === 'string',
  );
  return { abilities };
}

function readLockedAbilities(root: string): ReadonlyMap<string, FileShas> {
  const { abilities } = (parseObject(readText(trustLockFile(root), maxStateFileBytes)) ?? {}) as {
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

export const abilityTrustFile = (root: string, user: UserPaths): string =>
  join(user.state, 'trust', `${fileNameFor(root)}.abilities.json`);
