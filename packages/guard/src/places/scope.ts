import { scopeOrder } from '../../.cache/places/scope.js';
import type { EffectPlace, PlaceScope } from '../effect.js';
import type { Machine } from '../machine.js';
import { hasGlob, hasUnknown, marks, type Value } from '../value.js';
import type { GuardWorld } from '../world.js';
import {
  harmlessDevices,
  holdsCode,
  isCi,
  isGitSetting,
  isProfile,
  systemFolders,
  usualInHome,
  usualInProject,
  usualInRoot,
  windowsFolders,
} from './known-places.js';
import {
  fitsEveryDotName,
  fitsEveryName,
  globFits,
  isUnknownPart,
  isWindowsPath,
  joined,
  type PathParts,
  partsOf,
  withUnknownAs,
} from './paths.js';
import { isSecretToRead, isSecretToWrite, type PathInHome } from './secret-places.js';

export const worseScope = (one: PlaceScope, other: PlaceScope): PlaceScope =>
  scopeOrder.indexOf(one) <= scopeOrder.indexOf(other) ? one : other;

/** The place of a path, by its text alone. `remote` is another machine or container. */
export function placeOf(path: Value, cwd: Value, world: GuardWorld, remote?: string): EffectPlace {
  const parts = partsOf(path, cwd, world);
  const scope = path === '' ? 'unknown' : scopeOf(parts, folders(world));
  const at = { path: joined(parts), ...(parts.endsWithSlash && { endsWithSlash: true as const }) };
  return { ...at, scope: remote === undefined ? scope : remoteScope(parts, scope, world) };
}

/** The absolute path of a text, without `.` and `..`. */
export const fullPath = (path: Value, cwd: Value, world: GuardWorld): Value => joined(partsOf(path, cwd, world));

/** The place of files with unknown names in and below a folder, which a shell or git may run. */
export function placeOfTree(at: EffectPlace, world: GuardWorld): EffectPlace {
  const inside = at.scope === 'in-home' ? inHome(at.path, folders(world)).inHome : undefined;
  if (inside !== undefined && holdsCode(inside)) return { ...at, scope: 'profile' };
  return at.scope === 'inside' && /\/\.git$/.test(at.path) ? { ...at, scope: 'git' } : at;
}

/** Whether reading an absolute path reveals a secret; marks are allowed in it. */
export function showsSecret(path: Value, world: GuardWorld): boolean {
  const parts = partsOf(path, '/', world);
  const known = folders(world);
  const isSecret = (names: readonly Value[]) => isSecretToRead(inHome(`${parts.start}/${names.join('/')}`, known));
  if (!hasUnknown(path) && !hasGlob(path)) return isSecret(parts.parts);
  if (hasUnknown(parts.start))
    return isSecretToRead({ path: withUnknownAs(parts.parts, 'x').join('/').toLowerCase(), inHome: undefined });
  const names = withoutEveryName(withUnknownAs(parts.parts, 'x'));
  return meanings({ ...parts, parts: names }, known).some(isSecret);
}

/** Folders of a world, compared as text. */
interface Folders {
  readonly root: string;
  readonly home: string;
  /** In lower case, for places that are compared without case. */
  readonly lowerRoot: string;
  readonly lowerHome: string;
  readonly temp: readonly string[];
  readonly agentPlaces: readonly string[];
  /** Places that a glob may match, split into parts; those of Windows begin with the drive. */
  readonly usual: readonly (readonly string[])[];
}

const foldersOfWorlds = new WeakMap<GuardWorld, Folders>();
/** The folders of the last world: every hook of an event creates a world, and most have the same folders. */
let lastFolders: { readonly key: string; readonly folders: Folders } | undefined;

function folders(world: GuardWorld): Folders {
  const known = foldersOfWorlds.get(world);
  if (known) return known;
  const { root, home, temp, agentPlaces = [] } = world;
  const key = [root, home, ...temp, '', ...agentPlaces].join('\n');
  // A variable may be part of a path on Windows.
  const made = lastFolders?.key === key && !key.includes('%') ? lastFolders.folders : foldersOf(world);
  lastFolders = { key, folders: made };
  foldersOfWorlds.set(world, made);
  return made;
}

