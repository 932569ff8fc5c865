import { loadAbility, type RegistryFolder } from '../../src/abilities/load.js';

/** For the tests of registry files: the folder in which they stand. */
export const root = '/project';
const there = ['/project/run.sh', '/project/tools/server.mjs', '/project/docs/HOW.md', '/project/lib.js'];

/** Loads a text as a file of the registry. */
export function load(text: string, folder: RegistryFolder = 'low-level') {
  const path = `${root}/.system/registry/${folder}/a.yaml`;
  return loadAbility({ path, text, folder, root, exists: (file) => there.includes(file) });
}

export const head = 'key: a.b\nversion: "1.0"\nsummary: Does it.\n';
export const noop = 'implementations:\n  one: {kind: builtin, use: noop}\n';
export const least = head + noop;
export const flow = 'id: f\ntype: workflow\nversion: 1\nsummary: Flows.\n';
export const step = 'steps:\n  - {id: one, operation: a.b}\n';
export const agent = 'id: g\ntype: agent\nversion: 1\nsummary: Works.\ncommand: ./run.sh\n';

export const withImpl = (text: string) => `${head}implementations:\n  one: {${text}}\n`;
export const withStep = (text: string) => `${flow}steps:\n  - {id: zero, operation: a.b}\n  - {${text}}\n`;
export const steps = (text: string): readonly [string, RegistryFolder] => [withStep(text), 'high-level'];
