import { folders, specialFolders } from '../../.cache/powershell/dotnet-static.js';
import { hasUnknown, isFullyKnown, marks, type Value } from '../value.js';
import { byWord } from '../word-lists.js';
import { type PsContext, valueWord } from './context.js';
import { runLine } from './dotnet.js';
import { environmentText, noteWindowsDelete, noteWindowsWrite, psContent } from './file-effects.js';
import { isPsObject, isPsTrue, type PsItem, psItems, psList, psNumber, psObject, psText, psUnknown } from './items.js';
import { replaceIgnoringCase } from './operators.js';
import { joinedWindowsPath, windowsBaseName, windowsParent, windowsWords } from './windows-paths.js';

type Args = readonly PsItem[];
type StaticCall = (args: Args, context: PsContext) => PsItem | undefined;

const text = (args: Args, at: number): Value => psText(args[at] ?? null);

const writes =
  (how: 'over' | 'append'): StaticCall =>
  (args, { session }) =>
    void noteWindowsWrite(session, args[0] ?? '', how, args.length > 1 ? text(args, 1) : undefined);

const deletes =
  (isRecursive: (args: Args) => boolean): StaticCall =>
  (args, { session }) =>
    void noteWindowsDelete(session, args[0] ?? '', isRecursive(args), true);

const reads: StaticCall = (args, { session }) => psContent(session, args[0] ?? '', true);

const moves: StaticCall = (args, { session, machine }) => {
  const from = machine.place(session.absolute(text(args, 0)));
  machine.note({ do: 'move', from, to: machine.place(session.absolute(text(args, 1))) });
};

const lists: StaticCall = (args, { session }) => {
  const listed = session.absolute(text(args, 0));
  const pattern = args[1] === undefined ? '*' : text(args, 1).replaceAll('*.*', '*');
  const path = joinedWindowsPath(listed, pattern.replaceAll('*', marks.star));
  return { kind: 'file', path, listed, isDeep: /alldirectories|1/i.test(text(args, 2)) };
};

function decodeBase64(args: Args): PsItem {
  const given = text(args, 0);
  if (!isFullyKnown(given)) return { kind: 'bytes', bytes: undefined, sources: marks.decoded + psUnknown(given) };
  return { kind: 'bytes', bytes: Buffer.from(given, 'base64').toString('latin1'), sources: '' };
}

