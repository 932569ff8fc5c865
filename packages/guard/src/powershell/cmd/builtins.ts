import { marks, sourcesOf, type Value } from '../../value.js';
import { copyTo, noteWindowsDelete, noteWindowsWrite } from '../file-effects.js';
import type { WindowsSession } from '../session.js';
import { joinedWindowsPath, windowsBaseName, windowsParent, windowsSlashes, withWildcards } from '../windows-paths.js';

export interface CmdCall {
  readonly name: string;
  /** The text after the name, expanded. */
  readonly line: Value;
  readonly words: readonly Value[];
  readonly stdin: Value | undefined;
}

/** A builtin command of cmd; returns its output, if any. */
type CmdBuiltin = (call: CmdCall, session: WindowsSession, runText: (text: Value) => Value) => Value | undefined;

/** Words of a line: cmd also splits at `,`, `;` and `=`, and switches need no space between them. */
export function cmdWords(line: Value): readonly Value[] {
  const words: Value[] = [];
  let word = '';
  let isQuoted = false;
  const end = (): void => {
    if (word === '') return;
    const isSwitches = /^(?:\/[a-z?-]{1,2}(?::[\w-]*)?)+$/i.test(word);
    if (isSwitches)
      words.push(
        ...word
          .slice(1)
          .split('/')
          .map((name) => `/${name}`),
      );
    else words.push(word);
    word = '';
  };
  for (const char of line) {
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /[\s,;=]/.test(char)) end();
    else if (!isQuoted && char === '/' && /^\/[a-z]$/i.test(word)) {
      end();
      word = char;
    } else word += char;
  }
  end();
  return words;
}

const isSwitch = (word: Value): boolean => /^\/[a-z?-]{1,2}(?::[\w-]*)?$/i.test(word);
const has = ({ words }: CmdCall, letter: string): boolean => words.some((word) => word.toLowerCase() === `/${letter}`);
const operands = ({ words }: CmdCall): readonly Value[] => words.filter((word) => !isSwitch(word));

const deletes: CmdBuiltin = (call, session) => {
  if (has(call, '?')) return;
  const isRecursive = has(call, 's');
  for (const path of operands(call)) noteWindowsDelete(session, path, isRecursive);
};

const copies: CmdBuiltin = (call, session) => {
  const paths = operands(call).filter((word) => word !== '+');
  const [from = '', to = '.'] = paths.length > 2 ? [paths[0], paths.at(-1)] : paths;
  if (/^nul$/i.test(from)) noteWindowsWrite(session, to, 'over', '');
  else if (from !== '') copyTo(session, from.split('+')[0] as Value, to);
};

const moves: CmdBuiltin = (call, session) => {
  const [from, to = '.'] = operands(call);
  if (from === undefined) return;
  const source = session.absolute(withWildcards(from));
  const target = call.name.startsWith('ren') ? joinedWindowsPath(windowsParent(source), to) : session.absolute(to);
  session.machine.note({ do: 'move', from: session.machine.place(source), to: session.machine.place(target) });
};

const types: CmdBuiltin = (call, session) => {
  const files = operands(call);
  if (files.length === 0) return call.stdin ?? '';
  return files.map((file) => session.machine.read(session.absolute(withWildcards(file)))).join('\n');
};

const findsText: CmdBuiltin = (call, session) => {
  const files = call.words.filter((word) => !/^\/[a-z]/i.test(word)).slice(1);
  const texts =
    files.length > 0 ? files.map((file) => session.machine.read(session.absolute(withWildcards(file)))) : [call.stdin];
  return marks.any + sourcesOf(...texts);
};

