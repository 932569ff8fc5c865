import type { Language } from '../machine.js';
import { noteMove, writeText } from '../programs/kit.js';
import { marks, type Value } from '../value.js';
import { byWord } from '../word-lists.js';
import { type CodeAction, callBack } from './actions.js';
import {
  type Arguments,
  type CodeText,
  type CodeValue,
  codeList,
  codePath,
  codeText,
  derivedValue,
  firstText,
  flatItems,
  isTrue,
  listed,
  namedArgument,
  textsOf,
  unknownCodeValue,
} from './code-values.js';
import { bracePaths, globPath, joinedPath, lastPart, parentPath } from './computed.js';
import type { Flow } from './flow.js';
import { isAddress } from './network-actions.js';
import { asOpen, asPerlOpen, openFile, readPath, writeTo } from './open-files.js';

const isPlainText = (codeValue: CodeValue): boolean => codeValue.kind === 'text' && codeValue.type !== 'number';
const pathsIn = (codeValues: readonly CodeValue[]): readonly Value[] =>
  flatItems(codeValues)
    .filter((codeValue) => isPlainText(codeValue) || codeValue.kind === 'ref')
    .flatMap((codeValue) => textsOf(codeValue));

export function deletePaths(paths: readonly Value[], recursive: boolean, flow: Flow): void {
  for (const path of paths) if (path !== '') flow.machine.note({ do: 'delete', at: flow.place(path), recursive });
}

const asDelete =
  (always: boolean): CodeAction =>
  (args, flow) => {
    const [first] = args.list;
    const isRecursive = always || isTrue(namedArgument(args, 'recursive'));
    const given = args.list.length > 0 ? args.list : [...args.named.values()].slice(0, 1);
    const paths = pathsIn(given);
    deletePaths(
      paths.length === 0 && first !== undefined && first.kind !== 'list' ? [marks.any] : paths,
      isRecursive,
      flow,
    );
    callBack(args, flow, unknownCodeValue);
  };

/** `unlink(x, recursive = TRUE)` of R expands patterns. */
const asDeleteR: CodeAction = (args, flow) => {
  const recursive = isTrue(args.named.get('recursive') ?? args.list[1]);
  deletePaths(pathsIn([args.list[0] ?? args.named.get('x') ?? unknownCodeValue]).map(globPath), recursive, flow);
};

const asDeleteVim: CodeAction = (args, flow) => {
  deletePaths(
    textsOf(args.list[0]),
    textsOf(args.list[1]).some((flags) => flags.includes('r')),
    flow,
  );
};

const asMove: CodeAction = (args, flow) => {
  const [from = unknownCodeValue, to = unknownCodeValue] = args.list;
  for (const source of pathsIn([from]))
    for (const goal of textsOf(to)) noteMove(flow.machine, flow.place(source), flow.place(goal));
};

/** From a path or an open file to a path, an open file or the output. */
const asCopy: CodeAction = (args, flow) => {
  const [from, to] = args.list;
  const [text = marks.any] = isFile(from)
    ? from.values
    : textsOf(from).map((path) => (isAddress(path) ? marks.net : flow.machine.read(flow.path(path))));
  if (to?.kind === 'ref' && /stdout/i.test(to.name)) flow.print(codeText(text));
  else for (const path of filePaths(to)) flow.machine.write(flow.path(path), 'over', text);
};

/** A folder with all its contents. */
const asCopyTree: CodeAction = (args, flow) => {
  const [from, to] = args.list;
  const sources = textsOf(from).map((path) => flow.path(path));
  for (const target of filePaths(to))
    for (const path of sources.length > 0 ? sources : [marks.any])
      flow.machine.write(flow.path(target), 'unpack', flow.machine.read(path), { path, as: 'itself' });
  callBack(args, flow, unknownCodeValue);
};

const isFile = (codeValue: CodeValue | undefined): codeValue is CodeText =>
  codeValue?.kind === 'text' && codeValue.type === 'file';
/** The path in a text, or the path of an open file. */
const filePaths = (codeValue: CodeValue | undefined): readonly Value[] =>
  isFile(codeValue) ? (codeValue.path ?? []) : textsOf(codeValue);

const asPermit: CodeAction = (args, flow) => {
  const items = flatItems(args.list).filter((codeValue) => codeValue.kind === 'text');
  const mode = items.find((codeValue) => codeValue.kind === 'text' && codeValue.type === 'number');
  const text = textsOf(mode)[0] ?? '';
  const plain = text.startsWith('0o') ? text.slice(2) : text;
  for (const path of pathsIn(items.filter((codeValue) => codeValue !== mode))) {
    const at = flow.place(path);
    flow.machine.note({ do: 'permit', at, recursive: false, ...(mode === undefined ? {} : { mode: plain }) });
  }
};

