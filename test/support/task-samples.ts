import { fileURLToPath } from 'node:url';
import type { Ability, Implementation, JsonSchema } from '../../src/abilities/ability.js';
import type { ExecuteCall } from '../../src/tools/tasks/execute/index.js';
import type { Ended, TaskError } from '../../src/tools/tasks/task.js';

/** For the tests of this folder: where the fixtures are. */
export const fixtures = fileURLToPath(new URL('../../fixtures/tasks', import.meta.url));

const shared = {
  name: 'demo.do',
  version: '1',
  summary: 'does something',
  environments: [],
  routing: { keywords: [], negativeKeywords: [], documents: [] },
  hooks: { preCreate: [], preCall: [], postCall: [] },
  idempotent: false,
  source: 'demo.yaml',
  line: 1,
  files: [],
};

/** An operation with one implementation, `it`. */
export function operation(it: Implementation, more: { output?: JsonSchema; root?: string } = {}): Ability {
  const configuration = { default: { implementation: 'it', settings: {} } };
  const root = more.root ?? fixtures;
  return { ...shared, root, ...more, kind: 'operation_key', type: 'operation', implementations: { it }, configuration };
}

export const limits = { timeoutMs: 20_000, maxOutputBytes: 1024 * 1024 };

type Kind<K extends Implementation['kind']> = Extract<Implementation, { kind: K }>;

export function script(
  command: string,
  args: readonly string[] = [],
  more: Partial<Kind<'script'>> = {},
): Kind<'script'> {
  return { kind: 'script', command, args, env: {}, partialExitCodes: [], ...limits, ...more };
}

export const shell = (text: string, more: Partial<Kind<'script'>> = {}): Kind<'script'> =>
  script('sh', ['-c', text], more);

export const api = (url: string, more: Partial<Kind<'api'>> = {}): Kind<'api'> => ({
  kind: 'api',
  method: 'GET',
  url,
  headers: {},
  ...limits,
  ...more,
});

export function agent(run: Kind<'script'>): Ability {
  return { ...shared, root: fixtures, kind: 'ability_id', type: 'agent', run };
}

export function workflow(parts: Pick<Extract<Ability, { type: 'workflow' }>, 'steps' | 'cleanup'>) {
  return { ...shared, root: fixtures, kind: 'ability_id', type: 'workflow', ...parts } as const;
}

export const call = (path: string | undefined, more: Partial<ExecuteCall> = {}): ExecuteCall => ({
  input: {},
  settings: {},
  taskKey: 'task-1',
  ...more,
  env: { PATH: path, ...more.env },
});

/** The error of a run that must have failed. */
export function errorOf(ended: Ended): TaskError {
  if (ended.status !== 'failure') throw new Error(`it did not fail: ${JSON.stringify(ended).slice(0, 2000)}`);
  return ended.error;
}
