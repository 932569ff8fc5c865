import type { Place, Scope } from '../effect.js';
import { hasGlob, hasUnknown, marks, type Value } from '../value.js';
import type { GuardWorld } from '../world.js';
import {
  harmlessDevices,
  isCi,
  isGitSetting,
  isProfile,
  isSecretToRead,
  isSecretToWrite,
  type PathInHome,
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

/** From the worst to touch to the least. */
const scopeOrder: readonly Scope[] = [
  'root',
  'home',
  'device',
  'project',
  'above',
  'secret',
  'system',
  'git-hooks',
  'git',
  'unset',
  'agent',
  'profile',
  'unknown',
  'ci',
  'outside',
  'in-home',
  'temp-all',
  'remote',
  'inside',
  'temp',
];

export const worseScope = (one: Scope, other: Scope): Scope =>
  scopeOrder.indexOf(one) <= scopeOrder.indexOf(other) ? one : other;

/** Where a path leads, by its text alone. `remote` names another machine or container. */
export function placeOf(path: Value, cwd: Value, world: GuardWorld, remote?: string): Place {
  const parts = partsOf(path, cwd, world);
  const scope = scopeOf(parts, path === '' ? 'unknown' : undefined, folders(world));
  const at = { path: joined(parts), ...(parts.endsWithSlash && { endsWithSlash: true as const }) };
  return { ...at, scope: remote === undefined ? scope : remoteScope(parts, scope, world) };
}

/** The absolute path of a text, without `.` and `..`. */
export const absolutePath = (path: Value, cwd: Value, world: GuardWorld): Value => joined(partsOf(path, cwd, world));

/** The scope of an absolute path without marks, such as one that was looked up. */
export const scopeOfPath = (path: string, world: GuardWorld): Scope =>
  knownScope(partsOf(path, '/', world), folders(world));

/** Whether reading an absolute path shows a secret; marks are allowed in it. */
export function showsSecret(path: Value, world: GuardWorld): boolean {
  const parts = partsOf(path, '/', world);
  const known = folders(world);
  const isSecret = (names: readonly Value[]) => isSecretToRead(inHome(`${parts.start}/${names.join('/')}`, known));
  if (!hasUnknown(path) && !hasGlob(path)) return isSecret(parts.parts);
  if (hasUnknown(parts.start))
    return isSecretToRead({ path: withUnknownAs(parts.parts, 'x').join('/').toLowerCase(), inHome: undefined });
  return meanings(withoutEveryName(withUnknownAs(parts.parts, 'x')), known).some(isSecret);
}

/** Folders of a world, compared as text. */
interface Folders {
  readonly root: string;
  readonly home: string;
  readonly temp: readonly string[];
  readonly agentPlaces: readonly string[];
  /** Places that a glob may mean, in parts. */
  readonly usual: readonly (readonly string[])[];
}

const foldersOfWorlds = new WeakMap<GuardWorld, Folders>();

function folders(world: GuardWorld): Folders {
  const known = foldersOfWorlds.get(world);
  if (known) return known;
  const text = (path: string) => comparable(joined(partsOf(path, world.root, world)));
  const [root, home] = [text(world.root), text(world.home)];
  const isSane = (folder: string) => folder !== '/' && !isIn(home, folder) && folder !== root && !isSystem(folder);
  const temp = ['/tmp', '/var/tmp', '/dev/shm', ...world.temp.map(text)];
  const made: Folders = {
    root,
    home,
    temp: [...new Set(temp)].filter((folder) => tempFolder(folder) || isSane(folder)),
    agentPlaces: (world.agentPlaces ?? []).map((place) => text(place.replace(/^~(?=\/|$)/, world.home))),
    usual: [
      ...usualInRoot,
      home,
      root,
      ...usualInHome.map((name) => `${home}/${name}`),
      ...usualInProject.map((name) => `${root}/${name}`),
    ].map((path) => path.split('/').slice(1)),
  };
  foldersOfWorlds.set(world, made);
  return made;
}

/** On macOS /tmp, /var and /etc are links into /private. Windows ignores case. */
function comparable(path: string): string {
  if (/^\/private\/(?:tmp|var|etc)(?:\/|$)/.test(path)) return path.slice('/private'.length);
  return isWindowsPath(path) ? `/${path.toLowerCase().replace(/\/$/, '')}` : path;
}

const isIn = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

function scopeOf(path: PathParts, otherwise: Scope | undefined, known: Folders): Scope {
  if (otherwise) return otherwise;
  if (hasUnknown(path.start)) return scopeAfterUnknown(path, known);
  const text = path.parts.join('/');
  if (!hasUnknown(text)) return hasGlob(text) ? globScope(path, known) : knownScope(path, known);
  if (path.parts.includes('..')) return 'unknown';
  const parts = withoutEveryName(path.parts);
  const named = globScope({ ...path, parts: withUnknownAs(parts, 'x') }, known);
  // An unknown text at the end of a part may be anything that begins so: `/e$X`.
  const fitting = globScope({ ...path, parts: parts.map((part) => (isUnknownPart(part) ? 'x' : part)) }, known);
  const empty = globScope({ ...path, parts: withUnknownAs(parts, '') }, known);
  if (named === 'temp' && (empty === 'temp' || empty === 'temp-all')) return 'temp';
  if (named === 'inside' && empty === 'project') return 'unknown';
  return worseScope(worseScope(named, fitting), empty);
}

/** `$X/` and `$X/*` are everything if X is empty, and so is `*` in a folder that nobody knows. */
function scopeAfterUnknown({ parts, fromFolder, endsWithSlash, start }: PathParts, known: Folders): Scope {
  const rest = withoutEveryName(parts).filter((part) => part !== '..' && !isUnknownPart(part));
  if (!isUnknownPart(start) || (parts.length === 0 && !endsWithSlash && !fromFolder)) return 'unknown';
  if (rest.length === 0) return 'unset';
  if (fromFolder) return 'unknown';
  const empty = globScope({ start: '', parts: withUnknownAs(rest, 'x'), endsWithSlash, fromFolder }, known);
  return ['root', 'home', 'system', 'device', 'above', 'project'].includes(empty) ? 'unset' : 'unknown';
}

/** A glob for every name at the end means the folder. */
function withoutEveryName(parts: readonly Value[]): readonly Value[] {
  let length = parts.length;
  while (length > 0 && fitsEveryName(parts[length - 1] as Value)) length--;
  return parts.slice(0, length);
}

function globScope(path: PathParts, known: Folders): Scope {
  const parts = withoutEveryName(path.parts);
  const last = parts.at(-1);
  const scopes = meanings(parts, known).map((one) => knownScope({ ...path, parts: one }, known));
  if (last !== undefined && fitsEveryDotName(last)) {
    const folder = globScope({ ...path, parts: parts.slice(0, -1) }, known);
    if (folder === 'project') scopes.push('git');
    else if (['root', 'home', 'above'].includes(folder)) scopes.push(folder);
  }
  return scopes.reduce(worseScope);
}

/** What a path with globs may mean: an ordinary name, the shortest, and the usual places that it fits. */
function meanings(parts: readonly Value[], known: Folders): readonly (readonly Value[])[] {
  const hasMark = (part: Value) => hasGlob(part) || hasUnknown(part);
  if (!parts.some(hasMark)) return [parts];
  const marked = (part: Value) => new RegExp(`[${marks.star}\uE000-\uE004]+`, 'g')[Symbol.replace](part, '');
  const named = (part: Value, text: string) => {
    const short = text === '' ? marked(part) : part.replace(/[\uE000-\uE005]+/g, text);
    return short.replaceAll(marks.one, 'x');
  };
  const found = [
    parts.map((part) => named(part, 'x')),
    parts.map((part) => named(part, '')).filter((part) => part !== ''),
  ];
  for (const place of known.usual) {
    const length = Math.min(place.length, parts.length);
    let fitting = 0;
    while (fitting < length && globFits(parts[fitting] as Value, place[fitting] as string)) fitting++;
    if (fitting < length) continue;
    found.push([...place.slice(0, length), ...parts.slice(length).map((part) => named(part, 'x'))]);
  }
  return found;
}

const tempFolder = (path: string): boolean =>
  ['/tmp', '/var/tmp', '/dev/shm'].includes(path) ||
  /^\/var\/folders\/[^/]+\/[^/]+\/[TC]$|^\/run\/user\/\d+$|^\/[a-z]:\/(?:windows\/temp|temp|tmp|users\/[^/]+\/appdata\/local\/temp)$/.test(
    path,
  );

function isSystem(path: string): boolean {
  const [, first = '', second = ''] = path.toLowerCase().split('/', 3);
  return /^[a-z]:$/.test(first)
    ? windowsFolders.has(second)
    : systemFolders.has(first) || path.toLowerCase() === '/dev';
}

/** The home folder that a path is, or is in: that of this user first. */
function homeOf(path: string, home: string): string | undefined {
  if (isIn(path.toLowerCase(), home.toLowerCase())) return home;
  return /^\/(?:root(?=\/|$)|var\/root(?=\/|$)|(?:home|users|[a-z]:\/users)\/(?!shared(?:\/|$)|public(?:\/|$))[^/]+)/i.exec(
    path,
  )?.[0];
}

function inHome(path: string, { home }: Folders): PathInHome {
  const text = comparable(path);
  const folder = homeOf(text, home);
  const lower = text.toLowerCase();
  return { path: lower, inHome: folder && text.length > folder.length ? lower.slice(folder.length + 1) : undefined };
}

/** Without marks. */
function knownScope({ start, parts }: PathParts, known: Folders): Scope {
  if (parts.includes('..')) return 'unknown';
  const path = comparable(joined({ start, parts }));
  const lower = path.toLowerCase();
  if (path === '/' || /^\/[a-z]:$/.test(path)) return 'root';
  if (start.startsWith('//')) return start === '//.' || /physicaldrive|harddisk/i.test(path) ? 'device' : 'outside';
  const { root, home } = known;
  if (isIn(home.toLowerCase(), lower) || /^\/(?:home|users|[a-z]:\/users)$/.test(lower)) return 'home';
  if (lower === root.toLowerCase()) return 'project';
  if (isIn(root.toLowerCase(), lower)) return 'above';
  const inProject = isIn(path, root) || isIn(lower, root.toLowerCase()) ? lower.slice(root.length + 1) : undefined;
  const homeFolder = homeOf(path, home);
  if (homeFolder?.length === path.length) return 'home';
  return specialScope(lower, inProject, homeFolder, known) ?? plainScope(path, known, homeFolder !== undefined);
}

/** Places with a meaning of their own, wherever they are. */
function specialScope(
  lower: string,
  inProject: string | undefined,
  home: string | undefined,
  known: Folders,
): Scope | undefined {
  if (inProject !== undefined) {
    const git = gitScope(inProject);
    if (git) return git;
  }
  for (const place of known.agentPlaces) {
    const agent = place.toLowerCase();
    if (isIn(lower, agent) || (inProject !== undefined && isIn(agent, lower))) return 'agent';
  }
  const path: PathInHome = { path: lower, inHome: home === undefined ? undefined : lower.slice(home.length + 1) };
  if (isSecretToWrite(path)) return 'secret';
  if (path.inHome !== undefined && isProfile(path.inHome)) return 'profile';
  if (path.inHome !== undefined && isGitSetting(path.inHome)) return 'git-hooks';
  return inProject !== undefined && isCi(inProject) ? 'ci' : undefined;
}

/** `.git` of the project itself, and hooks of any repository in it. Locks and messages that git left behind are ordinary files. */
function gitScope(inProject: string): Scope | undefined {
  const at = inProject.startsWith('.git/') || inProject === '.git' ? 0 : inProject.indexOf('/.git/') + 1;
  if (at === 0 && !inProject.startsWith('.git')) return undefined;
  const inGit = inProject.slice(at + '.git/'.length);
  if (at === 0 && inProject !== '.git' && !inProject.startsWith('.git/')) return undefined;
  if (/(?:\.lock|\/[^/]+\.sample)$|^(?:commit_editmsg|merge_msg|squash_msg|gc\.log|gc\.pid)$/.test(inGit))
    return 'inside';
  if (/^(?:(?:modules|worktrees)\/.+\/)?(?:hooks(?:\/|$)|config(?:\.worktree)?$)/.test(inGit)) return 'git-hooks';
  return at === 0 ? 'git' : undefined;
}

/** The longest folder that holds the path decides: a project in /opt is a project. */
function plainScope(path: string, { root, home, temp }: Folders, isInHome: boolean): Scope {
  const isInside = root !== '/' && isIn(path, root);
  let folder = isInside ? root : '';
  let scope: Scope = isInside ? 'inside' : 'outside';
  const isHolding = (holder: string) => isIn(path, holder) && holder.length > folder.length;
  if (isInHome && isHolding(home)) [folder, scope] = [home, 'in-home'];
  for (const holder of [...temp, ownTemp(path)]) {
    if (holder === undefined || !isHolding(holder)) continue;
    folder = holder;
    scope = path !== holder ? 'temp' : isInside ? 'inside' : 'temp-all';
  }
  if (folder !== '') return scope;
  if (path.startsWith('/dev/')) return deviceScope(path);
  if (/^\/proc\/[^/]+\/fd\//.test(path)) return 'temp';
  return isSystem(path) ? 'system' : 'outside';
}

/** A temp folder that the world does not name. */
function ownTemp(path: string): string | undefined {
  const folder =
    /^(?:\/var\/folders\/[^/]+\/[^/]+\/[TC]|\/run\/user\/\d+|\/[a-z]:\/(?:windows\/temp|temp|tmp|users\/[^/]+\/appdata\/local\/temp))(?=\/|$)/.exec(
      path,
    );
  return folder?.[0];
}

function deviceScope(path: string): Scope {
  const [, , name = ''] = path.toLowerCase().split('/', 3);
  if (name === 'tcp' || name === 'udp') return 'remote';
  return harmlessDevices.has(name) || /^(?:tty|pty)/.test(name) ? 'temp' : 'device';
}

/** On another machine nobody knows a project or a home: only what each machine has counts. */
function remoteScope(path: PathParts, scope: Scope, world: GuardWorld): Scope {
  if (scope === 'unset' || scope === 'root' || scope === 'device') return scope;
  const nowhere: Folders = {
    ...folders(world),
    root: '/.project',
    home: '/.home/user',
    agentPlaces: [],
    temp: ['/tmp', '/var/tmp', '/dev/shm'],
  };
  const there = scopeOf(path, undefined, nowhere);
  if (there === 'home' && path.parts.length === 1 && path.parts[0] !== 'root') return 'system';
  if (there === 'secret') return isSystem(joined(path)) ? 'system' : 'remote';
  return ['root', 'system', 'device', 'temp', 'temp-all'].includes(there) ? there : 'remote';
}
