import { marks, type Value } from '../value.js';

/** A path with slashes, without the prefixes that only select how it is read. */
export function windowsSlashes(path: Value): Value {
  let text = path.replaceAll('\\', '/');
  if (text.startsWith('//?/') || text.startsWith('//./')) text = devicePath(text.slice(4));
  const provider = /^(?:microsoft\.powershell\.core\/)?filesystem::/i.exec(text);
  return provider ? text.slice(provider[0].length) : text;
}

/** The path after `\\?\` or `\\.\`: a plain path, a share, or a disk. */
function devicePath(rest: Value): Value {
  if (/^unc\//i.test(rest)) return `//${rest.slice(4)}`;
  if (/^[a-z]:(?:\/|$)/i.test(rest)) return rest;
  // A raw disk has no place in a Windows file tree; as a device it is judged as one.
  return /^(?:physicaldrive|harddisk|cdrom|volume)/i.test(rest) ? `/dev/sda_${rest}` : `//./${rest}`;
}

/** An absolute path with slashes; unchanged if it starts with unknown text. */
export function absoluteWindowsPath(path: Value, cwd: Value, home: Value): Value {
  const text = windowsSlashes(path);
  const here = windowsSlashes(cwd);
  if (text === '~' || text.startsWith('~/')) return windowsSlashes(home) + text.slice(1);
  const drive = /^([a-z]):/i.exec(text);
  if (drive) {
    const rest = text.slice(2);
    if (rest === '' || rest.startsWith('/')) return `${drive[0]}${rest === '' ? '/' : rest}`;
    return here.slice(0, 2).toLowerCase() === drive[0].toLowerCase() ? joined(here, rest) : `${drive[0]}/${rest}`;
  }
  if (text.startsWith('//')) return text;
  if (text.startsWith('/')) return /^[a-z]:/i.test(here) && !isGitBashDrive(text) ? here.slice(0, 2) + text : text;
  if (/^[\uE000-\uE004]/.test(text)) return text;
  return joined(here, text);
}

/** `/c/Users`: how Git Bash writes a drive. */
const isGitBashDrive = (path: Value): boolean => /^\/[a-z](?:\/|$)/i.test(path);

const joined = (folder: Value, rest: Value): Value => {
  const plain = rest.replace(/^(?:\.\/)+/, '');
  if (plain === '' || plain === '.') return folder;
  return folder.endsWith('/') ? folder + plain : `${folder}/${plain}`;
};

export function joinedWindowsPath(folder: Value, rest: Value): Value {
  const left = folder.replaceAll('\\', '/');
  const right = rest.replaceAll('\\', '/');
  if (left === '') return right;
  return `${left.endsWith('/') ? left.slice(0, -1) : left}/${right.startsWith('/') ? right.slice(1) : right}`;
}

export const windowsBaseName = (path: Value): Value => {
  const parts = path.replaceAll('\\', '/').split('/');
  return parts.at(-1) || (parts.at(-2) ?? '');
};

export const windowsParent = (path: Value): Value => {
  const text = path.replaceAll('\\', '/').replace(/(?<=[^/:])\/$/, '');
  const cut = text.lastIndexOf('/');
  if (cut < 0) return '';
  return cut === 0 || text[cut - 1] === ':' ? text.slice(0, cut + 1) : text.slice(0, cut);
};

/** Replaces wildcards of PowerShell and cmd by marks. `*.*` means everything. */
export function withWildcards(path: Value): Value {
  const plain = path.replace(/(^|[\\/])\*\.\*$/, '$1*');
  let text = '';
  for (let at = 0; at < plain.length; at++) {
    const char = plain[at] as string;
    const end = char === '[' ? plain.indexOf(']', at + 1) : -1;
    if (char === '*') text += marks.star;
    else if (char === '?') text += marks.one;
    else if (char === '`' && /[[\]*?]/.test(plain[at + 1] ?? '')) text += plain[++at];
    else if (end > 0) {
      text += marks.one;
      at = end;
    } else text += char;
  }
  return text;
}

/** The usual name of a program: `git` for `C:\Program Files\Git\bin\git.exe`. */
export function windowsProgramName(written: Value): string {
  const name = windowsBaseName(written).toLowerCase();
  return name.replace(/\.(?:exe|com|cmd|bat|ps1)$/, '');
}

/** Variables that Windows sets, in lower case, for a home folder; `C:` is the system drive. */
export function windowsVariable(name: string, home: Value, temp: Value | undefined): Value | undefined {
  const place = windowsSlashes(home);
  const table: Readonly<Record<string, Value | undefined>> = {
    systemdrive: 'C:',
    homedrive: /^[a-z]:/i.test(place) ? place.slice(0, 2) : 'C:',
    homepath: /^[a-z]:/i.test(place) ? place.slice(2) : place,
    systemroot: 'C:/Windows',
    windir: 'C:/Windows',
    programfiles: 'C:/Program Files',
    'programfiles(x86)': 'C:/Program Files (x86)',
    programw6432: 'C:/Program Files',
    commonprogramfiles: 'C:/Program Files/Common Files',
    programdata: 'C:/ProgramData',
    allusersprofile: 'C:/ProgramData',
    public: 'C:/Users/Public',
    comspec: 'C:\\WINDOWS\\system32\\cmd.exe',
    userprofile: place,
    home: place,
    onedrive: `${place}/OneDrive`,
    appdata: `${place}/AppData/Roaming`,
    localappdata: `${place}/AppData/Local`,
    temp: temp ?? `${place}/AppData/Local/Temp`,
    tmp: temp ?? `${place}/AppData/Local/Temp`,
  };
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Splits a command line as Windows programs do: double quotes group, `\"` is a quote. */
export function windowsWords(line: Value): readonly Value[] {
  const words: Value[] = [];
  let word = '';
  let isOpen = false;
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const char = line[at] as string;
    if (char === '\\' && line[at + 1] === '"') {
      word += line[++at];
      isOpen = true;
    } else if (char === '"') {
      isQuoted = !isQuoted;
      isOpen = true;
    } else if (!isQuoted && /\s/.test(char)) {
      if (isOpen) words.push(word);
      word = '';
      isOpen = false;
    } else {
      word += char;
      isOpen = true;
    }
  }
  if (isOpen) words.push(word);
  return words;
}