const asLink: CodeAction = (args, flow) => {
  const [target, path] = args.list.map((codeValue) => textsOf(codeValue)[0] ?? marks.any);
  if (target !== undefined && path !== undefined) flow.program(['ln', '-s', target, flow.path(path)]);
};

const writes =
  (how: 'over' | 'append'): CodeAction =>
  (args, flow) => {
    const text = flow.settle(args.list[1] ?? unknownCodeValue);
    const mode = textsOf(namedArgument(args, 'mode', 'flag', 'flags') ?? codeText(''))[0] ?? '';
    const isAppend = how === 'append' || mode.startsWith('a') || args.list.slice(2).some(isAppendFlag);
    for (const path of textsOf(args.list[0]))
      writeText(flow.machine, flow.path(path), isAppend ? 'append' : 'over', textsOf(text)[0] ?? marks.any);
    callBack(args, flow, unknownCodeValue);
  };

const isAppendFlag = (codeValue: CodeValue): boolean =>
  codeValue.kind === 'ref' && codeValue.name.startsWith('FILE_APPEND');

/** `writeLines(text, path)` and `write.csv(data, file = path)` of R. */
const asWriteLast: CodeAction = (args, flow) => {
  const path = namedArgument(args, 'file', 'con') ?? args.list[1];
  const [text] = textsOf(args.list[0]);
  if (path === undefined) flow.print(args.list[0] ?? unknownCodeValue);
  else writeTo(path.kind === 'text' ? (path.path ?? path.values) : [], 'over', text ?? '', flow);
};

const asRead: CodeAction = (args, flow) => {
  const codeValues = args.list.slice(0, 1);
  const isNumber = codeValues[0]?.kind === 'text' && codeValues[0].type === 'number';
  const result = codeText(
    ...(isNumber
      ? [flow.stdin]
      : textsOf(flow.settle(codeValues[0] ?? unknownCodeValue)).map((path) => readPath(path, flow))),
  );
  const given = args.list[0];
  if (given?.kind === 'text' && given.type === 'file') return given;
  callBack(args, flow, flow.language === 'javascript' ? unknownCodeValue : result, result);
  return result;
};

/** Files that match a pattern. */
export const listFiles = (patterns: readonly Value[]): CodeValue =>
  codePath(
    patterns
      .flatMap((pattern) => pattern.split(' '))
      .flatMap(bracePaths)
      .map(globPath),
  );

/** Calls a function with each of the files, or with the list. */
function withEach(args: Arguments, found: CodeValue, flow: Flow): CodeValue {
  const list = codeList([found]);
  if (flow.language === 'javascript') callBack(args, flow, unknownCodeValue, list);
  else callBack(args, flow, found);
  return list;
}

const asListPaths: CodeAction = (args, flow) => {
  const folder = args.list[0] ?? args.named.get('path') ?? codeText('.');
  return withEach(args, joinedPath([folder, codeText(marks.star)], false), flow);
};

const asWalk: CodeAction = (args) => {
  const names = codeList([codeText(marks.star)]);
  return codeList([codeList([codePath(textsOf(args.list[0] ?? args.list[0])), names, names])]);
};

/** `find(sub { … }, '/etc')` of Perl: the function sees every file in the folders. */
const asFindTree: CodeAction = (args, flow) => {
  const wanted = namedArgument(args, 'wanted') ?? args.list[0] ?? unknownCodeValue;
  const folders = args.list.filter(isPlainText);
  const files = codePath(
    folders
      .flatMap((folder) => textsOf(folder))
      .map((folder) => joinedPath([codeText(folder), codeText(marks.star)], false).values[0] ?? ''),
  );
  flow.variables.set('$_', files);
  flow.variables.set('$File::Find::name', files);
  return flow.callAny(wanted, listed(files));
};

const asHome: CodeAction = (_args, flow) => codePath(flow.variable('HOME').values);

const eachPath =
  (change: (path: Value) => Value): CodeAction =>
  ({ list: [first = unknownCodeValue] }) =>
    codePath(textsOf(first).map(change));

const asSamePath: CodeAction = (args, flow) => {
  const texts = textsOf(args.list[0] ?? unknownCodeValue).map((path) => expandedPath(path, flow));
  const base = args.list[1];
  return base === undefined || flow.language === 'python' ? codePath(texts) : joinedPath([base, codePath(texts)], true);
};