function foldersOf(world: GuardWorld): Folders {
  const text = (path: string) => comparable(joined(partsOf(path, world.root, world)));
  const given = text(world.home);
  const [root, home] = [text(world.root), world.home === '' || given === '/' ? noFolder : given];
  // A variable may claim that /etc or the home folder is for temporary files; it is not.
  const isSane = (folder: string) =>
    folder !== '/' && !isIn(home, folder) && folder !== root && (!isSystem(folder) || folder.split('/').length > 3);
  return {
    root,
    home,
    lowerRoot: root.toLowerCase(),
    lowerHome: home.toLowerCase(),
    temp: [...new Set(world.temp.map(text))].filter((folder) => usualTemp.test(folder) || isSane(folder)),
    agentPlaces: (world.agentPlaces ?? []).map((place) => text(place.replace(/^~(?=\/|$)/, world.home)).toLowerCase()),
    usual: [
      ...usualInRoot,
      home,
      root,
      ...usualInHome.map((name) => `${home}/${name}`),
      ...usualInProject.map((name) => `${root}/${name}`),
    ].map((path) => path.split('/').slice(1)),
  };
}

/** On macOS /tmp, /var and /etc are links into /private. Windows ignores case. */
function comparable(path: string): string {
  if (/^\/private\/(?:tmp|var|etc)(?:\/|$)/.test(path)) return path.slice('/private'.length);
  return isWindowsPath(path) ? `/${path.toLowerCase().split('/').map(windowsName).join('/').replace(/\/$/, '')}` : path;
}

/** Windows ignores dots and spaces at the end of a name. */
function windowsName(part: string): string {
  let end = part.length;
  while (end > 0 && (part[end - 1] === '.' || part[end - 1] === ' ')) end--;
  return part.slice(0, end);
}

const isIn = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

function scopeOf(path: PathParts, known: Folders): PlaceScope {
  if (hasUnknown(path.start)) return scopeAfterUnknown(path, known);
  const text = path.parts.join('/');
  if (!hasUnknown(text)) return hasGlob(text) ? globScope(path, known) : knownScope(path, known);
  if (path.parts.includes('..')) return 'unknown';
  const parts = withoutEveryName(path.parts);
  const named = globScope({ ...path, parts: withUnknownAs(parts, 'x') }, known);
  // Unknown text at the end of a part may be anything with this beginning: `/e$X`.
  const fitting = globScope({ ...path, parts: parts.map((part) => (isUnknownPart(part) ? 'x' : part)) }, known);
  const empty = globScope({ ...path, parts: withUnknownAs(parts, '') }, known);
  if (named === 'temp' && (empty === 'temp' || empty === 'temp-all')) return 'temp';
  if (named === 'inside' && empty === 'project') return 'unknown';
  return worseScope(worseScope(named, fitting), empty);
}

/** `$X/` and `$X/*` are everything if X is empty, and so is `*` in an unknown folder. */
function scopeAfterUnknown({ parts, fromFolder, endsWithSlash, start }: PathParts, known: Folders): PlaceScope {
  const rest = withoutEveryName(parts).filter((part) => part !== '..' && !isUnknownPart(part));
  if (!isUnknownPart(start) || (parts.length === 0 && !endsWithSlash && !fromFolder)) return 'unknown';
  if (rest.length === 0) return 'unset';
  if (fromFolder) return 'unknown';
  const empty = globScope({ start: '', parts: withUnknownAs(rest, 'x'), endsWithSlash, fromFolder }, known);
  return ['root', 'home', 'system', 'device', 'above', 'project'].includes(empty) ? 'unset' : 'unknown';
}

/** A glob for every name at the end refers to the folder. */
function withoutEveryName(parts: readonly Value[]): readonly Value[] {
  let length = parts.length;
  while (length > 0 && fitsEveryName(parts[length - 1] as Value)) length--;
  return parts.slice(0, length);
}

function globScope(path: PathParts, known: Folders): PlaceScope {
  const parts = withoutEveryName(path.parts);
  const last = parts.at(-1);
  const scopes = meanings({ ...path, parts }, known).map((one) => knownScope({ ...path, parts: one }, known));
  if (last !== undefined && fitsEveryDotName(last)) {
    const folder = globScope({ ...path, parts: parts.slice(0, -1) }, known);
    if (folder === 'project') scopes.push('git');
    else if (['root', 'home', 'above'].includes(folder)) scopes.push(folder);
  }
  return scopes.reduce(worseScope);
}

