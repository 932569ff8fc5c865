import type { CopySource, EffectPlace, WriteHow } from '../effect.js';
import { memoryKeys } from '../machine.js';
import { placeOfTree, showsSecret } from '../places/scope.js';
import { marks, shownValue, type Value } from '../value.js';
import type { Interpreter } from './interpreter.js';
import type { ShellFrame } from './state.js';
import { TextStream } from './streams.js';

/** The descriptor that a path refers to: `-`, `/dev/stdin`, `/dev/fd/3`. */
function descriptorOf(path: Value): number | undefined {
  if (path === '-' || path === '/dev/stdin') return 0;
  const number = /^\/(?:dev\/fd|proc\/(?:self|thread-self|\$\$)\/fd)\/(\d{1,3})$/.exec(path)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** A file that was opened for reading, by the path of its descriptor or below it: `/proc/self/fd/3`, `/dev/fd/3/x`. */
export function fileOfDescriptor(path: Value, { streams }: ShellFrame): Value {
  const [all = '', number] =
    /^\/(?:dev\/fd|proc\/(?:self|thread-self|\$\$|[\uE000-\uE007]+)\/fd)\/(\d{1,3})(?=\/|$)/.exec(path) ?? [];
  const stream = number === undefined ? undefined : streams.get(Number(number));
  return stream instanceof TextStream && stream.file !== undefined ? stream.file + path.slice(all.length) : path;
}

const endlessDevices = /^\/dev\/(?:zero|u?random|full)$/;

/** The content of a file, if this command knows it. */
export function readFile(path: Value, shell: Interpreter, state: ShellFrame): Value {
  const descriptor = descriptorOf(path);
  if (descriptor !== undefined) return state.streams.get(descriptor)?.read() ?? marks.any;
  const { path: full, leftOut: limits } = shell.placeIn(state, path);
  if (limits !== undefined) return marks.any + limits;
  const written = shell.files.get(full) ?? shell.files.get(path);
  // Output of a program in a secret place is a secret, unless the command spells it out.
  if (written !== undefined && !(written === marks.any && showsSecret(full, shell.world))) return written;
  if (path.startsWith('/dev/tcp/') || path.startsWith('/dev/udp/')) return marks.net;
  if (path === '/dev/null') return '';
  if (endlessDevices.test(path)) return marks.any + marks.endless;
  if (isFetched(full, shell)) return marks.net;
  if (showsSecret(full, shell.world)) return shell.secret(shownValue(full));
  return marks.any;
}

/** Whether a file is in a folder that this command downloaded. */
export function isFetched(full: Value, { memory }: Interpreter): boolean {
  const isIn = (key: string, isOther: (inFolder: string) => boolean): boolean =>
    memory
      .get(key)
      ?.split('\n')
      .some((folder) => folder !== '' && full.startsWith(`${folder}/`) && isOther(full.slice(folder.length + 1))) ??
    false;
  return (
    isIn(memoryKeys.fetchedFolders, () => true) ||
    isIn(memoryKeys.fetchedBesideOwn, (inFolder) => !ownFiles.test(inFolder))
  );
}

/** Scripts and tools that a project has before anything is unpacked into it. */
const ownFiles =
  /^(?:(?:node_modules|\.venv|venv|vendor|scripts?|bin|tools|ci|\.github)\/|(?:gradlew|mvnw|manage\.py|artisan|run|dev)(?:\.\w+)?$)/;

/** A copy of a secret file elsewhere is no longer guarded; copies of settings within the project are fine. */
export function noteCopy(text: Value, at: EffectPlace, shell: Interpreter, { remote }: ShellFrame): void {
  if (!text.includes(marks.secret) || at.scope === 'secret') return;
  const { root } = shell.world;
  const file = [...shell.secrets].find((what) => /^[/~]/.test(what) && !what.startsWith(`${root}/`));
  if (file !== undefined) shell.note({ do: 'reveal', what: `a copy of ${file}` }, remote);
}

export interface FileWrite {
  readonly how: WriteHow;
  readonly text?: Value | undefined;
  /** The source of the copy. */
  readonly from?: CopySource | undefined;
}

/** Reports a write, and keeps the text for later parts of the command. */
export function writeFile(path: Value, { how, text, from }: FileWrite, shell: Interpreter, state: ShellFrame): void {
  const waiting = shell.waiting.get(path);
  if (waiting) {
    waiting.text += text ?? marks.any;
    return;
  }
  const at = shell.placeIn(state, path);
  const source = from === undefined ? {} : { from: { ...from, path: shell.placeIn(state, from.path).path } };
  shell.note({ do: 'write', at: how === 'unpack' ? placeOfTree(at, shell.world) : at, how, ...source }, state.remote);
  noteCopy(text ?? '', at, shell, state);
  const before = how === 'append' ? (shell.files.get(at.path) ?? '') : '';
  shell.files.set(at.path, before + (text ?? marks.any));
}
