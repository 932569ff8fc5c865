import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  agentAbilityText,
  loadAbilityText,
  minimalOperation,
  operationHead,
  registryRoot,
  workflowHead,
} from '../../test/support/ability-load-samples.js';
import type { Ability } from './ability.js';
import type { RegistryFolder } from './load.js';

function ability(text: string, folder?: RegistryFolder): Ability {
  const { ability: loaded, problems } = loadAbilityText(text, folder);
  assert.deepEqual(problems, []);
  assert.ok(loaded);
  return loaded;
}

const limits = { timeoutMs: 60_000, maxOutputBytes: 1_048_576 };

test('an operation with only the required fields gets defaults for the others', () => {
  assert.deepEqual(ability(minimalOperation), {
    kind: 'operation_key',
    type: 'operation',
    name: 'a.b',
    version: '1.0',
    summary: 'Does it.',
    environments: [],
    routing: { keywords: [], negativeKeywords: [], documents: [] },
    hooks: { preCreate: [], preCall: [], postCall: [] },
    idempotent: false,
    source: '/project/.system/registry/low-level/a.yaml',
    line: 1,
    lines: {},
    root: registryRoot,
    implementations: { one: { kind: 'builtin', use: 'noop', ...limits } },
    configuration: { default: { implementation: 'one', settings: {} } },
    files: ['/project/.system/registry/low-level/a.yaml'],
  });
});

/** Lines of a file, and how they are loaded. */
const fields: readonly [string, Partial<Ability>][] = [
  ['description: |\n  More.\n', { description: 'More.' }],
  ['scope: {environments: [dev, prod-eu]}\n', { environments: ['dev', 'prod-eu'] }],
  ['scope: {}\n', { environments: [] }],
  [
    'input: {type: object, properties: {constructor: {type: string}}}\n',
    { input: { type: 'object', properties: { constructor: { type: 'string' } } }, lines: { input: 6 } },
  ],
  ['output: {type: string}\n', { output: { type: 'string' }, lines: { output: 6 } }],
  [
    'routing: {keywords: [ship it], negative_keywords: [roll back], documents: [docs/HOW.md]}\n',
    { routing: { keywords: ['ship it'], negativeKeywords: ['roll back'], documents: ['docs/HOW.md'] } },
  ],
  [
    'hooks:\n  pre_create: [a]\n  pre_call: [b, c]\n  post_call:\n    - d\n',
    {
      hooks: { preCreate: ['a'], preCall: ['b', 'c'], postCall: ['d'] },
      lines: { 'hooks.pre_create.0': 7, 'hooks.pre_call.0': 8, 'hooks.pre_call.1': 8, 'hooks.post_call.0': 10 },
    },
  ],
  ['idempotent: true\n', { idempotent: true }],
];
for (const [text, expected] of fields)
  test(`a field is read: ${text.split('\n')[0]}`, () => {
    assert.deepEqual(ability(minimalOperation + text), { ...ability(minimalOperation), ...expected });
  });

