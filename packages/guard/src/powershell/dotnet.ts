import { hasUnknown, marks, type Value } from '../value.js';
import { type PsContext, valueWord } from './context.js';
import { noteDataSent, noteWindowsDelete, noteWindowsWrite } from './file-effects.js';
import {
  isPsBlock,
  isPsBytes,
  isPsEither,
  isPsFile,
  isPsList,
  isPsObject,
  isPsTable,
  isPsTrue,
  type PsFile,
  type PsItem,
  type PsObject,
  psEither,
  psItems,
  psList,
  psNumber,
  psObject,
  psText,
  psUnknown,
} from './items.js';
import { boundedRounds } from './rounds.js';
import { windowsBaseName, windowsParent, windowsWords } from './windows-paths.js';

type Args = readonly PsItem[];

export function readProperty(of: PsItem, name: string, context: PsContext): PsItem {
  if (isPsEither(of)) return psEither(of.items.map((item) => readProperty(item, name, context)));
  if (isPsTable(of)) return of.entries.get(name) ?? null;
  if (isPsFile(of)) return fileProperty(of, name);
  if (isPsList(of)) {
    if (name === 'count' || name === 'length') return of.items.length;
    return psList(of.items.map((item) => readProperty(item, name, context)));
  }
  if (isPsObject(of)) return of.type === 'commandinfo' ? (of.args[0] ?? null) : psObject(`${of.type}.${name}`, of.args);
  if (typeof of === 'string') {
    if (name === 'length') return hasUnknown(of) ? psUnknown() : of.length;
    return of;
  }
  return isPsBytes(of) ? psUnknown(of) : null;
}

function fileProperty(file: PsFile, name: string): PsItem {
  const base = windowsBaseName(file.path);
  if (name === 'name') return base;
  if (/^(?:parent|directory|directoryname|psparentpath)$/.test(name))
    return file.isDeep ? { ...file } : windowsParent(file.path);
  if (name === 'basename') return base.replace(/\.[^.]*$/, '');
  if (name === 'extension') return /\.[^.]*$/.exec(base)?.[0] ?? '';
  // A listing stays one, so that an action on each of its names applies to everything below the folder.
  return /^(?:fullname|path|pspath|providerpath|value|root)$/.test(name) ? { ...file } : psUnknown();
}

export function callMember(of: PsItem, name: string, args: Args, context: PsContext): PsItem {
  if (isPsEither(of)) return psEither(of.items.map((item) => callMember(item, name, args, context)));
  if (name === 'tostring') return psText(of);
  if (name === 'invoke' || name === 'invokereturnasis') return invokeItem(of, args, context);
  if (name === 'getnewclosure') return of;
  if (isPsFile(of)) return callFile(of, name, args, context);
  if (isPsObject(of)) return callObject(of, name, args, context);
  if (isPsList(of)) {
    if (name === 'foreach' || name === 'where') return eachItem(of.items, name, args[0] ?? null, context);
    if (name === 'contains' || name === 'indexof') return psUnknown();
    return psList(of.items.map((item) => callMember(item, name, args, context)));
  }
  if (typeof of === 'string') return callText(of, name, args, context);
  return psUnknown(of, ...args);
}

function invokeItem(of: PsItem, args: Args, context: PsContext): PsItem {
  if (isPsBlock(of)) return psList(context.runBlock(of.script, { words: args.map(valueWord) }));
  if (isPsObject(of) && (of.type === 'scripttext' || of.type === 'powershell'))
    return psList(of.args.flatMap((text) => context.runText(psText(text))));
  if (isPsObject(of) && of.type.startsWith('executioncontext')) return psList(context.runText(psText(args[0])));
  return psUnknown(of, ...args);
}

function eachItem(items: readonly PsItem[], name: string, block: PsItem, context: PsContext): PsItem {
  if (!isPsBlock(block)) return psList(items);
  const results = boundedRounds(items).flatMap((current) => context.runBlock(block.script, { current }));
  return psList(name === 'where' ? items : results);
}

