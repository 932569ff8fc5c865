import { windowsVariables } from '../../.cache/places/paths.js';
import { marks, type Value } from '../value.js';
import type { GuardWorld } from '../world.js';

/** An absolute path in parts, without `.` and `..`. */
export interface PathParts {
  /** Empty for `/`; otherwise a drive (`C:`), a share (`//host/share`), or unknown text that begins the path. */
  readonly start: Value;
  readonly parts: readonly Value[];
  /** The path ends with a slash: a link there is followed. */
  readonly endsWithSlash: boolean;
  /** The unknown start comes from the working folder, not from the path as written. */
  readonly fromFolder: boolean;
}

/** Every system rejects longer paths, so reading them is not worth the time. */
const maxParts = 20_000;
const driveStart = /^([A-Za-z]):(?=[\\/]|$)/;
const sources = /[\uE000-\uE004]/;
const onlySources = /^[\uE000-\uE004]+$/;

export const isWindowsPath = (path: string): boolean => driveStart.test(path) || path.startsWith('\\\\');

/** Whether the whole part is unknown. */
export const isUnknownPart = (part: Value): boolean => onlySources.test(part);

/** Joins a path with the working folder of a command, as text: nothing is looked up. */
export function partsOf(path: Value, cwd: Value, world: GuardWorld): PathParts {
  const drive = driveStart.exec(world.root)?.[0] ?? '';
  const windows = drive !== '';
  const given = plainPath(path, drive, world.env);
  const start = startOf(given, windows || path.startsWith('\\\\'));
  if (start !== undefined) return walked(start.start, [], start.rest, false);
  const folderText = plainPath(cwd, drive, world.env);
  const folder = startOf(folderText, windows) ?? { start: '', rest: folderText };
  const before = walked(folder.start, [], folder.rest, true);
  return walked(before.start, before.parts, given, true);
}

export const joined = ({ start, parts }: Pick<PathParts, 'start' | 'parts'>): Value =>
  parts.length === 0 && start !== '' && !driveStart.test(start) ? start : `${start}/${parts.join('/')}`;

/** Uses slashes as on Unix, replaces variables of cmd, and removes `\\?\` and `file://`. */
function plainPath(path: Value, drive: string, env: GuardWorld['env']): Value {
  const windows = drive !== '';
  let text = path;
  if (text.startsWith('%'))
    text = text.replace(/^%(\w{1,40})%/, (all, name: string) => windowsVariable(name, env) ?? all);
  if (/^file:\/\//i.test(text)) text = text.replace(/^file:\/\/[^/]*/i, '').replace(/^\/(?=[A-Za-z]:)/, '');
  if (windows || isWindowsPath(text)) {
    text = text.replaceAll('\\', '/').replace(/^\/\/\?\/(?:UNC\/)?/i, (all) => (/unc/i.test(all) ? '//' : ''));
    text = text.replace(/^\/\/(?:localhost|127\.0\.0\.1|\.)\/([A-Za-z])[$:](?=\/|$)/i, '$1:');
    // A single backslash is the project's drive; Git Bash writes C:\ as /c/.
    if (windows && /^\\(?!\\)/.test(path)) text = `${drive}${text}`;
    if (windows) text = text.replace(/^\/([A-Za-z])(?=\/|$)/, '$1:');
    // A stream of a file, `.env::$DATA`, is the file; the first colon belongs to the drive.
    text = text.replace(/(?<=[^/])(?<!^[A-Za-z]):(?!\/)[^/]*$/, '');
  }
  return text;
}

/** Variables that are set on every Windows machine. */

function windowsVariable(name: string, env: GuardWorld['env']): string | undefined {
  const upper = name.toUpperCase();
  const table = [env, windowsVariables].find((one) => Object.hasOwn(one, upper));
  return table?.[upper];
}

/** The start of an absolute or unknown path, and the rest; undefined for a relative path. */
function startOf(path: Value, takesShares: boolean): { readonly start: Value; readonly rest: Value } | undefined {
  // On systems other than Windows `//etc` is `/etc`.
  const share = takesShares ? /^\/\/[^/]{1,255}\/[^/]{1,255}(?=\/|$)/.exec(path)?.[0] : undefined;
  if (share !== undefined) return { start: share, rest: path.slice(share.length) };
  if (path.startsWith('/')) return { start: '', rest: path };
  const drive = driveStart.exec(path);
  if (drive) return { start: `${drive[1]?.toUpperCase()}:`, rest: path.slice(2) };
  if (!sources.test(path.charAt(0))) return undefined;
  const slash = path.indexOf('/');
  return slash < 0 ? { start: path, rest: '' } : { start: path.slice(0, slash), rest: path.slice(slash) };
}

function walked(start: Value, before: readonly Value[], rest: Value, fromFolder: boolean): PathParts {
  const parts = [...before];
  const words = rest.split('/', maxParts + 1);
  if (words.length > maxParts) return { start: marks.any, parts: [], endsWithSlash: false, fromFolder: false };
  for (const word of words) {
    if (word === '' || word === '.') continue;
    const last = parts.at(-1);
    if (word !== '..') parts.push(word);
    else if (last === undefined ? sources.test(start) : last === '..' || isUnknownPart(last)) parts.push(word);
    else parts.pop();
  }
  const end = words.at(-1);
  const endsWithSlash = rest !== '' && (end === '' || end === '.') && (parts.length > 0 || sources.test(start));
  return { start, parts, endsWithSlash, fromFolder };
}

/** A path with each unknown text replaced by one name, or removed. */
export const withUnknownAs = (parts: readonly Value[], text: string): readonly Value[] =>
  parts.map((part) => part.replace(/[\uE000-\uE004]+/g, text)).filter((part) => part !== '');

const everyName = new RegExp(
  `^[${marks.star}${marks.one}]*${marks.star}[${marks.star}${marks.one}]*(?:\\.${marks.star})?$`,
);
const everyDotName = new RegExp(`^\\.[${marks.star}${marks.one}]*${marks.star}[${marks.star}${marks.one}]*$`);

/** A glob that matches nearly all names in a folder: `*`, `?*`, `[a-z]*`, `*.*`. */
export const fitsEveryName = (part: Value): boolean => everyName.test(part);
/** `.*`, `.??*`: names that begin with a dot. */
export const fitsEveryDotName = (part: Value): boolean => everyDotName.test(part);

/** Whether a glob matches a name. As in a shell, no mark at the start matches a dot. */
export function globFits(glob: Value, name: string): boolean {
  const first = glob.charAt(0);
  if (name.startsWith('.') && (first === marks.star || first === marks.one)) return false;
  // One position to return to is enough: a later star makes an earlier one irrelevant.
  let [at, atName, starAt, starName] = [0, 0, -1, 0];
  while (atName < name.length) {
    const char = glob.charAt(at);
    if (char === marks.star || (char !== '' && sources.test(char))) [starAt, starName] = [at++, atName];
    else if (char !== '' && (char === marks.one || char.toLowerCase() === name.charAt(atName).toLowerCase())) {
      at++;
      atName++;
    } else if (starAt >= 0) {
      at = starAt + 1;
      atName = ++starName;
    } else return false;
  }
  while (at < glob.length && (glob.charAt(at) === marks.star || sources.test(glob.charAt(at)))) at++;
  return at === glob.length;
}
