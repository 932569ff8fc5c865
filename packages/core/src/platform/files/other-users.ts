import { lstatSync, readFileSync, readlinkSync, type Stats, statfsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { attempt } from '../../errors.js';
import { isWithin } from '../../file-path.js';
import { visibleShellWord } from '../../shell-quote.js';
import { readText } from './files.js';

// Could another user of this machine have written or replaced a file? This checks the file, every link on the way to it,
// and every folder above them. Docs: docs/decisions/files-of-other-users.md.

/** A file or folder that another user owns or can write to, and the command that fixes it. */
export interface OtherUsersPath {
  readonly path: string;
  readonly why: string;
  readonly repair: string;
}

/** Where a file is, which decides which owners are accepted. */
export interface OwnersOfPlace {
  readonly home: string;
  /** The project that the file belongs to, if it is not the user's own. */
  readonly project?: string | undefined;
}

export interface OtherUsersCheck {
  /** The first entry on the path to a file that another user could change. */
  find(file: string, place: OwnersOfPlace): OtherUsersPath | undefined;
  /** Owner and mode of each checked folder that does not belong to root. */
  readonly folders: FolderOwners;
}

/** Owner and mode of folders, as one number each. */
export type FolderOwners = Readonly<Record<string, string>>;

export function createOtherUsersCheck(): OtherUsersCheck {
  const folders: Record<string, string> = Object.create(null);
  const stats = new Map<string, Stats | undefined>();
  const groups = new Map<number, readonly number[] | undefined>();
  const membersOf: MembersOfGroup = (gid) => {
    if (!groups.has(gid)) groups.set(gid, readMembers(gid));
    return groups.get(gid);
  };
  const look = (path: string): Stats | undefined => {
    if (!stats.has(path)) stats.set(path, lstatOf(path));
    return stats.get(path);
  };
  return {
    folders,
    find(file, place) {
      const own = process.geteuid?.();
      if (own === undefined) return undefined;
      const judge = judgeOf(own, place, membersOf);
      for (const entry of entriesOnTheWay(file, look)) {
        const { path, stat } = entry;
        if (stat.isDirectory() && stat.uid !== 0) folders[path] = ownersText(stat);
        const found = judge(entry);
        if (found && hasPermissions(path)) return found;
      }
      return undefined;
    },
  };
}

/** Do folders still have the same owners and modes? */
export function haveSameOwners(folders: FolderOwners): boolean {
  // This runs before every answer, so it builds no list of entries.
  for (const path in folders) {
    try {
      const stat = statSync(path, { throwIfNoEntry: false });
      if (!stat || ownersText(stat) !== folders[path]) return false;
    } catch {
      return false;
    }
  }
  return true;
}

const ownersText = ({ uid, gid, mode }: Stats): string => `${uid} ${gid} ${(mode & 0o7777).toString(8)}`;

interface EntryOnTheWay {
  readonly path: string;
  readonly stat: Stats;
  /** Its folder. */
  readonly above: Stats | undefined;
}

const maxLinks = 40;

/** Every folder, link and file that the system visits to open a path, from the top down. */
function* entriesOnTheWay(file: string, look: (path: string) => Stats | undefined): Generator<EntryOnTheWay> {
  let path: string = parse(file).root;
  let rest = file.slice(path.length).split(sep).filter(Boolean);
  let links = 0;
  let above = look(path);
  if (above) yield { path, stat: above, above: undefined };
  while (rest.length > 0) {
    const [name = '', ...others] = rest;
    const entry = join(path, name);
    const stat = look(entry);
    if (!stat) return;
    yield { path: entry, stat, above };
    if (stat.isSymbolicLink()) {
      if (++links > maxLinks) return;
      const target = readlinkSync(entry);
      const next = isAbsolute(target) ? resolve(target) : resolve(path, target);
      path = parse(next).root;
      rest = [...next.slice(path.length).split(sep).filter(Boolean), ...others];
      above = look(path);
      continue;
    }
    path = entry;
    rest = others;
    above = stat;
  }
}

function judgeOf(
  own: number,
  { home, project }: OwnersOfPlace,
  membersOf: MembersOfGroup,
): (entry: EntryOnTheWay) => OtherUsersPath | undefined {
  const accepted = new Set([own, 0]);
  // Root may work with other users' files: in their checkout, with their home, or on a mounted file system.
  const accept = (folder: string | undefined) => {
    const stat = folder === undefined ? undefined : statOf(folder);
    if (own === 0 && stat) accepted.add(stat.uid);
  };
  accept(project);
  const isInHome = (path: string) => isWithin(path, home);
  return (entry) => {
    const { path, stat, above } = entry;
    if (own === 0 && above && above.dev !== stat.dev && (above.mode & 0o002) === 0) accepted.add(stat.uid);
    if (own === 0 && isInHome(path)) accept(home);
    const isAccepted = accepted.has(stat.uid) || isUnmapped(stat.uid);
    const isSticky = above !== undefined && (above.mode & 0o1000) !== 0;
    // A link cannot be changed, only replaced, so its folder decides, unless everyone could have created it there.
    if (stat.isSymbolicLink() && !isSticky) return undefined;
    if (!isAccepted) {
      const why = `it belongs to user ${stat.uid}, and you are user ${own}`;
      return { path, why, repair: `sudo chown ${own} ${visibleShellWord(path)}` };
    }
    if (stat.isSymbolicLink()) return undefined;
    // A pipeline's checkout is often writable by everyone; its hooks still need trust in their content.
    if (project !== undefined && (own === 0 || stat.uid === 0)) return undefined;
    // In a sticky folder others cannot replace an entry, and each entry is checked separately.
    if (stat.isDirectory() && (stat.mode & 0o1000) !== 0) return undefined;
    const who = writersBesides(stat, accepted, membersOf);
    if (who === undefined || (project !== undefined && isOnSharedMount(path, stat))) return undefined;
    const mode = (stat.mode & 0o777).toString(8);
    const sudo = stat.uid === own ? '' : 'sudo ';
    return {
      path,
      why: `${who} may write to it (mode ${mode})`,
      repair: `${sudo}chmod go-w ${visibleShellWord(path)}`,
    };
  };
}

/** Is the root of the file system writable for every user? Then its modes mean nothing, as on container volumes. */
function isOnSharedMount(path: string, { dev }: Stats): boolean {
  let [folder, top] = [path, path];
  for (; dirname(folder) !== folder; folder = dirname(folder)) {
    if (statOf(dirname(folder))?.dev !== dev) break;
    top = dirname(folder);
  }
  return dirname(top) !== top && ((statOf(top)?.mode ?? 0) & 0o1002) === 0o002;
}

/** Who besides the owner can write to an entry: everyone, or a group with other members. */
function writersBesides(
  { uid, gid, mode }: Stats,
  accepted: ReadonlySet<number>,
  membersOf: MembersOfGroup,
): string | undefined {
  if ((mode & 0o002) !== 0) return 'every user';
  if ((mode & 0o020) === 0 || gid === 0) return undefined;
  const members = membersOf(gid);
  if (members === undefined) {
    const isOwnGroup = gid === process.getegid?.() || gid === uid;
    return isOwnGroup ? undefined : `group ${gid}`;
  }
  const others = members.filter((one) => !accepted.has(one));
  return others.length === 0 ? undefined : `group ${gid}`;
}

/** The members of a group according to the system files; undefined if these do not list the group. */
type MembersOfGroup = (gid: number) => readonly number[] | undefined;

function readMembers(gid: number): readonly number[] | undefined {
  const group = rowsOf('/etc/group').find(([, , id]) => id === String(gid));
  // macOS administrators may become root.
  if (process.platform === 'darwin' && group?.[0] === 'admin') return [];
  if (!group) return undefined;
  const names = new Set((group[3] ?? '').split(',').filter(Boolean));
  const users = rowsOf('/etc/passwd');
  const named = users.filter(([name = '', , , primary]) => names.has(name) || primary === String(gid));
  return named.map(([, , uid]) => Number(uid));
}

const rowsOf = (file: string): readonly (readonly string[])[] =>
  (readText(file, 16 * 1024 * 1024) ?? '').split('\n').map((line) => line.split(':'));

/** In a user namespace, all unmapped owners look like one user, so nothing is known about them. */
function isUnmapped(uid: number): boolean {
  if (process.platform !== 'linux' || String(uid) !== readProc('/proc/sys/kernel/overflowuid')) return false;
  const ranges = (readProc('/proc/self/uid_map') ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return !ranges.some(([first = 0, , count = 0]) => uid >= first && uid < first + count);
}

/** The text of a kernel file, whose size is 0. */
const readProc = (path: string): string | undefined => attempt(() => readFileSync(path, 'utf8').trim());

/** File systems that show only the owner and mode of the mount: Windows drives in WSL, FAT, NTFS, shares, shared folders. */
const withoutPermissions: readonly number[] = [
  0x01021997, // 9p
  0x53464846, // drives in the first WSL
  0x4d44, // FAT
  0x2011bab0, // exFAT
  0x5346544e, // NTFS
  0x7366746e, // NTFS
  0xff534d42, // CIFS
  0xfe534d42, // SMB
  0x517b, // SMB
  0x786f4256, // VirtualBox
];
const fuse = 0x65735546;

/** Do an entry's owner and mode say who can write to it? */
function hasPermissions(path: string): boolean {
  if (process.platform === 'darwin') return !path.startsWith('/Volumes/');
  return attempt(() => {
    const { type } = statfsSync(path);
    if (type === fuse) return ((statOf(path)?.mode ?? 0) & 0o777) !== 0o777;
    return process.platform !== 'linux' || !withoutPermissions.includes(type >>> 0);
  }, true);
}

const lstatOf = (path: string): Stats | undefined => attempt(() => lstatSync(path, { throwIfNoEntry: false }));

const statOf = (path: string): Stats | undefined => attempt(() => statSync(path, { throwIfNoEntry: false }));