/** Static calls as `type::member`; the type is in lower case and without `system.`. */
const staticCalls: Readonly<Record<string, StaticCall>> = byWord({
  'io.file::delete microsoft.visualbasic.fileio.filesystem::deletefile': deletes(() => false),
  'io.directory::delete': deletes((args) => args.length > 1 && args[1] !== false),
  'microsoft.visualbasic.fileio.filesystem::deletedirectory': deletes(() => true),
  'io.file::writealltext io.file::writealllines io.file::writeallbytes io.file::create io.file::createtext io.file::openwrite':
    writes('over'),
  'io.file::appendalltext io.file::appendalllines': writes('append'),
  'io.file::open': (args, { session }) => {
    if (!/^open$|read/i.test(text(args, 1))) noteWindowsWrite(session, args[0] ?? '', 'over');
    return psObject('io.filestream', [psContent(session, args[0] ?? '', true)]);
  },
  'io.file::readalltext io.file::readalllines io.file::readlines io.file::openread io.file::opentext': reads,
  'io.file::readallbytes': (args, { session }) => {
    const content = psContent(session, args[0] ?? '', true);
    return { kind: 'bytes', bytes: isFullyKnown(content) ? content : undefined, sources: psUnknown(content) };
  },
  'io.file::move io.directory::move': moves,
  'io.file::copy': (args, { session }) =>
    void noteWindowsWrite(session, args[1] ?? '', 'over', psContent(session, args[0] ?? '', true)),
  'io.directory::getfiles io.directory::getdirectories io.directory::enumeratefiles io.directory::enumeratedirectories io.directory::getfilesystementries':
    lists,
  'io.directory::getcurrentdirectory': (_, { session }) => session.cwd,
  'io.directory::setcurrentdirectory environment::failfast': () => null,
  'io.path::combine': (args) =>
    args
      .map(psText)
      .reduce((left, right) => (/^(?:[A-Za-z]:|[\\/])/.test(right) ? right : joinedWindowsPath(left, right))),
  'io.path::join': (args) => args.map(psText).reduce(joinedWindowsPath),
  'io.path::getfullpath': (args, { session }) => session.absolute(text(args, 0)),
  'io.path::getdirectoryname': (args) => windowsParent(text(args, 0)),
  'io.path::getfilename': (args) => windowsBaseName(text(args, 0)),
  'io.path::getpathroot': (args, { session }) => {
    const path = session.absolute(text(args, 0));
    return /^[A-Za-z]:/.test(path) ? `${path.slice(0, 2)}/` : '/';
  },
  'io.path::gettemppath': (_, { session }) => session.environment('TEMP'),
  'io.path::gettempfilename': (_, { session }) => `${session.environment('TEMP')}/tmp${marks.any}`,
  'io.path::getrandomfilename': () => marks.any,
  'environment::getenvironmentvariable': (args, { session }) => session.environment(text(args, 0)),
  'environment::getenvironmentvariables': (_, { session }) => environmentText(session, ''),
  'environment::setenvironmentvariable': (args, { session, machine }) => {
    if (/machine/i.test(text(args, 2))) machine.note({ do: 'system', what: 'environment variables of the machine' });
    else if (/user/i.test(text(args, 2))) machine.run(['setx', text(args, 0), text(args, 1)]);
    else session.env.set(text(args, 0).toLowerCase(), text(args, 1));
  },
  'environment::expandenvironmentvariables': (args, { session }) =>
    text(args, 0).replaceAll(/%([\w()]{1,60})%/g, (_, name: string) => session.environment(name)),
  'environment::getfolderpath': (args, { session }) => {
    const name = text(args, 0).toLowerCase();
    const inHome = Object.hasOwn(folders, name) ? folders[name] : undefined;
    const ofSystem = Object.hasOwn(specialFolders, name) ? specialFolders[name] : undefined;
    return inHome === undefined ? (ofSystem ?? marks.any) : session.absolute(`~${inHome}`);
  },
  'convert::frombase64string': decodeBase64,
  'convert::tobase64string': (args) => {
    const given = psText(args[0] ?? null);
    return isFullyKnown(given) ? Buffer.from(given, 'latin1').toString('base64') : psUnknown(given);
  },
  'convert::tochar char::convertfromutf32': (args) => charOf(args),
  'convert::toint32 convert::toint16 convert::tobyte': (args) => intOf(args),
  'convert::tostring char::tostring': (args) => text(args, 0),
  'string::join': (args) => args.slice(1).flatMap(psItems).map(psText).join(text(args, 0)),
  'string::concat string::new': (args) => args.flatMap(psItems).map(psText).join(''),
  'string::format': (args) =>
    text(args, 0).replaceAll(/\{(\d{1,3})\}/g, (_, at: string) =>
      psText(args.slice(1).flatMap(psItems)[Number(at)] ?? null),
    ),
  'regex::replace': (args) => {
    const [given, pattern, to] = [text(args, 0), text(args, 1), text(args, 2)];
    return /[\\^$.|?*+()[\]{}]/.test(pattern) || hasUnknown(pattern) || pattern === ''
      ? psUnknown(given, to)
      : replaceIgnoringCase(given, pattern, to);
  },
  'regex::unescape': (args) =>
    text(args, 0).replaceAll(/\\x([0-9a-f]{2})|\\u([0-9a-f]{4})/gi, (_, short: string, long: string) =>
      String.fromCharCode(Number.parseInt(short ?? long, 16)),
    ),
  'regex::matches': (args) => {
    const chars = [...text(args, 0)];
    if (text(args, 1) !== '.') return psUnknown(args[0]);
    return psList(/righttoleft/i.test(text(args, 2)) ? chars.reverse() : chars);
  },
  'scriptblock::create': (args) => psObject('scripttext', args.slice(0, 1)),
  'diagnostics.process::start': (args, context) => {
    const [program = null, words = null] = args;
    if (isPsObject(program)) return psList(runLine(psText(program.args[0]), context));
    return psList(context.invoke(psText(program), windowsWords(psText(words)).map(valueWord)));
  },
  'management.automation.powershell::create': () => psObject('powershell'),
  'text.encoding::getencoding': (args) => psObject('text.encoding', args),
  'net.webrequest::create': (args) => psObject('net.webrequest', args),
  'net.dns::gethostaddresses': () => marks.net,
  'activator::createinstance': (args, context) => {
    const type = args[0];
    const name =
      type !== undefined && type !== null && isPsObject(type) ? type.type.replace(/^type:/, '') : text(args, 0);
    return makeObject(name, args.slice(1), context);
  },
  'type::gettypefromprogid': (args) => psObject(`type:com:${text(args, 0).toLowerCase()}`),
  'windows.forms.application::setsuspendstate': (_, { machine }) =>
    void machine.note({ do: 'system', what: 'suspend' }),
});