function expandedPath(path: Value, flow: Flow): Value {
  if (path.startsWith('$')) {
    const name = path.slice(1).split('/')[0]?.replace('{', '').replace('}', '') ?? '';
    const rest = path.indexOf('/');
    return textsOf(flow.variable(name))[0] + (rest < 0 ? '' : path.slice(rest));
  }
  return path === '~' || path.startsWith('~/') ? flow.path(path) : path;
}

const asChangeFolder: CodeAction = (args, flow) => {
  const before = flow.cwd;
  flow.cwd = flow.path(textsOf(args.list[0] ?? flow.variable('HOME'))[0] ?? '');
  if (args.list.some((codeValue) => codeValue.kind === 'function')) {
    callBack(args, flow, unknownCodeValue);
    flow.cwd = before;
  }
};

const fileActions = {
  delete: asDelete(false),
  deleteTree: asDelete(true),
  deleteR: asDeleteR,
  deleteVim: asDeleteVim,
  move: asMove,
  copy: asCopy,
  copyTree: asCopyTree,
  permit: asPermit,
  link: asLink,
  truncate: (args, flow) => {
    const [size = '0'] = textsOf(args.list[1] ?? codeText('0'));
    for (const path of filePaths(args.list[0]))
      writeText(flow.machine, flow.path(path), 'over', size === '0' ? '' : undefined);
  },
  /** Creates a file, or changes the time of an existing one. */
  touch: (args, flow) => void writeTo(textsOf(args.list[0]), 'append', '', flow),
  unpack: (args, flow) => {
    const folder = namedArgument(args, 'cwd', 'dir', 'C') ?? args.list[1] ?? codeText('.');
    for (const path of textsOf(folder)) flow.machine.write(flow.path(path), 'unpack');
  },
  /** A method of an open archive. */
  unpackHere: (args, flow) => {
    const folder = args.list[0] ?? args.named.get('path') ?? codeText('.');
    for (const path of textsOf(folder)) flow.machine.write(flow.path(path), 'unpack');
  },
  open: asOpen,
  openWrite: (args, flow) => openFile(textsOf(args.list[0]), 'w', flow),
  /** `sysopen(F, path, flags)` of perl. */
  sysOpen: ({ list: [, path, flags] }, flow) =>
    openFile(textsOf(path), flags?.kind === 'ref' ? flags.name : firstText(flags), flow),
  /** `Bun.file(path)`: an object to read, write or delete the file. */
  fileObject: ({ list: [first] }, flow) => ({
    ...codeText(...textsOf(first).map((path) => readPath(path, flow))),
    type: 'file',
    path: textsOf(first),
  }),
  perlOpen: asPerlOpen,
  write: writes('over'),
  append: writes('append'),
  writeLast: asWriteLast,
  read: asRead,
  readPrint: (args, flow) => void flow.print(asRead(args, flow) ?? unknownCodeValue),
  list: (args, flow) =>
    withEach(
      args,
      listFiles(
        flatItems(args.list)
          .filter(isPlainText)
          .flatMap((codeValue) => textsOf(codeValue)),
      ),
      flow,
    ),
  listNames: (args, flow) => withEach(args, codeText(marks.star), flow),
  listPaths: asListPaths,
  walk: asWalk,
  findTree: asFindTree,
  joinPath: (args, flow) => joinedPath(args.list, flow.language === 'python'),
  resolvePath: (args, flow) => joinedPath([codeText(flow.cwd ?? flow.machine.cwd), ...args.list], true),
  path: (args) => joinedPath(args.list.length === 0 ? [codeText('.')] : args.list, true),
  samePath: asSamePath,
  /** Relative to another folder, it may be a path below that one. */
  relativePath: (args, flow) => (args.list.length > 1 ? codePath([marks.any]) : asSamePath(args, flow)),
  home: asHome,
  currentFolder: (_args, flow) => codePath([flow.cwd ?? flow.machine.cwd]),
  tempPath: (_args, flow) => codePath([`${flow.machine.world.temp[0] ?? '/tmp'}/tmp.new`]),
  parentPath: eachPath(parentPath),
  lastPart: eachPath(lastPart),
  changeFolder: asChangeFolder,
  variable: (args, flow) => {
    const names = textsOf(args.list[0] ?? codeText(''));
    if (args.list.length === 0) return codeText(flow.machine.secret('the environment'));
    return codeText(...names.flatMap((name) => flow.variable(name).values));
  },
} satisfies Record<string, CodeAction>;

export type FileActionName = keyof typeof fileActions;

