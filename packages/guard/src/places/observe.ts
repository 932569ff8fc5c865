import type { Effect, EffectPlace, PlaceScope } from '../effect.js';
import { hasGlob, hasUnknown, shownValue, type Value } from '../value.js';
import type { GuardWorld } from '../world.js';
import { fullPath, placeOf, showsSecret, worseScope } from './scope.js';

/** Questions about the files of this machine. Nothing is opened that could block, and nothing throws. */
export interface PlaceLook {
  /** A path after all links; parts that do not exist stay as written. Undefined if unknown. */
  realPath(path: string): string | undefined;
  /** The git work tree in which a path is. */
  workTree(path: string): WorkTree | undefined;
}

export interface WorkTree {
  readonly top: string;
  /** The git folder that all work trees of one repository share. */
  readonly repository: string;
  /** Made by `git worktree add`, and known to its repository. */
  readonly isLinked: boolean;
}

export interface LookLimits {
  readonly looks: number;
  readonly milliseconds: number;
  /** Milliseconds of any clock. */
  readonly now: () => number;
}

export interface ObserveOptions {
  readonly world: GuardWorld;
  readonly look: PlaceLook;
  readonly limits: LookLimits;
  /** Links that the command itself creates: absolute path to target as passed to `ln -s`. */
  readonly links?: ReadonlyMap<string, Value>;
  /** Called when a limit prevented a lookup that could have made a place worse. */
  readonly onLimit?: () => void;
}

/** Scopes that links cannot make worse, and those that no lookup can resolve. */
const settled = new Set<PlaceScope>(['root', 'home', 'device', 'system', 'secret', 'remote', 'unset', 'unknown']);
/** A work tree outside the project may include more of these. */
const elsewhere: ReadonlySet<PlaceScope> = new Set(['outside', 'in-home']);
/** Scopes that a link may lead out of. Places elsewhere by name keep their scope: `unknown` would be milder. */
const tame: ReadonlySet<PlaceScope> = new Set(['inside', 'temp']);
/** Folders whose lookup may wait for another machine. */
const slowFolders = /^\/(?:net|afs|misc)\/|^\/\//;
const maxHops = 40;

/** The effects with the scopes of their places on this machine: links are followed where the command would. */
export function observePlaces<E extends Effect & { readonly remote?: string }>(
  effects: readonly E[],
  options: ObserveOptions,
): readonly E[] {
  const view = new MachineView(options);
  return effects.map((effect) => {
    if (effect.remote !== undefined) return effect;
    if (effect.do === 'delete') return { ...effect, at: view.seen(effect.at, 'itself') };
    if (effect.do === 'write' || effect.do === 'permit') return { ...effect, at: view.seen(effect.at, 'target') };
    return effect.do === 'move'
      ? { ...effect, from: view.seen(effect.from, 'itself'), to: view.seen(effect.to, 'target') }
      : effect;
  });
}

/** Secrets that reading absolute paths reveals because links lead from them to secrets. */
export function secretsBehindLinks(paths: readonly Value[], options: ObserveOptions): readonly Effect[] {
  const { world } = options;
  const view = new MachineView(options);
  return paths.flatMap((path): readonly Effect[] => {
    const at = view.seen(placeOf(path, '/', world), 'target');
    const isSecret = at.real !== undefined && !showsSecret(path, world) && showsSecret(at.real, world);
    return isSecret ? [{ do: 'reveal', what: shownValue(at.real), at }] : [];
  });
}

/** Whether a program touches a link itself, as `rm` does, or its target. */
type LinkUse = 'itself' | 'target';

/** One command's view of the machine: each folder is looked up once. */
class MachineView {
  readonly #options: ObserveOptions;
  readonly #realPaths = new Map<string, string | undefined>();
  readonly #started: number;
  #looks = 0;
  #isOverLimit = false;
  #realWorld: GuardWorld | undefined;
  #repository: { readonly path: string | undefined } | undefined;

  constructor(options: ObserveOptions) {
    this.#options = options;
    this.#started = options.limits.now();
  }