/** Possible meanings of a path with globs: an ordinary name, the shortest, and the usual places that match. */
function meanings({ start, parts }: PathParts, known: Folders): readonly (readonly Value[])[] {
  const firstGlob = parts.findIndex((part) => hasGlob(part) || hasUnknown(part));
  if (firstGlob < 0) return [parts];
  const found = [parts.map(ordinaryName), parts.map(shortestName)];
  if (parts.some((part) => anyDepth.test(part)))
    found.push(parts.filter((part) => !anyDepth.test(part)).map(ordinaryName));
  const drive = isWindowsPath(start) ? 1 : 0;
  for (const place of known.usual) {
    if (drive === 1 && place[0] !== start.toLowerCase()) continue;
    const length = Math.min(place.length - drive, parts.length);
    let fitting = 0;
    while (fitting < length && globFits(parts[fitting] as Value, place[fitting + drive] as string)) fitting++;
    if (fitting < length || length <= firstGlob) continue;
    found.push([...place.slice(drive, length + drive), ...parts.slice(length).map(ordinaryName)]);
  }
  return found;
}

const oneMark = new RegExp(marks.one, 'g');
const wideMarks = /[\uE000-\uE005]+/g;
const anyDepth = new RegExp(`^${marks.star}{2,}$`);
const ordinaryName = (part: Value): string => part.replace(wideMarks, 'x').replace(oneMark, 'x');
const shortestName = (part: Value): string => part.replace(wideMarks, '').replace(oneMark, 'x') || 'x';

/** Usual folders for temporary files, which a world need not list. */
const usualTemp =
  /^(?:\/tmp|\/var\/tmp|\/dev\/shm|\/var\/folders\/[^/]+\/[^/]+\/[TC]|\/run\/user\/\d+|\/[a-z]:\/(?:windows\/temp|temp|tmp|users\/[^/]+\/appdata\/local\/temp))(?=\/|$)/;

function isSystem(path: string): boolean {
  const [, first = '', second = ''] = path.toLowerCase().split('/', 3);
  return /^[a-z]:$/.test(first)
    ? windowsFolders.has(second)
    : systemFolders.has(first) || path.toLowerCase() === '/dev';
}

const otherHome =
  /^\/(?:root(?=\/|$)|var\/root(?=\/|$)|(?:home|users|[a-z]:\/users)\/(?!shared(?:\/|$)|public(?:\/|$))[^/]+)/;

/** The length of the home folder that a path is, or is in, checking this user's home first; 0 for none. */
const homeLength = (lower: string, { lowerHome }: Folders): number =>
  isIn(lower, lowerHome) ? lowerHome.length : (otherHome.exec(lower)?.[0].length ?? 0);

function inHome(path: string, known: Folders): PathInHome {
  const lower = comparable(path).toLowerCase();
  const length = homeLength(lower, known);
  return { path: lower, inHome: length > 0 && lower.length > length ? lower.slice(length + 1) : undefined };
}

/** For paths without marks. */
function knownScope({ start, parts }: PathParts, known: Folders): PlaceScope {
  if (parts.includes('..')) return 'unknown';
  const path = comparable(joined({ start, parts }));
  const lower = path.toLowerCase();
  if (path === '/' || /^\/[a-z]:$/.test(path)) return 'root';
  if (start.startsWith('//')) return /physicaldrive|harddisk/.test(lower) ? 'device' : 'outside';
  const { lowerRoot, lowerHome } = known;
  if (isIn(lowerHome, lower) || /^\/(?:home|users|[a-z]:\/users)$/.test(lower)) return 'home';
  if (lower === lowerRoot) return 'project';
  if (isIn(lowerRoot, lower)) return 'above';
  const home = homeLength(lower, known);
  if (home === lower.length) return 'home';
  const inProject = lowerRoot !== '/' && isIn(lower, lowerRoot) ? lower.slice(lowerRoot.length + 1) : undefined;
  const special = specialScope({ path: lower, inHome: home > 0 ? lower.slice(home + 1) : undefined }, inProject, known);
  return special ?? plainScope(path, known);
}

