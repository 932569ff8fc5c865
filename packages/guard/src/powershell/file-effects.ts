import type { WriteHow } from '../effect.js';
import { writeText } from '../programs/kit.js';
import { hasMark, marks, sentContent, type Value } from '../value.js';
import { isPsFile, type PsItem, psText } from './items.js';
import type { PsSession, WindowsSession } from './session.js';
import { joinedWindowsPath, windowsBaseName, withWildcards } from './windows-paths.js';

/** Places that are not files: the registry, certificates, variables. */
const providers: readonly (readonly [RegExp, 'registry' | 'certificates' | 'settings' | 'memory'])[] = [
  [/^(?:hklm|hkcr|hkcu|hku|hkcc):/i, 'registry'],
  [/^(?:microsoft\.powershell\.core[\\/])?registry::/i, 'registry'],
  [/^(?:hkey_[a-z_]+|hklm|hkcu|hkcr|hku)(?:[\\/]|$)/i, 'registry'],
  [/^cert:/i, 'certificates'],
  [/^(?:wsman|iis|ad|sqlserver|bcd):/i, 'settings'],
  [/^(?:env|function|variable|alias|testdrive):/i, 'memory'],
];

export const providerOf = (path: Value): 'registry' | 'certificates' | 'settings' | 'memory' | undefined =>
  providers.find(([pattern]) => pattern.test(path))?.[1];

/** Keys from which Windows starts programs. */
const startKeys =
  /\\(?:run|runonce|runonceex|runservices|winlogon|image file execution options|appinit_dlls|shell extensions|policies\\explorer\\run)(?:\\|$)/i;

/** Reports a change of the registry; `name` is the value's name. */
export function noteRegistry(session: WindowsSession, key: Value, isDelete: boolean, name: Value = ''): void {
  const path = key.replaceAll('/', '\\');
  if (!isDelete && (startKeys.test(path) || startKeys.test(`${path}\\${name}`)))
    session.machine.note({ do: 'persist', what: 'registry key that starts programs', target: key });
  else if (isDelete || !/^(?:registry::)?(?:hkcu|hkey_current_user)/i.test(key))
    session.machine.note({ do: 'system', what: isDelete ? 'registry delete' : 'registry change', target: key });
}

/** The path of an item as passed to the file system; wildcards count unless it is literal. */
export function psFilePath(session: WindowsSession, item: PsItem, isLiteral = false): Value {
  if (isPsFile(item)) return item.path;
  const text = psText(item);
  return session.absolute(isLiteral ? text : withWildcards(text));
}

export function noteWindowsDelete(
  session: WindowsSession,
  item: PsItem,
  isRecursive: boolean,
  isLiteral = false,
): void {
  session.step();
  const text = isPsFile(item) ? '' : psText(item);
  const provider = providerOf(text);
  if (provider === 'registry') noteRegistry(session, text, true);
  else if (provider === 'certificates' || provider === 'settings')
    session.machine.note({ do: 'system', what: `delete of ${provider}`, target: text });
  else if (provider === undefined && (isPsFile(item) || text !== '')) {
    const recursive = isRecursive || (isPsFile(item) && item.isDeep);
    session.machine.note({ do: 'delete', at: session.machine.place(psFilePath(session, item, isLiteral)), recursive });
  }
}

/** Reports a write to a file; the registry and others are not files. */
export function noteWindowsWrite(
  session: WindowsSession,
  item: PsItem,
  how: WriteHow,
  text?: Value,
  isLiteral = true,
): void {
  session.step();
  const written = isPsFile(item) ? '' : psText(item);
  const variable = /^env:[\\/]?(.+)$/is.exec(written)?.[1];
  if (variable !== undefined) session.env.set(variable.toLowerCase(), text ?? marks.any);
  else if (providerOf(written) === 'registry') noteRegistry(session, written, false);
  else if (providerOf(written) === undefined && (isPsFile(item) || !/^(?:nul|con|prn|\$null)?$/i.test(written)))
    writeFile(session, psFilePath(session, item, isLiteral), how, text);
}

/** Files that Windows or PowerShell runs when a user logs in or a shell starts. */
const startFiles = /\/start menu\/programs\/startup(?:\/|$)|(?:^|[/_])profile\.ps1$/i;

function writeFile(session: WindowsSession, path: Value, how: WriteHow, text: Value | undefined): void {
  if (startFiles.test(path)) session.machine.note({ do: 'persist', what: 'file that runs at start', target: path });
  if (how === 'over' || how === 'append') writeText(session.machine, path, how, text);
  else session.machine.write(path, how, text);
}

/** The content of a file, which depends on the kind of place. */
export function psContent(session: PsSession, item: PsItem, isLiteral = false): Value {
  const text = isPsFile(item) ? '' : psText(item);
  if (/^env:/i.test(text)) return environmentText(session, text.slice(4).replace(/^[\\/]/, ''));
  if (providerOf(text) !== undefined) return marks.any;
  return session.machine.read(psFilePath(session, item, isLiteral));
}

/** Variables by name; a list of all of them may contain secrets. */
export function environmentText(session: PsSession, name: Value): Value {
  if (name === '' || name === '*') return marks.environment;
  if (!/[*?[]/.test(name)) return session.environment(name);
  return /token|secret|key|pass|cred|auth/i.test(name) ? session.machine.secret(`environment: ${name}`) : marks.any;
}

/** Reports data that are sent off the machine. */
export function noteDataSent(session: WindowsSession, url: Value, data: Value): void {
  const { secret, ...content } = sentContent(data);
  session.machine.note({ do: 'send', ...content, secret: secret || hasMark(url, 'secret'), host: urlHost(url) });
}

export function urlHost(url: Value): string {
  const found = /^(?:[a-z][a-z0-9+.-]{0,20}:\/\/)?(?:[^/@\s]{0,200}@)?([^/:?#\s]{1,253})/i.exec(url);
  return found?.[1] ?? '';
}

/** Reports a copy; a copy to a share leaves the machine. */
export function copyTo(session: WindowsSession, from: Value, to: Value, how: 'over' | 'unpack' = 'over'): void {
  const text = session.machine.read(session.absolute(withWildcards(from)));
  const share = /^(?:\\\\|\/\/)([^\\/]+)/.exec(to);
  if (share) noteDataSent(session, share[1] as string, text);
  else if (/[\\/]$|^\.{1,2}$/.test(to))
    noteWindowsWrite(session, joinedWindowsPath(to, windowsBaseName(from)), how, text);
  else noteWindowsWrite(session, to, how, text);
}