/** One implementation as written in a file, as loaded, and the project files that it starts. */
const implementations: readonly [string, object, readonly string[]][] = [
  [
    'kind: script, command: ./run.sh, args: [--x, "a b"], env: {A_1: "2"}, partial_exit_codes: [3], timeout_ms: 5, max_output_bytes: 9',
    {
      kind: 'script',
      command: './run.sh',
      args: ['--x', 'a b'],
      env: { A_1: '2' },
      partialExitCodes: [3],
      timeoutMs: 5,
      maxOutputBytes: 9,
    },
    ['run.sh'],
  ],
  [
    'kind: script, command: node, args: [lib.js, run.sh]',
    { kind: 'script', command: 'node', args: ['lib.js', 'run.sh'], env: {}, partialExitCodes: [], ...limits },
    ['lib.js', 'run.sh'],
  ],
  [
    'kind: script, command: sh, args: [-c, "exec ./run.sh \'x\'"]',
    { kind: 'script', command: 'sh', args: ['-c', "exec ./run.sh 'x'"], env: {}, partialExitCodes: [], ...limits },
    ['run.sh'],
  ],
  [
    'kind: mcp, server: {command: node, args: [tools/server.mjs], env: {A: b}}, tool: do_it',
    { kind: 'mcp', server: { command: 'node', args: ['tools/server.mjs'], env: { A: 'b' } }, tool: 'do_it', ...limits },
    ['tools/server.mjs'],
  ],
  [
    'kind: mcp, server: {url: "http://localhost:1/mcp", auth: {type: bearer, env: T}}, tool: t',
    {
      kind: 'mcp',
      server: { url: 'http://localhost:1/mcp', auth: { type: 'bearer', env: 'T' } },
      tool: 't',
      ...limits,
    },
    [],
  ],
  [
    'kind: api, method: POST, url: "https://x.example/{id}?q={q}", headers: {X-A: b}, auth: {type: basic, user_env: U, password_env: P}',
    {
      kind: 'api',
      method: 'POST',
      url: 'https://x.example/{id}?q={q}',
      headers: { 'X-A': 'b' },
      auth: { type: 'basic', userEnv: 'U', passwordEnv: 'P' },
      ...limits,
    },
    [],
  ],
  [
    'kind: api, method: GET, url: "https://{settings.host}/x", auth: {type: header, header: X-Key, env: K}',
    {
      kind: 'api',
      method: 'GET',
      url: 'https://{settings.host}/x',
      headers: {},
      auth: { type: 'header', header: 'X-Key', env: 'K' },
      ...limits,
    },
    [],
  ],
  ['kind: builtin, use: echo', { kind: 'builtin', use: 'echo', ...limits }, []],
];
for (const [text, expected, files] of implementations)
  test(`an implementation is read: ${text}`, () => {
    const loaded = ability(`${operationHead}implementations:\n  one: {${text}}\n`);
    assert.ok(loaded.type === 'operation');
    assert.deepEqual(loaded.implementations, { one: expected });
    assert.deepEqual(
      loaded.files.slice(1),
      files.map((name) => join(registryRoot, name)),
    );
  });

test('a configuration selects an implementation per environment', () => {
  const two = 'implementations:\n  a: {kind: builtin, use: noop}\n  b: {kind: builtin, use: echo}\n';
  const loaded = ability(
    `${operationHead}${two}configuration: {default: {implementation: a}, prod: {implementation: b, settings: {x: [1]}}}\n`,
  );
  assert.ok(loaded.type === 'operation');
  assert.deepEqual(loaded.configuration, {
    default: { implementation: 'a', settings: {} },
    prod: { implementation: 'b', settings: { x: [1] } },
  });
});

test('a workflow is read with its steps and clean-up, each with its line', () => {
  const loaded = ability(
    `${workflowHead}steps:
  - {id: one, operation: a.b, input: {x: "\${input.x}", deep: [{y: "no $\${word} here"}]}}
  - id: two
    ability: other
    input: {z: "\${steps.one.output.items.0}"}
    on_failure: continue
cleanup:
  - {id: tidy, operation: a.b, input: {w: "\${steps.two.output}"}}
`,
    'high-level',
  );
  assert.ok(loaded.type === 'workflow');
  assert.deepEqual([loaded.kind, loaded.name, loaded.version], ['ability_id', 'f', '1']);
  assert.deepEqual(
    loaded.steps.map(({ id, ability: name, kind, onFailure }) => [id, name, kind, onFailure]),
    [
      ['one', 'a.b', 'operation_key', 'stop'],
      ['two', 'other', 'ability_id', 'continue'],
    ],
  );
  assert.deepEqual(loaded.cleanup[0]?.input, { w: '${steps.two.output}' });
  assert.deepEqual(loaded.lines, { 'steps.0': 6, 'steps.1': 7, 'cleanup.0': 12 });
});

test('an agent is read as a command', () => {
  const loaded = ability(
    `${agentAbilityText}args: [-v]\nenv: {A: b}\npartial_exit_codes: [7]\ntimeout_ms: 1000\n`,
    'high-level',
  );
  assert.ok(loaded.type === 'agent');
  assert.deepEqual(loaded.run, {
    kind: 'script',
    command: './run.sh',
    args: ['-v'],
    env: { A: 'b' },
    partialExitCodes: [7],
    timeoutMs: 1_000,
    maxOutputBytes: 1_048_576,
  });
  assert.deepEqual(loaded.files.slice(1), [join(registryRoot, 'run.sh')]);
});
