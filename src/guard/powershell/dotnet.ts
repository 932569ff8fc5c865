import { hasUnknown, marks, type Value } from '../value.js';
import { type PsContext, valueWord } from './context.js';
import { noteDelete, noteSend, noteWrite } from './file-effects.js';
import {
  eitherOf,
  isBlock,
  isBytes,
  isEither,
  isFile,
  isList,
  isObject,
  isTable,
  isTrue,
  itemsOf,
  listOf,
  numberOf,
  objectOf,
  type PsFile,
  type PsItem,
  type PsObject,
  textOf,
  unknownFrom,
} from './items.js';
import { baseName, parentPath, windowsWords } from './windows-paths.js';

type Args = readonly PsItem[];

/** `$x.Name`. */
export function readProperty(of: PsItem, name: string, context: PsContext): PsItem {
  if (isEither(of)) return eitherOf(of.items.map((item) => readProperty(item, name, context)));
  if (isTable(of)) return of.entries.get(name) ?? null;
  if (isFile(of)) return fileProperty(of, name);
  if (isList(of)) {
    if (name === 'count' || name === 'length') return of.items.length;
    return listOf(of.items.map((item) => readProperty(item, name, context)));
  }
  if (isObject(of)) return of.type === 'commandinfo' ? (of.args[0] ?? null) : objectOf(`${of.type}.${name}`, of.args);
  if (typeof of === 'string') {
    if (name === 'length') return hasUnknown(of) ? unknownFrom() : of.length;
    return of;
  }
  return isBytes(of) ? unknownFrom(of) : null;
}

function fileProperty(file: PsFile, name: string): PsItem {
  switch (name) {
    case 'name':
      return baseName(file.path);
    case 'parent':
    case 'directory':
    case 'directoryname':
    case 'psparentpath':
      return file.isDeep ? { ...file } : parentPath(file.path);
    case 'basename':
      return baseName(file.path).replace(/\.[^.]*$/, '');
    case 'extension':
      return /\.[^.]*$/.exec(baseName(file.path))?.[0] ?? '';
    case 'fullname':
    case 'path':
    case 'pspath':
    case 'providerpath':
    case 'value':
    case 'root':
      // A listing stays one, so that what is done to each of its names is done to all below the folder.
      return { ...file };
    default:
      return unknownFrom();
  }
}

/** `$x.Name(…)`. */
export function callMember(of: PsItem, name: string, args: Args, context: PsContext): PsItem {
  if (isEither(of)) return eitherOf(of.items.map((item) => callMember(item, name, args, context)));
  if (name === 'tostring') return textOf(of);
  if (name === 'invoke' || name === 'invokereturnasis') return invokeItem(of, args, context);
  if (name === 'getnewclosure') return of;
  if (isFile(of)) return callFile(of, name, args, context);
  if (isObject(of)) return callObject(of, name, args, context);
  if (isList(of)) {
    if (name === 'foreach' || name === 'where') return eachItem(of.items, name, args[0] ?? null, context);
    if (name === 'contains' || name === 'indexof') return unknownFrom();
    return listOf(of.items.map((item) => callMember(item, name, args, context)));
  }
  if (typeof of === 'string') return callText(of, name, args, context);
  return unknownFrom(of, ...args);
}

function invokeItem(of: PsItem, args: Args, context: PsContext): PsItem {
  if (isBlock(of)) return listOf(context.runBlock(of.script, { words: args.map(valueWord) }));
  if (isObject(of) && (of.type === 'scripttext' || of.type === 'powershell'))
    return listOf(of.args.flatMap((text) => context.runText(textOf(text))));
  if (isObject(of) && of.type.startsWith('executioncontext')) return listOf(context.runText(textOf(args[0])));
  return unknownFrom(of, ...args);
}

function eachItem(items: readonly PsItem[], name: string, block: PsItem, context: PsContext): PsItem {
  if (!isBlock(block)) return listOf(items);
  const results = items.slice(0, 12).flatMap((current) => context.runBlock(block.script, { current }));
  return listOf(name === 'where' ? items : results);
}