function callFile(file: PsFile, name: string, args: Args, { session, machine }: PsContext): PsItem {
  if (/^(?:getfiles|getdirectories|enumeratefiles|getfilesysteminfos)$/.test(name))
    return { kind: 'file', path: `${file.path}/${marks.star}`, listed: file.path, isDeep: args.length > 1 };
  const to = psText(args[0]);
  if (name === 'delete') noteWindowsDelete(session, file, args.length > 0 && args[0] !== false);
  else if (name === 'moveto')
    machine.note({ do: 'move', from: machine.place(file.path), to: machine.place(session.absolute(to)) });
  else if (name === 'copyto') noteWindowsWrite(session, to, 'over');
  else return psUnknown();
  return null;
}

type ObjectCall = (of: PsObject, name: string, args: Args, context: PsContext) => PsItem;

/** Objects by the beginning of their type, and the actions of their members. */
const objectCalls: readonly (readonly [RegExp, ObjectCall])[] = [
  [/webclient|httpclient|webrequest|xmlhttp|winhttp|tcpclient|restclient/, callWeb],
  [/^type:/, (of, name, args) => (name === 'invoke' ? psUnknown(...args) : psObject(of.type, args))],
  [/encoding/, callEncoding],
  [/^executioncontext/, callExecution],
  [/^powershell/, (of, name, args) => (name.startsWith('add') ? psObject('powershell', [...of.args, ...args]) : of)],
  [/^(?:wmiclass|com:)/, callAutomation],
  [/^wmi:/, callWmi],
  [/^diagnostics\.process/, startFromInfo],
  [/^win32registry/, callRegistry],
  [/compression|cryptography/, (of, _name, args) => marks.decoded + psUnknown(...of.args, ...args)],
];

function callObject(of: PsObject, name: string, args: Args, context: PsContext): PsItem {
  const row = objectCalls.find(([pattern]) => pattern.test(of.type));
  return row ? row[1](of, name, args, context) : psUnknown(of, ...args);
}

function callWeb(of: PsObject, name: string, args: Args, context: PsContext): PsItem {
  const url = psText(args[0]);
  if (name.startsWith('upload') || /^(?:post|put|patch)/.test(name)) {
    const data = name.startsWith('uploadfile')
      ? context.machine.read(context.session.absolute(psText(args.at(-1))))
      : '';
    noteDataSent(context.session, url, data + args.slice(1).map(psText).join(''));
  }
  if (name === 'send' && args.length > 0) noteDataSent(context.session, psText(of.args[0]), url);
  if (name.startsWith('downloadfile')) {
    noteWindowsWrite(context.session, args[1] ?? '', 'over', marks.net);
    return null;
  }
  if (/^(?:open|add|set|dispose|close)/.test(name) && !/^openread/.test(name)) return of;
  return psObject(of.type, [marks.net, ...of.args, ...args]);
}

function callEncoding(of: PsObject, name: string, args: Args): PsItem {
  const wide = /unicode|utf-?16|1200/.test(of.type + psText(of.args[0]).toLowerCase());
  const first = args[0] ?? null;
  if (name === 'getbytes') {
    const text = psText(first);
    if (hasUnknown(text)) return { kind: 'bytes', bytes: undefined, sources: psUnknown(text) };
    const bytes = Buffer.from(text, wide ? 'utf16le' : 'utf8').toString('latin1');
    return { kind: 'bytes', bytes, sources: '' };
  }
  if (name !== 'getstring') return psUnknown(...args);
  if (isPsBytes(first)) {
    if (first.bytes === undefined) return first.sources;
    return Buffer.from(first.bytes, 'latin1').toString(wide ? 'utf16le' : 'utf8');
  }
  const codes = psItems(first).map(psNumber);
  if (codes.length === 0 || codes.some((code) => code === undefined)) return psUnknown(first);
  return Buffer.from(codes as number[]).toString(wide ? 'utf16le' : 'utf8');
}

function callExecution(_of: PsObject, name: string, args: Args, context: PsContext): PsItem {
  if (name === 'invokescript' || name === 'expandstring') return psList(context.runText(psText(args.at(-1))));
  if (name === 'newscriptblock') return psObject('scripttext', args.slice(0, 1));
  if (name.startsWith('getcmdlet') || name.startsWith('getcommand')) return psObject('commandinfo', args.slice(0, 1));
  return psUnknown(...args);
}

