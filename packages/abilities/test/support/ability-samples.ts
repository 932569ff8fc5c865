import type { Ability } from '../../src/registry/ability.js';

/** An operation for tests that does nothing. */
export const sampleOperation = (name: string, more: Partial<Ability> = {}): Ability =>
  ({
    ...shared(name, 'low-level'),
    kind: 'operation_key',
    type: 'operation',
    implementations,
    configuration,
    ...more,
  }) as Ability;

/** A workflow for tests that calls operations and abilities, in order. */
export const sampleWorkflow = (name: string, calls: readonly string[], more: Partial<Ability> = {}): Ability =>
  ({
    ...shared(name, 'high-level'),
    kind: 'ability_id',
    type: 'workflow',
    steps: calls.map((ability, i) => ({ id: `s${i}`, ability, input: {}, onFailure: 'stop' as const })),
    cleanup: [],
    lines: Object.fromEntries(calls.map((_, i) => [`steps.${i}`, i + 6])),
    ...more,
  }) as Ability;

const implementations = { one: { kind: 'builtin', use: 'noop', timeoutMs: 1_000, maxOutputBytes: 1_000 } } as const;
const configuration = { default: { implementation: 'one', settings: {} } };

const shared = (name: string, folder: string) => ({
  name,
  version: '1',
  summary: `Does ${name}.`,
  environments: [],
  routing: { keywords: [], negativeKeywords: [], documents: [] },
  hooks: { preCreate: [], preCall: [], postCall: [] },
  idempotent: false,
  source: `/project/.system/registry/${folder}/${name}.yaml`,
  line: 1,
  root: '/project',
  files: [`/project/.system/registry/${folder}/${name}.yaml`],
});