/** Names of the first two arguments of functions that copy, move, link, unpack or set permissions. */
const argumentNames = [
  ['src', 'source', 'from', 'filename', 'path', 'file'],
  ['dst', 'dest', 'destination', 'target', 'to', 'extract_dir', 'mode'],
] as const;
const withTwoPaths = new Set<string>(['copy', 'copyTree', 'move', 'link', 'unpack', 'permit']);

/** `copytree(src='a', dst='b')`: the arguments by their positions. */
function inPositions(args: Arguments): Arguments {
  const list = [...args.list];
  for (const [at, names] of argumentNames.entries()) {
    const name = names.find((one) => args.named.has(one));
    if (list.length === at && name !== undefined) list.push(args.named.get(name) ?? unknownCodeValue);
  }
  return { ...args, list };
}

/** The effect of a function on files. */
export const runFileAction = (name: FileActionName, args: Arguments, flow: Flow): CodeValue =>
  (fileActions[name] as CodeAction)(args.named.size > 0 && withTwoPaths.has(name) ? inPositions(args) : args, flow) ??
  unknownCodeValue;

/** Methods that only archives have, whatever library opened them. */
const unpackMethods = new Set(['extractall', 'extractAll', 'extractAllTo', 'extractAllToAsync', 'extractTo']);

export function unpackMethod(name: string, args: Arguments, flow: Flow): void {
  const isFullPath = (codeValue: CodeValue) => codeValue.kind === 'text' && /^[~/]/.test(firstText(codeValue));
  const list = name === 'extract' ? args.list.filter(isFullPath) : args.list;
  if (unpackMethods.has(name) || (name === 'extract' && list.length > 0))
    fileActions.unpackHere({ ...args, list }, flow);
}

/**
 * Whether this calls a string method with the same name as a path method: a path moves to a single target (Python's
 * `path.replace(target)`) and is deleted without an argument, a string replaces one text by another.
 */
const isTextMethod = (name: string, { list }: Arguments, language: Language): boolean =>
  (name === 'replace' && (language !== 'python' || list.length > 1)) ||
  (name === 'delete' && language === 'ruby' && list.length > 0);

/** Methods of a path that act like a function on the path, and how many of their own arguments it gets. */
const pathActions: Readonly<Record<string, readonly [FileActionName, number]>> = byWord({
  'unlink rmdir delete remove removedirs remove_file': ['delete', 0],
  'rmtree remove_tree rmtree_p removedirs_p': ['deleteTree', 0],
  'write_text write_bytes write spew binwrite spew_utf8': ['write', 1],
  append: ['append', 1],
  'read_text read_bytes read slurp readlines slurp_utf8 lines': ['read', 0],
  touch: ['touch', 0],
  chmod: ['permit', Number.POSITIVE_INFINITY],
  open: ['open', Number.POSITIVE_INFINITY],
  'parent dirname': ['parentPath', 0],
  'expanduser resolve absolute expand_path realpath': ['samePath', 0],
});

/** Methods of a path object; undefined if the method is not one of them. */
export function pathMethod(path: CodeText, name: string, args: Arguments, flow: Flow): CodeValue | undefined {
  const [first] = args.list;
  const withPath = (list: readonly CodeValue[]): Arguments => ({ ...args, list });
  if (isTextMethod(name, args, flow.language)) return undefined;
  const action = Object.hasOwn(pathActions, name) ? pathActions[name] : undefined;
  if (action) return runFileAction(action[0], withPath([path, ...args.list.slice(0, action[1])]), flow);
  if (name === 'rename' || name === 'replace' || name === 'move')
    return runFileAction('move', withPath([path, first ?? args.named.get('target') ?? unknownCodeValue]), flow);
  if (name === 'symlink_to' || name === 'hardlink_to')
    return runFileAction('link', withPath([first ?? unknownCodeValue, path]), flow);
  if (['glob', 'rglob'].includes(name))
    return codeList([joinedPath([path, codeText(...textsOf(first ?? codeText('*')).map(globPath))], false)]);
  if (['iterdir', 'children', 'each_child', 'walk', 'entries'].includes(name))
    return withEach(args, joinedPath([path, codeText(marks.star)], false), flow);
  if (['joinpath', 'join', 'child', '+'].includes(name)) return joinedPath([path, ...args.list], true);
  if (name === 'name' || name === 'basename') return codeText(...path.values.map(lastPart));
  if (['path', 'as_posix', 'to_s', 'to_path', 'stringify', '__str__', 'path_name'].includes(name)) return path;
  if (['with_suffix', 'with_name'].includes(name)) return derivedValue(path);
  return undefined;
}
