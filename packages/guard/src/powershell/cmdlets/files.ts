import { fileCmdletRows } from '../../../.cache/powershell/cmdlets/files.js';
import { noteMove } from '../../programs/kit.js';
import { marks, sourcesOf, type Value } from '../../value.js';
import type { PsContext } from '../context.js';
import {
  environmentText,
  noteDataSent,
  noteRegistry,
  noteWindowsDelete,
  noteWindowsWrite,
  providerOf,
  psContent,
  psFilePath,
} from '../file-effects.js';
import { isPsBlock, isPsFile, type PsItem, printedItems, psItems, psText, psUnknown } from '../items.js';
import { type CmdletCall, type CmdletRun, type CmdletTable, cmdletTable } from '../parameters.js';
import { joinedWindowsPath, windowsBaseName, windowsParent, windowsSlashes, withWildcards } from '../windows-paths.js';

/** The paths that a call names, else the items from the pipeline. */
function targets(call: CmdletCall): readonly { readonly item: PsItem; readonly isLiteral: boolean }[] {
  const named = [
    ...call.all('path').map((item) => ({ item, isLiteral: false })),
    ...call.all('literalpath').map((item) => ({ item, isLiteral: true })),
  ];
  return named.length > 0 ? named : (call.input ?? []).map((item) => ({ item, isLiteral: false }));
}

/** Targets narrowed by `-Include` and `-Filter`, which name files in the folder. */
function narrowedTargets(call: CmdletCall, { session }: PsContext): readonly (readonly [PsItem, boolean])[] {
  const patterns = [...call.all('include'), ...call.all('filter')].map(psText);
  if (patterns.length === 0) return targets(call).map(({ item, isLiteral }) => [item, isLiteral] as const);
  return targets(call).flatMap(({ item, isLiteral }) => {
    const folder = psFilePath(session, item, isLiteral).replace(/\/\uE005$/, '');
    return patterns.map((pattern) => {
      const path = joinedWindowsPath(folder, withWildcards(pattern));
      return [{ kind: 'file', path, isDeep: false } as const, true] as const;
    });
  });
}

const removeItem: CmdletRun = (call, context) => {
  for (const [item, isLiteral] of narrowedTargets(call, context))
    noteWindowsDelete(context.session, item, call.has('recurse'), isLiteral);
};

const inputText = (call: CmdletCall, name: string): Value =>
  call.get(name) === undefined ? printedItems(call.input ?? []) : printedItems(call.all(name));

const writeContent =
  (how: 'over' | 'append', valueName: string): CmdletRun =>
  (call, { session }) => {
    const text = inputText(call, valueName);
    const names = [...call.all('path'), ...call.all('filepath'), ...call.all('literalpath')];
    for (const item of names)
      noteWindowsWrite(session, item, how === 'append' || call.has('append') ? 'append' : 'over', text);
    return call.has('passthru') ? [text] : [];
  };

const clearContent: CmdletRun = (call, { session }) => {
  for (const { item, isLiteral } of targets(call)) noteWindowsWrite(session, item, 'over', '', isLiteral);
};

const moveItem: CmdletRun = (call, { session, machine }) => {
  for (const { item, isLiteral } of targets(call)) {
    const provider = providerOf(psText(item));
    if (provider === 'registry') noteRegistry(session, psText(item), true);
    if (provider !== undefined) continue;
    const from = psFilePath(session, item, isLiteral);
    const newName = call.get('newname');
    const to =
      newName === undefined
        ? session.absolute(call.text('destination') || '.')
        : joinedWindowsPath(windowsParent(from), isPsBlock(newName) ? everyFile : psText(newName));
    // Renaming everything in a listing leaves the folder itself where it is.
    const isListing = newName !== undefined && isPsFile(item) && item.listed !== undefined;
    const source = isListing ? joinedWindowsPath(item.listed ?? '', everyFile) : from;
    noteMove(machine, machine.place(source), machine.place(to));
  }
};