const charOf = (args: Args): PsItem => {
  const code = psNumber(args[0] ?? null);
  return code === undefined || code < 0 || code > 0x10ffff ? psUnknown(args[0]) : String.fromCodePoint(code);
};

const intOf = (args: Args): PsItem => {
  const base = psNumber(args[1] ?? null) ?? 10;
  const given = args[0] ?? null;
  if (typeof given === 'string' && given.length === 1 && args.length === 1) return given.charCodeAt(0);
  const value = [2, 8, 10, 16].includes(base) ? Number.parseInt(psText(given), base) : Number.NaN;
  return Number.isNaN(value) ? psUnknown(given) : value;
};

export function callStatic(type: string, name: string, args: Args, context: PsContext): PsItem {
  if (name === 'new' && type !== 'string') return makeObject(type, args, context);
  const call = staticCalls[`${shortType(type)}::${name}`];
  return call ? (call(args, context) ?? null) : psUnknown(...args);
}

/** Aliases of types in PowerShell. */
const shortType = (type: string): string => (type === 'powershell' ? 'management.automation.powershell' : type);

export function readStatic(type: string, name: string, { session }: PsContext): PsItem {
  if (type === 'text.encoding') return psObject(`text.encoding.${name}`);
  if (type === 'environment') {
    if (name === 'newline') return '\n';
    if (name === 'currentdirectory') return session.cwd;
    if (name === 'systemdirectory') return 'C:/Windows/System32';
    return name === 'commandline' ? marks.any : session.environment(name);
  }
  if (type === 'io.path') return name.endsWith('separatorchar') ? '/' : marks.any;
  if (type === 'string' && name === 'empty') return '';
  if (type === 'microsoft.win32.registry') return psObject('win32registry');
  // Members of enumerations are their names.
  return name;
}

/** `New-Object Type …` and `[Type]::new(…)`. */
export function makeObject(type: string, args: Args, { session }: PsContext): PsItem {
  const name = type.toLowerCase().replace(/^system\./, '');
  if (name === 'io.directoryinfo' || name === 'io.fileinfo')
    return { kind: 'file', path: session.absolute(text(args, 0)), isDeep: false };
  if (name === 'string') return args.flatMap(psItems).map(psText).join('');
  if (/compression|cryptostream/.test(name)) return psObject(name, [marks.decoded, ...args]);
  if (/tcpclient|networkstream/.test(name)) return psObject(name, [marks.net, ...args]);
  if (name === 'io.streamwriter' && args.length > 0 && isPsTrue(args[0] ?? null) && typeof args[0] === 'string')
    noteWindowsWrite(session, args[0], 'over');
  if (name === 'io.streamreader' && typeof args[0] === 'string' && !hasUnknown(args[0]))
    return psObject(name, [psContent(session, args[0], true)]);
  return psObject(name, args);
}