/** Places with a special scope wherever they are. */
function specialScope(path: PathInHome, inProject: string | undefined, known: Folders): PlaceScope | undefined {
  const git = inProject === undefined ? undefined : gitScope(inProject);
  if (git) return git;
  for (const agent of known.agentPlaces) {
    if (isIn(path.path, agent) || (inProject !== undefined && isIn(agent, path.path))) return 'agent';
  }
  if (isSecretToWrite(path)) return 'secret';
  if (path.inHome !== undefined && isProfile(path.inHome)) return 'profile';
  if (path.inHome !== undefined && isGitSetting(path.inHome)) return 'git-hooks';
  return inProject !== undefined && isCi(inProject) ? 'ci' : undefined;
}

/** `.git` of the project, and hooks of any repository in it. Leftover locks and messages of git are ordinary files. */
function gitScope(inProject: string): PlaceScope | undefined {
  const isOwn = inProject === '.git' || inProject.startsWith('.git/');
  const nested = isOwn ? 0 : inProject.indexOf('/.git/');
  if (nested < 0) return undefined;
  const inGit = isOwn ? inProject.slice('.git/'.length) : inProject.slice(nested + '/.git/'.length);
  if (/(?:\.lock|\/[^/]+\.sample)$|^(?:commit_editmsg|merge_msg|squash_msg|gc\.log|gc\.pid)$/.test(inGit))
    return 'inside';
  if (/^(?:(?:modules|worktrees)\/.+\/)?(?:hooks(?:\/|$)|config(?:\.worktree)?$)/.test(inGit)) return 'git-hooks';
  return isOwn ? 'git' : undefined;
}

/** The longest folder that contains the path decides: a project in /opt is a project. */
function plainScope(path: string, { root, home, temp }: Folders): PlaceScope {
  // An agent started in the home folder, or above, has no project: all files there are precious.
  const isInside = root !== '/' && !isIn(home, root) && isIn(path, root);
  let folder = isInside ? root : '';
  let scope: PlaceScope = isInside ? 'inside' : 'outside';
  const isHolding = (holder: string) => isIn(path, holder) && holder.length > folder.length;
  if (isHolding(home)) [folder, scope] = [home, 'in-home'];
  for (const holder of [...temp, usualTemp.exec(path)?.[0]]) {
    if (holder === undefined || !isHolding(holder)) continue;
    folder = holder;
    scope = path !== holder ? 'temp' : isInside ? 'inside' : 'temp-all';
  }
  if (folder !== '') return scope;
  if (path.startsWith('/dev/')) return deviceScope(path);
  if (/^\/proc\/[^/]+\/fd\//.test(path)) return 'temp';
  return isSystem(path) ? 'system' : 'outside';
}

function deviceScope(path: string): PlaceScope {
  const [, , name = ''] = path.toLowerCase().split('/', 3);
  if (name === 'tcp' || name === 'udp') return 'remote';
  return harmlessDevices.has(name) || /^(?:tty|pty)/.test(name) ? 'temp' : 'device';
}

const noFolder = '/\0/noFolder';

/** The project and home folders of another machine are unknown: only places that every machine has count. */
function remoteScope(path: PathParts, scope: PlaceScope, world: GuardWorld): PlaceScope {
  if (scope === 'unset' || scope === 'root' || scope === 'device') return scope;
  const nowhere: Folders = {
    ...folders(world),
    root: noFolder,
    home: noFolder,
    lowerRoot: noFolder,
    lowerHome: noFolder,
    agentPlaces: [],
    temp: [],
  };
  const there = scopeOf(path, nowhere);
  if (there === 'home' && path.parts.length === 1 && path.parts[0] !== 'root') return 'system';
  if (there === 'secret') return isSystem(joined(path)) ? 'system' : 'remote';
  return ['root', 'system', 'device', 'temp', 'temp-all'].includes(there) ? there : 'remote';
}

/** Is it a file of the user outside the project? */
export const isUserFile = ({ scope }: Pick<EffectPlace, 'scope'>): boolean =>
  scope === 'home' || scope === 'in-home' || scope === 'outside' || scope === 'above';

/** The content of a file, or of a folder's files: a home contains keys, a project is more than one of its files. */
export function contentOf(machine: Machine, path: Value): Value {
  const { scope } = machine.place(path);
  if (scope === 'home' || scope === 'root') return machine.secret('a home folder');
  return scope === 'project' || scope === 'above' ? marks.project : machine.read(path);
}