/** Represents the files of a folder individually; a pattern for every name would mean the folder. */
const everyFile = `${marks.star}.name`;

const copyItem: CmdletRun = (call, { session }) => {
  const to = call.text('destination') || '.';
  const how = call.has('recurse') ? 'unpack' : 'over';
  for (const { item, isLiteral } of targets(call)) {
    const text = psContent(session, item, isLiteral);
    const share = /^\/\/([^/]+)/.exec(windowsSlashes(to));
    if (call.get('tosession') !== undefined || share) noteDataSent(session, share?.[1] ?? 'session', text);
    else if (/[\\/]$|^\.{1,2}$/.test(to))
      noteWindowsWrite(session, joinedWindowsPath(to, windowsBaseName(psText(item))), how, text);
    else noteWindowsWrite(session, to, how, text);
  }
};

const newItem: CmdletRun = (call, { session, machine }) => {
  const type = call.text('itemtype').toLowerCase();
  for (const folder of call.get('path') === undefined ? ['.'] : call.all('path')) {
    const name = call.text('name');
    const path = name === '' ? psText(folder) : joinedWindowsPath(psText(folder), name);
    const target = call.text('value') || call.text('target');
    if (/link|junction/.test(type)) machine.link(session.absolute(path), session.absolute(target));
    else if (!/^d/.test(type) || providerOf(path) === 'registry')
      noteWindowsWrite(session, path, 'over', inputText(call, 'value'));
  }
  return call.all('path').map((item) => ({ kind: 'file', path: session.absolute(psText(item)), isDeep: false }));
};

const setProperty =
  (isDelete: boolean): CmdletRun =>
  (call, { session }) => {
    for (const { item } of targets(call)) {
      const key = psText(item);
      if (providerOf(key) === 'registry') noteRegistry(session, key, isDelete, call.text('name'));
    }
  };

const getChildItem: CmdletRun = (call, { session }) => {
  const given = targets(call);
  const places = given.length > 0 ? given : [{ item: '.', isLiteral: true }];
  const patterns = [...call.all('include'), ...call.all('filter'), ...call.all('filterafterpath')].map(psText);
  return places.flatMap(({ item, isLiteral }): readonly PsItem[] => {
    const text = psText(item);
    if (/^env:/i.test(text)) return [environmentText(session, text.slice(4).replace(/^[\\/]/, ''))];
    if (providerOf(text) !== undefined) return [text];
    const path = psFilePath(session, item, isLiteral);
    const isPattern = /[\uE005\uE006]/.test(windowsBaseName(path));
    const listed = isPattern ? windowsParent(path) : path;
    const isDeep = call.has('recurse') || call.get('depth') !== undefined;
    const names = patterns.length > 0 ? patterns.map(withWildcards) : [isPattern ? windowsBaseName(path) : marks.star];
    if (call.has('name')) return names.map((name) => name as PsItem);
    return names.map((name) => ({ kind: 'file', path: joinedWindowsPath(listed, name), listed, isDeep }));
  });
};

const getItem: CmdletRun = (call, { session }) =>
  targets(call).map(({ item, isLiteral }): PsItem => {
    if (/^env:/i.test(psText(item))) return psContent(session, item);
    if (providerOf(psText(item)) !== undefined) return psText(item);
    return isPsFile(item) ? item : { kind: 'file', path: psFilePath(session, item, isLiteral), isDeep: false };
  });

const getContent: CmdletRun = (call, { session }) =>
  targets(call).map(({ item, isLiteral }) => psContent(session, item, isLiteral));

const selectString: CmdletRun = (call, { session }) => {
  const named = [...call.all('path'), ...call.all('literalpath')];
  if (named.length > 0) return named.map((item) => psUnknown(psContent(session, item)));
  return (call.input ?? []).map((item) => (isPsFile(item) ? psUnknown(psContent(session, item)) : psUnknown(item)));
};