  seen(place: EffectPlace, use: LinkUse): EffectPlace {
    if (settled.has(place.scope) || slowFolders.test(place.path)) return place;
    const { world } = this.#options;
    const { folder, rest } = knownFolder(place, use);
    const linked = this.#afterNewLinks(folder);
    if (linked !== undefined && (hasUnknown(linked) || hasGlob(linked))) {
      const scope = worseScope(place.scope, placeOf(linked + rest, '/', world).scope);
      return { ...place, scope };
    }
    const real = linked === undefined ? undefined : this.#realPath(linked);
    const realWorld = this.#worldAfterLinks();
    if (real === undefined || realWorld === undefined) {
      if (!tame.has(place.scope)) return place;
      if (this.#isOverLimit) this.#options.onLimit?.();
      return { ...place, scope: 'unknown' };
    }
    const path = fullPath(real + rest, '/', realWorld);
    const seen = { ...place, ...(path !== place.path && { real: path }) };
    // The path may belong to the project by its real name, or by the name in use.
    const scope = path === place.path ? place.scope : worseScope(place.scope, placeOf(path, '/', realWorld).scope);
    return { ...seen, scope: elsewhere.has(scope) ? (this.#scopeInWorkTree(path, real) ?? scope) : scope };
  }

  /** Links that the command creates do not exist yet. Undefined: they form a cycle. */
  #afterNewLinks(path: string): Value | undefined {
    const { links, world } = this.#options;
    if (!links || links.size === 0) return path;
    let current: Value = path;
    for (let hop = 0; hop < maxHops; hop++) {
      const found = linkIn(current, links);
      if (!found) return current;
      const target = fullPath(found.target, parentOf(found.link), world);
      current = fullPath(`${target}/${current.slice(found.link.length + 1)}`, '/', world);
    }
    return undefined;
  }

  #realPath(path: string): string | undefined {
    if (this.#realPaths.has(path)) return this.#realPaths.get(path);
    const real = this.#mayLook() ? this.#options.look.realPath(path) : undefined;
    this.#realPaths.set(path, real);
    return real;
  }

  #mayLook(): boolean {
    const { looks, milliseconds, now } = this.#options.limits;
    this.#looks++;
    this.#isOverLimit ||= this.#looks > looks || now() - this.#started > milliseconds;
    return !this.#isOverLimit;
  }

  /** The world with the real paths of its folders: a project reached through a link is still the project. */
  #worldAfterLinks(): GuardWorld | undefined {
    if (this.#realWorld) return this.#realWorld;
    const { world } = this.#options;
    const [root, home] = [this.#realPath(world.root), this.#realPath(world.home)];
    if (root === undefined || home === undefined) return undefined;
    const temp = world.temp.map((folder) => this.#realPath(folder) ?? folder);
    const places = world.agentPlaces ?? [];
    const moved = places.map((place) => movedPath(movedPath(place, world.home, home), world.root, root));
    this.#realWorld = { ...world, root, home, temp: [...world.temp, ...temp], agentPlaces: [...places, ...moved] };
    return this.#realWorld;
  }

  /** A linked work tree of the project's repository counts as a separate project. */
  #scopeInWorkTree(path: Value, folder: string): PlaceScope | undefined {
    const { look, world } = this.#options;
    if (!this.#mayLook()) return undefined;
    const tree = look.workTree(folder);
    if (!tree?.isLinked) return undefined;
    this.#repository ??= { path: this.#mayLook() ? look.workTree(world.root)?.repository : undefined };
    if (this.#repository.path !== tree.repository) return undefined;
    return placeOf(path, '/', { ...(this.#realWorld ?? world), root: tree.top }).scope;
  }
}

/** The part of a path that can be looked up, and the rest with its slash. */
function knownFolder(
  { path, endsWithSlash }: EffectPlace,
  use: LinkUse,
): { readonly folder: string; readonly rest: Value } {
  const parts = path.split('/');
  const firstMark = parts.findIndex((part) => hasUnknown(part) || hasGlob(part));
  const isWhole = firstMark < 0 && (use === 'target' || endsWithSlash === true);
  const length = firstMark >= 0 ? firstMark : isWhole ? parts.length : parts.length - 1;
  const rest = parts.slice(length).join('/');
  return { folder: parts.slice(0, length).join('/') || '/', rest: rest === '' ? '' : `/${rest}` };
}

/** The command's first new link on the way to a path. */
function linkIn(
  path: string,
  links: ReadonlyMap<string, Value>,
): { readonly link: string; readonly target: Value } | undefined {
  for (let end = path.indexOf('/', 1); ; end = path.indexOf('/', end + 1)) {
    const link = end < 0 ? path : path.slice(0, end);
    const target = links.get(link);
    if (target !== undefined) return { link, target };
    if (end < 0) return undefined;
  }
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

const movedPath = (path: string, from: string, to: string): string =>
  path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
