import { plainPath } from '../../../anyhook/test/support/plain-path.js';
import { loadAbility, type RegistryFolder } from '../../src/registry/load.js';

/** For tests of registry files: the folder that contains them. */
export const registryRoot = '/project';
const there = ['/project/run.sh', '/project/tools/server.mjs', '/project/docs/HOW.md', '/project/lib.js'];

/** Loads a text as a file of the registry. */
export function loadAbilityText(text: string, folder: RegistryFolder = 'low-level') {
  const path = `${registryRoot}/.system/registry/${folder}/a.yaml`;
  return loadAbility({ path, text, folder, root: registryRoot, exists: (file) => there.includes(plainPath(file)) });
}

export const operationHead = 'key: a.b\nversion: "1.0"\nsummary: Does it.\n';
export const noopImplementation = 'implementations:\n  one: {kind: builtin, use: noop}\n';
export const minimalOperation = operationHead + noopImplementation;
export const workflowHead = 'id: f\ntype: workflow\nversion: 1\nsummary: Flows.\n';
export const oneStep = 'steps:\n  - {id: one, operation: a.b}\n';
export const agentAbilityText = 'id: g\ntype: agent\nversion: 1\nsummary: Works.\ncommand: ./run.sh\n';

export const withImplementation = (text: string) => `${operationHead}implementations:\n  one: {${text}}\n`;
export const withStep = (text: string) => `${workflowHead}steps:\n  - {id: zero, operation: a.b}\n  - {${text}}\n`;
export const workflowWithStep = (text: string): readonly [string, RegistryFolder] => [withStep(text), 'high-level'];
