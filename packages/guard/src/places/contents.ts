import type { Machine } from '../machine.js';
import { marks, type Value } from '../value.js';

/** What is in a file, or in all files of a folder: a home holds keys, and a project is more than one of its files. */
export function contentOf(machine: Machine, path: Value): Value {
  const { scope } = machine.place(path);
  if (scope === 'home' || scope === 'root') return machine.secret('a home folder');
  return scope === 'project' || scope === 'above' ? marks.project : machine.read(path);
}
