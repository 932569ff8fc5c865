import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  agentAbilityText,
  loadAbilityText,
  operationHead,
  workflowHead,
} from '../../test/support/ability-load-samples.js';
import type { RegistryFolder } from './load.js';
import { registryFileView } from './views.js';

const implementations = `implementations:
  a: {kind: script, command: ./run.sh, env: {camelCase: x}, partial_exit_codes: [3], timeout_ms: 5}
  b: {kind: mcp, tool: t, server: {url: "https://x.example", auth: {type: basic, user_env: U, password_env: P}}}
  c: {kind: api, method: GET, url: "https://x.example", auth: {type: header, header: X-Key, env: K}, max_output_bytes: 9}
configuration: {default: {implementation: a, settings: {someKey: 1}}}
hooks: {pre_create: [one], post_call: [two]}
`;
const steps = `steps:
  - {id: one, operation: a.b, input: {someKey: 1}, on_failure: continue}
  - {id: two, ability: f.g}
cleanup: [{id: three, operation: a.b}]
`;

const files: readonly [string, string, string, RegistryFolder][] = [
  ['an operation', operationHead, implementations, 'low-level'],
  ['a workflow', workflowHead, steps, 'high-level'],
  [
    'an agent',
    agentAbilityText.replace(/command.*\n/, ''),
    'command: ./run.sh\npartial_exit_codes: [2]\n',
    'high-level',
  ],
];
for (const [what, start, body, folder] of files) {
  test(`the view of ${what} can be written to a file and loads as the same ability`, () => {
    const { ability, problems } = loadAbilityText(start + body, folder);
    assert.deepEqual(problems, []);
    assert.ok(ability);
    const rows = Object.entries(registryFileView(ability)).map(
      ([name, value]) => `${name}: ${JSON.stringify(value)}\n`,
    );
    const again = loadAbilityText(start + rows.join(''), folder);
    assert.deepEqual(again.problems, []);
    assert.deepEqual({ ...again.ability, lines: {} }, { ...ability, lines: {} });
  });
}