const setLocation: CmdletRun = (call, { session }) => {
  const to = call.get('path') ?? call.get('literalpath');
  if (call.name === 'push-location') session.folders.push(session.cwd);
  if (call.name === 'pop-location') session.cwd = session.folders.pop() ?? session.cwd;
  else if (to !== undefined && providerOf(psText(to)) !== 'registry') {
    const text = psText(to);
    session.cwd = text === '-' ? marks.any : session.absolute(text);
  } else if (to === undefined && call.name === 'set-location') session.cwd = windowsSlashes(session.home);
};

const resolvePath: CmdletRun = (call, { session }) =>
  targets(call).map(({ item, isLiteral }) => ({
    kind: 'file',
    path: psFilePath(session, item, isLiteral),
    isDeep: false,
  }));

const joinPath: CmdletRun = (call) => {
  const children = [call.get('childpath'), ...call.all('additionalchildpath'), ...call.rest];
  const folders = call.get('path') === undefined ? (call.input ?? []) : call.all('path');
  return folders.map((folder) =>
    children
      .flatMap((child) => psItems(child))
      .map(psText)
      .reduce(joinedWindowsPath, psText(folder)),
  );
};

const splitPath: CmdletRun = (call) =>
  targets(call).map(({ item }) => {
    const path = psText(item);
    if (call.has('leaf') || call.has('leafbase')) return windowsBaseName(path);
    return call.has('qualifier') ? path.slice(0, 2) : windowsParent(path);
  });

const expandArchive: CmdletRun = (call, { session }) =>
  void noteWindowsWrite(session, call.text('destinationpath') || '.', 'unpack');

const compressArchive: CmdletRun = (call, { session }) => {
  const texts = targets(call).map(({ item }) => psContent(session, item));
  noteWindowsWrite(session, call.get('destinationpath') ?? '', 'over', psUnknown(...texts));
};

const setAcl: CmdletRun = (call, { session, machine }) => {
  for (const { item, isLiteral } of targets(call))
    machine.note({ do: 'permit', at: machine.place(psFilePath(session, item, isLiteral)), recursive: false });
};

const newDrive: CmdletRun = (call, { session }) => {
  const root = call.text('root');
  if (providerOf(root) === undefined) session.drives.set(call.text('name').toLowerCase(), session.absolute(root));
};

const teeObject: CmdletRun = (call, { session }) => {
  const text = printedItems(call.input ?? []);
  const path = call.get('filepath') ?? call.get('literalpath');
  if (path !== undefined) noteWindowsWrite(session, path, call.has('append') ? 'append' : 'over', text);
  return call.input ?? [];
};

const exportFile: CmdletRun = (call, { session }) => {
  const path = call.get('path') ?? call.get('literalpath');
  const text = sourcesOf(printedItems(call.input ?? []));
  if (path !== undefined) noteWindowsWrite(session, path, call.has('append') ? 'append' : 'over', marks.any + text);
};

export const fileCmdlets: CmdletTable = cmdletTable(fileCmdletRows, {
  removeItem,
  clearContent,
  writeValue: writeContent('over', 'value'),
  appendValue: writeContent('append', 'value'),
  writeInput: writeContent('over', 'inputobject'),
  teeObject,
  moveItem,
  copyItem,
  newItem,
  deleteProperty: setProperty(true),
  changeProperty: setProperty(false),
  getChildItem,
  getItem,
  getContent,
  selectString,
  setLocation,
  getLocation: (_call, { session }) => [{ kind: 'file', path: session.cwd, isDeep: false }],
  resolvePath,
  joinPath,
  splitPath,
  unknown: () => [psUnknown()],
  expandArchive,
  compressArchive,
  setAcl,
  newDrive,
  newTemporaryFile: (_call, { session }) => [`${session.environment('TEMP')}/tmp${marks.any}`],
  exportFile,
});
