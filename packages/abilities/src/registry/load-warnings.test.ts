import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  agentAbilityText,
  loadAbilityText,
  minimalOperation,
  withImplementation,
  workflowHead,
} from '../../test/support/ability-load-samples.js';
import type { RegistryFolder } from './load.js';

/** Files that load with a warning. */
const warnings: readonly [string, string, RegistryFolder, number, string, RegExp][] = [
  [
    'a missing script',
    withImplementation('kind: script, command: ./gone.sh'),
    'low-level',
    5,
    'implementations.one.command',
    /gone\.sh, which does not exist/,
  ],
  [
    'a missing server program',
    withImplementation('kind: mcp, server: {command: bin/gone}, tool: t'),
    'low-level',
    5,
    'implementations.one.server.command',
    /bin\/gone, which does not exist/,
  ],
  [
    'a missing agent program',
    agentAbilityText.replace('./run.sh', '/gone/run'),
    'high-level',
    5,
    'command',
    /\/gone\/run, which does not exist/,
  ],
  [
    'a missing document',
    `${minimalOperation}routing: {documents: [docs/GONE.md]}\n`,
    'low-level',
    6,
    'routing.documents.0',
    /docs\/GONE\.md, which does not exist/,
  ],
  [
    'a configuration for an environment outside the scope',
    `${minimalOperation}scope: {environments: [dev]}\nconfiguration: {default: {implementation: one}, prod: {implementation: one}}\n`,
    'low-level',
    7,
    'configuration.prod',
    /never used.*dev/,
  ],
  [
    'an environment without configuration',
    `${minimalOperation}scope: {environments: [dev, prod]}\nconfiguration: {dev: {implementation: one}}\n`,
    'low-level',
    7,
    'configuration',
    /neither "prod", which is in scope, nor "default"/,
  ],
];

describe('a file loads with a warning for', () => {
  for (const [what, text, folder, line, field, message] of warnings)
    test(what, () => {
      const { ability: loaded, problems } = loadAbilityText(text, folder);
      assert.ok(loaded);
      assert.deepEqual(
        problems.map((one) => [one.severity, one.line, one.field]),
        [['warning', line, field]],
      );
      assert.match(problems[0]?.message ?? '', message);
    });
});

describe('a hostile file is rejected and does no harm:', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
    .split('')
    .map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(',')}]`)
    .join('\n')}\n`;
  const hostile: readonly [string, string, RegExp][] = [
    ['aliases that unfold without end', bomb, /aliases unfold|unknown key/],
    ['an alias inside itself', `${minimalOperation}input: &a {b: *a}\n`, /alias/],
    [
      '__proto__ at the top level',
      `${minimalOperation}__proto__: {idempotent: true}\n`,
      /"__proto__": this key is not allowed/,
    ],
    [
      '__proto__ in settings',
      `${minimalOperation}configuration: {default: {implementation: one, settings: {__proto__: {x: 1}}}}\n`,
      /settings\.__proto__": this key is not allowed/,
    ],
    [
      '__proto__ in a schema',
      `${minimalOperation}input: {properties: {__proto__: {type: string}}}\n`,
      /input\.properties\.__proto__": this key/,
    ],
    [
      '"constructor" as an implementation',
      `${minimalOperation}  constructor: {kind: builtin, use: noop}\n`,
      /implementations\.constructor": this key/,
    ],
    ['endless nesting', `${minimalOperation}input: ${'['.repeat(5_000)}\n`, /nested more than 100 levels/],
    ['300 KB of YAML', `${minimalOperation}description: ${'x'.repeat(300_000)}\n`, /at most 262144 characters/],
  ];
  for (const [what, text, message] of hostile)
    test(what, () => {
      const { ability: loaded, problems } = loadAbilityText(text);
      assert.equal(loaded, undefined);
      assert.match(problems.map((one) => one.message).join('\n'), message);
      assert.equal(({} as { idempotent?: boolean }).idempotent, undefined);
    });

  test('a workflow with a thousand mistakes gets twenty problems', () => {
    const many = Array.from({ length: 900 }, (_, i) => `  - {id: s${i}, operation: x, input: {p: "\${nope}"}}\n`).join(
      '',
    );
    assert.equal(loadAbilityText(`${workflowHead}steps:\n${many}`, 'high-level').problems.length, 20);
  });
});
