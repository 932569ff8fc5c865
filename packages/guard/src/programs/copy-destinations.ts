import type { CopySource } from '../effect.js';
import type { Machine } from '../machine.js';
import { worseScope } from '../places/scope.js';
import { hasGlob, hasUnknown, type Value } from '../value.js';
import { fileName, joinPath } from './call-words.js';
import { folderName } from './kit.js';

/** A copy of `x/.` or `..` is the folder's contents. */
export function inFolder(folder: Value, from: Value): Value {
  const name = fileName(from);
  return name === '.' || name === '..' || name === '' || name === '/' ? folder : joinPath(folder, name);
}

const folderScopes = new Set(['root', 'home', 'project', 'above', 'temp-all']);

function leadsToFolder(target: Value, machine: Machine): boolean {
  return target.endsWith('/') || /(?:^|\/)\.\.?$/.test(target) || folderScopes.has(machine.place(target).scope);
}

/** The targets of a copy. For some it is known whether they are folders; for others the worse place counts. */
export function destinationOf(target: Value, from: Value, machine: Machine): Value {
  const inside = inFolder(target, from);
  if (inside === target || leadsToFolder(target, machine)) return inside;
  if (hasUnknown(target)) return target;
  const scope = machine.place(target).scope;
  return worseScope(scope, machine.place(inside).scope) === scope ? target : inside;
}

/** `cp --parents a/b ~` and `rsync -R /./a/b ~`: the path as written, below the target. */
export function destinationWithParents(target: Value, from: Value): Value {
  const path = from.slice(from.lastIndexOf('/./') + 1).replace(/^(?:\.?\/)+/, '');
  return hasGlob(path) || hasUnknown(path) || /(?:^|\/)\.\.(?:\/|$)/.test(path) ? target : joinPath(target, path);
}

/** A target that may be a folder gets the source under the source's name. */
export const copySource = (from: Value, target: Value, end: Value): CopySource => ({
  path: from,
  as: end !== target || inFolder(target, from) === target ? 'content' : 'itself',
});

/** Records a copy of a folder with all its contents. A glob at the end matches all names in its folder. */
export function noteTreeCopy(machine: Machine, end: Value, from: CopySource, text?: Value): void {
  // A variable used as a folder is nearly always set.
  if (hasUnknown(end.split('/', 1)[0] ?? '')) machine.write(end, 'over', text, from);
  else if (!hasGlob(fileName(from.path))) machine.write(end, 'unpack', text, from);
  else {
    const folder = hasGlob(fileName(end)) ? folderName(end) : end;
    machine.write(folder, 'unpack', text, { path: folderName(from.path), as: 'content', names: fileName(from.path) });
  }
}