function callFile(file: PsFile, name: string, args: Args, { session, machine }: PsContext): PsItem {
  switch (name) {
    case 'delete':
      noteDelete(session, file, args.length > 0 && args[0] !== false);
      return null;
    case 'moveto':
      machine.note({
        do: 'move',
        from: machine.place(file.path),
        to: machine.place(session.absolute(textOf(args[0]))),
      });
      return null;
    case 'copyto':
      noteWrite(session, textOf(args[0]), 'over');
      return null;
    case 'getfiles':
    case 'getdirectories':
    case 'enumeratefiles':
    case 'getfilesysteminfos':
      return { kind: 'file', path: `${file.path}/${marks.star}`, listed: file.path, isDeep: args.length > 1 };
    default:
      return unknownFrom();
  }
}

/** Objects by the beginning of their type, and what their members do. */
const objectCalls: readonly (readonly [
  RegExp,
  (of: PsObject, name: string, args: Args, context: PsContext) => PsItem,
])[] = [
  [/webclient|httpclient|webrequest|xmlhttp|winhttp|tcpclient|restclient/, callWeb],
  [/^type:/, (of, name, args) => (name === 'invoke' ? unknownFrom(...args) : objectOf(of.type, args))],
  [/encoding/, callEncoding],
  [/^executioncontext/, callExecution],
  [/^powershell/, (of, name, args) => (name.startsWith('add') ? objectOf('powershell', [...of.args, ...args]) : of)],
  [/^(?:wmiclass|com:)/, callAutomation],
  [/^wmi:/, callWmi],
  [/^diagnostics\.process/, startFromInfo],
  [/^win32registry/, callRegistry],
  [/compression|cryptography/, (of, _name, args) => marks.decoded + unknownFrom(...of.args, ...args)],
];

function callObject(of: PsObject, name: string, args: Args, context: PsContext): PsItem {
  const row = objectCalls.find(([pattern]) => pattern.test(of.type));
  return row ? row[1](of, name, args, context) : unknownFrom(of, ...args);
}

function callWeb(of: PsObject, name: string, args: Args, context: PsContext): PsItem {
  const url = textOf(args[0]);
  if (name.startsWith('upload') || /^(?:post|put|patch)/.test(name)) {
    const data = name.startsWith('uploadfile')
      ? context.machine.read(context.session.absolute(textOf(args.at(-1))))
      : '';
    noteSend(context.session, url, data + args.slice(1).map(textOf).join(''));
  }
  if (name === 'send' && args.length > 0) noteSend(context.session, textOf(of.args[0]), url);
  if (name.startsWith('downloadfile')) {
    noteWrite(context.session, args[1] ?? '', 'over', marks.net);
    return null;
  }
  if (/^(?:open|add|set|dispose|close)/.test(name) && !/^openread/.test(name)) return of;
  return objectOf(of.type, [marks.net, ...of.args, ...args]);
}

function callEncoding(of: PsObject, name: string, args: Args): PsItem {
  const wide = /unicode|utf-?16|1200/.test(of.type + textOf(of.args[0]).toLowerCase());
  const first = args[0] ?? null;
  if (name === 'getbytes') {
    const text = textOf(first);
    if (hasUnknown(text)) return { kind: 'bytes', bytes: undefined, sources: unknownFrom(text) };
    const bytes = Buffer.from(text, wide ? 'utf16le' : 'utf8').toString('latin1');
    return { kind: 'bytes', bytes, sources: '' };
  }
  if (name !== 'getstring') return unknownFrom(...args);
  if (isBytes(first)) {
    if (first.bytes === undefined) return first.sources;
    return Buffer.from(first.bytes, 'latin1').toString(wide ? 'utf16le' : 'utf8');
  }
  const codes = itemsOf(first).map(numberOf);
  if (codes.length === 0 || codes.some((code) => code === undefined)) return unknownFrom(first);
  return Buffer.from(codes as number[]).toString(wide ? 'utf16le' : 'utf8');
}