const echoes: CmdBuiltin = ({ line }) => {
  const text = line.replace(/^[.(:,;=+/\\[\]]?\s?/, '');
  return /^\s*(?:on|off)\s*$/i.test(text) ? '' : text;
};

const sets: CmdBuiltin = ({ line }, session) => {
  const text = line.trim();
  if (text === '') return marks.environment;
  const option = /^\/([ap])\s*/i.exec(text);
  const plain = text.slice(option?.[0].length ?? 0);
  const pair = plain.startsWith('"') ? plain.slice(1).replace(/"[^"]*$/, '') : plain;
  const equals = pair.indexOf('=');
  if (equals < 0) return session.environment(pair);
  session.env.set(pair.slice(0, equals).trim().toLowerCase(), option ? marks.any : pair.slice(equals + 1));
};

const changesFolder: CmdBuiltin = (call, session) => {
  const path = call.line
    .replace(/^\s*\/d\s+/i, '')
    .replaceAll('"', '')
    .trim();
  if (call.name === 'popd') session.cwd = session.folders.pop() ?? session.cwd;
  else if (path === '') return `${session.cwd}`;
  else {
    if (call.name === 'pushd') session.folders.push(session.cwd);
    session.cwd = session.absolute(path);
  }
};

const links: CmdBuiltin = (call, session) => {
  const [path, target] = operands(call);
  if (path !== undefined && target !== undefined)
    session.machine.link(session.absolute(path), session.absolute(target));
};

/** `start "title" /switches program words`. */
const starts: CmdBuiltin = ({ line }, _session, runText) => {
  let rest = line.trim();
  if (rest.startsWith('"') && /^"[^"]*"\s/.test(rest)) rest = rest.slice(rest.indexOf('"', 1) + 1).trim();
  for (let found = switchAtStart(rest); found > 0; found = switchAtStart(rest)) rest = rest.slice(found).trim();
  return /^"?https?:/i.test(rest) || rest === '' ? '' : runText(rest);
};

const switchAtStart = (text: Value): number =>
  /^\/(?:d\s*(?:"[^"]*"|\S+)|(?:node|affinity)\s+\S+|[a-z]+)(?=\s)/i.exec(text)?.[0].length ?? 0;

const calls: CmdBuiltin = ({ line }, _session, runText) => (line.trim().startsWith(':') ? '' : runText(line.trim()));

/** The names in a folder: a pattern for all of them. */
const lists: CmdBuiltin = (call, session) => {
  const [path = '.'] = operands(call);
  const place = session.absolute(withWildcards(path));
  const isPattern = /[\uE005\uE006]/.test(windowsBaseName(place));
  const full = isPattern ? place : joinedWindowsPath(place, marks.star);
  return has(call, 'b') ? (has(call, 's') ? full : windowsBaseName(full)) : marks.any;
};

const mapsDrive: CmdBuiltin = (call, session) => {
  const [drive, path] = operands(call);
  const letter = /^([a-z]):$/i.exec(drive ?? '')?.[1];
  if (letter !== undefined && path !== undefined)
    session.drives.set(letter.toLowerCase(), session.absolute(windowsSlashes(path)));
};

const associates: CmdBuiltin = ({ line, name }, session) => {
  if (line.includes('=')) session.machine.note({ do: 'system', what: `change of ${name}` });
};

const nothing: CmdBuiltin = () => '';

const table: readonly (readonly [string, CmdBuiltin])[] = [
  ['del erase rd rmdir', deletes],
  ['copy', copies],
  ['move ren rename', moves],
  ['type more', types],
  ['findstr find', findsText],
  ['echo', echoes],
  ['set', sets],
  ['cd chdir pushd popd', changesFolder],
  ['mklink', links],
  ['start', starts],
  ['call', calls],
  ['dir', lists],
  ['subst', mapsDrive],
  ['assoc ftype', associates],
  [
    'md mkdir setlocal endlocal title cls color verify pause ver vol prompt path exit goto shift break date time rem',
    nothing,
  ],
];

export const cmdBuiltins: ReadonlyMap<string, CmdBuiltin> = new Map(
  table.flatMap(([names, run]) => names.split(' ').map((name) => [name, run] as const)),
);
