import { fileURLToPath } from 'node:url';
import type { Ability, Implementation, JsonSchema } from '../../src/registry/ability.js';
import type { ExecuteCall } from '../../src/tasks/execute/index.js';
import type { ExecutionResult, TaskError } from '../../src/tasks/task.js';

/** For the tests of this folder: the location of the fixtures. */
export const taskFixtures = fileURLToPath(new URL('../../fixtures/tasks', import.meta.url));

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
export function operationAbility(it: Implementation, more: { output?: JsonSchema; root?: string } = {}): Ability {
  const configuration = { default: { implementation: 'it', settings: {} } };
  const root = more.root ?? taskFixtures;
  return { ...shared, root, ...more, kind: 'operation_key', type: 'operation', implementations: { it }, configuration };
}

export const taskLimits = { timeoutMs: 20_000, maxOutputBytes: 1024 * 1024 };

type ImplementationOf<K extends Implementation['kind']> = Extract<Implementation, { kind: K }>;

export function scriptImplementation(
  command: string,
  args: readonly string[] = [],
  more: Partial<ImplementationOf<'script'>> = {},
): ImplementationOf<'script'> {
  return { kind: 'script', command, args, env: {}, partialExitCodes: [], ...taskLimits, ...more };
}

export const shellImplementation = (
  text: string,
  more: Partial<ImplementationOf<'script'>> = {},
): ImplementationOf<'script'> => scriptImplementation('sh', ['-c', text], more);

export const apiImplementation = (
  url: string,
  more: Partial<ImplementationOf<'api'>> = {},
): ImplementationOf<'api'> => ({
  kind: 'api',
  method: 'GET',
  url,
  headers: {},
  ...taskLimits,
  ...more,
});

export function sampleAgentAbility(run: ImplementationOf<'script'>): Ability {
  return { ...shared, root: taskFixtures, kind: 'ability_id', type: 'agent', run };
}

export function workflowAbility(parts: Pick<Extract<Ability, { type: 'workflow' }>, 'steps' | 'cleanup'>) {
  return { ...shared, root: taskFixtures, kind: 'ability_id', type: 'workflow', ...parts } as const;
}

export const executeCall = (path: string | undefined, more: Partial<ExecuteCall> = {}): ExecuteCall => ({
  input: {},
  settings: {},
  taskKey: 'task-1',
  ...more,
  env: { PATH: path, ...more.env },
});

/** The error of a run that must have failed. */
export function errorOf(ended: ExecutionResult): TaskError {
  if (ended.status !== 'failure') throw new Error(`it did not fail: ${JSON.stringify(ended).slice(0, 2000)}`);
  return ended.error;
}
