import type { Call } from '../machine.js';
import type { Value } from '../value.js';

/** The words of a call, without the program's name. */
export const argumentsOf = (call: Call): readonly Value[] => call.argv.slice(1);

/** Whether a path is the standard input. */
export const isStandardInput = (path: Value): boolean =>
  /^(?:-|\/dev\/stdin|(?:\/dev|\/proc\/self)\/fd\/0)$/.test(path);

/** The last part of a path; `.` and `..` are not names. */
export function fileName(path: Value): Value {
  const bare = withoutSlashes(path);
  return bare.slice(bare.lastIndexOf('/') + 1);
}

export function withoutSlashes(path: Value): Value {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

export const joinPath = (folder: Value, name: Value): Value =>
  name.startsWith('/') || folder === '' || folder === '.' ? name : `${folder}${folder.endsWith('/') ? '' : '/'}${name}`;