function callExecution(_of: PsObject, name: string, args: Args, context: PsContext): PsItem {
  if (name === 'invokescript' || name === 'expandstring') return listOf(context.runText(textOf(args.at(-1))));
  if (name === 'newscriptblock') return objectOf('scripttext', args.slice(0, 1));
  if (name.startsWith('getcmdlet') || name.startsWith('getcommand')) return objectOf('commandinfo', args.slice(0, 1));
  return unknownFrom(...args);
}

/** Objects that start programs or delete files by their methods. */
function callAutomation(of: PsObject, name: string, args: Args, context: PsContext): PsItem {
  if (name === 'create' || name === 'run' || name === 'exec') return listOf(runLine(textOf(args[0]), context));
  if (name === 'shellexecute') return listOf(runLine(`${textOf(args[0])} ${textOf(args[1])}`, context));
  if (name === 'deletefolder' || name === 'deletefile')
    noteDelete(context.session, args[0] ?? '', name === 'deletefolder');
  if (name === 'regdelete' || name === 'regwrite')
    context.machine.note({ do: 'system', what: 'registry change', target: textOf(args[0]) });
  return name === 'send' || /http/.test(textOf(of.args[0])) ? marks.net : unknownFrom(...args);
}

function callWmi(of: PsObject, name: string, _args: Args, { machine }: PsContext): PsItem {
  if (name === 'delete' && of.type.includes('shadow'))
    machine.note({ do: 'destroy', kind: 'disk', what: 'shadow copies' });
  else if (name === 'delete' || name === 'uninstall' || name === 'format')
    machine.note({ do: 'system', what: `${name} ${of.type}` });
  else if (/shutdown|reboot/.test(name)) machine.note({ do: 'system', what: 'power off or restart' });
  return unknownFrom();
}

function callRegistry(of: PsObject, name: string, args: Args, { machine }: PsContext): PsItem {
  if (/^delete|^setvalue/.test(name)) machine.note({ do: 'system', what: 'registry change', target: textOf(args[0]) });
  return of;
}

function startFromInfo(of: PsObject, name: string, args: Args, context: PsContext): PsItem {
  return name === 'start' ? listOf(runLine([...of.args, ...args].map(textOf).join(' '), context)) : of;
}

/** Runs a command line as Windows would start it. */
export function runLine(line: Value, context: PsContext): readonly PsItem[] {
  const [program, ...rest] = windowsWords(line);
  return program === undefined ? [] : context.invoke(program, rest.map(valueWord));
}

function callText(text: Value, name: string, args: Args, context: PsContext): PsItem {
  const first = textOf(args[0]);
  const second = textOf(args[1]);
  if (name === 'replace')
    return hasUnknown(first) ? unknownFrom(text, second) : text.replaceAll(first || '\0', () => second);
  if (name === 'trim' || name === 'trimend' || name === 'trimstart') return text.trim();
  if (name === 'tolower' || name === 'tolowerinvariant') return text.toLowerCase();
  if (name === 'toupper' || name === 'toupperinvariant') return text.toUpperCase();
  if (/^(?:contains|startswith|endswith|indexof|equals|compareto|gethashcode)$/.test(name)) return unknownFrom();
  if (hasUnknown(text)) return unknownFrom(text, ...args);
  const start = numberOf(args[0] ?? null) ?? 0;
  const count = numberOf(args[1] ?? null);
  switch (name) {
    case 'substring':
      return text.slice(start, count === undefined ? undefined : start + count);
    case 'tochararray':
    case 'getenumerator':
      return listOf([...text]);
    case 'split':
      return listOf(first === '' ? text.split(/\s+/) : splitAtSigns(text, first));
    case 'insert':
      return context.session.bounded(text.slice(0, start) + second + text.slice(start));
    case 'remove':
      return text.slice(0, start) + (count === undefined ? '' : text.slice(start + count));
    case 'padleft':
    case 'padright':
      return text;
    case 'chars':
      return text[start] ?? null;
    default:
      return isTrue(args[0] ?? null) ? unknownFrom(text, ...args) : text;
  }
}

/** `.Split('ab')` splits at each of the signs. */
const splitAtSigns = (text: Value, signs: string): readonly Value[] =>
  [...signs].reduce<readonly Value[]>((parts, sign) => parts.flatMap((part) => part.split(sign)), [text]);