/** Objects that start programs or delete files by their methods. */
function callAutomation(of: PsObject, name: string, args: Args, context: PsContext): PsItem {
  if (name === 'create' || name === 'run' || name === 'exec') return psList(runLine(psText(args[0]), context));
  if (name === 'shellexecute') return psList(runLine(`${psText(args[0])} ${psText(args[1])}`, context));
  if (name === 'deletefolder' || name === 'deletefile')
    noteWindowsDelete(context.session, args[0] ?? '', name === 'deletefolder');
  if (name === 'regdelete' || name === 'regwrite')
    context.machine.note({ do: 'system', what: 'registry change', target: psText(args[0]) });
  return name === 'send' || /http/.test(psText(of.args[0])) ? marks.net : psUnknown(...args);
}

function callWmi(of: PsObject, name: string, _args: Args, { machine }: PsContext): PsItem {
  if (name === 'delete' && of.type.includes('shadow'))
    machine.note({ do: 'destroy', kind: 'disk', what: 'shadow copies' });
  else if (name === 'delete' || name === 'uninstall' || name === 'format')
    machine.note({ do: 'system', what: `${name} ${of.type}` });
  else if (/shutdown|reboot/.test(name)) machine.note({ do: 'system', what: 'power off or restart' });
  return psUnknown();
}

function callRegistry(of: PsObject, name: string, args: Args, { machine }: PsContext): PsItem {
  if (/^delete|^setvalue/.test(name)) machine.note({ do: 'system', what: 'registry change', target: psText(args[0]) });
  return of;
}

function startFromInfo(of: PsObject, name: string, args: Args, context: PsContext): PsItem {
  return name === 'start' ? psList(runLine([...of.args, ...args].map(psText).join(' '), context)) : of;
}

/** Runs a command line as Windows would start it. */
export function runLine(line: Value, context: PsContext): readonly PsItem[] {
  const [program, ...rest] = windowsWords(line);
  return program === undefined ? [] : context.invoke(program, rest.map(valueWord));
}

function callText(text: Value, name: string, args: Args, context: PsContext): PsItem {
  const first = psText(args[0]);
  const second = psText(args[1]);
  if (name === 'replace')
    return hasUnknown(first) ? psUnknown(text, second) : text.replaceAll(first || '\0', () => second);
  if (name === 'trim' || name === 'trimend' || name === 'trimstart') return text.trim();
  if (name === 'tolower' || name === 'tolowerinvariant') return text.toLowerCase();
  if (name === 'toupper' || name === 'toupperinvariant') return text.toUpperCase();
  if (/^(?:contains|startswith|endswith|indexof|equals|compareto|gethashcode)$/.test(name)) return psUnknown();
  if (hasUnknown(text)) return psUnknown(text, ...args);
  const start = psNumber(args[0] ?? null) ?? 0;
  const count = psNumber(args[1] ?? null);
  const calls: Readonly<Record<string, () => PsItem>> = {
    substring: () => text.slice(start, count === undefined ? undefined : start + count),
    tochararray: () => psList([...text]),
    getenumerator: () => psList([...text]),
    split: () => psList(first === '' ? text.split(/\s+/) : splitAtChars(text, first)),
    insert: () => context.session.bounded(text.slice(0, start) + second + text.slice(start)),
    remove: () => text.slice(0, start) + (count === undefined ? '' : text.slice(start + count)),
    padleft: () => text,
    padright: () => text,
    chars: () => text[start] ?? null,
  };
  if (Object.hasOwn(calls, name)) return calls[name]?.() ?? null;
  return isPsTrue(args[0] ?? null) ? psUnknown(text, ...args) : text;
}

/** `.Split('ab')` splits at each of the characters. */
const splitAtChars = (text: Value, chars: string): readonly Value[] =>
  [...chars].reduce<readonly Value[]>((parts, char) => parts.flatMap((part) => part.split(char)), [text]);
